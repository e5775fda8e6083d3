using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Xml;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

#pragma warning disable CA1002, CA1065, CA2227

/// <summary>
/// Collections behind accessors with code of their own, into which items are read: the setter is not called with what the getter gave.
/// </summary>
public class HeldCollectionTests
{
    public class Copying
    {
        readonly List<int> _items = [9];
        readonly Dictionary<string, int> _map = new() { ["x"] = 1 };
        public List<string> Log { get; } = [];
        public List<int> C
        {
            get => _items;
            set
            {
                Log.Add("C");
                _items.Clear();
                _items.AddRange(value);
            }
        }
        [XmlIgnore]
        public Dictionary<string, int> M
        {
            get => _map;
            set
            {
                Log.Add("M");
                _map.Clear();
                foreach (var (key, item) in value)
                    _map.Add(key, item);
            }
        }
    }

    public class Throwing
    {
        readonly List<int> _items = [];
        public List<int> C { get => _items; set => throw new InvalidOperationException("This is set by nobody."); }
        public int N { get; set; }
    }

    public class Node
    {
        Node? _a;
        Node? _b;
        public List<string> Log { get; } = [];
        public int N { get; set; }
        public Node? A
        {
            get => _a;
            set
            {
                Log.Add(value is null ? "null" : "A");
                _a = value;
            }
        }
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public Node? B
        {
            get => _b;
            set
            {
                Log.Add(value is null ? "null" : "B");
                _b = value;
            }
        }
        public string Shown => $"{N}({string.Join(' ', Log)} {A?.Shown} {B?.Shown})";
    }

    /// <summary>An object that is there and is populated is not set again.</summary>
    [Theory]
    [InlineData("""{"A":{"N":1},"A":{"N":2}}""")]
    [InlineData("""{"B":{"N":1},"B":{"N":2,"B":{}}}""")]
    [InlineData("""{"A":{"A":{"N":1}},"A":{"A":{"A":null}}}""")]
    [InlineData("""{"A":{"N":1},"A":null}""")]
    [InlineData("""{"B":{"N":1},"B":null,"B":{"N":2}}""")]
    public void Json_populates_an_object_without_setting_it(string text)
    {
        foreach (bool all in new[] { false, true })
        {
            var handling = all ? JsonObjectCreationHandling.Populate : JsonObjectCreationHandling.Replace;
            var options = new JsonSerializerOptions { PreferredObjectCreationHandling = handling };
            string expected = JsonSerializer.Deserialize<Node>(text, options)!.Shown;
            foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
                Assert.Equal(expected, Json.FromText<Node>(text,
                    new JsonOptions { MergeNested = all, Convention = Convention.Plain.WithTier(tier) })!.Shown);
        }
    }

    /// <summary>Gives copies: what is read into one is lost where nobody sets it.</summary>
    public class Defensive
    {
        List<int> _items = [];
        public List<int> C { get => [.. _items]; set => _items = value; }
    }

