using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>The namespaces of SOAP, as the scanner numbers them.</summary>
internal static class SoapNamespaces
{
    public const string EnvelopeUri = "http://schemas.xmlsoap.org/soap/envelope/";
    public const string EncodingUri = "http://schemas.xmlsoap.org/soap/encoding/";

    // Of the CLR's types: mscorlib's by their namespace alone, others with the name of their assembly, and those of no namespace.
    public const string ClrNamespace = "http://schemas.microsoft.com/clr/ns/";
    public const string ClrBoth = "http://schemas.microsoft.com/clr/nsassem/";
    public const string ClrAssembly = "http://schemas.microsoft.com/clr/assem/";

    static readonly int s_envelope = XmlNamespaces.Number(EnvelopeUri);

    // Drafts of XML Schema had others, which files of .NET Framework's betas and of other writers have.
    static readonly int s_instance2000 = XmlNamespaces.Number("http://www.w3.org/2000/10/XMLSchema-instance"),
        s_instance1999 = XmlNamespaces.Number("http://www.w3.org/1999/XMLSchema-instance");

    public static int Encoding { get; } = XmlNamespaces.Number(EncodingUri);

    public static int Clr { get; } = XmlNamespaces.Number("http://schemas.microsoft.com/soap/encoding/clr/1.0");

    /// <summary>Numbers them, if that has not been done.</summary>
    public static void Prepare() => System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor(typeof(SoapNamespaces).TypeHandle);

    public static bool IsEnvelope(int ns) => ns == s_envelope;

    public static bool IsInstance(int ns) => ns == XmlNamespaces.SchemaInstance || ns == s_instance2000 || ns == s_instance1999;

    public static bool IsSchema(ReadOnlySpan<byte> uri) =>
        uri.SequenceEqual("http://www.w3.org/2001/XMLSchema"u8) || uri.SequenceEqual("http://www.w3.org/2000/10/XMLSchema"u8)
            || uri.SequenceEqual("http://www.w3.org/1999/XMLSchema"u8);
}
