using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Isomer.Formats;

/// <summary>
/// The layouts that the frames of one stream have told. A frame that has only a fingerprint of one of them is read as if it told it too; so
/// a stream tells each layout once, and is read by whoever has the types or has them not.
/// </summary>
/// <remarks>
/// What is kept is bounded: <see cref="Most"/> layouts, each of <see cref="MostOfOne"/> bytes, for every frame of ten bytes costs a copy of
/// its layout: half a megabyte of layout and as much of frames would be 25 gigabytes of copies. Frames that come later stay as they are.
/// </remarks>
internal sealed class CompactStreamLayouts
{
    const int Most = 4096;
    const int MostOfOne = 1 << 16;
    const byte SchemaBits = 0x30;
    const byte Checksum = 0x80;

    readonly Dictionary<ulong, (byte Schema, byte[] Layout)> _known = [];
    byte[] _last = [];
    byte[] _whole = [];

    /// <summary>Whether a frame names its layout by a fingerprint.</summary>
    public static bool IsFingerprint(ReadOnlySpan<byte> frame) =>
        frame is [var header, _, ..] && SchemaOf(header) == CompactSchema.Fingerprint;

    static CompactSchema SchemaOf(byte header) => (CompactSchema)((header & SchemaBits) >> 4);

    /// <summary>Whether the layout of a payload is short enough to be told once.</summary>
    public static bool CanTell(ReadOnlySpan<byte> payload) => CompactVarint.Get(payload[1..], out ulong length) > 0 && length <= MostOfOne;

    /// <summary>The frame, with its layout. Valid until the next one.</summary>
    public ReadOnlySpan<byte> Whole(ReadOnlySpan<byte> frame)
    {
        if (frame.Length < 2 || (frame[0] & 15) != 1)
            return frame;
        switch (SchemaOf(frame[0]))
        {
            case CompactSchema.Fingerprint:
                return frame.Length >= 9 && _known.TryGetValue(BinaryPrimitives.ReadUInt64LittleEndian(frame[1..]), out var known)
                    && TryBody(frame, out var body)
                    ? Join(frame[0], known.Schema, known.Layout, body[9..]) : frame;
            case CompactSchema.Hashed or CompactSchema.Embedded:
                Learn(frame);
                break;
        }
        return frame;
    }

    /// <summary>The frame without its checksum; false if that is wrong, which whoever reads it will say.</summary>
    static bool TryBody(ReadOnlySpan<byte> frame, out ReadOnlySpan<byte> body)
    {
        body = frame;
        if ((frame[0] & Checksum) == 0)
            return true;
        int end = frame.Length - CompactChecksum.Size;
        if (end < 9 || MemoryMarshal.Read<uint>(frame[end..]) != CompactChecksum.Of(frame[..end]))
            return false;
        body = frame[..end];
        return true;
    }

    ReadOnlySpan<byte> Join(byte header, byte schema, byte[] layout, ReadOnlySpan<byte> value)
    {
        int most = 1 + CompactVarint.MaxLength + layout.Length + value.Length;
        if (_whole.Length < most)
            _whole = new byte[Math.Max(most, 2 * _whole.Length)];
        _whole[0] = (byte)((header & ~(SchemaBits | Checksum)) | schema);
        int at = 1 + CompactVarint.Put(ref _whole[1], (ulong)layout.Length);
        layout.CopyTo(_whole, at);
        value.CopyTo(_whole.AsSpan(at + layout.Length));
        return _whole.AsSpan(0, at + layout.Length + value.Length);
    }

    void Learn(ReadOnlySpan<byte> frame)
    {
        int start = CompactVarint.Get(frame[1..], out ulong length) + 1;
        if (start == 1 || length > (ulong)(frame.Length - start))
            return;
        ReadOnlySpan<byte> layout = frame.Slice(start, (int)length);
        // Nearly always the one before.
        if (layout.SequenceEqual(_last) || _known.Count >= Most || layout.Length > MostOfOne)
            return;
        byte schema = (byte)(frame[0] & SchemaBits);
        try
        {
            ulong fingerprint = schema == 0 ? CompactHash.OfLayout(layout) : OfEmbedded(layout);
            _last = layout.ToArray();
            _known.TryAdd(fingerprint, (schema, _last));
        }
        catch (WireFormatException)
        {
            // Whoever reads the frame says so.
        }
    }

    /// <summary>A fingerprint is that of the layout with hashes for names.</summary>
    static ulong OfEmbedded(ReadOnlySpan<byte> bytes)
    {
        CompactLayout layout = CompactLayoutParser.Parse(bytes);
        foreach (CompactType type in layout.Table)
            type.SetNeedsNames();
        return CompactHash.OfLayout(CompactLayoutWriter.Write(layout, embedded: false));
    }
}
