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

        public override byte[] Serialize<T>(T value) => Xml.Serialize(value, s_options);

        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => Xml.Deserialize<T>(payload, s_options);
    }
}
