namespace Isomer.Formats;

/// <summary>
/// Whether bytes can be a message: fields follow one another up to the end, or to the end of what is shown. A weak guess, for
/// one byte in three of noise begins a field too; what is text begins no message (below).
/// </summary>
internal static class ProtobufGuess
{
    /// <summary>Of a longer payload only these are looked at, for the guess must cost next to nothing.</summary>
    const int Longest = 512;

    public static FormatMatch Of(ReadOnlySpan<byte> payload)
    {
        if (LooksLikeText(payload))
            return FormatMatch.No;
        var fields = new ProtobufFields(payload, 0, Math.Min(payload.Length, Longest));
        int count = 0;
        while (fields.TryNext())
            count++;
        return (fields.IsAtEnd ? count > 0 : fields.IsCut) ? FormatMatch.Possible : FormatMatch.No;
    }

    /// <summary>
    /// Nothing but printable characters in the first bytes, and one of the signs that text formats begin with: '{' would be
    /// the start of a group, '[' and '&lt;' of groups and varints, which no one's first fields are.
    /// </summary>
    static bool LooksLikeText(ReadOnlySpan<byte> payload)
    {
        if (payload.StartsWith("\uFEFF"u8))
            return true;
        var text = payload.TrimStart(" \t\r\n"u8);
        return !text.IsEmpty && text[0] is (byte)'{' or (byte)'[' or (byte)'<' or (byte)'"'
            && !text[..Math.Min(text.Length, 16)].ContainsAnyInRange((byte)0, (byte)8);
    }
}
