using System.Text;
using System.Xml;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

namespace Isomer.Tests.Formats.OfSoap;

/// <summary>
/// The families of ysoserial.net by name, as envelopes: in every place where an object may stand none is made, nothing is loaded for their
/// sake.
/// </summary>
public class EnvelopeGadgetTests
{
    public static TheoryData<string, string, string?, string> Families => NrbfGadgetTests.Families;

    [Theory, MemberData(nameof(Families))]
    public void None_is_made(string family, string name, string? library, string entry)
    {
        Read(Envelope($"<v:{Victim} id='ref-1'/>"), ShapeTier.Emitted, typeof(object));
        Read(Envelope($"<v:{Victim} id='ref-1'/>"), ShapeTier.Reflection, typeof(object));
        var loaded = LoadedAssemblies.During(() =>
        {
            foreach (byte[] payload in Places(name, library, entry))
                foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
                    foreach (var type in (Type[])[typeof(object), typeof(NrbfGadgetTests.Victim)])
                        Assert.True(Record.Exception(() => Read(payload, tier, type)) is WireFormatException,
                            $"{family}, {name} was read, or otherwise refused\n{Encoding.UTF8.GetString(payload)}");
        });
        Assert.DoesNotContain(loaded,
            static l =>
                l.StartsWith("System.Data", StringComparison.Ordinal) || l.StartsWith("System.Security", StringComparison.Ordinal)
                    || l.StartsWith("System.Diagnostics.Process", StringComparison.Ordinal)
                    || l.Contains("Windows", StringComparison.Ordinal));
    }

    static object? Read(byte[] payload, ShapeTier tier, Type type) =>
        Soap.Deserialize(payload, type,
            new SoapOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(NrbfGadgetTests.Victim)] });

    static string Victim { get; } = "NrbfGadgetTests_x002B_Victim";

    static byte[] Envelope(string body) =>
        Encoding.UTF8.GetBytes(
            "<SOAP-ENV:Envelope xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:xsd='http://www.w3.org/2001/XMLSchema' xmlns:SOAP-ENC='http://schemas.xmlsoap.org/soap/encoding/' "
                +
        $"xmlns:SOAP-ENV='http://schemas.xmlsoap.org/soap/envelope/' xmlns:v='http://schemas.microsoft.com/clr/nsassem/{typeof(NrbfGadgetTests).Namespace}/Isomer.Tests'><SOAP-ENV:Body>{body}</SOAP-ENV:Body></SOAP-ENV:Envelope>");

    /// <summary>
    /// As the root, an item, what an array is of, a member behind object and every interface, in its place and by reference, under two ways
    /// to divide the name.
    /// </summary>
    static IEnumerable<byte[]> Places(string name, string? library, string entry)
    {
        int bracket = name.IndexOf('[', StringComparison.Ordinal);
        int dot = name.LastIndexOf('.', bracket < 0 ? name.Length - 1 : bracket);
        string ns = dot < 0 ? "" : name[..dot];
        string local = XmlConvert.EncodeLocalName(name[(dot + 1)..])!, member = XmlConvert.EncodeLocalName(entry)!;
        string uri = System.Security.SecurityElement.Escape(
            library is null
                ? $"http://schemas.microsoft.com/clr/ns/{ns}"
                : $"http://schemas.microsoft.com/clr/nsassem/{ns}/{Uri.EscapeDataString(library)}")!;
        string content = $"<{member} id='ref-80'>AAEAAAD/////AQAAAAAAAAA=</{member}>";
        yield return Envelope($"<g:{local} id='ref-1' xmlns:g='{uri}'>{content}</g:{local}>");
        yield return Envelope(
            $"<SOAP-ENC:Array SOAP-ENC:arrayType='xsd:anyType[1]'><item href='#ref-2'/></SOAP-ENC:Array><g:{local} id='ref-2' xmlns:g='{uri}'>{content}</g:{local}>");
        yield return Envelope(
            $"<SOAP-ENC:Array SOAP-ENC:arrayType='xsd:anyType[1]'><item xsi:type='g:{local}' xmlns:g='{uri}'>{content}</item></SOAP-ENC:Array>");
        yield return Envelope($"<SOAP-ENC:Array SOAP-ENC:arrayType='g:{local}[1]' xmlns:g='{uri}'><item>{content}</item></SOAP-ENC:Array>");
        foreach (string place in (string[])["Any", "Order", "Equality", "List", "Code", "Entries", "Table", "Items", "Sorted", "Value"])
        {
            yield return Envelope(
                $"<v:{Victim} id='ref-1'><{place} href='#ref-2'/></v:{Victim}><g:{local} id='ref-2' xmlns:g='{uri}'>{content}</g:{local}>");
            yield return Envelope($"<v:{Victim} id='ref-1'><{place} xsi:type='g:{local}' xmlns:g='{uri}'>{content}</{place}></v:{Victim}>");
        }
    }
}
