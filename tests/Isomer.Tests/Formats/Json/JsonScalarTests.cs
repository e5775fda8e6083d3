using System.Globalization;
using System.Net;
using System.Numerics;
using System.Text;
using System.Text.Json;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Scalars by themselves and in an object, against System.Text.Json.</summary>
public class JsonScalarTests
{
    public class Holder<T>
    {
        public T? Value { get; set; }

        public T?[]? Many;
    }

    static void Check<T>(params T[] values)
    {
        foreach (var value in values)
            JsonCheck.Same(value);
        JsonCheck.Same(new Holder<T> { Value = values[0], Many = values });
    }

    static void CheckStruct<T>(params T[] values) where T : struct
    {
        Check(values);
        Check<T?>([.. values, null]);
        JsonCheck.Same(new Holder<T?> { Value = null, Many = [null, values[0]] });
    }

    [Fact]
    public void IntegersAsTheyWriteAndReadThem()
    {
        CheckStruct(sbyte.MinValue, sbyte.MaxValue, (sbyte)0);
        CheckStruct<byte>(0, 255, 7);
        CheckStruct(short.MinValue, short.MaxValue, (short)-1);
        CheckStruct<ushort>(0, ushort.MaxValue);
        CheckStruct(0, int.MinValue, int.MaxValue, -1, 99, 100, 999_999_999);
        CheckStruct(0u, uint.MaxValue);
        CheckStruct(0L, long.MinValue, long.MaxValue, 1L << 53);
        CheckStruct(0UL, ulong.MaxValue);
        CheckStruct(Int128.MinValue, Int128.MaxValue, Int128.Zero);
        CheckStruct(UInt128.MinValue, UInt128.MaxValue);
    }

    [Fact]
    public void OtherScalarsAsTheyWriteAndReadThem()
    {
        CheckStruct(true, false);
        CheckStruct('a', '"', '\\', '\u00e9', '\u4e2d', '\0', '<');
        CheckStruct(Guid.Empty, new Guid("00112233-4455-6677-8899-aabbccddeeff"));
        CheckStruct(DayOfWeek.Monday, (DayOfWeek)77, (DayOfWeek)(-1));
        CheckStruct(ByteKind.High);
        CheckStruct(LongKind.Low, (LongKind)5);
        CheckStruct(ULongKind.High);
        Check("", "text", null!);
        Check(new byte[] { 1, 2, 3, 255 }, [], null!);
        Check(new Uri("https://example.org/a?b=c&d=<é>"), new Uri("relative/x y", UriKind.RelativeOrAbsolute), null!);
        Check(new Version(1, 2), new Version(1, 2, 3, 4), null!);
        Check<Memory<byte>>(new byte[] { 1, 2 });
        Check<ReadOnlyMemory<byte>>(new byte[] { 1, 2, 3 }, default);
    }

    [Fact]
    public void FloatsAsTheyWriteAndReadThem()
    {
        CheckStruct(0.0, -0.0, 1, 0.1, double.MaxValue, double.MinValue, double.Epsilon, 1e15, 1e16, 1e-5, 123456789.123456789);
        CheckStruct(0f, -0f, 0.1f, float.MaxValue, float.MinValue, float.Epsilon, 16777216f, 1e7f, 1e8f);
        CheckStruct((Half)0.1f, Half.MaxValue, Half.MinValue, Half.Epsilon, (Half)(-0f));
        CheckStruct(0m, 1.50m, decimal.MaxValue, decimal.MinValue, 0.0000000000000000000000000001m, -0.00m,
            79228162514264337593543950.335m);
        foreach (string text in new[] { "1e5", "1E+5", "-0", "-0.0", "1.5e-7", "123456789012345678901234567890", "0.1e1", "1e-400",
            "4.9e-324", "2.2250738585072011e-308" })
            JsonCheck.SameReading<double>(text);
        foreach (string text in new[] { "1e308", "-1e308", "1.7976931348623157e308", "2e-324", "0e999999999", "1e-999999999",
            "0." + new string('3', 2000), new string('1', 300) })
            JsonCheck.AsTheyDo<double>(text);
        foreach (string text in new[] { "1e38", "3.4028235e38", "1e-46", "16777217", "0.1000000014901161193847656251" })
            JsonCheck.AsTheyDo<float>(text);
        foreach (string text in new[] { "1e28", "1e29", "1e-29", "0.12345678901234567890123456789", "0." + new string('9', 40), "-0e0",
            "79228162514264337593543950335.4", "79228162514264337593543950335.6", "0e-100" })
            JsonCheck.AsTheyDo<decimal>(text);
        foreach (string text in new[] { "1e5", "1E+5", "-0", "1.10", "1e-28", "0.00000000000000000000000000005",
            "7.9228162514264337593543950335e28" })
            JsonCheck.SameReading<decimal>(text);
    }

