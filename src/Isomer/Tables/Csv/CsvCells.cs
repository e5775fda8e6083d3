using System.Data;
using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Wire.Text;

namespace Isomer.Tabular;

/// <summary>Puts the texts of a column's fields into its vector.</summary>
internal abstract class CsvCells
{
    /// <summary>Adds the value of a text; false if it is none.</summary>
    public abstract bool TryAdd(ReadOnlySpan<byte> text);

    public abstract void AddNull();

    public static CsvCells Of(DataColumn column, ColumnBuilder builder) =>
        Type.GetTypeCode(column.DataType.IsEnum ? typeof(object) : column.DataType) switch
        {
            TypeCode.String => new CsvCells<string?, TextField>(builder),
            TypeCode.Boolean => new CsvCells<bool, TruthField>(builder),
            TypeCode.SByte => new CsvCells<sbyte, IntegerField<sbyte>>(builder),
            TypeCode.Byte => new CsvCells<byte, IntegerField<byte>>(builder),
            TypeCode.Int16 => new CsvCells<short, IntegerField<short>>(builder),
            TypeCode.UInt16 => new CsvCells<ushort, IntegerField<ushort>>(builder),
            TypeCode.Int32 => new CsvCells<int, Int32Field>(builder),
            TypeCode.UInt32 => new CsvCells<uint, IntegerField<uint>>(builder),
            TypeCode.Int64 => new CsvCells<long, Int64Field>(builder),
            TypeCode.UInt64 => new CsvCells<ulong, IntegerField<ulong>>(builder),
            TypeCode.Single => new CsvCells<float, FloatField<float>>(builder),
            TypeCode.Double => new CsvCells<double, DoubleField>(builder),
            TypeCode.Decimal => new CsvCells<decimal, DecimalField>(builder),
            TypeCode.DateTime => new CsvCells<DateTime, DateField>(builder),
            _ => column.DataType == typeof(DateTimeOffset) ? new CsvCells<DateTimeOffset, InstantField>(builder)
                : column.DataType == typeof(DateOnly) ? new CsvCells<DateOnly, DayField>(builder)
                : column.DataType == typeof(Guid) ? new CsvCells<Guid, GuidField>(builder)
                : new OtherCsvCells(column, builder),
        };
}

/// <summary>A column whose values are read from UTF-8.</summary>
internal sealed class CsvCells<T, TField>(ColumnBuilder builder) : CsvCells
    where TField : struct, ICsvField<T>
{
    readonly Builder<T> _builder = (Builder<T>)builder;

    public override bool TryAdd(ReadOnlySpan<byte> text)
    {
        if (!TField.TryRead(text, out var value))
            return false;
        _builder.AddItem(value);
        return true;
    }

    public override void AddNull() => _builder.Add(null);
}

/// <summary>A column of another type, whose values are made of UTF-16.</summary>
internal sealed class OtherCsvCells(DataColumn column, ColumnBuilder builder) : CsvCells
{
    public override bool TryAdd(ReadOnlySpan<byte> text)
    {
        object value;
        try
        {
            value = Cells.Convert(Encoding.UTF8.GetString(text), column);
        }
        catch (WireFormatException)
        {
            return false;
        }
        builder.Add(value);
        return true;
    }

    public override void AddNull() => builder.Add(null);
}

/// <summary>
/// How a text is read as a value: whole, by no culture, and without losing a digit; or not at all. It lies in memory of which
/// <see cref="CsvInput.InSight"/> bytes behind it may be read.
/// </summary>
internal interface ICsvField<T>
{
    static abstract bool TryRead(ReadOnlySpan<byte> text, out T value);
}

internal readonly struct TextField : ICsvField<string?>
{
    public static bool TryRead(ReadOnlySpan<byte> text, out string? value)
    {
        // Short texts are mostly ASCII.
        if (text.Length > 1024 || !Utf8Strings.TryWidenAscii(ref MemoryMarshal.GetReference(text), text.Length, out value))
            value = Encoding.UTF8.GetString(text);
        return true;
    }
}

internal readonly struct IntegerField<T> : ICsvField<T>
    where T : struct, INumberBase<T>
{
    public static bool TryRead(ReadOnlySpan<byte> text, out T value) =>
        T.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out value);
}

internal readonly struct Int32Field : ICsvField<int>
{
    public static bool TryRead(ReadOnlySpan<byte> text, out int value) =>
        (Utf8Integers.TryReadInt32(ref MemoryMarshal.GetReference(text), text.Length + CsvInput.InSight, out value, out int read)
            && read == text.Length) || IntegerField<int>.TryRead(text, out value);
}

internal readonly struct Int64Field : ICsvField<long>
{
    public static bool TryRead(ReadOnlySpan<byte> text, out long value) =>
        (Utf8Integers.TryReadInt64(ref MemoryMarshal.GetReference(text), text.Length + CsvInput.InSight, out value, out int read)
            && read == text.Length) || IntegerField<long>.TryRead(text, out value);
}

internal readonly struct DoubleField : ICsvField<double>
{
    public static bool TryRead(ReadOnlySpan<byte> text, out double value) =>
        (Utf8Floats.TryReadDouble(ref MemoryMarshal.GetReference(text), text.Length + CsvInput.InSight, out value, out int read)
            && read == text.Length && double.IsFinite(value)) || FloatField<double>.TryRead(text, out value);
}

internal readonly struct FloatField<T> : ICsvField<T>
    where T : struct, INumberBase<T>
{
    // Not NumberStyles.Number: 1,5 is one and a half in half of the world, and would be fifteen. A number beyond the type's range would be
    // infinite.
    public static bool TryRead(ReadOnlySpan<byte> text, out T value) =>
        T.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value)
            && (T.IsFinite(value) || !text.ContainsAnyInRange((byte)'0', (byte)'9'));
}

