using System.Buffers.Binary;

namespace OwnFormat;

/// <summary>
/// Values: numbers in the shortest form that is exact, the rest under registered tags. Numbers of fewer bits come as 64, Half as a double.
/// </summary>
sealed partial class CborWriter
{
    static readonly UTF8Encoding s_utf8 = new(false, throwOnInvalidBytes: true);
    public override void Boolean(bool value) => output.WriteByte(value ? Major.True : Major.False);

    /// <summary>As text; half of a pair, which no text can be, as its number.</summary>
    public override void Char(char value)
    {
        if (char.IsSurrogate(value))
            UInt64(value);
        else
            Text([value]);
    }

    /// <summary>-1 - n stands for a negative number.</summary>
    public override void Int64(long value) => Head(value < 0 ? Major.Negative : Major.Unsigned, (ulong)(value < 0 ? ~value : value));
    public override void UInt64(ulong value) => Head(Major.Unsigned, value);

    public override void BigInteger(BigInteger value)
    {
        bool negative = value.Sign < 0;
        var argument = negative ? -1 - value : value;
        if (argument <= ulong.MaxValue)
        {
            Head(negative ? Major.Negative : Major.Unsigned, (ulong)argument);
            return;
        }
        Head(Major.Tag, negative ? 3u : 2u);
        Bytes(argument.ToByteArray(isUnsigned: true, isBigEndian: true));
    }

    public override void Double(double value)
    {
        var to = output.GetSpan(9);
        if ((double)(Half)value == value || double.IsNaN(value))
        {
            to[0] = 0xF9;
            BinaryPrimitives.WriteHalfBigEndian(to[1..], double.IsNaN(value) ? BitConverter.UInt16BitsToHalf(0x7E00) : (Half)value);
            output.Advance(3);
        }
        else if ((float)value == value)
        {
            to[0] = 0xFA;
            BinaryPrimitives.WriteSingleBigEndian(to[1..], (float)value);
            output.Advance(5);
        }
        else
        {
            to[0] = 0xFB;
            BinaryPrimitives.WriteDoubleBigEndian(to[1..], value);
            output.Advance(9);
        }
    }

    /// <summary>4([exponent, mantissa]), so that 1.50 keeps its places.</summary>
    public override void Decimal(decimal value)
    {
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(value, parts);
        BigInteger mantissa = new UInt128((uint)parts[2], (ulong)(uint)parts[1] << 32 | (uint)parts[0]);
        Head(Major.Tag, 4);
        Head(Major.Array, 2);
        Int64(-value.Scale);
        BigInteger(parts[3] < 0 ? -mantissa : mantissa);
    }

    public override void String(string? value)
    {
        if (value is null)
            Null();
        else
            Text(value);
    }

    void Text(ReadOnlySpan<char> value)
    {
        try
        {
            int length = s_utf8.GetByteCount(value);
            Head(Major.Text, (ulong)length);
            output.Advance(s_utf8.GetBytes(value, output.GetSpan(length)));
        }
        catch (EncoderFallbackException e)
        {
            throw new NotSupportedException("A text has half of a surrogate pair, which no UTF-8 stands for.", e);
        }
    }

    public override void Bytes(byte[]? value)
    {
        if (value is null)
        {
            Null();
            return;
        }
        Head(Major.Bytes, (ulong)value.Length);
        output.Write(value);
    }

    public override void Guid(Guid value)
    {
        Head(Major.Tag, 37);
        Bytes(value.ToByteArray(bigEndian: true));
    }

    /// <summary>Tag 0 stands for an instant; a time without offset is none, and is text alone.</summary>
    public override void DateTime(DateTime value)
    {
        if (value.Kind != DateTimeKind.Unspecified)
            Head(Major.Tag, 0);
        Ascii(FormatText.Write(_text, value));
    }

    public override void DateTimeOffset(DateTimeOffset value)
    {
        Head(Major.Tag, 0);
        Ascii(FormatText.Write(_text, value));
    }

    public override void TimeSpan(TimeSpan value) => Ascii(FormatText.Write(_text, value));

    /// <summary>Tag 1004 (RFC 8943): a day.</summary>
    public override void DateOnly(DateOnly value)
    {
        Head(Major.Tag, 1004);
        Ascii(FormatText.Write(_text, value));
    }

    public override void TimeOnly(TimeOnly value) => Ascii(FormatText.Write(_text, value));
    readonly byte[] _text = new byte[FormatText.MaxLength];

    void Ascii(int length)
    {
        Head(Major.Text, (ulong)length);
        output.Write(_text.AsSpan(0, length));
    }
}
