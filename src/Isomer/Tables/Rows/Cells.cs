using System.Buffers;
using System.Data;
using System.Globalization;
using System.Numerics;
using System.Text;
using Isomer.Wire.Text;

namespace Isomer.Tabular;

/// <summary>Untyped cells as what their column holds: text and numbers of a self-describing format.</summary>
internal static class Cells
{
    /// <summary>The value that a column takes; DBNull for null. Nothing that would lose a digit.</summary>
    /// <param name="cell">What stands there.</param>
    /// <param name="column">The column.</param>
    /// <param name="isExact">Whether a fraction in a column of objects is what says all of its digits; else it is a double.</param>
    public static object Convert(object? cell, DataColumn column, bool isExact = false)
    {
        var type = column.DataType;
        if (cell is null or DBNull)
            return DBNull.Value;
        if (cell.GetType() == type)
            return cell;
        if (cell is NodeValue or decimal)
            cell = Plain(cell, type, isExact);
        // A column of objects has values: arrays and objects of JSON are none.
        if (type.IsInstanceOfType(cell) && !(cell is Node && type == typeof(object)))
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

    /// <summary>Fractions are double where the column does not say, as Json.NET and the framework have them.</summary>
    static object Plain(object cell, Type type, bool isExact)
    {
        var scalar = cell as NodeValue;
        object value = scalar?.Value ?? cell;
        if (value is string or bool or long || (type != typeof(double) && type != typeof(object)))
            return scalar?.RawNumber ?? value;
        isExact &= type == typeof(object);
        if (!isExact && value is decimal number && TryDouble(number, out double near))
            return type == typeof(double) || number.Scale > 0 ? near : value;
        return (scalar is null ? Nodes.NodeNumber.TextOf(value) : scalar.NumberText) is { } text
            && (type == typeof(double) || text.AsSpan().ContainsAny('.', 'e', 'E'))
            ? isExact ? NumberDigits.Exact(text) : double.Parse(text, CultureInfo.InvariantCulture)
            : scalar?.RawNumber ?? value;
    }

    /// <summary>Both parts are exact doubles, so their quotient is rounded once: the nearest, as parsing gives it.</summary>
    static bool TryDouble(decimal number, out double near)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(number, bits);
        ulong digits = ((ulong)(uint)bits[1] << 32) | (uint)bits[0];
        near = 0;
        if (bits[2] != 0 || digits > 1UL << 53 || number.Scale > 22 || digits == 0)
            return false;
        near = digits / s_powersOfTen[number.Scale];
        if (bits[3] < 0)
            near = -near;
        return true;
    }

    static readonly double[] s_powersOfTen = [.. Enumerable.Range(0, 23).Select(i => double.Parse("1e" + i, CultureInfo.InvariantCulture))];

    /// <summary>An ISO date with a time, and nothing else: what Json.NET takes for a date.</summary>
    public static bool TryDate(string text, out DateTime date)
    {
        date = default;
        if (text.Length is < 19 or > 40 || text[10] != 'T')
            return false;
        Span<byte> ascii = stackalloc byte[40];
        return Ascii.FromUtf16(text, ascii, out int length) == OperationStatus.Done
            && Utf8Dates.TryReadDateTime(ref ascii[0], length, out date, out int consumed) && consumed == length;
    }

    static object? FromText(object cell, Type type)
    {
        if (cell is not string text)
            return type == typeof(string) ? System.Convert.ToString(cell, CultureInfo.InvariantCulture) : null;
        return type == typeof(Guid)
            ? text.Length < 36 && text.Length == 24 ? new Guid(System.Convert.FromBase64String(text)) : Guid.Parse(text)
            : type == typeof(byte[]) ? System.Convert.FromBase64String(text)
            : type == typeof(char[]) ? text.ToCharArray()
            : type == typeof(Uri) ? new Uri(text, UriKind.RelativeOrAbsolute)
            : type == typeof(TimeSpan) ? TimeSpan.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(DateTime)
                ? TryDate(text, out var date) ? date : DateTime.Parse(text, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind)
            : type == typeof(DateTimeOffset) ? DateTimeOffset.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(DateOnly) ? DateOnly.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(TimeOnly) ? TimeOnly.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(BigInteger) ? BigInteger.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(CultureInfo) ? CultureInfo.GetCultureInfo(text, true)
            : type.IsEnum ? Enum.Parse(type, text)
            : type == typeof(Int128) ? Int128.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(UInt128) ? UInt128.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(Half) ? Half.Parse(text, CultureInfo.InvariantCulture)
            : type == typeof(char) || type.IsPrimitive || type == typeof(decimal)
                ? System.Convert.ChangeType(text, type, CultureInfo.InvariantCulture)
            : null;
    }

    static object? FromNumber(object cell, Type type)
    {
        if (type.IsEnum)
            return Enum.ToObject(type, cell);
        if (type == typeof(BigInteger))
            return BigInteger.Parse(System.Convert.ToString(cell, CultureInfo.InvariantCulture)!, CultureInfo.InvariantCulture);
        // Types that Convert does not know.
        string? number = type == typeof(Half) || type == typeof(Int128) || type == typeof(UInt128)
            ? System.Convert.ToString(cell, CultureInfo.InvariantCulture)
            : null;
        if (number is not null && type == typeof(Half))
            return Half.Parse(number, CultureInfo.InvariantCulture) is var half && Half.IsFinite(half)
                ? half
                : throw new OverflowException("it is too large");
        if (number is not null)
            return type == typeof(Int128)
                ? Int128.Parse(number, CultureInfo.InvariantCulture)
                : UInt128.Parse(number, CultureInfo.InvariantCulture);
        if (cell is not IConvertible || !(type.IsPrimitive || type == typeof(decimal)))
            return null;
        object converted = System.Convert.ChangeType(cell, type, CultureInfo.InvariantCulture);
        // A fraction in a column of integers would be rounded in silence.
        return cell is double or decimal && type != typeof(double) && type != typeof(float) && type != typeof(decimal)
            && System.Convert.ToDouble(converted, CultureInfo.InvariantCulture)
                != System.Convert.ToDouble(cell, CultureInfo.InvariantCulture)
            ? throw new OverflowException("it has a fraction")
            : converted;
    }
}
