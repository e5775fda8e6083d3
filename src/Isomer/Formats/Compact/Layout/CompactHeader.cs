using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Formats;

/// <summary>
/// The first byte of a payload: the version (low four bits, 1), the schema (bits 4 and 5), whether references are kept
/// (bit 6) and whether a checksum ends it (bit 7).
/// </summary>
internal static class CompactHeader
{
    const byte Version = 1;
    const byte References = 0x40;
    const byte Checksum = 0x80;

    public static byte For(CompactOptions options) => (byte)(Version | ((int)options.Schema << 4)
        | (options.References == Isomer.References.Preserve ? References : 0) | (options.Checksum ? Checksum : 0));

    /// <summary>
    /// Whether the payload has the reader's own layout, and neither references nor a checksum: most have, so this is asked first (of the
    /// 30 ns of the smallest object <see cref="Open(ReadOnlySpan{byte}, CompactRoot)"/> took a fifth).
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsPlain(ReadOnlySpan<byte> payload, CompactRoot root, out int valueAt)
    {
        valueAt = 0;
        if (payload.IsEmpty || root.OwnPlan is not null)
            return false;
        int schema = payload[0] >> 4;
        if ((payload[0] & 15) != Version || schema > (int)CompactSchema.Fingerprint)
            return false;
        byte[] prefix = root.Prefix((CompactSchema)schema);
        valueAt = 1 + prefix.Length;
        return payload[1..].StartsWith(prefix);
    }

    /// <summary>Looks at all that comes before the value.</summary>
    public static CompactFrame Open(ReadOnlySpan<byte> payload, CompactRoot root)
    {
        var schema = Begin(payload, out var frame);
        var prefix = root.Prefix(schema);
        if (payload[1..frame.End].StartsWith(prefix))
            return frame with { ValueAt = 1 + prefix.Length };
        if (schema == CompactSchema.Fingerprint)
            throw new WireFormatException(
                $"The payload was written with another layout of '{root.Model.Type}': its fingerprint differs, and it says no more than that. Write with CompactSchema.Hashed or Embedded to allow change.")
            { Offset = 1 };
        var layout = LayoutOf(payload, ref frame);
        return frame with { Plan = root.PlanOf(layout) };
    }

    /// <summary>Looks at all that comes before the value for a reader who has no types: the payload has to say its own.</summary>
    public static CompactFrame Open(ReadOnlySpan<byte> payload, out CompactLayout layout)
    {
        if (Begin(payload, out var frame) == CompactSchema.Fingerprint)
            throw new WireFormatException(
                "The payload was written with CompactSchema.Fingerprint: it has a hash of its layout in place of the layout, so that only a reader with the writer's types can read it. Write with CompactSchema.Embedded, or Hashed, to read it without them.")
            { Offset = 0 };
        layout = CompactLayoutParser.Parse(LayoutOf(payload, ref frame));
        return frame;
    }

    static CompactSchema Begin(ReadOnlySpan<byte> payload, out CompactFrame frame)
    {
        if (payload.IsEmpty)
            throw new WireFormatException("The input is empty.") { Offset = 0 };
        byte header = payload[0];
        int schema = (header >> 4) & 3;
        if ((header & 15) != Version || schema > (int)CompactSchema.Fingerprint)
            throw new WireFormatException($"The first byte is 0x{header:x2}, which no payload of version {Version} begins with.")
            { Offset = 0 };
        int end = payload.Length;
        if ((header & Checksum) != 0)
            end = Verify(payload);
        frame = new CompactFrame { HasReferences = (header & References) != 0, End = end };
        return (CompactSchema)schema;
    }

    static ReadOnlySpan<byte> LayoutOf(ReadOnlySpan<byte> payload, ref CompactFrame frame)
    {
        int start = CompactVarint.Get(payload[1..frame.End], out ulong length) + 1;
        if (start == 1 || length > (ulong)(frame.End - start))
            throw new WireFormatException("The input ends in the middle of the layout.") { Offset = 1 };
        frame = frame with { ValueAt = start + (int)length };
        return payload.Slice(start, (int)length);
    }

    static int Verify(ReadOnlySpan<byte> payload)
    {
        int end = payload.Length - CompactChecksum.Size;
        if (end < 1 || MemoryMarshal.Read<uint>(payload[end..]) != CompactChecksum.Of(payload[..end]))
            throw new WireFormatException("The checksum does not match: the input is damaged or cut off.") { Offset = Math.Max(end, 0) };
        return end;
    }
}

/// <summary>What the start of a payload says.</summary>
internal readonly record struct CompactFrame
{
    /// <summary>Where the value begins.</summary>
    public int ValueAt { get; init; }

    /// <summary>Where it must end.</summary>
    public int End { get; init; }

    public bool HasReferences { get; init; }

    /// <summary>How to read it if its layout is not the reader's own; else null.</summary>
    public CompactPlan? Plan { get; init; }
}
