using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Scalars with conversion: integers (and enums) to any integer that holds the value, to floating point and decimal where
/// exact; floating point to another width where exact; everything else only to itself.
/// </summary>
internal ref partial struct CompactAdapter
{
    public sbyte SByte() => TryExact(Scalar.SByte, out sbyte value) ? value : (sbyte)Integer(sbyte.MinValue, sbyte.MaxValue, nameof(SByte));

    public byte Byte() => TryExact(Scalar.Byte, out byte value) ? value : (byte)Integer(byte.MinValue, byte.MaxValue, nameof(Byte));

    public short Int16() => TryExact(Scalar.Int16, out short value) ? value : (short)Integer(short.MinValue, short.MaxValue, nameof(Int16));

    public ushort UInt16() =>
        TryExact(Scalar.UInt16, out ushort value) ? value : (ushort)Integer(ushort.MinValue, ushort.MaxValue, nameof(UInt16));

    public int Int32() => TryExact(Scalar.Int32, out int value) ? value : (int)Integer(int.MinValue, int.MaxValue, nameof(Int32));

    public uint UInt32() => TryExact(Scalar.UInt32, out uint value) ? value : (uint)Integer(uint.MinValue, uint.MaxValue, nameof(UInt32));

    public long Int64() => TryExact(Scalar.Int64, out long value) ? value : (long)Integer(long.MinValue, long.MaxValue, nameof(Int64));

    public ulong UInt64() =>
        TryExact(Scalar.UInt64, out ulong value) ? value : (ulong)Integer(ulong.MinValue, ulong.MaxValue, nameof(UInt64));

    public Int128 Int128() =>
        TryExact(Scalar.Int128, out Int128 value) ? value : Integer(System.Int128.MinValue, System.Int128.MaxValue, nameof(Int128));

    public UInt128 UInt128()
    {
        if (TryExact(Scalar.UInt128, out UInt128 value))
            return value;
        return Value("UInt128").Scalar == Scalar.BigInteger ? checked((UInt128)TakeSmallInteger("UInt128"))
            : (UInt128)Integer(0, System.Int128.MaxValue, nameof(UInt128));
    }

    public BigInteger BigInteger()
    {
        if (Value("BigInteger").Scalar == Scalar.BigInteger)
            return TakeBigInteger();
        return TryExact(Scalar.UInt128, out UInt128 value)
            ? value
            : Integer(System.Int128.MinValue, System.Int128.MaxValue, nameof(BigInteger));
    }

    public long Enum(TypeModel model)
    {
        var (min, max) = CompactScalars.RangeOf(((EnumModel)model).Underlying);
        var value = Integer(min, max, model.Type.ToString());
        return value > long.MaxValue ? unchecked((long)(ulong)value) : (long)value;
    }

    public Half Half() => TryExact(Scalar.Half, out Half value) ? value : (Half)Floating(nameof(Half), static d => (double)(Half)d);

    public float Single() => TryExact(Scalar.Single, out float value) ? value : (float)Floating(nameof(Single), static d => (float)d);

    public double Double() => TryExact(Scalar.Double, out double value) ? value : Floating(nameof(Double), static d => d);

    public decimal Decimal()
    {
        var type = Value("decimal");
        if (type is not { Kind: CompactKind.Scalar, Scalar: Scalar.Decimal })
            return (decimal)Integer(System.Int128.MinValue, System.Int128.MaxValue, "decimal");
        ref byte head = ref Take(1);
        ref byte place = ref Take(CompactDecimal.LengthOf(head));
        Done();
        return CompactDecimal.Get(ref head, ref place, _bytes.Length - _position);
    }

    public char Char() => TryExact(Scalar.Char, out char value) ? value : throw Mismatch(nameof(Char));

    public Guid Guid() => TryExact(Scalar.Guid, out Guid value) ? value : throw Mismatch(nameof(Guid));

    public TimeSpan TimeSpan() => TryExact(Scalar.TimeSpan, out TimeSpan value) ? value : throw Mismatch(nameof(TimeSpan));

    public bool Boolean() => Isomer.Shapes.Packed.GetBoolean(ref Exact(Scalar.Boolean), 0);

    public DateTime DateTime() => Isomer.Shapes.Packed.GetDateTime(ref Exact(Scalar.DateTime), 0);

    public DateTimeOffset DateTimeOffset() => Isomer.Shapes.Packed.GetDateTimeOffset(ref Exact(Scalar.DateTimeOffset), 0);

    public DateOnly DateOnly() => Isomer.Shapes.Packed.GetDateOnly(ref Exact(Scalar.DateOnly), 0);

    public TimeOnly TimeOnly() => Isomer.Shapes.Packed.GetTimeOnly(ref Exact(Scalar.TimeOnly), 0);

    public string? String()
    {
        if (!Open())
            return Consumed<string>(null);
        if (_type is not { Kind: CompactKind.Scalar, Scalar: Scalar.String })
            throw Mismatch("String");
        if (TakeNull())
            return Consumed<string>(null);
        Done();
        ulong header = Varint();
        if (header == CompactStrings.Utf16Header)
        {
            ulong units = Varint();
            return new string(MemoryMarshal.Cast<byte, char>(TakeBytes(units > int.MaxValue ? units : units * 2)));
        }
        var text = TakeBytes(header >> 1);
        return (header & 1) == 0
            ? CompactStrings.ReadAscii(ref MemoryMarshal.GetReference(text), text.Length)
            : CompactStrings.ReadUtf8(text);
    }

    public byte[]? Bytes()
    {
        if (!Open())
            return Consumed<byte[]>(null);
        if (_type is { Kind: CompactKind.Sequence, Item: { Kind: CompactKind.Scalar, Scalar: Scalar.Byte } })
        {
            if (_type.MayBeNoArray && TakeNull())
                return Consumed<byte[]>(null);
            if (_type.HasComparer)
                Take(1);
            int count = Count(1);
            Done();
            byte[] items = TakeBytes((ulong)count).ToArray();
            Return();
            return items;
        }
        if (_type is not { Kind: CompactKind.Scalar, Scalar: Scalar.Bytes })
            throw Mismatch("byte[]");
        if (TakeNull())
            return Consumed<byte[]>(null);
        Done();
        return TakeBytes(Varint()).ToArray();
    }

    T? Consumed<T>(T? value)
    {
        Done();
        return value;
    }

    /// <summary>What was announced is consumed.</summary>
    void Done()
    {
        _type = null;
        _field = -1;
    }

    ReadOnlySpan<byte> TakeBytes(ulong length)
    {
        int remaining = _bytes.Length - _position;
        if (length > (ulong)remaining || length > (ulong)_limits.MaxStringLength)
            throw CompactLimits.BadLength(length, remaining, _limits);
        return MemoryMarshal.CreateReadOnlySpan(ref Take((int)length), (int)length);
    }

    BigInteger TakeBigInteger()
    {
        Done();
        return new BigInteger(TakeBytes(Varint()));
    }

    /// <summary>
    /// One that may be a smaller number: a longer one is refused by its length, for its digits would take the square of that.
    /// </summary>
    BigInteger TakeSmallInteger(string wanted)
    {
        const int Longest = 17;
        Done();
        var bytes = TakeBytes(Varint());
        return bytes.Length <= Longest ? new BigInteger(bytes)
            : throw new WireFormatException($"An integer of {bytes.Length} bytes is not a value of the reader's {wanted}{Where()}.");
    }

    /// <summary>The scalar or enum that stands here and is not null.</summary>
    CompactType Value(string wanted)
    {
        if (!Open())
            throw Null(wanted);
        return _type!.Kind is CompactKind.Scalar or CompactKind.Enum ? _type : throw Mismatch(wanted);
    }

    /// <summary>The bytes of the scalar, in the packed block or here.</summary>
    ref byte Raw(Scalar scalar)
    {
        int field = _field;
        Done();
        _lastField = field;
        return ref field >= 0 ? ref Unsafe.Add(ref MemoryMarshal.GetReference(_bytes), field) : ref Take(Scalars.Width(scalar));
    }

    ref byte Exact(Scalar scalar)
    {
        var type = Value(scalar.ToString());
        if (type.Kind != CompactKind.Scalar || type.Scalar != scalar)
            throw Mismatch(scalar.ToString());
        return ref Raw(scalar);
    }

    bool TryExact<T>(Scalar scalar, out T value) where T : unmanaged
    {
        var type = Value(scalar.ToString());
        if (type.Kind != CompactKind.Scalar || type.Scalar != scalar)
        {
            value = default;
            return false;
        }
        value = Unsafe.ReadUnaligned<T>(ref Raw(scalar));
        return true;
    }

    /// <summary>Any integer, if it lies within the range.</summary>
    Int128 Integer(Int128 min, Int128 max, string wanted)
    {
        var scalar = Value(wanted).Scalar;
        Int128 value;
        switch (scalar)
        {
            case Scalar.SByte or Scalar.Byte or Scalar.Int16 or Scalar.UInt16 or Scalar.Int32 or Scalar.UInt32 or Scalar.Int64
                or Scalar.IntPtr:
                value = CompactScalars.Extend(scalar, ref Raw(scalar));
                break;
            case Scalar.UInt64 or Scalar.UIntPtr:
                value = Unsafe.ReadUnaligned<ulong>(ref Raw(scalar));
                break;
            case Scalar.Int128:
                value = Unsafe.ReadUnaligned<Int128>(ref Raw(scalar));
                break;
            case Scalar.UInt128:
                var big = Unsafe.ReadUnaligned<UInt128>(ref Raw(scalar));
                value = big <= (UInt128)System.Int128.MaxValue ? (Int128)big : throw OutOfRange(big, wanted);
                break;
            case Scalar.BigInteger:
                var any = TakeSmallInteger(wanted);
                value = any >= System.Int128.MinValue && any <= System.Int128.MaxValue ? (Int128)any : throw OutOfRange(any, wanted);
                break;
            default:
                throw Mismatch(wanted);
        }
        return value >= min && value <= max ? value : throw OutOfRange(value, wanted);
    }

    /// <summary>A number as double, if nothing is lost on the way to the width that is wanted.</summary>
    double Floating(string wanted, Func<double, double> narrow)
    {
        var scalar = Value(wanted).Scalar;
        double value;
        switch (scalar)
        {
            case Scalar.Half:
                value = (double)Unsafe.ReadUnaligned<Half>(ref Raw(scalar));
                break;
            case Scalar.Single:
                value = Unsafe.ReadUnaligned<float>(ref Raw(scalar));
                break;
            case Scalar.Double:
                value = Unsafe.ReadUnaligned<double>(ref Raw(scalar));
                break;
            default:
                var whole = Integer(System.Int128.MinValue, System.Int128.MaxValue, wanted);
                value = (double)whole;
                if ((BigInteger)value != whole)
                    throw OutOfRange(whole, wanted);
                break;
        }
        return double.IsNaN(value) || narrow(value) == value ? value : throw OutOfRange(value, wanted);
    }

    readonly WireFormatException OutOfRange(IFormattable value, string wanted) =>
        new($"{value.ToString(null, System.Globalization.CultureInfo.InvariantCulture)} is not a value of the reader's {wanted}{Where()}.");
}
