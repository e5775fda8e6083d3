using System.Globalization;

namespace Isomer.Tabular;

/// <summary>
/// A value as the type of a getter: one that it is not, but that holds it whole. 1.7 is no int (the framework's conversion makes 2 of it),
/// and 3,000,000,000 no bool.
/// </summary>
internal static class ExactNumbers
{
    public static T As<T>(object value, string column)
    {
        // The framework's conversion makes the fifth of January of the text "1.5", by the culture's separators.
        if (typeof(T) == typeof(DateTime) && value is string text)
            return DateTime.TryParseExact(text, s_dates, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind, out var date)
                ? (T)(object)date
                : throw new InvalidCastException($"Column '{column}' holds a text here that is no date of the form 2026-01-31T23:59:59.");
        object converted = Convert.ChangeType(value, typeof(T), CultureInfo.InvariantCulture);
        if (IsNumber(value.GetType()) && IsNumber(typeof(T))
            && !Convert.ChangeType(converted, value.GetType(), CultureInfo.InvariantCulture).Equals(value))
            throw new InvalidCastException(string.Create(CultureInfo.InvariantCulture,
                $"Column '{column}' holds {value} here, of which a {typeof(T).Name} loses a part. Get it as a {value.GetType().Name}."));
        return (T)converted;
    }

    static readonly string[] s_dates =
    [
        "yyyy-MM-dd", "yyyy-MM-ddTHH:mm:ss.FFFFFFFK", "yyyy-MM-dd HH:mm:ss.FFFFFFFK", "yyyy-MM-ddTHH:mmK", "yyyy-MM-dd HH:mmK",
    ];

    static bool IsNumber(Type type) => Type.GetTypeCode(type) is TypeCode.Boolean or (>= TypeCode.SByte and <= TypeCode.Decimal);
}
