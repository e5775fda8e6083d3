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

/// <summary>Differences from the originals that the formats' pages tell, each shown on both sides; and some that were looked for and are none.</summary>
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

    /// <summary>docs/json.md: Populate of a struct that a constructor makes.</summary>
    [Theory]
    [InlineData("""{"P":{"X":5}}""", 3, 4, 5, 0)]
    [InlineData("""{"P":{"X":5,"Y":6}}""", 3, 6, 5, 6)]
    [InlineData("""{"P":{"Y":6}}""", 3, 6, 0, 6)]
    [InlineData("{}", 3, 4, 3, 4)]
    public void Json_populates_a_struct_by_its_constructor(string json, int theirX, int theirY, int x, int y)
    {
        var theirs = JsonSerializer.Deserialize<Holder>(json, new JsonSerializerOptions { PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate })!;
        Assert.Equal((theirX, theirY), (theirs.P.X, theirs.P.Y));
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var ours = Json.FromText<Holder>(json, new JsonOptions { MergeNested = true, Convention = Convention.Plain.WithTier(tier) });
            Assert.Equal((x, y), (ours.P.X, ours.P.Y));
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
        Assert.IsType<NotSupportedException>(Assert.Throws<InvalidOperationException>(() => ToDocument(w => new XmlSerializer(typeof(Bytes)).Serialize(w, value))).InnerException);
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

    /// <summary>docs/contractxml.md: known types of one name. As XML they are refused at first use; the original writes what it does not look up.</summary>
    [Fact]
    public void ContractXml_refuses_known_types_of_one_name()
    {
        new DataContractSerializer(typeof(Any), Same).WriteObject(new MemoryStream(), new Any { O = 5 });
        Assert.Throws<InvalidOperationException>(() => new DataContractSerializer(typeof(Any), Same).WriteObject(new MemoryStream(), new Any { O = new First() }));
        foreach (object? value in (object?[])[null, 5, new First(), new Second()])
        {
            Assert.Contains("same contract name", Assert.Throws<NotSupportedException>(() => ContractXml.ToText(new Any { O = value }, new ContractXmlOptions { KnownTypes = [.. Same] })).Message, StringComparison.Ordinal);
            Assert.Contains("same contract name", Assert.Throws<NotSupportedException>(() => ContractXml.ToText(new AnyKnown { O = value })).Message, StringComparison.Ordinal);
        }
    }

    /// <summary>
    /// In JSON a name is refused where it is looked up and two are called so: the second was written under it and came back as the first, without its members and without a word.
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
                Assert.Throws<InvalidOperationException>(() => new DataContractJsonSerializer(typeof(Any), Same).WriteObject(new MemoryStream(), new Any { O = value }));
                Assert.Contains("same contract name", Assert.Throws<NotSupportedException>(() => ContractJson.ToText(new Any { O = value }, knowing)).Message, StringComparison.Ordinal);
                Assert.Contains("same contract name", Assert.Throws<NotSupportedException>(() => ContractJson.ToText(new AnyKnown { O = value }, options)).Message, StringComparison.Ordinal);
            }
            const string Text = """{"O":{"__type":"Same:urn:s","B":1}}""";
            Assert.Throws<InvalidOperationException>(() => new DataContractJsonSerializer(typeof(Any), Same).ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(Text))));
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

    /// <summary>Once a difference of a random run, and none: whatever an element says of nil, and whatever is in it, both read or refuse the same.</summary>
    [Theory]
    [InlineData("A")]
    [InlineData("B")]
    [InlineData("C")]
    [InlineData("D")]
    public void Xml_nil_in_any_spelling(string name)
    {
        foreach (string nil in (string[])["", " ", "x", "0", "1", "false", "true", " true ", "True"])
            foreach (string rest in (string[])["/>", $"></{name}>", $">1</{name}>", $"> </{name}>"])
                Xml.XmlOracle.SameReading<Numbers>($"<Numbers xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><{name} i:nil='{nil}'{rest}<After>2</After></Numbers>");
    }

    /// <summary>Once a difference of a random run, and none: a pair that is no known type is refused by both, with references kept and without; a map makes its pairs known.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ContractXml_pairs_behind_object(bool preserves)
    {
        foreach (var known in (Type[][])[[], [typeof(Dictionary<string, int>)], [typeof(KeyValuePair<string, int>)], [typeof(Dictionary<string, string>)]])
        {
            var settings = new DataContractSerializerSettings { KnownTypes = known, PreserveObjectReferences = preserves };
            var options = new ContractXmlOptions { KnownTypes = [.. known], PreserveObjectReferences = preserves };
            foreach (object value in (object[])[new KeyValuePair<string, int>("a", 1), new KeyValuePair<string, int>[] { new("a", 1) }])
            {
                var (theirs, ours) = (Differential.Outcome.Of(() => Written(settings, value)), Differential.Outcome.Of(() => ContractXml.Serialize(new Any { O = value }, options)));
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