    [Fact]
    public void RandomFloatsAndDecimals()
    {
        var random = new Random(20260729);
        var doubles = new double[20_000];
        var floats = new float[20_000];
        var decimals = new decimal[20_000];
        for (int i = 0; i < doubles.Length; i++)
        {
            do
                doubles[i] = i % 2 == 0
                    ? BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue))
                    : Math.Round(random.NextDouble() * 1e6, i % 8);
            while (!double.IsFinite(doubles[i]));
            do
                floats[i] = i % 2 == 0
                    ? BitConverter.Int32BitsToSingle(random.Next(int.MinValue, int.MaxValue))
                    : (float)Math.Round(random.NextDouble() * 1e4, i % 5);
            while (!float.IsFinite(floats[i]));
            decimals[i] = new decimal(random.Next(), i % 3 == 0 ? 0 : random.Next(), i % 2 == 0 ? 0 : random.Next(), random.Next(2) == 0,
                (byte)random.Next(29));
        }
        JsonCheck.Same(doubles);
        JsonCheck.Same(floats);
        JsonCheck.Same(decimals);
        Assert.Equal(doubles, Json.Deserialize<double[]>(Json.Serialize(doubles)));
        Assert.Equal(floats, Json.Deserialize<float[]>(Json.Serialize(floats)));
    }

    [Fact]
    public void DatesOfEveryKind()
    {
        CheckStruct<DateTime>(default, DateTime.MaxValue, new DateTime(2024, 2, 29, 1, 2, 3, DateTimeKind.Utc),
            new DateTime(2024, 7, 1, 1, 2, 3, 456, DateTimeKind.Local), new DateTime(2024, 7, 1, 1, 2, 3).AddTicks(1));
        CheckStruct<DateTimeOffset>(default, DateTimeOffset.MaxValue, new DateTimeOffset(2024, 1, 1, 0, 0, 0, TimeSpan.FromMinutes(-90)));
        CheckStruct(TimeSpan.Zero, TimeSpan.MaxValue, TimeSpan.MinValue, TimeSpan.FromTicks(1), new TimeSpan(1, 2, 3, 4, 5));
        CheckStruct(DateOnly.MinValue, DateOnly.MaxValue, new DateOnly(2024, 2, 29));
        CheckStruct(TimeOnly.MinValue, TimeOnly.MaxValue, new TimeOnly(1, 2, 3, 4), new TimeOnly(1, 2));
        var random = new Random(20260730);
        var dates = new List<DateTime>();
        var offsets = new List<DateTimeOffset>();
        var spans = new List<TimeSpan>();
        for (int i = 0; i < 3000; i++)
        {
            long ticks = random.NextInt64(TimeSpan.TicksPerDay * 2,
                DateTime.MaxValue.Ticks - (TimeSpan.TicksPerDay * 2)) / (long)Math.Pow(10, i % 8) * (long)Math.Pow(10, i % 8);
            dates.Add(new DateTime(ticks, (DateTimeKind)(i % 3)));
            offsets.Add(new DateTimeOffset(new DateTime(ticks), TimeSpan.FromMinutes(random.Next(-840, 841))));
            spans.Add(new TimeSpan(random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(63)));
        }
        JsonCheck.Same(dates);
        JsonCheck.Same(offsets);
        JsonCheck.Same(spans);
        foreach (string text in new[] { "2024-01-02", "2024-01-02T03:04", "2024-01-02T03:04Z", "2024-01-02T03:04:05.1Z",
            "2024-01-02T03:04:05.12345678901234+01:30", "2024-01-02T03:04:05-0130", "2024-12-31T23:59:59.9999999", "\\u0032024-01-02" })
            JsonCheck.AsTheyDo<DateTime>($"\"{text}\"");
    }

    [Theory]
    [InlineData(JsonEscaping.HtmlSafe)]
    [InlineData(JsonEscaping.Relaxed)]
    public void EveryCharacterOfTheBmpAndBeyond(JsonEscaping escaping)
    {
        var theirs = escaping == JsonEscaping.HtmlSafe
            ? JsonCheck.Stj
            : JsonCheck.StjWith(o => o.Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping);
        var ours = new JsonOptions { Escaping = escaping };
        var lines = new List<string>();
        var line = new StringBuilder();
        for (int c = 0; c <= 0x10FFFF; c += c < 0x11000 ? 1 : 257)
        {
            if (c is >= 0xD800 and < 0xE000)
                continue;
            line.Append(char.ConvertFromUtf32(c));
            if (line.Length < 97)
                continue;
            lines.Add(line.ToString());
            line.Clear();
        }
        lines.Add(line.ToString());
        JsonCheck.Same(lines, ours, theirs);
        JsonCheck.Same(string.Concat(lines), ours, theirs);
        JsonCheck.Same(lines.ToDictionary(l => l), ours, theirs);
        foreach (string escaped in new[] { "\\u0041", "\\\"\\\\\\/\\b\\f\\n\\r\\t", "\\ud83d\\ude00", "a\\u00e9b\\u4e2d", "\\u0000",
            "\\uABCD\\uabcd" })
            JsonCheck.SameReading<string>($"\"{escaped}\"", ours, theirs);
    }

    [Fact]
    public void RandomStrings()
    {
        var random = new Random(7);
        var strings = new string[3000];
        for (int i = 0; i < strings.Length; i++)
        {
            var text = new StringBuilder();
            for (int n = random.Next(random.Next(1, 200)); n > 0; n--)
                text.Append(
                    random.Next(5) switch
                    {
                        0 => char.ConvertFromUtf32(random.Next(0x10000, 0x110000)),
                        1 => ((char)random.Next(0xD800)).ToString(),
                        2 => "\"\\<>&'\n"[random.Next(7)].ToString(),
                        _ => ((char)random.Next(32, 127)).ToString()
                    });
            strings[i] = text.ToString();
        }
        JsonCheck.Same(strings);
        foreach (var escaping in Enum.GetValues<JsonEscaping>())
        {
            byte[] bytes = Json.Serialize(strings, new JsonOptions { Escaping = escaping });
            Assert.Equal(strings, Json.Deserialize<string[]>(bytes));
            Assert.Equal(strings, JsonSerializer.Deserialize<string[]>(bytes));
            Assert.True(escaping != JsonEscaping.AsciiOnly || Ascii.IsValid(bytes));
        }
    }

    [Fact]
    public void LoneSurrogatesBecomeTheReplacementCharacterAsThere()
    {
        foreach (string text in new[] { "\ud800", "a\udc00b", "\ud800\ud800\udc00" })
            Assert.Equal(JsonSerializer.Serialize(text), Json.ToText(text));
    }

    [Fact]
    public void MinimalEscapesOnlyWhatMustBe() =>
        Assert.Equal("\"<é中\\\"\\\\\\n\\u0001>\"", Json.ToText("<é中\"\\\n\u0001>", new JsonOptions { Escaping = JsonEscaping.Minimal }));

    /// <summary>Types that System.Text.Json does not know, in the form that docs/json.md gives.</summary>
    [Fact]
    public void ScalarsThatTheyDoNotKnow()
    {
        Own(BigInteger.Parse("-123456789012345678901234567890", CultureInfo.InvariantCulture), "-123456789012345678901234567890");
        Own(new Complex(1, -2.5), """{"Real":1,"Imaginary":-2.5}""");
        Own((nint)(-5), "-5");
        Own((nuint)5, "5");
        Own(new Rune(0x1F600), "\"\\uD83D\\uDE00\"");
        Own(new Index(3, true), "\"^3\"");
        Own(1..^2, "\"1..^2\"");
        Own(IPAddress.Loopback, "\"127.0.0.1\"");
        Own(CultureInfo.GetCultureInfo("de-DE"), "\"de-DE\"");
        Own(DBNull.Value, "{}");
        Own(new StringBuilder("sb"), "\"sb\"", sb => sb.ToString());
        Own(new System.Collections.BitArray([true, false]), "[true,false]", b => string.Join(",", b.Cast<bool>()));
        Own(new Lazy<int>(5), "5", l => l.Value);
    }

    static void Own<T>(T value, string text, Func<T, object>? view = null)
    {
        view ??= v => v!;
        foreach (var options in JsonCheck.Tiers())
        {
            Assert.Equal(text, Json.ToText(value, options));
            Assert.Equal(view(value), view(Json.FromText<T>(text, options)));
        }
    }

    public enum ByteKind : byte { Low, High = 255 }

    public enum LongKind : long { Low = long.MinValue, High = long.MaxValue }

    public enum ULongKind : ulong { High = ulong.MaxValue }
}
