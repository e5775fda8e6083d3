using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>Scalars: numbers and text are plain JSON's; Guids, dates, times and enums are not.</summary>
internal ref partial struct FastJsonSink
{
    public void Boolean(bool value) => _json.Boolean(value);

    public void Char(char value) => _json.Char(value);

    public void SByte(sbyte value) => _json.Int32(value);

    public void Byte(byte value) => _json.UInt32(value);

    public void Int16(short value) => _json.Int32(value);

    public void UInt16(ushort value) => _json.UInt32(value);

    public void Int32(int value) => _json.Int32(value);

    public void UInt32(uint value) => _json.UInt32(value);

    public void Int64(long value) => _json.Int64(value);

    public void UInt64(ulong value) => _json.UInt64(value);

    public void Single(float value) => _json.Single(value);

    public void Double(double value) => _json.Double(value);

    public void Decimal(decimal value) => _json.Decimal(value);

    public void Bytes(byte[]? value)
    {
        if (value is null)
        {
            Null();
            return;
        }
        _json.Bytes(value);
        Output.Reserve(JsonSink.Room);
    }

    public void Int128(Int128 value)
    {
        if (_profile.LosesTypes)
            WriteEmpty(value);
        else
            _json.Int128(value);
    }

    public void UInt128(UInt128 value)
    {
        if (_profile.LosesTypes)
            WriteEmpty(value);
        else
            _json.UInt128(value);
    }

    public void Half(Half value)
    {
        if (_profile.LosesTypes)
            WriteEmpty(value);
        else
            _json.Half(value);
    }

    public void BigInteger(BigInteger value)
    {
        if (_profile.LosesTypes)
            WriteEmpty(value);
        else
            _json.BigInteger(value);
    }

    public void DateOnly(DateOnly value)
    {
        if (_profile.LosesTypes)
            WriteEmpty(value);
        else
            _json.DateOnly(value);
    }

    public void TimeOnly(TimeOnly value)
    {
        if (_profile.LosesTypes)
            WriteEmpty(value);
        else
            _json.TimeOnly(value);
    }

    /// <summary>A duration as the number of its ticks.</summary>
    public void TimeSpan(TimeSpan value) => _json.Int64(value.Ticks);

    public void Guid(Guid value)
    {
        ref byte to = ref Output.Here;
        Output.Advance(PutGuid(ref to, value));
    }

    public void DateTime(DateTime value)
    {
        ref byte to = ref Output.Here;
        Output.Advance(FastJsonDates.Write(ref to, value, _profile.Rules));
    }

    public void DateTimeOffset(DateTimeOffset value)
    {
        ref byte to = ref Output.Here;
        Output.Advance(FastJsonDates.Write(ref to, value, _profile.Rules));
    }

    public void Enum(TypeModel model, long value)
    {
        var e = (EnumModel)model;
        if (_profile.Options.EnumsAsNames)
        {
            Output.Write(FastJsonEnums.TextOf(e, value));
            Output.Reserve(JsonSink.Room);
        }
        else if (e.Underlying == Scalar.UInt64)
        {
            _json.UInt64((ulong)value);
        }
        else
        {
            _json.Int64(value);
        }
    }

    readonly int PutGuid(ref byte to, Guid value)
    {
        int length = _profile.Rules.Base64Guids
            ? Utf8Base64.WriteGuid(ref Unsafe.Add(ref to, 1), value)
            : Utf8Guids.Write(ref Unsafe.Add(ref to, 1), value);
        to = (byte)'"';
        Unsafe.Add(ref to, length + 1) = (byte)'"';
        return length + 2;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte BeginRun(MemberTable table, int first) => ref _json.BeginRun(table, first);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ref byte Put<T>(ref byte cursor, MemberTable table, int index, T value) where T : unmanaged =>
        ref Put(ref _json.PutName(ref cursor, table, index), value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly ref byte Put<T>(ref byte cursor, T value) where T : unmanaged
    {
        if (typeof(T) == typeof(Guid))
            return ref Unsafe.Add(ref cursor, PutGuid(ref cursor, Unsafe.BitCast<T, Guid>(value)));
        if (typeof(T) == typeof(DateTime))
            return ref Unsafe.Add(ref cursor, FastJsonDates.Write(ref cursor, Unsafe.BitCast<T, DateTime>(value), _profile.Rules));
        if (typeof(T) == typeof(DateTimeOffset))
            return ref Unsafe.Add(ref cursor, FastJsonDates.Write(ref cursor, Unsafe.BitCast<T, DateTimeOffset>(value), _profile.Rules));
        if (typeof(T) == typeof(TimeSpan))
            return ref _json.Put(ref cursor, Unsafe.BitCast<T, TimeSpan>(value).Ticks);
        return ref _json.Put(ref cursor, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ref byte PutNull(ref byte cursor, MemberTable table, int index) => ref _json.PutNull(ref cursor, table, index);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndRun(ref byte cursor) => _json.EndRun(ref cursor);
}
