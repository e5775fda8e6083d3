using System.Buffers;
using Isomer.Formats;

namespace Isomer;

public static partial class ContractJson
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new ContractJsonFormat();

    sealed class ContractJsonFormat : Format
    {
        public override string Name => "ContractJson";

        public override string MediaType => "application/json";

        public override bool IsText => true;

        public override FormatFeatures Features => FormatFeatures.Subtypes | FormatFeatures.Objects;

        public override byte[] Serialize<T>(T value) => ContractJson.Serialize(value);

        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => ContractJson.Deserialize<T>(payload);

        public override void Serialize<T>(IBufferWriter<byte> output, T value) => ContractJson.Serialize(output, value);

        public override byte[] Serialize(object? value, Type type) => ContractJson.Serialize(value, type);

        public override object? Deserialize(ReadOnlySpan<byte> payload, Type type) => ContractJson.Deserialize(payload, type);

        public override void Serialize(Stream output, object? value, Type type) => ContractJson.Serialize(output, value, type);

        public override object? Deserialize(Stream input, Type type) => ContractJson.Deserialize(input, type);

        /// <summary>An object or array in which dates or type names stand as only these contracts write them.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload)
        {
            var head = payload[..Math.Min(payload.Length, 1024)].TrimStart("\uFEFF \t\r\n"u8);
            bool isContainer = !head.IsEmpty && head[0] is (byte)'{' or (byte)'[';
            return isContainer && (head.IndexOf("\"\\/Date("u8) >= 0 || head.IndexOf("\"__type\":\""u8) >= 0) ? FormatMatch.Likely : FormatMatch.No;
        }
    }
}
