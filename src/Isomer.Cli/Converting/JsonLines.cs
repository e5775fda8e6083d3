using System.Buffers;

namespace Isomer.Cli.Converting;

/// <summary>JSON values, one in each line, as an array and back.</summary>
static class JsonLines
{
    public static NodeArray Read(ReadOnlySpan<byte> text)
    {
        var items = new NodeArray();
        int number = 0;
        foreach (Range range in text.Split((byte)'\n'))
        {
            number++;
            ReadOnlySpan<byte> line = text[range].Trim(" \t\r"u8);
            if (line.IsEmpty)
                continue;
            try
            {
                items.Add(Json.ParseNode(line));
            }
            catch (WireFormatException e)
            {
                throw new CliException(ExitCode.Corrupt, $"Line {number}: {e.Message}", e);
            }
        }
        return items;
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
