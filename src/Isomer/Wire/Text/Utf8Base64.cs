// Utf8Base64: byte arrays as text. The framework's own functions are vectorised and what System.Text.Json uses; these only
// fit them to the shape of this folder.
//
// Contract: writing needs MaxLength(bytes) of room. Reading takes exactly the text given; as System.Text.Json it skips white
// space, requires padding and refuses anything else.
using System.Buffers;
using System.Buffers.Text;
using System.Runtime.InteropServices;

namespace Isomer.Wire.Text;

internal static class Utf8Base64
{
    internal static int MaxLength(int bytes) => Base64.GetMaxEncodedToUtf8Length(bytes);

    internal static int Write(ref byte destination, ReadOnlySpan<byte> bytes)
    {
        Base64.EncodeToUtf8(bytes, MemoryMarshal.CreateSpan(ref destination, MaxLength(bytes.Length)), out _, out int written);
        return written;
    }

    internal static bool TryRead(ReadOnlySpan<byte> text, out byte[] value)
    {
        value = [];
        if (text.IsEmpty)
        {
            return true;
        }
        // Without white space the padding tells the exact size, so that the array is allocated once.
        int padding = text[^1] != (byte)'=' ? 0 : text.Length > 1 && text[^2] == (byte)'=' ? 2 : 1;
        byte[] bytes = new byte[Math.Max(0, (text.Length + 3) / 4 * 3 - padding)];
        if (Base64.DecodeFromUtf8(text, bytes, out int consumed, out int written) != OperationStatus.Done || consumed != text.Length)
        {
            return false;
        }
        if (written != bytes.Length)
        {
            Array.Resize(ref bytes, written);
        }
        value = bytes;
        return true;
    }
}
