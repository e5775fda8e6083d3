using System.Text;
using Newtonsoft.Json;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Forms of dates against Json.NET: DateFormatString, DateFormatHandling and DateTimeZoneHandling, in every place, both ways. Run with
/// TZ=Europe/Berlin too.
/// </summary>
public class DateFormTests
{
    public class Dates
    {
        public DateTime Time { get; set; }
        public DateTime? Maybe { get; set; }
        public DateTimeOffset Offset { get; set; }
        public DateTimeOffset? MaybeOffset { get; set; }
        public DateOnly Day { get; set; }
        public List<DateTime>? List { get; set; }
        public Dictionary<string, DateTimeOffset>? Map { get; set; }
        public int After { get; set; } = 3;
    }

    public record Constructed(DateTime Time, DateTimeOffset Offset);

    static readonly string?[] Formats =
    [
        null, "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd", "dd.MM.yyyy HH:mm:ss.fff", "yyyy'<'MM'>'dd", "yyyy-MM-ddTHH:mm:ssK",
        "yyyy-MM-ddTHH:mm:ss.fffffffzzz", "R", "o", "dddd, d MMMM yyyy HH:mm:ss",
    ];

    [Fact]
    public void What_is_no_format_is_refused_before_anything_is_written()
    {
        foreach (string wrong in (string[])["", "%", "\\", $"yyyy'{new string('x', 300)}'"])
            Assert.Contains("DateFormat",
                Assert.Throws<ArgumentException>(() => Json.ToText(DateTime.UnixEpoch, new JsonOptions { DateFormat = wrong })).Message,
                StringComparison.Ordinal);
    }

    static IEnumerable<(JsonOptions Ours, JsonSerializerSettings Theirs)> Pairs()
    {
        foreach (string? format in Formats)
            foreach (var zone in Enum.GetValues<JsonZone>())
                foreach (bool microsoft in new[] { false, true })
                {
                    var settings = new JsonSerializerSettings
                    {
                        DateFormatHandling = microsoft ? DateFormatHandling.MicrosoftDateFormat : DateFormatHandling.IsoDateFormat,
                        DateTimeZoneHandling = zone switch
                        {
                            JsonZone.Utc => DateTimeZoneHandling.Utc,
                            JsonZone.Local => DateTimeZoneHandling.Local,
                            JsonZone.Unspecified => DateTimeZoneHandling.Unspecified,
                            _ => DateTimeZoneHandling.RoundtripKind
                        },
                    };
                    if (format is not null)
                        settings.DateFormatString = format;
                    yield return (new()
                    {
                        Escaping = JsonEscaping.Minimal,
                        DateFormat = format,
                        Dates = microsoft ? JsonDates.Microsoft : JsonDates.Iso,
                        DateZone = zone
                    }, settings);
                }
    }

    static DateTime Time(Random random, bool any = true) => new((any ? random.Next(6) : 5) switch
    {
        0 => DateTime.MinValue.Ticks,
        1 => DateTime.MaxValue.Ticks,
        2 => DateTime.UnixEpoch.Ticks - random.Next(1, 100_000_000),
        _ => DateTime.UnixEpoch.Ticks + (random.NextInt64(2_000_000_000) * TimeSpan.TicksPerSecond)
            + (random.Next(2) * random.Next(10_000_000)),
    }, (DateTimeKind)random.Next(3));

    static DateTimeOffset Offset(Random random) =>
        new(new DateTime(Time(random, any: false).Ticks), TimeSpan.FromMinutes(15 * random.Next(-48, 56)));

    static Dates Make(Random random) => new()
    {
        Time = Time(random),
        Maybe = random.Next(3) == 0 ? null : Time(random),
        Offset = Offset(random),
        MaybeOffset = random.Next(3) == 0 ? null : Offset(random),
        Day = DateOnly.FromDateTime(Time(random)),
        List = [Time(random), Time(random)],
        Map = new() { ["a"] = Offset(random) },
    };

    /// <summary>All that a value says, its kind and offset too.</summary>
    static string Exactly(Dates value) =>
        string.Join(" ", new[] { value.Time, value.Maybe, value.List![0], value.List[1] }.Select(static d => $"{d?.Ticks}{d?.Kind}"))
        + string.Join(" ", new[] { value.Offset, value.MaybeOffset, value.Map!["a"] }.Select(static d => d?.ToString("o")))
        + value.Day.ToString("o") + value.After;

