namespace Isomer.Wire;

/// <summary>Makes the one exception of what went wrong in a text; the path is each format's own.</summary>
internal static class TextErrors
{
    /// <summary>The exception with format, offset, line and column; its offset is one in the text.</summary>
    public static WireFormatException Place(Exception e, string format, ReadOnlySpan<byte> text, int position)
    {
        var error = e as WireFormatException ?? new WireFormatException($"A value was refused: {e.Message}", e);
        int offset = (int)Math.Min(error.Offset < 0 ? position : error.Offset, text.Length);
        error.Format = format;
        error.Offset = offset;
        (error.Line, error.Column) = LineOf(text[..offset]);
        return error;
    }

    /// <summary>
    /// Moves the place of an error from the UTF-8 that was read to the text of UTF-16 that was given, which is what the caller has. To be
    /// asked as a filter: what it says, never to catch, leaves the exception as it flies. Of the text some units may have been left out
    /// (skipped) before what was read.
    /// </summary>
    public static bool MovedToText(WireFormatException error, ReadOnlySpan<byte> utf8, int skipped = 0)
    {
        foreach (var one in error.WithCollected)
            MoveToText(one, utf8, skipped);
        return false;
    }

    static void MoveToText(WireFormatException error, ReadOnlySpan<byte> utf8, int skipped)
    {
        if (error.Offset < 0)
            return;
        var before = utf8[..(int)Math.Min(error.Offset, utf8.Length)];
        int line = before.LastIndexOf((byte)'\n') + 1;
        if (error.Line > 0)
            error.Column = Units(before[line..]) + 1 + (line == 0 ? skipped : 0);
        error.Offset = Units(before) + skipped;
    }

    /// <summary>
    /// Moves the place of an error from the UTF-8 that was read to the bytes of another encoding that were given; in the line it is then
    /// told in units of UTF-16. A filter, as the other.
    /// </summary>
    /// <param name="error">What is moved.</param>
    /// <param name="utf8">What was read.</param>
    /// <param name="encoding">That of the input.</param>
    /// <param name="mark">How many bytes of the input stood before what was read.</param>
    /// <param name="length">The input's.</param>
    public static bool MovedToInput(WireFormatException error, ReadOnlySpan<byte> utf8, System.Text.Encoding encoding, int mark, int length)
    {
        foreach (var one in error.WithCollected)
        {
            if (one.Offset < 0)
                continue;
            int before = encoding.GetByteCount(System.Text.Encoding.UTF8.GetString(utf8[..(int)Math.Min(one.Offset, utf8.Length)]));
            MoveToText(one, utf8, 0);
            one.Offset = Math.Min((long)before + mark, length);
        }
        return false;
    }

    /// <summary>Each byte that begins a character is a unit of UTF-16, and one that begins a character of four bytes is two.</summary>
    static int Units(ReadOnlySpan<byte> utf8)
    {
        int units = 0;
        foreach (byte b in utf8)
            units += (b & 0xC0) == 0x80 ? 0 : b >= 0xF0 ? 2 : 1;
        return units;
    }

    /// <summary>Line and column, from 1 on, of what follows this text.</summary>
    public static (int Line, int Column) LineOf(ReadOnlySpan<byte> before) =>
        (before.Count((byte)'\n') + 1, before.Length - before.LastIndexOf((byte)'\n'));

    /// <summary>The place as a reader of text has it: its column counts characters of UTF-16, and no byte order mark.</summary>
    public static (int Line, int Column) PlaceInText(ReadOnlySpan<byte> before)
    {
        before = before.StartsWith("\uFEFF"u8) ? before[3..] : before;
        return (before.Count((byte)'\n') + 1, System.Text.Encoding.UTF8.GetCharCount(before[(before.LastIndexOf((byte)'\n') + 1)..]) + 1);
    }
}
