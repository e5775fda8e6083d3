using System.Buffers;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Xml;
using Isomer.Model;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

internal sealed unsafe partial class ContractJsonReader
{
    const NumberStyles Number = NumberStyles.Float;

    static readonly SearchValues<byte> s_delimiters = SearchValues.Create(",]} \t\r\n"u8);

    /// <summary>Takes so many bytes, if a value can end behind them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    bool Takes(int count)
    {
        int end = _position + count;
        if (end < _length
            && _start[end] is not ((byte)',' or (byte)'}' or (byte)']' or (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t'))
            return false;
        _position = end;
        return true;
    }

    public override bool Boolean()
    {
        if (Peek() == (byte)'t' && Rest.StartsWith("true"u8) && Takes(4))
            return true;
        if (Peek() == (byte)'f' && Rest.StartsWith("false"u8) && Takes(5))
            return false;
        int at = _position;
        string text = Content();
        if (_key)
            return bool.TryParse(text, out bool key) ? key : throw NotOf(text, "true or false", at);
        return !_profile.Options.IsStrict && text.Trim() is "true" or "1" ? true
            : !_profile.Options.IsStrict && text.Trim() is "false" or "0" ? false : throw NotOf(text, "true or false", at);
    }

    public override char Char()
    {
        int at = _position;
        string text = Content();
        return text.Length == 1 ? text[0] : throw NotOf(text, "one character", at);
    }

    public override sbyte SByte() => (sbyte)Small(sbyte.MinValue, sbyte.MaxValue);

    public override byte Byte() => (byte)Small(byte.MinValue, byte.MaxValue);

    public override short Int16() => (short)Small(short.MinValue, short.MaxValue);

    public override ushort UInt16() => (ushort)Small(ushort.MinValue, ushort.MaxValue);

    int Small(int least, int most)
    {
        Peek();
        int at = _position;
        int value = Int32();
        return value >= least && value <= most
            ? value
            : throw NotOf(value.ToString(CultureInfo.InvariantCulture), $"a number from {least} to {most}", at);
    }

    public override int Int32()
    {
        Peek();
        if (Utf8Integers.TryReadInt32(ref Here, _length - _position, out int value, out int consumed) && Takes(consumed))
            return value;
        int at = _position;
        string text = NumberText();
        return int.TryParse(text, Number, CultureInfo.InvariantCulture, out value) ? value : throw NotOf(text, "a 32-bit number", at);
    }

    public override uint UInt32()
    {
        Peek();
        if (Utf8Integers.TryReadUInt32(ref Here, _length - _position, out uint value, out int consumed) && Takes(consumed))
            return value;
        int at = _position;
        string text = NumberText();
        // Read as a wider one and looked at then, as in the original: -0.0 is zero.
        return long.TryParse(text, Number, CultureInfo.InvariantCulture, out long wide) && wide is >= 0 and <= uint.MaxValue
            ? (uint)wide
            : throw NotOf(text, "an unsigned 32-bit number", at);
    }

    public override long Int64()
    {
        Peek();
        if (Utf8Integers.TryReadInt64(ref Here, _length - _position, out long value, out int consumed) && Takes(consumed))
            return value;
        int at = _position;
        string text = NumberText();
        return long.TryParse(text, Number, CultureInfo.InvariantCulture, out value) ? value : throw NotOf(text, "a 64-bit number", at);
    }

    public override ulong UInt64()
    {
        Peek();
        if (Utf8Integers.TryReadUInt64(ref Here, _length - _position, out ulong value, out int consumed) && Takes(consumed))
            return value;
        int at = _position;
        string text = NumberText();
        return ulong.TryParse(text, Number, CultureInfo.InvariantCulture, out value)
            ? value
            : throw NotOf(text, "an unsigned 64-bit number", at);
    }

    public override float Single()
    {
        Peek();
        if (Utf8Floats.TryReadSingle(ref Here, _length - _position, out float value, out int consumed) && Takes(consumed))
            return value;
        int at = _position;
        string text = NumberText();
        return text.Trim() switch
        {
            "INF" => float.PositiveInfinity,
            "-INF" => float.NegativeInfinity,
            _ => float.TryParse(text, Number, CultureInfo.InvariantCulture, out value) ? value : throw NotOf(text, "a number", at),
        };
    }

    public override double Double()
    {
        Peek();
        if (Utf8Floats.TryReadDouble(ref Here, _length - _position, out double value, out int consumed) && Takes(consumed))
            return value;
        int at = _position;
        string text = NumberText();
        return text.Trim() switch
        {
            "INF" => double.PositiveInfinity,
            "-INF" => double.NegativeInfinity,
            _ => double.TryParse(text, Number, CultureInfo.InvariantCulture, out value) ? value : throw NotOf(text, "a number", at),
        };
    }

    public override decimal Decimal()
    {
        Peek();
        if (Utf8Decimals.TryRead(ref Here, _length - _position, out decimal value, out int consumed) && Takes(consumed))
            return value;
        int at = _position;
        string text = NumberText();
        return decimal.TryParse(text, Number, CultureInfo.InvariantCulture, out value) ? value : throw NotOf(text, "a decimal number", at);
    }

    public override string? String()
    {
        byte next = Peek();
        if (next != (byte)'"')
        {
            if (next != (byte)'n')
                return Content();
            ReadNull();
            return null;
        }
        _position++;
        if (!Utf8Strings.TryReadLoose(ref Here, _length - _position, out string value, out int consumed))
            FailInString();
        if (consumed - 1 > _profile.MaxStringLength)
            throw Error($"A string is longer than {_profile.MaxStringLength} bytes (Limits.MaxStringLength).");
        _position += consumed;
        return value;
    }

    public override Guid Guid()
    {
        if (Peek() == (byte)'"' && _length - _position > 38 && _start[_position + 37] == (byte)'"'
            && Utf8Guids.TryRead(ref Unsafe.Add(ref Here, 1), 36, out Guid value, out int consumed) && consumed == 36 && Takes(38))
            return value;
        int at = _position;
        string text = Content();
        return System.Guid.TryParse(text, out value) ? value : throw NotOf(text, "a Guid", at);
    }

    public override DateTime DateTime()
    {
        if (_profile.Dates is null && Peek() == (byte)'"'
            && ContractDates.TryRead(ref Unsafe.Add(ref Here, 1), _length - _position - 1, out DateTime value, out int consumed))
        {
            _position += consumed + 2;
            return value;
        }
        int at = _position;
        string text = Content();
        if (_key)
        {
            return System.DateTime.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.None, out value)
                ? value
                : throw NotOf(text, "a date", at);
        }
        if (_profile.Dates is { } format)
        {
            return System.DateTime.TryParseExact(text, format.FormatString, format.FormatProvider, format.DateTimeStyles, out value)
                ? value : throw NotOf(text, $"a date in the format '{format.FormatString}'", at);
        }
        return ContractDates.TryParse(text, out value) ? value : throw NotOf(text, "a date as \"\\/Date(milliseconds)\\/\"", at);
    }

    public override TimeSpan TimeSpan()
    {
        int at = _position;
        string text = Content();
        if (_key && System.TimeSpan.TryParse(text, CultureInfo.InvariantCulture, out var key))
            return key;
        try
        {
            return XmlConvert.ToTimeSpan(text);
        }
        catch (Exception e) when (e is FormatException or OverflowException)
        {
            throw NotOf(text, "a duration", at);
        }
    }

    public override DateOnly DateOnly()
    {
        int at = _position;
        // White space of any kind around it, as the original has it.
        string text = Content().Trim();
        return System.DateOnly.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var value)
            || (_key && System.DateOnly.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.None, out value))
            ? value
            : throw NotOf(text, "a date as yyyy-MM-dd", at);
    }

