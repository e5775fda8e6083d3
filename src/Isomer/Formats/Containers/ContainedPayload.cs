using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>A formatter's payload within a container, as nodes; as its bytes where it is damaged: the rest of the container is still worth seeing.</summary>
internal static class ContainedPayload
{
    public static Node Of(ReadOnlySpan<byte> payload)
    {
        foreach (var format in (Format[])[Isomer.Nrbf.Format, Isomer.Soap.Format])
            if (format.Match(payload) >= FormatMatch.Likely)
                try
                {
                    return format.ParseNode(payload) ?? new NodeObject { ["$format"] = new NodeValue(format.Name) };
                }
                catch (WireFormatException e)
                {
                    return new NodeObject { ["$damaged"] = new NodeValue($"{format.Name}: {e.Message}"), ["$bytes"] = new NodeValue(payload.ToArray()) };
                }
        return new NodeValue(payload.ToArray());
    }
}
