using System.Collections;
using System.Data;
using System.Numerics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// What is kept from one call to the next is bounded: names, types, layouts, paths and namespaces that input or options bring, thousands of
/// them, stay nowhere. The whole process is weighed, so these tests run in a process of their own (<see cref="FilledTableProcessTests"/>):
/// weighing the five gigabytes that all other tests hold took 200 seconds.
/// </summary>
public class FilledTableTests
{
    const int Many = 4000;

    // What thousands may leave behind: less than 500 bytes of each.
    const long Most = 2_000_000;

    [DataContract(Namespace = "urn:filled")]
    public class Thing
    {
        [DataMember]
        public int A { get; set; }

        [DataMember]
        public string? S { get; set; }

        [DataMember]
        public object? O { get; set; }

        [DataMember]
        public DayOfWeek Day { get; set; }

        [DataMember]
        public List<Thing>? Things { get; set; }
    }

    static byte[] Utf8(string text) => Encoding.UTF8.GetBytes(text);

    // Long enough to be told from what else goes on.
    static string Name(int i) => $"n{i}_{new string('x', 500)}";

    static readonly Dictionary<string, Action<int>> s_fill = new()
    {
        ["Json: names of nodes"] = i => Json.ParseNode(Utf8($"{{\"{Name(i)}\":1}}")),
        ["Json: unknown members"] = i => Json.Deserialize<Thing>(Utf8($"{{\"{Name(i)}\":1}}")),
        ["Json: names of untyped objects"] = i => Json.Deserialize<object>(Utf8($"{{\"{Name(i)}\":1}}")),
        ["Json: $type"] = i => Json.Deserialize<Thing>(Utf8($"{{\"$type\":\"{Name(i)}\"}}")),
        ["Json: enum names"] = i => Json.Deserialize<Thing>(Utf8($"{{\"Day\":\"{Name(i)}\"}}"), new JsonOptions { EnumsAsNames = true }),
        ["Json: options"] = i =>
            Json.Deserialize<Thing>("{}"u8,
                new JsonOptions
                {
                    NewLine = i % 2 == 0 ? "\n" : "\r\n",
                    IndentSize = i % 100,
                    Limits = new Limits { MaxItems = i + 10, MaxDepth = (i % 60) + 3 }
                }),
        ["Json: columns of rows"] =
            i => Json.Deserialize<DataTable>(Utf8($"[{{\"{Name(i)}\":1}}]"), new JsonOptions { Tables = TableForm.Rows }),
        ["Json: types of columns"] =
            i => Json.Deserialize<DataTable>(Utf8($$"""{"Name":"T","Columns":[{"Name":"a","Type":"{{Name(i)}}"}]}""")),
        ["FastJson: $type"] = i => Json.Deserialize<object>(Utf8($"{{\"$type\":\"{Name(i)}, A{i}\"}}"), JsonOptions.FastJson),
        ["FastJson: $types"] =
            i => Json.Deserialize<object>(Utf8($"{{\"$types\":{{\"{Name(i)}, A{i}\":\"1\"}},\"$type\":\"1\"}}"), JsonOptions.FastJson),
        ["FastJson: options"] =
            i => Json.Deserialize<Thing>("{}"u8, JsonOptions.FastJson with { Limits = new Limits { MaxItems = i + 10 } }),
        ["Graph: $type"] = i => Json.Deserialize<object>(Utf8($"{{\"$type\":\"{Name(i)}\"}}"), JsonOptions.Graph),
        ["Graph: generic $type"] = i => Json.Deserialize<object>(Utf8($"{{\"$type\":\"List<{Name(i)}>\"}}"), JsonOptions.Graph),
        ["Compact: layouts"] = i => Compact.Deserialize<Thing>(Layout(i)),
        ["Compact: layouts as nodes"] = i => Compact.ParseNode(Layout(i)),
        ["Compact: options"] = i =>
            Compact.Deserialize<Thing>(Compact.Serialize(new Thing(), new CompactOptions { Limits = new Limits { MaxItems = i + 10 } })),
        ["ContractXml: i:type"] = i => ContractXml.Deserialize<Thing>(Contract($"<O i:type='p:{Name(i)}' xmlns:p='urn:{Name(i)}'/>")),
        ["ContractXml: namespaces"] = i => ContractXml.Deserialize<Thing>(Contract($"<p:u xmlns:p='urn:{Name(i)}'/>")),
        ["ContractXml: elements"] = i => ContractXml.Deserialize<Thing>(Contract($"<{Name(i)}/>")),
        ["ContractXml: nodes"] = i => ContractXml.Format.ParseNode(Contract($"<{Name(i)} xmlns='urn:{Name(i)}'/>")),
        ["ContractXml: names of the root"] = i => ContractXml.Serialize(new Thing(), new ContractXmlOptions { RootName = Name(i) }),
        ["ContractXml: options"] = i =>
            ContractXml.Serialize(new Thing(),
                new ContractXmlOptions { KnownTypes = [typeof(int), typeof(Thing)], MaxItemsInObjectGraph = i + 100 }),
        ["ContractXml: dictionaries"] =
            i => ContractXml.Serialize(new Thing(), ContractXmlOptions.Binary with { Dictionary = new XmlDictionary() }),
        ["ContractXml: serializers"] =
            i => new ContractXmlSerializer(typeof(Thing), Name(i), "urn:filled").WriteObject(Stream.Null, new Thing()),
        ["NetDataContract: z:Type"] = i =>
            ContractXml.Deserialize<Thing>(Contract($"<O z:Type='{Name(i)}' z:Assembly='A{i}'/>"),
                new ContractXmlOptions { NetDataContract = true }),
        ["ContractJson: __type"] = i => ContractJson.Deserialize<Thing>(Utf8($"{{\"O\":{{\"__type\":\"{Name(i)}:#urn{i}\"}}}}")),
        ["ContractJson: names"] = i => ContractJson.Deserialize<Thing>(Utf8($"{{\"{Name(i)}\":1}}")),
        ["ContractJson: options"] =
            i => ContractJson.Serialize(new Thing(), new ContractJsonOptions { Limits = new Limits { MaxItems = i + 10 } }),
        ["Xml: xsi:type"] = i =>
            Xml.Deserialize<Thing>(
                Utf8($"<Thing xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><O xsi:type='p:{Name(i)}' xmlns:p='urn:{Name(i)}'/></Thing>")),
        ["Xml: namespaces"] = i => Xml.Deserialize<Thing>(Utf8($"<Thing><p:u xmlns:p='urn:{Name(i)}'/></Thing>")),
        ["Xml: elements"] = i => Xml.Deserialize<Thing>(Utf8($"<Thing><{Name(i)}/></Thing>")),
        ["Xml: nodes"] = i => Xml.Format.ParseNode(Utf8($"<{Name(i)} xmlns='urn:{Name(i)}'/>")),
        ["Xml: prefixes"] = i => Xml.Serialize(new Thing(), new XmlOptions { Namespaces = Prefixes(i) }),
        ["Xml: options"] = i => Xml.Serialize(new Thing(), new XmlOptions { Limits = new Limits { MaxItems = i + 10 } }),
        ["Protobuf: unknown fields"] = i => Protobuf.Deserialize<Thing>([.. (byte[])[0xFA, (byte)(0x80 | (i & 127)), 0x01], 1, 0x41]),
        ["Protobuf: options"] = i => Protobuf.Serialize(new Thing(), new ProtobufOptions { Limits = new Limits { MaxItems = i + 10 } }),
        ["JsonInfoset: names"] = i => Walk(Utf8($"{{\"{Name(i)}\":1}}")),
        ["Nodes: paths"] = i => NodePath.Parse($"$['{Name(i)}']"),
        ["Tables: types in XML"] = i =>
            Xml.Deserialize<DataSet>(
                Utf8($"<DataSet>{OfTables.TableXmlParts.Content(OfTables.TableXmlParts.Column("a", "xs:anyType", $"msdata:DataType=\"{Name(i)}\""), "")}</DataSet>")),
    };

    public static TheoryData<string> Fills => [.. s_fill.Keys];

    static byte[] Contract(string content) =>
        Utf8($"<FilledTableTests.Thing xmlns='urn:filled' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'>{content}</FilledTableTests.Thing>");

    /// <summary>A payload of a layout of its own: the hash of a member's name is another each time.</summary>
    static byte[] Layout(int i)
    {
        byte[] bytes = Compact.Serialize(new Thing { S = "x" }, new CompactOptions { Schema = CompactSchema.Embedded });
        int at = bytes.AsSpan().IndexOf("Things"u8);
        Utf8($"T{i:00000}").CopyTo(bytes, at);
        return bytes;
    }

    static XmlSerializerNamespaces Prefixes(int i)
    {
        var result = new XmlSerializerNamespaces();
        result.Add("p" + i, "urn:" + Name(i));
        return result;
    }

    static void Walk(byte[] json)
    {
        using var reader = JsonInfoset.CreateReader(json);
        while (reader.Read())
            _ = reader.LocalName;
    }

    static void Try(Action<int> fill, int i)
    {
        try
        {
            fill(i);
        }
        catch (WireFormatException)
        {
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Fill(Action<int> fill, int from, int count)
    {
        for (int i = from; i < from + count; i++)
            Try(fill, i);
    }

    static long Weight()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
            GC.WaitForPendingFinalizers();
        }
        return GC.GetTotalMemory(true);
    }

    [Theory(Explicit = true)]
    [MemberData(nameof(Fills))]
    public void Nothing_stays_of_what_came(string name)
    {
        var fill = s_fill[name];
        Fill(fill, 0, 300);
        // What is made beside (shapes of types that prove to be used) is made by now, or is told apart by a second look.
        long kept = long.MaxValue;
        for (int attempt = 0; attempt < 3 && kept > Most; attempt++)
        {
            long before = Weight();
            Fill(fill, 1000 + (attempt * Many), Many);
            kept = Weight() - before;
        }
        Assert.True(kept <= Most, $"{name}: {kept} bytes stay of {Many}");
    }

    /// <summary>Buffers and tables that a thread keeps for its next call: none of them grows with what one call was given.</summary>
    [Fact(Explicit = true)]
    public void Threads_keep_no_large_buffers()
    {
        const int large = 8_000_000;
        string text = new('a', large);
        var things = new Thing { Things = [.. Enumerable.Range(0, 100_000).Select(i => new Thing { S = "x" })] };
        foreach (var format in Format.All)
        {
            format.Deserialize<string>(format.Serialize(text));
            format.Deserialize<Thing>(format.Serialize(things));
        }
        foreach (var option in new[] { JsonOptions.FastJson, JsonOptions.Graph })
            Json.Deserialize<Thing>(Json.Serialize(things, option), option);
        var net = new ContractXmlOptions { NetDataContract = true };
        ContractXml.Deserialize<Thing>(ContractXml.Serialize(things, net), net);
        Try(_ => Xml.Deserialize<Thing>(
            Utf8("<Thing>" + string.Concat(Enumerable.Range(0, 100_000).Select(i => $"<p{i}:u xmlns:p{i}='urn:{i}'/>")) + "</Thing>")), 0);
        var problems = new List<string>();
        foreach (var type in typeof(Json).Assembly.GetTypes())
            if (!type.ContainsGenericParameters)
                foreach (var field in type.GetFields(
                    BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.DeclaredOnly))
                    if (field.IsDefined(typeof(ThreadStaticAttribute)) && SizeOf(field.GetValue(null), [], 0) is var size and > 2_000_000)
                        problems.Add($"{type}.{field.Name}: {size} bytes");
        Assert.Empty(problems);
    }

    /// <summary>What an object of ours holds, roughly: its arrays and collections, and theirs.</summary>
    static long SizeOf(object? value, HashSet<object> seen, int depth)
    {
        if (value is null or string or Type or Delegate || depth > 6 || !seen.Add(value))
            return 0;
        var type = value.GetType();
        if (value is Array array)
        {
            var element = type.GetElementType()!;
            long size = array.LongLength * (element.IsPrimitive ? Marshal(element) : element.IsValueType ? 32 : 8);
            if (!element.IsPrimitive && !element.IsEnum && array.Rank == 1)
                foreach (object? item in array)
                    size += SizeOf(item, seen, depth + 1);
            return size;
        }
        if (type.IsPrimitive || type.IsEnum || type.IsPointer
            || (type.Namespace?.StartsWith("Isomer", StringComparison.Ordinal) != true && value is not ICollection
                && type.Namespace?.StartsWith("System.Collections", StringComparison.Ordinal) != true))
            return 0;
        long total = 0;
        for (var t = type; t is not null && t != typeof(object) && t != typeof(ValueType); t = t.BaseType)
            foreach (var field in t.GetFields(
                BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.DeclaredOnly))
                if (!field.FieldType.IsPrimitive && !field.FieldType.IsPointer && !field.FieldType.IsByRefLike)
                    total += SizeOf(field.GetValue(value), seen, depth + 1);
        return total;
    }

    static int Marshal(Type primitive) =>
        primitive == typeof(bool) ? 1 : primitive == typeof(char) ? 2 : System.Runtime.InteropServices.Marshal.SizeOf(primitive);
}

/// <summary>Runs the tests of what stays where nothing else is held.</summary>
public class FilledTableProcessTests
{
    [Fact]
    public void Nothing_stays_of_what_came() => ChildRun.Of(typeof(FilledTableTests), megabytes: 4000, minutes: 25);
}
