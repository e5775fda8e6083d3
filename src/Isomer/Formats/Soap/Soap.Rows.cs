using System.Data;
using System.Data.Common;
using Isomer.Formats;
using Isomer.Tabular;

namespace Isomer;

/// <summary>Rows of a set or table without the set or table: what <see cref="Tables"/> offers.</summary>
public static partial class Soap
{
    /// <summary>The rows of one table of an envelope. It is held until its arrays are made, or, where it has a document, until that is text.</summary>
    internal static async ValueTask<DbDataReader> ReadRowsAsync(Stream input, string? table, DataTable? schema, SoapOptions options, CancellationToken cancellationToken)
    {
        var reading = BinaryReading.OfRows(options.Convention, schema);
        var (rows, document) = await TakeAsync(input, table, schema, options, reading, cancellationToken).ConfigureAwait(false);
        return await Tables.OpenAsync(rows, document, table, schema, reading.Types, options.Convention, FormatName, cancellationToken).ConfigureAwait(false);
    }

    // Of its own, so that nothing holds the envelope any more when the rows are read.
    static async ValueTask<(Table? Rows, EntryDocument? Document)> TakeAsync(
        Stream input, string? table, DataTable? schema, SoapOptions options, BinaryReading reading, CancellationToken cancellationToken)
    {
        var envelope = await Tables.WholeAsync(input, cancellationToken).ConfigureAwait(false);
        return SoapSource.RowsOf(options, envelope.Span, table, schema, reading);
    }
}
