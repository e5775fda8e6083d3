using System.Data;
using System.Data.Common;
using Isomer.Formats;

namespace Isomer;

/// <summary>Rows of a set or table without the set or table: what <see cref="Tables"/> offers.</summary>
public static partial class Soap
{
    /// <summary>The rows of one table of an envelope.</summary>
    internal static ValueTask<DbDataReader> ReadRowsAsync(Stream input, string? table, DataTable? schema, SoapOptions options,
        CancellationToken cancellationToken) =>
        Tables.OpenAsync(input, table, schema, options.Convention, FormatName,
            (envelope, reading) => SoapSource.RowsOf(options, envelope.Span, table, schema, reading), cancellationToken);
}