    [Theory]
    [InlineData("<Copying><C><int>1</int><int>2</int></C></Copying>")]
    [InlineData("<Copying><C/></Copying>")]
    [InlineData("<Copying/>")]
    [InlineData("<Copying><C><int>1</int></C><C><int>2</int></C></Copying>")]
    public void Xml_sets_no_list_that_is_there(string text)
    {
        var expected = (Copying)new XmlSerializer(typeof(Copying)).Deserialize(new StringReader(text))!;
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var actual = Xml.FromText<Copying>(text,
                XmlOptions.LikeXmlSerializer with { Convention = XmlOptions.LikeXmlSerializer.Convention.WithTier(tier) });
            Assert.Equal(expected.C, actual.C);
            Assert.Empty(actual.Log);
        }
        var read = (Copying)new IsomerXmlSerializer(typeof(Copying)).Deserialize(XmlReader.Create(new StringReader(text)))!;
        Assert.Equal(expected.C, read.C);
    }

    [Fact]
    public void A_setter_that_throws_is_not_called()
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var xml = XmlOptions.LikeXmlSerializer with { Convention = XmlOptions.LikeXmlSerializer.Convention.WithTier(tier) };
            Assert.Equal([1], Xml.FromText<Throwing>("<Throwing><C><int>1</int></C><N>2</N></Throwing>", xml).C);
            Assert.Equal(2, Xml.FromText<Throwing>("<Throwing><N>2</N></Throwing>", xml).N);
        }
        foreach (var options in JsonCheck.Tiers(new JsonOptions { MergeNested = true }))
            Assert.Equal([1], Json.FromText<Throwing>("""{"C":[1],"N":2}""", options)!.C);
    }

    [Fact]
    public void Json_that_populates_sets_none_either()
    {
        const string Text = """{"C":[1,2],"M":{"a":5}}""";
        var theirs = JsonCheck.StjWith(static o => o.PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate);
        var expected = JsonSerializer.Deserialize<Copying>(Text, theirs)!;
        foreach (var options in JsonCheck.Tiers(new JsonOptions { MergeNested = true }))
        {
            var actual = Json.FromText<Copying>(Text, options)!;
            Assert.Equal((string.Join(' ', expected.C), expected.M.Count, 0),
                (string.Join(' ', actual.C), actual.M.Count, actual.Log.Count));
        }
        foreach (var options in JsonCheck.Tiers())
            Assert.Equal(["C", "M"], Json.FromText<Copying>(Text, options)!.Log);
    }

    [Fact]
    public void What_a_getter_copies_is_set()
    {
        Assert.Equal([1, 2], Xml.FromText<Defensive>("<Defensive><C><int>1</int><int>2</int></C></Defensive>").C);
        foreach (var options in JsonCheck.Tiers(new JsonOptions { MergeNested = true }))
            Assert.Equal([1, 2], Json.FromText<Defensive>("""{"C":[1,2]}""", options)!.C);
        foreach (var options in JsonCheck.Tiers())
            Assert.Equal([1, 2], Json.FromText<Defensive>("""{"C":[1,2]}""", options)!.C);
    }

    /// <summary>What formats of our own set, though its setter is private.</summary>
    public class Basket
    {
        readonly List<int> _items = [];
        public List<int> Items
        {
            get => _items;
            private set
            {
                _items.Clear();
                _items.AddRange(value);
            }
        }
    }

    [Fact]
    public void A_private_setter_is_not_called_either()
    {
        var basket = new Basket { Items = { 1, 2, 3 } };
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection, ShapeTier.Auto })
        {
            var convention = Convention.Plain.WithTier(tier);
            var compact = CompactOptions.Default with { Convention = convention };
            Assert.Equal([1, 2, 3], Compact.Deserialize<Basket>(Compact.Serialize(basket, compact), compact)!.Items);
            var graph = JsonOptions.Graph with { Convention = ((PlainConvention)JsonOptions.Graph.Convention).WithTier(tier) };
            Assert.Equal([1, 2, 3], Json.FromText<Basket>(Json.ToText(basket, graph), graph)!.Items);
            var hidden = new JsonOptions { Convention = convention.WithHiddenSetters() };
            Assert.Equal([1, 2, 3], Json.FromText<Basket>(Json.ToText(basket, hidden), hidden)!.Items);
        }
        for (int i = 0; i < 100; i++)
            Assert.Equal([1, 2, 3], DeepCopy.Of(basket).Items);
    }

    public class T0
    {
        public int N { get; set; }
    }

    /// <summary>Where a caller's reader stands at no element nothing is read, and none is looked for.</summary>
    [Theory]
    [InlineData("<r><w></w><T0><N>5</N></T0></r>", 2)]
    [InlineData("<r><w/><T0><N>5</N></T0></r>", 2)]
    [InlineData("<r>text<T0><N>5</N></T0></r>", 1)]
    [InlineData("<r><![CDATA[x]]><T0><N>5</N></T0></r>", 1)]
    [InlineData("<r><!-- c --><?p i?> <T0><N>5</N></T0></r>", 1)]
    [InlineData("<r><T0/></r>", 1)]
    [InlineData("<r><T0/></r>", 2)]
    [InlineData("<r><T0/></r>", 3)]
    public void A_reader_at_no_element_gives_nothing(string text, int reads)
    {
        foreach (bool listens in new[] { false, true })
        {
            var (first, second) = (At(), At());
            var (told, toldByOurs) = (new List<string>(), new List<string>());
            var (original, own) = (new XmlSerializer(typeof(T0)), new IsomerXmlSerializer(typeof(T0)));
            if (listens)
            {
                original.UnknownNode += (_, e) => told.Add($"{e.NodeType} {e.Text} {e.LineNumber},{e.LinePosition}");
                own.UnknownNode += (_, e) => toldByOurs.Add($"{e.NodeType} {e.Text} {e.LineNumber},{e.LinePosition}");
            }
            for (int i = 0; i < 3; i++)
            {
                string expected = Read(() => original.Deserialize(first));
                Assert.Equal(expected, Read(() => own.Deserialize(second)));
                // An element of another name is refused, and read here before it is.
                if (expected == "refused")
                    break;
                Assert.Equal($"{first.NodeType} {first.Name}", $"{second.NodeType} {second.Name}");
            }
            Assert.Equal(told, toldByOurs);
        }

        XmlReader At()
        {
            var reader = XmlReader.Create(new StringReader(text));
            for (int i = 0; i < reads; i++)
                reader.Read();
            return reader;
        }

        static string Read(Func<object?> read)
        {
            try
            {
                return read() is T0 value ? $"N={value.N}" : "null";
            }
            catch (InvalidOperationException)
            {
                return "refused";
            }
        }
    }

    [Fact]
    public void A_reader_at_an_attribute_is_at_its_element()
    {
        const string Text = "<T0 x='1'><N>5</N></T0>";
        var (first, second, third) = (XmlReader.Create(new StringReader(Text)), XmlReader.Create(new StringReader(Text)),
            XmlReader.Create(new StringReader(Text)));
        foreach (var reader in new[] { first, second, third })
        {
            reader.MoveToContent();
            reader.MoveToFirstAttribute();
        }
        Assert.Equal(((T0)new XmlSerializer(typeof(T0)).Deserialize(first)!).N,
            ((T0)new IsomerXmlSerializer(typeof(T0)).Deserialize(second)!).N);
        Assert.Equal(5, Xml.ReadFrom<T0>(third).N);
        third.Read();
        Assert.Throws<WireFormatException>(() => Xml.ReadFrom<T0>(third));
    }
}
