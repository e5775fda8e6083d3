using System.Globalization;
using System.Text;
using System.Text.Json;
using Isomer.Wire.Text;
using Xunit;

namespace Isomer.Tests.Wire.Text;

public class DateTests
{
    private delegate int Writer<T>(ref byte destination, T value);
    private delegate bool Reader<T>(ref byte start, int length, out T value, out int consumed);

    [Fact]
    public void EveryDayOfTheCalendarGoesBothWays()
    {
        var text = new byte[Utf8Dates.MaxDateTimeLength];
        var expected = new byte[64];
        for (int day = 0; day <= DateOnly.MaxValue.DayNumber; day++)
        {
            DateOnly date = DateOnly.FromDayNumber(day);
            date.TryFormat(expected.AsSpan(), out int length, "O", CultureInfo.InvariantCulture);
            Assert.Equal(10, Utf8Dates.WriteDateOnly(ref text[0], date));
            if (!text.AsSpan(0, 10).SequenceEqual(expected.AsSpan(0, length))
                || !Utf8Dates.TryReadDateOnly(ref text[0], 10, out DateOnly back, out int n) || back != date || n != 10)
            {
                Assert.Fail(date.ToString("O"));
            }
            DateTime instant = date.ToDateTime(new TimeOnly(day % 24, day % 60, day % 59));
            int written = Utf8Dates.WriteDateTime(ref text[0], instant);
            if (!Utf8Dates.TryReadDateTime(ref text[0], written, out DateTime again, out n) || again != instant || n != 19)
            {
                Assert.Fail(instant.ToString("O"));
            }
        }
    }

