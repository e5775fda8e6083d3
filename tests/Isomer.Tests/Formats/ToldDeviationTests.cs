using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

#pragma warning disable CA1051, CA2227

/// <summary>
/// Differences from the originals that the formats' pages tell, each shown on both sides; and some that were looked for and are none.
/// </summary>
public class ToldDeviationTests
{
    public struct Made
    {
        public int X { get; }
        public int Y { get; set; }

        [JsonConstructor]
        public Made(int x) => X = x;
    }

    public class Holder
    {
        public Made P { get; set; } = new(3) { Y = 4 };
    }

    static readonly ShapeTier[] Tiers = [ShapeTier.Emitted, ShapeTier.Reflection];

    /// <summary>docs/json.md: Populate of a struct that a constructor makes.</summary>
    [Theory]
    [InlineData("""{"P":{"X":5}}""", 3, 4, 5, 0)]
    [InlineData("""{"P":{"X":5,"Y":6}}""", 3, 6, 5, 6)]
    [InlineData("""{"P":{"Y":6}}""", 3, 6, 0, 6)]
    [InlineData("""{"P":{}}""", 3, 4, 0, 0)]
    [InlineData("{}", 3, 4, 3, 4)]
    public void Json_populates_a_struct_by_its_constructor(string json, int theirX, int theirY, int x, int y)
    {
        var theirs = JsonSerializer.Deserialize<Holder>(json,
            new JsonSerializerOptions { PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate })!;
        Assert.Equal((theirX, theirY), (theirs.P.X, theirs.P.Y));
        foreach (var tier in Tiers)
        {
            var ours = Json.FromText<Holder>(json, new JsonOptions { MergeNested = true, Convention = Convention.Plain.WithTier(tier) });
            Assert.Equal((x, y), (ours.P.X, ours.P.Y));
        }
    }

    public struct OfField
    {
        public int A;
        public int B { get; set; }

        [JsonConstructor]
        public OfField(int a = 3) => A = a;
    }

    /// <summary>docs/json.md: a parameter of a constructor that has a default and that no member matches.</summary>
    [Fact]
    public void Json_gives_a_parameter_without_a_member_its_default()
    {
        Assert.Contains("must bind to an object property or field",
            Assert.Throws<InvalidOperationException>(() => JsonSerializer.Deserialize<OfField>("{\"B\":5}")).Message,
            StringComparison.Ordinal);
        foreach (var tier in Tiers)
        {
            var ours = Json.FromText<OfField>("{\"A\":4,\"B\":5}",
                new JsonOptions { Convention = Convention.Plain.WithoutFields().WithTier(tier) });
            Assert.Equal((3, 5), (ours.A, ours.B));
        }
    }

    public record Valued(object V);

    /// <summary>docs/json.md: records that hold equal values are one in a set.</summary>
    [Fact]
    public void Json_has_equal_records_once_in_a_set()
    {
        const string Text = "[{\"V\":1},{\"V\":1}]";
        Assert.Equal(2, JsonSerializer.Deserialize<HashSet<Valued>>(Text)!.Count);
        foreach (var tier in Tiers)
            Assert.Single(Json.FromText<HashSet<Valued>>(Text, new JsonOptions { Convention = Convention.Plain.WithTier(tier) }));
    }

    public class Unset
    {
        public List<int> L { get; } = [];
        public int B { get; set; }
    }

    /// <summary>docs/json.md: what stands for a collection without a setter is refused where it is none.</summary>
    [Fact]
    public void Json_refuses_what_is_no_item_in_a_collection_without_a_setter()
    {
        const string Text = "{\"L\":[\"x\"],\"B\":5}";
        Assert.Equal(5, JsonSerializer.Deserialize<Unset>(Text)!.B);
        foreach (var tier in Tiers)
            Assert.Throws<WireFormatException>(
                () => Json.FromText<Unset>(Text, new JsonOptions { Convention = Convention.Plain.WithTier(tier) }));
    }

    public class Unread
    {
        Holder? _held;
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public Holder? H { private get => _held; set => _held = value; }
    }

    public class MayHold
    {
        public Unread? U { get; set; }
    }

    /// <summary>docs/json.md: Populate on a member without a getter is refused where there is an object of its type.</summary>
    [Fact]
    public void Json_refuses_Populate_without_a_getter_where_it_is_used()
    {
        Assert.Contains("doesn't have a getter",
            Assert.Throws<InvalidOperationException>(() => JsonSerializer.Serialize(new MayHold())).Message, StringComparison.Ordinal);
        foreach (var tier in Tiers)
        {
            var options = new JsonOptions { Convention = Convention.Plain.WithTier(tier) };
            Assert.Equal("{\"U\":null}", Json.ToText(new MayHold(), options));
            Assert.Contains("has no getter",
                Assert.Throws<NotSupportedException>(() => Json.ToText(new MayHold { U = new Unread() }, options)).Message,
                StringComparison.Ordinal);
            Assert.Throws<NotSupportedException>(() => Json.FromText<MayHold>("{\"U\":{}}", options));
        }
    }

