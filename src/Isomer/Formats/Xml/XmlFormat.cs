using System.Diagnostics.CodeAnalysis;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Wire.Xml;

namespace Isomer;

public static partial class Xml
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>. It is for any type: what XmlSerializer refuses is carried.</summary>
    public static Format Format { get; } = new XmlFormat(new() { Convention = Convention.XmlAttributes.With(XmlExtensions.All) });

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class XmlFormat(XmlOptions options) : FormatOf<XmlCalls, XmlOptions>(options)
    {
        protected override Format Of(XmlOptions options) => new XmlFormat(options);

        public override string Name => "Xml";

        public override string MediaType => "application/xml";

        public override bool IsText => true;

        public override FormatFeatures Features => FormatFeatures.Subtypes | FormatFeatures.Objects | XmlNodes.Features;

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => ParseNode(payload, null!);

        public override Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) =>
            XmlNodes.Read(payload, XmlRules.Reader, Options.Limits, Name, places);

        public override byte[] WriteNode(Node? node) => XmlNodes.Write(node);

        /// <summary>A tag at the beginning is likely, an XML declaration more than that; which XML it is only its type tells.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload)
        {
            if (payload.StartsWith("\uFEFF"u8))
                payload = payload[3..];
            payload = payload.TrimStart(" \t\r\n"u8);
            return payload.Length > 1 && payload[0] == (byte)'<'
                && (payload[1] == (byte)'?' || payload[1] == (byte)'!' || payload[1] == (byte)'_' || payload[1] >= 0x80
                    || char.IsAsciiLetter((char)payload[1]))
                ? FormatMatch.Likely : FormatMatch.No;
        }
    }
}
