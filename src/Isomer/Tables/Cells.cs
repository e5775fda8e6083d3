using System.Data;
using System.Globalization;
using System.Numerics;

namespace Isomer.Tabular;

/// <summary>Untyped cells as what their column holds: text and numbers of a self-describing format.</summary>
internal static class Cells
{
    /// <summary>The value that a column takes; DBNull for null. Nothing that would lose a digit.</summary>
    public static object Convert(object? cell, DataColumn column)
    {
        // Fractions are double where the column does not say, as Json.NET and the framework have them.
        if (cell is NodeValue scalar)
            cell = scalar.NumberText is { } number && (column.DataType == typeof(double) || (column.DataType == typeof(object) && number.AsSpan().ContainsAny('.', 'e', 'E')))
                ? double.Parse(number, CultureInfo.InvariantCulture)
                : scalar.RawNumber ?? scalar.Value;
        if (cell is null or DBNull)
            return DBNull.Value;
        var type = column.DataType;
        if (type.IsInstanceOfType(cell))
            return cell;
        try
        {
            return FromText(cell, type) ?? FromNumber(cell, type) ?? throw new InvalidCastException($"it is a {cell.GetType().Name}");
        }
        catch (Exception e) when (e is InvalidCastException or FormatException or OverflowException or ArgumentException)
        {
            throw new WireFormatException($"Column '{column.ColumnName}' is of type {type.Name}, and '{cell}' is none: {e.Message}", e);
        }
    }

    static object? FromText(object cell, Type type)
    {
        if (cell is not string text)
            return type == typeof(string) ? System.Convert.ToString(cell, CultureInfo.InvariantCulture) : null;
        return type == typeof(Guid) ? text.Length < 36 && text.Length == 24 ? new Guid(System.Convert.FromBase64String(text)) : Guid.Parse(text)
            : type == typeof(byte[]) ? System.Convert.FromBase64String(text)
            : type == typeof(char[]) ? text.ToCharArray()
            : type == typeof(Uri) ? new Uri(text, UriKind.RelativeOrAbsolute)
            : type == typeof(TimeSpan) ? TimeSpan.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(DateTime) ? DateTime.Parse(text, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind)
            : type == typeof(DateTimeOffset) ? DateTimeOffset.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(DateOnly) ? DateOnly.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(TimeOnly) ? TimeOnly.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(BigInteger) ? BigInteger.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(CultureInfo) ? CultureInfo.GetCultureInfo(text, true)
            : type.IsEnum ? Enum.Parse(type, text)
            : type == typeof(Int128) ? Int128.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(UInt128) ? UInt128.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(Half) ? Half.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(char) || type.IsPrimitive || type == typeof(decimal) ? System.Convert.ChangeType(text, type, CultureInfo.InvariantCulture)
            : null;
    }

    static object? FromNumber(object cell, Type type)
    {
        if (type.IsEnum)
            return Enum.ToObject(type, cell);
        if (type == typeof(BigInteger))
            return BigInteger.Parse(System.Convert.ToString(cell, CultureInfo.InvariantCulture)!, CultureInfo.InvariantCulture);
        if (cell is not IConvertible || !(type.IsPrimitive || type == typeof(decimal)))
            return null;
        object converted = System.Convert.ChangeType(cell, type, CultureInfo.InvariantCulture);
        // A fraction in a column of integers would be rounded in silence.
        return cell is double or decimal && type != typeof(double) && type != typeof(float) && type != typeof(decimal)
            && System.Convert.ToDouble(converted, CultureInfo.InvariantCulture) != System.Convert.ToDouble(cell, CultureInfo.InvariantCulture)
            ? throw new OverflowException("it has a fraction")
            : converted;
    }
}
