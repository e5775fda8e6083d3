using System.Data;
using System.Globalization;
using System.Runtime.Serialization;

namespace Isomer.Tabular;

#pragma warning disable SYSLIB0050 // the interface of an older age is what this is about

/// <summary>The rows of one table alone, for a reader: no set is made, and what the other tables hold is passed over.</summary>
internal sealed partial class BinaryReading
{
    /// <summary>For the rows of one table.</summary>
    /// <param name="convention">Whose subtypes of object may be types of columns.</param>
    /// <param name="schema">The columns, where the payload does not say them.</param>
    public static BinaryReading OfRows(Convention convention, DataTable? schema) => new(convention, schema is null ? [] : [schema]);

    /// <summary>The types of the columns.</summary>
    public ColumnTypes Types => _types;

    const string RowCount = ".Rows.Count";

    /// <summary>Whether an entry says which tables and columns there are. Entries that a class has of its own are none.</summary>
    public static bool IsOfSchema(string name) =>
        (name.StartsWith("DataSet.", StringComparison.Ordinal) && name is not ("DataSet.Relations" or "DataSet.ExtendedProperties"))
        || name.StartsWith("DataTable.", StringComparison.Ordinal)
        || name is "XmlSchema" or "XmlDiffGram" or "SchemaSerializationMode.DataSet" || IsRowCount(name);

    /// <summary>Each table of a set has one.</summary>
    static bool IsRowCount(string name) =>
        name.StartsWith("DataTable_", StringComparison.Ordinal) && name.EndsWith(RowCount, StringComparison.Ordinal);

    /// <summary>Whether an entry is of the rows of the table of this number.</summary>
    public static bool IsOfRows(string name, int number) =>
        name.StartsWith("DataTable_", StringComparison.Ordinal) && name.IndexOf('.', StringComparison.Ordinal) is > 0 and var dot
            && name[(dot + 1)..] is "Rows.Count" or "Records.Count" or "RowStates" or "Records" or "NullBits"
        && name.AsSpan(10, dot - 10).SequenceEqual(number.ToString(CultureInfo.InvariantCulture));

    /// <summary>
    /// The columns of a table, and the number under which its rows stand. What is computed has the values that were written.
    /// </summary>
    /// <param name="info">The entries of the schema.</param>
    /// <param name="table">Its name; null if there is but one.</param>
    /// <param name="schema">A table with the columns, where the entries do not have them: of a set with all tables of the one that was
    /// written, in their order.</param>
    public (Table Columns, int Number) Columns(SerializationInfo info, string? table, DataTable? schema)
    {
        var entries = new BinaryEntries(info, info.ObjectType);
        if (entries.Has("DataTable.RemotingFormat"))
            return (TableEntries.Named([Schema(entries, null)], table), 0);
        if (!entries.Has("DataSet.Tables.Count"))
            return schema is null ? throw TableEntries.NoSchema() : (Bare(schema), NumberOf(info, schema));
        var tables = Array.ConvertAll(BinaryEntries.Nested(entries), nested => Schema(nested, null));
        var found = TableEntries.Named(tables, table);
        return (found, Array.IndexOf(tables, found));
    }

    /// <summary>
    /// Rows without a schema stand by the numbers of their tables: a table that has another number would be given the rows of another.
    /// </summary>
    static int NumberOf(SerializationInfo info, DataTable schema)
    {
        int tables = 0;
        foreach (var entry in info)
            tables += IsRowCount(entry.Name) ? 1 : 0;
        int given = schema.DataSet?.Tables.Count ?? 1;
        if (given != tables)
            throw new WireFormatException(
                $"The payload has the rows of {tables} tables by their numbers, and no schema; the table '{schema.TableName}' that has the columns stands {(schema.DataSet is null ? "alone" : $"in a set of {given}")}. Give one of a set with all of the class's tables, in their order.");
        return schema.DataSet?.Tables.IndexOf(schema) ?? 0;
    }

    /// <summary>The columns of a table alone. What it computes stands in the payload.</summary>
    Table Bare(DataTable schema)
    {
        var bare = new TableTaking(_types).Take(schema, typeof(DataTable), null);
        (bare.States, bare.Errors) = ("", null);
        foreach (var column in bare.Columns)
            (column!.Values, column.Expression) = (null, null);
        return bare;
    }

    /// <summary>The table with its rows.</summary>
    public Table Rows(SerializationInfo info, Table columns, int number)
    {
        Rows(new BinaryEntries(info, info.ObjectType), number, columns);
        return columns;
    }
}
