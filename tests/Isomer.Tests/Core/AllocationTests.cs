using System.Buffers;
using System.Collections;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>In steady state, emitted shapes allocate what they return and nothing else: nothing is boxed.</summary>
[Collection(Alone.Name)]
public class AllocationTests
{
    public enum Kind : byte { A, B }
    public readonly record struct Place(double X, double Y);
    public struct Part { public int Id { get; set; } public Kind Kind { get; set; } public Place? At { get; set; } }

    public sealed class Order
    {
        public int Id { get; set; }
        public long? Customer { get; set; }
        public string? Name { get; set; }
        public DateTime When { get; set; }
        public DateTimeOffset? Shipped { get; set; }
        public decimal Freight { get; set; }
        public Guid Key { get; set; }
        public Kind Kind { get; set; }
        public Kind? Maybe { get; set; }
        public bool Paid { get; set; }
        public char Letter { get; set; }
        public TimeSpan Took { get; set; }
        public Place Place { get; set; }
        public Place? Other { get; set; }
        public (int, double) Pair { get; set; }
        public KeyValuePair<int, long> Entry { get; set; }
        public Part Part { get; set; }
        public Order? Next { get; set; }
    }

    public sealed class Collections
    {
        public int[]? Array { get; set; }
        public List<Place>? List { get; set; }
        public HashSet<int>? Set { get; set; }
        public Dictionary<int, Place>? Map { get; set; }
        public Queue<Kind>? Queue { get; set; }
        public System.Collections.Immutable.ImmutableArray<int> Immutable { get; set; }
        public LinkedList<long>? Linked { get; set; }
        public Counted? Own { get; set; }
    }

    /// <summary>A collection with a struct enumerator of its own.</summary>
    public sealed class Counted : ICollection<int>
    {
        readonly List<int> _items = [];
        public int Count => _items.Count;
        public bool IsReadOnly => false;
        public void Add(int item) => _items.Add(item);
        public void Clear() => _items.Clear();
        public bool Contains(int item) => _items.Contains(item);
        public void CopyTo(int[] array, int arrayIndex) => _items.CopyTo(array, arrayIndex);
        public bool Remove(int item) => _items.Remove(item);
        public List<int>.Enumerator GetEnumerator() => _items.GetEnumerator();
        IEnumerator<int> IEnumerable<int>.GetEnumerator() => throw new InvalidOperationException("A boxed enumerator was asked for.");
        IEnumerator IEnumerable.GetEnumerator() => throw new InvalidOperationException("A boxed enumerator was asked for.");
    }

    static Order Sample(Order? next) => new()
    {
        Id = 1,
        Customer = 2,
        Name = "name",
        When = new(2020, 1, 2, 0, 0, 0, DateTimeKind.Utc),
        Shipped = new(2020, 1, 2, 3, 4, 5, TimeSpan.Zero),
        Freight = 1.50m,
        Key = new("00112233-4455-6677-8899-aabbccddeeff"),
        Kind = Kind.B,
        Maybe = Kind.A,
        Paid = true,
        Letter = 'x',
        Took = TimeSpan.FromSeconds(5),
        Place = new(1, 2),
        Other = new(3, 4),
        Pair = (1, 2),
        Entry = new(3, 4),
        Part = new() { Id = 5, Kind = Kind.B, At = new(5, 6) },
        Next = next,
    };

    static Collections SampleCollections() => new()
    {
        Array = [1, 2, 3],
        List = [new(1, 2)],
        Set = [1, 2],
        Map = new() { [1] = new(1, 2) },
        Queue = new([Kind.A]),
        Immutable = [1, 2],
        Linked = new([1L]),
        Own = new Counted { 1, 2, 3 },
    };

