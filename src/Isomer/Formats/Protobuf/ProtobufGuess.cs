namespace Isomer.Formats;

/// <summary>
/// Whether bytes can be a message: fields follow one another up to the end, or to the end of what is shown. A weak guess, for
/// one byte in three of noise begins a field too; what is text begins no message (below).
/// </summary>
internal static class ProtobufGuess
{
    /// <summary>Of a longer payload only these are looked at, for the guess must cost next to nothing.</summary>
    const int Longest = 512;

    /// <summary>As in files that people have; a number beyond says that these are no fields.</summary>
    const int LargestNumber = 1 << 20;

    public static FormatMatch Of(ReadOnlySpan<byte> payload)
    {
        if (payload.IsEmpty || LooksLikeText(payload))
            return FormatMatch.No;
        if (payload.Length > Longest)
            payload = payload[..Longest];
        for (int groups = 0, at = 0; at < payload.Length;)
        {
            if ((payload[at] & 7) > 5)
                return FormatMatch.No;
            if (!TryVarint(payload, ref at, out ulong tag))
                return at < payload.Length ? FormatMatch.No : FormatMatch.Possible;
            ulong number = tag >> 3;
            if (number is 0 or > LargestNumber)
                return FormatMatch.No;
            ulong length = 0;
            switch (tag & 7)
            {
                case 0 or 2:
                    if (!TryVarint(payload, ref at, out length) && at < payload.Length)
                        return FormatMatch.No;
                    length = (tag & 7) == 0 ? 0 : length;
                    break;
                case 1:
                    length = 8;
                    break;
                case 5:
                    length = 4;
                    break;
                case 3:
                    groups++;
                    break;
                case 4 when groups > 0:
                    groups--;
                    break;
                default:
                    return FormatMatch.No;
            }
            if (length > (ulong)Array.MaxLength)
                return FormatMatch.No;
            at = (int)Math.Min((ulong)payload.Length, (ulong)at + length);
        }
        return FormatMatch.Possible;
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

    /// <summary>False at the end, or where it is no varint.</summary>
    static bool TryVarint(ReadOnlySpan<byte> payload, ref int at, out ulong value)
    {
        value = 0;
        for (int shift = 0; shift < 70 && at < payload.Length; shift += 7)
        {
            byte next = payload[at++];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return true;
        }
        return false;
    }
}
