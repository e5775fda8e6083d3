using System.Globalization;
using System.Numerics;

namespace Isomer.Cli.Converting.Rows;

/// <summary>Values of rows as texts of no culture, and whether two values that come from different forms are one.</summary>
static class RowText
{
    /// <summary>Null if the value is none that a row has.</summary>
    public static string? Of(object value) => value switch
    {
        string text => text,
        bool truth => truth ? "true" : "false",
        byte[] bytes => Convert.ToBase64String(bytes),
        char character => character.ToString(),
        char[] text => new string(text),
        DateTime date => date.ToString("yyyy-MM-ddTHH:mm:ss.FFFFFFFK", CultureInfo.InvariantCulture),
        DateTimeOffset date => date.ToString("yyyy-MM-ddTHH:mm:ss.FFFFFFFzzz", CultureInfo.InvariantCulture),
        DateOnly date => date.ToString("O", CultureInfo.InvariantCulture),
        TimeOnly time => time.ToString("HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture),
        TimeSpan time => time.ToString("c", CultureInfo.InvariantCulture),
        Uri uri => uri.OriginalString,
        CultureInfo culture => culture.Name,
        Enum => value.ToString(),
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => null,
    };

    /// <summary>
    /// Numbers are compared as numbers, moments as moments, all else by its text. A moment is not the clock that it shows, for every file
    /// keeps which of them a date is.
    /// </summary>
    public static bool AreSame(object a, object b)
    {
        if (a is DBNull || b is DBNull)
            return a is DBNull && b is DBNull;
        if (Of(a) is { } first && Of(b) is { } second && first == second)
            return true;
        if (IsNumber(a) && IsNumber(b))
            return a is double or float || b is double or float
                ? Real(a).Equals(Real(b))
                : Exact(a) == Exact(b);
        return Moment(a) is { } early && Moment(b) is { } late && early == late && IsZoned(a) == IsZoned(b);
    }

    /// <summary>The nearest double; the framework's conversion of a decimal gives another one for many.</summary>
    static double Real(object number) => number is decimal m
        ? double.Parse(m.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture)
        : Convert.ToDouble(number, CultureInfo.InvariantCulture);

    static bool IsZoned(object value) => value is DateTimeOffset or DateTime { Kind: not DateTimeKind.Unspecified };

    static bool IsNumber(object value) =>
        value is BigInteger || Type.GetTypeCode(value.GetType()) is >= TypeCode.SByte and <= TypeCode.Decimal;

    static decimal? Exact(object value) => value is BigInteger ? null : Convert.ToDecimal(value, CultureInfo.InvariantCulture);

    static DateTime? Moment(object value) => value switch
    {
        DateTimeOffset date => date.UtcDateTime,
        DateTime { Kind: DateTimeKind.Local } date => date.ToUniversalTime(),
        DateTime date => date,
        DateOnly date => date.ToDateTime(default),
        _ => null,
    };
}
