using System.Data;
using System.Data.SqlTypes;
using System.Numerics;
using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Tabular;

#pragma warning disable SYSLIB0038, SYSLIB0050, SYSLIB0051 // the interface of an older age is what this is about

/// <summary>
/// DataSet and DataTable as the entries that they name of themselves (ISerializable), as BinaryFormatter and SoapFormatter wrote them: a
/// schema and a DiffGram, both text. Writing is the framework's, so the entries are. Reading is not the constructor that the framework has
/// for it, which takes any schema: both texts go through the gate of <see cref="TableXml"/>, as everywhere. The binary form is that of
/// <see cref="BinaryWriting"/> and <see cref="BinaryReading"/>.
/// </summary>
internal static class TableEntries
{
    /// <summary>The entries of the XML form.</summary>
    public const string Schema = "XmlSchema", Rows = "XmlDiffGram";

    /// <summary>What ends the element that both are put into.</summary>
    public const string EndTag = "</isomer>";

    /// <summary>Types that the entries hold beside text.</summary>
    public static IReadOnlyList<Type> Parts { get; } =
    [
        typeof(Version), typeof(SchemaSerializationMode), typeof(SerializationFormat),
        // Of the binary form.
        typeof(PropertyCollection), typeof(MappingType), typeof(DataSetDateTime), typeof(DateTimeOffset), typeof(BigInteger),
        typeof(SqlBoolean), typeof(SqlByte), typeof(SqlInt16), typeof(SqlInt32), typeof(SqlInt64), typeof(SqlSingle), typeof(SqlDouble),
        typeof(SqlMoney), typeof(SqlDecimal), typeof(SqlBinary), typeof(SqlDateTime), typeof(SqlGuid), typeof(SqlString), typeof(SqlBytes),
        typeof(SqlChars), typeof(SqlXml),
    ];

    /// <summary>
    /// Whether an entry is passed over: what XSD says of a column's type (System.Data.SimpleType), of which nothing is made.
    /// </summary>
    public static bool IsPassed(string name) => name.EndsWith(".SimpleType", StringComparison.Ordinal);

    /// <summary>What a set or table says of itself.</summary>
    public static void Write(object value, SerializationInfo entries, StreamingContext context)
    {
        if (!Features.Tables)
            throw Features.TablesAreLeftOut(value.GetType());
        if (value is DataSet { RemotingFormat: SerializationFormat.Binary } set)
            BinaryWriting.Write(set, entries);
        else if (value is DataTable { RemotingFormat: SerializationFormat.Binary } table)
            BinaryWriting.Write(table, entries);
        else
        {
            if (value is DataTable alone)
                TableNesting.CheckSchemaAbove(alone);
            if (value is System.ComponentModel.IListSource source)
                TableNesting.Check(source);
            try
            {
                ((ISerializable)value).GetObjectData(entries, context);
            }
            catch (Exception e) when (TableNesting.HasNoForm(e))
            {
                throw TableNesting.NoForm(value, e);
            }
        }
    }

