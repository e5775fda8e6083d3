using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Values that are text: the end of the tag, the text and the end of the element are one event of the emitter.</summary>
internal ref partial struct ContractXmlSink<TEmit, TScan>
{
    public void Boolean(bool value)
    {
        BeginValue();
        _emit.Boolean(value, in _tag);
        EndValue();
    }

    /// <summary>The number of the UTF-16 unit.</summary>
    public void Char(char value) => Int32(value);

    public void SByte(sbyte value) => Int32(value);

    public void Byte(byte value) => Int32(value);

    public void Int16(short value) => Int32(value);

    public void UInt16(ushort value) => Int32(value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Int32(int value)
    {
        BeginValue();
        _emit.Int32(value, in _tag);
        EndValue();
    }

    public void UInt32(uint value)
    {
        BeginValue();
        _emit.UInt32(value, in _tag);
        EndValue();
    }

    public void Int64(long value)
    {
        BeginValue();
        _emit.Int64(value, in _tag);
        EndValue();
    }

    public void UInt64(ulong value)
    {
        BeginValue();
        _emit.UInt64(value, in _tag);
        EndValue();
    }

    public void Int128(Int128 value) => Text(value.ToString(null, CultureInfo.InvariantCulture));

    public void UInt128(UInt128 value) => Text(value.ToString(null, CultureInfo.InvariantCulture));

    public void BigInteger(BigInteger value) => Text(value.ToString(null, CultureInfo.InvariantCulture));

    public void Half(Half value) => Single((float)value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Single(float value)
    {
        BeginValue();
        _emit.Single(value, in _tag);
        EndValue();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Double(double value)
    {
        BeginValue();
        _emit.Double(value, in _tag);
        EndValue();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Decimal(decimal value)
    {
        BeginValue();
        _emit.Decimal(value, in _tag);
        EndValue();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void DateTime(DateTime value)
    {
        BeginValue();
        _emit.DateTime(value, in _tag);
        EndValue();
    }

    public void DateOnly(DateOnly value)
    {
        BeginValue();
        _emit.DateOnly(value, in _tag);
        EndValue();
    }

    public void TimeOnly(TimeOnly value)
    {
        BeginValue();
        _emit.TimeOnly(value, in _tag);
        EndValue();
    }

    public void TimeSpan(TimeSpan value)
    {
        BeginValue();
        _emit.TimeSpan(value, in _tag);
        EndValue();
    }

    public void Guid(Guid value)
    {
        BeginValue();
        _emit.Guid(value, in _tag);
        EndValue();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void String(string? value)
    {
        if (value is null)
            Null();
        else if (!(_profile.Preserves && _depth > 0 && Reference(value)))
            Text(value);
    }

    void Text(string value)
    {
        if (value.Length == 0 && !TEmit.IsWriter)
        {
            EndEmpty();
            return;
        }
        BeginValue();
        _emit.Text(value, in _tag);
        EndValue();
    }

    public void Bytes(byte[]? value)
    {
        if (value is null)
            Null();
        else if (!(_profile.Preserves && _depth > 0 && Reference(value)))
            Base64(value);
    }

    void Base64(byte[] value)
    {
        if (value.Length == 0 && !TEmit.IsWriter)
        {
            EndEmpty();
            return;
        }
        BeginValue();
        _emit.Base64(value, in _tag);
        EndValue();
    }

    /// <summary>A contract of two members: the instant in UTC, the offset in minutes.</summary>
    public void DateTimeOffset(DateTimeOffset value)
    {
        // Of a writer the member around has done so; what a provider carries is declared as what it is.
        bool isProvided = _profile.Options.Convention.HasProvider && Place()?.WithoutNullable is SurrogateModel;
        WriteMoment(value, declares: !TEmit.IsWriter && !isProvided);
    }

    void WriteMoment(DateTimeOffset value, bool declares)
    {
        var table = ContractXmlTable.OfDateTimeOffset;
        Enter(table, 2);
        if (declares)
            Declare(table.Namespace);
        Open(table, 0, table.Namespace, false);
        DateTime(value.UtcDateTime);
        Open(table, 1, table.Namespace, false);
        Int32(value.TotalOffsetMinutes);
        Leave();
    }

    public void Enum(TypeModel model, long value)
    {
        BeginValue();
        _emit.Enum(ContractXmlEnum.Of((EnumModel)model), value, in _tag);
        EndValue();
    }
}
