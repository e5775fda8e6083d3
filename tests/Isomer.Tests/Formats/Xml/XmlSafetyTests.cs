using System.Text;
using System.Xml.Serialization;
using Isomer.Calls;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>Hostile documents: a value or a WireFormatException, in bounded memory, whatever the bytes.</summary>
public class XmlSafetyTests
{
    public class Node
    {
        public Node? Next; public List<Node>? Children; public string? Text; [XmlAttribute]
        public string? A; [XmlElement("f")] public int[]? Flat; [XmlAnyElement]
        public System.Xml.XmlElement[]? Rest; public object? O; public DateTime D; public decimal M; [XmlText] public string[]? Words;
    }

    [XmlInclude(typeof(Derived))]
    public class Root
    {
        public Node? N; public int I; public DayOfWeek E; public int? Q; [XmlElement("a", typeof(int)),
        XmlElement("b", typeof(string))]
        public object[]? Choice; public double F; public Guid G; public byte[]? B;
    }

    public class Derived : Root { public TimeSpan T; public DateTimeOffset O; }

    public static TheoryData<string> Attacks =>
        ["nesting", "arrays", "attributes", "names", "namespaces", "doctype", "billion laughs", "external", "prefixes", "entities", "text"];

    static string AttackOf(string name) => name switch
    {
        "nesting" => string.Concat(Enumerable.Repeat("<Next>", 1_000_000)) is var deep ? "<Node>" + deep : "",
        "arrays" => "<Node>" + string.Concat(Enumerable.Repeat("<Children><Node>", 500_000)),
        "attributes" => "<Node " + string.Join(' ', Enumerable.Range(0, 100_000).Select(i => $"a{i}='1'")) + "/>",
        "names" => "<" + new string('n', 10_000_000) + "/>",
        "namespaces" => "<Node>" + string.Concat(Enumerable.Range(0, 10_000).Select(i => $"<Next xmlns:p{i}='urn:{i}' xmlns='urn:{i}'>")),
        "doctype" => "<!DOCTYPE Node [<!ENTITY a 'b'>]><Node><Text>&a;</Text></Node>",
        "billion laughs" =>
            "<!DOCTYPE Node [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>]><Node><Text>&c;</Text></Node>",
        "external" => "<!DOCTYPE Node SYSTEM 'file:///etc/passwd'><Node/>",
        "prefixes" => "<Node " + string.Join(' ', Enumerable.Range(0, 100_000).Select(i => $"xmlns:a{i}='urn:{i}'")) + "/>",
        "entities" => "<Node><Text>" + string.Concat(Enumerable.Repeat("&x;", 100_000)) + "</Text></Node>",
        _ => "<Node><Text>" + new string('<', 1_000_000),
    };

    [Theory]
    [MemberData(nameof(Attacks))]
    public void Attacks_are_refused_in_bounded_memory(string attack)
    {
        byte[] document = Encoding.UTF8.GetBytes(AttackOf(attack));
        Xml.Deserialize<Node>("<Node/>"u8);
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Assert.Throws<WireFormatException>(() => Xml.Deserialize<Node>(document, XmlOptions.LikeXmlSerializer));
        Assert.Equal("Xml", error.Format);
        long used = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.True(used < 50_000_000, $"{used} bytes");
    }

    public enum Kind { a, b }

    public class Choices
    {
        [XmlChoiceIdentifier(nameof(Kinds)), XmlElement("a", typeof(int)), XmlElement("b", typeof(int))]
        public object[]? Items; [XmlIgnore] public Kind[]? Kinds;
    }

