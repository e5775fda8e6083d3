using System.Diagnostics.CodeAnalysis;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Wire.Xml;

namespace Isomer;

public static partial class ContractXml
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new ContractXmlFormat(ContractXmlOptions.Default);

    /// <summary>Its binary form as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format BinaryFormat { get; } = new ContractXmlFormat(ContractXmlOptions.Binary);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class ContractXmlFormat(ContractXmlOptions options) : FormatOf<ContractXmlCalls, ContractXmlOptions>(options)
    {
        protected override Format Of(ContractXmlOptions options) => new ContractXmlFormat(options);

        public override string Name => IsText ? "ContractXml" : "ContractXmlBinary";

        public override string MediaType => IsText ? "application/xml" : "application/msbin1";

        internal override string? Dialect => IsText ? "contract" : null;

        public override bool IsText => Options.Form == ContractXmlForm.Text;

        public override IReadOnlyList<string> FileExtensions => IsText ? base.FileExtensions : [".msbin1"];

        public override FormatFeatures Features => FormatFeatures.Subtypes | FormatFeatures.Objects | XmlNodes.Features;

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => ParseNode(payload, null!);

        /// <summary>Of the binary form no places are told: it is read as the text that it stands for.</summary>
        public override Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) => IsText
            ? XmlNodes.Read(payload, XmlRules.Contract, Options.Limits, Name, places)
            : XmlBinaryText.ReadNode(payload, XmlRules.Contract, Options.Limits, Name);

        public override byte[] WriteNode(Node? node) => IsText ? XmlNodes.Write(node) : XmlBinaryText.ToBinary(XmlNodes.Write(node));

        /// <summary>
        /// A root element whose namespace is one that contracts have by default: in text behind its quote, in binary behind its length.
        /// </summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload)
        {
            if (payload.IsEmpty
                || (IsText
                    ? payload[0] is not ((byte)'<' or 0xEF) && !XmlChars.IsWhite(payload[0])
                    : !XmlBinaryText.BeginsWithElement(payload)))
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
