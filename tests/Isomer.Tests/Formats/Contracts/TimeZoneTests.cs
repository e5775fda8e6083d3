using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Local dates are written and read as the originals do wherever the machine stands: half hours, the date line, gaps of summer time,
/// extremes.
/// </summary>
[Collection(Alone.Name)]
public sealed class TimeZoneTests
{
    public class Dates
    {
        public DateTime A { get; set; }
        public DateTime? B { get; set; }
        public List<DateTime> C { get; set; } = [];
    }

    static readonly DateTime[] s_moments =
    [
        new(2020, 1, 2, 3, 4, 5), new(2020, 7, 2, 3, 4, 5, 678), new(1970, 1, 1), new(1969, 12, 31, 23, 59, 59), new(2021, 3, 14, 2, 30, 0),
        new(2021, 11, 7, 1, 30, 0),
        new(2011, 12, 30, 12, 0, 0), new(1900, 1, 1), DateTime.MinValue, DateTime.MaxValue, DateTime.MinValue.AddHours(5),
        DateTime.MaxValue.AddHours(-5), new(1847, 12, 1, 0, 0, 1), new(2300, 6, 1),
    ];

    [Theory]
    [InlineData("America/St_Johns")]
    [InlineData("Asia/Kathmandu")]
    [InlineData("Pacific/Apia")]
    [InlineData("Europe/Berlin")]
    [InlineData("UTC")]
    public void Dates_are_those_of_the_originals(string zone)
    {
        if (OperatingSystem.IsWindows())
            Assert.Skip("the zone of a process cannot be set on Windows");
        string? before = Environment.GetEnvironmentVariable("TZ");
        Environment.SetEnvironmentVariable("TZ", zone);
        TimeZoneInfo.ClearCachedData();
        try
        {
            Assert.Equal(TimeZoneInfo.FindSystemTimeZoneById(zone).BaseUtcOffset, TimeZoneInfo.Local.BaseUtcOffset);
            foreach (DateTime moment in s_moments)
                foreach (DateTimeKind kind in Enum.GetValues<DateTimeKind>())
                    Compare(DateTime.SpecifyKind(moment, kind));
        }
        finally
        {
            Environment.SetEnvironmentVariable("TZ", before);
            TimeZoneInfo.ClearCachedData();
        }
    }

    static void Compare(DateTime date)
    {
        var value = new Dates { A = date, B = date, C = [date, date.Date] };
        Compare(value, (s, v) => new DataContractSerializer(typeof(Dates)).WriteObject(s, v),
            s => (Dates)new DataContractSerializer(typeof(Dates)).ReadObject(s)!, v => ContractXml.Serialize(v),
            b => ContractXml.Deserialize<Dates>(b));
        Compare(value, (s, v) => new DataContractJsonSerializer(typeof(Dates)).WriteObject(s, v),
            s => (Dates)new DataContractJsonSerializer(typeof(Dates)).ReadObject(s)!, v => ContractJson.Serialize(v),
            b => ContractJson.Deserialize<Dates>(b));
        Compare(value, (s, v) => new XmlSerializer(typeof(Dates)).Serialize(s, v),
            s => (Dates)new XmlSerializer(typeof(Dates)).Deserialize(s)!, v => Xml.Serialize(v),
            b => Xml.Deserialize<Dates>(b));
    }

    static void Compare(Dates value, Action<Stream, Dates> write, Func<Stream, Dates> read, Func<Dates, byte[]> ours,
        Func<byte[], Dates> oursBack)
    {
        byte[]? expected = Try(() =>
        {
            var stream = new MemoryStream();
            write(stream, value);
            return stream.ToArray();
        });
        byte[]? actual = Try(() => ours(value));
        Assert.Equal(expected is null ? "refused" : Encoding.UTF8.GetString(expected),
            actual is null ? "refused" : Encoding.UTF8.GetString(actual));
        if (expected is not null)
            Assert.Equal(Show(Try(() => read(new MemoryStream(expected)))), Show(Try(() => oursBack(expected))));
    }

    static T? Try<T>(Func<T> act) where T : class
    {
        try
        {
            return act();
        }
        catch (Exception e) when (e is SerializationException or NotSupportedException or WireFormatException or InvalidOperationException
            or ArgumentException)
        {
            return null;
        }
    }

    static string Show(Dates? value) =>
        value is null
            ? "refused"
            : string.Join(" ", ((IEnumerable<DateTime>)[value.A, value.B!.Value, .. value.C]).Select(d => $"{d:O}/{d.Kind}"));
}