    public override TimeOnly TimeOnly()
    {
        int at = _position;
        string text = Content().Trim();
        return (_key
            ? System.TimeOnly.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.None, out var value)
            : XmlDates.TryReadTimeOnly(text, out value)) ? value : throw NotOf(text, "a time as HH:mm:ss", at);
    }

    public override long Enum(TypeModel model)
    {
        Peek();
        int at = _position;
        var scalar = ((EnumModel)model).Underlying;
        if (_key)
        {
            string name = Content();
            return System.Enum.TryParse(model.Type, name, out object? key)
                ? BitsOf(key!, scalar)
                : throw NotOf(name, $"a value of '{model.Type}'", at);
        }
        if (scalar == Scalar.UInt64)
            return (long)UInt64();
        long value = Int64();
        (long least, long most) = scalar switch
        {
            Scalar.SByte => (sbyte.MinValue, sbyte.MaxValue),
            Scalar.Byte => (byte.MinValue, byte.MaxValue),
            Scalar.Int16 => (short.MinValue, short.MaxValue),
            Scalar.UInt16 => (ushort.MinValue, ushort.MaxValue),
            Scalar.Int32 => (int.MinValue, int.MaxValue),
            Scalar.UInt32 => (uint.MinValue, uint.MaxValue),
            _ => (long.MinValue, long.MaxValue),
        };
        return value >= least && value <= most
            ? value
            : throw NotOf(value.ToString(CultureInfo.InvariantCulture), $"a value of '{model.Type}'", at);
    }

    static long BitsOf(object value, Scalar scalar) =>
        scalar == Scalar.UInt64
            ? (long)Convert.ToUInt64(value, CultureInfo.InvariantCulture)
            : Convert.ToInt64(value, CultureInfo.InvariantCulture);

    public override byte[]? Bytes()
    {
        byte next = Peek();
        if (next == (byte)'n')
        {
            ReadNull();
            return null;
        }
        if (next != (byte)'[')
        {
            int at = _position;
            string text = Content();
            return text.AsSpan().Trim(" \t\r\n").IsEmpty
                ? GC.AllocateUninitializedArray<byte>(0)
                : throw NotOf(text, "an array of numbers from 0 to 255", at);
        }
        _position++;
        byte[] bytes = ArrayPool<byte>.Shared.Rent(256);
        int count = 0;
        try
        {
            while (true)
            {
                next = Peek();
                if (next == (byte)']' && (count == 0 || !_profile.Options.IsStrict || _start[_position - 1] != (byte)','))
                {
                    _position++;
                    // A new one also where it is empty: a set of arrays tells two apart.
                    byte[] result = GC.AllocateUninitializedArray<byte>(count);
                    bytes.AsSpan(0, count).CopyTo(result);
                    return result;
                }
                if (count == bytes.Length)
                {
                    byte[] bigger = ArrayPool<byte>.Shared.Rent(count * 2);
                    bytes.CopyTo(bigger, 0);
                    ArrayPool<byte>.Shared.Return(bytes);
                    bytes = bigger;
                }
                // A byte is no item of a graph.
                CheckItem(count);
                bytes[count++] = Byte();
                next = Peek();
                if (next == (byte)',')
                    _position++;
                else if (next != (byte)']')
                    Fail("',' or ']'");
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }

    public override Int128 Int128() => throw Lost(typeof(Int128));

    public override UInt128 UInt128() => throw Lost(typeof(UInt128));

    public override Half Half() => throw Lost(typeof(Half));

    public override BigInteger BigInteger() => throw Lost(typeof(BigInteger));

    static NotSupportedException Lost(Type type) => new($"Data contracts have no form for {type}. Register a Surrogate for it.");

    WireFormatException NotOf(string text, string what, int at) =>
        new($"'{(text.Length > 40 ? text[..40] + "..." : text)}' is not {what}.") { Offset = at };

    void ReadNull()
    {
        if (Token() != "null")
            throw Error("Expected null.");
    }
}