    /// <summary>
    /// A table of its own is read as that of a set, and taken out of it, as its constructor does it: where a table has a namespace, what it
    /// reads of itself in documents does not find it again.
    /// </summary>
    public static DataTable ReadTable(SerializationInfo entries, Convention convention)
    {
        if (!Features.Tables)
            throw Features.TablesAreLeftOut(typeof(DataTable));
        if (PartsOf(entries) is Table parts)
        {
            var made = new DataTable();
            new TableMaking(new ColumnTypes(convention, isOpen: true)) { LinksRelations = true }.Make(parts, made);
            return made;
        }
        if (BinaryReading.IsBinary(entries))
        {
            var binary = new DataTable();
            BinaryReading.Read(binary, entries, convention);
            return binary;
        }
        var set = new DataSet();
        ReadInto(set, entries, convention);
        if (set.Tables.Count == 0)
            throw new WireFormatException($"The '{Schema}' of a '{typeof(DataTable)}' has no table.");
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

    /// <summary>Fills a set or table, whose constructor has run, from its entries.</summary>
    /// <param name="target">The set or table.</param>
    /// <param name="entries">What stands in the payload.</param>
    /// <param name="convention">Whose subtypes of object may be types of columns.</param>
    public static void ReadInto(object target, SerializationInfo entries, Convention convention)
    {
        if (!Features.Tables)
            throw Features.TablesAreLeftOut(target.GetType());
        OwnEntries.Check(target.GetType(), target is DataSet ? typeof(DataSet) : typeof(DataTable), entries);
        if (PartsOf(entries) is { } parts)
        {
            var making = new TableMaking(new ColumnTypes(convention, isOpen: true)) { LinksRelations = true };
            if (target is DataSet madeSet && parts is TableSet setParts)
                making.Make(setParts, madeSet);
            else
                making.Make((Table)parts, (DataTable)target);
            return;
        }
        if (BinaryReading.IsBinary(entries))
        {
            if (target is DataSet wholeSet)
                BinaryReading.Read(wholeSet, entries, convention);
            else
                BinaryReading.Read((DataTable)target, entries, convention);
            return;
        }
        string? schema = null, rows = null;
        Func<string, Type?>? others = null;
        foreach (var entry in entries)
            switch (entry.Name)
            {
                case Schema:
                    schema = Text(entry);
                    others = entry.Value is KnownSchema known ? known.EnumOf : null;
                    break;
                case Rows:
                    rows = Text(entry);
                    break;
                case "SchemaSerializationMode.DataSet" when target is DataSet set && ExcludesSchema(entry):
                    set.SchemaSerializationMode = SchemaSerializationMode.ExcludeSchema;
                    break;
            }
        if (rows is null || (schema is null && target is not DataSet { SchemaSerializationMode: SchemaSerializationMode.ExcludeSchema }))
            throw new WireFormatException($"The entries of a '{target.GetType()}' have no '{(rows is null ? Rows : Schema)}'.");
        // As the framework reads them: ends of lines stay what they are.
        using var reader = ReaderOf(
            Whole(target is DataSet { SchemaSerializationMode: SchemaSerializationMode.ExcludeSchema }, schema, rows));
        try
        {
            if (target is DataTable { DataSet: null } table && schema is not null)
                Prepare(table, schema, convention);
            // The constructor that the framework calls begins with a set that has nothing yet, whatever the usual one makes; without its
            // schema the set has the tables of its class.
            Type[] own = [];
            if (schema is not null && target is DataSet { SchemaSerializationMode: SchemaSerializationMode.IncludeSchema } made
                && made.GetType() != typeof(DataSet) && SelfSerializing.HasConstructor(made.GetType()))
            {
                own = [.. TableXml.TablesOf(made).SelectMany(static t => t.Columns.Cast<DataColumn>(), static (_, c) => c.DataType)];
                made.Reset();
                made.ExtendedProperties.Clear();
            }
            TableXml.Read((IXmlSerializable)target, reader, convention, own, others: others);
            if (!reader.EOF && reader.MoveToContent() != XmlNodeType.None)
                throw new WireFormatException($"The '{Schema}' or '{Rows}' of a '{target.GetType()}' is not one element.");
        }
        catch (XmlException e)
        {
            throw new WireFormatException($"The '{Schema}' or '{Rows}' of a '{target.GetType()}' is no XML: {e.Message}", e);
        }
    }

    /// <summary>
    /// Gives a table of a class of its own the name and namespace that it had: as part of a typed set it had the set's, and rows of another
    /// namespace than the table's are passed over. Where its constructor made columns, the framework leaves these as they are and passes
    /// over what has none; so it gets those that the schema has besides, and keeps none that the schema has not, and no row.
    /// </summary>
    static void Prepare(DataTable table, string schema, Convention convention)
    {
        var set = new DataSet();
        using var reader = ReaderOf(Whole(excludesSchema: false, schema, NoRows));
        Type[] own = [.. table.Columns.Cast<DataColumn>().Select(static c => c.DataType)];
        TableXml.Read(set, reader, convention, own);
        if (set.Tables.Count == 0)
            return;
        (table.TableName, table.Namespace, table.Prefix) = (set.Tables[0].TableName, set.Tables[0].Namespace, set.Tables[0].Prefix);
        if (table.Columns.Count > 0 && SelfSerializing.HasConstructor(table.GetType()))
            ClassColumns.Align(table, set.Tables[0]);
    }

    const string NoRows = "<diffgr:diffgram xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\" />";

    static XmlTextReader ReaderOf(string text) =>
        new(new StringReader(text)) { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };

    /// <summary>The table of this name, or the only one.</summary>
    public static Table Named(Table?[] tables, string? name)
    {
        if (name is null)
            return tables is [{ } only] ? only
                : throw new WireFormatException(
                    $"The payload has {tables.Length} tables: name one of {string.Join(", ", tables.Take(20).Select(static t => $"'{t?.Name}'"))}.");
        return Array.FindAll(tables, t => t?.Name == name) switch
        {
            [{ } one] => one,
            [] => throw new WireFormatException($"The payload has no table '{name}'."),
            _ => throw new WireFormatException($"The payload has several tables '{name}', in different namespaces: read the set."),
        };
    }

    /// <summary>A table of the parts that a format has made of another form.</summary>
    public static Table TableOf(SerializationInfo entries, string? name) =>
        Named(PartsOf(entries) is TableSet set ? set.Tables : [(Table?)PartsOf(entries)], name);

    /// <summary>Parts that a format has made of another form.</summary>
    static object? PartsOf(SerializationInfo entries)
    {
        foreach (var entry in entries)
            return entry.Value is TableSet or Table ? entry.Value : null;
        return null;
    }

    /// <summary>Whether the set was written without its schema, which its class makes.</summary>
    public static bool ExcludesSchema(SerializationEntry entry) =>
        Convert.ToInt32(entry.Value, null) == (int)SchemaSerializationMode.ExcludeSchema;

    /// <summary>Rows whose columns nobody says.</summary>
    public static WireFormatException NoSchema() =>
        new("The set was written without its schema (SchemaSerializationMode.ExcludeSchema), so nothing says what its columns are: give the table of a new set of its class, which makes them.");

    /// <summary>The text of an entry.</summary>
    public static string Text(SerializationEntry entry) =>
        entry.Value as string ?? (entry.Value as KnownSchema)?.Text ?? throw new WireFormatException($"The entry '{entry.Name}' of a table is no text.");

    /// <summary>Both in one element, which is what the set writes of itself where it is a part of a document.</summary>
    static string Whole(bool excludesSchema, string? schema, string rows) =>
        string.Concat(OpenTag(excludesSchema), WithoutDeclaration(schema ?? ""), WithoutDeclaration(rows), EndTag);

    /// <summary>What begins that element.</summary>
    public static string OpenTag(bool excludesSchema) =>
        excludesSchema
            ? "<isomer xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\" msdata:SchemaSerializationMode=\"ExcludeSchema\">"
            : "<isomer>";

    /// <summary>A text without what declares it a document of its own.</summary>
    public static ReadOnlySpan<char> WithoutDeclaration(string text)
    {
        var rest = text.AsSpan().TrimStart("\uFEFF \t\r\n");
        return rest.StartsWith("<?xml ", StringComparison.Ordinal) && rest.IndexOf("?>", StringComparison.Ordinal) is > 0 and var end
            ? rest[(end + 2)..]
            : rest;
    }
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
