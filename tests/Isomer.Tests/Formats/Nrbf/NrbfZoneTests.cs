using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Time zones, with rules and without: byte for byte as BinaryFormatter, and what is read can be worked with.</summary>
public class NrbfZoneTests
{
    static NrbfOptions Options(ShapeTier tier) => new() { Convention = Convention.Fields.WithTier(tier) };

    static TimeZoneInfo Own()
    {
        var (spring, autumn) = (TimeZoneInfo.TransitionTime.CreateFloatingDateRule(new DateTime(1, 1, 1, 2, 0, 0), 3, 5, DayOfWeek.Sunday),
            TimeZoneInfo.TransitionTime.CreateFixedDateRule(new DateTime(1, 1, 1, 3, 0, 0), 10, 26));
        return TimeZoneInfo.CreateCustomTimeZone("Own/Zone", TimeSpan.FromMinutes(90), "(UTC+01:30) Own", "Own", "Own summer",
        [
            TimeZoneInfo.AdjustmentRule.CreateAdjustmentRule(new DateTime(2000, 1, 1), new DateTime(2009, 12, 31), TimeSpan.FromHours(1),
                spring, autumn),
            TimeZoneInfo.AdjustmentRule.CreateAdjustmentRule(new DateTime(2010, 1, 1), DateTime.MaxValue.Date, TimeSpan.FromMinutes(30),
                autumn, spring, TimeSpan.FromMinutes(15)),
        ]);
    }

    /// <summary>
    /// The machine's zones, a zone of one's own, one without rules. New ones each time, for a zone keeps the names that it was asked for.
    /// </summary>
    static TimeZoneInfo[] Zones() =>
    [
        TimeZoneInfo.Utc, Own(), TimeZoneInfo.CreateCustomTimeZone("None", TimeSpan.FromHours(-3), "None", "None"),
        .. ((string[])["America/New_York", "Asia/Tokyo", "Pacific/Niue", "Africa/Casablanca", "Europe/Dublin"]).SelectMany(
            static id => TimeZoneInfo.TryFindSystemTimeZoneById(id, out var zone) ? (TimeZoneInfo[])[zone] : []),
    ];

    static void Same(TimeZoneInfo expected, TimeZoneInfo? read)
    {
        Assert.NotNull(read);
        Assert.Equal(expected, read);
        Assert.True(expected.HasSameRules(read));
        Assert.Equal((expected.DaylightName, expected.StandardName, expected.SupportsDaylightSavingTime),
            (read.DaylightName, read.StandardName, read.SupportsDaylightSavingTime));
        Convert(expected, read);
    }

    static void Convert(TimeZoneInfo expected, TimeZoneInfo read, int days = 97)
    {
        for (var time = new DateTime(1890, 1, 1, 0, 30, 0, DateTimeKind.Utc); time.Year < 2050; time = time.AddDays(days))
            Assert.Equal(TimeZoneInfo.ConvertTimeFromUtc(time, expected), TimeZoneInfo.ConvertTimeFromUtc(time, read));
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Bytes_are_the_originals_and_zones_come_back(ShapeTier tier)
    {
        foreach (var zone in Zones())
        {
            byte[] original = NrbfTests.Original(zone);
            Assert.Equal(original, Nrbf.Serialize(zone, Options(tier)));
            var read = Nrbf.Deserialize<TimeZoneInfo>(original, Options(tier));
            Assert.Equal(original, NrbfTests.Original(read));
            Same(zone, read);
            // Behind object, where only its name says what it is, and twice.
            object?[] both = Nrbf.Deserialize<object?[]>(NrbfTests.Original(new object[] { zone, zone, zone.GetAdjustmentRules() }),
                Options(tier))!;
            Same(zone, (TimeZoneInfo)both[0]!);
            Assert.Same(both[0], both[1]);
            Assert.Equal(zone.GetAdjustmentRules(), (TimeZoneInfo.AdjustmentRule[])both[2]!);
        }
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void In_envelopes_too(ShapeTier tier)
    {
        var options = new SoapOptions { Convention = Convention.Fields.WithTier(tier), DateStyle = SoapDateStyle.KeepsKind };
        foreach (var zone in Zones())
            Same(zone, Soap.Deserialize<TimeZoneInfo>(Soap.Serialize(zone, options), options));
    }

    /// <summary>
    /// BinaryFormatter takes the month 200 of a transition that stands in an object's place; this one asks each part whether it can be.
    /// </summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void What_is_read_can_be_worked_with_and_all_else_is_refused(ShapeTier tier)
    {
        byte[] payload = NrbfTests.Original(Own());
        int refused = 0, read = 0;
        for (int i = 17; i < payload.Length; i++)
            foreach (byte value in (byte[])[0, 13, 200])
            {
                byte[] damaged = [.. payload];
                damaged[i] = value;
                try
                {
                    if (Nrbf.Deserialize<object>(damaged, Options(tier)) is TimeZoneInfo zone)
                    {
                        Convert(zone, zone, days: 1000);
                        read++;
                    }
                }
                catch (WireFormatException)
                {
                    refused++;
                }
            }
        Assert.True(refused > 300 && read > 100, $"{refused} refused, {read} read");
    }
}
