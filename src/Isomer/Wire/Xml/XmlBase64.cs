using Isomer.Wire.Text;

namespace Isomer.Wire.Xml;

/// <summary>
/// Bytes as the framework's dictionary readers take them: each group of four letters stands for itself, so that a text may go on behind its padding
/// ("AAE=AAE="). White space may stand anywhere.
/// </summary>
internal static class XmlBase64
{
    public static bool TryRead(ReadOnlySpan<byte> text, out byte[] value) => Utf8Base64.TryRead(text, out value) || TryReadGroups(text, out value);

    static bool TryReadGroups(ReadOnlySpan<byte> text, out byte[] value)
    {
        value = [];
        char[] letters = new char[text.Length];
        int count = 0;
        foreach (byte c in text)
            if (!XmlChars.IsWhite(c))
                letters[count++] = (char)c;
        if (count % 4 != 0)
            return false;
        byte[] bytes = new byte[count / 4 * 3];
        int total = 0;
        for (int from = 0; from < count;)
        {
            int pad = letters.AsSpan(from, count - from).IndexOf('=');
            int to = pad < 0 ? count : from + (pad / 4 * 4) + 4;
            // Unlike the quick way, this one takes bits that are left over.
            if (!Convert.TryFromBase64Chars(letters.AsSpan(from, to - from), bytes.AsSpan(total), out int written))
                return false;
            total += written;
            from = to;
        }
        value = bytes[..total];
        return true;
    }
}
