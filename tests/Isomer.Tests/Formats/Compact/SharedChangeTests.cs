using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Text.Json.Nodes;
using Xunit;

namespace Isomer.Tests.Formats.OfCompact;

/// <summary>
/// With references, one object in several places whose types have changed since it was written. Whatever a payload of copies is read
/// as, a payload of one shared object is read as, too; places of one type share what was made of it.
/// </summary>
public class SharedChangeTests
{
    public class Three<TA, TB, TC>
    {
        public TA A { get; set; } = default!;
        public TB B { get; set; } = default!;
        public TC C { get; set; } = default!;
    }

    public class Item
    {
        public int Number { get; set; }
        public string? Name { get; set; }
        public List<int>? Parts { get; set; }
    }

    public class OtherItem
    {
        public int Number { get; set; }
        public string? Name { get; set; }
        public int[]? Parts { get; set; }
        public double Weight { get; set; } = 1.5;
    }

    public record ItemRecord(string? Name, long Number);

    public struct ItemStruct
    {
        public int Number { get; set; }
        public ImmutableArray<int> Parts { get; set; }
    }

    public class Chain
    {
        public List<Chain> Items { get; set; } = [];
        public int Number { get; set; }
    }

    public struct ChainStruct
    {
        public ImmutableArray<ChainStruct> Items { get; set; }
        public int Number { get; set; }
    }

    public class Ring
    {
        public Ring? Next { get; set; }
        public int[]? Numbers { get; set; }
    }

    public class OtherRing
    {
        public Ring? Next { get; set; }
        public List<int>? Numbers { get; set; }
    }

    static readonly Type[] Numbers = [typeof(int[]), typeof(List<int>), typeof(ImmutableArray<int>), typeof(HashSet<int>),
        typeof(Queue<int>), typeof(IReadOnlyList<int>), typeof(long[]), typeof(List<long>), typeof(ImmutableList<int>),
        typeof(ICollection<double>)];

    static readonly Type[] Maps = [typeof(Dictionary<string, int>), typeof(SortedDictionary<string, int>), typeof(IDictionary<string, int>),
        typeof(ImmutableDictionary<string, int>), typeof(FrozenDictionary<string, long>), typeof(SortedList<string, int>)];

    static readonly Type[] Items = [typeof(Item), typeof(OtherItem), typeof(ItemRecord), typeof(ItemStruct)];

    static readonly Type[] Lists = [typeof(List<Item>), typeof(Item[]), typeof(OtherItem[]), typeof(List<ItemRecord>), typeof(ItemStruct[]),
        typeof(ImmutableArray<ItemStruct>), typeof(ImmutableArray<Item>), typeof(Queue<OtherItem>)];

    static CompactOptions With(ShapeTier tier) => new()
    {
        Convention = Convention.Plain.WithTier(tier),
        References = References.Preserve,
        Schema = CompactSchema.Embedded,
    };

    static int[] NumbersOf(Random random) => [.. Enumerable.Range(0, random.Next(4)).Select(_ => random.Next(-5, 300))];

    static Item ItemOf(Random random) => new()
    {
        Number = random.Next(),
        Name = random.Next(3) == 0 ? null : $"n{random.Next(9)}",
        Parts = [.. NumbersOf(random)],
    };

    static object Made(Type[] family, int seed)
    {
        var random = new Random(seed);
        return family == Numbers ? NumbersOf(random)
            : family == Maps ? NumbersOf(random).Distinct().ToDictionary(n => $"k{n}", n => n)
            : family == Items ? ItemOf(random)
            : Enumerable.Range(0, random.Next(4)).Select(_ => ItemOf(random)).ToList();
    }

