using System.Collections;
using System.Runtime.Serialization;
using Isomer.Calls;
using Isomer.Tests.Formats.Contracts;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Classes that are a dictionary and a sequence of something else beside, as JObject is: a dictionary in each format and in all tiers, as
/// root, member and item. Where there is an original, it is what the original makes of them.
/// </summary>
public class SeveralFacedMapTests
{
    /// <summary>A dictionary that shows its keys as a sequence of their own, which its untyped face is too.</summary>
    public class Bag : IDictionary<string, int>, IEnumerable<string>
    {
        readonly Dictionary<string, int> _map = [];
        public int this[string key] { get => _map[key]; set => _map[key] = value; }
        public ICollection<string> Keys => _map.Keys;
        public ICollection<int> Values => _map.Values;
        public int Count => _map.Count;
        public bool IsReadOnly => false;
        public void Add(string key, int value) => _map.Add(key, value);
        public void Add(KeyValuePair<string, int> item) => _map.Add(item.Key, item.Value);
        public void Clear() => _map.Clear();
        public bool Contains(KeyValuePair<string, int> item) => _map.Contains(item);
        public bool ContainsKey(string key) => _map.ContainsKey(key);
        public void CopyTo(KeyValuePair<string, int>[] array, int arrayIndex) =>
            ((ICollection<KeyValuePair<string, int>>)_map).CopyTo(array, arrayIndex);
        public bool Remove(string key) => _map.Remove(key);
        public bool Remove(KeyValuePair<string, int> item) => _map.Remove(item.Key);
        public bool TryGetValue(string key, out int value) => _map.TryGetValue(key, out value);
        public IEnumerator<KeyValuePair<string, int>> GetEnumerator() => _map.GetEnumerator();
        IEnumerator<string> IEnumerable<string>.GetEnumerator() => _map.Keys.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => _map.Keys.GetEnumerator();
    }

    /// <summary>JObject has a list's face as well.</summary>
    public class Listed : Bag, IList<string>
    {
        string IList<string>.this[int index] { get => Keys.ElementAt(index); set => throw new NotSupportedException(); }
        void ICollection<string>.Add(string item) => throw new NotSupportedException();
        bool ICollection<string>.Contains(string item) => ContainsKey(item);
        void ICollection<string>.CopyTo(string[] array, int arrayIndex) => Keys.CopyTo(array, arrayIndex);
        bool ICollection<string>.Remove(string item) => Remove(item);
        int IList<string>.IndexOf(string item) => -1;
        void IList<string>.Insert(int index, string item) => throw new NotSupportedException();
        void IList<string>.RemoveAt(int index) => throw new NotSupportedException();
    }

    /// <summary>The framework's dictionary that shows another sequence.</summary>
    public class Derived : Dictionary<string, int>, IEnumerable<double>
    {
        IEnumerator<double> IEnumerable<double>.GetEnumerator() => Values.Select(v => v / 2.0).GetEnumerator();
    }

    [DataContract]
    public class Holder<T> where T : class
    {
        [DataMember(Order = 1)] public T? V { get; set; }
        [DataMember(Order = 2)] public List<T>? L { get; set; }
        [DataMember(Order = 3)] public Dictionary<string, T>? D { get; set; }
    }

    static readonly JsonOptions Preserving = new() { References = References.Preserve };

    static readonly ShapeTier[] Tiers = [ShapeTier.Emitted, ShapeTier.Promoted, ShapeTier.Reflection];

