using System.Collections;
using System.Resources;
using System.Resources.Extensions;
using System.Text;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050 // what is contained is of an older age

namespace Isomer.Tests.Formats.Containers;

/// <summary>Resources, view states and sessions as nodes.</summary>
public class ContainerTests
{
    static string Text(Node? node) => Json.ToText(node, JsonOptions.Default with { Escaping = JsonEscaping.Relaxed });

    static byte[] Resources(Action<ResourceWriter> add)
    {
        var stream = new MemoryStream();
        using (var writer = new ResourceWriter(stream))
        {
            add(writer);
            writer.Generate();
            return stream.ToArray();
        }
    }

    static readonly (string Name, object? Value)[] s_values =
    [
        ("text", "Grüße"), ("none", null), ("yes", true), ("letter", 'é'), ("byte", (byte)200), ("sbyte", (sbyte)-3),
        ("short", (short)-300), ("ushort", (ushort)60000), ("int", 7), ("uint", 4_000_000_000u),
        ("long", -1L), ("ulong", ulong.MaxValue), ("float", 1.5f), ("double", 2.5), ("money", 1.50m),
        ("date", new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc)), ("span", TimeSpan.FromSeconds(5)), ("bytes", new byte[] { 1, 2, 3 }),
    ];

    /// <summary>
    /// Entries of one name are numbered in linear time: looked for from the beginning, the place of the last of these took hours.
    /// </summary>
    [Fact]
    public void Names_that_come_again_are_numbered()
    {
        static NodeObject Read(int count, string more = "")
        {
            byte[] resx = Encoding.UTF8.GetBytes(
                "<root><resheader name=\"resmimetype\"/>" + more
                    + string.Concat(Enumerable.Range(0, count).Select(i => $"<data name=\"b\"><value>{i}</value></data>")) + "</root>");
            long before = GC.GetAllocatedBytesForCurrentThread();
            var node = (NodeObject)Isomer.Containers.Resx.ParseNode(resx)!;
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, (100L * resx.Length) + 1_000_000);
            return node;
        }
        Assert.Equal("{\"b\":\"0\",\"b_2\":\"1\",\"b_3\":\"2\"}", Text(Read(3)));
        Assert.Equal("{\"b_2\":\"x\",\"b\":\"0\",\"b_3\":\"1\"}", Text(Read(2, "<data name=\"b_2\"><value>x</value></data>")));
        Assert.Equal("99999", Read(100_000)["b_100000"]!.As<string>());
        // Names that look like those that are given.
        Assert.Equal(60_000,
            Read(30_000, string.Concat(Enumerable.Range(2, 30_000).Select(i => $"<data name=\"b_{i}\"><value/></data>"))).Count);
    }

    /// <summary>As the framework's own writer writes them, and its reader reads them.</summary>
    [Fact]
    public void Resources_have_the_values_that_were_added()
    {
        byte[] bytes = Resources(w =>
        {
            foreach (var (name, value) in s_values)
                w.AddResource(name, value);
            w.AddResource("stream", new MemoryStream([9, 8]), closeAfterWrite: false);
            w.AddResourceData("list", typeof(List<int>).AssemblyQualifiedName!, NrbfTests.Original(new List<int> { 5 }));
            w.AddResourceData("broken", "Shop.Order, Shop", NrbfTests.Original("x")[..^2]);
        });
        Assert.Equal(FormatMatch.Certain, Isomer.Containers.Resources.Match(bytes));
        var node = (NodeObject)Isomer.Containers.Resources.ParseNode(bytes)!;
        foreach (var (name, value) in s_values)
            Assert.Equal(value is DateTime date ? date : value, node[name] is NodeValue there ? there.Value : null);
        Assert.Equal(new byte[] { 9, 8 }, ((NodeValue)node["stream"]!).Value);
        Assert.Equal("[5]", Text(node["list"]));
        Assert.StartsWith("Nrbf: ", node["broken"]!["$damaged"]!.As<string>(), StringComparison.Ordinal);
        // All that the framework finds in it, which reads no objects any more.
        using var reader = new ResourceReader(new MemoryStream(bytes));
        var names = new List<string>();
        for (var entries = reader.GetEnumerator(); entries.MoveNext();)
            names.Add((string)entries.Key);
        Assert.Equal(names.Order(StringComparer.Ordinal), node.Select(m => m.Key).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Resources_of_the_extensions_say_who_wrote_them()
    {
        var stream = new MemoryStream();
        using (var writer = new PreserializedResourceWriter(stream))
        {
            writer.AddResource("text", "a");
#pragma warning disable SYSLIB0011 // BinaryFormatter's bytes are what this is about
            writer.AddBinaryFormattedResource("list", NrbfTests.Original(new List<int> { 5 }), typeof(List<int>).AssemblyQualifiedName);
#pragma warning restore SYSLIB0011
            writer.AddTypeConverterResource("icon", [1, 2], "System.Drawing.Icon, System.Drawing");
            writer.AddResource("size", "3, 4", "System.Drawing.Size, System.Drawing");
            writer.AddActivatorResource("bitmap", new MemoryStream([7]), "System.Drawing.Bitmap, System.Drawing", closeAfterWrite: false);
            writer.Generate();
            var node = Isomer.Containers.Resources.ParseNode(stream.ToArray())!;
            Assert.Equal("a", node["text"]!.As<string>());
            Assert.Equal("[5]", Text(node["list"]));
            Assert.Equal(("System.Drawing.Size, System.Drawing", "3, 4"),
                (node["size"]!["$type"]!.As<string>(), node["size"]!["value"]!.As<string>()));
            Assert.Equal(("TypeConverter", "constructor"), (node["icon"]!["$by"]!.As<string>(), node["bitmap"]!["$by"]!.As<string>()));
        }
    }

    [Fact]
    public void Version_1_of_resources()
    {
        var stream = new MemoryStream();
        var writer = new BinaryWriter(stream);
        writer.Write(0xBEEFCACE);
        writer.Write(1);
        writer.Write(0);
        writer.Write("System.Resources.ResourceReader, mscorlib");
        writer.Write("System.Resources.RuntimeResourceSet, mscorlib");
        writer.Write(1);
        writer.Write(2);
        writer.Write(2);
        writer.Write("System.String, mscorlib, Version=1.0.5000.0");
        writer.Write("System.Int32, mscorlib, Version=1.0.5000.0");
        while (stream.Position % 8 != 0)
            writer.Write((byte)'P');
        writer.Write(new byte[8]);
        writer.Write(0);
        writer.Write(7);
        int names = (int)stream.Position + 4;
        writer.Write(names + 14);
        writer.Write((byte)2);
        writer.Write(Encoding.Unicode.GetBytes("a"));
        writer.Write(0);
        writer.Write((byte)2);
        writer.Write(Encoding.Unicode.GetBytes("b"));
        writer.Write(3);
        writer.Write((byte)0);
        writer.Write("x");
        writer.Write((byte)1);
        writer.Write(7);
        Assert.Equal("""{"a":"x","b":7}""", Text(Isomer.Containers.Resources.ParseNode(stream.ToArray())));
    }

    [Fact]
    public void Resx_has_text_and_payloads()
    {
        string binary = Convert.ToBase64String(NrbfTests.Original(new List<int> { 5 }), Base64FormattingOptions.InsertLineBreaks);
        string soap = Convert.ToBase64String(Soap.Serialize(new ArrayList { 1, "a" }));
        byte[] bytes = Encoding.UTF8.GetBytes($"""
            <?xml version="1.0" encoding="utf-8"?>
            <root>
              <xsd:schema id="root" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><xsd:element name="root"/></xsd:schema>
              <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
              <assembly alias="System.Drawing" name="System.Drawing, Version=4.0.0.0" />
              <data name="title" xml:space="preserve"><value>Tea &amp; Co</value><comment>said often</comment></data>
              <data name="empty" xml:space="preserve"><value></value></data>
              <data name="list" mimetype="application/x-microsoft.net.object.binary.base64"><value>
                {binary}
              </value></data>
              <data name="old" mimetype="application/x-microsoft.net.object.soap.base64"><value>{soap}</value></data>
              <data name="size" type="System.Drawing.Size, System.Drawing"><value>3, 4</value></data>
              <data name="icon" type="System.Drawing.Icon, System.Drawing" mimetype="application/x-microsoft.net.object.bytearray.base64"><value>AQI=</value></data>
              <data name="file" type="System.Resources.ResXFileRef, System.Windows.Forms"><value>a.txt;System.String, mscorlib</value></data>
              <data name="nothing" type="System.Resources.ResXNullRef, System.Windows.Forms"><value/></data>
              <data name="bad" mimetype="application/x-microsoft.net.object.binary.base64"><value>***</value></data>
              <metadata name="$this.Localizable" type="System.Boolean, mscorlib"><value>True</value></metadata>
            </root>
            """);
        Assert.Equal(FormatMatch.Certain, Isomer.Containers.Resx.Match(bytes));
        Assert.Equal(
            """{"title":"Tea & Co","empty":"","list":[5],"old":[1,"a"],"size":{"$type":"System.Drawing.Size, System.Drawing","$by":"TypeConverter","value":"3, 4"},"icon":{"$type":"System.Drawing.Icon, System.Drawing","$by":"TypeConverter","value":"AQI="},"file":{"$file":"a.txt;System.String, mscorlib"},"nothing":null,"bad":{"$damaged":"no base64","text":"***"},"$metadata":{"$this.Localizable":{"$type":"System.Boolean, mscorlib","$by":"TypeConverter","value":"True"}}}""",
            Text(Isomer.Containers.Resx.ParseNode(bytes)));
        foreach (string bomb in new[] { "<!DOCTYPE root [<!ENTITY a 'b'>]><root>&a;resmimetype</root>", "<root>resmimetype", "<other/>" })
            Assert.Throws<WireFormatException>(() => Isomer.Containers.Resx.ParseNode(Encoding.UTF8.GetBytes(bomb)));
    }

    /// <summary>
    /// The first is what a page of ASP.NET has with nothing on it; the others are of the same writer's rules, kind by kind.
    /// </summary>
    [Theory]
    [InlineData("/wEPDwUKMTIzNDU2Nzg5MGRk", """{"$pair":[{"$pair":["1234567890",null]},null]}""")]
    [InlineData("/wFm", "0")]
    [InlineData("/wFl", "\"\"")]
    [InlineData("/wFn", "true")]
    [InlineData("/wECrAI=", "300")]
    [InlineData("/wEBBwA=", "7")]
    [InlineData("/wEEw6k=", "\"é\"")]
    [InlineData("/wEQZGZn", """{"$triplet":[null,0,true]}""")]
    [InlineData("/wEWAmRm", "[null,0]")]
    [InlineData("/wEVAgFhAWI=", """["a","b"]""")]
    [InlineData("/wEXAQUBa2Y=", """{"k":0}""")]
    [InlineData("/wEXAWZm", """{"$entries":[[0,0]]}""")]
    [InlineData("/wEWAh4BYR8A", """["a","a"]""")]
    [InlineData("/wEUKQFUAmRm", """{"$array":"T","items":[null,0]}""")]
    [InlineData("/wEWAgspAVQFCysABg==", """[{"$type":"T","value":5},{"$type":"T","value":6}]""")]
    [InlineData("/wEJ/wEC/w==", """{"$type":"System.Drawing.Color","value":"#FF0201FF"}""")]
    [InlineData("/wEbAAAAAAAAKEABAAAA", """{"$type":"System.Web.UI.WebControls.Unit","value":12,"unit":1}""")]
    [InlineData("/wE8KQFUKAECZg==", """{"$array":"T","length":40,"at":{"2":0}}""")]
    [InlineData("/wEoKQFUAjFt", """{"$type":"T","value":"1m"}""")]
    [InlineData("/wEZKQFU", """{"$typeof":"T"}""")]
    public void View_states_are_what_their_kinds_say(string base64, string expected)
    {
        byte[] bytes = Convert.FromBase64String(base64);
        Assert.Equal(FormatMatch.Likely, Isomer.Containers.ViewState.Match(bytes));
        Assert.Equal(expected, Text(Isomer.Containers.ViewState.ParseNode(bytes)));
        for (int length = 0; length < bytes.Length; length++)
            Assert.True(
                Record.Exception(() => Isomer.Containers.ViewState.ParseNode(bytes[..length])) is WireFormatException
                {
                    Format: "ViewState",
                    Offset: >= 0
                }, $"{length}");
    }

    [Fact]
    public void View_states_hold_payloads_and_a_code()
    {
        byte[] payload = NrbfTests.Original(new List<int> { 5 });
        var stream = new MemoryStream();
        var writer = new BinaryWriter(stream);
        writer.Write([0xFF, 1, 50]);
        writer.Write7BitEncodedInt(payload.Length);
        writer.Write(payload);
        Assert.Equal("[5]", Text(Isomer.Containers.ViewState.ParseNode(stream.ToArray())));
        writer.Write(new byte[20]);
        Assert.Equal("""{"$state":[5],"$code":"AAAAAAAAAAAAAAAAAAAAAAAAAAA="}""",
            Text(Isomer.Containers.ViewState.ParseNode(stream.ToArray())));
        writer.Write((byte)0);
        Assert.Throws<WireFormatException>(() => Isomer.Containers.ViewState.ParseNode(stream.ToArray()));
        // Pairs within pairs.
        Assert.Contains("deeper",
            Assert.Throws<WireFormatException>(
                () => Isomer.Containers.ViewState.ParseNode([0xFF, 1, .. Enumerable.Repeat((byte)15, 100_000)])).Message,
                    StringComparison.Ordinal);
    }

    static byte[] Session(params (string Name, byte[] Value)[] items)
    {
        var stream = new MemoryStream();
        var writer = new BinaryWriter(stream);
        writer.Write(20);
        writer.Write(true);
        writer.Write(true);
        writer.Write(items.Length);
        writer.Write(-1);
        foreach (var (name, _) in items)
            writer.Write(name);
        int end = 0;
        foreach (var (_, value) in items)
            writer.Write(end += value.Length);
        foreach (var (_, value) in items)
            writer.Write(value);
        // One static object that has not been made, and one that has.
        writer.Write(2);
        writer.Write("ads");
        writer.Write(false);
        writer.Write("Shop.Ads, Shop");
        writer.Write(true);
        writer.Write("made");
        writer.Write(true);
        writer.Write([20, .. NrbfTests.Original(new List<int> { 6 })]);
        writer.Write((byte)0xFF);
        return stream.ToArray();
    }

    [Fact]
    public void Sessions_have_their_items()
    {
        byte[] bytes = Session(("user", [1, 3, (byte)'A', (byte)'n', (byte)'n']), ("visits", [2, 7, 0, 0, 0]), ("vip", [3, 1]),
            ("cart", [20, .. NrbfTests.Original(new List<int> { 5 })]), ("none", [21]),
            ("money", [5, 150, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]), ("letter", [7, 0xC3, 0xA9]));
        Assert.Equal(FormatMatch.Likely, Isomer.Containers.Session.Match(bytes));
        Assert.Equal(
            """{"timeout":20,"items":{"user":"Ann","visits":7,"vip":true,"cart":[5],"none":null,"money":1.50,"letter":"é"},"staticObjects":{"ads":{"$type":"Shop.Ads, Shop","isLateBound":true},"made":[6]}}""",
            Text(Isomer.Containers.Session.ParseNode(bytes)));
        for (int length = 0; length < bytes.Length; length++)
            Assert.True(
                Record.Exception(() => Isomer.Containers.Session.ParseNode(bytes[..length])) is WireFormatException
                {
                    Format: "Session",
                    Offset: >= 0
                }, $"{length}");
    }

    public static TheoryData<string> Names => [.. Isomer.Containers.All.Select(f => f.Name)];

    /// <summary>Whatever the bytes: nodes or WireFormatException, and no more memory than they are worth.</summary>
    [Theory, MemberData(nameof(Names))]
    public void What_is_damaged_is_read_or_refused(string name)
    {
        var format = Format.Find(name)!;
        byte[] payload = name switch
        {
            "Resources" => Resources(w =>
            {
                foreach (var (n, value) in s_values)
                    w.AddResource(n, value);
                w.AddResourceData("list", "T", NrbfTests.Original(new List<int> { 5 }));
            }),
            "Resx" =>
                Encoding.UTF8.GetBytes(
                    $"<root><resheader name=\"resmimetype\"/><data name=\"a\" mimetype=\"application/x-microsoft.net.object.binary.base64\"><value>{Convert.ToBase64String(NrbfTests.Original(new Version(1, 2)))}</value></data><data name=\"b\"><value>x</value></data></root>"),
            "ViewState" =>
                [0xFF, 1, 22, 5, 30, 1, 97, 31, 0, 23, 1, 5, 1, 107, 20, 41, 1, 84, 2, 100, 102, 11, 43, 0, 6, 60, 43, 0, 40, 1, 2, 102],
            _ => Session(("user", [1, 3, (byte)'A', (byte)'n', (byte)'n']), ("cart", [20, .. NrbfTests.Original(new List<int> { 5 })])),
        };
        var random = new Random(name.Length);
        format.Match(payload);
        Record.Exception(() => format.ParseNode(payload));
        int refused = 0;
        for (int i = 0; i < 5000; i++)
        {
            byte[] damaged = [.. payload];
            for (int n = random.Next(1, 4); n > 0; n--)
                damaged[random.Next(damaged.Length)] = random.Next(3) == 0 ? (byte)random.Next(128) : (byte)random.Next(256);
            if (random.Next(4) == 0)
                damaged = damaged[..random.Next(damaged.Length)];
            long before = GC.GetAllocatedBytesForCurrentThread();
            var error = Record.Exception(() => format.ParseNode(damaged));
            Assert.True(error is null or WireFormatException { Offset: >= 0, Path: not null }, $"{i}: {error}");
            Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < (payload.Length * 200L) + (1 << 20), $"{i}");
            Assert.Null(Record.Exception(() => format.Match(damaged)));
            refused += error is null ? 0 : 1;
        }
        Assert.True(refused > 100, $"{refused}");
    }

    [Fact]
    public void They_are_read_only_and_found_by_name()
    {
        Assert.Same(Isomer.Containers.Resx, Format.Find(".resx"));
        Assert.Throws<NotSupportedException>(() => Isomer.Containers.Resx.Serialize(5));
        Assert.Throws<NotSupportedException>(() => Isomer.Containers.Session.WriteNode(new NodeObject()));
    }
}
