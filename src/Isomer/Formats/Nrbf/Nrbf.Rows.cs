using System.Data;
using System.Data.Common;
using Isomer.Formats;
using Isomer.Tabular;

namespace Isomer;

/// <summary>Rows of a set or table without the set or table: what <see cref="Tables"/> offers.</summary>
public static partial class Nrbf
{
    /// <summary>The rows of one table of a payload. It is held until its arrays are made, or, where it has a document, until that is text.</summary>
    internal static async ValueTask<DbDataReader> ReadRowsAsync(Stream input, string? table, DataTable? schema, NrbfOptions options, CancellationToken cancellationToken)
    {
        var reading = BinaryReading.OfRows(options.Convention, schema);
        var (rows, document) = await TakeAsync(input, table, schema, options, reading, cancellationToken).ConfigureAwait(false);
        return await Tables.OpenAsync(rows, document, table, schema, reading.Types, options.Convention, FormatName, cancellationToken).ConfigureAwait(false);
    }

    // Of its own, so that nothing holds the payload any more when the rows are read.
    static async ValueTask<(Table? Rows, EntryDocument? Document)> TakeAsync(Stream input, string? table, DataTable? schema, NrbfOptions options, BinaryReading reading, CancellationToken cancellationToken)
    {
        var payload = await Tables.WholeAsync(input, cancellationToken).ConfigureAwait(false);
        return NrbfSource.RowsOf(options, payload.Span, table, schema, reading);
    }

    /// <summary>The payload of a DataTable in its binary form into which the rows were loaded.</summary>
    internal static byte[] OfRows(IDataReader rows, string table, NrbfOptions options, CancellationToken cancellationToken) =>
        NrbfSink.Alone(options, ReaderBinary.Entries(rows, table, cancellationToken));
}
