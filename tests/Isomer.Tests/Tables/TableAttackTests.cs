using System.Collections;
using System.Data;
using System.Net;
using System.Net.Sockets;
using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;
using Isomer.Tabular;
using Isomer.Tests.Formats.OfNrbf;
using Isomer.Tests.Safety;
using Xunit;
using static Isomer.Tests.OfTables.TableXmlParts;

#pragma warning disable SYSLIB0038, SYSLIB0050, SYSLIB0051 // payloads as others write them

namespace Isomer.Tests.OfTables;

/// <summary>
/// The table of docs/security.md: each form that carries a DataSet by each attack on it. Whatever is done, the answer is a
/// WireFormatException, or a set where that costs no more than what came; in seconds, and memory in proportion. What could end the process
/// as well is in <see cref="TableDangers"/>.
/// </summary>
[JudgedAlone("times")]
public class TableAttackTests(ITestOutputHelper output)
{
    // Hours, where it goes wrong; a busy machine takes a minute for seconds.
    static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    /// <summary>An attack by a schema and rows in XML. (What may be taken is harmless where it is.)</summary>
    sealed record Attack(string Name, string Content, bool MayBeTaken = false);

    static readonly string s_row = Row(0, "<a>1</a>");

    /// <summary>The schema with more in it, behind the set's element type: keys, say.</summary>
    static string Keyed(string keys, string columns, string rows) =>
        Content(columns, rows)
            .Replace("</xs:complexType></xs:element></xs:schema>", $"</xs:complexType>{keys}</xs:element></xs:schema>",
                StringComparison.Ordinal);

    static string Beside(string more, string content) =>
        content.Replace("<xs:element name=\"S\"", more + "<xs:element name=\"S\"", StringComparison.Ordinal);

    static string Key(string kind, string name, string more, string field = "a") =>
        $"<xs:{kind} name=\"{name}\" {more}><xs:selector xpath=\".//T\"/><xs:field xpath=\"{field}\"/></xs:{kind}>";

    static string Times(int count, Func<int, string> part) => string.Concat(Enumerable.Range(0, count).Select(part));

