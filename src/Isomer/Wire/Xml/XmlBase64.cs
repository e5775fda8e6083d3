using Isomer.Wire.Text;

namespace Isomer.Wire.Xml;

/// <summary>
/// Bytes as the framework's dictionary readers take them: each group of four letters stands for itself, so that a text may go on behind its
/// padding ("AAE=AAE="). White space may stand anywhere.
/// </summary>
internal static class XmlBase64
{
    public static bool TryRead(ReadOnlySpan<byte> text, out byte[] value) =>
        Utf8Base64.TryRead(text, out value) || TryReadGroups(text, out value);

    /// <summary>
    /// As the readers of XmlSerializer take the content of an element: padding ends it and is not counted ("hQE==" is two bytes).
    /// Text without padding that ends within a group, and a lone letter behind the last group, may have lost something and are not
    /// taken.
    /// </summary>
    public static bool TryReadPadded(ReadOnlySpan<byte> text, out byte[] value)
    {
        value = [];
        int pad = text.IndexOf((byte)'=');
        if (pad < 0 || !XmlChars.IsWhite(text[pad..].TrimStart((byte)'=')))
            return false;
        char[] letters = new char[pad + 3];
        int count = 0;
        foreach (byte c in text[..pad])
            if (!XmlChars.IsWhite(c))
                letters[count++] = (char)c;
        if (count % 4 == 1)
            return false;
        while (count % 4 != 0)
            letters[count++] = '=';
        byte[] bytes = new byte[count / 4 * 3];
        if (!Convert.TryFromBase64Chars(letters.AsSpan(0, count), bytes, out int written))
            return false;
        value = bytes[..written];
        return true;
    }

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
