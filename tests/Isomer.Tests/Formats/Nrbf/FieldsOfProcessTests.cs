using System.Buffers;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Unmarked types are taken, but those of the framework, which trusts their fields: a Memory over an object that is no array read whatever
/// lay behind it, a handle was an address, an ImmutableList with a circle in it did not end.
/// </summary>
public class FieldsOfProcessTests
{
    public class Holding<T>
    {
        public T? Held;
    }

    [Fact]
    public void Are_refused_at_writing_and_reading()
    {
        Refused<Memory<long>>(new long[2]);
        Refused<ReadOnlyMemory<string>>(new string[1]);
        Refused<ReadOnlySequence<byte>>(default);
        Refused<GCHandle>(default);
        Refused<ThreadLocal<int>>(new ThreadLocal<int>());
        Refused<ConditionalWeakTable<object, object>>([]);
        Refused<Memory<long>?>(null);
        Refused<ImmutableList<int>>([1]);
        Refused<ImmutableHashSet<int>>([1]);
        Refused<FrozenSet<int>>(FrozenSet.Create(1));
        Refused<FrozenDictionary<int, int>>(FrozenDictionary<int, int>.Empty);
        Refused<PriorityQueue<int, int>>(new PriorityQueue<int, int>());
        Refused<Random>(new Random());
    }

    public record Newer
    {
        public DateOnly Day;
        public DateOnly? Other;
        public TimeOnly Time;
        public Rune Rune;
        public Range Range;
        public Half Half;
        public Int128 Long;
        public UInt128 Unsigned;
        public NFloat Native;
        public Vector3 Vector;
    }

    [Fact]
    public void Numbers_dates_and_times_newer_than_the_mark_are_taken()
    {
        var convention = Convention.Fields.WithUnmarkedTypes();
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var nrbf = new NrbfOptions { Convention = convention.WithTier(tier) };
            var soap = new SoapOptions { Convention = convention.WithTier(tier) };
            var value = new Newer
            {
                Day = new(2026, 1, 2),
                Other = DateOnly.MaxValue,
                Time = TimeOnly.MaxValue,
                Rune = new('x'),
                Range = 1..^2,
                Half = (Half)1.5,
                Long = Int128.MinValue,
                Unsigned = UInt128.MaxValue,
                Native = 7,
                Vector = new(1, 2, 3),
            };
            byte[] payload = Nrbf.Serialize(value, nrbf);
            Assert.Equal(value, Nrbf.Deserialize<Newer>(payload, nrbf));
            Assert.Equal(value, Soap.Deserialize<Newer>(Soap.Serialize(value, soap), soap));

            // 3652058 is the last day, 863999999999 the last tick of a day; half a pair is no character.
            foreach (var (from, to) in new (byte[], byte[])[]
            {
                (BitConverter.GetBytes(DateOnly.MaxValue.DayNumber), BitConverter.GetBytes(3652059)),
                (BitConverter.GetBytes(TimeOnly.MaxValue.Ticks), BitConverter.GetBytes(864000000000)),
                (BitConverter.GetBytes((int)'x'), BitConverter.GetBytes(0xD800)),
            })
            {
                byte[] damaged = [.. payload];
                to.CopyTo(damaged, damaged.AsSpan().LastIndexOf(from));
                Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Newer>(damaged, nrbf));
            }
        }
    }

    static void Refused<T>(T value)
    {
        var convention = Convention.Fields.WithUnmarkedTypes();
        var nrbf = new NrbfOptions { Convention = convention };
        var soap = new SoapOptions { Convention = convention, WritesGenerics = true };
        foreach (Action act in ((Action[])[
            () => Nrbf.Serialize(new Holding<T> { Held = value }, nrbf),
            () => Nrbf.Serialize(new Holding<T[]> { Held = [value] }, nrbf),
            () => Soap.Serialize(new Holding<T> { Held = value }, soap),
            // Where a class of the framework is declared that others derive from, the payload says which.
            () => Nrbf.Deserialize<Holding<T>>(Nrbf.Serialize(new Holding<int>(), nrbf), nrbf),
        ])[..(typeof(T).IsAbstract ? 3 : 4)])
            Assert.Contains("trusts the fields of its types", Assert.Throws<NotSupportedException>(act).ToString(), StringComparison.Ordinal);
    }
}
