using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Wire.Text;

namespace Isomer;

/// <summary>Numbers, also those in quotes and the named ones.</summary>
internal ref partial struct JsonSource
{
    public sbyte SByte() => Int32() is var value && value == (sbyte)value ? (sbyte)value : throw TooLarge(value, nameof(SByte));

    public byte Byte() => Int32() is var value && value == (byte)value ? (byte)value : throw TooLarge(value, nameof(Byte));

    public short Int16() => Int32() is var value && value == (short)value ? (short)value : throw TooLarge(value, nameof(Int16));

    public ushort UInt16() => Int32() is var value && value == (ushort)value ? (ushort)value : throw TooLarge(value, nameof(UInt16));

    public int Int32()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadInt32(ref Here, _length - _position, out int value, out int consumed) || GoesOn(consumed))
            return Lenient<int>(quoted, "an integer of 32 bits");
        return CloseNumber(quoted, consumed, value);
    }

    public uint UInt32()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadUInt32(ref Here, _length - _position, out uint value, out int consumed) || GoesOn(consumed))
            return Lenient<uint>(quoted, "an unsigned integer of 32 bits");
        return CloseNumber(quoted, consumed, value);
    }

    public long Int64()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadInt64(ref Here, _length - _position, out long value, out int consumed) || GoesOn(consumed))
            return Lenient<long>(quoted, "an integer of 64 bits");
        return CloseNumber(quoted, consumed, value);
    }

    public ulong UInt64()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadUInt64(ref Here, _length - _position, out ulong value, out int consumed) || GoesOn(consumed))
            return Lenient<ulong>(quoted, "an unsigned integer of 64 bits");
        return CloseNumber(quoted, consumed, value);
    }

    public Int128 Int128()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadInt128(ref Here, _length - _position, out Int128 value, out int consumed) || GoesOn(consumed))
            return Lenient<Int128>(quoted, "an integer of 128 bits");
        return CloseNumber(quoted, consumed, value);
    }

    public UInt128 UInt128()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadUInt128(ref Here, _length - _position, out UInt128 value, out int consumed) || GoesOn(consumed))
            return Lenient<UInt128>(quoted, "an unsigned integer of 128 bits");
        return CloseNumber(quoted, consumed, value);
    }

    public Half Half()
    {
        if (TryNamedFloat(out double named))
            return (Half)named;
        bool quoted = OpenNumber();
        if (!Utf8Floats.TryReadHalf(ref Here, _length - _position, out Half value, out int consumed) || !System.Half.IsFinite(value) || GoesOn(consumed))
            return Lenient<Half>(quoted, "a number that fits in 16 bits");
        return CloseNumber(quoted, consumed, value);
    }

    public float Single()
    {
        if (TryNamedFloat(out double named))
            return (float)named;
        bool quoted = OpenNumber();
        if (!Utf8Floats.TryReadSingle(ref Here, _length - _position, out float value, out int consumed) || GoesOn(consumed))
            return Lenient<float>(quoted, "a number");
        return CloseNumber(quoted, consumed, value);
    }

    public double Double()
    {
        if (TryNamedFloat(out double named))
            return named;
        bool quoted = OpenNumber();
        if (!Utf8Floats.TryReadDouble(ref Here, _length - _position, out double value, out int consumed) || GoesOn(consumed))
            return Lenient<double>(quoted, "a number");
        return CloseNumber(quoted, consumed, value);
    }

    public decimal Decimal()
    {
        bool quoted = OpenNumber();
        if (!Utf8Decimals.TryRead(ref Here, _length - _position, out decimal value, out int consumed) || GoesOn(consumed))
            return Lenient<decimal>(quoted, "a number that a decimal can hold");
        return CloseNumber(quoted, consumed, value);
    }

    public BigInteger BigInteger()
    {
        bool quoted = OpenNumber();
        int length = 0;
        int left = _length - _position;
        while (length < left && Unsafe.Add(ref Here, length) is (byte)'-' or (>= (byte)'0' and <= (byte)'9'))
            length++;
        var digits = MemoryMarshal.CreateReadOnlySpan(ref Here, length);
        bool zeroLed = length > 1 && (digits[0] == '0' || (digits[0] == '-' && length > 2 && digits[1] == '0'));
        // Parsing takes quadratic time; 100,000 digits take about 10 ms.
        if (length is 0 or > 100_000 || zeroLed || !System.Numerics.BigInteger.TryParse(System.Text.Encoding.ASCII.GetString(digits), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value))
        {
            Fail("an integer of at most 100,000 digits");
            return default;
        }
        return CloseNumber(quoted, length, value);
    }

    WireFormatException TooLarge(int value, string type) => Error($"{value} does not fit a {type}.");

    /// <summary>Moves to a number; true if it stands in quotes, which have been opened.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    bool OpenNumber()
    {
        byte next = Peek();
        return next == (byte)'"' && OpenQuotedNumber();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    bool OpenQuotedNumber()
    {
        if ((_numbers & JsonNumbers.ReadFromString) == 0)
            Fail("a number (JsonNumbers.ReadFromString accepts quoted ones)");
        _position++;
        // System.Text.Json takes a plus here, though not outside of quotes.
        if (_length - _position > 1 && Here == (byte)'+' && Unsafe.Add(ref Here, 1) != (byte)'-')
            _position++;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    T CloseNumber<T>(bool quoted, int consumed, T value) where T : struct, INumberBase<T>
    {
        _position += consumed;
        return quoted ? CloseQuotedNumber(consumed, value) : value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    T CloseQuotedNumber<T>(int consumed, T value) where T : struct, INumberBase<T>
    {
        if (_position >= _length || Here != (byte)'"')
        {
            _position -= consumed;
            if (TryEscaped(out value))
                return value;
            _position += consumed;
            Fail("'\"' after a number");
        }
        _position++;
        return value;
    }

    /// <summary>A number in quotes of which some characters are escapes: "\u0031".</summary>
    bool TryEscaped<T>(out T value) where T : struct, INumberBase<T>
    {
        value = default;
        if (!TryUnescapeShort(out byte[] digits, out int length) || digits.AsSpan().ContainsAnyExcept("+-.0123456789Ee"u8))
            return false;
        bool isWhole = typeof(T) != typeof(double) && typeof(T) != typeof(float) && typeof(T) != typeof(Half) && typeof(T) != typeof(decimal);
        if (!T.TryParse(digits, isWhole ? NumberStyles.AllowLeadingSign : NumberStyles.Float, CultureInfo.InvariantCulture, out value))
            return false;
        _position += length + 1;
        return true;
    }

    /// <summary>What stands up to the quote that closes, if that is short and has escapes.</summary>
    readonly bool TryUnescapeShort(out byte[] plain, out int length)
    {
        plain = [];
        length = Utf8Strings.FindEnd(ref Here, _length - _position, 0, out bool escaped);
        if (length < 0 || length > LongestToken || !escaped)
            return false;
        byte[] target = new byte[length];
        if (!TryUnescape(Text.Slice(_position, length), target, out int written))
            return false;
        plain = target[..written];
        return true;
    }

    bool TryNamedFloat(out double value)
    {
        value = 0;
        if ((_numbers & (JsonNumbers.NamedFloats | JsonNumbers.ReadFromString)) == 0 || (Peek() != (byte)'"' && _key != JsonKeys.Bare))
            return false;
        int quote = _key == JsonKeys.Bare ? 0 : 1;
        var rest = Text[(_position + quote)..];
        int length = rest.StartsWith("NaN\""u8) ? 3 : rest.StartsWith("Infinity\""u8) ? 8 : rest.StartsWith("-Infinity\""u8) ? 9 : 0;
        if (length == 0)
            return quote == 1 && TryEscapedName(out value);
        value = length == 3 ? double.NaN : length == 8 ? double.PositiveInfinity : double.NegativeInfinity;
        _position += length + (2 * quote);
        return true;
    }

    /// <summary>A named number of which some characters are escapes.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    bool TryEscapedName(out double value)
    {
        value = 0;
        _position++;
        if (TryUnescapeShort(out byte[] name, out int length))
        {
            value = name.AsSpan().SequenceEqual("NaN"u8) ? double.NaN : name.AsSpan().SequenceEqual("Infinity"u8) ? double.PositiveInfinity : name.AsSpan().SequenceEqual("-Infinity"u8) ? double.NegativeInfinity : 0;
            if (value != 0)
            {
                _position += length + 1;
                return true;
            }
        }
        _position--;
        return false;
    }
}
