using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using Isomer.Wire.Text;
using Xunit;

namespace Isomer.Tests.Wire.Text;

public class FloatTests
{
    [Fact]
    public void PowersOfTenAreExact()
    {
        for (int k = PowersOfTen.Min; k <= PowersOfTen.Max; k++)
        {
            BigInteger power = BigInteger.Pow(10, Math.Abs(k));
            int bits = (int)power.GetBitLength();
            BigInteger expected;
            if (k >= 0)
            {
                expected = bits <= 128 ? power << (128 - bits) : power >> (bits - 128);
            }
            else
            {
                expected = (BigInteger.One << (bits + 127)) / power;
                expected = expected.GetBitLength() < 128 ? (BigInteger.One << (bits + 128)) / power : expected;
            }
            PowersOfTen.Get(k, out ulong high, out ulong low);
            Assert.Equal((UInt128)expected, new UInt128(high, low));
        }
    }

    [Fact]
    public void DoublesAtTheEdges()
    {
        foreach (double value in new[] { 0, 1, 0.1, 0.05, 0.15, 1e-4, 1e-5, 9.9999e-5, 123456.789, 1e15, 1e16, 1e17, 1e18, 9.5e17, 1e22,
            1e23, 5e-324,
            double.MaxValue, double.Epsilon, 2.2250738585072014e-308, 2.225073858507201e-308, 9007199254740991, 9007199254740992,
            9007199254740993,
            562949953421311, 562949953421312.5, 0.30000000000000004, 2.0 / 3, 1.0 / 3, 4.35, 4.349999999999999, 100, 1e-4 + 1e-20,
            0.0001220703125,
            0.00012207031, 123456789012345.6, 99999999.99999999, 1e7 + 0.5, 45e6 + 0.12345678 })
        {
            Check(value);
            Check(-value);
        }
        for (int e = 0; e < 2047; e++)
        {
            for (int d = -2; d <= 2; d++)
            {
                Check(BitConverter.UInt64BitsToDouble((ulong)((long)e << 52) + (ulong)(d + (e == 0 ? 2 : 0)) & 0x7FEFFFFFFFFFFFFF));
            }
        }
        for (int e = -330; e < 309; e++)
        {
            double power = double.Parse("1e" + e, CultureInfo.InvariantCulture);
            for (double value = power; value < power * 20; value += power)
            {
                Check(value);
                Check(BitConverter.Int64BitsToDouble(BitConverter.DoubleToInt64Bits(value) + 1));
            }
        }
    }

    [Fact]
    public void RandomDoublesGoBothWays()
    {
        var random = new Random(2);
        for (int i = 0; i < 400_000; i++)
        {
            Check(BitConverter.UInt64BitsToDouble((ulong)random.NextInt64() & 0x7FEFFFFFFFFFFFFF));
            Check(random.NextDouble() * Math.Pow(10, random.Next(-6, 20)));
            Check(random.NextInt64(1L << random.Next(1, 55)) / Math.Pow(10, random.Next(18)));
            Check(Math.Round(random.NextDouble() * Math.Pow(10, random.Next(7)), random.Next(9)));
        }
    }

    [Fact]
    public void RandomSinglesGoBothWays()
    {
        var random = new Random(3);
        for (int i = 0; i < 400_000; i++)
        {
            Check(BitConverter.UInt32BitsToSingle((uint)random.Next() & 0x7F7FFFFF));
            Check((float)(random.NextDouble() * Math.Pow(10, random.Next(-6, 12))));
            Check((float)(random.Next(1 << random.Next(1, 26)) / Math.Pow(10, random.Next(12))));
        }
        for (int e = 0; e < 255; e++)
        {
            for (int d = -3; d <= 3; d++)
            {
                Check(BitConverter.UInt32BitsToSingle((uint)((e << 23) + d + (e == 0 ? 3 : 0)) & 0x7F7FFFFF));
            }
        }
    }

