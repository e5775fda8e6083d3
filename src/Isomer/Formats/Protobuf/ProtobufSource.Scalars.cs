using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>The scalars: any integer in any of the three widths, floating point in both; what does not fit is refused.</summary>
internal ref partial struct ProtobufSource
{
    static readonly UTF8Encoding Strict = new(false, true);

    /// <summary>An integer that is not simply a varint.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    long OtherInteger(bool signed)
    {
        var encoding = _record.Encoding;
        switch (_how)
        {
            case Absent:
            case Root:
                return 0;
            case 1 + 0:
                ulong value = ReadVarint();
                return encoding == ProtobufEncoding.ZigZag ? ProtobufVarint.UnZigZag(value) : (long)value;
            case 1 + 5:
                int narrow = Take<int>();
                return signed ? narrow : (uint)narrow;
            case 1 + 1:
                return Take<long>();
            default:
                throw WrongWire("an integer");
        }
    }

    T Take<T>() where T : unmanaged => Take<T>(_pos);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    T Take<T>(int at) where T : unmanaged
    {
        if (_end - at < Unsafe.SizeOf<T>())
            throw EndsWithin();
        var value = Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref _start, at));
        _pos = at + Unsafe.SizeOf<T>();
        return value;
    }

    static WireFormatException EndsWithin() => new("The input ends within a value.");

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    long Signed() => _how <= Natural ? (long)ReadVarint(At) : OtherInteger(true);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ulong Unsigned() => _how <= Natural ? ReadVarint(At) : (ulong)OtherInteger(false);

    readonly WireFormatException OutOfRange(string type) => new($"A number is too large for field '{_record.Field.Name}' ({type}).");

    public int Int32()
    {
        long value = Signed();
        // Some write negative numbers as 32 bits.
        return (int)value == value || (uint)value == (ulong)value ? (int)value : throw OutOfRange("int");
    }

    public short Int16()
    {
        long value = Signed();
        return (short)value == value ? (short)value : throw OutOfRange("short");
    }

    public sbyte SByte()
    {
        long value = Signed();
        return (sbyte)value == value ? (sbyte)value : throw OutOfRange("sbyte");
    }

    public long Int64() => Signed();

    public uint UInt32()
    {
        ulong value = Unsigned();
        return (uint)value == value ? (uint)value : throw OutOfRange("uint");
    }

    public ushort UInt16()
    {
        ulong value = Unsigned();
        return (ushort)value == value ? (ushort)value : throw OutOfRange("ushort");
    }

    public byte Byte()
    {
        ulong value = Unsigned();
        return (byte)value == value ? (byte)value : throw OutOfRange("byte");
    }

    public ulong UInt64() => Unsigned();

    public char Char()
    {
        ulong value = Unsigned();
        return (char)value == value ? (char)value : throw OutOfRange("char");
    }

    public bool Boolean() => Unsigned() != 0;

    public long Enum(TypeModel model)
    {
        long value = Signed();
        return ((EnumModel)model).Underlying == Scalar.Int32 && (uint)value == (ulong)value ? (int)value : value;
    }

    public float Single() => _how <= Natural ? Take<float>(At) : OtherSingle();

    public double Double() => _how <= Natural ? Take<double>(At) : OtherDouble();

    [MethodImpl(MethodImplOptions.NoInlining)]
    float OtherSingle() => _how switch
    {
        1 + 5 => Take<float>(),
        1 + 1 => (float)Take<double>(),
        Absent or Root => 0,
        _ => throw WrongWire("a floating point number"),
    };

    [MethodImpl(MethodImplOptions.NoInlining)]
    double OtherDouble() => _how switch
    {
        1 + 1 => Take<double>(),
        1 + 5 => Take<float>(),
        Absent or Root => 0,
        _ => throw WrongWire("a floating point number"),
    };

    public Half Half()
    {
        float value = Single();
        var result = (Half)value;
        return (float)result == value || float.IsNaN(value) ? result : throw OutOfRange("Half");
    }

    public DateOnly DateOnly()
    {
        ulong day = Unsigned();
        return day <= (ulong)System.DateOnly.MaxValue.DayNumber ? System.DateOnly.FromDayNumber((int)day) : throw OutOfRange("DateOnly");
    }

    public TimeOnly TimeOnly()
    {
        ulong ticks = Unsigned();
        return ticks < (ulong)System.TimeSpan.TicksPerDay ? new TimeOnly((long)ticks) : throw OutOfRange("TimeOnly");
    }

    /// <summary>
    /// Short ASCII text whole: one call, and its length decides before anything is allocated. The window lies in the payload,
    /// whatever the text's length.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string? String()
    {
        int at = At;
        if (_how <= Natural && at < _length - Utf8Short.Window && at < _end)
        {
            ref byte start = ref Unsafe.Add(ref _start, at + 1);
            int length = Unsafe.Add(ref _start, at);
            if ((uint)(length - 1) < (uint)_shortText && length < _end - at && Utf8Short.AsciiOrNull(ref start, length) is { } text)
            {
                _pos = at + 1 + length;
                return text;
            }
        }
        return OtherString();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    string? OtherString()
    {
        if (_how > Natural)
            return _how switch
            {
                IsNull => null,
                Absent or Root => "",
                _ => throw WrongWire("a string"),
            };
        int length = ReadLength(At);
        if (length == 0)
            return "";
        if (length > _maxString)
            throw new WireFormatException($"A string of {length} bytes is longer than Limits.MaxStringLength ({_options.Limits.MaxStringLength}).");
        ref byte start = ref Unsafe.Add(ref _start, _pos);
        string? text = null;
        if (length > Utf8Short.Window || _pos + Utf8Short.Window > _length)
            text = Utf8Strings.TryWidenAscii(ref start, length, out string ascii) ? ascii : null;
        else
            text = Utf8Short.MixedOrNull(ref start, length);
        text ??= Decode(Bytes(_pos, length));
        _pos += length;
        return text;
    }

    readonly string Decode(ReadOnlySpan<byte> bytes)
    {
        if (!_options.StrictUtf8)
            return bytes.Length <= ShortText ? DecodeShort(bytes) : Encoding.UTF8.GetString(bytes);
        try
        {
            return Strict.GetString(bytes);
        }
        catch (DecoderFallbackException e)
        {
            throw new WireFormatException("The bytes of a string are not UTF-8.", e) { Offset = Offset(_pos + Math.Max(e.Index, 0)) };
        }
    }

    const int ShortText = 256;

    /// <summary>In one go over the bytes: the framework counts the characters first.</summary>
    static string DecodeShort(ReadOnlySpan<byte> bytes)
    {
        Span<char> text = stackalloc char[ShortText];
        System.Text.Unicode.Utf8.ToUtf16(bytes, text, out _, out int count);
        return new string(text[..count]);
    }

    public byte[]? Bytes()
    {
        Settle();
        if (_how == IsNull)
            return null;
        if (_record.Encoding == ProtobufEncoding.Raw)
        {
            byte[]? raw = _raw;
            _raw = null;
            return raw;
        }
        return ReadBytes().ToArray();
    }

    /// <summary>What has a length and is no message.</summary>
    ReadOnlySpan<byte> ReadBytes()
    {
        Settle();
        if (_how is Absent or Root)
            return default;
        if (_how is not (Natural or 1 + 2))
            throw WrongWire("bytes");
        int length = ReadLength();
        if (length > _options.Limits.MaxStringLength)
            throw new WireFormatException($"{length} bytes are more than Limits.MaxStringLength ({_options.Limits.MaxStringLength}).");
        var bytes = Bytes(_pos, length);
        _pos += length;
        return bytes;
    }

    public BigInteger BigInteger() => new(ReadBytes());

    public Int128 Int128()
    {
        var bytes = ReadBytes();
        return bytes.Length <= 16 ? (Int128)new BigInteger(bytes) : throw OutOfRange("Int128");
    }

    public UInt128 UInt128()
    {
        var bytes = ReadBytes();
        var value = new BigInteger(bytes);
        return value.Sign >= 0 && value <= System.UInt128.MaxValue ? (UInt128)value : throw OutOfRange("UInt128");
    }
}