    [Fact]
    public void RandomInstantsAreWrittenAndReadAsSystemTextJsonDoes()
    {
        var random = new Random(7);
        for (int i = 0; i < 60_000; i++)
        {
            long ticks = random.NextInt64(DateTime.MaxValue.Ticks + 1);
            ticks -= i % 2 == 0 ? ticks % 10_000_000 : ticks % (long)Math.Pow(10, random.Next(1, 8));
            var value = new DateTime(ticks, (DateTimeKind)(i % 3));
            Check(value, Utf8Dates.WriteDateTime, Utf8Dates.TryReadDateTime, Utf8Dates.MaxDateTimeLength);
            ticks = Math.Clamp(ticks, TimeSpan.TicksPerDay, DateTime.MaxValue.Ticks - TimeSpan.TicksPerDay);
            Check(new DateTimeOffset(ticks, TimeSpan.FromMinutes(random.Next(-840, 841))), Utf8Dates.WriteDateTimeOffset,
                Utf8Dates.TryReadDateTimeOffset, Utf8Dates.MaxDateTimeOffsetLength);
            Check(new TimeOnly(ticks % TimeSpan.TicksPerDay), Utf8Dates.WriteTimeOnly, Utf8Dates.TryReadTimeOnly,
                Utf8Dates.MaxTimeOnlyLength);
            var span = new TimeSpan(random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64));
            Check(span, Utf8Dates.WriteTimeSpan, Utf8Dates.TryReadTimeSpan, Utf8Dates.MaxTimeSpanLength);
        }
        foreach (TimeSpan span in new[] { TimeSpan.Zero, TimeSpan.MinValue, TimeSpan.MaxValue, TimeSpan.FromDays(1),
            TimeSpan.FromDays(-1) })
        {
            Check(span, Utf8Dates.WriteTimeSpan, Utf8Dates.TryReadTimeSpan, Utf8Dates.MaxTimeSpanLength);
        }
        foreach (DateTime value in new[] { DateTime.MinValue, DateTime.MaxValue })
        {
            Check(value, Utf8Dates.WriteDateTime, Utf8Dates.TryReadDateTime, Utf8Dates.MaxDateTimeLength);
        }
    }

    [Fact]
    public void RandomGuidsGoBothWays()
    {
        var random = new Random(8);
        var bytes = new byte[16];
        for (int i = 0; i < 20_000; i++)
        {
            random.NextBytes(bytes);
            Check(new Guid(bytes), Utf8Guids.Write, Utf8Guids.TryRead, Utf8Guids.Length);
        }
    }

    public static TheoryData<string> Texts => new(
        ("2020-01-01|2020-01-01T10|2020-01-01T10:|2020-01-01T10:2|2020-01-01T10:20|2020-01-01T10:20Z|2020-01-01Z|2020-01-01T10:20:|2020-01-01T10:20:3|"
        + "2020-01-01T10:20:30.1|2020-01-01T10:20:30.|2020-01-01T10:20:30.Z|2020-01-01T10:20:30.1234567890123456|2020-01-01T10:20:30.12345678901234567|"
        + "2020-01-01T10:20:30.1234567890123456+01:00|2020-01-01T10:20:30+01|2020-01-01T10:20:30+01:00|2020-01-01T10:20:30+0100|2020-01-01T10:20:30-00:00|"
        + "2020-01-01T10:20:30+14:00|2020-01-01T10:20:30+14:01|2020-01-01T10:20:30-14:00|2020-01-01T10:20:30+15|2020-01-01T10:20:30+1|2020-01-01T10:20:30+01:|"
        + "2020-01-01T10:20:30+01:6|2020-01-01T10:20:30+01:60|2020-01-01T10:20+01:00|2020-01-01T10:20.5|2020-01-01T24:00:00|2020-01-01T10:60:00|2020-01-01T10:20:60|"
        + "0000-01-01|0000-01-01T00:00:00|0001-01-01T00:00:00+01:00|0001-01-01T00:00:00-01:00|9999-12-31T23:59:59-01:00|9999-12-31T23:59:59.9999999Z|2020-01|2020-1-1|"
        + "2020-01-01t10:20|2020-01-01 10:20|2020-01-01T10:20:30z|2020-02-30|2019-02-29T00:00:00|2100-02-29T00:00:00|2000-02-29T00:00:00|2020-00-01|2020-13-01|2020-12-00|"
        + "2020-01-0|+020-01-01|20200101|2020-01-01T102030|10:20:30|10:20|1:20:30|10:20:30.5|10:20:30.1234567|10:20:30.12345678|10:20:30.123456|24:00:00|23:59:59.9999999|"
        + "-10:20:30|1.10:20:30|0.10:20:30|00000001|1|0|-|1:2:3:4:5|10:20:60|10:60:00|25:00:00|000010:20:30|0010:20:30|00000000010:20:30.5|10:20:30:|10:20:30:5|10:20:30a|10:20:301|"
        + "10675199.02:48:05.4775807|-10675199.02:48:05.4775808|10675199.02:48:05.4775808|-00:00:00|10:20:30.|00000001.01:01|0:0|1:1|1.5|1:2:3.4|x0:20:30|10-20-30|"
        + "00112233-4455-6677-8899-AABBCCDDEEff|00112233445566778899aabbccddeeff|{00112233-4455-6677-8899-AABBCCDDEEff}|00112233-4455-6677-8899-AABBCCDDEEfg|"
        + "00112233-4455-6677-8899-AABBCCDDEEf|00112233-4455-6677-8899-AABBCCDDEEff0|00112233+4455-6677-8899-AABBCCDDEEff|0011223--4455-6677-8899-AABBCCDDEEff|"
        + "2020-01-01T10:20:30.123456Z|2020-01-01T10:20:30.000|2020-01-01T10:20:30.0000001-08:30||T|2020-01-01T|2020-01-01T10:20:30Zz|2020-01-01T10:20:30ZZ").Split(
            '|'));

    [Theory]
    [MemberData(nameof(Texts))]
    public void AcceptsAndRefusesAsSystemTextJsonDoes(string text)
    {
        Same<DateTime>(text, Utf8Dates.TryReadDateTime);
        Same<DateTimeOffset>(text, Utf8Dates.TryReadDateTimeOffset);
        Same<DateOnly>(text, Utf8Dates.TryReadDateOnly);
        Same<TimeOnly>(text, Utf8Dates.TryReadTimeOnly);
        Same<TimeSpan>(text, Utf8Dates.TryReadTimeSpan);
        Same<Guid>(text, Utf8Guids.TryRead);
    }

    [Fact]
    public void MutatedTextsAreAcceptedAndRefusedAsSystemTextJsonDoes()
    {
        var random = new Random(9);
        string[] seeds = [.. Texts.Select(row => row.Data)];
        const string alphabet = "0123456789-+:.TZ ";
        for (int i = 0; i < 6000; i++)
        {
            string text = seeds[random.Next(seeds.Length)];
            for (int edits = random.Next(1, 3); edits > 0 && text.Length > 0; edits--)
            {
                int at = random.Next(text.Length);
                string with = random.Next(3) == 0 ? "" : alphabet[random.Next(alphabet.Length)].ToString();
                text = text[..at] + with + text[Math.Min(at + random.Next(2), text.Length)..];
            }
            AcceptsAndRefusesAsSystemTextJsonDoes(text);
        }
    }

    private static void Check<T>(T value, Writer<T> write, Reader<T> read, int max)
        where T : struct
    {
        byte[] json = JsonSerializer.SerializeToUtf8Bytes(value, Options);
        Span<byte> actual = stackalloc byte[64];
        actual.Fill(0xEE);
        int written = write(ref actual[0], value);
        if (!actual[..written].SequenceEqual(json.AsSpan()[1..^1]) || actual[max..].ContainsAnyExcept((byte)0xEE))
        {
            Assert.Fail($"{Encoding.UTF8.GetString(json)}: wrote {Encoding.UTF8.GetString(actual[..written])}");
        }
        T expected = JsonSerializer.Deserialize<T>(json);
        actual[written] = (byte)'"';
        if (!read(ref actual[0], written, out T back, out int n) || n != written || !Same(back, expected)
            || !read(ref actual[0], 64, out back, out n) || n != written || !Same(back, expected))
        {
            Assert.Fail($"{Encoding.UTF8.GetString(json)}: read {back}, {n}");
        }
    }

    private static readonly JsonSerializerOptions Options = new()
    { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private static bool Same<T>(T a, T b) => a switch
    {
        DateTime x => x.Ticks == ((DateTime)(object)b!).Ticks && x.Kind == ((DateTime)(object)b).Kind,
        DateTimeOffset x => x.EqualsExact((DateTimeOffset)(object)b!),
        _ => a!.Equals(b),
    };

    private static void Same<T>(string text, Reader<T> read)
        where T : struct
    {
        T? expected = null;
        try
        {
            expected = JsonSerializer.Deserialize<T>('"' + text + '"');
        }
        catch (JsonException)
        {
        }
        byte[] exact = Encoding.UTF8.GetBytes(text);
        byte[] followed = Encoding.UTF8.GetBytes(text + "\",                                ");
        foreach (byte[] utf8 in new[] { exact, followed })
        {
            bool ok =
                read(ref System.Runtime.InteropServices.MemoryMarshal.GetArrayDataReference(utf8), utf8.Length, out T value, out int n)
                && n == text.Length;
            Assert.True(ok == expected.HasValue && (!ok || Same(value, expected!.Value)),
                $"{typeof(T).Name} '{text}' {utf8.Length}: {ok} {value}");
        }
    }
}
