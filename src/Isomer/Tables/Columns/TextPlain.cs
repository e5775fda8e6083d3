using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;

namespace Isomer.Tabular;

/// <summary>
/// Texts one behind the other: how many UTF-16 units each has, then all of them as ASCII, UTF-8 or, where that cannot hold them, as they
/// are.
/// </summary>
internal static class TextPlain
{
    const int Ascii = 0, Utf8 = 1, Utf16 = 2;

    /// <param name="to">The bytes.</param>
    /// <param name="values">The texts.</param>
    /// <param name="starts">Where in each what is written begins; empty for all of it.</param>
    public static void Write(PackedWriter to, ReadOnlySpan<string?> values, ReadOnlySpan<long> starts)
    {
        long[] lengths = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length));
        int total = 0;
        for (int i = 0; i < values.Length; i++)
        {
            lengths[i] = values[i]!.Length - (starts.IsEmpty ? 0 : starts[i]);
            total += (int)lengths[i];
        }
        Integers.Write(to, lengths.AsSpan(0, values.Length));
        ArrayPool<long>.Shared.Return(lengths);
        char[] chars = ArrayPool<char>.Shared.Rent(Math.Max(1, total));
        int at = 0;
        for (int i = 0; i < values.Length; i++)
        {
            var text = starts.IsEmpty ? values[i] : values[i].AsSpan((int)starts[i]);
            text.CopyTo(chars.AsSpan(at));
            at += text.Length;
        }
        Write(to, chars.AsSpan(0, total));
        ArrayPool<char>.Shared.Return(chars);
    }

    static void Write(PackedWriter to, ReadOnlySpan<char> chars)
    {
        if (System.Text.Ascii.IsValid(chars))
        {
            to.Byte(Ascii);
            System.Text.Ascii.FromUtf16(chars, to.Take(chars.Length), out _);
            return;
        }
        byte[] bytes = ArrayPool<byte>.Shared.Rent(chars.Length * 3);
        if (System.Text.Unicode.Utf8.FromUtf16(chars, bytes, out _, out int written, replaceInvalidSequences: false)
            == OperationStatus.Done)
        {
            to.Byte(Utf8);
            to.Varint((ulong)written);
            to.Write(bytes.AsSpan(0, written));
        }
        else
        {
            to.Byte(Utf16);
            to.Write(MemoryMarshal.AsBytes(chars));
        }
        ArrayPool<byte>.Shared.Return(bytes);
    }

    public static void Read(ref PackedReader from, Span<string?> values)
    {
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length));
        char[]? lentChars = null;
        try
        {
            var lengths = lent.AsSpan(0, values.Length);
            Integers.Read(ref from, lengths);
            long total = 0;
            foreach (long length in lengths)
            {
                // Each character is a byte at least, and each sum is looked at: it cannot go round.
                if (length < 0 || length > from.Left || (total += length) > from.Left)
                    throw from.Wrong($"the texts are longer than the {from.Left} bytes that are left");
            }
            lentChars = ArrayPool<char>.Shared.Rent(Math.Max(1, (int)total));
            var chars = lentChars.AsSpan(0, (int)total);
            Read(ref from, chars);
            int at = 0;
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = new string(chars.Slice(at, (int)lengths[i]));
                at += (int)lengths[i];
            }
        }
        finally
        {
            ArrayPool<long>.Shared.Return(lent);
            if (lentChars is not null)
                ArrayPool<char>.Shared.Return(lentChars);
        }
    }

    static void Read(ref PackedReader from, Span<char> chars)
    {
        int form = from.Byte();
        switch (form)
        {
            case Ascii:
                if (System.Text.Ascii.ToUtf16(from.Take(chars.Length), chars, out _) != OperationStatus.Done)
                    throw from.Wrong("a byte of ASCII is above 127");
                break;
            case Utf8:
                var bytes = from.Take(from.Count(from.Left, "bytes of text"));
                if (System.Text.Unicode.Utf8.ToUtf16(bytes, chars, out int read, out int written, replaceInvalidSequences: false)
                    != OperationStatus.Done || read != bytes.Length || written != chars.Length)
                    throw from.Wrong($"{bytes.Length} bytes are no {chars.Length} characters of UTF-8");
                break;
            case Utf16:
                from.Take(chars.Length * 2L).CopyTo(MemoryMarshal.AsBytes(chars));
                break;
            default:
                throw from.Wrong($"{form} is no encoding of text");
        }
    }
}
