using System.Buffers;
using Isomer.Formats;
using Isomer.Nodes;

namespace Isomer;

public static partial class Compact
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new CompactFormat();

    sealed class CompactFormat : Format
    {
        public override string Name => "Compact";

        public override string MediaType => "application/vnd.isomer.compact";

        public override bool IsText => false;

        public override IReadOnlyList<string> FileExtensions => [".compact", ".isomer"];

        public override FormatFeatures Features => FormatFeatures.ReadsNodes | FormatFeatures.WritesNodes | FormatFeatures.KeepsScalarKinds
            | FormatFeatures.References | FormatFeatures.Subtypes | FormatFeatures.Objects;

        public override byte[] Serialize<T>(T value) => Compact.Serialize(value);

        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => Compact.Deserialize<T>(payload);

        public override void Serialize<T>(IBufferWriter<byte> output, T value) => Compact.Serialize(output, value);

        public override byte[] Serialize(object? value, Type type) => Compact.Serialize(value, type);

        public override object? Deserialize(ReadOnlySpan<byte> payload, Type type) => Compact.Deserialize(payload, type);

        public override void Serialize(Stream output, object? value, Type type) => Compact.Serialize(output, value, type);

        public override object? Deserialize(Stream input, Type type) => Compact.Deserialize(input, type);

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => Compact.ParseNode(payload);

        public override Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) => Compact.ParseNode(payload, null, places);

        /// <summary>By the header byte and, where the payload carries its layout, by whether that is one.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload)
        {
            if (payload.Length < 2 || (payload[0] & 15) != 1 || (payload[0] >> 4 & 3) == 3)
                return FormatMatch.No;
            if ((payload[0] >> 4 & 3) == (int)CompactSchema.Fingerprint)
                return FormatMatch.Possible;
            int start = CompactVarint.Get(payload[1..], out ulong length) + 1;
            if (start == 1 || length is 0 or > 1 << 20)
                return FormatMatch.No;
            if (length > (ulong)(payload.Length - start))
                return FormatMatch.Possible;
            try
            {
                CompactLayoutParser.Parse(payload.Slice(start, (int)length));
                return FormatMatch.Likely;
            }
            catch (WireFormatException)
            {
                return FormatMatch.No;
            }
        }
    }
}
