using Isomer.Nodes;

namespace Isomer.Cli.Payloads;

/// <summary>A payload's format, and the payload without its types if the format says enough of itself.</summary>
sealed record Sniffed(Format Format, Node? Node, NodePlaces Places, bool HasNode)
{
    /// <summary>What a node is, in a word; the width of a number where the format says it.</summary>
    public string KindOf(Node? node) => node switch
    {
        null => "null",
        NodeValue { Kind: NodeKind.Number } v when (Format.Features & FormatFeatures.KeepsScalarKinds) != 0 || !Format.IsText => v.Value.GetType().Name,
        NodeValue { Kind: NodeKind.Other } v => v.Value.GetType().Name,
        _ => node.Kind.ToString(),
    };
}

/// <summary>Finds the format of bytes: each format's own guess, the surest first, and reading as the proof. Never loads a type.</summary>
static class Sniffer
{
    public static bool LooksKnown(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length >= 3 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8)
            return true;
        foreach (Format format in ToolFormats.All)
        {
            if (format.Match(bytes) >= FormatMatch.Likely)
                return true;
        }
        return false;
    }

    /// <summary>The format by name, or by looking.</summary>
    public static Sniffed Sniff(Payload payload, string? given)
    {
        if (given is not null)
            return Read(Named(given), payload);
        WireFormatException? first = null;
        Format? weak = null;
        foreach (Format format in ToolFormats.All.Where(f => f.Match(payload.Bytes) > FormatMatch.No).OrderByDescending(f => f.Match(payload.Bytes)))
        {
            try
            {
                var read = Read(format, payload);
                if (read.HasNode || format.Match(payload.Bytes) >= FormatMatch.Likely)
                    return read;
                weak ??= format;
            }
            catch (WireFormatException e)
            {
                first ??= e;
            }
        }
        if (first is not null)
            throw first;
        if (weak is not null)
            throw new CliException(ExitCode.Corrupt, $"{payload.Name}: it could be {weak.Name}, which can only be told by reading it through a type: name it with --from {weak.Name.ToLowerInvariant()}, and give --type and --assembly.");
        throw new CliException(ExitCode.Corrupt, $"{payload.Name}: {Unknown(payload)}");
    }

    /// <summary>Why a payload is of no format. `--from` is named only with formats that do read it: otherwise it could not help.</summary>
    static string Unknown(Payload payload)
    {
        if (payload.Bytes.Length == 0)
            return "it is empty.";
        string[] takers = [.. ToolFormats.All.Where(f => Reads(f, payload)).Select(f => f.Name.ToLowerInvariant())];
        return takers.Length == 0 ? $"it is damaged or of another format: none of {string.Join(", ", ToolFormats.All.Select(f => f.Name))} reads it."
            : $"the format is not known. Name it with --from; these could be it: {string.Join(", ", takers)}.";
    }

    /// <summary>Whether naming the format would help.</summary>
    static bool Reads(Format format, Payload payload)
    {
        try
        {
            Read(format, payload);
            return true;
        }
        catch (Exception e) when (e is WireFormatException or NotSupportedException)
        {
            return false;
        }
    }

    public static Format Named(string name) => Format.Find(name)
        ?? throw new CliException(ExitCode.Usage, $"There is no format '{name}'; there are {string.Join(", ", ToolFormats.Named.Select(f => f.Name))}.");

    static Sniffed Read(Format format, Payload payload)
    {
        var places = new NodePlaces();
        if ((format.Features & FormatFeatures.ReadsNodes) == 0)
            return new Sniffed(format, null, places, HasNode: false);
        Node? node = format.ParseNode(payload.Bytes, places);
        return new Sniffed(format, node, places, HasNode: true);
    }
}
