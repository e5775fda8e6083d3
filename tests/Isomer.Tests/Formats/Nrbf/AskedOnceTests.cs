using System.Collections;
using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

#pragma warning disable SYSLIB0050, SYSLIB0051 // what BinaryFormatter knows

/// <summary>
/// Keys that are objects are asked by the table that they go into, and by nobody before it. (From the 256th on a table that nobody fills
/// early is counted by a hash of its own.)
/// </summary>
public class AskedOnceTests
{
    [Serializable]
    public sealed class Key(int number) : IComparable, IComparable<Key>
    {
        [ThreadStatic]
        public static int Hashes, Comparisons;

        public int Number = number;

        public override int GetHashCode()
        {
            Hashes++;
            return Number * 31;
        }

        public override bool Equals(object? obj) => obj is Key other && other.Number == Number;

        public int CompareTo(object? obj) => CompareTo((Key?)obj);

        public int CompareTo(Key? other)
        {
            Comparisons++;
            return Number.CompareTo(other!.Number);
        }
    }

    /// <summary>Has what it holds filled before the graph is whole.</summary>
    [Serializable]
    public sealed class Filler : ISerializable
    {
        public object? Held;
        public int Found = -1;

        public Filler() { }

        Filler(SerializationInfo info, StreamingContext context)
        {
            Held = info.GetValue("held", typeof(object));
            (Held as IDeserializationCallback)?.OnDeserialization(this);
            Found = ((IEnumerable)Held!).Cast<object>().Count();
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("held", Held);
    }

    static NrbfOptions Options(ShapeTier tier) => new()
    {
        KnownTypes = [typeof(Key), typeof(Filler), typeof(SortedSet<Key>), typeof(HashSet<Key>), typeof(Dictionary<Key, object>)],
        Convention = Convention.Fields.WithTier(tier),
    };

    static Key[] Keys(int count) => [.. Enumerable.Range(0, count).Select(static i => new Key(i))];

    public static TheoryData<string, int, bool> Tables()
    {
        var all = new TheoryData<string, int, bool>();
        foreach (string name in (string[])["Hashtable", "HashSet", "Dictionary"])
            foreach (var (count, isEarly) in ((int, bool)[])[(1, false), (1, true), (40, false), (40, true), (900, true)])
                all.Add(name, count, isEarly);
        return all;
    }

    [Theory, MemberData(nameof(Tables))]
    public void A_hash_is_asked_for_once(string name, int count, bool isEarly)
    {
        object table = name switch
        {
            "Hashtable" => new Hashtable(Keys(count).ToDictionary(static k => k)),
            "HashSet" => new HashSet<Key>(Keys(count)),
            _ => Keys(count).ToDictionary(static k => k, static k => (object?)k),
        };
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            byte[] payload = Nrbf.Serialize<object>(isEarly ? new Filler { Held = table } : table, Options(tier));
            Key.Hashes = 0;
            object back = Nrbf.Deserialize<object>(payload, Options(tier))!;
            Assert.Equal(count, Key.Hashes);
            if (back is Filler filler)
                (back, _) = (filler.Held!, filler.Found == count ? 0 : throw new InvalidOperationException($"{filler.Found} were there"));
            var found = back as IDictionary;
            foreach (var key in Keys(count))
                Assert.True(found?.Contains(key) ?? ((HashSet<Key>)back).Contains(key));
            // Its comparer is its own again, which a copy of it takes and another payload names.
            Assert.NotEmpty(Nrbf.Serialize(back is Hashtable old ? new Hashtable(old) : back, Options(tier)));
        }
    }

    [Fact]
    public void A_sorted_set_is_compared_once()
    {
        const int Count = 500;
        var set = new SortedSet<Key>(Keys(Count));
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            byte[] payload = Nrbf.Serialize(set, Options(tier));
            Key.Comparisons = 0;
            var again = new SortedSet<Key>();
            foreach (var key in set)
                again.Add(key);
            int once = Key.Comparisons;
            Key.Comparisons = 0;
            Assert.Equal(Count, Nrbf.Deserialize<SortedSet<Key>>(payload, Options(tier))!.Count);
            Assert.Equal(once, Key.Comparisons);
        }
    }

    /// <summary>A table's own comparer is asked, and once.</summary>
    [Serializable]
    sealed class ByNumber : IEqualityComparer
    {
        [ThreadStatic]
        public static int Asked;

        public int GetHashCode(object obj)
        {
            Asked++;
            return ((Key)obj).Number;
        }

        bool IEqualityComparer.Equals(object? x, object? y) => ((Key)x!).Number == ((Key)y!).Number;
    }

    [Fact]
    public void Keys_that_come_twice_are_refused_whoever_fills_the_table()
    {
        var options = Options(ShapeTier.Emitted) with { KnownTypes = [.. Options(ShapeTier.Emitted).KnownTypes, typeof(ByNumber)] };
        foreach (var comparer in (IEqualityComparer?[])[null, new ByNumber()])
            foreach (bool isEarly in (bool[])[false, true])
            {
                var (one, other) = (new Key(1), new Key(2));
                var table = new Hashtable(comparer) { [one] = "a", [other] = "b" };
                other.Number = 1;
                byte[] payload = Nrbf.Serialize<object>(isEarly ? new Filler { Held = table } : table, options);
                Assert.Contains("twice", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload, options)).Message,
                    StringComparison.Ordinal);
                other.Number = 2;
                ByNumber.Asked = 0;
                payload = Nrbf.Serialize<object>(table, options);
                Assert.Equal(2, ((Hashtable)Nrbf.Deserialize<object>(payload, options)!).Count);
                Assert.Equal(comparer is null ? 0 : 2, ByNumber.Asked);
            }
    }
}
