using System.Runtime.CompilerServices;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Values of a fixed size, each in the shortest record that holds it; those that the framework writes as text are text.</summary>
internal ref partial struct ContractBinaryEmitter
{
    /// <summary>Room for every record of a fixed size.</summary>
    const int Longest = 24;

    /// <summary>A record's first byte and so many bytes of value were put here.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void Taken(int count)
    {
        Ask(count);
        _out.Advance(count);
    }

    public void Boolean(bool value, in ContractTag tag)
    {
        PutByte(value ? XmlRecord.True + XmlRecord.WithEnd : XmlRecord.False + XmlRecord.WithEnd);
    }

    public void Int32(int value, in ContractTag tag)
    {
        PutInteger(value, XmlRecord.WithEnd);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void PutInteger(int value, int end)
    {
        ref byte to = ref _out.Reserve(Longest);
        if (value == (short)value)
        {
            if ((uint)value <= 1)
            {
                to = (byte)(XmlRecord.Zero + (2 * value) + end);
                Taken(1);
                return;
            }
            bool isByte = value == (sbyte)value;
            to = (byte)((isByte ? XmlRecord.Int8 : XmlRecord.Int16) + end);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 1), (short)value);
            Taken(isByte ? 2 : 3);
            return;
        }
        to = (byte)(XmlRecord.Int32 + end);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 1), value);
        Taken(5);
    }

    public void UInt32(uint value, in ContractTag tag) => Int64(value, in tag);

    public void Int64(long value, in ContractTag tag)
    {
        if (value == (int)value)
        {
            PutInteger((int)value, XmlRecord.WithEnd);
            return;
        }
        PutEight(XmlRecord.Int64, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void PutEight(byte record, long value)
    {
        ref byte to = ref _out.Reserve(Longest);
        to = (byte)(record + XmlRecord.WithEnd);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 1), value);
        Taken(9);
    }

    /// <summary>As text, for DataContractSerializer asks for that.</summary>
    public void UInt64(ulong value, in ContractTag tag)
    {
        if (value <= 1)
        {
            PutByte((value == 0 ? XmlRecord.Zero : XmlRecord.One) + XmlRecord.WithEnd);
            return;
        }
        ref byte to = ref _out.Reserve(Longest + 2);
        PutAscii(ref to, Utf8Integers.WriteUInt64(ref Unsafe.Add(ref to, 2), value));
    }

    /// <summary>A text of so many characters was put behind its record.</summary>
    void PutAscii(ref byte to, int length)
    {
        to = XmlRecord.Chars8 + XmlRecord.WithEnd;
        Unsafe.Add(ref to, 1) = (byte)length;
        Ask(2 + (3 * length));
        _out.Advance(2 + length);
    }

    /// <summary>A whole number of 16 bits is written as one; so minus zero is zero.</summary>
    public void Single(float value, in ContractTag tag)
    {
        if (value >= short.MinValue && value <= short.MaxValue && (short)value == value)
        {
            PutInteger((short)value, XmlRecord.WithEnd);
            return;
        }
        ref byte to = ref _out.Reserve(Longest);
        to = XmlRecord.Single + XmlRecord.WithEnd;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 1), value);
        Taken(5);
    }

    public void Double(double value, in ContractTag tag)
    {
        if (double.IsInfinity(value) || (value >= float.MinValue && value <= float.MaxValue && (float)value == value))
        {
            Single((float)value, in tag);
            return;
        }
        PutEight(XmlRecord.Double, BitConverter.DoubleToInt64Bits(value));
    }

    public void Decimal(decimal value, in ContractTag tag)
    {
        ref byte to = ref _out.Reserve(Longest);
        to = XmlRecord.Decimal + XmlRecord.WithEnd;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 1), value);
        Taken(17);
    }

    public void DateTime(DateTime value, in ContractTag tag) => PutEight(XmlRecord.DateTime, TicksOf(value));

    /// <summary>The ticks, of local time in UTC, with the kind in the two upper bits.</summary>
    static long TicksOf(DateTime value) => value.Kind switch
    {
        DateTimeKind.Utc => value.Ticks | 0x4000000000000000L,
        DateTimeKind.Local => value.ToUniversalTime().Ticks | long.MinValue,
        _ => value.Ticks,
    };

    public void DateOnly(DateOnly value, in ContractTag tag)
    {
        ref byte to = ref _out.Reserve(64);
        PutAscii(ref to, Utf8Dates.WriteDateOnly(ref Unsafe.Add(ref to, 2), value));
    }

    public void TimeOnly(TimeOnly value, in ContractTag tag)
    {
        ref byte to = ref _out.Reserve(64);
        PutAscii(ref to, XmlDates.WriteTimeOnly(ref Unsafe.Add(ref to, 2), value));
    }

    public void TimeSpan(TimeSpan value, in ContractTag tag)
    {
        ref byte to = ref _out.Reserve(64);
        PutAscii(ref to, XmlDates.WriteDuration(ref Unsafe.Add(ref to, 2), value));
    }

    public void Guid(Guid value, in ContractTag tag)
    {
        ref byte to = ref _out.Reserve(64);
        PutAscii(ref to, Utf8Guids.Write(ref Unsafe.Add(ref to, 2), value));
    }

    /// <summary>Flags: a record for each name and each space between.</summary>
    public void Enum(ContractXmlEnum names, long value, in ContractTag tag)
    {
        var pieces = names.NamesOf(value);
        if (pieces.Length == 0)
            EndEmpty();
        for (int i = 0; i < pieces.Length; i++)
        {
            if (i > 0)
                PutText(" ", 0);
            PutText(pieces[i], i == pieces.Length - 1 ? XmlRecord.WithEnd : 0);
        }
    }

    public void QName(ReadOnlySpan<byte> prefix, string name, string ns, in ContractTag tag)
    {
        if (prefix.Length > 0)
        {
            PutText(System.Text.Encoding.ASCII.GetString(prefix[..^1]), 0);
            PutText(":", 0);
        }
        PutText(name, XmlRecord.WithEnd);
    }
}
