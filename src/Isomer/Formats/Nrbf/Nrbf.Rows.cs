using System.Data;
using System.Data.Common;
using System.Runtime.Serialization;
using Isomer.Formats;
using Isomer.Tabular;

namespace Isomer;

#pragma warning disable SYSLIB0050 // the entries of an older age are what payloads hold

/// <summary>Rows of a set or table without the set or table: what <see cref="Tables"/> offers.</summary>
public static partial class Nrbf
{
    /// <summary>The rows of one table of a payload.</summary>
    internal static ValueTask<DbDataReader> ReadRowsAsync(Stream input, string? table, DataTable? schema, NrbfOptions options,
        CancellationToken cancellationToken) =>
        Tables.OpenAsync(input, table, schema, options.Convention, FormatName,
            (payload, reading) => NrbfSource.RowsOf(options, payload.Span, table, schema, reading), cancellationToken);

    /// <summary>The payload of a DataTable that has these entries.</summary>
    internal static byte[] OfRows(SerializationInfo entries, NrbfOptions options) => NrbfSink.Alone(options, entries);
}
