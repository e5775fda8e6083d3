using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>The scalars outside of packed blocks: in the same fixed-width form as in them, or with a length before.</summary>
internal ref partial struct CompactSink
{
    public void Enum(TypeModel model, long value)
    {
        // The low bytes of the sign- or zero-extended bits are the underlying integer.
        switch (Isomer.Model.Scalars.Width(((EnumModel)model).Underlying))
        {
            case 1:
                _out.Put((byte)value);
                break;
            case 2:
                _out.Put((short)value);
                break;
            case 4:
                _out.Put((int)value);
                break;
            default:
                _out.Put(value);
                break;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Boolean(bool value) => _out.Put(value ? (byte)1 : (byte)0);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Char(char value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SByte(sbyte value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Byte(byte value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Int16(short value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void UInt16(ushort value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Int32(int value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void UInt32(uint value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Int64(long value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void UInt64(ulong value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Int128(Int128 value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void UInt128(UInt128 value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Half(Half value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Single(float value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Double(double value) => _out.Put(value);

    public void Decimal(decimal value) => _out.Advance(CompactDecimal.Put(ref _out.Reserve(CompactDecimal.MaxLength), value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Guid(Guid value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void DateTime(DateTime value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void TimeSpan(TimeSpan value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void DateOnly(DateOnly value) => _out.Put(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void TimeOnly(TimeOnly value) => _out.Put(value);

    public void DateTimeOffset(DateTimeOffset value) => Packed.PutDateTimeOffset(ref _out.Take(10), 0, value);

    public void BigInteger(BigInteger value)
    {
        int length = value.GetByteCount();
        Varint((ulong)length);
        value.TryWriteBytes(MemoryMarshal.CreateSpan(ref _out.Take(length), length), out _);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void String(string? value)
    {
        if (value is null)
            _out.Put(CompactMark.Null);
        else
            CompactStrings.Write(ref _out, value);
    }

    public void Bytes(byte[]? value)
    {
        if (value is null)
        {
            _out.Put(CompactMark.Null);
            return;
        }
        Varint((ulong)value.Length);
        _out.WriteLarge(value);
    }
}