    [Fact]
    public void Random_dates_in_every_form_and_zone_are_written_and_read_as_by_Json_NET()
    {
        int seed = 0;
        foreach (var (ours, theirs) in Pairs())
        {
            for (int i = 0; i < 12; i++)
            {
                var value = Make(new Random(seed++));
                string expected = JsonConvert.SerializeObject(value, theirs);
                string? read = null;
                try
                {
                    read = Exactly(JsonConvert.DeserializeObject<Dates>(expected, theirs)!);
                }
                catch (Exception e) when (e is JsonException or ArgumentOutOfRangeException)
                {
                    // What it wrote of the first and last day of all time in another zone; a DateOnly that its reader takes for a DateTime
                    // of the format.
                }
                foreach (var options in JsonCheck.Tiers(ours))
                {
                    Assert.Equal(expected, Json.ToText(value, options));
                    using var stream = new MemoryStream();
                    Json.Serialize(stream, value, options);
                    Assert.Equal(expected, Encoding.UTF8.GetString(stream.ToArray()));
                    // Before the first day and behind the last of UTC there is no ISO 8601 here.
                    if (read is not null && !expected.Contains("0001-01-01", StringComparison.Ordinal)
                        && !expected.Contains("9999-12-31", StringComparison.Ordinal))
                        Assert.Equal(read, Exactly(Json.FromText<Dates>(expected, options)));
                    Assert.Equal(JsonConvert.SerializeObject(value.Time, theirs), Json.ToText(value.Time, options));
                    Assert.Equal(JsonConvert.SerializeObject(new object[] { value.Time, value.Offset }, theirs),
                        Json.ToText(new object[] { value.Time, value.Offset }, options));
                    var record = new Constructed(value.Time, value.Offset);
                    Assert.Equal(JsonConvert.SerializeObject(record, theirs), Json.ToText(record, options));
                }
            }
        }
    }

    [Fact]
    public void Keys_have_the_form_too()
    {
        foreach (var (ours, theirs) in Pairs())
        {
            // There a backslash of the form is escaped once more, and nothing reads the key.
            if (ours.Dates == JsonDates.Microsoft && ours.DateFormat is null)
                continue;
            var map = new Dictionary<DateTime, int>
            { [new DateTime(2020, 2, 3, 4, 5, 6, DateTimeKind.Utc)] = 1, [new DateTime(2021, 12, 13)] = 2 };
            foreach (var options in JsonCheck.Tiers(ours))
            {
                string text = Json.ToText(map, options);
                // Json.NET has no zones in keys.
                if (ours.DateZone == JsonZone.AsIs)
                    Assert.Equal(JsonConvert.SerializeObject(map, theirs), text);
                // What has an offset is read as local time, as there.
                if (ours.DateFormat?.Contains("zzz", StringComparison.Ordinal) != true)
                    Assert.Equal(text, Json.ToText(Json.FromText<Dictionary<DateTime, int>>(text, options), options));
            }
        }
    }

    [Theory]
    [InlineData("\"\\/Date(1577934245006)\\/\"")]
    [InlineData("\"/Date(-1577934245006+0130)/\"")]
    [InlineData("\"/Date(0-0800)/\"")]
    [InlineData("\"2020-01-02T03:04:05Z\"")]
    [InlineData("\"2020-01-02T03:04:05.678+02:00\"")]
    public void Forms_that_are_read_beside_the_one_that_is_written(string text)
    {
        foreach (var options in JsonCheck.Tiers(new() { DateFormat = "yyyy-MM-dd HH:mm:ss" })
            .Concat(JsonCheck.Tiers(new() { Dates = JsonDates.Microsoft })))
        {
            var (theirs, ours) = (JsonConvert.DeserializeObject<DateTime>(text), Json.FromText<DateTime>(text, options));
            Assert.Equal((theirs, theirs.Kind), (ours, ours.Kind));
            Assert.Equal(JsonConvert.DeserializeObject<DateTimeOffset>(text).ToString("o"),
                Json.FromText<DateTimeOffset>(text, options).ToString("o"));
        }
    }

    [Theory]
    [InlineData("\"\"")]
    [InlineData("\"/Date()/\"")]
    [InlineData("\"/Date(1\"")]
    [InlineData("\"/Date(1+1)/\"")]
    [InlineData("\"/Date(1+9900)/\"")]
    [InlineData("\"/Date(99999999999999999999)/\"")]
    [InlineData("\"/Date(253402300800000)/\"")]
    [InlineData("\"2020-01-02 03:04\"")]
    [InlineData("1577934245006")]
    [InlineData("null")]
    public void What_is_no_date_is_refused_with_its_place(string text)
    {
        JsonCheck.Refused<DateTime>(text, new() { DateFormat = "yyyy-MM-dd HH:mm:ss" });
        JsonCheck.Refused<DateTimeOffset>(text, new() { Dates = JsonDates.Microsoft });
        Assert.Equal("$.Time", JsonCheck.Refused<Dates>($$"""{"Time":{{text}}}""", new() { DateFormat = "yyyy-MM-dd HH:mm:ss" }).Path);
    }

    [Fact]
    public void A_long_text_is_no_date_and_costs_nothing()
    {
        string text = $"\"{new string('1', 1_000_000)}\"";
        Assert.Contains("yyyy", JsonCheck.Refused<DateTime>(text, new() { DateFormat = "yyyy" }).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_keys_of_a_foreign_tree_are_content_whatever_names_keys_get()
    {
        var options = new JsonOptions { KeyNaming = JsonNaming.Upper, Indented = true, NewLine = "\n" };
        var element = System.Text.Json.JsonDocument.Parse("""{"a":{"b":1}}""").RootElement;
        foreach (var tier in JsonCheck.Tiers(options))
            Assert.Equal("{\n  \"X\": {\n    \"a\": {\n      \"b\": 1\n    }\n  }\n}",
                Json.ToText(new Dictionary<string, System.Text.Json.JsonElement> { ["x"] = element }, tier));
    }
}
