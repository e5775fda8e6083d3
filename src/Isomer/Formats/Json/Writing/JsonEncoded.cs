using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Encodings.Web;
using Isomer.Wire;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>Text in quotes, escaped by an encoder of the caller's.</summary>
internal static class JsonEncoded
{
    // One piece of text; what an encoder makes of a character may be long.
    const int Piece = 512;

    public static void Write(ref OutputBuffer output, scoped ReadOnlySpan<char> text, JavaScriptEncoder encoder, bool keepsHalves)
    {
        char[] escaped = ArrayPool<char>.Shared.Rent(checked(Piece * Math.Max(encoder.MaxOutputCharactersPerInputCharacter, 1)));
        try
        {
            output.Put((byte)'"');
            while (!text.IsEmpty)
            {
                if (keepsHalves && IsHalf(text))
                {
                    output.Write(Encoding.ASCII.GetBytes($"\\u{(int)text[0]:X4}"));
                    text = text[1..];
                    continue;
                }
                var piece = text[..Utf8Strings.SplitPoint(text, Piece)];
                for (int at = 0; keepsHalves && at < piece.Length; at += IsPair(piece[at..]) ? 2 : 1)
                    if (IsHalf(piece[at..]))
                        piece = piece[..at];
                var status = encoder.Encode(piece, escaped, out int read, out int written, isFinalBlock: true);
                if (status != OperationStatus.Done || read != piece.Length)
                    throw new NotSupportedException(
                        $"The encoder '{encoder.GetType()}' (JsonOptions.Encoder) ended with '{status}' after {read} of {piece.Length} characters.");
                ref byte to = ref output.Reserve(written * 3);
                output.Advance(Encoding.UTF8.GetBytes(escaped.AsSpan(0, written), MemoryMarshal.CreateSpan(ref to, written * 3)));
                text = text[piece.Length..];
            }
            output.Put((byte)'"');
        }
        finally
        {
            ArrayPool<char>.Shared.Return(escaped);
        }
    }

    static bool IsPair(scoped ReadOnlySpan<char> text) =>
        text.Length > 1 && char.IsHighSurrogate(text[0]) && char.IsLowSurrogate(text[1]);

    static bool IsHalf(scoped ReadOnlySpan<char> text) => char.IsSurrogate(text[0]) && !IsPair(text);

    public static byte[] Quoted(string text, JavaScriptEncoder encoder) => Encoding.UTF8.GetBytes($"\"{encoder.Encode(text)}\"");
}
