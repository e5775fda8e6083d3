using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Promises of docs/nrbf.md that hold for every tier and every way: depth, laziness, binders, heads that are damaged.</summary>
public class NrbfClauseTests
{
    /// <summary>
    /// A list of a million nodes on a stack of 256 KB, where shapes are interpreted and where they change while it is read.
    /// </summary>
    [Theory, InlineData(ShapeTier.Reflection), InlineData(ShapeTier.Promoted), InlineData(ShapeTier.Emitted)]
    public void A_million_nodes_in_every_tier(ShapeTier tier)
    {
        const int count = 1_000_000;
        Link? first = null;
        for (int i = 0; i < count; i++)
            first = new Link { Value = i, Next = first };
        var options = NrbfTests.Options with { Convention = Convention.Fields.WithTier(tier) };
        Link? back = null;
        Exception? error = null;
        var thread = new Thread(
            () => error = Record.Exception(() => back = Nrbf.Deserialize<Link>(Nrbf.Serialize(first, options), options)),
            256 << 10);
        thread.Start();
        thread.Join();
        Assert.Null(error);
        for (int i = count - 1; i >= 0; i--, back = back.Next)
            if (back!.Value != i)
                Assert.Fail($"{i} is {back.Value}");
        Assert.Null(back);
    }

    /// <summary>Values are read where they are asked for: text that nobody asks for is no string.</summary>
    [Fact]
    public void Records_make_no_values_before_they_are_asked_for()
    {
        byte[] payload = NrbfTests.Original(
            new object[] { new string('x', 500_000), new byte[500_000], new double[100_000], new List<string> { new('y', 400_000) } });
        Nrbf.Read(payload);
        long before = GC.GetAllocatedBytesForCurrentThread();
        var document = Nrbf.Read(payload);
        var root = (NrbfArrayRecord)document.Root!;
        Assert.Equal(4, root.Lengths[0]);
        long read = GC.GetAllocatedBytesForCurrentThread() - before;
        // The bytes are kept, and nothing is made of them.
        Assert.InRange(read, 0, payload.Length + 100_000);
        before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal(500_000, ((string)root.Items[0]!).Length);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1_000_000, 1_200_000);
    }

    [Serializable]
    public class Asked;

    sealed class Binder(string? refused) : SerializationBinder
    {
        public List<string> Names { get; } = [];

        public override Type? BindToType(string assemblyName, string typeName)
        {
            Names.Add($"{typeName.Split('[')[0]}, {assemblyName.Split(',')[0]}");
            return refused is not null && typeName == refused ? throw new SerializationException("no " + typeName) : null;
        }
    }

    /// <summary>
    /// A binder that refuses a class is not passed by a list of it that is empty: the arguments of generic types and the items of arrays
    /// are asked one by one, the framework's own excepted.
    /// </summary>
    [Fact]
    public void A_binder_is_asked_for_generic_arguments()
    {
        var options = new NrbfOptions { KnownTypes = [typeof(Asked)] };
        foreach (object graph in (object[])[new List<Asked>(), new Dictionary<string, Asked[]>(), new List<List<Asked>>(),
            new SortedList<int, KeyValuePair<Asked, string>>()])
        {
            byte[] payload = NrbfTests.Original(graph);
            var binder = new Binder(null);
            Assert.NotNull(new IsomerBinaryFormatter(options) { Binder = binder }.Deserialize(new MemoryStream(payload)));
            Assert.Contains($"{typeof(Asked).FullName}, Isomer.Tests", binder.Names);
            Assert.DoesNotContain(binder.Names,
                static n =>
                    n.StartsWith("System.String", StringComparison.Ordinal) || n.StartsWith("System.Int32", StringComparison.Ordinal));
            Assert.Equal("no " + typeof(Asked).FullName,
                Assert.Throws<SerializationException>(
                    () => new IsomerBinaryFormatter(options) { Binder = new Binder(typeof(Asked).FullName) }.Deserialize(
                        new MemoryStream(payload))).Message);
        }
    }

    [Serializable]
    public class AskedHolder
    {
        public Asked[] Items = new Asked[3];
    }

    /// <summary>An array without an object of its class names it all the same.</summary>
    [Fact]
    public void A_binder_is_asked_for_the_class_of_an_array()
    {
        var options = new NrbfOptions { KnownTypes = [typeof(Asked), typeof(AskedHolder)] };
        object[] graphs = [Array.Empty<Asked>(), new Asked[3], new Asked[0][], new Asked[2, 2], new AskedHolder(),
            new AskedHolder { Items = [] }, new List<Asked>[2]];
        foreach (object graph in graphs)
        {
            byte[] payload = NrbfTests.Original(graph);
            var binder = new Binder(null);
            Assert.NotNull(new IsomerBinaryFormatter(options) { Binder = binder }.Deserialize(new MemoryStream(payload)));
            Assert.Contains($"{typeof(Asked).FullName}, Isomer.Tests", binder.Names);
            Assert.Equal("no " + typeof(Asked).FullName,
                Assert.Throws<SerializationException>(
                    () => new IsomerBinaryFormatter(options) { Binder = new Binder(typeof(Asked).FullName) }.Deserialize(
                        new MemoryStream(payload))).Message);
        }
    }

    [Fact]
    public void UnsafeDeserialize_is_Deserialize()
    {
        byte[] payload = NrbfTests.Original(new List<int> { 1, 2 });
        Assert.Equal([1, 2], Assert.IsType<List<int>>(new IsomerBinaryFormatter().UnsafeDeserialize(new MemoryStream(payload))));
        Assert.Throws<SerializationException>(
            () => new IsomerBinaryFormatter().UnsafeDeserialize(new MemoryStream(NrbfTests.Original(new Asked()))));
        Assert.Throws<SerializationException>(() => new IsomerBinaryFormatter().UnsafeDeserialize(new MemoryStream(payload[..^5])));
    }

    /// <summary>
    /// The seventeen bytes before the first record, each with every value: read as what it was, or refused with the place of what is wrong.
    /// Damage behind them is tried elsewhere.
    /// </summary>
    [Fact]
    public void A_damaged_head_is_read_or_refused()
    {
        byte[] payload = NrbfTests.Original(new Link { Value = 5, Next = new Link() });
        int read = 0;
        for (int at = 0; at < 17; at++)
            for (int value = 0; value < 256; value++)
            {
                byte[] damaged = [.. payload];
                damaged[at] = (byte)value;
                object? ours = null;
                var error = Record.Exception(() => ours = Nrbf.Deserialize<object>(damaged, NrbfTests.Options));
                Assert.True(error is null or WireFormatException { Format: "Nrbf", Offset: >= 0, Path: not null },
                    $"{at}, {value}: {error}");
                var formatted = Record.Exception(() => new IsomerBinaryFormatter(NrbfTests.Options).Deserialize(new MemoryStream(damaged)));
                Assert.True(formatted is null or SerializationException, $"{at}, {value}: {formatted}");
                Assert.True(Record.Exception(() => Nrbf.Read(damaged)) is null or WireFormatException, $"{at}, {value}");
                if (error is not null)
                    continue;
                read++;
                // What is read has the version of all payloads, and the root that it names. The number behind it is of no meaning to any
                // reader.
                Assert.True(at is >= 5 and < 9 || value == payload[at] || (at == 1 && ours is not Link { Value: 5 }), $"{at}, {value}");
            }
        Assert.InRange(read, 17 + (4 * 255), 17 + (4 * 255) + 8);
    }

    /// <summary>As nodes an array stands in each collection that names it: of a small one there is room for some.</summary>
    [Fact]
    public void Nodes_of_a_list_that_three_collections_share()
    {
        var shared = new List<byte>(Enumerable.Range(0, 1000).Select(static i => (byte)i));
        byte[] payload =
            NrbfTests.Original(new object[] { new Collection<byte>(shared), new Collection<byte>(shared), new Collection<byte>(shared) });
        Assert.Equal([1000, 1000, 1000],
            ((NodeArray)Nrbf.Format.ParseNode(payload)!).Items.Select(static n => ((NodeArray)n!).Count));
        // Not of any number: a thousand of them would be 160 times the payload.
        var many = Enumerable.Range(0, 300).Select(object (_) => new Collection<byte>(shared)).ToArray();
        Assert.Throws<WireFormatException>(() => Nrbf.Format.ParseNode(NrbfTests.Original(many)));
    }
}
