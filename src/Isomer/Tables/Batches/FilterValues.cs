using System.Globalization;

namespace Isomer.Tabular;

/// <summary>Values that columns are compared with.</summary>
internal static class FilterValues
{
    /// <summary>A number as another type of number, equal to it; anything else only as what it is.</summary>
    public static bool TryConvert(object value, Type type, out object? converted)
    {
        converted = value;
        if (value.GetType() == type)
            return true;
        if (!IsNumber(value.GetType()) || !IsNumber(type))
            return false;
        try
        {
            converted = Convert.ChangeType(value, type, CultureInfo.InvariantCulture);
            return Convert.ChangeType(converted, value.GetType(), CultureInfo.InvariantCulture).Equals(value);
        }
        catch (OverflowException)
        {
            return false;
        }
    }

    static bool IsNumber(Type type) => !type.IsEnum && Type.GetTypeCode(type) is >= TypeCode.SByte and <= TypeCode.Decimal;

    public static int Compare(object a, object b) =>
        a is string text ? string.CompareOrdinal(text, (string)b) : ((IComparable)a).CompareTo(b);
}
