using System.Data;
using System.Runtime.Serialization;
using System.Text;

namespace Isomer.Tabular;

#pragma warning disable SYSLIB0050 // the interface of an older age is what this is about

/// <summary>
/// The document of a set or table that names its schema and its rows as entries, both text: one element with both in it, which is read row
/// by row. What is wrong with it is told by its place in the entry, for the document is in no payload.
/// </summary>
internal sealed class EntryDocument
{
    readonly string _format;
    readonly long _rowsStart, _schemaSkipped, _rowsSkipped;
    readonly int _open;

    EntryDocument(string format, bool excludesSchema, string? schema, string rows)
    {
        _format = format;
        string open = TableEntries.OpenTag(excludesSchema);
        var schemaText = TableEntries.WithoutDeclaration(schema ?? "");
        var rowsText = TableEntries.WithoutDeclaration(rows);
        _open = open.Length;
        _rowsStart = open.Length + Encoding.UTF8.GetByteCount(schemaText);
        _schemaSkipped = Skipped(schema ?? "", schemaText.Length);
        _rowsSkipped = Skipped(rows, rowsText.Length);
        Utf8 = Encoding.UTF8.GetBytes(string.Concat(open, schemaText, rowsText, TableEntries.EndTag));
    }

    /// <summary>The bytes of what stands before the part of a text that is in the document.</summary>
    static int Skipped(string text, int length) => Encoding.UTF8.GetByteCount(text.AsSpan(0, text.Length - length));

    /// <summary>The document as UTF-8.</summary>
    public byte[] Utf8 { get; }

    /// <summary>The document of these entries.</summary>
    /// <param name="entries">The schema and the rows, or the rows alone.</param>
    /// <param name="format">The format in which they stand.</param>
    /// <param name="isKnown">Whether the columns are known where the entries do not have them.</param>
    public static EntryDocument Of(SerializationInfo entries, string format, bool isKnown)
    {
        var told = EntryTexts.Of(entries);
        bool excludesSchema = told.ExcludesSchema;
        // There is one all the same, without tables.
        string? schema = excludesSchema ? null : told.Schema;
        if (told.Rows is not { } rows)
            throw new WireFormatException($"The payload has no '{TableEntries.Rows}', so nothing says what its rows are.");
        if (schema is null && !isKnown)
            throw excludesSchema
                ? TableEntries.NoSchema()
                : new WireFormatException($"The payload has no '{TableEntries.Schema}', so nothing says what its columns are.");
        return new(format, schema is null, schema, rows) { HasSchema = schema is not null, EnumOf = told.EnumOf };
    }

    /// <summary>Whether it says what its columns are.</summary>
    public bool HasSchema { get; private init; }

    /// <summary>The enums that its columns may be of, beside those of the convention.</summary>
    public Func<string, Type?>? EnumOf { get; private init; }

    /// <summary>An error of the document as one of the payload.</summary>
    /// <param name="e">What was met.</param>
    /// <param name="offset">Where in the document; -1 if that is not known.</param>
    /// <param name="rows">How many rows were read before it.</param>
    public WireFormatException Placed(WireFormatException e, long offset, long rows)
    {
        (e.Format, e.Offset, e.Line, e.Column, e.GoodItems) = (null, -1, 0, 0, null);
        bool isOfRows = offset < 0 || offset >= _rowsStart;
        long at = isOfRows ? offset - _rowsStart + _rowsSkipped : offset - _open + _schemaSkipped;
        string place = offset < _open ? "" : $"In '{(isOfRows ? TableEntries.Rows : TableEntries.Schema)}', at byte {at} of its text: ";
        return new WireFormatException(place + e.Message, e) { Format = _format, GoodItems = rows };
    }
}
