using System.Buffers;
using Isomer.Formats;
using Isomer.Nodes;
using Isomer.Wire.Xml;

namespace Isomer;

public static partial class ContractXml
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new ContractXmlFormat(ContractXmlOptions.Default);

    /// <summary>Its binary form as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format BinaryFormat { get; } = new ContractXmlFormat(ContractXmlOptions.Binary);

    sealed class ContractXmlFormat(ContractXmlOptions options) : Format
    {
        public override string Name => IsText ? "ContractXml" : "ContractXmlBinary";

        public override string MediaType => IsText ? "application/xml" : "application/msbin1";

        public override bool IsText => options.Form == ContractXmlForm.Text;

        public override IReadOnlyList<string> FileExtensions => IsText ? base.FileExtensions : [".msbin1"];

        public override FormatFeatures Features => FormatFeatures.Subtypes | FormatFeatures.Objects | XmlNodes.Features;

        public override byte[] Serialize<T>(T value) => ContractXml.Serialize(value, options);

        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => ContractXml.Deserialize<T>(payload, options);

        public override void Serialize<T>(IBufferWriter<byte> output, T value) => ContractXml.Serialize(output, value, options);

        public override byte[] Serialize(object? value, Type type) => ContractXml.Serialize(value, type, options);

        public override object? Deserialize(ReadOnlySpan<byte> payload, Type type) => ContractXml.Deserialize(payload, type, options);

        public override void Serialize(Stream output, object? value, Type type) => ContractXml.Serialize(output, value, type, options);

        public override object? Deserialize(Stream input, Type type) => ContractXml.Deserialize(input, type, options);

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => ParseNode(payload, null!);

        /// <summary>Of the binary form no places are told: it is read as the text that it stands for.</summary>
        public override Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) => IsText
            ? XmlNodes.Read(payload, XmlRules.Contract, Name, places)
            : XmlBinaryText.ReadNode(payload, XmlRules.Contract, Name);

        public override byte[] WriteNode(Node? node) => IsText ? XmlNodes.Write(node) : XmlBinaryText.ToBinary(XmlNodes.Write(node));

        /// <summary>A root element whose namespace is one that contracts have by default: in text behind its quote, in binary behind its length.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload)
        {
            if (payload.IsEmpty || (IsText ? payload[0] is not ((byte)'<' or 0xEF) && !XmlChars.IsWhite(payload[0]) : !XmlBinaryText.BeginsWithElement(payload)))
                return FormatMatch.No;
            var head = payload[..Math.Min(payload.Length, 1024)];
            int at = head.IndexOf("http://schemas.datacontract.org/2004/07/"u8);
            if (at < 0)
                at = head.IndexOf("http://schemas.microsoft.com/2003/10/Serialization/"u8);
            if (at > 0 && (IsText ? head[at - 1] is (byte)'"' or (byte)'\'' : head[at - 1] <= payload.Length - at))
                return FormatMatch.Likely;
            return IsText ? FormatMatch.No : FormatMatch.Possible;
        }
    }
}
