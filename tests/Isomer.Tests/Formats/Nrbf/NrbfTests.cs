using System.Collections.Immutable;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

#pragma warning disable SYSLIB0011 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Against BinaryFormatter in this process: the same bytes, and of its bytes the same graphs.</summary>
public class NrbfTests
{
    static readonly ImmutableArray<Type> Known =
        [typeof(Place), typeof(Link), typeof(Upper), typeof(Level), typeof(Itself), typeof(Faces), typeof(Entered), typeof(Declaring),
            typeof(KeyValuePair<string, int>), typeof(DayOfWeek), typeof(Only), typeof(Heard), typeof(Framework), typeof(Hue),
            typeof(Exception), typeof(ArgumentException), typeof(InvalidOperationException),
        typeof(Places), typeof(PlacesOfATown), typeof(Drawer), typeof(Watched), typeof(Line), typeof(Pile), typeof(Ranks), typeof(ByValue),
        typeof(Registry), typeof(Table), typeof(Names), typeof(PlainRegistry), typeof(PlainTable), typeof(OldItems), typeof(OldMap),
        typeof(Single), typeof(Arrays)];

    internal static readonly NrbfOptions Options = new() { KnownTypes = Known };

    static readonly NrbfOptions[] Tiers =
    [
        Options with { Convention = Convention.Fields.WithTier(ShapeTier.Emitted) },
        Options with { Convention = Convention.Fields.WithTier(ShapeTier.Reflection) },
    ];

    internal static byte[] Original(object graph)
    {
        var stream = new MemoryStream();
        new BinaryFormatter().Serialize(stream, graph);
        return stream.ToArray();
    }

    /// <summary>Asserts that the bytes are those of the original, and gives them.</summary>
    /// <remarks>
    /// The runtime keeps the names of types only until it collects garbage, and a text that is the same object is written once: a
    /// collection in the midst of one of the two makes two texts of a name there. So they are written again, if they differ.
    /// </remarks>
    internal static byte[] SameAsOriginal(object graph)
    {
        for (int i = 0; i < 10; i++)
            if (Nrbf.Serialize(graph) is var payload && payload.AsSpan().SequenceEqual(Original(graph)))
                return payload;
        byte[] last = Nrbf.Serialize(graph);
        Assert.Equal(Original(graph), last);
        return last;
    }

    internal static object Original(byte[] payload) => new BinaryFormatter().Deserialize(new MemoryStream(payload));

    public static TheoryData<string, int> Cases()
    {
        var cases = new TheoryData<string, int>();
        foreach (string name in NrbfGraphs.All.Keys)
            for (int tier = 0; tier < Tiers.Length; tier++)
                cases.Add(name, tier);
        return cases;
    }

    [Theory, MemberData(nameof(Cases))]
    public void Bytes_are_the_originals(string name, int tier)
    {
        object graph = NrbfGraphs.All[name]();
        Assert.Equal(Convert.ToHexString(Original(graph)), Convert.ToHexString(Nrbf.Serialize(graph, Tiers[tier])));
    }

    /// <summary>Bytes alone: the original reads a null behind these as the value before it.</summary>
    [Theory, InlineData(0), InlineData(1)]
    public void Structs_among_entries_stand_in_their_place_unless_they_are_declared_as_object(int tier)
    {
        var graph = new Declaring((typeof(IComparable), Guid.Empty), (typeof(IComparable), 5), (typeof(IComparable), DayOfWeek.Monday),
            (typeof(IComparable), "a"), (typeof(IComparable), 5m),
            (typeof(ValueType), new DateTime(2020, 1, 2)), (typeof(ValueType), new KeyValuePair<string, int>("k", 1)),
            (typeof(Enum), DayOfWeek.Friday), (typeof(object), Guid.Empty), (typeof(object), 5), (typeof(object), DayOfWeek.Monday),
            (typeof(IComparable), null));
        Assert.Equal(Convert.ToHexString(Original(graph)), Convert.ToHexString(Nrbf.Serialize(graph, Tiers[tier])));
    }

    [Theory, MemberData(nameof(Cases))]
    public void Graphs_are_the_originals(string name, int tier)
    {
        byte[] payload = Original(NrbfGraphs.All[name]());
        Assert.Null(SameGraph.Difference(Original(payload), Nrbf.Deserialize<object>(payload, Tiers[tier])));
    }

    [Theory, InlineData(0), InlineData(1)]
    public void A_million_links_need_no_stack(int tier)
    {
        Link? first = null;
        int count = tier == 0 ? 1_000_000 : 100_000;
        for (int i = 0; i < count; i++)
            first = new Link { Value = i, Next = first };
        Link? back = null;
        var thread =
            new Thread(() => back = Nrbf.Deserialize<Link>(Nrbf.Serialize(first, Tiers[tier]), Tiers[tier]), 256 << 10);
        thread.Start();
        thread.Join();
        for (int i = count - 1; i >= 0; i--, back = back.Next)
            Assert.Equal(i, back!.Value);
        Assert.Null(back);
    }

