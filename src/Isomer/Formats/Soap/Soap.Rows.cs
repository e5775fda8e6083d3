using System.Data;
using System.Data.Common;
using System.Runtime.Serialization;
using Isomer.Formats;

namespace Isomer;

#pragma warning disable SYSLIB0050 // the entries of an older age are what payloads hold

/// <summary>Rows of a set or table without the set or table: what <see cref="Tables"/> offers.</summary>
public static partial class Soap
{
    /// <summary>The rows of one table of an envelope.</summary>
    internal static ValueTask<DbDataReader> ReadRowsAsync(Stream input, string? table, DataTable? schema, SoapOptions options,
        CancellationToken cancellationToken) =>
        Tables.OpenAsync(input, table, schema, options.Convention, FormatName,
            (envelope, reading) => SoapSource.RowsOf(options, envelope.Span, table, schema, reading), cancellationToken);

    /// <summary>The envelope of a DataTable that has these entries.</summary>
    internal static byte[] OfRows(SerializationInfo entries, SoapOptions options) => SoapSink.Alone(options, entries);
}
