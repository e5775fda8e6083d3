using System.Globalization;

namespace Isomer.Cli.Lab.Results;

/// <summary>Numbers as people read them; the same everywhere.</summary>
static class Show
{
    static readonly CultureInfo s_culture = CultureInfo.InvariantCulture;

    /// <summary>Microseconds, three digits and more.</summary>
    public static string Us(double? value) => value is not { } us ? "-" : us switch
    {
        < 1 => us.ToString("0.000", s_culture),
        < 10 => us.ToString("0.00", s_culture),
        < 100 => us.ToString("0.0", s_culture),
        _ => us.ToString("#,0", s_culture),
    };

    public static string Ms(double? value) =>
        value is not { } ms
            ? "-"
            : ms < 10 ? ms.ToString("0.00", s_culture) : ms < 100 ? ms.ToString("0.0", s_culture) : ms.ToString("#,0", s_culture);

    public static string Bytes(double? value) => value is not { } bytes ? "-" : bytes.ToString("#,0", s_culture);

    public static string Percent(double? value) => value is not { } part ? "-" : (part * 100).ToString("0.0", s_culture) + " %";

    /// <summary>Messages a second as text.</summary>
    public static string Rate(double value) =>
        double.IsInfinity(value) ? "∞" : value < 10 ? value.ToString("0.00", s_culture) : value.ToString("#,0", s_culture);

    /// <summary>So many of something: "1 line", "3 lines".</summary>
    public static string Count(int count, string noun) => string.Create(s_culture, $"{count:#,0} {noun}{(count == 1 ? "" : "s")}");

    public static string Raw(double? value) => value is { } number ? number.ToString("R", s_culture) : "";

    public static string Duration(double seconds) =>
        TimeSpan.FromSeconds(seconds).ToString(seconds >= 3600 ? "h\\:mm\\:ss" : "m\\:ss", s_culture);
}