    [Serializable]
    public struct Holder
    {
        public ValueType? Held;
    }

    /// <summary>A box that holds itself behind an interface has no end: it ended the process.</summary>
    [Theory, InlineData(0), InlineData(1)]
    public void Boxes_within_boxes_end(int tier)
    {
        object itself = new Holder();
        typeof(Holder).GetField("Held")!.SetValue(itself, itself);
        Assert.Contains("hold one another", Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(itself, Tiers[tier])).Message,
            StringComparison.Ordinal);
        ValueType box = new Holder { Held = 5 };
        for (int i = 0; i < 40; i++)
            box = new Holder { Held = box };
        object back = Nrbf.Deserialize<object>(Nrbf.Serialize<object>(box, Tiers[tier]),
            Tiers[tier] with { KnownTypes = [typeof(Holder)] });
        for (int i = 0; i < 41; i++)
            back = ((Holder)back).Held!;
        Assert.Equal(5, back);
    }

    [Theory, InlineData(0), InlineData(1)]
    public void Constructor_then_read_then_graph(int tier)
    {
        var options = Tiers[tier];
        var back = Nrbf.Deserialize<Entered[]>(Nrbf.Serialize(new[] { new Entered { Name = "a" }, new Entered() }, options),
            options);
        Assert.All(back, e => Assert.Equal(["constructor", "read", "graph"], e.Calls));
    }

    [Theory, InlineData(0), InlineData(1)]
    public void What_stands_for_another_is_replaced_everywhere(int tier)
    {
        object[] back = Nrbf.Deserialize<object[]>(Original(new object[] { new Only(), new List<Only> { new() } }), Tiers[tier]);
        Assert.Same(Only.Instance, back[0]);
        Assert.Same(Only.Instance, ((List<Only>)back[1])[0]);
    }

    [Theory, InlineData(0), InlineData(1)]
    public void What_is_no_data_is_refused_where_it_is_not_null(int tier)
    {
        var heard = new Heard();
        heard.Changed += (_, _) => { };
        var error = Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(heard, Tiers[tier]));
        Assert.Contains("NonSerialized", error.Message, StringComparison.Ordinal);
    }

    [Serializable]
    public class Account
    {
        public Amount? Price;
        public Amount? None;
        public Sum Sum;
        public DateTimeOffset At;
        public System.Numerics.BigInteger Number;
        public Uri? Link;
    }

    public sealed record Amount(decimal Value);

    public readonly record struct Sum(decimal Value);

    sealed class AmountText : Surrogate<Amount, string>
    {
        public override string ToCarrier(Amount value) => value.Value.ToString(System.Globalization.CultureInfo.InvariantCulture);
        public override Amount FromCarrier(string carrier) =>
            new(decimal.Parse(carrier, System.Globalization.CultureInfo.InvariantCulture));
    }

    sealed class SumNumber : Surrogate<Sum, decimal>
    {
        public override decimal ToCarrier(Sum value) => value.Value;
        public override Sum FromCarrier(decimal carrier) => new(carrier);
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Surrogates_carry_members(ShapeTier tier)
    {
        var options = new NrbfOptions
        { Convention = Convention.Fields.WithTier(tier).WithSurrogate(new AmountText()).WithSurrogate(new SumNumber()) };
        var account = new Account
        {
            Price = new(1.50m),
            Sum = new(2.5m),
            At = new(2024, 1, 2, 3, 4, 5, TimeSpan.FromHours(1)),
            Number = System.Numerics.BigInteger.Pow(3, 99),
            Link = new("http://a/")
        };
        var back = Nrbf.Deserialize<Account>(Nrbf.Serialize(account, options), options);
        Assert.Equal((account.Price, null, account.Sum, account.At, account.Number, account.Link),
            (back.Price, back.None, back.Sum, back.At, back.Number, back.Link));
        Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(new object[] { account.Price }, options));
    }

    /// <summary>Of other writers: what is referred to before it stands in its place is one object all the same.</summary>
    [Theory, InlineData(0), InlineData(1)]
    public void What_is_referred_to_before_it_comes_is_one_object(int tier)
    {
        // An array of a reference to 2, a reference to 3, the string 2, the array 3 of one null.
        byte[] payload = Convert.FromHexString(
            "0001000000FFFFFFFF0100000000000000" + "100100000004000000" + "0902000000" + "0903000000" + "06020000000161"
                + "1003000000010000000A" + "0B");
        object[] back = Nrbf.Deserialize<object[]>(payload, Tiers[tier]);
        Assert.Same(back[0], back[2]);
        Assert.Same(back[1], back[3]);
    }
}
