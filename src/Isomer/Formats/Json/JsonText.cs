using System.Buffers;
using System.Text;
using System.Text.Unicode;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>Texts in UTF-16, which is what a string holds, for readers of UTF-8.</summary>
internal static class JsonText
{
    /// <summary>Room for the text as UTF-8: three bytes a character, or, where no array has as many, counted.</summary>
    internal static int RoomFor(ReadOnlySpan<char> text, int most = int.MaxValue)
    {
        if ((text.Length + 1L) * 3 <= Math.Min(Array.MaxLength, most))
            return Encoding.UTF8.GetMaxByteCount(text.Length);
        long count = 0;
        for (; !text.IsEmpty; text = text[Math.Min(text.Length, 1 << 28)..])
            count += Encoding.UTF8.GetByteCount(text[..Math.Min(text.Length, 1 << 28)]);
        // A pair that is cut in two was counted as two characters of three bytes each.
        return count <= Math.Min(Array.MaxLength, most)
            ? (int)count
            : throw new NotSupportedException(
                $"The text has {count} bytes as UTF-8, more than one array can hold. Read it from a stream of items.");
    }

    /// <summary>
    /// The text as UTF-8 in rented memory. Half a surrogate pair is refused: U+FFFD in its place would change the value in silence.
    /// </summary>
    public static InputText ToUtf8(string text, string format, int most = int.MaxValue)
    {
        ArgumentNullException.ThrowIfNull(text);
        byte[] utf8 = ArrayPool<byte>.Shared.Rent(RoomFor(text, most));
        if (Utf8.FromUtf16(text, utf8, out int read, out int written, replaceInvalidSequences: false) == OperationStatus.Done)
            return InputText.Own(utf8, written);
        var half = new WireFormatException($"The text has half a surrogate pair, U+{(int)text[read]:X4}, at character {read}.")
        { Offset = written };
        half = JsonErrors.Place(half, utf8.AsSpan(0, written), written, format);
        TextErrors.MovedToText(half, utf8.AsSpan(0, written));
        throw half;
    }
}