    [Fact]
    public void EveryHalfGoesBothWays()
    {
        Span<byte> expected = stackalloc byte[64];
        Span<byte> actual = stackalloc byte[64];
        for (int i = 0; i <= ushort.MaxValue; i++)
        {
            Half value = BitConverter.UInt16BitsToHalf((ushort)i);
            if (!Half.IsFinite(value))
            {
                continue;
            }
            value.TryFormat(expected, out int length, default, CultureInfo.InvariantCulture);
            int written = Utf8Floats.WriteHalf(ref actual[0], value);
            Assert.True(actual[..written].SequenceEqual(expected[..length]), $"{value} wrote {Encoding.UTF8.GetString(actual[..written])}");
            Assert.True(Utf8Floats.TryReadHalf(ref actual[0], written, out Half back, out int n));
            Assert.Equal((i, written), (BitConverter.HalfToUInt16Bits(back), n));
        }
    }

    [Theory]
    [InlineData("1e400")]
    [InlineData("-1e400")]
    [InlineData("1e-400")]
    [InlineData("-1e-400")]
    [InlineData("0e999999999999")]
    [InlineData("1e99999999999999")]
    [InlineData("1e-99999999999999")]
    [InlineData("2.4703282292062327208e-324")]
    [InlineData("2.4703282292062328e-324")]
    [InlineData("2.47032822920623272088284396434110686182e-324")]
    [InlineData("2.47032822920623272088284396434110686183e-324")]
    [InlineData("1.7976931348623157e308")]
    [InlineData("1.7976931348623158e308")]
    [InlineData("1.7976931348623159e308")]
    [InlineData("179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880")]
    [InlineData("9007199254740993")]
    [InlineData("9007199254740992.999999999999999999999999")]
    [InlineData("9007199254740993.0000000000000000000000000001")]
    [InlineData("0.1e")]
    [InlineData("1e+")]
    [InlineData("1.")]
    [InlineData(".5")]
    [InlineData("-")]
    [InlineData("")]
    [InlineData("00.5")]
    [InlineData("-.5")]
    [InlineData("+1")]
    [InlineData("1e5")]
    [InlineData("1E+5")]
    [InlineData("1e-05")]
    [InlineData("0.00000")]
    [InlineData("-0.0")]
    [InlineData("-0")]
    [InlineData("1.5e")]
    [InlineData("1..5")]
    [InlineData("1.5.5")]
    [InlineData("123456789012345")]
    [InlineData("1234567890123456")]
    [InlineData("12345678901234.5")]
    [InlineData("0.1234567890123")]
    [InlineData("0.12345678901234")]
    [InlineData("3.4028236e38")]
    [InlineData("3.4028235677973366e38")]
    [InlineData("3.4028235677973365e38")]
    [InlineData("7.006492321624085e-46")]
    [InlineData("7.0064923216240862e-46")]
    [InlineData("1.00000017881393432617187499")]
    [InlineData("1.000000178813934326171875")]
    [InlineData("1.00000017881393432617187501")]
    [InlineData("65504")]
    [InlineData("65519.99")]
    [InlineData("65520")]
    [InlineData("16777217")]
    [InlineData("16777217.0")]
    [InlineData("0.0000000000000000000000000000000000000000000000000000000000001")]
    [InlineData("100000000000000000000000000000000000000000000000000")]
    public void ReadsAsSystemTextJsonDoes(string text)
    {
        SameAsOracle<double>(text, Utf8Floats.TryReadDouble);
        SameAsOracle<float>(text, Utf8Floats.TryReadSingle);
        SameAsOracle<Half>(text, Utf8Floats.TryReadHalf);
    }

