using System.Buffers;
using Isomer.Nodes;

namespace Isomer;

public static partial class Json
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new JsonFormat();

    sealed class JsonFormat : Format
    {
        public override string Name => "Json";

        public override string MediaType => "application/json";

        public override bool IsText => true;

        public override FormatFeatures Features => FormatFeatures.ReadsNodes | FormatFeatures.WritesNodes | FormatFeatures.References | FormatFeatures.Subtypes;

        public override byte[] Serialize<T>(T value) => Json.Serialize(value);

        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => Json.Deserialize<T>(payload);

        public override void Serialize<T>(IBufferWriter<byte> output, T value) => Json.Serialize(output, value);

        public override byte[] Serialize(object? value, Type type) => Json.Serialize(value, type);

        public override object? Deserialize(ReadOnlySpan<byte> payload, Type type) => Json.Deserialize(payload, type);

        public override void Serialize(Stream output, object? value, Type type) => Json.Serialize(output, value, type);

        public override object? Deserialize(Stream input, Type type) => Json.Deserialize(input, type);

        public override Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) => Json.ParseNode(payload, places);

        /// <summary>By the first character: an object or array is likely, a scalar possible (any word may begin with t, f or n).</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload)
        {
            if (payload.StartsWith("\uFEFF"u8))
                payload = payload[3..];
            payload = payload.TrimStart(" \t\r\n"u8);
            return payload.IsEmpty ? FormatMatch.No : payload[0] switch
            {
                (byte)'{' or (byte)'[' => FormatMatch.Likely,
                (byte)'"' or (byte)'-' or (>= (byte)'0' and <= (byte)'9') => FormatMatch.Possible,
                (byte)'t' or (byte)'f' or (byte)'n' => payload.StartsWith("true"u8) || payload.StartsWith("false"u8) || payload.StartsWith("null"u8)
                    ? FormatMatch.Possible : FormatMatch.No,
                _ => FormatMatch.No,
            };
        }
    }
}