internal readonly struct DecimalField : ICsvField<decimal>
{
    // So many digits every decimal can have.
    const int Digits = 28;

    public static bool TryRead(ReadOnlySpan<byte> text, out decimal value) =>
        // Up to 15 characters, of which none is lost.
        (Utf8Decimals.TryReadShort(ref MemoryMarshal.GetReference(text), text.Length + CsvInput.InSight, out value, out int read)
            && read == text.Length)
        || decimal.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value)
            && ((text.Length <= Digits && !text.ContainsAny((byte)'e', (byte)'E')) || IsExact(text, value));

    /// <summary>Whether no digit was rounded away, by numbers of any length.</summary>
    static bool IsExact(ReadOnlySpan<byte> text, decimal value)
    {
        string exact = Encoding.UTF8.GetString(text).Trim();
        int exponent = 0;
        if (exact.AsSpan().IndexOfAny('e', 'E') is >= 0 and var at)
        {
            // One that is no int leaves nothing but zeros of any number.
            if (!int.TryParse(exact.AsSpan(at + 1), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out exponent)
                || Math.Abs((long)exponent) > 1000)
                return value == 0 && !exact.AsSpan(0, at).ContainsAnyInRange('1', '9');
            exact = exact[..at];
        }
        int point = exact.IndexOf('.', StringComparison.Ordinal);
        int scale = (point < 0 ? 0 : exact.Length - point - 1) - exponent;
        // More than the type has places, and nothing but zeros fits.
        if (exact.Length > 200 || Math.Abs((long)scale) > 200)
            return value == 0 && !exact.AsSpan().ContainsAnyInRange('1', '9');
        var digits =
            BigInteger.Parse(exact.Replace(".", "", StringComparison.Ordinal), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        var own = (new BigInteger((uint)bits[2]) << 64) + (new BigInteger((uint)bits[1]) << 32) + (uint)bits[0];
        if (bits[3] < 0)
            own = -own;
        int ownScale = value.Scale;
        return scale >= ownScale
            ? digits == own * BigInteger.Pow(10, scale - ownScale)
            : digits * BigInteger.Pow(10, ownScale - scale) == own;
    }
}

internal readonly struct TruthField : ICsvField<bool>
{
    /// <summary>true and false in any case; 1, 0, t and f too, as databases write them.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out bool value)
    {
        value = text is [(byte)'1' or (byte)'t' or (byte)'T'] || Ascii.EqualsIgnoreCase(text, "true"u8);
        return value || text is [(byte)'0' or (byte)'f' or (byte)'F'] || Ascii.EqualsIgnoreCase(text, "false"u8);
    }
}

internal readonly struct DateField : ICsvField<DateTime>
{
    public static bool TryRead(ReadOnlySpan<byte> text, out DateTime value)
    {
        Span<byte> with = stackalloc byte[40];
        value = default;
        var date = CsvDates.WithT(text, with);
        return !date.IsEmpty && Utf8Dates.TryReadDateTime(ref MemoryMarshal.GetReference(date), date.Length, out value, out int read)
            && read == date.Length;
    }
}

internal readonly struct InstantField : ICsvField<DateTimeOffset>
{
    public static bool TryRead(ReadOnlySpan<byte> text, out DateTimeOffset value)
    {
        Span<byte> with = stackalloc byte[40];
        value = default;
        var date = CsvDates.WithT(text, with);
        // Without a zone it would be the zone of this computer.
        return CsvDates.HasZone(date)
            && Utf8Dates.TryReadDateTimeOffset(ref MemoryMarshal.GetReference(date), date.Length, out value, out int read)
            && read == date.Length;
    }
}

internal readonly struct DayField : ICsvField<DateOnly>
{
    public static bool TryRead(ReadOnlySpan<byte> text, out DateOnly value)
    {
        value = default;
        return text.Length == 10 && Utf8Dates.TryReadDateOnly(ref MemoryMarshal.GetReference(text), text.Length, out value, out _);
    }
}

internal readonly struct GuidField : ICsvField<Guid>
{
    public static bool TryRead(ReadOnlySpan<byte> text, out Guid value) =>
        (text.Length == 36 && Utf8Guids.TryRead(ref MemoryMarshal.GetReference(text), text.Length, out value, out int read)
            && read == text.Length)
        || Guid.TryParse(Encoding.UTF8.GetString(text), CultureInfo.InvariantCulture, out value);
}

/// <summary>
/// Dates of ISO 8601, with a T or, as databases write them, a space before the time. No others: 01/02 is another day on the other side of
/// an ocean.
/// </summary>
internal static class CsvDates
{
    // Digits of a fraction beyond the seventh would be cut off.
    const int Longest = 33;

    /// <summary>The date with a T; empty if it can be none.</summary>
    public static ReadOnlySpan<byte> WithT(ReadOnlySpan<byte> text, Span<byte> buffer)
    {
        if (text.Length is < 10 or > Longest || HasTooManyDigits(text))
            return default;
        if (text.Length == 10 || text[10] != ' ')
            return text;
        text.CopyTo(buffer);
        buffer[10] = (byte)'T';
        return buffer[..text.Length];
    }

    static bool HasTooManyDigits(ReadOnlySpan<byte> text)
    {
        int point = text.IndexOf((byte)'.');
        if (point < 0)
            return false;
        var digits = text[(point + 1)..];
        int count = digits.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        return (count < 0 ? digits.Length : count) > 7;
    }

    public static bool HasZone(ReadOnlySpan<byte> text) => text.Length > 11 && text[11..].ContainsAny((byte)'Z', (byte)'+', (byte)'-');
}
