using System.Buffers;
using Isomer.Cli.Payloads;
using Isomer.Nodes;

namespace Isomer.Cli.Converting;

/// <summary>JSON values, one in each line, as an array and back.</summary>
static class JsonLines
{
    /// <summary>The values of all lines.</summary>
    /// <param name="text">The lines; empty ones are none.</param>
    /// <param name="json">How each is read.</param>
    /// <param name="places">Takes where in the whole text each node stands.</param>
    public static NodeArray Read(ReadOnlySpan<byte> text, Format? json = null, NodePlaces? places = null)
    {
        json ??= Json.Format;
        var items = new NodeArray();
        int number = 0, mark = text.StartsWith("\uFEFF"u8) ? 3 : 0;
        foreach (Range range in text[mark..].Split((byte)'\n'))
        {
            number++;
            ReadOnlySpan<byte> line = text[mark..][range];
            int start = mark + range.Start.Value + line.Length - line.TrimStart(" \t\r"u8).Length;
            line = line.Trim(" \t\r"u8);
            if (line.IsEmpty)
                continue;
            try
            {
                items.Add(places is null ? json.ParseNode(line) : Placed(line, json, places, start));
            }
            catch (WireFormatException e)
            {
                throw new CliException(ExitCode.Corrupt, $"Line {number}: {e.Message}", e);
            }
        }
        return items;
    }

    static Node? Placed(ReadOnlySpan<byte> line, Format json, NodePlaces places, int start)
    {
        var own = new NodePlaces();
        Node? node = json.ParseNode(line, own);
        foreach (TreeRow row in TreeRow.Walk("$", "$", node, 0))
            if (own.TryGet(row.Node, out int offset, out int length))
                places.Add(row.Node, start + offset, length);
        return node;
    }

    /// <summary>Whether a file's name says that it is lines.</summary>
    public static bool AreNamed(string? name) =>
        Path.GetExtension(Payloads.Compression.InnerName(name) ?? "").ToLowerInvariant() is ".ndjson" or ".jsonl";

    /// <summary>
    /// Whether text is lines of JSON: its first line is an object or array from end to end, and another stands below it. Where it is
    /// another value, a number of a list perhaps, the next lines must be values, too, and one of them an object or array.
    /// </summary>
    /// <param name="head">The text, or its beginning.</param>
    /// <param name="json">How each line is read.</param>
    /// <param name="isSaid">Whether a name says that they are lines: then each may be any value, and there may be none.</param>
    public static bool Are(ReadOnlySpan<byte> head, Format? json = null, bool isSaid = false)
    {
        if (head.StartsWith("\uFEFF"u8))
            head = head[3..];
        head = head.TrimStart(" \t\r\n"u8);
        if (head.IsEmpty)
            return isSaid;
        int end = head.IndexOf((byte)'\n');
        if (end < 0 || head[end..].TrimStart(" \t\r\n"u8).IsEmpty)
            return false;
        json ??= Json.Format;
        if (isSaid || head[0] is (byte)'{' or (byte)'[')
            return IsValue(head[..end], json);
        bool any = false;
        for (int i = 0; i < FirstLines && !any && end >= 0; i++)
        {
            any = head[0] is (byte)'{' or (byte)'[';
            if (!IsValue(head[..end], json))
                return false;
            head = head[end..].TrimStart(" \t\r\n"u8);
            end = head.IndexOf((byte)'\n');
        }
        return any;
    }

    // A list of more numbers than these is one of numbers.
    const int FirstLines = 16;

    static bool IsValue(ReadOnlySpan<byte> line, Format json)
    {
        try
        {
            json.ParseNode(line.TrimEnd(" \t\r"u8));
            return true;
        }
        catch (WireFormatException)
        {
            return false;
        }
    }

    public static byte[] Write(NodeArray items)
    {
        var output = new ArrayBufferWriter<byte>();
        foreach (Node? item in items)
        {
            Json.Serialize(output, item);
            output.Write("\n"u8);
        }
        return output.WrittenSpan.ToArray();
    }
}