    static object ThreeOf(object a, object b, object c)
    {
        var type = typeof(Three<,,>).MakeGenericType(a.GetType(), b.GetType(), c.GetType());
        object three = Activator.CreateInstance(type)!;
        type.GetProperty("A")!.SetValue(three, a);
        type.GetProperty("B")!.SetValue(three, b);
        type.GetProperty("C")!.SetValue(three, c);
        return three;
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void What_copies_are_read_as_shared_objects_are_read_as(ShapeTier tier)
    {
        var options = With(tier);
        var random = new Random(56);
        int shared = 0;
        for (int round = 0; round < 320; round++)
        {
            var family = (round % 4) switch { 0 => Numbers, 1 => Maps, 2 => Items, _ => Lists };
            object one = Made(family, round);
            Type Any() => family[random.Next(family.Length)];
            var target = typeof(Three<,,>).MakeGenericType(Any(), Any(), Any());
            object copies = ThreeOf(one, Made(family, round), Made(family, round));
            object sharing = ThreeOf(one, one, one);
            object? expected = Compact.Deserialize(Compact.Serialize(copies, copies.GetType(), options), target, options);
            object? actual = Compact.Deserialize(Compact.Serialize(sharing, sharing.GetType(), options), target, options);
            string text = Json.ToText(expected, target), other = Json.ToText(actual, target);
            // One map behind an interface keeps the order of the class that another place has.
            Assert.True(JsonNode.DeepEquals(JsonNode.Parse(text), JsonNode.Parse(other)), $"{target}\n{text}\n{other}");
            object?[] parts = [.. target.GetProperties().Select(p => p.GetValue(actual))];
            Type[] types = [.. target.GetProperties().Select(p => p.PropertyType)];
            for (int i = 0; i < 3; i++)
            {
                for (int j = 0; j < i; j++)
                {
                    if (types[i] != types[j] || types[i].IsValueType)
                        continue;
                    Assert.Same(parts[j], parts[i]);
                    shared++;
                }
            }
        }
        Assert.True(shared > 40, $"{shared}");
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void The_empty_array_that_all_share_is_read_as_lists(ShapeTier tier)
    {
        var options = With(tier);
        byte[] payload = Compact.Serialize(new Three<int[], int[], int[]> { A = [], B = [], C = [] }, options);
        var read = Compact.Deserialize<Three<int[], List<int>, ImmutableArray<int>>>(payload, options)!;
        Assert.Empty(read.A);
        Assert.Empty(read.B);
        Assert.False(read.C.IsDefault);
    }

    /// <summary>Nothing has changed here: a list is made of what stands behind the interface.</summary>
    [Theory]
    [InlineData(ShapeTier.Emitted, CompactSchema.Hashed)]
    [InlineData(ShapeTier.Reflection, CompactSchema.Fingerprint)]
    [InlineData(ShapeTier.Emitted, CompactSchema.Embedded)]
    public void One_array_behind_an_interface_and_in_a_member_of_its_own_type_is_read(ShapeTier tier, CompactSchema schema)
    {
        var options = With(tier) with { Schema = schema };
        string[] texts = ["a", "b"];
        var value = new Three<IEnumerable<string>, string[], object> { A = texts, B = texts, C = texts };
        byte[] payload = Compact.Serialize(value, options);
        foreach (var read in new[] { Compact.Deserialize<Three<IEnumerable<string>, string[], object>>(payload, options)!,
            (Three<IEnumerable<string>, string[], object>)Compact.Deserialize(payload, value.GetType(), options)!,
            Compact.Deserialize<Three<IEnumerable<string>, string[], object>>(new MemoryStream(payload), options)! })
        {
            Assert.Equal(texts, read.A);
            Assert.Equal(texts, read.B);
            Assert.Equal(texts, (IEnumerable<string>)read.C);
        }
        var target = new Three<IEnumerable<string>, string[], object>();
        Assert.Contains("Deserialize", Assert.Throws<WireFormatException>(() => Compact.Fill(target, payload, options)).Message);
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void Cycles_of_two_types_are_read(ShapeTier tier)
    {
        var options = With(tier);
        var ring = new Ring { Numbers = [1, 2] };
        ring.Next = ring;
        byte[] payload = Compact.Serialize(ring, options);
        var read = Compact.Deserialize<OtherRing>(payload, options)!;
        Assert.Equal([1, 2], read.Numbers!);
        Assert.Equal([1, 2], read.Next!.Numbers!);
        Assert.Same(read.Next, read.Next.Next);
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void Copies_that_double_with_each_level_are_refused(ShapeTier tier)
    {
        var options = With(tier);
        var chain = new Chain();
        for (int i = 0; i < 25; i++)
            chain = new Chain { Items = [chain, chain], Number = i };
        byte[] payload = Compact.Serialize(chain, options);
        Assert.True(payload.Length < 1000);
        var refused = Assert.Throws<WireFormatException>(() => Compact.Deserialize<ChainStruct>(payload, options));
        Assert.Contains("read again", refused.Message);
        for (int i = 0; i < 17; i++)
            chain = chain.Items[0];
        var read = Compact.Deserialize<ChainStruct>(Compact.Serialize(chain, options), options);
        Assert.Equal(7, read.Number);
        Assert.Equal(3, read.Items[0].Items[1].Items[0].Items[1].Number);
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void A_struct_that_holds_itself_is_refused(ShapeTier tier)
    {
        var options = With(tier);
        var chain = new Chain();
        chain.Items.Add(chain);
        byte[] payload = Compact.Serialize(chain, options);
        Assert.Throws<WireFormatException>(() => Compact.Deserialize<ChainStruct>(payload, options));
    }

    [Theory]
    [InlineData(typeof(Three<int[], List<int>, ImmutableArray<int>>))]
    [InlineData(typeof(Three<Item, OtherItem, ItemStruct>))]
    [InlineData(typeof(Three<List<Item>, ImmutableArray<ItemStruct>, OtherItem[]>))]
    [InlineData(typeof(Three<OtherRing, Ring, object>))]
    [InlineData(typeof(Three<ChainStruct, Chain, ChainStruct>))]
    public void Changed_bytes_are_read_or_refused_by_both_tiers(Type target)
    {
        var ring = new Ring { Numbers = [] };
        ring.Next = new Ring { Next = ring, Numbers = ring.Numbers };
        var chain = new Chain { Items = [new Chain(), new Chain { Items = [new Chain()] }] };
        chain.Items.Add(chain.Items[0]);
        object shared = target.GetGenericArguments()[0] switch
        {
            var type when type == typeof(int[]) => new int[] { 1, 2, 3 },
            var type when type == typeof(Item) => ItemOf(new Random(1)),
            var type when type == typeof(OtherRing) => ring,
            var type when type == typeof(ChainStruct) => chain,
            _ => new List<Item> { ItemOf(new Random(2)), ItemOf(new Random(3)) },
        };
        var emitted = With(ShapeTier.Emitted);
        object three = ThreeOf(shared, shared, shared);
        byte[] payload = Compact.Serialize(three, three.GetType(), emitted);
        var random = new Random(57);
        int read = 0;
        for (int round = 0; round < 4000; round++)
        {
            byte[] changed = [.. payload];
            for (int changes = random.Next(1, 3); changes > 0; changes--)
                changed[random.Next(payload.Length / 3, payload.Length)] = (byte)random.Next(random.Next(2) == 0 ? 8 : 256);
            string? Outcome(CompactOptions options)
            {
                try
                {
                    return Json.ToText(Compact.Deserialize(changed, target, options), target, new() { References = References.Preserve });
                }
                catch (WireFormatException)
                {
                    return null;
                }
            }
            string? outcome = Outcome(emitted);
            Assert.Equal(outcome, Outcome(With(ShapeTier.Reflection)));
            read += outcome is null ? 0 : 1;
        }
        Assert.InRange(read, 100, 3900);
    }

    [Theory]
    [InlineData(ShapeTier.Emitted, References.None)]
    [InlineData(ShapeTier.Reflection, References.None)]
    [InlineData(ShapeTier.Emitted, References.Preserve)]
    [InlineData(ShapeTier.Reflection, References.Preserve)]
    public void Arrays_without_items_stay_as_many_as_they_are(ShapeTier tier, References references)
    {
        var options = With(tier) with { References = references };
        var set = new HashSet<int[]> { GC.AllocateUninitializedArray<int>(0), GC.AllocateUninitializedArray<int>(0), new int[] { 1 } };
        byte[] payload = Compact.Serialize(set, options);
        Assert.Equal(3, Compact.Deserialize<HashSet<int[]>>(payload, options).Count);
        // By the adapter, for the items have changed; a list of them, which another reader has, and a copy.
        Assert.Equal(3, Compact.Deserialize<HashSet<long[]>>(payload, options).Count);
        Assert.Equal(3, Compact.Deserialize<Three<HashSet<int[]>, int, int>>(
            Compact.Serialize(new { A = set }, options), options).A.Count);
        Assert.Equal(3, DeepCopy.Of(set, options.Convention).Count);
    }
}
