using System.Buffers.Text;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Formats;

/// <summary>
/// Scalars of bounded length with their tags: each method stores at a place where <see cref="Room"/> bytes are reserved and
/// returns how many it used; none for a zero that is left out. The tag word is that of <see cref="ProtobufRecord"/>.
/// </summary>
internal static partial class ProtobufValues
{
    /// <summary>No scalar needs more: a Guid as text is 36 bytes, its length 1, the tag 5; then 8 for stores that are too wide.</summary>
    public const int Room = 56;

    const ulong EncodingMask = 0xFFUL << 48;

    static bool Omits(ulong tag) => (tag & ProtobufRecord.OmitsZero) != 0;

    static bool IsGoogle(ulong tag) => (tag & ProtobufRecord.Truncates) != 0;

    static ProtobufEncoding EncodingOf(ulong tag) => (ProtobufEncoding)(byte)(tag >> 48);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int PutTag(ref byte place, ulong tag)
    {
        Unsafe.WriteUnaligned(ref place, tag);
        return (int)(tag >> 40) & 0xFF;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Put<T>(ref byte place, ulong tag, T value) where T : unmanaged
    {
        if (typeof(T) == typeof(int))
            return PutInt32(ref place, tag, (int)(object)value);
        if (typeof(T) == typeof(short))
            return PutInt32(ref place, tag, (short)(object)value);
        if (typeof(T) == typeof(sbyte))
            return PutInt32(ref place, tag, (sbyte)(object)value);
        if (typeof(T) == typeof(long))
            return PutInt64(ref place, tag, (long)(object)value);
        if (typeof(T) == typeof(uint))
            return PutUInt32(ref place, tag, (uint)(object)value);
        if (typeof(T) == typeof(ushort))
            return PutUInt32(ref place, tag, (ushort)(object)value);
        if (typeof(T) == typeof(byte))
            return PutUInt32(ref place, tag, (byte)(object)value);
        if (typeof(T) == typeof(char))
            return PutVarint(ref place, tag, (char)(object)value);
        if (typeof(T) == typeof(bool))
            return PutVarint(ref place, tag, (bool)(object)value ? 1u : 0u);
        if (typeof(T) == typeof(ulong))
            return PutUInt64(ref place, tag, (ulong)(object)value);
        if (typeof(T) == typeof(float))
            return PutSingle(ref place, tag, (float)(object)value);
        if (typeof(T) == typeof(double))
            return PutDouble(ref place, tag, (double)(object)value);
        if (typeof(T) == typeof(decimal))
            return PutDecimal(ref place, tag, (decimal)(object)value);
        if (typeof(T) == typeof(DateTime))
            return PutDateTime(ref place, tag, (DateTime)(object)value);
        if (typeof(T) == typeof(TimeSpan))
            return PutTimeSpan(ref place, tag, (TimeSpan)(object)value);
        if (typeof(T) == typeof(Guid))
            return PutGuid(ref place, tag, (Guid)(object)value);
        if (typeof(T) == typeof(DateOnly))
            return PutVarint(ref place, tag, (ulong)((DateOnly)(object)value).DayNumber);
        if (typeof(T) == typeof(TimeOnly))
            return PutVarint(ref place, tag, (ulong)((TimeOnly)(object)value).Ticks);
        if (typeof(T) == typeof(DateTimeOffset))
            return PutDateTimeOffset(ref place, tag, (DateTimeOffset)(object)value);
        if (typeof(T) == typeof(Half))
            return PutSingle(ref place, tag, (float)(Half)(object)value);
        if (typeof(T) == typeof(Int128))
            return PutInteger(ref place, tag, (Int128)(object)value);
        if (typeof(T) == typeof(UInt128))
            return PutInteger(ref place, tag, (UInt128)(object)value);
        throw new NotSupportedException($"'{typeof(T)}' is not a scalar.");
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int PutInt32(ref byte place, ulong tag, int value)
    {
        if (value == 0 && Omits(tag))
            return 0;
        int n = PutTag(ref place, tag);
        return (tag & EncodingMask) == 0
            ? n + ProtobufVarint.Put(ref Unsafe.Add(ref place, n), (ulong)value)
            : n + PutSigned(ref Unsafe.Add(ref place, n), tag, value, 4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int PutInt64(ref byte place, ulong tag, long value)
    {
        if (value == 0 && Omits(tag))
            return 0;
        int n = PutTag(ref place, tag);
        return (tag & EncodingMask) == 0
            ? n + ProtobufVarint.Put(ref Unsafe.Add(ref place, n), (ulong)value)
            : n + PutSigned(ref Unsafe.Add(ref place, n), tag, value, 8);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int PutSigned(ref byte place, ulong tag, long value, int width)
    {
        if (EncodingOf(tag) == ProtobufEncoding.ZigZag)
            return ProtobufVarint.Put(ref place, ProtobufVarint.ZigZag(value));
        Unsafe.WriteUnaligned(ref place, value);
        return width;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int PutUInt32(ref byte place, ulong tag, uint value)
    {
        if (value == 0 && Omits(tag))
            return 0;
        int n = PutTag(ref place, tag);
        return (tag & EncodingMask) == 0
            ? n + ProtobufVarint.Put(ref Unsafe.Add(ref place, n), value)
            : n + PutSigned(ref Unsafe.Add(ref place, n), tag, value, 4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int PutUInt64(ref byte place, ulong tag, ulong value)
    {
        if (value == 0 && Omits(tag))
            return 0;
        int n = PutTag(ref place, tag);
        return (tag & EncodingMask) == 0
            ? n + ProtobufVarint.Put(ref Unsafe.Add(ref place, n), value)
            : n + PutSigned(ref Unsafe.Add(ref place, n), tag, (long)value, 8);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int PutVarint(ref byte place, ulong tag, ulong value)
    {
        if (value == 0 && Omits(tag))
            return 0;
        int n = PutTag(ref place, tag);
        return n + ProtobufVarint.Put(ref Unsafe.Add(ref place, n), value);
    }

    /// <summary>Negative zero is zero here, as in protobuf-net; by Google's rules it is a value, as in C++, Java and Python.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int PutSingle(ref byte place, ulong tag, float value)
    {
        if (value == 0 && Omits(tag) && !(float.IsNegative(value) && IsGoogle(tag)))
            return 0;
        int n = PutTag(ref place, tag);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, n), value);
        return n + 4;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int PutDouble(ref byte place, ulong tag, double value)
    {
        if (value == 0 && Omits(tag) && !(double.IsNegative(value) && IsGoogle(tag)))
            return 0;
        int n = PutTag(ref place, tag);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, n), value);
        return n + 8;
    }

    /// <summary>A message of fewer than 128 bytes, whose body stands already behind the tag and one byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int Close(ref byte place, ulong tag, int n, int body)
    {
        Unsafe.Add(ref place, n) = (byte)body;
        return n + 1 + body;
    }

    /// <summary>A group of these is opened by its tag and closed by the same tag with another wire type.</summary>
    static int CloseGroup(ref byte place, ulong tag, int n, int body)
    {
        // The body was stored one byte further on, for the length that a group does not have.
        MemoryMarshal.CreateSpan(ref Unsafe.Add(ref place, n + 1), body)
            .CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref place, n), body));
        PutTag(ref Unsafe.Add(ref place, n + body), tag + 1);
        return n + body + n;
    }

    /// <summary>A decimal as it lies in memory.</summary>
    internal struct DecimalParts
    {
        public uint Flags;
        public uint High;
        public ulong Low;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int PutDecimal(ref byte place, ulong tag, decimal value)
    {
        var parts = Unsafe.BitCast<decimal, DecimalParts>(value);
        if ((parts.Low | parts.High) == 0 && Omits(tag))
            return 0;
        int n = PutTag(ref place, tag);
        ref byte body = ref Unsafe.Add(ref place, n + 1);
        // The scale stands in bits 16 to 23 and the sign in bit 31; here the scale is shifted by one above the sign.
        uint signScale = ((parts.Flags >> 15) & 0x1FE) | (parts.Flags >> 31);
        if (parts.Low - 1 < (1UL << 56) - 1 && parts.High == 0 && EncodingOf(tag) == ProtobufEncoding.Bcl)
        {
            // Nearly all: two wide stores, and the length is known of the number's own. 25 of 130 us of the orders were decimals.
            body = 0x08;
            int end = 1 + ProtobufVarint.Put(ref Unsafe.Add(ref body, 1), parts.Low);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref body, end), (ushort)(0x18 | (signScale << 8)));
            return Close(ref place, tag, n, signScale == 0 ? end : end + 2);
        }
        if (EncodingOf(tag) == ProtobufEncoding.Text)
        {
            value.TryFormat(MemoryMarshal.CreateSpan(ref body, 40), out int length, default,
                System.Globalization.CultureInfo.InvariantCulture);
            return Close(ref place, tag, n, length);
        }
        int at = 0;
        if (parts.Low != 0)
        {
            body = 0x08;
            at = 1 + ProtobufVarint.Put(ref Unsafe.Add(ref body, 1), parts.Low);
        }
        if (parts.High != 0)
        {
            Unsafe.Add(ref body, at) = 0x10;
            at += 1 + ProtobufVarint.Put(ref Unsafe.Add(ref body, at + 1), parts.High);
        }
        if (signScale != 0)
        {
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref body, at), (ushort)(0x18 | (signScale << 8)));
            at += 2;
        }
        return Close(ref place, tag, n, at);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int PutGuid(ref byte place, ulong tag, Guid value)
    {
        if (value == default && Omits(tag))
            return 0;
        int n = PutTag(ref place, tag);
        ref byte body = ref Unsafe.Add(ref place, n + 1);
        bool group = (tag & ProtobufRecord.IsGroup) != 0;
        if (value == default)
            return group ? CloseGroup(ref place, tag, n, 0) : Close(ref place, tag, n, 0);
        switch (EncodingOf(tag))
        {
            case ProtobufEncoding.Text:
                Utf8Formatter.TryFormat(value, MemoryMarshal.CreateSpan(ref body, 36), out int length);
                return Close(ref place, tag, n, length);
            case ProtobufEncoding.GuidBytes:
                value.TryWriteBytes(MemoryMarshal.CreateSpan(ref body, 16), bigEndian: true, out _);
                return Close(ref place, tag, n, 16);
            default:
                body = 0x09;
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref body, 1), value);
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref body, 10), Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref body, 9)));
                Unsafe.Add(ref body, 9) = 0x11;
                return group ? CloseGroup(ref place, tag, n, 18) : Close(ref place, tag, n, 18);
        }
    }

    /// <summary>Two's complement, little-endian, as few bytes as hold it: as <see cref="BigInteger"/> has it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int PutInteger(ref byte place, ulong tag, BigInteger value)
    {
        if (value.IsZero && Omits(tag))
            return 0;
        int n = PutTag(ref place, tag);
        int length = 0;
        if (!value.IsZero)
            value.TryWriteBytes(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref place, n + 1), 24), out length);
        return Close(ref place, tag, n, length);
    }
}
