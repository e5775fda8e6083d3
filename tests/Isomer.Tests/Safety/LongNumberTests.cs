using System.Numerics;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// Numbers of thousands of digits where the reader has another number: refused without their digits, which take the square of their length.
/// </summary>
public class LongNumberTests
{
    public static TheoryData<Type> Numbers =>
    [
        typeof(sbyte), typeof(int), typeof(ulong), typeof(Int128), typeof(UInt128), typeof(float), typeof(double), typeof(decimal),
        typeof(DayOfWeek), typeof(long?),
    ];

    [Theory]
    [MemberData(nameof(Numbers))]
    public void Compact_refuses_by_the_length(Type type)
    {
        var holder = typeof(CostTypes.Holder<>).MakeGenericType(type);
        foreach (var number in new[] { BigInteger.One << 800_000, -(BigInteger.One << 800_000), BigInteger.One << 200 })
        {
            byte[] bytes = Compact.Serialize(new CostTypes.Holder<BigInteger> { Value = number });
            foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
            {
                var e = Assert.Throws<WireFormatException>(
                    () => Compact.Deserialize(bytes, holder, new CompactOptions { Convention = Convention.Plain.WithTier(tier) }));
                Assert.Contains("bytes is not a value", e.Message, StringComparison.Ordinal);
                Assert.True(e.Message.Length < 400, e.Message);
            }
        }
    }

    [Fact]
    public void Compact_converts_what_fits()
    {
        static T Read<T>(BigInteger value) =>
            Compact.Deserialize<CostTypes.Holder<T>>(Compact.Serialize(new CostTypes.Holder<BigInteger> { Value = value })).Value!;
        Assert.Equal(Int128.MinValue, Read<Int128>(Int128.MinValue));
        Assert.Equal(UInt128.MaxValue, Read<UInt128>(UInt128.MaxValue));
        Assert.Equal(-5, Read<int>(-5));
        Assert.Equal(ulong.MaxValue, Read<ulong>(ulong.MaxValue));
        Assert.Equal(1e15, Read<double>(1_000_000_000_000_000));
    }

    public sealed class Twin
    {
        public Twin? Left { get; set; }

        public Twin? Right { get; set; }
    }

    /// <summary>Objects of which each holds the next twice: 200 bytes, and two to the power of the levels as a tree.</summary>
    [Fact]
    public void Compact_as_text_is_in_proportion_to_the_payload()
    {
        var options = new CompactOptions { References = References.Preserve, Schema = CompactSchema.Embedded };
        for (int levels = 4; levels < 40; levels += 5)
        {
            var value = new Twin();
            for (int i = 0; i < levels; i++)
                value = new Twin { Left = value, Right = value };
            byte[] bytes = Compact.Serialize(value, options);
            try
            {
                byte[] text = Json.Serialize(Compact.ParseNode(bytes));
                Assert.True(text.Length < (100 * bytes.Length) + (3 << 20), $"{bytes.Length} bytes became {text.Length}");
            }
            catch (WireFormatException e)
            {
                Assert.Contains("so often", e.Message, StringComparison.Ordinal);
                Assert.True(levels > 10);
            }
        }
    }
}
