using System.Diagnostics.CodeAnalysis;
using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>
/// A formatter's payload within a container, as nodes. As its bytes where it is damaged, or where the payloads of the container together
/// are more than one of its size may have (many arrays of room that nothing took): the rest of the container is still worth seeing.
/// </summary>
internal static class ContainedPayload
{
    const string Together =
        "This is what all payloads of the container may have together, and none need be damaged: read the bytes of this one by themselves.",
        Alone = "It has more by itself, whatever else stands in the container, so its bytes are refused by themselves too.";

    /// <param name="payload">What a formatter may have written.</param>
    /// <param name="container">What all payloads of the container may have together: ten thousand small ones have no more nulls than one as
    /// long as they.</param>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Read as nodes, which are of no type of the application's.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Read as nodes, which are of no type of the application's.")]
    public static Node Of(ReadOnlySpan<byte> payload, NrbfIndex container)
    {
        foreach (var format in (Format[])[Isomer.Nrbf.Format, Isomer.Soap.Format])
            if (format.Match(payload) >= FormatMatch.Likely)
                try
                {
                    return (format == Isomer.Nrbf.Format
                        ? NrbfNodes.Of(payload, NrbfOptions.Default, container)
                        : format.ParseNode(payload)) ?? new NodeObject { ["$format"] = new NodeValue(format.Name) };
                }
                catch (WireFormatException e) when (e.IsOfBound)
                {
                    return new NodeObject
                    {
                        ["$refused"] = new NodeValue($"{e.Message} {(e.IsBeyondAlone ? Alone : Together)}"),
                        ["$bytes"] = new NodeValue(payload.ToArray()),
                    };
                }
                catch (WireFormatException e)
                {
                    return new NodeObject
                    { ["$damaged"] = new NodeValue($"{format.Name}: {e.Message}"), ["$bytes"] = new NodeValue(payload.ToArray()) };
                }
        return new NodeValue(payload.ToArray());
    }
}