    /// <summary>A format, and what it makes of a value's type in each tier.</summary>
    static readonly (string Name, Func<object, Type, ShapeTier, byte[]> Write, Func<byte[], Type, ShapeTier, object?> Read)[] Formats =
    [
        ("Json", (v, t, tier) => Json.Serialize(v, t, Plain(JsonOptions.Default, tier)),
            (b, t, tier) => Json.Deserialize(b, t, Plain(JsonOptions.Default, tier))),
        ("Graph", (v, t, tier) => Json.Serialize(v, t, Plain(JsonOptions.Graph, tier)),
            (b, t, tier) => Json.Deserialize(b, t, Plain(JsonOptions.Graph, tier))),
        ("Preserve", (v, t, tier) => Json.Serialize(v, t, Plain(Preserving, tier)),
            (b, t, tier) => Json.Deserialize(b, t, Plain(Preserving, tier))),
        ("FastJson", (v, t, tier) => Json.Serialize(v, t, Fast(tier)), (b, t, tier) => Json.Deserialize(b, t, Fast(tier))),
        ("Compact", (v, t, tier) => Compact.Serialize(v, t, Small(tier)), (b, t, tier) => Compact.Deserialize(b, t, Small(tier))),
        ("Compact, references", (v, t, tier) => Compact.Serialize(v, t, Small(tier) with { References = References.Preserve }),
            (b, t, tier) => Compact.Deserialize(b, t, Small(tier) with { References = References.Preserve })),
        ("ContractXml", (v, t, tier) => ContractXml.Serialize(v, t, OfContract(tier)),
            (b, t, tier) => ContractXml.Deserialize(b, t, OfContract(tier))),
        ("ContractXml, binary", (v, t, tier) => ContractXml.Serialize(v, t, OfContract(tier) with { Form = ContractXmlForm.Binary }),
            (b, t, tier) => ContractXml.Deserialize(b, t, OfContract(tier) with { Form = ContractXmlForm.Binary })),
        ("ContractJson", (v, t, tier) => ContractJson.Serialize(v, t, OfContractJson(tier, false)),
            (b, t, tier) => ContractJson.Deserialize(b, t, OfContractJson(tier, false))),
        ("ContractJson, simple", (v, t, tier) => ContractJson.Serialize(v, t, OfContractJson(tier, true)),
            (b, t, tier) => ContractJson.Deserialize(b, t, OfContractJson(tier, true))),
        ("Protobuf", (v, t, tier) => Protobuf.Serialize(v, t, Proto(tier)),
            (b, t, tier) => Protobuf.Deserialize(b, t, Proto(tier))),
        ("Xml", (v, t, tier) => Xml.Serialize(v, t, OfXml(tier)), (b, t, tier) => Xml.Deserialize(b, t, OfXml(tier))),
    ];

    static JsonOptions Plain(JsonOptions options, ShapeTier tier) =>
        options with { Convention = ((PlainConvention)options.Convention).WithTier(tier) };
    static JsonOptions Fast(ShapeTier tier) => JsonOptions.FastJson with { Convention = Convention.FastJson.WithTier(tier) };
    static CompactOptions Small(ShapeTier tier) => new() { Convention = Convention.Plain.WithTier(tier) };
    static ContractXmlOptions OfContract(ShapeTier tier) => new() { Convention = Convention.DataContract.WithTier(tier) };
    static ContractJsonOptions OfContractJson(ShapeTier tier, bool simple) =>
        new() { Convention = Convention.DataContract.WithTier(tier), UseSimpleDictionaryFormat = simple };
    static ProtobufOptions Proto(ShapeTier tier) => new() { Convention = Convention.Protobuf.WithTier(tier) };
    static XmlOptions OfXml(ShapeTier tier) => new() { Convention = Convention.XmlAttributes.With(XmlExtensions.All).WithTier(tier) };

    static IEnumerable<(object Value, Type Type)> Values()
    {
        foreach (var of in new Func<IEnumerable<(object, Type)>>[] { Of<Bag>, Of<Listed>, Of<Derived> })
            foreach (var value in of())
                yield return value;

        static IEnumerable<(object, Type)> Of<T>() where T : class, IDictionary<string, int>, new()
        {
            T Made(params ReadOnlySpan<int> values)
            {
                var made = new T();
                foreach (int value in values)
                    made.Add("k" + value, value);
                return made;
            }
            yield return (Made(1, 2), typeof(T));
            yield return (Made(), typeof(T));
            yield return (new List<T> { Made(1), Made(), Made(2, 3) }, typeof(List<T>));
            yield return (new Holder<T> { V = Made(4), L = [Made(5, 6)], D = new() { ["d"] = Made(7) } }, typeof(Holder<T>));
            yield return (new Holder<T>(), typeof(Holder<T>));
        }
    }

