using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer;

internal ref partial struct JsonSource
{
    public bool Boolean()
    {
        byte next = Peek();
        if (next == (byte)'t')
        {
            ExpectLiteral("true"u8);
            return true;
        }
        if (next != (byte)'f')
            return BooleanKey();
        ExpectLiteral("false"u8);
        return false;
    }

    /// <summary>As the key of a map, True and False.</summary>
    bool BooleanKey()
    {
        var rest = Text[_position..];
        bool value = rest.StartsWith("True"u8);
        if (_key != JsonKeys.Bare || !(value || rest.StartsWith("False"u8)))
            Fail("true or false");
        _position += value ? 4 : 5;
        return value;
    }

    public sbyte SByte() => Narrow<sbyte>(Int32());

    public byte Byte() => Narrow<byte>(Int32());

    public short Int16() => Narrow<short>(Int32());

    public ushort UInt16() => Narrow<ushort>(Int32());

    public int Int32()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadInt32(ref Here, _length - _position, out int value, out int consumed))
            Fail("an integer of 32 bits");
        CloseNumber(quoted, consumed);
        return value;
    }

    public uint UInt32()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadUInt32(ref Here, _length - _position, out uint value, out int consumed))
            Fail("an unsigned integer of 32 bits");
        CloseNumber(quoted, consumed);
        return value;
    }

    public long Int64()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadInt64(ref Here, _length - _position, out long value, out int consumed))
            Fail("an integer of 64 bits");
        CloseNumber(quoted, consumed);
        return value;
    }

    public ulong UInt64()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadUInt64(ref Here, _length - _position, out ulong value, out int consumed))
            Fail("an unsigned integer of 64 bits");
        CloseNumber(quoted, consumed);
        return value;
    }

    public Int128 Int128()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadInt128(ref Here, _length - _position, out Int128 value, out int consumed))
            Fail("an integer of 128 bits");
        CloseNumber(quoted, consumed);
        return value;
    }

    public UInt128 UInt128()
    {
        bool quoted = OpenNumber();
        if (!Utf8Integers.TryReadUInt128(ref Here, _length - _position, out UInt128 value, out int consumed))
            Fail("an unsigned integer of 128 bits");
        CloseNumber(quoted, consumed);
        return value;
    }

    public Half Half()
    {
        if (TryNamedFloat(out double named))
            return (Half)named;
        bool quoted = OpenNumber();
        if (!Utf8Floats.TryReadHalf(ref Here, _length - _position, out Half value, out int consumed) || !System.Half.IsFinite(value))
            Fail("a number that fits in 16 bits");
        CloseNumber(quoted, consumed);
        return value;
    }

    public float Single()
    {
        if (TryNamedFloat(out double named))
            return (float)named;
        bool quoted = OpenNumber();
        if (!Utf8Floats.TryReadSingle(ref Here, _length - _position, out float value, out int consumed))
            Fail("a number");
        CloseNumber(quoted, consumed);
        return value;
    }

    public double Double()
    {
        if (TryNamedFloat(out double named))
            return named;
        bool quoted = OpenNumber();
        if (!Utf8Floats.TryReadDouble(ref Here, _length - _position, out double value, out int consumed))
            Fail("a number");
        CloseNumber(quoted, consumed);
        return value;
    }

    public decimal Decimal()
    {
        bool quoted = OpenNumber();
        if (!Utf8Decimals.TryRead(ref Here, _length - _position, out decimal value, out int consumed))
            Fail("a number that a decimal can hold");
        CloseNumber(quoted, consumed);
        return value;
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
        CloseNumber(quoted, length);
        return value;
    }

    public char Char()
    {
        string? text = String();
        return text is { Length: 1 } ? text[0] : throw Error("Expected a string of one character.");
    }

    public string? String()
    {
        byte next = Peek();
        if (next == (byte)'"')
        {
            _position++;
            if (!Utf8Strings.TryRead(ref Here, _length - _position, out string value, out int consumed))
                FailInString();
            if (consumed - 1 > _profile.Options.Limits.MaxStringLength)
                throw Error($"A string is longer than {_profile.Options.Limits.MaxStringLength} bytes (Limits.MaxStringLength).");
            _position += consumed;
            return value;
        }
        if (next == (byte)'n' && _key == JsonKeys.Strings)
        {
            ExpectLiteral("null"u8);
            return null;
        }
        if (next != (byte)'\'' || (_leniency & JsonLeniency.SingleQuotes) == 0)
            Fail("a string");
        return SingleQuoted();
    }

    public byte[]? Bytes()
    {
        if (Peek() == (byte)'n')
        {
            ExpectLiteral("null"u8);
            return null;
        }
        var content = Quoted(out byte[]? rented);
        byte[] result = new byte[Base64.GetMaxDecodedFromUtf8Length(content.Length)];
        bool valid = Base64.DecodeFromUtf8(content, result, out _, out int written) == OperationStatus.Done
            && content.IndexOfAny(" \t\r\n"u8) < 0;
        Return(rented);
        if (!valid)
            throw Error("A string is not base64.");
        return written == result.Length ? result : result.AsSpan(0, written).ToArray();
    }

    public Guid Guid()
    {
        var content = Quoted(out byte[]? rented);
        bool valid = Utf8Guids.TryRead(ref MemoryMarshal.GetReference(content), content.Length, out Guid value, out int consumed) && consumed == content.Length;
        Return(rented);
        return valid ? value : throw Error("A string is not a Guid.");
    }

    public DateTime DateTime()
    {
        if (_profile.Options.Dates != JsonDates.Iso)
            return UnixTime();
        var content = Quoted(out byte[]? rented);
        bool valid = Utf8Dates.TryReadDateTime(ref MemoryMarshal.GetReference(content), content.Length, out DateTime value, out int consumed) && consumed == content.Length;
        Return(rented);
        return valid ? value : throw Error("A string is not an ISO 8601 date and time.");
    }

    public DateTimeOffset DateTimeOffset()
    {
        if (_profile.Options.Dates != JsonDates.Iso)
            return new DateTimeOffset(UnixTime());
        var content = Quoted(out byte[]? rented);
        bool valid = Utf8Dates.TryReadDateTimeOffset(ref MemoryMarshal.GetReference(content), content.Length, out DateTimeOffset value, out int consumed) && consumed == content.Length;
        Return(rented);
        return valid ? value : throw Error("A string is not an ISO 8601 date and time.");
    }

    public TimeSpan TimeSpan()
    {
        var content = Quoted(out byte[]? rented);
        bool valid = Utf8Dates.TryReadTimeSpan(ref MemoryMarshal.GetReference(content), content.Length, out TimeSpan value, out int consumed) && consumed == content.Length;
        Return(rented);
        return valid ? value : throw Error("A string is not a time span.");
    }

    public DateOnly DateOnly()
    {
        var content = Quoted(out byte[]? rented);
        bool valid = Utf8Dates.TryReadDateOnly(ref MemoryMarshal.GetReference(content), content.Length, out DateOnly value, out int consumed) && consumed == content.Length;
        Return(rented);
        return valid ? value : throw Error("A string is not a date.");
    }

    public TimeOnly TimeOnly()
    {
        var content = Quoted(out byte[]? rented);
        bool valid = Utf8Dates.TryReadTimeOnly(ref MemoryMarshal.GetReference(content), content.Length, out TimeOnly value, out int consumed) && consumed == content.Length;
        Return(rented);
        return valid ? value : throw Error("A string is not a time.");
    }

    public long Enum(TypeModel model)
    {
        var e = (EnumModel)model;
        if (Peek() == (byte)'"' || _key == JsonKeys.Enums)
        {
            if (!_profile.Options.EnumsAsNames && !e.PrefersNames && _key != JsonKeys.Enums && !_profile.ReadsQuotedNumbers)
                Fail("the number of an enum (JsonOptions.EnumsAsNames accepts names)");
            int at = _position;
            string text = String()!;
            if (JsonEnums.TryParse(e, text, out long named))
                return named;
            _position = at;
            throw Error($"'{text}' is not a '{model.Type}'.");
        }
        return e.Underlying == Scalar.UInt64 ? (long)UInt64() : Int64();
    }

    T Narrow<T>(int value) where T : struct, INumber<T>
    {
        var result = T.CreateTruncating(value);
        return int.CreateChecked(result) == value ? result : throw Error($"{value} does not fit a {typeof(T).Name}.");
    }

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
        if (!_profile.ReadsQuotedNumbers)
            Fail("a number (JsonNumbers.ReadFromString accepts quoted ones)");
        _position++;
        // System.Text.Json takes a plus here, though not outside of quotes.
        if (_length - _position > 1 && Here == (byte)'+' && Unsafe.Add(ref Here, 1) != (byte)'-')
            _position++;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void CloseNumber(bool quoted, int consumed)
    {
        _position += consumed;
        if (quoted)
            CloseQuotedNumber();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void CloseQuotedNumber()
    {
        if (_position >= _length || Here != (byte)'"')
            Fail("'\"' after a number");
        _position++;
    }

    bool TryNamedFloat(out double value)
    {
        value = 0;
        if (!_profile.NamedFloats || (Peek() != (byte)'"' && _key != JsonKeys.Bare))
            return false;
        int quote = _key == JsonKeys.Bare ? 0 : 1;
        var rest = Text[(_position + quote)..];
        int length = rest.StartsWith("NaN\""u8) ? 3 : rest.StartsWith("Infinity\""u8) ? 8 : rest.StartsWith("-Infinity\""u8) ? 9 : 0;
        if (length == 0)
            return false;
        value = length == 3 ? double.NaN : length == 8 ? double.PositiveInfinity : double.NegativeInfinity;
        _position += length + (2 * quote);
        return true;
    }

    /// <summary>The content of a string, unescaped; rented memory if it had escapes.</summary>
    ReadOnlySpan<byte> Quoted(out byte[]? rented)
    {
        rented = null;
        byte quote = Peek();
        if (quote != (byte)'"' && (quote != (byte)'\'' || (_leniency & JsonLeniency.SingleQuotes) == 0))
            Fail("a string");
        int start = ++_position;
        ScanString(quote, out int length, out bool escaped);
        var content = Text.Slice(start, length);
        if (!escaped)
            return content;
        rented = ArrayPool<byte>.Shared.Rent(length);
        if (!TryUnescape(content, rented, out int written))
            FailInString();
        return rented.AsSpan(0, written);
    }

    static void Return(byte[]? rented)
    {
        if (rented is not null)
            ArrayPool<byte>.Shared.Return(rented);
    }

    DateTime UnixTime()
    {
        bool isKey = Peek() == (byte)'"';
        if (isKey)
            _position++;
        if (!Utf8Integers.TryReadInt64(ref Here, _length - _position, out long time, out int consumed))
            Fail("a number of Unix time");
        CloseNumber(isKey, consumed);
        long unit = _profile.Options.Dates == JsonDates.UnixSeconds ? System.TimeSpan.TicksPerSecond : System.TimeSpan.TicksPerMillisecond;
        try
        {
            return System.DateTime.UnixEpoch.AddTicks(checked(time * unit));
        }
        catch (Exception e) when (e is OverflowException or ArgumentOutOfRangeException)
        {
            throw Error($"{time} is beyond the range of dates.", e);
        }
    }

    void ExpectLiteral(ReadOnlySpan<byte> literal)
    {
        if (!Text[_position..].StartsWith(literal))
            Fail(literal.Length == 5 ? "false" : literal[0] == (byte)'t' ? "true" : "null");
        _position += literal.Length;
    }
}
