using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Depth is how deep values nest, not how many have come before: what is written and read once, or three levels deep, is so two hundred
/// times side by side, in every format (a mutant that never left a map lived).
/// </summary>
public class SiblingTests
{
    [Serializable, DataContract(Namespace = "urn:siblings")]
    public class Item
    {
        [DataMember(Order = 1)] public int Number { get; set; }
        [DataMember(Order = 2)] public Item? Inner { get; set; }
        [DataMember(Order = 3)] public List<int>? Numbers { get; set; }
        [DataMember(Order = 4)] public Dictionary<string, int>? Map { get; set; }
        [DataMember(Order = 5)] public object? Any { get; set; }
    }

    /// <summary>Without what XmlSerializer has no form for.</summary>
    [Serializable, DataContract(Namespace = "urn:siblings")]
    public class Plain
    {
        [DataMember(Order = 1)] public int Number { get; set; }
        [DataMember(Order = 2)] public Plain? Inner { get; set; }
        [DataMember(Order = 3)] public List<int>? Numbers { get; set; }
    }

    const int Many = 200;

    static readonly ShapeTier[] s_tiers = [ShapeTier.Emitted, ShapeTier.Reflection];

    static IEnumerable<(string Name, Func<T, T?> Pass)> Ways<T>()
    {
        foreach (var tier in s_tiers)
        {
            var plain = Convention.Plain.WithTier(tier);
            foreach (var references in Enum.GetValues<References>())
            {
                var json = new JsonOptions { Convention = plain, References = references };
                yield return ($"Json, {references}, {tier}", v => Json.Deserialize<T>(Json.Serialize(v, json), json));
                var compact = new CompactOptions { Convention = plain, References = references, Schema = CompactSchema.Embedded };
                yield return ($"Compact, {references}, {tier}", v => Compact.Deserialize<T>(Compact.Serialize(v, compact), compact));
            }
            var fast = JsonOptions.FastJson with { Convention = Convention.FastJson.WithTier(tier) };
            yield return ($"FastJson, {tier}", v => Json.Deserialize<T>(Json.Serialize(v, fast), fast));
            foreach (bool flag in new[] { false, true })
            {
                var contract = Convention.DataContract.WithTier(tier);
                var contractJson = new ContractJsonOptions
                { Convention = contract, UseSimpleDictionaryFormat = flag, KnownTypes = [typeof(Item)] };
                yield return ($"ContractJson, {flag}, {tier}",
                    v => ContractJson.Deserialize<T>(ContractJson.Serialize(v, contractJson), contractJson));
                foreach (var form in Enum.GetValues<ContractXmlForm>())
                {
                    var xml = new ContractXmlOptions
                    { Convention = contract, Form = form, PreserveObjectReferences = flag, KnownTypes = [typeof(Item)] };
                    yield return ($"ContractXml, {form}, {flag}, {tier}",
                        v => ContractXml.Deserialize<T>(ContractXml.Serialize(v, xml), xml));
                }
            }
            var xmlOptions = new XmlOptions { Convention = Convention.XmlAttributes.WithTier(tier) };
            yield return ($"Xml, {tier}", v => Xml.Deserialize<T>(Xml.Serialize(v, xmlOptions), xmlOptions));
            var protobuf = new ProtobufOptions { Convention = Convention.Protobuf.WithTier(tier) };
            yield return ($"Protobuf, {tier}", v => Protobuf.Deserialize<T>(Protobuf.Serialize(v, protobuf), protobuf));
            var nrbf = new NrbfOptions { Convention = Convention.Fields.WithTier(tier) };
            yield return ($"Nrbf, {tier}", v => Nrbf.Deserialize<T>(Nrbf.Serialize(v, nrbf), nrbf));
            var soap = new SoapOptions { Convention = Convention.Fields.WithTier(tier) };
            yield return ($"Soap, {tier}", v => Soap.Deserialize<T>(Soap.Serialize(v, soap), soap));
        }
    }

    static Item Deep(int i) => new()
    {
        Number = i,
        Numbers = [i, i],
        Map = new() { ["a"] = i, ["b"] = 2 },
        Any = i,
        Inner = new Item { Inner = new Item { Map = [], Numbers = [] }, Map = new() { ["c"] = i } },
    };

    static Plain Bare(int i) => new()
    {
        Number = i,
        Numbers = [i, i],
        Inner = new Plain { Numbers = [], Inner = new Plain { Number = 1 } },
    };

    [Fact]
    public void Objects() => Check(Deep, 20);

    [Fact]
    public void Objects_without_maps() => Check(Bare, 24);

    [Fact]
    public void Objects_and_nulls() => Check(i => i % 2 == 0 ? null : Bare(i), 20);

    [Fact]
    public void Maps()
    {
        Check(i => new Dictionary<string, int> { ["a"] = i, ["b"] = 1 }, 20);
        Check(i => new Dictionary<int, Item> { [i] = Deep(i), [-1] = new Item() }, 16);
        Check(_ => new Dictionary<string, string>(), 16);
        Check(i => new Dictionary<string, Dictionary<string, int>> { ["a"] = new() { ["b"] = i } }, 16);
    }

    [Fact]
    public void Lists()
    {
        Check(i => new List<int> { i, 1 }, 16);
        Check(i => new List<string> { "a", "b" + i }, 16);
        Check(i => new[] { i, 1 }, 16);
        Check(i => new List<List<Plain>> { new() { Bare(i) }, new() }, 16);
        Check(_ => Array.Empty<string>(), 16);
    }

    [Fact]
    public void Anything() => Check<object>(i => (i % 4) switch { 0 => Deep(i), 1 => i, 2 => "text", _ => true }, 8);

    static void Check<T>(Func<int, T> make, int least)
    {
        var failed = new List<string>();
        int passed = 0;
        foreach (var (name, pass) in Ways<List<T>>())
        {
            // What has no form in a format has none twice.
            string some = Text(Of(4));
            string? few = Outcome(pass, Of(4));
            if (few != some)
                continue;
            passed++;
            string? many = Outcome(pass, Of(Many));
            if (many != Text(Of(Many)))
                failed.Add($"{name}: {many}");
        }
        Assert.Empty(failed);
        Assert.True(passed >= least, $"{passed} ways");

        List<T> Of(int count) => [.. Enumerable.Range(0, count).Select(make)];
    }

    static string? Outcome<T>(Func<T, T?> pass, T value)
    {
        try
        {
            return Text(pass(value));
        }
        catch (Exception e) when (e is NotSupportedException or WireFormatException)
        {
            return e.Message;
        }
    }

    static string Text<T>(T value) => Json.ToText(value);
}
