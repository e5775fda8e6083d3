using System.Buffers;
using Isomer.Formats;
using Isomer.Nodes;
using Isomer.Wire.Xml;

namespace Isomer;

public static partial class ContractXml
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new ContractXmlFormat();

    sealed class ContractXmlFormat : Format
    {
        public override string Name => "ContractXml";

        public override string MediaType => "application/xml";

        public override bool IsText => true;

        public override FormatFeatures Features => FormatFeatures.Subtypes | FormatFeatures.Objects | XmlNodes.Features;

        public override byte[] Serialize<T>(T value) => ContractXml.Serialize(value);

        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => ContractXml.Deserialize<T>(payload);

        public override void Serialize<T>(IBufferWriter<byte> output, T value) => ContractXml.Serialize(output, value);

        public override byte[] Serialize(object? value, Type type) => ContractXml.Serialize(value, type);

        public override object? Deserialize(ReadOnlySpan<byte> payload, Type type) => ContractXml.Deserialize(payload, type);

        public override void Serialize(Stream output, object? value, Type type) => ContractXml.Serialize(output, value, type);

        public override object? Deserialize(Stream input, Type type) => ContractXml.Deserialize(input, type);

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => ParseNode(payload, null!);

        public override Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) => XmlNodes.Read(payload, XmlRules.Contract, Name, places);

        public override byte[] WriteNode(Node? node) => XmlNodes.Write(node);

        /// <summary>A root element whose namespace is one that contracts have by default.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload)
        {
            var head = payload[..Math.Min(payload.Length, 1024)];
            return head.IndexOf("=\"http://schemas.datacontract.org/2004/07/"u8) >= 0 || head.IndexOf("=\"http://schemas.microsoft.com/2003/10/Serialization/"u8) >= 0
                ? FormatMatch.Likely
                : FormatMatch.No;
        }
    }
}