    [Fact]
    public void RandomTextsReadAsTheFrameworkDoes()
    {
        var random = new Random(4);
        var text = new byte[80];
        for (int i = 0; i < 400_000; i++)
        {
            int n = 0;
            Digits(text, ref n, random.Next(1, random.Next(2, 24)));
            if (random.Next(4) != 0)
            {
                text[n++] = (byte)'.';
                Digits(text, ref n, random.Next(1, random.Next(2, 24)));
            }
            if (random.Next(3) == 0)
            {
                text[n++] = (byte)'e';
                int exponent = random.Next(-360, 330) / random.Next(1, 20);
                exponent.TryFormat(text.AsSpan(n), out int length);
                n += length;
            }
            int end = random.Next(2) == 0 ? n : text.Length;
            if (end > n)
            {
                text[n] = (byte)',';
            }
            double d = double.Parse(text.AsSpan(0, n), CultureInfo.InvariantCulture);
            float f = float.Parse(text.AsSpan(0, n), CultureInfo.InvariantCulture);
            bool whole = text[0] != '0' || n == 1 || text[1] is (byte)'.' or (byte)'e';
            bool read = Utf8Floats.TryReadDouble(ref text[0], end, out double d2, out int n2);
            bool read2 = Utf8Floats.TryReadSingle(ref text[0], end, out float f2, out int n3);
            if (read != whole || read2 != whole || (whole && (d != d2 || f != f2 || n2 != n || n3 != n)))
            {
                Assert.Fail(Encoding.ASCII.GetString(text, 0, n) + $" {end} {d2:R} {f2:R} {n2} {n3}");
            }
        }

        void Digits(byte[] to, ref int at, int count)
        {
            int zeros = random.Next(3) == 0 ? random.Next(count + 1) : 0;
            for (; count > 0; count--)
            {
                to[at++] = count <= zeros ? (byte)'0' : (byte)('0' + random.Next(10));
            }
        }
    }

    private delegate bool Reader<T>(ref byte start, int length, out T value, out int consumed);

    private static void SameAsOracle<T>(string text, Reader<T> read)
        where T : struct, IFloatingPoint<T>
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(text);
        T? expected = null;
        try
        {
            expected = JsonSerializer.Deserialize<T>(utf8);
        }
        catch (JsonException)
        {
        }
        foreach (byte[] input in new[] { utf8, [.. utf8, (byte)',', .. "                "u8] })
        {
            bool ok = read(ref MemoryMarshal.GetArrayDataReference(input), input.Length, out T value, out int n) && n == utf8.Length;
            Assert.True(ok == expected.HasValue, $"{typeof(T)} {text}: {ok}");
            Assert.True(!ok || (value.Equals(expected) && T.IsNegative(value) == T.IsNegative(expected!.Value)),
                $"{typeof(T)} {text}: {value}");
        }
    }

    private static void Check(double value)
    {
        Span<byte> expected = stackalloc byte[64];
        value.TryFormat(expected, out int length, default, CultureInfo.InvariantCulture);
        Span<byte> actual = stackalloc byte[64];
        actual.Fill((byte)',');
        int written = Utf8Floats.WriteDouble(ref actual[0], value);
        // The framework's shortest form of two powers of two (2^-25, 2^-958) reads as their neighbour; ours may not.
        bool sound = double.Parse(expected[..length], CultureInfo.InvariantCulture) == value;
        if (actual[..written].SequenceEqual(expected[..length]) != sound
            || actual[Utf8Floats.MaxDoubleLength..].ContainsAnyExcept((byte)','))
        {
            Assert.Fail($"{value:R} wrote {Encoding.UTF8.GetString(actual[..written])}");
        }
        actual[written] = (byte)',';
        Assert.True(Utf8Floats.TryReadDouble(ref actual[0], written, out double back, out int n) && n == written
            && BitConverter.DoubleToInt64Bits(back) == BitConverter.DoubleToInt64Bits(value), $"{value:R} short");
        Assert.True(Utf8Floats.TryReadDouble(ref actual[0], 64, out back, out n) && n == written
            && BitConverter.DoubleToInt64Bits(back) == BitConverter.DoubleToInt64Bits(value), $"{value:R} long");
    }

    private static void Check(float value)
    {
        Span<byte> expected = stackalloc byte[64];
        value.TryFormat(expected, out int length, default, CultureInfo.InvariantCulture);
        Span<byte> actual = stackalloc byte[64];
        actual.Fill((byte)',');
        int written = Utf8Floats.WriteSingle(ref actual[0], value);
        if (!actual[..written].SequenceEqual(expected[..length]) || actual[Utf8Floats.MaxSingleLength..].ContainsAnyExcept((byte)','))
        {
            Assert.Fail($"{value:R} wrote {Encoding.UTF8.GetString(actual[..written])}");
        }
        actual[written] = (byte)',';
        Assert.True(Utf8Floats.TryReadSingle(ref actual[0], 64, out float back, out int n) && n == written
            && BitConverter.SingleToInt32Bits(back) == BitConverter.SingleToInt32Bits(value), $"{value:R}");
    }
}
