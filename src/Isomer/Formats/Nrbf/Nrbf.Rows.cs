using System.Data;
using System.Data.Common;
using Isomer.Formats;
using Isomer.Tabular;

namespace Isomer;

/// <summary>Rows of a set or table without the set or table: what <see cref="Tables"/> offers.</summary>
public static partial class Nrbf
{
    /// <summary>The rows of one table of a payload.</summary>
    internal static ValueTask<DbDataReader> ReadRowsAsync(Stream input, string? table, DataTable? schema, NrbfOptions options,
        CancellationToken cancellationToken) =>
        Tables.OpenAsync(input, table, schema, options.Convention, FormatName,
            (payload, reading) => NrbfSource.RowsOf(options, payload.Span, table, schema, reading), cancellationToken);

    /// <summary>The payload of a DataTable in its binary form into which the rows were loaded.</summary>
    internal static byte[] OfRows(IDataReader rows, string table, NrbfOptions options, CancellationToken cancellationToken) =>
        NrbfSink.Alone(options, ReaderBinary.Entries(rows, table, cancellationToken));
}
