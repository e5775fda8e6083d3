using System.Data;
using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Conventions;

namespace Isomer.Tabular;

#pragma warning disable SYSLIB0050 // the interface of an older age is what this is about

/// <summary>
/// A set or table of the entries of its XML form, a schema and a DiffGram. Both texts go through the gate of <see cref="TableXml"/>, as
/// everywhere. A class is given what they tell once all of it is there: BinaryFormatter calls a constructor of it that begins with nothing,
/// and what its usual one has made must be neither in the way of the schema nor beside it.
/// </summary>
internal static class XmlEntries
{
    const string NoRows = "<diffgr:diffgram xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\" />";

    /// <summary>Fills a set or table, whose constructor has run.</summary>
    public static void Read(IXmlSerializable target, SerializationInfo entries, Convention convention)
    {
        if (target is DataSet typed && IsMadeAnew(typed, entries))
        {
            var told = new DataSet();
            Read(told, entries, convention, TypesOf(typed));
            var types = new ColumnTypes(convention, isOpen: true);
            new TableMaking(types) { IsExact = true }.Make(
                new TableTaking(types) { TakesRows = false }.Take(told, typeof(DataSet), null), typed);
            Link(told, typed);
            bool enforces = typed.EnforceConstraints;
            typed.EnforceConstraints = false;
            var computed = HeldExpressions.Of(typed.Tables.Cast<DataTable>());
            for (int i = 0; i < told.Tables.Count; i++)
                Import(told.Tables[i], typed.Tables[i]);
            computed.RestoreCurrent();
            for (int i = 0; i < told.Tables.Count; i++)
                KeepOriginals(told.Tables[i], typed.Tables[i]);
            if (enforces)
                TableMaking.Enforce(typed);
        }
        else if (target is DataTable { DataSet: null } alone && SelfSerializing.HasConstructor(alone.GetType()))
        {
            var types = new ColumnTypes(convention, isOpen: true);
            var told = ReadTable(entries, convention, TypesOf(alone));
            new TableMaking(types) { IsExact = true }.Make(
                new TableTaking(types) { TakesRows = false }.Take(told, typeof(DataTable), null), alone);
            if (!HiddenState.HasOwnLocale(told))
            {
                // That of the set of which it was taken.
                alone.Locale = told.Locale;
                alone.Locale = null!;
            }
            alone.BeginLoadData();
            var computed = HeldExpressions.Of([alone]);
            Import(told, alone);
            computed.RestoreCurrent();
            KeepOriginals(told, alone);
            OptimizedTables.Loaded(alone);
        }
        else
            Read(target, entries, convention, []);
    }

    /// <summary>
    /// A relation that was made of the schema refers to the key of its parent's columns; that of the class, which it stays, may be older
    /// than the key.
    /// </summary>
    static void Link(DataSet told, DataSet made)
    {
        for (int i = 0; i < told.Relations.Count; i++)
            if (told.Relations[i].ParentKeyConstraint is { } key && made.Relations[i] is { ParentKeyConstraint: null } relation)
                HiddenState.ParentKey(relation) = relation.ParentTable.Constraints[key.ConstraintName] as UniqueConstraint;
    }

    /// <summary>Whether the payload has a schema, and BinaryFormatter calls the constructor that begins with nothing.</summary>
    static bool IsMadeAnew(DataSet set, SerializationInfo entries)
    {
        if (set.GetType() == typeof(DataSet) || !SelfSerializing.HasConstructor(set.GetType()))
            return false;
        var told = EntryTexts.Of(entries);
        return told.Schema is not null && !told.ExcludesSchema;
    }

    /// <summary>
    /// The values as they are: of text that was read from XML the framework knows no culture, and parts of tables would. Nothing is
    /// computed meanwhile: the framework would compute what the rows were before, which may overflow, and aggregates with every row.
    /// </summary>
    static void Import(DataTable told, DataTable table)
    {
        foreach (DataRow row in told.Rows)
            table.ImportRow(row);
    }

    /// <summary>What was computed of rows as they were, which is not computed again where they are read.</summary>
    static void KeepOriginals(DataTable told, DataTable table)
    {
        foreach (DataColumn column in told.Columns)
            if (column.Expression.Length > 0)
                for (int i = 0; i < told.Rows.Count; i++)
                    if (told.Rows[i].RowState is DataRowState.Modified or DataRowState.Deleted)
                        HiddenState.SetOriginal(table.Columns[column.Ordinal], table.Rows[i],
                            told.Rows[i][column, DataRowVersion.Original]);
    }

