using System.Data;
using System.Text.Json;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// The first and the last date, of kind Local, are no instants in zones east and west of Greenwich: what Json writes for them it reads back
/// in their zone, in values and in tables, where System.Text.Json refuses what it wrote.
/// </summary>
public class LocalDateEndTests
{
    [Theory, InlineData("Europe/Berlin"), InlineData("America/New_York"), InlineData("Asia/Kolkata")]
    public void Come_back_in_their_zone(string zone) =>
        ChildRun.Of(typeof(LocalDateEndsInZone), 2000, 10, new Dictionary<string, string> { ["TZ"] = zone });
}

/// <summary>Run by <see cref="LocalDateEndTests"/> in a process of another time zone.</summary>
public class LocalDateEndsInZone
{
    public record Dated(DateTime At, DateTime? Perhaps, List<DateTime> All);

    [Fact(Explicit = true)]
    public void They_hold()
    {
        Assert.Equal(Environment.GetEnvironmentVariable("TZ"), TimeZoneInfo.Local.Id);
        var ends = new[] { DateTime.MinValue, DateTime.MinValue.AddTicks(1), DateTime.MaxValue.AddMinutes(-1), DateTime.MaxValue }
            .Select(e => DateTime.SpecifyKind(e, DateTimeKind.Local)).ToArray();
        int refused = 0;
        foreach (var date in ends)
        {
            string text = Json.ToText(date);
            Assert.Equal(JsonSerializer.Serialize(date), text);
            Same(date, Json.FromText<DateTime>(text));
            foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            {
                var options = new JsonOptions { Convention = Convention.Plain.WithTier(tier) };
                var back = Json.FromText<Dated>(Json.ToText(new Dated(date, date, [date, date]), options), options);
                foreach (var read in (DateTime[])[back.At, back.Perhaps!.Value, .. back.All])
                    Same(date, read);
            }
            var table = new DataTable("T");
            table.Columns.Add("At", typeof(DateTime)).DateTimeMode = DataSetDateTime.Local;
            table.Rows.Add(date);
            Same(date, (DateTime)Json.FromText<DataTable>(Json.ToText(table)).Rows[0][0]);
            try
            {
                Assert.Equal(date, JsonSerializer.Deserialize<DateTime>(text));
            }
            catch (JsonException)
            {
                refused++;
            }
        }
        Assert.Equal(2, refused);
        // Of another zone it would be another date: that stays refused.
        string hour = TimeZoneInfo.Local.GetUtcOffset(ends[0]) == TimeSpan.FromHours(13) ? "12" : "13";
        Assert.Throws<WireFormatException>(() => Json.FromText<DateTime>($"\"0001-01-01T00:00:00+{hour}:00\""));
        Assert.Throws<WireFormatException>(() => Json.FromText<DateTimeOffset>("\"0001-01-01T00:00:00+01:00\""));
    }

    static void Same(DateTime expected, DateTime actual) => Assert.Equal((expected, expected.Kind), (actual, actual.Kind));
}
