using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using System.Text;
using System.Text.Unicode;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>The scalars: by the record that the announcement made current.</summary>
internal ref partial struct ProtobufSink
{
    static readonly UTF8Encoding Strict = new(false, true);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void Put<T>(T value) where T : unmanaged
    {
        ulong tag = _record.Tag;
        if ((tag & ProtobufRecord.IsWrapped) != 0)
            PutWrapped(value);
        else
            _out.Advance(ProtobufValues.Put(ref _out.Reserve(ProtobufValues.Room), tag, value));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void PutWrapped<T>(T value) where T : unmanaged
    {
        var field = _record.Field;
        OpenWrapper(field, chained: false);
        ulong tag = field.Inner.Tag;
        // The sign of a zero is a value: Google's wrappers write it, protobuf-net's do not.
        if (field.IsGoogle && IsNegativeZero(value))
            tag &= ~ProtobufRecord.OmitsZero;
        _out.Advance(ProtobufValues.Put(ref _out.Reserve(ProtobufValues.Room), tag, value));
        Close();
    }

    static bool IsNegativeZero<T>(T value) =>
        value is float single
            ? BitConverter.SingleToInt32Bits(single) == int.MinValue
            : value is double number && BitConverter.DoubleToInt64Bits(number) == long.MinValue;

    public void Enum(TypeModel model, long value)
    {
        ulong tag = _record.Tag;
        if ((tag & ProtobufRecord.IsWrapped) != 0)
            PutWrapped(value);
        else
            _out.Advance(ProtobufValues.PutVarint(ref _out.Reserve(ProtobufValues.Room), tag, (ulong)value));
    }

    public void Boolean(bool value) => Put(value);

    public void Char(char value) => Put(value);

    public void SByte(sbyte value) => Put(value);

    public void Byte(byte value) => Put(value);

    public void Int16(short value) => Put(value);

    public void UInt16(ushort value) => Put(value);

    public void Int32(int value) => Put(value);

    public void UInt32(uint value) => Put(value);

    public void Int64(long value) => Put(value);

    public void UInt64(ulong value) => Put(value);

    public void Int128(Int128 value) => Put(value);

    public void UInt128(UInt128 value) => Put(value);

    public void Half(Half value) => Put(value);

    public void Single(float value) => Put(value);

    public void Double(double value) => Put(value);

    public void Decimal(decimal value) => Put(value);

    public void Guid(Guid value) => Put(value);

    public void DateTime(DateTime value) => Put(value);

    public void DateTimeOffset(DateTimeOffset value) => Put(value);

    public void TimeSpan(TimeSpan value) => Put(value);

    public void DateOnly(DateOnly value) => Put(value);

    public void TimeOnly(TimeOnly value) => Put(value);

    public void BigInteger(BigInteger value)
    {
        if (value.IsZero)
        {
            if ((_record.Tag & ProtobufRecord.OmitsZero) == 0)
                PutBytes([]);
            return;
        }
        PutBytes(value.ToByteArray());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Bytes(byte[]? value)
    {
        if (value is null)
            Null();
        else if (_record.Field.Encoding == ProtobufEncoding.Raw)
            _out.Write(value);
        else
            PutBytes(value);
    }

    void PutBytes(ReadOnlySpan<byte> value)
    {
        var field = _record.Field;
        ulong tag = _record.Tag;
        bool wrapped = field.ValueWrap != ProtobufWrap.None;
        if (wrapped)
        {
            OpenWrapper(field, chained: false);
            tag = field.Inner.Tag;
        }
        ref byte place = ref _out.Reserve(16);
        int n = ProtobufValues.PutTag(ref place, tag);
        _out.Advance(n + ProtobufVarint.Put(ref Unsafe.Add(ref place, n), (ulong)value.Length));
        _out.Write(value);
        if (wrapped)
            Close();
    }

    public void String(string? value)
    {
        if (value is null)
            Null();
        else if ((_record.Tag & ProtobufRecord.IsWrapped) != 0)
            PutWrapped(value);
        else
            PutString(_record.Tag, value);
    }

    void PutWrapped(string value)
    {
        var field = _record.Field;
        OpenWrapper(field, chained: false);
        PutString(field.Inner.Tag, value);
        Close();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void PutString(ulong tag, string value)
    {
        int length = value.Length;
        if (length <= Utf8Short.Longest)
        {
            // The length of these is one byte always, so that the text is written where it stays.
            ref byte place = ref _out.Reserve(16 + (3 * Utf8Short.Longest));
            int n = ProtobufValues.PutTag(ref place, tag);
            ref byte text = ref Unsafe.Add(ref place, n + 1);
            ref char source = ref MemoryMarshal.GetReference(value.AsSpan());
            int bytes = length;
            if (!(Avx2.IsSupported ? Utf8Short.TryNarrow(ref source, ref text, length) : Utf8Strings.TryNarrowAscii(ref text, value)))
                bytes = Utf8Short.Encode(ref source, ref text, length);
            if (bytes >= 0)
            {
                Unsafe.Add(ref place, n) = (byte)bytes;
                _out.Advance(n + 1 + bytes);
                return;
            }
        }
        PutLongString(tag, value);
    }

    void PutLongString(ulong tag, string value)
    {
        int length = value.Length;
        if (length > (Array.MaxLength - 64) / 3)
        {
            PutHugeString(tag, value);
            return;
        }
        ref byte place = ref _out.Reserve(32 + Utf8Runs.MaxBytes(length));
        int n = ProtobufValues.PutTag(ref place, tag);
        int at = n + ProtobufVarint.Length((ulong)length);
        if (Utf8Strings.TryNarrowAscii(ref Unsafe.Add(ref place, at), value))
        {
            ProtobufVarint.PutExact(ref Unsafe.Add(ref place, n), (ulong)length, at - n);
            _out.Advance(at + length);
            return;
        }
        int read = Utf8Runs.WriteWhole(ref Unsafe.Add(ref place, at), value, out int bytes);
        if (read < length)
            throw HalfPair(value, read);
        var target = MemoryMarshal.CreateSpan(ref place, 32 + (3 * length));
        int moved = n + ProtobufVarint.Length((ulong)bytes);
        if (moved != at)
            target.Slice(at, bytes).CopyTo(target[moved..]);
        ProtobufVarint.PutExact(ref Unsafe.Add(ref place, n), (ulong)bytes, moved - n);
        _out.Advance(moved + bytes);
    }

    /// <summary>So long that three bytes for each unit cannot be reserved: measured first.</summary>
    void PutHugeString(ulong tag, string value)
    {
        int bytes;
        try
        {
            bytes = Strict.GetByteCount(value);
        }
        catch (EncoderFallbackException e)
        {
            throw HalfPair(value, e.Index);
        }
        ref byte place = ref _out.Reserve(16);
        int n = ProtobufValues.PutTag(ref place, tag);
        _out.Advance(n + ProtobufVarint.Put(ref Unsafe.Add(ref place, n), (ulong)bytes));
        Strict.GetBytes(value, MemoryMarshal.CreateSpan(ref _out.Take(bytes), bytes));
    }

    /// <summary>protobuf-net writes U+FFFD in its place, which changes the value in silence.</summary>
    readonly NotSupportedException HalfPair(string value, int at) =>
        new($"Field '{_record.Field.Name}': the text has half a surrogate pair, U+{(int)value[at]:X4}, at character {at}, which UTF-8 cannot carry.");

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte BeginRun(MemberTable table, int first) => ref _out.Reserve(Unsafe.As<ProtobufTable>(table).RunSizes[first]);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ref byte Put<T>(ref byte cursor, MemberTable table, int index, T value) where T : unmanaged =>
        ref Unsafe.Add(ref cursor, ProtobufValues.Put(ref cursor, Unsafe.As<ProtobufTable>(table).RecordAt(index).Tag, value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ref byte PutNull(ref byte cursor, MemberTable table, int index) => ref cursor;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndRun(ref byte cursor) => _out.AdvanceTo(ref cursor);
}
