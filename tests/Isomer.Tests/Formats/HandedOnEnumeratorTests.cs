using System.Collections;
using System.Text.Json;
using Isomer.Tests.Formats.Contracts;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// An untyped map that hands on the enumerator of its Dictionary: what that gives as Current is a KeyValuePair, and only its Entry an
/// entry.
/// </summary>
public class HandedOnEnumeratorTests
{
    public class Handing : IDictionary
    {
        readonly Dictionary<object, object?> _map = [];

        public object? this[object key]
        {
            get => _map[key];
            set => _map[key] = value;
        }

        public ICollection Keys => _map.Keys;
        public ICollection Values => _map.Values;
        public bool IsReadOnly => false;
        public bool IsFixedSize => false;
        public int Count => _map.Count;
        public object SyncRoot => this;
        public bool IsSynchronized => false;
        public void Add(object key, object? value) => _map.Add(key, value);
        public void Clear() => _map.Clear();
        public bool Contains(object key) => _map.ContainsKey(key);
        public void CopyTo(Array array, int index) => ((ICollection)_map).CopyTo(array, index);
        public IDictionaryEnumerator GetEnumerator() => _map.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => _map.GetEnumerator();
        public void Remove(object key) => _map.Remove(key);
    }

    public class Outer
    {
        public Handing? Value { get; set; }
        public IDictionary? Any { get; set; }
    }

    static Handing Some() => new() { ["a"] = 1, ["b"] = "c" };

    [Fact]
    public void As_DataContractSerializer_has_it()
    {
        var oracle = new ContractOracle();
        oracle.Check(Some());
        oracle.Check(new Outer { Value = Some() });
        oracle.Check(new Outer { Any = Some() });
        oracle.Done();
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void As_System_Text_Json_has_it(ShapeTier tier)
    {
        var options = new JsonOptions { Convention = Convention.Plain.WithTier(tier) };
        foreach (var outer in (Outer[])[new() { Value = Some() }, new() { Any = Some() }])
            Assert.Equal(JsonSerializer.Serialize(outer), Json.ToText(outer, options));
    }

    [Fact]
    public void Formats_of_our_own_keep_it()
    {
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new CompactOptions { Convention = Convention.Plain.WithTier(tier) };
            var back = Compact.Deserialize<Outer>(Compact.Serialize(new Outer { Value = Some() }, options), options)!.Value!;
            Assert.Equal(2, back.Count);
            Assert.Equal("c", back["b"]);
        }
        Assert.Equal(1, DeepCopy.Of(new Outer { Value = Some() })!.Value!["a"]);
    }
}
