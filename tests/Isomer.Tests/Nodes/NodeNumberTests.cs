using System.Globalization;
using System.Text;
using Isomer.Nodes;
using Xunit;

namespace Isomer.Tests.Nodes;

/// <summary>
/// Numbers of a text that says no type: what they become, against the way that parses, writes and compares. Short ones without an exponent
/// have had a way of their own since 2026-12-01.
/// </summary>
public class NodeNumberTests
{
    /// <summary>
    /// The CLR value whose text this is, digit for digit; null where there is none, or the text is longer than those of values mostly are.
    /// </summary>
    static object? Exact(string text)
    {
        var culture = CultureInfo.InvariantCulture;
        if (long.TryParse(text, NumberStyles.AllowLeadingSign, culture, out long integer) && integer.ToString(culture) == text)
            return integer;
        if (text.Length <= 30
            && decimal.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, culture, out decimal number)
            && number.ToString(culture) == text)
            return number;
        return text.Length <= 32
            && double.TryParse(text, NumberStyles.Float, culture, out double near) && double.IsFinite(near)
            && near.ToString(culture) == text
            ? near
            : null;
    }

    static void Check(string text)
    {
        object parsed = NodeNumber.Parse(Encoding.ASCII.GetBytes(text));
        object? exact = Exact(text);
        if (exact is null)
        {
            Assert.Equal(text, Assert.IsType<NodeNumber>(parsed).Text);
            return;
        }
        Assert.Equal(exact.GetType(), parsed.GetType());
        Assert.Equal(((IFormattable)exact).ToString(null, CultureInfo.InvariantCulture),
            ((IFormattable)parsed).ToString(null, CultureInfo.InvariantCulture));
        if (exact is decimal number)
            Assert.Equal(decimal.GetBits(number), decimal.GetBits((decimal)parsed));
    }

    [Theory]
    [InlineData("0")]
    [InlineData("-0")]
    [InlineData("0.0")]
    [InlineData("-0.0")]
    [InlineData("0.10")]
    [InlineData("-0.5")]
    [InlineData("1.0")]
    [InlineData("999999999999999999")]
    [InlineData("1000000000000000000")]
    [InlineData("9223372036854775807")]
    [InlineData("-9223372036854775808")]
    [InlineData("9223372036854775808")]
    [InlineData("0.00000000000000001")]
    [InlineData("12345678901234567.8")]
    [InlineData("0.000000000000000001")]
    [InlineData("1e5")]
    [InlineData("1E-5")]
    [InlineData("-1.5e300")]
    public void Edges(string text) => Check(text);

    [Fact]
    public void Any()
    {
        var random = new Random(20261201);
        for (int i = 0; i < 200_000; i++)
        {
            var text = new StringBuilder();
            if (random.Next(3) == 0)
                text.Append('-');
            Digits(random.Next(1, 22));
            if (random.Next(2) == 0)
            {
                text.Append('.');
                for (int d = random.Next(1, 21); d > 0; d--)
                    text.Append((char)('0' + random.Next(random.Next(2) == 0 ? 10 : 1)));
            }
            if (random.Next(10) == 0)
                text.Append(random.Next(2) == 0 ? 'e' : 'E').Append(random.Next(-30, 30).ToString(CultureInfo.InvariantCulture));
            Check(text.ToString());

            // As the grammar has them: none begins with a zero but zero itself.
            void Digits(int count)
            {
                if (random.Next(4) == 0)
                    count = 1;
                for (int d = 0; d < count; d++)
                    text.Append((char)('0' + (d == 0 && count > 1 ? random.Next(1, 10) : random.Next(10))));
            }
        }
    }
}