    static string Shown(object? value) => value switch
    {
        null => "null",
        IDictionary<string, int> map => $"{map.GetType().Name}({string.Join(",", map.Keys.Select(k => k + "=" + map[k]))})",
        IDictionary maps => "{" + string.Join(",", maps.Keys.Cast<string>().Select(k => k + ":" + Shown(maps[k]))) + "}",
        IEnumerable items => "[" + string.Join(",", items.Cast<object?>().Select(Shown)) + "]",
        _ => "{" + string.Join(",", value.GetType().GetProperties().Select(p => Shown(p.GetValue(value)))) + "}",
    };

    [Fact]
    public void Are_dictionaries_in_every_format_and_tier()
    {
        var problems = new List<string>();
        foreach (var (name, write, read) in Formats)
            foreach (var (value, type) in Values())
                try
                {
                    byte[][] written = [.. Tiers.Select(tier => write(value, type, tier))];
                    if (!written.All(w => w.AsSpan().SequenceEqual(written[0])))
                        problems.Add(
                            $"{name} {type}: tiers write different bytes\n  " + string.Join("\n  ",
                                written.Select(System.Text.Encoding.UTF8.GetString)));
                    foreach (var tier in Tiers)
                        if (Shown(read(written[0], type, tier)) is var back
                            && back.Replace("null", "[]", StringComparison.Ordinal)
                                != Shown(value).Replace("null", "[]", StringComparison.Ordinal))
                            problems.Add(
                                $"{name} {tier} {type}: {Shown(value)} came back as {back}\n  {System.Text.Encoding.UTF8.GetString(written[0])}");
                }
                catch (Exception e)
                {
                    problems.Add($"{name} {type} {Shown(value)}: {e.GetType().Name}: {e.Message}");
                }
        Assert.True(problems.Count == 0, $"{problems.Count}\n" + string.Join("\n", problems));
    }

    [Fact]
    public void Are_copied_as_they_are()
    {
        foreach (var tier in Tiers)
            foreach (var (value, type) in Values())
                Assert.Equal(Shown(value), Shown(DeepCopy.Of(value, type, Convention.Plain.WithTier(tier))));
    }

    [Fact]
    public void Are_what_System_Text_Json_makes_of_them()
    {
        foreach (var (value, type) in Values())
            foreach (var tier in Tiers)
                Assert.Equal(System.Text.Json.JsonSerializer.Serialize(value, type),
                    Json.ToText(value, type, Plain(JsonOptions.Default, tier)));
    }

    [Fact]
    public void Are_what_data_contracts_make_of_them()
    {
        foreach (bool simple in (bool[])[false, true])
        {
            var oracle = new ContractOracle() { IsSimple = simple };
            foreach (var (value, type) in Values())
                oracle.Check(value, type);
            oracle.Done();
        }
    }

    /// <summary>
    /// XmlSerializer writes an empty element for each entry of one that is no IDictionary, and loses all; ours refuses them until it is
    /// told to carry dictionaries.
    /// </summary>
    [Fact]
    public void Are_not_lost_as_by_XmlSerializer()
    {
        Assert.Throws<NotSupportedException>(() => new System.Xml.Serialization.XmlSerializer(typeof(Derived)));
        var text = new StringWriter();
        new System.Xml.Serialization.XmlSerializer(typeof(Bag)).Serialize(text, new Bag { ["a"] = 1 });
        Assert.Contains("<KeyValuePairOfStringInt32 />", text.ToString(), StringComparison.Ordinal);
        foreach (var (value, type) in Values())
            foreach (var tier in Tiers)
                Assert.Contains("XmlExtensions.Dictionaries",
                    Assert.ThrowsAny<NotSupportedException>(
                        () => Xml.Serialize(value, type,
                            new XmlOptions { Convention = Convention.XmlAttributes.WithTier(tier) })).Message, StringComparison.Ordinal);
    }
}
