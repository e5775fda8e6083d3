using Isomer.Formats;
using Isomer.Nodes;

namespace Isomer.Cli.Converting.Items;

/// <summary>
/// Items one after another as `Compact.WriteStreamAsync` writes them: each the length and a payload. Layouts are told once
/// (<see cref="CompactStreamLayouts"/>).
/// </summary>
static class CompactItems
{
    /// <summary>Whether there are none: no bytes, where the format is named by whoever asks or by the file's name.</summary>
    public static bool AreNone(ReadOnlySpan<byte> bytes, string? given, string? name) => bytes.IsEmpty
        && (given is null
            ? Compact.Format.FileExtensions.Contains(Path.GetExtension(Payloads.Compression.InnerName(name) ?? ""),
                StringComparer.OrdinalIgnoreCase)
            : given.Equals(Compact.Format.Name, StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether bytes are such items, from end to end or as far as they are here.</summary>
    public static bool Are(ReadOnlySpan<byte> head, bool isWhole)
    {
        if (Compact.Format.Match(head) >= FormatMatch.Likely)
            return false; // a payload: its first byte would be the length 0
        int frames = 0;
        while (!head.IsEmpty)
        {
            int start = CompactVarint.Get(head, out ulong length);
            if (start == 0)
                return !isWhole && frames > 0;
            // Behind the batches of a table is their index.
            if (length == 0)
                return frames > 0;
            ReadOnlySpan<byte> rest = head[start..];
            if (rest.IsEmpty || (rest[0] & 15) != 1 || (rest[0] & 0x30) == 0x30)
                return false;
            bool isThere = length <= (ulong)rest.Length;
            // The first may be longer than what is here, but not than a file that is here whole.
            if (frames == 0
                && ((!isThere && isWhole) || Compact.Format.Match(isThere ? rest[..(int)length] : rest) < FormatMatch.Likely))
                return false;
            if (!isThere)
                return !isWhole;
            head = rest[(int)length..];
            frames++;
        }
        return frames > 0;
    }

    /// <summary>All of them, as the items of an array.</summary>
    public static NodeArray Read(ReadOnlySpan<byte> bytes)
    {
        var layouts = new CompactStreamLayouts();
        var items = new NodeArray();
        for (int at = 0; at < bytes.Length;)
        {
            int start = CompactVarint.Get(bytes[at..], out ulong length);
            if (length == 0)
                break;
            try
            {
                items.Add(Compact.ParseNode(layouts.Whole(bytes.Slice(at + start, (int)length))));
            }
            catch (WireFormatException e)
            {
                throw new CliException(ExitCode.Corrupt, $"Item {items.Count}: {e.Message}", e);
            }
            at += start + (int)length;
        }
        return items;
    }
}
