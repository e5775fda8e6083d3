using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;
using System.Text.Unicode;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>A place in a payload, from which the format's parts are read: each checks that it is there.</summary>
internal ref struct NrbfBytes(ReadOnlySpan<byte> payload, int at = 0)
{
    static readonly UTF8Encoding Strict = new(false, true);

    public readonly ReadOnlySpan<byte> Payload { get; } = payload;

    public int At = at;

    public readonly int Remaining => Payload.Length - At;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> Take(int count)
    {
        if ((uint)count > (uint)Remaining)
            throw Short(count);
        At += count;
        return Payload.Slice(At - count, count);
    }

    /// <summary>Passes over so many bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Pass(int count)
    {
        if ((uint)count > (uint)Remaining)
            throw Short(count);
        At += count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte Byte() => At < Payload.Length ? Payload[At++] : throw Short(1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly NrbfRecord Peek() => At < Payload.Length ? (NrbfRecord)Payload[At] : throw NoRecord();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Take(4));

    /// <summary>A number of so many bytes, without a sign.</summary>
    public ulong Number(int width)
    {
        var bytes = Take(width);
        ulong value = 0;
        for (int i = width - 1; i >= 0; i--)
            value = (value << 8) | bytes[i];
        return value;
    }

    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Take(8));

    /// <summary>Passes over the libraries that are told before the record that is for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SkipLibraries()
    {
        if (Peek() == NrbfRecord.Library)
            SkipThem();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void SkipThem()
    {
        while (Peek() == NrbfRecord.Library)
        {
            Take(5);
            Text();
        }
    }

    /// <summary>A number of things of which each takes at least so many bytes.</summary>
    public int Count(int size, string what)
    {
        int count = Int32();
        return count >= 0 && (long)count * size <= Remaining
            ? count
            : throw Fail($"{count} {what} cannot be in the {Remaining} bytes that are left.");
    }

    /// <summary>The bytes of a string.</summary>
    public ReadOnlySpan<byte> Text()
    {
        uint length = 0;
        for (int shift = 0; ; shift += 7)
        {
            byte next = Byte();
            if (shift == 28 && next > 7)
                throw Fail("The length of a string is more than 31 bits long.");
            length |= (uint)(next & 127) << shift;
            if (next < 128)
                break;
        }
        return Take((int)length);
    }

    /// <summary>Passes over a string, which must be one.</summary>
    public void SkipText()
    {
        int start = At;
        if (Text() is var text && !Utf8Strings.IsAscii(ref MemoryMarshal.GetReference(text), text.Length) && !Utf8.IsValid(text))
            throw new WireFormatException("A string is not UTF-8.") { Offset = start };
    }

    public string String(int most = int.MaxValue)
    {
        int start = At;
        var text = Text();
        if (text.Length > most)
            throw new WireFormatException(
                $"A string of {text.Length} bytes is longer than {nameof(Limits)}.{nameof(Limits.MaxStringLength)} allows.")
            { Offset = start };
        if (text.Length <= 1024 && Utf8Strings.TryWidenAscii(ref MemoryMarshal.GetReference(text), text.Length, out string ascii))
            return ascii;
        try
        {
            return Strict.GetString(text);
        }
        catch (DecoderFallbackException)
        {
            throw new WireFormatException("A string is not UTF-8.") { Offset = start };
        }
    }

    public NrbfPrimitive Primitive()
    {
        var primitive = (NrbfPrimitive)Byte();
        return primitive is NrbfPrimitive.Decimal || NrbfPrimitives.Width(primitive) > 0 || primitive == NrbfPrimitive.Char
            ? primitive : throw new WireFormatException($"{(byte)primitive} is no primitive type of a value.") { Offset = At - 1 };
    }

    public NrbfKind Kind()
    {
        byte kind = Byte();
        return kind <= (byte)NrbfKind.PrimitiveArray
            ? (NrbfKind)kind
            : throw new WireFormatException($"{kind} is no kind of a member.") { Offset = At - 1 };
    }

    /// <summary>Passes over values that stand one behind the other. Decimals must be such, for any text would pass.</summary>
    public void Skip(NrbfPrimitive primitive, int count = 1)
    {
        int width = NrbfPrimitives.Width(primitive);
        if (width > 0)
        {
            if ((long)width * count > Remaining)
                throw Fail($"{count} values of {width} bytes cannot be in the {Remaining} bytes that are left.");
            At += width * count;
        }
        else if (primitive != NrbfPrimitive.Decimal)
        {
            SkipChars(count);
        }
        else
        {
            for (int i = 0; i < count; i++)
                SkipDecimal();
        }
    }

    /// <summary>Passes over a value that nobody asks for, which must be one all the same.</summary>
    public void Pass(NrbfPrimitive primitive)
    {
        if (primitive == NrbfPrimitive.DateTime)
            Date();
        else
            Skip(primitive);
    }

    /// <summary>
    /// Passes over a decimal. Up to 16 digits with no more than one point are one, which a look at all of them at once tells; of anything
    /// else the parser decides.
    /// </summary>
    void SkipDecimal()
    {
        int at = At;
        if (Vector128.IsHardwareAccelerated && at + 1 + Vector128<byte>.Count <= Payload.Length)
        {
            ref byte start = ref Unsafe.Add(ref MemoryMarshal.GetReference(Payload), at);
            int length = start;
            if (length <= Vector128<byte>.Count)
            {
                var text = Vector128.LoadUnsafe(ref start, 1);
                uint all = (1u << length) - 1;
                uint digits = Vector128.LessThanOrEqual(text - Vector128.Create((byte)'0'), Vector128.Create((byte)9))
                    .ExtractMostSignificantBits() & all;
                uint points = Vector128.Equals(text, Vector128.Create((byte)'.')).ExtractMostSignificantBits() & all;
                if ((digits | points) == all && digits != 0 && (points & (points - 1)) == 0)
                {
                    At = at + 1 + length;
                    return;
                }
            }
        }
        Decimal();
    }

    /// <summary>A decimal, as text.</summary>
    public decimal Decimal()
    {
        int start = At;
        var text = Text();
        // What the original writes, read with the bytes behind it in sight, which is faster; what it takes beside that (blanks, signs
        // behind, groups) is its own parser's.
        if (!(Utf8Decimals.TryReadShort(ref MemoryMarshal.GetReference(text), text.Length + Remaining, out decimal value, out int consumed)
            && consumed == text.Length)
            && (text.Length > 128 || !decimal.TryParse(text, NumberStyles.Number, CultureInfo.InvariantCulture, out value)))
            throw new WireFormatException("A decimal is not the text of one.") { Offset = start };
        return value;
    }

    /// <summary>A date: its kind in the highest bits, its ticks in the others.</summary>
    public DateTime Date()
    {
        int start = At;
        long bits = Int64();
        return (bits & 0x3FFF_FFFF_FFFF_FFFF) <= DateTime.MaxValue.Ticks
            ? Unsafe.BitCast<long, DateTime>(bits) : throw new WireFormatException("A date is behind the last one.") { Offset = start };
    }

    /// <summary>One UTF-16 unit as UTF-8.</summary>
    public char Char()
    {
        int start = At;
        var status = Rune.DecodeFromUtf8(Payload[At..], out var rune, out int length);
        if (status == OperationStatus.NeedMoreData)
            throw Fail("The payload ends within a char.");
        if (status != OperationStatus.Done || !rune.IsBmp)
            throw new WireFormatException("A char is not one character of UTF-8.") { Offset = start };
        At += length;
        return (char)rune.Value;
    }

    /// <summary>
    /// So many UTF-16 units that stand one behind the other, as an array has them: two are one character where that takes two. They are
    /// turned as a whole; one by one a unit took 1.2 ns.
    /// </summary>
    public void Chars(scoped Span<char> units) => Turn(units, isAll: true);

    /// <summary>Passes over units of an array, or over one that is none of an array, and so no half of a character.</summary>
    void SkipChars(int count)
    {
        if (count == 1)
        {
            Char();
            return;
        }
        if (count <= Remaining && Ascii.IsValid(Payload.Slice(At, count)))
        {
            At += count;
            return;
        }
        Span<char> scratch = stackalloc char[512];
        while (count > 0)
            count -= Turn(scratch[..Math.Min(count, scratch.Length)], isAll: count <= scratch.Length);
    }

    /// <summary>How many units were turned: of a piece the last may be missing, where a pair would begin with it.</summary>
    int Turn(scoped Span<char> units, bool isAll)
    {
        // No unit takes more than three bytes; of what is behind them nothing is asked.
        var bytes = Payload.Slice(At, (int)Math.Min(Remaining, units.Length * 3L));
        var status = Utf8.ToUtf16(bytes, units, out int read, out int written, replaceInvalidSequences: false, isFinalBlock: false);
        At += read;
        if (written == units.Length || (status == OperationStatus.DestinationTooSmall && !isAll))
            return written;
        if (status == OperationStatus.NeedMoreData || At == Payload.Length)
            throw Fail("The payload ends within a char.");
        throw new WireFormatException(
            status == OperationStatus.InvalidData ? "A char is not UTF-8." : "An array of chars ends within a character that takes two.")
        { Offset = At };
    }

    readonly WireFormatException Short(int count) => Fail($"The payload ends within a value: of {count} bytes there are {Remaining}.");

    readonly WireFormatException NoRecord() => Fail("The payload ends where a record is expected.");

    /// <summary>More bytes would help.</summary>
    public readonly WireFormatException Fail(string problem) => new(problem) { Offset = At, IsCut = true };
}
