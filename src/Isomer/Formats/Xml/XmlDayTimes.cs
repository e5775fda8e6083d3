using System.Globalization;

namespace Isomer.Formats;

/// <summary>Dates and times of DataType date and time, in the forms that XmlSerializer takes.</summary>
internal static class XmlDayTimes
{
    const DateTimeStyles Styles = DateTimeStyles.AllowLeadingWhite | DateTimeStyles.AllowTrailingWhite;

    static readonly string[] Times = [.. Enumerable.Range(0, 8).SelectMany(digits =>
    {
        string time = "HH:mm:ss" + (digits == 0 ? "" : "." + new string('f', digits));
        return new[] { time, time + "Z", time + "zzzzzz" };
    })];

    static readonly string[] Dates = ["yyyy-MM-dd", "yyyy-MM-ddZ", "yyyy-MM-ddzzzzzz"];

    public static DateTime ToTime(string text) =>
        DateTime.ParseExact(text, Times, DateTimeFormatInfo.InvariantInfo,
            Styles | DateTimeStyles.NoCurrentDateDefault | DateTimeStyles.RoundtripKind);

    static readonly string[] BareTimes = [.. Times.Where(t => t[^1] is not ('Z' or 'z'))];

    /// <summary>A time that says nothing of a zone.</summary>
    public static TimeOnly ToBareTimeOnly(string text) => TimeOnly.ParseExact(text, BareTimes, DateTimeFormatInfo.InvariantInfo, Styles);

    /// <summary>A date that says nothing of a zone.</summary>
    public static DateOnly ToBareDate(string text) => DateOnly.ParseExact(text, "yyyy-MM-dd", DateTimeFormatInfo.InvariantInfo, Styles);

    /// <summary>What the clock says there, whatever its offset.</summary>
    public static TimeOnly ToTimeOnly(string text) =>
        TimeOnly.FromTimeSpan(
            DateTimeOffset.ParseExact(text, Times, DateTimeFormatInfo.InvariantInfo, Styles | DateTimeStyles.AssumeUniversal).TimeOfDay);

    public static DateTime ToDate(string text) =>
        DateTime.ParseExact(text, Dates, DateTimeFormatInfo.InvariantInfo, Styles);
}