    /// <summary>
    /// A table alone is read as that of a set, and taken out of it, as its constructor does it: where a table has a namespace, what it
    /// reads of itself in documents does not find it again.
    /// </summary>
    public static DataTable ReadTable(SerializationInfo entries, Convention convention, Type[] own)
    {
        var set = new DataSet();
        Read(set, entries, convention, own);
        if (set.Tables.Count == 0)
            throw new WireFormatException($"The '{TableEntries.Schema}' of a '{typeof(DataTable)}' has no table.");
        var table = set.Tables[0];
        // It may be that of the set.
        string name = table.Namespace;
        set.Relations.Clear();
        foreach (DataTable other in set.Tables)
            for (int i = other.Constraints.Count - 1; i >= 0; i--)
                if (other.Constraints[i] is ForeignKeyConstraint)
                    other.Constraints.RemoveAt(i);
        PutKeyFirst(table);
        set.Tables.Remove(table);
        table.Namespace = name;
        return table;
    }

    /// <summary>The framework makes the table anew of that of the set, its primary key before the other constraints.</summary>
    static void PutKeyFirst(DataTable table)
    {
        Constraint[] all = [.. table.Constraints.Cast<Constraint>()];
        int key = Array.FindIndex(all, static c => c is UniqueConstraint { IsPrimaryKey: true });
        if (key <= 0)
            return;
        foreach (var before in all[..key])
            table.Constraints.Remove(before);
        // Behind the key, before those that were behind it.
        foreach (var behind in all[(key + 1)..])
            table.Constraints.Remove(behind);
        foreach (var other in (Constraint[])[.. all[..key], .. all[(key + 1)..]])
            table.Constraints.Add(other);
    }

    static Type[] TypesOf(IXmlSerializable made) =>
        [.. TableXml.TablesOf(made).SelectMany(static t => t.Columns.Cast<DataColumn>(), static (_, c) => c.DataType)];

    static void Read(IXmlSerializable target, SerializationInfo entries, Convention convention, Type[] own)
    {
        var told = EntryTexts.Of(entries);
        var (schema, rows) = (told.Schema, told.Rows);
        if (target is DataSet set && told.ExcludesSchema)
            set.SchemaSerializationMode = SchemaSerializationMode.ExcludeSchema;
        if (rows is null || (schema is null && target is not DataSet { SchemaSerializationMode: SchemaSerializationMode.ExcludeSchema }))
            throw new WireFormatException(
                $"The entries of a '{target.GetType()}' have no '{(rows is null ? TableEntries.Rows : TableEntries.Schema)}'.");
        // As the framework reads them: ends of lines stay what they are.
        using var reader = ReaderOf(
            Whole(target is DataSet { SchemaSerializationMode: SchemaSerializationMode.ExcludeSchema }, schema, rows));
        try
        {
            if (target is DataTable { DataSet: null } table && schema is not null)
                Prepare(table, schema, convention);
            TableXml.Read(target, reader, convention, own, others: told.EnumOf);
            if (!reader.EOF && reader.MoveToContent() != XmlNodeType.None)
                throw new WireFormatException(
                    $"The '{TableEntries.Schema}' or '{TableEntries.Rows}' of a '{target.GetType()}' is not one element.");
        }
        catch (XmlException e)
        {
            throw new WireFormatException(
                $"The '{TableEntries.Schema}' or '{TableEntries.Rows}' of a '{target.GetType()}' is no XML: {e.Message}", e);
        }
    }

    /// <summary>
    /// Gives a table of a class of its own the name and namespace that it had: as part of a typed set it had the set's, and rows of another
    /// namespace than the table's are passed over.
    /// </summary>
    static void Prepare(DataTable table, string schema, Convention convention)
    {
        var set = new DataSet();
        using var reader = ReaderOf(Whole(excludesSchema: false, schema, NoRows));
        TableXml.Read(set, reader, convention, TypesOf(table));
        if (set.Tables.Count > 0)
            (table.TableName, table.Namespace, table.Prefix) = (set.Tables[0].TableName, set.Tables[0].Namespace, set.Tables[0].Prefix);
    }

    static XmlTextReader ReaderOf(string text) =>
        new(new StringReader(text)) { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };

    /// <summary>Both in one element, which is what the set writes of itself where it is a part of a document.</summary>
    static string Whole(bool excludesSchema, string? schema, string rows) =>
        string.Concat(TableEntries.OpenTag(excludesSchema), TableEntries.WithoutDeclaration(schema ?? ""),
            TableEntries.WithoutDeclaration(rows), TableEntries.EndTag);
}