    static IEnumerable<Attack> Attacks(string place) =>
    [
        // Claims of size.
        new("a row at place two billion", Content(Column("a"), Row(2_000_000_000, "<a>1</a>"))),
        new("room for two billion rows",
            Content(Column("a"), s_row)
                .Replace("<xs:element name=\"T\">", "<xs:element name=\"T\" msdata:MinimumCapacity=\"2000000000\">",
                    StringComparison.Ordinal), true),
        new("a billion columns side by side", Content(Column("a", "xs:int", "maxOccurs=\"1000000000\""), s_row), true),
        new("at least a billion columns", Content("<xs:element name=\"a\" type=\"xs:int\" minOccurs=\"1000000000\"/>", s_row), true),
        new("groups within groups", Content("<xs:group ref=\"G30\"/>", s_row).Replace("<xs:element name=\"S\"",
            "<xs:group name=\"G0\"><xs:choice>" + Column("a") + "</xs:choice></xs:group>" + Times(30, static i =>
                $"<xs:group name=\"G{i + 1}\"><xs:choice><xs:group ref=\"G{i}\"/><xs:group ref=\"G{i}\"/></xs:choice></xs:group>")
            + "<xs:element name=\"S\"", StringComparison.Ordinal)),
        new("groups of attributes within groups", Content(Column("a") + "</xs:sequence><xs:attributeGroup ref=\"G40\"/>", s_row)
            .Replace("</xs:sequence></xs:complexType>", "</xs:complexType>", StringComparison.Ordinal).Replace("<xs:element name=\"S\"",
            "<xs:attributeGroup name=\"G0\"/>" + Times(40, static i =>
                $"<xs:attributeGroup name=\"G{i + 1}\"><xs:attributeGroup ref=\"G{i}\"/><xs:attributeGroup ref=\"G{i}\"/></xs:attributeGroup>")
            + "<xs:element name=\"S\"", StringComparison.Ordinal)),
        new("rows of nothing in a thousand columns", Content(Times(1000, i => Column("c" + i)), Rows(10_000, _ => ""))),
        new("a number that counts from the end",
            Content(Column("a", "xs:long",
                "msdata:AutoIncrement=\"true\" msdata:AutoIncrementSeed=\"9223372036854775807\" msdata:AutoIncrementStep=\"9223372036854775807\""),
                    Rows(3, _ => "")), true),
        // Expressions.
        new("an expression of 58 KB", Content(Column("a") + Computed("b", string.Concat(Enumerable.Repeat("1+", 29_000)) + "1"), s_row)),
        new("doubled sixty times", Content(Column("c0") + Times(60, i => Computed($"c{i + 1}", $"c{i} + c{i}")), Row(0, "<c0>1</c0>"))),
        new("of itself", Content(Computed("a", "b + 1") + Computed("b", "a + 1"), "")),
        new("sums in each row", Content(Column("a") + Computed("b", "a / Sum(a)"), Rows(8000, _ => "<a>1</a>"))),
        new("texts put together",
            Content(Column("c0", "xs:string") + Times(20, i => Computed($"c{i + 1}", $"c{i} + c{i}", "xs:string")),
                Row(0, $"<c0>{new string('x', 10_000)}</c0>"))),
        new("a type by its name in an expression", Content(Column("a") + Computed("b", "Convert(a, 'Evil.Type, Evil')"), s_row)),
        // Constraints.
        new("a key that refers to itself", Keyed(Key("keyref", "k", "refer=\"k\""), Column("a"), s_row)),
        new("a key that refers to nothing", Keyed(Key("keyref", "k", "refer=\"none\""), Column("a"), s_row)),
        new("keys that refer to each other",
            Keyed(Key("unique", "u", "") + Key("unique", "v", "", "b")
                + Key("keyref", "k", "refer=\"u\" msdata:ConstraintOnly=\"true\"", "b")
                + Key("keyref", "l", "refer=\"v\" msdata:ConstraintOnly=\"true\""), Column("a") + Column("b"),
                    Rows(50, i => $"<a>{i}</a><b>{i}</b>")), true),
        new("a relation of a table to itself that nests",
            Keyed(Key("unique", "u", "") + Key("keyref", "k", "refer=\"u\" msdata:IsNested=\"true\"", "b"), Column("a") + Column("b"),
                Rows(50, i => $"<a>{i}</a><b>{(i + 1) % 50}</b>")), true),
        new("ten thousand keys", Keyed(Times(10_000, i => Key("unique", "u" + i, "")), Column("a"), s_row)),
        new("three hundred keys over all rows",
            Keyed(Times(300, i => Key("unique", "u" + i, "", "c" + i)), Times(300, i => Column("c" + i)),
                Rows(50, i => Times(300, k => $"<c{k}>{i}</c{k}>"))), true),
        // Schemas.
        new("types of two of the type before",
            Beside("<xs:complexType name=\"t0\"><xs:sequence/></xs:complexType>"
                + Times(40,
                    i => $"<xs:complexType name=\"t{i + 1}\"><xs:sequence><xs:element name=\"x\" type=\"t{i}\"/><xs:element name=\"y\" type=\"t{i}\"/></xs:sequence></xs:complexType>"), Content(Column("a", "t40"), s_row)), true),
        new("nine thousand types, each in the next",
            Beside(Times(9000,
                i => $"<xs:complexType name=\"t{i}\"><xs:sequence><xs:element name=\"x\" type=\"t{i + 1}\"/></xs:sequence></xs:complexType>") + "<xs:complexType name=\"t9000\"><xs:sequence/></xs:complexType>", Content(Column("a"), s_row))),
        new("ten thousand sequences in each other",
            Content(string.Concat(Enumerable.Repeat("<xs:sequence>", 10_000)) + Column("a")
                + string.Concat(Enumerable.Repeat("</xs:sequence>", 10_000)), s_row)),
        new("twenty thousand columns", Content(Times(20_000, i => Column("c" + i)), s_row)),
        new("twelve thousand tables",
            Content(Column("a"), s_row)
                .Replace("<xs:element name=\"T\">",
                    Times(12_000,
                        i => $"<xs:element name=\"T{i}\"><xs:complexType><xs:sequence><xs:element name=\"a\"/></xs:sequence></xs:complexType></xs:element>") + "<xs:element name=\"T\">", StringComparison.Ordinal)),
        new("a pattern that never ends",
            Content($"<xs:element name=\"a\" default=\"{new string('a', 60)}\"><xs:simpleType><xs:restriction base=\"xs:string\"><xs:pattern value=\"(a+)+b\"/></xs:restriction></xs:simpleType></xs:element>", Row(0, $"<a>{new string('a', 60)}</a>")), true),
        new("a group of itself",
            Beside("<xs:group name=\"g\"><xs:sequence><xs:group ref=\"g\"/><xs:group ref=\"g\"/></xs:sequence></xs:group>",
                Content("<xs:group ref=\"g\"/>", s_row))),
        new("a type that extends itself",
            Beside("<xs:complexType name=\"t\"><xs:complexContent><xs:extension base=\"t\"/></xs:complexContent></xs:complexType>",
                Content(Column("a", "t"), s_row)), true),
        new("elements that stand for each other",
            Beside("<xs:element name=\"x\" substitutionGroup=\"y\"/><xs:element name=\"y\" substitutionGroup=\"x\"/>",
                Content("<xs:element ref=\"x\"/>", s_row)), true),
        new("10,000 rows in rows",
            Content(Column("a"), string.Concat(Enumerable.Repeat("<T>", 10_000)) + string.Concat(Enumerable.Repeat("</T>", 10_000)))),
        // Addresses.
        new("an include", Beside($"<xs:include schemaLocation=\"{place}a.xsd\"/>", Content(Column("a"), s_row))),
        new("an import", Beside($"<xs:import namespace=\"urn:a\" schemaLocation=\"{place}b.xsd\"/>", Content(Column("a"), s_row))),
        new("a redefinition", Beside($"<xs:redefine schemaLocation=\"{place}c.xsd\"/>", Content(Column("a"), s_row))),
        new("an import from a file",
            Beside("<xs:import namespace=\"urn:a\" schemaLocation=\"file:///etc/passwd\"/>", Content(Column("a"), s_row))),
        new("where a schema is said to be",
            Content(Column("a"),
                Row(0, "<a>1</a>", $"xsi:schemaLocation=\"urn:a {place}d.xsd\" xsi:noNamespaceSchemaLocation=\"{place}e.xsd\"")), true),
        new("a base", Content(Column("a"), s_row).Replace("<xs:schema ", $"<xs:schema xml:base=\"{place}\" ", StringComparison.Ordinal),
            true),
    ];