    static long AllocatedBy(Action action)
    {
        for (int i = 0; i < 200; i++)
            action();
        // The tiers of the JIT settle meanwhile; the least of several counts is what the code itself takes.
        long least = long.MaxValue;
        for (int i = 0; i < 30; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            action();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return least;
    }

    sealed class Fixed : IBufferWriter<byte>
    {
        readonly byte[] _buffer = new byte[1 << 20];
        public int Written { get; private set; }
        public void Reset() => Written = 0;
        public void Advance(int count) => Written += count;
        public Memory<byte> GetMemory(int sizeHint = 0) => _buffer.AsMemory(Written);
        public Span<byte> GetSpan(int sizeHint = 0) => _buffer.AsSpan(Written);
    }

    static long Writing<T>(T value, Action<IBufferWriter<byte>, T> write)
    {
        var output = new Fixed();
        return AllocatedBy(() =>
        {
            output.Reset();
            write(output, value);
        });
    }

    static void WritesWithoutAllocating<T>(T value)
    {
        Assert.Equal(0, Writing(value, (o, v) => Json.Serialize(o, v)));
        Assert.Equal(0, Writing(value, (o, v) => Compact.Serialize(o, v)));
    }

    static void ReadsOnlyTheResult<T>(T value, Func<T> build)
    {
        long result = AllocatedBy(() => build());
        byte[] json = Json.Serialize(value), compact = Compact.Serialize(value);
        long fromJson = AllocatedBy(() => Json.Deserialize<T>(json));
        long fromCompact = AllocatedBy(() => Compact.Deserialize<T>(compact));
        Assert.True(fromJson <= result, $"Json: {fromJson} bytes, where the result takes {result}");
        Assert.True(fromCompact <= result, $"Compact: {fromCompact} bytes, where the result takes {result}");
    }

    [Fact]
    public void Objects_are_written_without_allocating() => WritesWithoutAllocating(Sample(Sample(null)));

    [Fact]
    public void Collections_are_written_without_allocating()
    {
        // SortedList is not among them: its own GetEnumerator boxes.
        WritesWithoutAllocating(SampleCollections());
    }

    /// <summary>Also where their number is known only at their end.</summary>
    [Theory]
    [InlineData(0), InlineData(1), InlineData(8), InlineData(9), InlineData(40), InlineData(3000)]
    public void Lists_and_arrays_are_read_into_nothing_but_the_result(int count)
    {
        ReadsOnlyTheResult(Make(i => new string('x', i % 5 + 2)), () => Make(i => new string('x', i % 5 + 2)));
        ReadsOnlyTheResult(Make(i => (double)i), () => Make(i => (double)i));
        ReadsOnlyTheResult(Make(i => (DayOfWeek)(i % 7)), () => Make(i => (DayOfWeek)(i % 7)));
        ReadsOnlyTheResult(Make(i => i).ToArray(), () => MakeArray(i => i));
        ReadsOnlyTheResult(Make(i => new List<byte>(1) { 3 }), () => Make(i => new List<byte>(1) { 3 }));

        List<T> Make<T>(Func<int, T> item)
        {
            var list = new List<T>(count);
            for (int i = 0; i < count; i++)
                list.Add(item(i));
            return list;
        }

        T[] MakeArray<T>(Func<int, T> item)
        {
            var array = new T[count];
            for (int i = 0; i < count; i++)
                array[i] = item(i);
            return array;
        }
    }

    [Fact]
    public void Objects_are_read_into_nothing_but_the_result() =>
        ReadsOnlyTheResult(Sample(Sample(null)), () =>
        {
            // The strings are part of the result too.
            var order = Sample(Sample(null));
            order.Name = new string('n', 4);
            order.Next!.Name = new string('n', 4);
            return order;
        });

    [Fact]
    public void A_struct_root_is_not_boxed()
    {
        WritesWithoutAllocating(new Place(1, 2));
        WritesWithoutAllocating<Place?>(new Place(1, 2));
        WritesWithoutAllocating(Kind.B);
        byte[] json = Json.Serialize(new Part { Id = 1, At = new(1, 2) });
        Assert.Equal(0, AllocatedBy(() => Json.Deserialize<Part>(json)));
    }

    public class Surrogated
    {
        [Member(Surrogate = typeof(Doubled))] public int A { get; set; }
    }

    public sealed class Doubled : Surrogate<int, long>
    {
        public override long ToCarrier(int value) => value * 2L;
        public override int FromCarrier(long carrier) => (int)(carrier / 2);
    }

    [Fact]
    public void Surrogates_defaults_and_conditions_do_not_box()
    {
        WritesWithoutAllocating(new Surrogated { A = 3 });
        var options = new JsonOptions { Omit = JsonOmit.WhenDefault };
        Assert.Equal(0, Writing(new BehaviourTests.Defaults(), (o, v) => Json.Serialize(o, v, options)));
    }
}