    public class Told
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public Made P { get; set; } = new(3) { Y = 4 };
    }

    public class ToldNullable
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public Made? P { get; set; } = new Made(3) { Y = 4 };
    }

    /// <summary>
    /// The same by an attribute on the member: what the text does not name would be lost, so that it is refused at first use. Other formats
    /// set the member.
    /// </summary>
    [Fact]
    public void Json_refuses_Populate_on_a_struct_that_a_constructor_makes()
    {
        Assert.Equal((3, 6), JsonSerializer.Deserialize<Told>("""{"P":{"Y":6}}""")!.P is var theirs ? (theirs.X, theirs.Y) : default);
        foreach (var tier in Tiers)
        {
            var options = new JsonOptions { Convention = Convention.Plain.WithTier(tier) };
            Assert.Contains("the rest of what is there would be lost",
                Assert.Throws<NotSupportedException>(() => Json.FromText<Told>("""{"P":{"Y":6}}""", options)).Message,
                StringComparison.Ordinal);
            Assert.Throws<NotSupportedException>(() => Json.FromText<ToldNullable>("""{"P":{"Y":6}}""", options));
            // Nothing is lost at writing.
            Assert.Equal(JsonSerializer.Serialize(new Told()), Json.ToText(new Told(), options));
            Assert.Equal(JsonSerializer.Serialize(new ToldNullable()), Json.ToText(new ToldNullable(), options));
            var unsaid = new JsonOptions
            {
                Convention = Convention.Plain.WithTier(tier)
                    .WithIgnoredAttributes("System.Text.Json.Serialization.JsonObjectCreationHandlingAttribute")
            };
            Assert.Equal(6, Json.FromText<Told>("""{"P":{"Y":6}}""", unsaid).P.Y);
        }
        Assert.Equal(4, Compact.Deserialize<Told>(Compact.Serialize(new Told())).P.Y);
    }

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public class ToldByType
    {
        public Made P { get; set; } = new(3) { Y = 4 };
    }

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public class ToldByTypeNullable
    {
        [JsonPropertyName("P")] public Made? Q { get; set; } = new Made(3) { Y = 4 };
    }

    /// <summary>What the type says holds of its own members, those of a base too.</summary>
    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public class ToldByDerived : Holder;

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public class ToldOtherwise
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Replace)] public Made P { get; set; } = new(3) { Y = 4 };
    }

    /// <summary>Says nothing of the members of its base.</summary>
    public class BelowTold : ToldByType;

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public class ToldGetOnly
    {
        public Made P { get; } = new(3) { Y = 4 };
    }

    /// <summary>The same by an attribute on the type, where the member says nothing else and could be filled.</summary>
    [Fact]
    public void Json_refuses_Populate_of_a_type_on_structs_that_a_constructor_makes()
    {
        const string Text = """{"P":{"Y":6}}""";
        Assert.Equal((3, 6), JsonSerializer.Deserialize<ToldByType>(Text)!.P is var theirs ? (theirs.X, theirs.Y) : default);
        Assert.Equal((3, 6), JsonSerializer.Deserialize<ToldByDerived>(Text)!.P is var derived ? (derived.X, derived.Y) : default);
        Assert.Equal((0, 6), JsonSerializer.Deserialize<BelowTold>(Text)!.P is var below ? (below.X, below.Y) : default);
        foreach (var tier in Tiers)
        {
            var options = new JsonOptions { Convention = Convention.Plain.WithTier(tier) };
            foreach (object value in (object[])[new ToldByType(), new ToldByTypeNullable(), new ToldByDerived()])
            {
                string message = Assert.Throws<NotSupportedException>(
                    () => Json.Deserialize(Encoding.UTF8.GetBytes(Text), value.GetType(), options)).Message;
                Assert.Contains("is of a type that bears", message, StringComparison.Ordinal);
                Assert.Contains("JsonObjectCreationHandling.Replace)] on the member", message, StringComparison.Ordinal);
                Assert.Equal(JsonSerializer.Serialize(value, value.GetType()),
                    Encoding.UTF8.GetString(Json.Serialize(value, value.GetType(), options)));
            }
            Assert.Equal((0, 6), Json.FromText<ToldOtherwise>(Text, options).P is var other ? (other.X, other.Y) : default);
            Assert.Equal((0, 6), Json.FromText<BelowTold>(Text, options).P is var ours ? (ours.X, ours.Y) : default);
            var getOnly = JsonOptions.From(new JsonSerializerOptions());
            getOnly = getOnly with { Convention = ((PlainConvention)getOnly.Convention).WithTier(tier) };
            Assert.Equal(JsonSerializer.Deserialize<ToldGetOnly>(Text)!.P.Y, Json.FromText<ToldGetOnly>(Text, getOnly).P.Y);
            var unsaid = new JsonOptions
            {
                Convention = Convention.Plain.WithTier(tier)
                    .WithIgnoredAttributes("System.Text.Json.Serialization.JsonObjectCreationHandlingAttribute")
            };
            Assert.Equal(6, Json.FromText<ToldByType>(Text, unsaid).P.Y);
        }
        Assert.Equal(4, Compact.Deserialize<ToldByType>(Compact.Serialize(new ToldByType())).P.Y);
    }

    public class ToldPair
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public KeyValuePair<int, int> P { get; set; } = new(3, 4);
    }

    /// <summary>
    /// A struct of the framework cannot be given another constructor: the remedy is another. System.Text.Json loses what the text says.
    /// </summary>
    [Fact]
    public void Json_refuses_to_populate_a_struct_of_the_framework()
    {
        Assert.Equal(new(3, 4), JsonSerializer.Deserialize<ToldPair>("""{"P":{"Value":6}}""")!.P);
        foreach (var tier in Tiers)
        {
            var options = new JsonOptions { Convention = Convention.Plain.WithTier(tier) };
            string message = Assert.Throws<NotSupportedException>(() => Json.FromText<ToldPair>("""{"P":{"Value":6}}""", options)).Message;
            Assert.Contains("a type of your own", message, StringComparison.Ordinal);
            Assert.DoesNotContain("give the struct", message, StringComparison.Ordinal);
            Assert.Equal(JsonSerializer.Serialize(new ToldPair()), Json.ToText(new ToldPair(), options));
        }
    }

    public class Inner
    {
        public int X { get; set; }
    }

    public class Outer(Inner inner)
    {
        public Inner Inner { get; } = inner;
    }

    /// <summary>docs/json.md: with identities, what a constructor is given comes back.</summary>
    [Fact]
    public void Json_reads_an_identity_in_the_argument_of_a_constructor()
    {
        var theirs = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve };
        string json = JsonSerializer.Serialize(new Outer(new() { X = 5 }), theirs);
        Assert.Contains("$id", json, StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => JsonSerializer.Deserialize<Outer>(json, theirs));
        foreach (var tier in Tiers)
            Assert.Equal(5,
                Json.FromText<Outer>(json,
                    new JsonOptions { References = References.Preserve, Convention = Convention.Plain.WithTier(tier) }).Inner.X);
    }

    [DataContract(Namespace = "")]
    public class KeepsBehind : IExtensibleDataObject
    {
        [DataMember(EmitDefaultValue = false)] public string? A { get; set; }
        public ExtensionDataObject? ExtensionData { get; set; }
    }

    /// <summary>docs/contractxml.md: an unknown element behind a member that is left out.</summary>
    [Fact]
    public void ContractXml_writes_what_is_kept_behind_a_member_that_is_left_out()
    {
        const string Document = "<ToldDeviationTests.KeepsBehind xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><A i:nil='true'/><B>1</B></ToldDeviationTests.KeepsBehind>";
        var serializer = new DataContractSerializer(typeof(KeepsBehind));
        using var reader = XmlReader.Create(new StringReader(Document));
        using var stream = new MemoryStream();
        serializer.WriteObject(stream, serializer.ReadObject(reader));
        Assert.DoesNotContain("<B", Encoding.UTF8.GetString(stream.ToArray()), StringComparison.Ordinal);
        foreach (var tier in Tiers)
        {
            var options = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) };
            Assert.Contains("<B>1</B>", ContractXml.ToText(ContractXml.FromText<KeepsBehind>(Document, options), options),
                StringComparison.Ordinal);
        }
    }

    public struct Vector
    {
        public int X { get; set; }
        public int Y { get; set; }
        [JsonIgnore] public object? Tag { get; set; }

        [JsonConstructor]
        public Vector(int x, int y) => (X, Y) = (x, y);
    }

    /// <summary>At the root a struct that is there is filled, whatever makes it: what is no member of the text stays, too.</summary>
    [Fact]
    public void Json_fills_a_struct_that_a_constructor_makes()
    {
        foreach (var tier in Tiers)
        {
            var filled = Json.Fill(new Vector(1, 2) { Tag = "t" }, """{"X":5}"""u8,
                new JsonOptions { Convention = Convention.Plain.WithTier(tier) });
            Assert.Equal((5, 2, "t"), (filled.X, filled.Y, filled.Tag));
        }
    }

    public class Few : List<int>
    {
        public new void Add(int item)
        {
            if (Count < 2)
                base.Add(item);
        }
    }

    public class Two : ICollection<int>
    {
        readonly List<int> _items = [];
        public void Add(int item) => _items.AddRange([item, item]);
        void ICollection<int>.Add(int item) => _items.Add(item);
        public int Count => _items.Count;
        public bool IsReadOnly => false;
        public void Clear() => _items.Clear();
        public bool Contains(int item) => _items.Contains(item);
        public void CopyTo(int[] array, int arrayIndex) => _items.CopyTo(array, arrayIndex);
        public bool Remove(int item) => _items.Remove(item);
        public IEnumerator<int> GetEnumerator() => _items.GetEnumerator();
        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
    }

    /// <summary>docs/json.md: a class that declares an Add of its own is filled by that.</summary>
    [Fact]
    public void Json_fills_a_collection_by_its_own_Add()
    {
        Assert.Equal(3, JsonSerializer.Deserialize<Few>("[1,2,3]")!.Count);
        Assert.Single(JsonSerializer.Deserialize<Two>("[1]")!);
        foreach (var tier in Tiers)
        {
            var options = new JsonOptions { Convention = Convention.Plain.WithTier(tier) };
            Assert.Equal([1, 2], Json.FromText<Few>("[1,2,3]", options).ToArray());
            Assert.Equal([1, 1], Json.FromText<Two>("[1]", options).ToArray());
        }
    }

    public class Throws
    {
        public int A => throw new FormatException("mine");
        public int B { get => throw new FormatException("mine"); set => _ = value; }
    }

    public class Halves : IXmlSerializable
    {
        public System.Xml.Schema.XmlSchema? GetSchema() => null;
        public void ReadXml(XmlReader reader) => reader.Skip();
        public void WriteXml(XmlWriter writer) => writer.WriteElementString("e", "\ud800");
    }

    public class ByItself : IXmlSerializable
    {
        public string? V;
        public System.Xml.Schema.XmlSchema? GetSchema() => null;
        public void ReadXml(XmlReader reader) => V = reader.ReadElementContentAsString();
        public void WriteXml(XmlWriter writer) => writer.WriteString(V);
    }

    public class BehindObject
    {
        public object? O;
        public List<object>? L;
        public ByItself? Known;
    }

    /// <summary>
    /// docs/xml.md: what writes its own XML is written where object is declared, too, with its type, and comes back; XmlSerializer refuses
    /// it, and reads nodes.
    /// </summary>
    [Fact]
    public void Xml_writes_an_IXmlSerializable_behind_object()
    {
        var value = new BehindObject { O = new ByItself { V = "a" }, L = [1, new ByItself { V = "b" }] };
        Assert.Contains("it cannot be object",
            Assert.Throws<InvalidOperationException>(
                () => new XmlSerializer(typeof(BehindObject)).Serialize(new MemoryStream(), value)).InnerException!.Message,
                    StringComparison.Ordinal);
        foreach (var tier in Tiers)
        {
            var options = XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) };
            string written = Xml.ToText(value, options);
            Assert.IsType<XmlNode[]>(((BehindObject)new XmlSerializer(typeof(BehindObject)).Deserialize(new StringReader(written))!).O);
            var read = Xml.FromText<BehindObject>(written, options);
            Assert.Equal("a", Assert.IsType<ByItself>(read.O).V);
            Assert.Equal("b", Assert.IsType<ByItself>(read.L![1]).V);
        }
    }

    public class Texts
    {
        [XmlText] public string[]? T;
        public int N;
    }

    /// <summary>
    /// docs/xml.md: white space that a binary reader gives as text is text to [XmlText], as that of other readers which do; XmlSerializer
    /// passes over it.
    /// </summary>
    [Fact]
    public void Xml_white_text_of_a_binary_reader()
    {
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            XElement.Parse("<Texts> <N>1</N></Texts>", LoadOptions.PreserveWhitespace).WriteTo(writer);
        XmlReader Reader() => XmlDictionaryReader.CreateBinaryReader(stream.ToArray(), XmlDictionaryReaderQuotas.Max);
        Assert.Null(((Texts)new XmlSerializer(typeof(Texts)).Deserialize(Reader())!).T);
        Assert.Equal([" "], ((Texts)new IsomerXmlSerializer(typeof(Texts)).Deserialize(Reader())!).T!);
    }

    public struct Lazily
    {
        List<int>? _items;
        public List<int> Items { get => _items ??= []; set => _items = value; }
    }

    /// <summary>
    /// docs/xml.md: XmlSerializer does not find a struct again that it has begun, where a getter made what it holds, and takes the next
    /// that equals it for a circular reference.
    /// </summary>
    [Fact]
    public void Xml_writes_structs_whose_getter_makes_what_they_hold()
    {
        Lazily[] value = [new(), new()];
        Assert.Contains("circular",
            Assert.Throws<InvalidOperationException>(
                () => new XmlSerializer(typeof(Lazily[])).Serialize(new MemoryStream(), value)).InnerException!.Message,
                    StringComparison.Ordinal);
        foreach (var tier in Tiers)
            Assert.Equal(2,
                Xml.FromText<Lazily[]>(
                    Xml.ToText(value,
                        XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) }))!.Length);
    }

    /// <summary>docs/xml.md: what user code throws at writing passes, and is wrapped by XmlSerializer and the drop-in.</summary>
    [Fact]
    public void Xml_lets_what_user_code_throws_pass()
    {
        foreach (object value in (object[])[new Throws(), new Halves()])
        {
            var theirs = Assert.Throws<InvalidOperationException>(
                () => new XmlSerializer(value.GetType()).Serialize(new MemoryStream(), value)).InnerException!;
            var dropIn = Assert.Throws<InvalidOperationException>(
                () => new IsomerXmlSerializer(value.GetType()).Serialize(new MemoryStream(), value)).InnerException!;
            var ours = Assert.ThrowsAny<Exception>(() => Xml.Serialize(value, value.GetType()));
            Assert.Equal((theirs.GetType(), theirs.Message), (ours.GetType(), ours.Message));
            Assert.Equal((theirs.GetType(), theirs.Message), (dropIn.GetType(), dropIn.Message));
        }
    }

    [DataContract(Name = "K", Namespace = "")]
    public class Keeps : IExtensibleDataObject
    {
        [DataMember] public string? A;
        [DataMember] public string? N;
        public ExtensionDataObject? ExtensionData { get; set; }
    }

    const string Declared =
        "xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'";

    /// <summary>An identity is given once, also where one of the two is kept in an unknown element; the original refuses it, too.</summary>
    [Theory]
    [InlineData("<B z:Id='7'>t</B><N z:Id='7'>n</N>")]
    [InlineData("<A z:Id='7'>t</A><B z:Id='7'>n</B>")]
    [InlineData("<B z:Id='1'>t</B>")]
    public void ContractXml_refuses_an_identity_of_two(string content)
    {
        string document = $"<K z:Id='1' {Declared}>{content}</K>";
        Assert.Throws<SerializationException>(() => Again(new DataContractSerializer(typeof(Keeps)), document));
        foreach (var tier in Tiers)
            Assert.Contains("is given to two objects",
                Assert.Throws<WireFormatException>(
                    () => ContractXml.FromText<Keeps>(document,
                        new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) })).Message, StringComparison.Ordinal);
    }

    [DataContract(Name = "G", Namespace = "")]
    public class Fills : IExtensibleDataObject
    {
        HashSet<int>? _set;
        List<int>? _list;
        Dictionary<int, int>? _map;
        [DataMember(Order = 0)] public string? A;
        [DataMember(Order = 1)] public HashSet<int> B => _set ??= [];
        [DataMember(Order = 2)] public List<int> C => _list ??= [];
        [DataMember(Order = 3)] public Dictionary<int, int> D => _map ??= [];
        [DataMember(Order = 4)] public List<int>? L;
        [DataMember(Order = 5)] public string? N;
        [DataMember(Order = 6)] public object? O;
        public ExtensionDataObject? ExtensionData { get; set; }
    }

    /// <summary>
    /// A collection without a setter takes its identity with its first item: filled with nothing it leaves it to others. One that is set
    /// has it always.
    /// </summary>
    [Theory]
    [InlineData("<B z:Id='1'/>")]
    [InlineData("<B z:Id='1'> <!-- c --></B>")]
    [InlineData("<B z:Id='1' z:Size='0'></B>")]
    [InlineData("<C z:Id='1'/>")]
    [InlineData("<D z:Id='1'/>")]
    [InlineData("<B z:Id='1' i:nil='true'/>")]
    [InlineData("<A z:Id='2'>t</A><B z:Id='2'/><C z:Id='2'/><D z:Id='2'/><O z:Ref='2' i:nil='true'/>")]
    [InlineData("<B z:Id='2'/><L z:Id='2'><a:int>5</a:int></L><O z:Ref='2' i:nil='true'/>")]
    [InlineData("<B z:Id='2'/><N z:Id='2'>n</N><O z:Ref='2' i:nil='true'/>")]
    [InlineData("<B z:Id='2'/><O z:Id='2' i:type='x:string' xmlns:x='http://www.w3.org/2001/XMLSchema'>n</O>")]
    [InlineData("<B z:Id='2'><a:int>5</a:int></B><C z:Id='2'/><O z:Ref='2' i:nil='true'/>")]
    [InlineData("<B z:Id='2'/><U z:Id='2'>t</U>")]
    [InlineData("<U z:Id='2'>t</U><B z:Id='2'/>")]
    [InlineData("<B z:Id='1'><a:int>5</a:int></B>")]
    [InlineData("<B z:Id='1' z:Size='0'><a:int>5</a:int></B>")]
    [InlineData("<C z:Id='1'><a:int>5</a:int></C>")]
    [InlineData("<D z:Id='1'><a:KeyValueOfintint><a:Key>1</a:Key><a:Value>2</a:Value></a:KeyValueOfintint></D>")]
    [InlineData("<B z:Id='2'/><C z:Id='2'><a:int>5</a:int></C><L z:Id='2'/>")]
    [InlineData("<L z:Id='1'/>")]
    [InlineData("<B z:Id='2'/><L z:Id='2'/><N z:Id='2'>n</N>")]
    public void ContractXml_identities_of_collections_without_a_setter(string content)
    {
        string document = $"<G z:Id='1' {Declared} xmlns:a='http://schemas.microsoft.com/2003/10/Serialization/Arrays'>{content}</G>";
        var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            XElement.Parse(document).WriteTo(writer);
        string? expected =
            Read(() => (Fills)new DataContractSerializer(typeof(Fills)).ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(document)))!);
        foreach (var tier in Tiers)
        {
            var options = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) };
            Assert.Equal(expected, Read(() => ContractXml.FromText<Fills>(document, options)));
            Assert.Equal(expected,
                Read(() => ContractXml.Deserialize<Fills>(stream.ToArray(), options with { Form = ContractXmlForm.Binary })));
            Assert.Equal(expected,
                Read(() => (Fills)new ContractXmlSerializer(typeof(Fills)).ReadObject(XmlReader.Create(new StringReader(document)))!));
        }

        static string? Read(Func<Fills> read)
        {
            try
            {
                var found = read();
                return $"{found.A} {string.Join(",", found.B)} {string.Join(",", found.C)} {string.Join(",", found.D)} {found.L?.Count} {found.N} "
                    + $"{(found.O is null ? "" : found.O == (object)found.B ? "B" : found.O == found.L ? "L" : found.O)}";
            }
            catch (Exception e) when (e is SerializationException or WireFormatException)
            {
                Assert.Matches("(?i)the same Id value|is given to two objects", e.Message);
                return null;
            }
        }
    }

    /// <summary>docs/contractxml.md: a reference to a collection that was filled with nothing.</summary>
    [Fact]
    public void ContractXml_reads_a_reference_to_a_collection_that_was_filled_with_nothing()
    {
        const string Document = $"<G z:Id='1' {Declared}><B z:Id='2'/><O z:Ref='2' i:nil='true'/></G>";
        Assert.Throws<SerializationException>(() => Again(new DataContractSerializer(typeof(Fills)), Document));
        foreach (var tier in Tiers)
        {
            var read =
                ContractXml.FromText<Fills>(Document, new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) });
            Assert.Same(read.B, read.O);
        }
    }

    public class Seeing : IXmlSerializable
    {
        public string? Seen;
        public System.Xml.Schema.XmlSchema? GetSchema() => null;
        public void WriteXml(XmlWriter writer) => writer.WriteString(Seen);

        public void ReadXml(XmlReader reader)
        {
            reader.ReadStartElement();
            Seen = reader.MoveToContent() + reader.Name;
            reader.Skip();
            Seen += reader.NodeType + "," + reader.MoveToContent();
            reader.ReadEndElement();
        }
    }

    [DataContract(Name = "H", Namespace = "")] public class Sees { [DataMember] public Seeing? S; [DataMember] public int Z; }

    /// <summary>
    /// A reader for an IXmlSerializable goes to the next content as the one under it does: in binary white space is text, which the
    /// framework's reader passes over then.
    /// </summary>
    [Fact]
    public void ContractXml_readers_pass_over_white_text()
    {
        const string Document = "<H><S>\n  <e>a</e>\n  </S><Z>3</Z></H>";
        byte[] text = Encoding.UTF8.GetBytes(Document);
        var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            XElement.Parse(Document, LoadOptions.PreserveWhitespace).WriteTo(writer);
        byte[] binary = stream.ToArray();
        Func<XmlReader>[] readers = [() => XmlDictionaryReader.CreateTextReader(text, XmlDictionaryReaderQuotas.Max),
            () => XmlDictionaryReader.CreateBinaryReader(binary, XmlDictionaryReaderQuotas.Max),
            () => XmlReader.Create(new MemoryStream(text))];
        foreach (var open in readers)
        {
            var expected = (Sees)new DataContractSerializer(typeof(Sees)).ReadObject(open())!;
            var ours = (Sees)new ContractXmlSerializer(typeof(Sees)).ReadObject(open())!;
            Assert.StartsWith("Elemente", expected.S!.Seen, StringComparison.Ordinal);
            Assert.Equal((expected.S.Seen, 3), (ours.S!.Seen, ours.Z));
        }
        string inBinary = ((Sees)new DataContractSerializer(typeof(Sees)).ReadObject(readers[1]())!).S!.Seen!;
        Assert.Equal(inBinary, ContractXml.Deserialize<Sees>(binary, new ContractXmlOptions { Form = ContractXmlForm.Binary }).S!.Seen);
    }

    /// <summary>docs/contractxml.md: a member that refers to what an unknown element holds.</summary>
    [Fact]
    public void ContractXml_refuses_a_reference_to_what_is_kept()
    {
        const string Document = $"<K z:Id='1' {Declared}><B z:Id='7'>t</B><N z:Ref='7' i:nil='true'/></K>";
        var settings = new DataContractSerializerSettings { PreserveObjectReferences = true };
        Assert.Equal("t",
            ((Keeps)new DataContractSerializer(typeof(Keeps), settings).ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(Document)))!).N);
        var error = Assert.Throws<WireFormatException>(
            () => ContractXml.FromText<Keeps>(Document, new ContractXmlOptions { PreserveObjectReferences = true }));
        Assert.Contains("'7' names an unknown element", error.Message, StringComparison.Ordinal);
        Assert.Equal("/K/N", error.Path);
    }

    /// <summary>docs/contractxml.md: an unknown text that is white space.</summary>
    [Fact]
    public void ContractXml_keeps_white_text()
    {
        const string Document = "<K><A>a</A><B> \t</B></K>";
        Assert.DoesNotContain("\t", Again(new DataContractSerializer(typeof(Keeps)), Document), StringComparison.Ordinal);
        Assert.Contains("<B> \t</B>", Again(new ContractXmlSerializer(typeof(Keeps)), Document), StringComparison.Ordinal);
    }

    /// <summary>
    /// As the original has it, what is nil holds nothing: neither a text nor elements, in whatever order, nor an object that others refer
    /// to. Attributes are kept.
    /// </summary>
    [Theory]
    [InlineData("t<q>5</q> ")]
    [InlineData("<q>5</q>t")]
    [InlineData("t")]
    [InlineData("<q><r z:Id='4'>1</r></q>")]
    [InlineData("<!-- c --> ")]
    public void ContractXml_keeps_nothing_of_what_is_in_a_nil_element(string content)
    {
        string document = $"<K {Declared}><A>a</A><B z:Id='3' i:nil='true'>{content}</B><N>n</N></K>";
        foreach (bool preserves in (bool[])[false, true])
        {
            var settings = new DataContractSerializerSettings { PreserveObjectReferences = preserves };
            string expected = Again(new DataContractSerializer(typeof(Keeps), settings), document);
            foreach (var tier in Tiers)
                Assert.Equal(expected,
                    Again(new ContractXmlSerializer(typeof(Keeps),
                        ContractXmlOptions.Of(settings) with { Convention = Convention.DataContract.WithTier(tier) }), document));
        }
        Assert.Contains("x=\"1\"",
            Again(new ContractXmlSerializer(typeof(Keeps)), document.Replace("z:Id='3'", "x='1'", StringComparison.Ordinal)),
            StringComparison.Ordinal);
        Assert.Throws<WireFormatException>(
            () => ContractXml.FromText<Keeps>(document.Replace("<N>n", "<N z:Ref='3' i:nil='true'>", StringComparison.Ordinal)));
    }

    static string Again(XmlObjectSerializer serializer, string document)
    {
        var value = serializer.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(document)));
        var stream = new MemoryStream();
        serializer.WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    [DataContract] public class Unmarked { public virtual int A { get; set; } }

    [DataContract]
    public class OnlySets : Unmarked
    {
        [DataMember] public override int A { set => base.A = value; }
        [DataMember] public int B { get; set; }
    }

    /// <summary>docs/contractxml.md: an override that bears [DataMember] and only sets, over a property without the mark.</summary>
    [Fact]
    public void Contracts_refuse_an_override_that_only_sets()
    {
        var stream = new MemoryStream();
        new DataContractJsonSerializer(typeof(OnlySets)).WriteObject(stream, new OnlySets { A = 1, B = 2 });
        Assert.Equal("""{"B":2}""", Encoding.UTF8.GetString(stream.ToArray()));
        foreach (var tier in Tiers)
        {
            Assert.Contains("without a getter",
                Assert.ThrowsAny<NotSupportedException>(
                    () => ContractJson.ToText(new OnlySets(),
                        new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) })).Message,
                            StringComparison.Ordinal);
            Assert.Equal("""{"B":2}""",
                ContractJson.ToText(new OnlySets { A = 1, B = 2 },
                    new ContractJsonOptions { Convention = Convention.DataContract.WithLosses().WithTier(tier) }));
        }
    }

    /// <summary>docs/xml.md: bytes from a reader that gives none.</summary>
    [Fact]
    public void Xml_reads_bytes_of_an_XDocument()
    {
        var document = XDocument.Parse("<Bytes A='BAU='><B>AQID</B></Bytes>");
        Assert.ThrowsAny<InvalidOperationException>(() => new XmlSerializer(typeof(Bytes)).Deserialize(document.CreateReader()));
        var ours = (Bytes)new IsomerXmlSerializer(typeof(Bytes)).Deserialize(document.CreateReader())!;
        Assert.Equal([1, 2, 3], ours.B);
        Assert.Equal([4, 5], ours.A);
    }

    [DataContract]
    public class GetOnly
    {
        [DataMember] public Dictionary<string, int>? D { get; }
        [DataMember] public int B { get; set; }
    }

    /// <summary>docs/contractjson.md: an empty dictionary for a property without a setter that holds null.</summary>
    [Theory]
    [InlineData("""{"B":5,"D":{}}""")]
    [InlineData("""{"B":5,"D":[]}""")]
    public void ContractJson_takes_an_empty_dictionary_where_none_is(string json)
    {
        var settings = new DataContractJsonSerializerSettings { UseSimpleDictionaryFormat = true };
        Assert.Contains("returned a null value",
            Assert.Throws<SerializationException>(
                () => new DataContractJsonSerializer(typeof(GetOnly), settings).ReadObject(
                    new MemoryStream(Encoding.UTF8.GetBytes(json)))).Message, StringComparison.Ordinal);
        Assert.Equal(5, ContractJson.FromText<GetOnly>(json, ContractJsonOptions.Of(settings)).B);
    }

    [DataContract]
    public class Spaced
    {
        [DataMember(Name = "a b")] public int A;
        [DataMember] public int z;
    }

    [DataContract]
    public class Above : Spaced
    {
        [DataMember] public int Own;
    }

    /// <summary>docs/contractjson.md: names that no element can have, over plain XML writers, where a class has a base.</summary>
    [Fact]
    public void ContractJson_asks_a_member_s_own_name()
    {
        var value = new Above { A = 1, Own = 2, z = 4 };
        string theirs = Written(new DataContractJsonSerializer(typeof(Above))), ours = Written(new ContractJsonSerializer(typeof(Above)));
        Assert.Contains("item=\"Own\"", theirs, StringComparison.Ordinal);
        var members = XElement.Parse(ours).Elements()
            .Select(e => (Name: e.Attribute("item")?.Value ?? e.Name.LocalName, IsNamed: e.Name.NamespaceName == "item", e.Value)).ToList();
        Assert.Equal([("Own", false, "2"), ("a b", true, "1"), ("z", false, "4")], members.OrderBy(m => m.Name, StringComparer.Ordinal));
        Assert.Equal(2, ((Above)new ContractJsonSerializer(typeof(Above)).ReadObject(XmlReader.Create(new StringReader(ours)))!).Own);

        string Written(XmlObjectSerializer serializer)
        {
            var text = new StringBuilder();
            using (var writer = XmlWriter.Create(text, new XmlWriterSettings { OmitXmlDeclaration = true, CheckCharacters = false }))
                serializer.WriteObject(writer, value);
            return text.ToString();
        }
    }

    public class Bytes
    {
        public byte[]? B { get; set; }
        [XmlAttribute] public byte[]? A { get; set; }
    }

    static string ToDocument(Action<XmlWriter> write)
    {
        var document = new XDocument();
        using (var writer = document.CreateWriter())
            write(writer);
        return document.ToString(SaveOptions.DisableFormatting);
    }

    /// <summary>docs/xml.md: bytes are text to a writer that takes none.</summary>
    [Fact]
    public void Xml_writes_bytes_to_an_XDocument()
    {
        var value = new Bytes { B = [1, 2, 3], A = [4, 5] };
        Assert.IsType<NotSupportedException>(
            Assert.Throws<InvalidOperationException>(
                () => ToDocument(w => new XmlSerializer(typeof(Bytes)).Serialize(w, value))).InnerException);
        string written = ToDocument(w => new IsomerXmlSerializer(typeof(Bytes)).Serialize(w, value));
        var back = (Bytes)new XmlSerializer(typeof(Bytes)).Deserialize(new StringReader(written))!;
        Assert.Equal([1, 2, 3], back.B);
        Assert.Equal([4, 5], back.A);
    }

    [DataContract(Name = "Same", Namespace = "urn:s")] public class First { [DataMember] public int A; }
    [DataContract(Name = "Same", Namespace = "urn:s")] public class Second { [DataMember] public int B; }
    [DataContract] public class Any { [DataMember] public object? O; }
    [DataContract, KnownType(typeof(First)), KnownType(typeof(Second))] public class AnyKnown { [DataMember] public object? O; }
    [DataContract, KnownType(typeof(List<int>)), KnownType(typeof(int[]))] public class AnyItems { [DataMember] public object? O; }

    static readonly Type[] Same = [typeof(First), typeof(Second)];

    /// <summary>
    /// docs/contractxml.md: known types of one name. As XML they are refused at first use; the original writes what it does not look up.
    /// </summary>
    [Fact]
    public void ContractXml_refuses_known_types_of_one_name()
    {
        new DataContractSerializer(typeof(Any), Same).WriteObject(new MemoryStream(), new Any { O = 5 });
        Assert.Throws<InvalidOperationException>(
            () => new DataContractSerializer(typeof(Any), Same).WriteObject(new MemoryStream(), new Any { O = new First() }));
        foreach (object? value in (object?[])[null, 5, new First(), new Second()])
        {
            Assert.Contains("same contract name",
                Assert.Throws<NotSupportedException>(
                    () => ContractXml.ToText(new Any { O = value }, new ContractXmlOptions { KnownTypes = [.. Same] })).Message,
                        StringComparison.Ordinal);
            Assert.Contains("same contract name",
                Assert.Throws<NotSupportedException>(() => ContractXml.ToText(new AnyKnown { O = value })).Message,
                StringComparison.Ordinal);
        }
    }

    /// <summary>
    /// In JSON a name is refused where it is looked up and two are called so: the second was written under it and came back as the first,
    /// without its members and without a word.
    /// </summary>
    [Fact]
    public void ContractJson_refuses_a_name_of_two_known_types()
    {
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) };
            var knowing = options with { KnownTypes = [.. Same] };
            foreach (object value in (object[])[new First(), new Second()])
            {
                Assert.Throws<InvalidOperationException>(
                    () => new DataContractJsonSerializer(typeof(Any), Same).WriteObject(new MemoryStream(), new Any { O = value }));
                Assert.Contains("same contract name",
                    Assert.Throws<NotSupportedException>(() => ContractJson.ToText(new Any { O = value }, knowing)).Message,
                    StringComparison.Ordinal);
                Assert.Contains("same contract name",
                    Assert.Throws<NotSupportedException>(() => ContractJson.ToText(new AnyKnown { O = value }, options)).Message,
                    StringComparison.Ordinal);
            }
            const string Text = """{"O":{"__type":"Same:urn:s","B":1}}""";
            Assert.Throws<InvalidOperationException>(
                () => new DataContractJsonSerializer(typeof(Any), Same).ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(Text))));
            Assert.Throws<NotSupportedException>(() => ContractJson.FromText<Any>(Text, knowing));
            Assert.Throws<NotSupportedException>(() => ContractJson.FromText<AnyKnown>(Text, options));
            Assert.Equal("""{"O":5}""", ContractJson.ToText(new AnyKnown { O = 5 }, options));
            // Collections of the same items are one contract.
            Assert.Equal("""{"O":[1]}""", ContractJson.ToText(new AnyItems { O = new List<int> { 1 } }, options));
        }
    }

    public class Numbers
    {
        public int A;
        public int? B;
        public double C;
        public string? D;
        public int After;
    }

    /// <summary>
    /// Once a difference of a random run, and none: whatever an element says of nil, and whatever is in it, both read or refuse the same.
    /// </summary>
    [Theory]
    [InlineData("A")]
    [InlineData("B")]
    [InlineData("C")]
    [InlineData("D")]
    public void Xml_nil_in_any_spelling(string name)
    {
        foreach (string nil in (string[])["", " ", "x", "0", "1", "false", "true", " true ", "True"])
            foreach (string rest in (string[])["/>", $"></{name}>", $">1</{name}>", $"> </{name}>"])
                OfXml.XmlOracle.SameReading<Numbers>(
                    $"<Numbers xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><{name} i:nil='{nil}'{rest}<After>2</After></Numbers>");
    }

    /// <summary>
    /// Once a difference of a random run, and none: a pair that is no known type is refused by both, with references kept and without; a
    /// map makes its pairs known.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ContractXml_pairs_behind_object(bool preserves)
    {
        foreach (var known in (Type[][])[[], [typeof(Dictionary<string, int>)], [typeof(KeyValuePair<string, int>)],
            [typeof(Dictionary<string, string>)]])
        {
            var settings = new DataContractSerializerSettings { KnownTypes = known, PreserveObjectReferences = preserves };
            var options = new ContractXmlOptions { KnownTypes = [.. known], PreserveObjectReferences = preserves };
            foreach (object value in (object[])[new KeyValuePair<string, int>("a", 1), new KeyValuePair<string, int>[] { new("a", 1) }])
            {
                var (theirs, ours) = (Differential.Outcome.Of(() => Written(settings, value)),
                    Differential.Outcome.Of(() => ContractXml.Serialize(new Any { O = value }, options)));
                Assert.True(Differential.Outcome.Difference(theirs, ours) is null, $"{string.Join<Type>(", ", known)}\n{theirs}\n{ours}");
            }
        }

        static byte[] Written(DataContractSerializerSettings settings, object value)
        {
            var stream = new MemoryStream();
            using (var writer = XmlDictionaryWriter.CreateTextWriter(stream, new UTF8Encoding(false), ownsStream: false))
                new DataContractSerializer(typeof(Any), settings).WriteObject(writer, new Any { O = value });
            return stream.ToArray();
        }
    }
}