    /// <summary>Ways of XML: those in which a document carries a set, and the set's own documents.</summary>
    static readonly (string Name, Func<string, byte[]> Wrap, Func<byte[], object?> Read)[] s_ways =
    [
        .. TableXmlForm.All.Select(
            f => (f.Name, (Func<string, byte[]>)(c => f.Wrap(c, typeof(DataSet))),
                (Func<byte[], object?>)(b => f.Read(b, typeof(DataSet))))),
        .. ((System.Data.XmlReadMode[])[XmlReadMode.Auto, XmlReadMode.ReadSchema, XmlReadMode.InferSchema, XmlReadMode.Fragment]).Select(
            m => ($"DataXml, {m}", (Func<string, byte[]>)Rooted,
                (Func<byte[], object?>)(b => DataXml.Deserialize<DataSet>(b, new DataXmlOptions { ReadMode = m })))),
        ("DataXml of rows",
            c => Rooted(
                Regex.Replace(c,
                    "</?diffgr:diffgram[^>]*>|</?S[ >][^>]*>|<S xmlns=\"\">|</S>|diffgr:[A-Za-z]+=\"[^\"]*\"|msdata:rowOrder=\"[^\"]*\"",
                    "")), b => DataXml.Deserialize<DataSet>(b)),
        ("rows from a stream", Rooted, Streamed),
        // A DiffGram has no schema of its own: what it may say is said into columns that are there.
        ("DataXml, a DiffGram into columns",
            c => Encoding.UTF8.GetBytes(c[Math.Max(0, c.IndexOf("<diffgr:diffgram", StringComparison.Ordinal))..]), IntoColumns),
        ("DataXml, a schema alone",
            c => Encoding.UTF8.GetBytes(
                Regex.Replace(c[..Math.Max(0, c.IndexOf("<diffgr:diffgram", StringComparison.Ordinal))], "^\\s+", "")), Described),
        .. TableXmlForm.All.Where(static f => f.Name is "Nrbf" or "Soap")
            .Select(f =>
                ($"{f.Name}'s rows", (Func<string, byte[]>)(c => f.Wrap(c, typeof(DataSet))),
                    (Func<byte[], object?>)(b => OfEntries(b, null, f.Name == "Soap")))),
    ];

