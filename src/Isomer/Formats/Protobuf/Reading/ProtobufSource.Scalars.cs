using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>The scalars: any integer in any of the three widths, floating point in both; what does not fit is refused.</summary>
internal ref partial struct ProtobufSource
{
    static readonly UTF8Encoding Strict = new(false, true);

    /// <summary>An integer of 64 bits that is not simply a varint.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    long OtherInt64(bool signed)
    {
        switch (_how)
        {
            case Absent:
            case Root:
                return 0;
            case 1 + 0:
                ulong value = ReadVarint();
                return _record.Encoding == ProtobufEncoding.ZigZag ? ProtobufVarint.UnZigZag(value) : (long)value;
            case 1 + 5:
                int narrow = Take<int>();
                return signed ? narrow : (uint)narrow;
            case 1 + 1:
                return Take<long>();
            default:
                throw WrongWire("an integer");
        }
    }

    /// <summary>
    /// The 32 bits of a varint: as many, or a negative number in ten bytes, as both originals write it. What is wider is refused as by
    /// protobuf-net, or cut to its low half as by Google's code.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    uint Narrow(ulong value) => value + 0x8000_0000 <= 0x1_7FFF_FFFF ? (uint)value : Truncated(value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly uint Truncated(ulong value) => (_record.Tag & ProtobufRecord.Truncates) != 0 ? (uint)value : throw OutOfRange("32 bits");

    /// <summary>An integer of 32 bits that is not simply a varint.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    uint OtherInt32(bool signed)
    {
        switch (_how)
        {
            case Absent:
            case Root:
                return 0;
            case 1 + 0:
                uint value = Narrow(ReadVarint());
                // In 32 bits: those of a wider number would become another.
                return _record.Encoding == ProtobufEncoding.ZigZag ? (value >> 1) ^ (uint)-(int)(value & 1) : value;
            case 1 + 5:
                return Take<uint>();
            case 1 + 1:
                long wide = Take<long>();
                return signed ? (int)wide == wide ? (uint)wide : Truncated((ulong)wide)
                    : (uint)wide == (ulong)wide ? (uint)wide : Truncated((ulong)wide);
            default:
                throw WrongWire("an integer");
        }
    }

    T Take<T>() where T : unmanaged => Take<T>(_pos);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    T Take<T>(int at) where T : unmanaged
    {
        if (_end - at < Unsafe.SizeOf<T>())
            throw EndsWithin(at);
        var value = Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref _start, at));
        _pos = at + Unsafe.SizeOf<T>();
        return value;
    }

    WireFormatException EndsWithin(int at)
    {
        // Where it begins, also if it has been looked for behind its tag without a stop there.
        _pos = at;
        return new("The input ends within a value.");
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ulong Unsigned() => _how <= Natural ? ReadVarint(At) : (ulong)OtherInt64(false);

    readonly WireFormatException OutOfRange(string type) =>
        ProtobufErrors.Behind($"A number is too large for field '{_record.Field.Name}' ({type}).");

    public int Int32() => (int)(_how <= Natural ? Narrow(ReadVarint(At)) : OtherInt32(true));

    public short Int16()
    {
        int value = Int32();
        return (short)value == value ? (short)value : throw OutOfRange("short");
    }

    public sbyte SByte()
    {
        int value = Int32();
        return (sbyte)value == value ? (sbyte)value : throw OutOfRange("sbyte");
    }

    public long Int64() => _how <= Natural ? (long)ReadVarint(At) : OtherInt64(true);

    public uint UInt32() => _how <= Natural ? Narrow(ReadVarint(At)) : OtherInt32(false);

    public ushort UInt16()
    {
        uint value = UInt32();
        return (ushort)value == value ? (ushort)value : throw OutOfRange("ushort");
    }

    public byte Byte()
    {
        uint value = UInt32();
        return (byte)value == value ? (byte)value : throw OutOfRange("byte");
    }

    public ulong UInt64() => Unsigned();

    public char Char()
    {
        uint value = UInt32();
        return (char)value == value ? (char)value : throw OutOfRange("char");
    }

    public bool Boolean() => Unsigned() != 0;

    /// <summary>As a number of the type that the enum is made of; narrower ones than 32 bits are narrowed by the shape.</summary>
    public long Enum(TypeModel model) => ((EnumModel)model).Underlying switch
    {
        Scalar.Int64 or Scalar.UInt64 => Int64(),
        Scalar.Byte or Scalar.UInt16 or Scalar.UInt32 => UInt32(),
        _ => Int32(),
    };

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
            throw new WireFormatException(
                $"A string of {length} bytes is longer than Limits.MaxStringLength ({_options.Limits.MaxStringLength}).");
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
        ref byte start = ref MemoryMarshal.GetReference(bytes);
        if (Utf8Runs.IsValid(ref start, bytes.Length, out int units))
            return Utf8Runs.ToText(ref start, bytes.Length, units);
        if (!_options.StrictUtf8)
            return Encoding.UTF8.GetString(bytes);
        try
        {
            return Strict.GetString(bytes);
        }
        catch (DecoderFallbackException e)
        {
            throw new WireFormatException("The bytes of a string are not UTF-8.", e) { Offset = Offset(_pos + Math.Max(e.Index, 0)) };
        }
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
