using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using Isomer.Wire.Text;
using Xunit;

namespace Isomer.Tests.Wire.Text;

public class IntegerTests
{
    private delegate int Writer<T>(ref byte destination, T value);
    private delegate bool Reader<T>(ref byte start, int length, out T value, out int consumed);

    [Fact]
    public void EveryPowerOfTenAndTwoAndItsNeighboursGoBothWays()
    {
        for (int i = 0; i < 128; i++)
        {
            foreach (BigInteger center in new[] { BigInteger.One << i, BigInteger.Pow(10, i % 39) })
            {
                for (int d = -2; d <= 2; d++)
                {
                    UInt128 value = (UInt128)((center + d) & ((BigInteger.One << 128) - 1));
                    All(value);
                }
            }
        }
        All(UInt128.MaxValue);
    }

    [Fact]
    public void RandomNumbersOfEveryLengthGoBothWays()
    {
        var random = new Random(1);
        for (int i = 0; i < 300_000; i++)
        {
            All(new UInt128((ulong)random.NextInt64(long.MinValue, long.MaxValue), (ulong)random.NextInt64(long.MinValue, long.MaxValue))
                >> random.Next(128));
        }
        for (uint i = 0; i < 200_000; i++)
        {
            Check<uint>(i, Utf8Integers.WriteUInt32, Utf8Integers.TryReadUInt32, Utf8Integers.MaxUInt32Length);
            Check<int>(-(int)i, Utf8Integers.WriteInt32, Utf8Integers.TryReadInt32, Utf8Integers.MaxInt32Length);
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("-")]
    [InlineData("0")]
    [InlineData("-0")]
    [InlineData("00")]
    [InlineData("01")]
    [InlineData("-01")]
    [InlineData("+1")]
    [InlineData("--1")]
    [InlineData("-00")]
    [InlineData("--0")]
    [InlineData("2147483647")]
    [InlineData("2147483648")]
    [InlineData("-2147483648")]
    [InlineData("-2147483649")]
    [InlineData("4294967295")]
    [InlineData("4294967296")]
    [InlineData("9223372036854775807")]
    [InlineData("9223372036854775808")]
    [InlineData("-9223372036854775808")]
    [InlineData("-9223372036854775809")]
    [InlineData("18446744073709551615")]
    [InlineData("18446744073709551616")]
    [InlineData("99999999999999999999")]
    [InlineData("100000000000000000000")]
    [InlineData("170141183460469231731687303715884105727")]
    [InlineData("170141183460469231731687303715884105728")]
    [InlineData("-170141183460469231731687303715884105728")]
    [InlineData("-170141183460469231731687303715884105729")]
    [InlineData("340282366920938463463374607431768211455")]
    [InlineData("340282366920938463463374607431768211456")]
    [InlineData("999999999999999999999999999999999999999")]
    [InlineData("1000000000000000000000000000000000000000")]
    [InlineData("a")]
    [InlineData("1a")]
    [InlineData("é")]
    [InlineData("12345678")]
    [InlineData("1234567:")]
    [InlineData("/1234567")]
    [InlineData("012345678")]
    [InlineData("0000000000")]
    public void JsonGrammarAndRangeAreThoseOfSystemTextJson(string text)
    {
        SameAsOracle<int>(text, Utf8Integers.TryReadInt32);
        SameAsOracle<uint>(text, Utf8Integers.TryReadUInt32);
        SameAsOracle<long>(text, Utf8Integers.TryReadInt64);
        SameAsOracle<ulong>(text, Utf8Integers.TryReadUInt64);
        SameAsOracle<Int128>(text, Utf8Integers.TryReadInt128);
        SameAsOracle<UInt128>(text, Utf8Integers.TryReadUInt128);
    }

    [Fact]
    public void ReadingStopsAtTheFirstOtherByteWhateverFollows()
    {
        for (int digits = 1; digits <= 18; digits++)
        {
            for (int tail = 0; tail <= 12; tail++)
            {
                for (int other = 0; other < 256; other++)
                {
                    if (other is >= '0' and <= '9')
                    {
                        continue;
                    }
                    byte[] text = new byte[digits + tail];
                    text.AsSpan().Fill((byte)'9');
                    if (tail > 0)
                    {
                        text[digits] = (byte)other;
                    }
                    Assert.True(
                        Utf8Integers.TryReadInt64(ref MemoryMarshal.GetArrayDataReference(text), text.Length, out long value, out int n));
                    Assert.Equal(digits, n);
                    Assert.Equal((long)Math.Pow(10, digits) - 1, value);
                }
            }
        }
    }

    private static void All(UInt128 value)
    {
        Check<int>((int)value, Utf8Integers.WriteInt32, Utf8Integers.TryReadInt32, Utf8Integers.MaxInt32Length);
        Check<uint>((uint)value, Utf8Integers.WriteUInt32, Utf8Integers.TryReadUInt32, Utf8Integers.MaxUInt32Length);
        Check<long>((long)value, Utf8Integers.WriteInt64, Utf8Integers.TryReadInt64, Utf8Integers.MaxInt64Length);
        Check<ulong>((ulong)value, Utf8Integers.WriteUInt64, Utf8Integers.TryReadUInt64, Utf8Integers.MaxUInt64Length);
        Check<Int128>((Int128)value, Utf8Integers.WriteInt128, Utf8Integers.TryReadInt128, Utf8Integers.MaxInt128Length);
        Check<UInt128>(value, Utf8Integers.WriteUInt128, Utf8Integers.TryReadUInt128, Utf8Integers.MaxUInt128Length);
    }

    private static void Check<T>(T value, Writer<T> write, Reader<T> read, int max)
        where T : IUtf8SpanFormattable, IEquatable<T>
    {
        Span<byte> expected = stackalloc byte[64];
        Assert.True(value.TryFormat(expected, out int length, default, CultureInfo.InvariantCulture));
        Span<byte> actual = stackalloc byte[64];
        actual.Fill(0xEE);
        int written = write(ref actual[0], value);
        if (!actual[..written].SequenceEqual(expected[..length]) || written > max || actual[max..].ContainsAnyExcept((byte)0xEE))
        {
            Assert.Fail($"{value}: wrote {Encoding.UTF8.GetString(actual[..written])}");
        }
        if (!read(ref actual[0], written, out T back, out int n) || n != written || !back.Equals(value)
            || !read(ref actual[0], 64, out back, out n) || n != written || !back.Equals(value))
        {
            Assert.Fail($"{value}: read {back}, {n} bytes");
        }
    }

    private static void SameAsOracle<T>(string text, Reader<T> read)
        where T : struct
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(text + ",................")[..Encoding.UTF8.GetByteCount(text)];
        T? expected = null;
        try
        {
            expected = JsonSerializer.Deserialize<T>(utf8);
        }
        catch (JsonException)
        {
        }
        foreach (byte[] input in new[] { utf8, [.. utf8, (byte)',', .. "        "u8] })
        {
            bool ok = read(ref MemoryMarshal.GetArrayDataReference(input), input.Length, out T value, out int n) && n == utf8.Length;
            Assert.True(ok == expected.HasValue, $"{typeof(T)} {text}: {ok}");
            Assert.True(!ok || value.Equals(expected), $"{typeof(T)} {text}: {value}");
        }
    }
}