    static DataSet IntoColumns(byte[] diffGram)
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        foreach (string name in (string[])["a", "b", "c0"])
            table.Columns.Add(name, typeof(string));
        DataXml.Fill(set, diffGram, new DataXmlOptions { ReadMode = XmlReadMode.DiffGram });
        return set;
    }

    static DataSet Described(byte[] schema)
    {
        var set = new DataSet();
        DataXml.ReadXmlSchema(set, schema);
        return set;
    }

    static bool IsOfRows(string entry) => entry is "DataSet.Tables.Count" || entry.EndsWith(".Count", StringComparison.Ordinal);

    static object? OfEntries(byte[] payload, string? table, bool isSoap)
    {
        var stream = new MemoryStream(payload);
        using var reader = (isSoap ? Isomer.Tables.ReadSoapAsync(stream, table) : Isomer.Tables.ReadNrbfAsync(stream, table)).AsTask()
            .GetAwaiter().GetResult();
        return Counted(reader);
    }

    static byte[] Rooted(string content) => Encoding.UTF8.GetBytes($"<S>{content}</S>");

    static object? Streamed(byte[] document)
    {
        using var reader = Isomer.Tables.ReadXmlAsync(new MemoryStream(document)).GetAwaiter().GetResult();
        return Counted(reader);
    }

    static int Counted(IDataReader reader)
    {
        int rows = 0;
        while (reader.Read())
            rows++;
        return rows;
    }

    /// <summary>Reads it, and says what is wrong with the answer; null if nothing is.</summary>
    static string? Problem(Func<object?> read, int size, bool mayBeTaken)
    {
        var watch = ThreadTime.Start();
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Record.Exception(read);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        return error is null && !mayBeTaken ? "taken"
            : error is not (null or WireFormatException) ? $"{error.GetType().Name}: {error.Message}"
            : watch.Elapsed > s_limit ? $"{watch.Elapsed.TotalSeconds:N1} s"
            : allocated > (size * 350L) + (40L << 20) ? $"{allocated:N0} bytes of memory for {size:N0}" : null;
    }

    [Fact]
    public void In_each_form_of_XML()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        string place = $"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/";
        var problems = new List<string>();
        int cells = 0;
        foreach (var attack in Attacks(place))
            foreach (var (name, wrap, read) in s_ways)
            {
                cells++;
                byte[] document = wrap(attack.Content);
                // Where the framework reads rows it may ignore what a mode tells it to ignore, and infers instead.
                bool mayBeTaken = attack.MayBeTaken
                    || (name.StartsWith("DataXml", StringComparison.Ordinal)
                        && !attack.Content.Contains("schemaLocation=", StringComparison.Ordinal)) || name == "rows from a stream"
                            || name.EndsWith("'s rows", StringComparison.Ordinal)
                    // The attack is in the part that this way does not have.
                    || name == "DataXml, a DiffGram into columns" || name == "DataXml, a schema alone";
                if (Problem(() => read(document), document.Length, mayBeTaken) is { } problem)
                    problems.Add($"{attack.Name}, {name}: {problem}");
            }
        output.WriteLine($"{cells} cells");
        Assert.True(problems.Count == 0, string.Join('\n', problems));
        Assert.False(listener.Pending(), "an address of the input was asked");
    }

    static DataSet Small()
    {
        var set = new DataSet("S") { RemotingFormat = SerializationFormat.Binary };
        foreach (string name in new[] { "T", "U" })
        {
            var table = set.Tables.Add(name);
            table.Columns.Add("a", typeof(int));
            table.Columns.Add("b", typeof(int));
            table.Columns.Add("c", typeof(int), "a * 2");
            for (int i = 0; i < 20; i++)
                table.Rows.Add(i, i);
        }
        return set;
    }

    /// <summary>A set's own entries, some of them as somebody else would have them.</summary>
    [Serializable]
    sealed class Forged(DataSet set, Dictionary<string, object> instead) : ISerializable
    {
        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            var own = new SerializationInfo(typeof(DataSet), new FormatterConverter());
            set.GetObjectData(own, context);
            info.SetType(typeof(DataSet));
            foreach (var entry in own)
                info.AddValue(entry.Name, instead.TryGetValue(entry.Name, out object? value) ? value : entry.Value);
        }
    }

    static readonly string s_long = string.Concat(Enumerable.Repeat("1+", 29_000)) + "1";

    static ArrayList Keys(int count, params object[] key) =>
        new(Enumerable.Range(0, count).Select(i => new ArrayList(key.Select(k => k is string text ? text + i : k).ToArray())).ToArray());

    static readonly Dictionary<string, Dictionary<string, object>> s_forgeries = new()
    {
        ["two billion tables"] = new() { ["DataSet.Tables.Count"] = int.MaxValue },
        ["fewer than no tables"] = new() { ["DataSet.Tables.Count"] = -1 },
        ["two billion rows"] = new() { ["DataTable_0.Rows.Count"] = int.MaxValue },
        ["two billion records"] = new() { ["DataTable_0.Records.Count"] = int.MaxValue },
        ["two billion of both"] = new() { ["DataTable_0.Rows.Count"] = int.MaxValue, ["DataTable_0.Records.Count"] = int.MaxValue },
        ["rows of nothing"] = new()
        {
            ["DataTable_0.Rows.Count"] = 10_000_000,
            ["DataTable_0.Records.Count"] = 10_000_000,
            ["DataTable_0.RowStates"] = new BitArray(30_000_000)
        },
        ["an expression of 58 KB"] = new() { ["DataTable_0.DataColumn_2.Expression"] = s_long },
        ["of itself"] = new() { ["DataTable_0.DataColumn_2.Expression"] = "c + 1" },
        ["a type by its name in an expression"] = new() { ["DataTable_0.DataColumn_2.Expression"] = "Convert(a, 'Evil.Type, Evil')" },
        ["keys of columns that are not there"] = new()
        { ["DataTable_0.Constraints"] = Keys(1, "u", new[] { 7 }, false, new PropertyCollection()) },
        ["a hundred thousand keys"] = new()
        { ["DataTable_0.Constraints"] = Keys(100_000, "U", "u", new[] { 0 }, false, new PropertyCollection()) },
        ["relations to tables that are not there"] = new()
        { ["DataSet.Relations"] = Keys(1, "r", new[] { 0, 0 }, new[] { 9, 0 }, false, new PropertyCollection()) },
        ["relations of a table to itself that nest"] = new()
        { ["DataSet.Relations"] = Keys(2, "r", new[] { 0, 0 }, new[] { 0, 0 }, true, new PropertyCollection()) },
    };

    static readonly SoapOptions s_soap = new() { KnownTypes = [typeof(DataSet)] };

    [Fact]
    public void In_the_binary_form()
    {
        var problems = new List<string>();
        foreach (var (name, instead) in s_forgeries)
        {
            byte[] payload = NrbfTests.Original(new Forged(Small(), instead));
            if (Problem(() => Nrbf.Deserialize<DataSet>(payload), payload.Length, mayBeTaken: false) is { } problem)
                problems.Add($"{name}, Nrbf: {problem}");
            // Of the rows of one table nothing is asked of expressions, keys and relations, of which nothing is made.
            if (Problem(() => OfEntries(payload, "T", isSoap: false), payload.Length,
                mayBeTaken: !instead.Keys.Any(IsOfRows)) is { } ofRows)
                problems.Add($"{name}, Nrbf's rows: {ofRows}");
            // The same in an envelope, where it is a text or number.
            string envelope = Encoding.UTF8.GetString(Soap.Serialize(Small(), s_soap));
            string forged = instead.Where(i => i.Value is int or string)
                .Aggregate(envelope,
                    (text, i) =>
                        Regex.Replace(text, $"(<{Regex.Escape(i.Key)}( [^>]*)?>)[^<]*<",
                            m => $"{m.Groups[1].Value}{System.Security.SecurityElement.Escape(i.Value.ToString())}<"));
            if (forged != envelope
                && Problem(() => Soap.Deserialize<DataSet>(Encoding.UTF8.GetBytes(forged), s_soap), forged.Length,
                    mayBeTaken: false) is { } other)
                problems.Add($"{name}, Soap: {other}");
            if (forged != envelope
                && Problem(() => OfEntries(Encoding.UTF8.GetBytes(forged), "T", isSoap: true), forged.Length,
                    mayBeTaken: !instead.Keys.Any(IsOfRows)) is { } ofEnvelope)
                problems.Add($"{name}, Soap's rows: {ofEnvelope}");
        }
        Assert.True(problems.Count == 0, string.Join('\n', problems));
    }

    static readonly (string Name, Func<TableSet, byte[]> Write, Func<byte[], object?> Read)[] s_full =
    [
        ("Json", v => Json.Serialize(v), b => Json.Deserialize<DataSet>(b)),
        ("Json, reflected", v => Json.Serialize(v),
            b => Json.Deserialize<DataSet>(b, new JsonOptions { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) })),
        ("Compact", v => Compact.Serialize(v), b => Compact.Deserialize<DataSet>(b)),
        ("Protobuf", v => Protobuf.Serialize(v), b => Protobuf.Deserialize<DataSet>(b)),
    ];

    static TableSet Full(string states, IEnumerable<TableColumn> columns, TableConstraint[]? constraints = null,
        TableRelation[]? relations = null, int? room = null) =>
        new()
        {
            Name = "S",
            Tables = [
                new Isomer.Tabular.Table
                    { Name = "T", States = states, Columns = [.. columns], Constraints = constraints, MinimumCapacity = room }],
            Relations = relations
        };

    static TableColumn Plain(string name, int rows, params int[] nulls) =>
        new() { Name = name, Type = "Int32", Values = new TableValues { Int32s = [.. Enumerable.Range(0, rows - nulls.Length)] } };

    static TableColumn Made(string name, string expression) => new() { Name = name, Type = "Int32", Expression = expression };

    [Fact]
    public void In_the_full_form()
    {
        var own = new ForeignKey { Table = 0, Columns = [0] };
        (string Name, TableSet Set, bool MayBeTaken)[] attacks =
        [
            ("rows without values", Full(new string('U', 1_000_000), [Plain("a", 0)]), false),
            ("rows of nothing in a thousand columns",
                Full(new string('U', 10_000), Enumerable.Range(0, 1000).Select(i => Made("c" + i, "1"))), false),
            ("room for two billion rows", Full("U", [Plain("a", 1)], room: int.MaxValue), true),
            ("an expression of 58 KB", Full("U", [Plain("a", 1), Made("b", s_long)]), false),
            ("doubled sixty times", Full("U", [Plain("c0", 1), .. Enumerable.Range(0, 60).Select(i => Made($"c{i + 1}", $"c{i} + c{i}"))]),
                false),
            ("of itself", Full("U", [Made("a", "b + 1"), Made("b", "a + 1")]), false),
            ("sums in each row", Full(new string('U', 8000), [Plain("a", 8000), Made("b", "a / Sum(a)")]), false),
            ("a type by its name in an expression", Full("U", [Plain("a", 1), Made("b", "Convert(a, 'Evil.Type, Evil')")]), false),
            ("a key that refers to itself",
                Full("UU", [Plain("a", 2), Plain("b", 2)], [new TableConstraint { Name = "k", Columns = [0], Parent = own }]), true),
            ("a key that refers to nothing",
                Full("U", [Plain("a", 1)],
                    [new TableConstraint { Name = "k", Columns = [0], Parent = new ForeignKey { Table = 5, Columns = [0] } }]), false),
            ("twenty thousand keys",
                Full("U", [Plain("a", 1)],
                    [.. Enumerable.Range(0, 20_000).Select(i => new TableConstraint { Name = "k" + i, Columns = [0] })]), false),
            ("a relation of a table to itself that nests",
                Full("UU", [Plain("a", 2), Plain("b", 2)], null,
                    [new TableRelation { Name = "r", Parent = 0, ParentColumns = [0], Child = 0, ChildColumns = [1], Nested = true }]),
                        true),
        ];
        var problems = new List<string>();
        foreach (var (name, set, mayBeTaken) in attacks)
            foreach (var (form, write, read) in s_full)
            {
                byte[] payload = write(set);
                if (Problem(() => read(payload), payload.Length, mayBeTaken) is { } problem)
                    problems.Add($"{name}, {form}: {problem}");
            }
        Assert.True(problems.Count == 0, string.Join('\n', problems));
    }
}
