using System.Buffers.Text;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Isomer.Wire.Text;
using Xunit;

namespace Isomer.Tests.Wire.Text;

public class DecimalTests
{
    [Fact]
    public void EdgesGoBothWays()
    {
        foreach (decimal value in new[] { 0, 0.00m, new decimal(0, 0, 0, true, 0), new decimal(0, 0, 0, true, 2), 1.50m, decimal.MaxValue,
            decimal.MinValue, new decimal(1, 0, 0, true, 28), new decimal(-1, -1, -1, false, 28), new decimal(0, 0, 0, false, 28),
            new decimal(0, 0, 1, false, 14), 999999999999999m, 99999999999999.9m, 0.00000000000001m, 1000000000000000m,
            0.999999999999999m })
        {
            Check(value);
        }
    }

    [Fact]
    public void RandomDecimalsGoBothWays()
    {
        var random = new Random(5);
        for (int i = 0; i < 500_000; i++)
        {
            UInt128 bits =
                new UInt128((uint)random.NextInt64(), (ulong)random.NextInt64(long.MinValue, long.MaxValue)) >> random.Next(32, 128);
            Check(new decimal((int)(uint)bits, (int)(uint)(bits >> 32), (int)(uint)(bits >> 64), random.Next(2) == 0,
                (byte)random.Next(29)));
            Check(new decimal(random.Next(1 << random.Next(1, 31)), 0, 0, random.Next(2) == 0, (byte)random.Next(5)));
        }
    }

    [Fact]
    public void RandomTextsReadAsTheFrameworkDoes()
    {
        var random = new Random(6);
        for (int i = 0; i < 300_000; i++)
        {
            string text = (random.Next(2) == 0 ? "-" : "") + Digits(random.Next(1, random.Next(2, 34)), true);
            text += random.Next(4) == 0 ? "" : "." + Digits(random.Next(1, random.Next(2, 40)), false);
            text += random.Next(4) != 0 ? "" : (random.Next(2) == 0 ? "e" : "E+") + random.Next(0, 33);
            text = random.Next(3) == 0 ? text.Replace("E+", "E-") : text;
            byte[] utf8 = Encoding.ASCII.GetBytes(text + ",                    ");
            bool expected = Utf8Parser.TryParse(utf8, out decimal parsed, out int length) && length == text.Length;
            for (int end = text.Length; end <= utf8.Length; end += 21)
            {
                bool ok = Utf8Decimals.TryRead(ref utf8[0], end, out decimal value, out int consumed) && consumed == text.Length;
                if (ok != expected || (ok && !decimal.GetBits(value).AsSpan().SequenceEqual(decimal.GetBits(parsed))))
                {
                    Assert.Fail($"{text}: {ok} {value}, not {expected} {parsed}");
                }
            }
        }

        string Digits(int count, bool whole)
        {
            var digits = new char[count];
            int zeros = random.Next(4) == 0 ? random.Next(count + 1) : 0;
            for (int i = 0; i < count; i++)
            {
                digits[i] = i < zeros && !whole ? '0' : (char)('0' + random.Next(whole && i == 0 && count > 1 ? 1 : 0, 10));
            }
            return new string(digits);
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("-")]
    [InlineData("01")]
    [InlineData("1.")]
    [InlineData(".1")]
    [InlineData("-0")]
    [InlineData("-0.00")]
    [InlineData("1e")]
    [InlineData("1e2")]
    [InlineData("0e50")]
    [InlineData("0e-50")]
    [InlineData("1e-30")]
    [InlineData("1e50")]
    [InlineData("79228162514264337593543950335")]
    [InlineData("79228162514264337593543950336")]
    [InlineData("79228162514264337593543950335.4")]
    [InlineData("79228162514264337593543950335.5")]
    [InlineData("0.00000000000000000000000000005")]
    [InlineData("0.00000000000000000000000000015")]
    [InlineData("0.00000000000000000000000000000000000000000000000001")]
    [InlineData("18446744073709551615")]
    [InlineData("9999999999999999999")]
    [InlineData("0.9999999999999999999")]
    [InlineData("0.000000000000000000")]
    public void ReadsAsSystemTextJsonDoes(string text)
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(text + ",                    ");
        decimal? expected = null;
        try
        {
            expected = JsonSerializer.Deserialize<decimal>(text);
        }
        catch (JsonException)
        {
        }
        for (int end = text.Length; end <= utf8.Length; end += 21)
        {
            bool ok = Utf8Decimals.TryRead(ref utf8[0], end, out decimal value, out int consumed) && consumed == text.Length;
            Assert.Equal(expected.HasValue, ok);
            if (ok)
            {
                Assert.Equal(decimal.GetBits(expected!.Value), decimal.GetBits(value));
            }
        }
    }

    private static void Check(decimal value)
    {
        Span<byte> expected = stackalloc byte[64];
        value.TryFormat(expected, out int length, default, CultureInfo.InvariantCulture);
        Span<byte> actual = stackalloc byte[64];
        actual.Fill((byte)',');
        int written = Utf8Decimals.Write(ref actual[0], value);
        if (!actual[..written].SequenceEqual(expected[..length]) || actual[Utf8Decimals.MaxLength..].ContainsAnyExcept((byte)','))
        {
            Assert.Fail($"{value} wrote {Encoding.UTF8.GetString(actual[..written])}");
        }
        Assert.True(Utf8Parser.TryParse(actual[..written], out decimal parsed, out _));
        foreach (int end in new[] { written, 64 })
        {
            actual[written] = (byte)',';
            Assert.True(Utf8Decimals.TryRead(ref actual[0], end, out decimal back, out int n) && n == written);
            bool same = back == parsed && back.Scale == parsed.Scale && decimal.IsNegative(back) == decimal.IsNegative(parsed);
            Assert.True(same, $"{value} {end}");
        }
    }
}
