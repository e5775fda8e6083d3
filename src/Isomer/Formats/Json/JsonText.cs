using System.Buffers;
using System.Text;
using System.Text.Unicode;
using Isomer.Wire;

namespace Isomer;

/// <summary>Texts in UTF-16, which is what a string holds, for readers of UTF-8.</summary>
internal static class JsonText
{
    /// <summary>The same in rented memory. Half a surrogate pair is refused: U+FFFD in its place would change the value in silence.</summary>
    public static InputText ToUtf8(string text, string format)
    {
        ArgumentNullException.ThrowIfNull(text);
        byte[] utf8 = ArrayPool<byte>.Shared.Rent(Encoding.UTF8.GetMaxByteCount(text.Length));
        if (Utf8.FromUtf16(text, utf8, out int read, out int written, replaceInvalidSequences: false) == OperationStatus.Done)
            return InputText.Own(utf8, written);
        var half = new WireFormatException($"The text has half a surrogate pair, U+{(int)text[read]:X4}, at character {read}.") { Offset = written };
        half = JsonErrors.Place(half, utf8.AsSpan(0, written), written, format);
        TextErrors.MovedToText(half, utf8.AsSpan(0, written));
        throw half;
    }
}
