using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;
using System.Text.Unicode;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// Strings on Compact's wire: a byte 0 is null, else a varint header h says all. Even: h/2 bytes of ASCII, the empty string
/// among them; 1: a varint count of UTF-16 units and then those, for text that is not well-formed UTF-16; other odd: h/2
/// bytes of UTF-8.
/// </summary>
internal static class CompactStrings
{
    public const ulong Utf16Header = 1;

    static readonly UTF8Encoding Strict = new(false, true);

    /// <summary>Writes a string that is not null.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Write(ref OutputBuffer output, string value)
    {
        int length = value.Length;
        if (length < 64)
        {
            // One byte of header, and the text beside it in the same reservation.
            ref byte place = ref output.Reserve(1 + 64);
            if (TryNarrow(ref MemoryMarshal.GetReference(value.AsSpan()), ref Unsafe.Add(ref place, 1), length))
            {
                place = (byte)((length << 2) | 1);
                output.Advance(1 + length);
                return;
            }
        }
        WriteLong(ref output, value);
    }

    static void WriteLong(ref OutputBuffer output, string value)
    {
        int length = value.Length;
        if (length > (Array.MaxLength - 64) / 3)
        {
            WriteHuge(ref output, value);
            return;
        }
        ref byte place = ref output.Reserve(CompactVarint.MaxLength + (3 * length));
        ulong header = (ulong)length << 1;
        int at = CompactVarint.Length(header);
        if (length >= 64 && TryNarrow(ref MemoryMarshal.GetReference(value.AsSpan()), ref Unsafe.Add(ref place, at), length))
        {
            CompactVarint.PutExact(ref place, header, at);
            output.Advance(at + length);
            return;
        }
        var target = MemoryMarshal.CreateSpan(ref place, CompactVarint.MaxLength + (3 * length));
        if (Utf8.FromUtf16(value, target[at..], out _, out int bytes, replaceInvalidSequences: false) != OperationStatus.Done)
        {
            WriteUtf16(ref output, value);
            return;
        }
        header = ((ulong)bytes << 1) | 1;
        int moved = CompactVarint.Length(header);
        if (moved != at)
            target.Slice(at, bytes).CopyTo(target[moved..]);
        CompactVarint.PutExact(ref place, header, moved);
        output.Advance(moved + bytes);
    }

    /// <summary>So long that three bytes for each unit cannot be reserved: measured first.</summary>
    static void WriteHuge(ref OutputBuffer output, string value)
    {
        int bytes;
        try
        {
            bytes = Strict.GetByteCount(value);
        }
        catch (EncoderFallbackException)
        {
            WriteUtf16(ref output, value);
            return;
        }
        ulong header = ((ulong)bytes << 1) | (bytes == value.Length ? 0u : 1u);
        output.Advance(CompactVarint.Put(ref output.Reserve(CompactVarint.MaxLength), header));
        Strict.GetBytes(value, MemoryMarshal.CreateSpan(ref output.Take(bytes), bytes));
    }

    static void WriteUtf16(ref OutputBuffer output, string value)
    {
        output.Advance(CompactVarint.Put(ref output.Reserve(CompactVarint.MaxLength), Utf16Header));
        output.Advance(CompactVarint.Put(ref output.Reserve(CompactVarint.MaxLength), (ulong)value.Length));
        output.Write(MemoryMarshal.AsBytes(value.AsSpan()));
    }

    /// <summary>Reads ASCII text whose bytes are known to be there.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static string ReadAscii(ref byte source, int length)
    {
        if (length == 0)
            return "";
        string result = new('\0', length);
        if (!TryWiden(ref source, ref MemoryMarshal.GetReference(result.AsSpan()), length))
            throw new WireFormatException("A byte above 127 stands in a string that is announced as ASCII.");
        return result;
    }

    /// <summary>Reads UTF-8 text.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static string ReadUtf8(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length <= 256)
        {
            Span<char> text = stackalloc char[256];
            if (Utf8.ToUtf16(bytes, text, out _, out int written, replaceInvalidSequences: false) == OperationStatus.Done)
                return new string(text[..written]);
            throw new WireFormatException("The bytes of a string are not UTF-8.");
        }
        try
        {
            return Strict.GetString(bytes);
        }
        catch (ArgumentException e)
        {
            throw new WireFormatException("The bytes of a string are not UTF-8.", e);
        }
    }

    /// <summary>Copies the low byte of each unit; false, with the target in any state, if one is above 127.</summary>
    static bool TryNarrow(ref char source, ref byte target, int length)
    {
        ref ushort from = ref Unsafe.As<char, ushort>(ref source);
        int i = 0;
        if (length >= 16)
        {
            var seen = Vector128<ushort>.Zero;
            int last = length - 16;
            while (true)
            {
                var low = Vector128.LoadUnsafe(ref from, (nuint)i);
                var high = Vector128.LoadUnsafe(ref from, (nuint)(i + 8));
                seen |= low | high;
                Vector128.Narrow(low, high).StoreUnsafe(ref target, (nuint)i);
                if (i == last)
                    break;
                // The last step overlaps the one before it.
                i = Math.Min(i + 16, last);
            }
            return (seen & Vector128.Create((ushort)0xFF80)) == Vector128<ushort>.Zero;
        }
        if (length >= 8)
        {
            var first = Vector128.LoadUnsafe(ref from);
            var second = Vector128.LoadUnsafe(ref from, (nuint)(length - 8));
            var both = Vector128.Narrow(first, second);
            Unsafe.WriteUnaligned(ref target, both.AsUInt64().ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, length - 8), both.AsUInt64().GetElement(1));
            return ((first | second) & Vector128.Create((ushort)0xFF80)) == Vector128<ushort>.Zero;
        }
        int all = 0;
        for (; i < length; i++)
        {
            int unit = Unsafe.Add(ref from, i);
            all |= unit;
            Unsafe.Add(ref target, i) = (byte)unit;
        }
        return all < 0x80;
    }

    static bool TryWiden(ref byte source, ref char target, int length)
    {
        ref ushort to = ref Unsafe.As<char, ushort>(ref target);
        int i = 0;
        if (length >= 16)
        {
            var seen = Vector128<byte>.Zero;
            int last = length - 16;
            while (true)
            {
                var bytes = Vector128.LoadUnsafe(ref source, (nuint)i);
                seen |= bytes;
                var (low, high) = Vector128.Widen(bytes);
                low.StoreUnsafe(ref to, (nuint)i);
                high.StoreUnsafe(ref to, (nuint)(i + 8));
                if (i == last)
                    break;
                i = Math.Min(i + 16, last);
            }
            return seen.ExtractMostSignificantBits() == 0;
        }
        if (length >= 8)
        {
            ulong first = Unsafe.ReadUnaligned<ulong>(ref source);
            ulong second = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, length - 8));
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(first).AsByte()).StoreUnsafe(ref to);
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(second).AsByte()).StoreUnsafe(ref to, (nuint)(length - 8));
            return ((first | second) & 0x8080_8080_8080_8080) == 0;
        }
        int all = 0;
        for (; i < length; i++)
        {
            byte unit = Unsafe.Add(ref source, i);
            all |= unit;
            Unsafe.Add(ref to, i) = unit;
        }
        return all < 0x80;
    }
}
