using System.Data;
using System.Data.Common;
using System.Text;
using Isomer.Formats;
using Isomer.Tabular;

namespace Isomer;

/// <summary>Rows of a set or table without the set or table: what <see cref="Tables"/> offers.</summary>
public static partial class Nrbf
{
    /// <summary>The rows of one table of a payload. It is held until its arrays are made, or, where it has a document, until that is text.</summary>
    internal static async ValueTask<DbDataReader> ReadRowsAsync(Stream input, string? table, NrbfOptions options, CancellationToken cancellationToken)
    {
        var reading = BinaryReading.OfRows(options.Convention);
        var (rows, document) = await TakeAsync(input, table, options, reading, cancellationToken).ConfigureAwait(false);
        if (rows is not null)
            return await TableReader.OpenAsync(One(rows), reading.Types, null, FormatName, cancellationToken).ConfigureAwait(false);
        var stream = new MemoryStream(Encoding.UTF8.GetBytes(document!), writable: false);
        return await Tables.ReadXmlAsync(stream, table, null, cancellationToken).ConfigureAwait(false);
    }

    // Of its own, so that nothing holds the payload any more when the rows are read.
    static async ValueTask<(Table? Rows, string? Document)> TakeAsync(Stream input, string? table, NrbfOptions options, BinaryReading reading, CancellationToken cancellationToken)
    {
        var payload = new MemoryStream(input.CanSeek ? (int)Math.Clamp(input.Length - input.Position, 0, Array.MaxLength) : 0);
        await input.CopyToAsync(payload, cancellationToken).ConfigureAwait(false);
        return NrbfSource.RowsOf(options, payload.GetBuffer().AsSpan(0, (int)payload.Length), table, reading);
    }

#pragma warning disable CS1998 // there is nothing to wait for
    static async IAsyncEnumerable<Table> One(Table table)
    {
        yield return table;
    }
#pragma warning restore CS1998

    /// <summary>The payload of a DataTable in its binary form into which the rows were loaded.</summary>
    internal static byte[] OfRows(IDataReader rows, string table, NrbfOptions options, CancellationToken cancellationToken) =>
        NrbfSink.Alone(options, ReaderBinary.Entries(rows, table, cancellationToken));
}
