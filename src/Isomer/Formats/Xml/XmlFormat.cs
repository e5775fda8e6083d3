using System.Buffers;
using Isomer.Nodes;
using Isomer.Wire.Xml;

namespace Isomer;

public static partial class Xml
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new XmlFormat();

    sealed class XmlFormat : Format
    {
        // What XmlSerializer refuses is carried: the handle is for any type.
        static readonly XmlOptions s_options = new() { Convention = Convention.XmlAttributes.With(XmlExtensions.All) };

        public override string Name => "Xml";

        public override string MediaType => "application/xml";

        public override bool IsText => true;

        public override FormatFeatures Features => FormatFeatures.Subtypes | FormatFeatures.Objects | XmlNodes.Features;

        public override byte[] Serialize<T>(T value) => Xml.Serialize(value, s_options);

        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => Xml.Deserialize<T>(payload, s_options);

        public override void Serialize<T>(IBufferWriter<byte> output, T value) => Xml.Serialize(output, value, s_options);

        public override byte[] Serialize(object? value, Type type) => Xml.Serialize(value, type, s_options);

        public override object? Deserialize(ReadOnlySpan<byte> payload, Type type) => Xml.Deserialize(payload, type, s_options);

        public override void Serialize(Stream output, object? value, Type type) => Xml.Serialize(output, value, type, s_options);

        public override object? Deserialize(Stream input, Type type) => Xml.Deserialize(input, type, s_options);

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => ParseNode(payload, null!);

        public override Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) => XmlNodes.Read(payload, XmlRules.Reader, Name, places);

        public override byte[] WriteNode(Node? node) => XmlNodes.Write(node);

        /// <summary>A tag at the beginning is likely, an XML declaration more than that; which XML it is only its type tells.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload)
        {
            if (payload.StartsWith("\uFEFF"u8))
                payload = payload[3..];
            payload = payload.TrimStart(" \t\r\n"u8);
            return payload.Length > 1 && payload[0] == (byte)'<' && (payload[1] == (byte)'?' || payload[1] == (byte)'!' || payload[1] == (byte)'_' || payload[1] >= 0x80 || char.IsAsciiLetter((char)payload[1]))
                ? FormatMatch.Likely : FormatMatch.No;
        }
    }
}