    [Fact]
    public void The_names_of_a_choice_take_linear_time()
    {
        const int count = 200_000;
        string text = "<Choices>" + string.Concat(Enumerable.Repeat("<a>1</a><b>2</b>", count / 2)) + "</Choices>";
        var time = ThreadTime.Start();
        var value = Xml.FromText<Choices>(text)!;
        Assert.Equal(count, value.Items!.Length);
        Assert.Equal(Enumerable.Range(0, count).Select(i => (Kind)(i % 2)), value.Kinds!);
        Assert.EndsWith(text["<Choices>".Length..],
            string.Concat(Xml.ToText(value).Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries)),
            StringComparison.Ordinal);
        Assert.True(time.Elapsed < TimeSpan.FromSeconds(4), time.Elapsed.ToString());
    }

    [Fact]
    public void A_deep_value_is_refused_at_writing()
    {
        var node = new Node();
        for (int i = 0; i < 100_000; i++)
            node = new Node { Next = node };
        Assert.Throws<NotSupportedException>(() => Xml.Serialize(node));
        Assert.Throws<NotSupportedException>(
            () => Xml.Serialize(node, new XmlOptions { Limits = Limits.Default with { MaxDepth = 1_000_000 } }));
        string text = "<Node>" + string.Concat(Enumerable.Repeat("<Next>", 500_000));
        Assert.Throws<WireFormatException>(() => Xml.FromText<Node>(text));
        Assert.Throws<WireFormatException>(
            () => Xml.FromText<Node>(text, new XmlOptions { Limits = Limits.Default with { MaxDepth = 1_000_000 } }));
    }

    [Fact]
    public void Types_are_only_those_that_are_known()
    {
        const string text = "<Root xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='System.Diagnostics.Process'/>";
        Assert.Throws<WireFormatException>(() => Xml.FromText<Root>(text));
        Assert.Throws<WireFormatException>(() => Xml.FromText<object>(text.Replace("Root", "anyType", StringComparison.Ordinal)));
    }

    static readonly (Type Type, byte[] Bytes)[] Seeds = [.. MakeSeeds()];

    static IEnumerable<(Type, byte[])> MakeSeeds()
    {
        var node = new Node
        {
            Next = new Node { Text = "é<", A = "a\"", Flat = [1, 2], O = 5, D = DateTime.UtcNow, M = 1.5m },
            Children = [new(), null!],
            Words = ["w"]
        };
        yield return (typeof(Node), Xml.Serialize(node));
        Root derived = new Derived
        {
            N = node,
            I = 1,
            Q = null,
            Choice = [1, "b"],
            T = TimeSpan.FromSeconds(1),
            O = DateTimeOffset.UnixEpoch,
            B = [1, 2],
            F = 1e10
        };
        yield return (typeof(Root), Xml.Serialize(derived));
        yield return (typeof(List<object[]>),
            Xml.Serialize(new List<object[]> { new object[] { 1, "a", null!, 1.5, true, Guid.Empty } }));
        yield return (typeof(XmlReadingTests.Thing),
            "<Thing At='5'><g>1</g><f>9</f><g>2</g><A>1</A><!-- c --><L><string>a</string></L><B>a<![CDATA[b]]>&amp;</B></Thing>"u8.ToArray());
    }

    [Fact]
    public void Mutations_give_a_value_or_the_one_exception()
    {
        int iterations = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int given) ? given : 20_000;
        var random = new Random(int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_SEED"), out int seed) ? seed : 1);
        foreach (var (type, bytes) in Seeds)
            for (int i = 0; i <= bytes.Length; i++)
                Survives(type, bytes[..i]);
        for (int i = 0; i < iterations; i++)
        {
            var (type, bytes) = Seeds[random.Next(Seeds.Length)];
            Survives(type, Mutated(bytes, random));
        }
    }

    static byte[] Mutated(byte[] bytes, Random random)
    {
        var result = bytes.ToList();
        for (int k = random.Next(1, 5); k > 0; k--)
        {
            int at = random.Next(result.Count);
            switch (random.Next(5))
            {
                case 0: result[at] ^= (byte)(1 << random.Next(8)); break;
                case 1: result.RemoveRange(at, Math.Min(random.Next(1, 20), result.Count - at)); break;
                case 2: result.InsertRange(at, result.GetRange(random.Next(result.Count / 2), random.Next(1, 30))); break;
                case 3: result[at] = (byte)"<>/&;='\" xX0-"[random.Next(13)]; break;
                default: result.InsertRange(at, "<x a='1'>&#x41;<![CDATA[]]></x>"u8.ToArray()); break;
            }
            if (result.Count == 0)
                result.Add(0);
        }
        return [.. result];
    }

    static void Survives(Type type, byte[] bytes)
    {
        foreach (var tier in XmlOracle.Tiers)
        {
            try
            {
                Xml.Deserialize(bytes, type, XmlOptions.Default with { Convention = tier });
            }
            catch (WireFormatException e) when (e is { Format: "Xml", Offset: >= 0, Line: > 0 } && e.Offset <= bytes.Length)
            {
            }
            catch (Exception e)
            {
                Assert.Fail($"{type}: {Convert.ToBase64String(bytes)}\n{Encoding.UTF8.GetString(bytes)}\n{e}");
            }
        }
    }
}
