using System.Diagnostics.CodeAnalysis;
using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>Bytes in which payloads stand: read as nodes, and nothing else.</summary>
[UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "It reads nodes, and has no call that takes a type.")]
[UnconditionalSuppressMessage("AOT", "IL3050", Justification = "It reads nodes, and has no call that takes a type.")]
internal sealed class ContainerFormat(string name, string mediaType, bool isText, string[] extensions, MatchOf match, NodeOf read) : Format
{
    public override string Name => name;

    public override string MediaType => mediaType;

    public override bool IsText => isText;

    public override IReadOnlyList<string> FileExtensions => extensions;

    public override FormatFeatures Features => FormatFeatures.ReadsNodes;

    public override FormatMatch Match(ReadOnlySpan<byte> payload) => match(payload);

    public override Node? ParseNode(ReadOnlySpan<byte> payload)
    {
        try
        {
            return read(payload);
        }
        catch (WireFormatException e)
        {
            e.Format ??= name;
            e.Path ??= "$";
            throw;
        }
    }

    public override byte[] Serialize<T>(T value) => throw Unwritten();

    public override T Deserialize<T>(ReadOnlySpan<byte> payload) => ParseNode(payload) is T node ? node : throw Unwritten();

    NotSupportedException Unwritten() => new($"{name} is read as nodes only: {nameof(ParseNode)}.");
}

internal delegate FormatMatch MatchOf(ReadOnlySpan<byte> payload);

internal delegate Node? NodeOf(ReadOnlySpan<byte> payload);
