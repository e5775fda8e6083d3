using System.Data;
using System.Runtime.Serialization;

namespace Isomer.Tabular;

#pragma warning disable SYSLIB0050 // the interface of an older age is what this is about

/// <summary>What the entries of the XML form say: a schema and a DiffGram, both text, and whether the schema is left out.</summary>
internal readonly struct EntryTexts
{
    readonly SerializationEntry? _mode;

    EntryTexts(string? schema, string? rows, Func<string, Type?>? enumOf, SerializationEntry? mode) =>
        (Schema, Rows, EnumOf, _mode) = (schema, rows, enumOf, mode);

    /// <summary>Those of these entries, whatever is missing.</summary>
    public static EntryTexts Of(SerializationInfo entries)
    {
        string? schema = null, rows = null;
        Func<string, Type?>? enums = null;
        SerializationEntry? mode = null;
        foreach (var entry in entries)
            switch (entry.Name)
            {
                case TableEntries.Schema:
                    schema = Text(entry);
                    enums = entry.Value is KnownSchema known ? known.EnumOf : null;
                    break;
                case TableEntries.Rows:
                    rows = Text(entry);
                    break;
                case "SchemaSerializationMode.DataSet":
                    mode = entry;
                    break;
            }
        return new(schema, rows, enums, mode);
    }

    /// <summary>The schema; of a set that was written without it there is one all the same, without tables.</summary>
    public string? Schema { get; }

    /// <summary>The DiffGram.</summary>
    public string? Rows { get; }

    /// <summary>The enums that columns may be of, beside those of the convention.</summary>
    public Func<string, Type?>? EnumOf { get; }

    /// <summary>Whether the set was written without its schema, which its class makes. (Of a table nobody asks.)</summary>
    public bool ExcludesSchema => _mode is { } mode && Convert.ToInt32(mode.Value, null) == (int)SchemaSerializationMode.ExcludeSchema;

    static string Text(SerializationEntry entry) =>
        entry.Value as string ?? (entry.Value as KnownSchema)?.Text
            ?? throw new WireFormatException($"The entry '{entry.Name}' of a table is no text.");
}

/// <summary>
/// A schema with the enums that its columns may be of beside those of the convention: these are of the reader's closed set. Of other types
/// the framework reads no cell of a document.
/// </summary>
internal sealed record KnownSchema(string Text, Func<string, Type?> Find)
{
    /// <summary>The enum of this name, with or without an assembly.</summary>
    public Type? EnumOf(string name) => Find(FrameworkTypes.FullName(name)) is { IsEnum: true } type ? type : null;
}
