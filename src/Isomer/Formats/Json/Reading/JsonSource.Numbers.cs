using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>Numbers, also those in quotes and the named ones.</summary>
internal ref partial struct JsonSource
{
    public sbyte SByte() => Int32() is var value && value == (sbyte)value ? (sbyte)value : throw TooLarge(value, nameof(SByte));

    // Not by way of a signed number: a minus, even before zero, is none of theirs.
    public byte Byte() =>
        Unsigned32("an integer from 0 to 255") is var value && value == (byte)value ? (byte)value : throw TooLarge(value, nameof(Byte));

    public short Int16() => Int32() is var value && value == (short)value ? (short)value : throw TooLarge(value, nameof(Int16));

    public ushort UInt16() =>
        Unsigned32("an integer from 0 to 65535") is var value && value == (ushort)value
            ? (ushort)value
            : throw TooLarge(value, nameof(UInt16));

    public int Int32()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadInt32(ref Here, _length - _position, out int value, out int consumed) || GoesOn(consumed))
            return Lenient<int>(quoted, "an integer of 32 bits");
        return CloseNumber(quoted, consumed, value);
    }

    public uint UInt32() => Unsigned32("an unsigned integer of 32 bits");

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    uint Unsigned32(string expected)
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadUInt32(ref Here, _length - _position, out uint value, out int consumed) || GoesOn(consumed))
            return Lenient<uint>(quoted, expected);
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
        if (!Utf8Floats.TryReadHalf(ref Here, _length - _position, out Half value, out int consumed) || !System.Half.IsFinite(value)
            || GoesOn(consumed))
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
        if (length is 0 or > 100_000 || zeroLed
            || !System.Numerics.BigInteger.TryParse(System.Text.Encoding.ASCII.GetString(digits), NumberStyles.AllowLeadingSign,
                CultureInfo.InvariantCulture, out var value))
        {
            Fail("an integer of at most 100,000 digits");
            return default;
        }
        return CloseNumber(quoted, length, value);
    }

    WireFormatException TooLarge(long value, string type) => Error($"{value} does not fit a {type}.");

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
        if ((_numbers & JsonNumbers.ReadFromString) == 0 && _key != JsonKeys.Bare)
            Fail("a number (JsonNumbers.ReadFromString accepts quoted ones)");
        _position++;
        return true;
    }

    // Handing the value through, so that one in quotes may be read anew, against closing only (arrays of 20,000, the least of six
    // interleaved processes, microseconds): int 161.5 to 162.6, long 286.7 to 287.3, double 232.0 to 230.1, ushort 142.6 to 141.0. It costs
    // nothing that can be told.
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
            if (TryQuotedNumber(out T other))
                return other;
            _position += consumed;
            Fail("'\"' after a number");
        }
        // 1e400, which is infinite outside of quotes.
        if (!T.IsFinite(value) && (_leniency & JsonLeniency.Numbers) == 0)
            Fail("a number");
        _position++;
        return value;
    }

    bool TryNamedFloat(out double value)
    {
        value = 0;
        if (((_numbers & (JsonNumbers.NamedFloats | JsonNumbers.ReadFromString)) == 0 && _key != JsonKeys.Bare) || Peek() != (byte)'"')
            return false;
        var rest = Text[(_position + 1)..];
        int length = rest.StartsWith("NaN\""u8) ? 3 : rest.StartsWith("Infinity\""u8) ? 8 : rest.StartsWith("-Infinity\""u8) ? 9 : 0;
        if (length == 0)
            return TryEscapedName(out value);
        value = length == 3 ? double.NaN : length == 8 ? double.PositiveInfinity : double.NegativeInfinity;
        _position += length + 2;
        return true;
    }

    /// <summary>A named number of which some characters are escapes.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    bool TryEscapedName(out double value)
    {
        value = 0;
        _position++;
        if (TryContent(out var name, out byte[]? rented, out int length))
        {
            value = name.SequenceEqual("NaN"u8)
                ? double.NaN
                : name.SequenceEqual("Infinity"u8)
                    ? double.PositiveInfinity
                    : name.SequenceEqual("-Infinity"u8) ? double.NegativeInfinity : 0;
            Return(rented);
        }
        _position += value != 0 ? length + 1 : -1;
        return value != 0;
    }
}
