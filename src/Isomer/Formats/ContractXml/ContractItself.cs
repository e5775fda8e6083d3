using System.ComponentModel;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// Where a value that writes itself (IXmlSerializable, XmlElement, XmlNode[]) stands: the open element with all that is declared
/// around it. It is given the framework's own writer in this state, so that the bytes are the framework's.
/// </summary>
/// <param name="Depth">Elements around: generated prefixes tell the depth.</param>
/// <param name="Around">Declarations around, outermost first.</param>
/// <param name="Own">Declarations that the element itself has.</param>
/// <param name="Prefix">The element's prefix, or nothing.</param>
/// <param name="Name">Its name.</param>
/// <param name="Namespace">Its namespace.</param>
/// <param name="IsWhole">The value is the root element itself, in place of the one that was opened.</param>
internal sealed record ContractItself(
    int Depth, IReadOnlyList<(string Prefix, string Uri)> Around, IReadOnlyList<(string Prefix, string Uri)> Own, string Prefix,
    string Name, string Namespace, bool IsWhole)
{
    /// <summary>How deep its elements may nest, which is as deep as they may when they are read.</summary>
    public int Most { get; init; } = int.MaxValue;

    /// <summary>Opens the elements around.</summary>
    public void Open(XmlDictionaryWriter writer)
    {
        for (int i = 0; i < Math.Max(Depth, 1); i++)
            writer.WriteStartElement("e");
        foreach (var (prefix, uri) in Around)
            writer.WriteXmlnsAttribute(prefix, new XmlDictionary(1).Add(uri));
    }

    /// <summary>Has the value write the content of its element.</summary>
    public void Write(XmlDictionaryWriter writer, object value)
    {
        if (IsWhole)
        {
            WriteGuarded(writer, value);
            return;
        }
        // As strings of a dictionary: so are the contracts' own.
        writer.WriteStartElement(Prefix, new XmlDictionary(1).Add(Name), new XmlDictionary(1).Add(Namespace));
        foreach (var (prefix, uri) in Own)
            writer.WriteXmlnsAttribute(prefix, new XmlDictionary(1).Add(uri));
        WriteGuarded(writer, value);
        writer.WriteEndElement();
    }

    public static NotSupportedException NoElement(object value) =>
        new($"'{value.GetType()}' says that it brings an element of its own ([XmlSchemaProvider] with IsAny), but writes none, or attributes before it.");

    void WriteGuarded(XmlDictionaryWriter writer, object value)
    {
        var part = new XmlPartWriter(writer, Most);
        WriteTo(part, value);
        part.Finish(value);
    }

    public static void WriteTo(XmlPartWriter writer, object value)
    {
        switch (value)
        {
            case XmlElement element:
                element.WriteTo(writer);
                break;
            case XmlNode[] nodes:
                foreach (var node in nodes)
                    node?.WriteTo(writer);
                break;
            default:
                if (Isomer.Tabular.TableXml.Is(value.GetType()))
                    WriteTable(writer, (IListSource)value);
                else
                    ((IXmlSerializable)value).WriteXml(writer);
                break;
        }
    }

    /// <summary>The framework's writers of contracts would put U+FFFD in place of half a surrogate pair.</summary>
    static void WriteTable(XmlPartWriter writer, IListSource value)
    {
        Isomer.Tabular.TableNesting.Check(value);
        writer.RefusesHalves = true;
        try
        {
            ((IXmlSerializable)value).WriteXml(writer);
        }
        catch (Exception e) when (Isomer.Tabular.TableTexts.Refusal(value, e) is { } refusal)
        {
            throw refusal;
        }
    }
}
