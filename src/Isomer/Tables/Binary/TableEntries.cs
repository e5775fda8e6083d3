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

    /// <summary>A table alone.</summary>
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
        return XmlEntries.ReadTable(entries, convention, []);
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
        XmlEntries.Read((IXmlSerializable)target, entries, convention);
    }

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

    /// <summary>Rows whose columns nobody says.</summary>
    public static WireFormatException NoSchema() =>
        new("The set was written without its schema (SchemaSerializationMode.ExcludeSchema), so nothing says what its columns are: give the table of a new set of its class, which makes them.");

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
