// Utf8Strings, as DataContractJsonSerializer writes and reads them: see EscapeMode.Contract.
//
// Contract: escaped are quote, backslash, slash, control characters (the usual short forms, else four lower-case hexadecimal
// digits), U+0085, U+2028, U+2029, U+FFFE, U+FFFF and every half of a surrogate pair, with or without its other half: a string
// comes back as it was, whatever it holds. Reading therefore takes half a pair in an escape; raw UTF-8 must be valid.
using System.Runtime.CompilerServices;

namespace Isomer.Wire.Text;

internal static partial class Utf8Strings
{
    private const int LowerCase = 16;

    /// <summary>Characters that the framework writes as \uXXXX although XML or JSON would take them raw.</summary>
    private static bool IsRawForContract(char character)
        => character >= 0x80 && !char.IsSurrogate(character) && character is not ('\u0085' or '\u2028' or '\u2029' or '\uFFFE' or '\uFFFF');

    private static int EscapeForContract(ref byte destination, int to, ReadOnlySpan<char> text, ref int from)
    {
        int at = from;
        do
        {
            char character = text[at++];
            if (IsRawForContract(character))
            {
                to = EncodePlane0(ref destination, to, character);
                continue;
            }
            byte letter = character < 16 ? ShortForms[character] : character is '\\' or '"' or '/' ? (byte)character : (byte)0;
            if (letter == 0)
            {
                to = EscapeHex(ref destination, to, character, LowerCase);
                continue;
            }
            Unsafe.Add(ref destination, to) = (byte)'\\';
            Unsafe.Add(ref destination, to + 1) = letter;
            to += 2;
        }
        while (at < text.Length && !EscapeTables.IsAllowed(text[at], EscapeMode.Contract));
        from = at;
        return to;
    }

    /// <summary>
    /// Reads a string's content and its closing quote, as <see cref="TryRead"/>; half a surrogate pair in an escape is kept.
    /// </summary>
    internal static bool TryReadLoose(ref byte start, int length, out string value, out int consumed)
    {
        int plain = IndexOfSpecial(ref start, length);
        if (plain < length && Unsafe.Add(ref start, plain) == (byte)'"')
        {
            value = WidenAscii(ref start, plain);
            consumed = plain + 1;
            return true;
        }
        return TryReadSlowly(ref start, length, plain, loose: true, out value, out consumed);
    }
}
