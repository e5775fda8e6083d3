// XmlNodes: any XML as nodes, and any node as XML, each back to what it was. What both XML formats share.
//
//   <Order id="7" xmlns="urn:shop"><Name>Ulm</Name><Line>a</Line><Line>b</Line></Order>
//   {"Order": {"@xmlns": "urn:shop", "@id": "7", "Name": "Ulm", "Line": ["a", "b"]}}
//
// An element is its text, if that is all; else an object: attributes and declarations of namespaces as @name, child elements
// by their names as written, those that follow each other under one name as an array, text beside attributes as #text. Where
// text and elements are mixed, or elements of one name do not follow each other, the object has #content, an array of
// strings and objects of one member. White space between elements, comments and instructions are not kept. xsi:nil is null, and
// xsi:type with a type of XML Schema a value of that type, if there are no other attributes.
//
// What XML has no form for is said in the namespace urn:isomer:node:
//   <n:value>                the root of what has no root element of its own
//   <n:item>                 an item, where an array has not two or more that could repeat their name
//   <n:member n:name="b c">  a member whose name is none in XML (n:json="..." where not even an attribute can hold it)
//   n:type="int"             the kind of a scalar; null, array, object; json for what has no name of its own
using System.Text;
using Isomer.Nodes;

namespace Isomer.Wire.Xml;

/// <summary>Any XML as nodes and any node as XML.</summary>
internal static class XmlNodes
{
    public const string Uri = "urn:isomer:node";

    /// <summary>Elements nest one deeper than values, and items of items once more.</summary>
    public const int MaxDepth = 130;

    /// <summary>How deep elements may nest where values may nest as deep as the limits say; never deeper than usual.</summary>
    static int DepthOf(Limits limits) => Math.Min(MaxDepth, (Math.Min(limits.MaxDepth, MaxDepth) * 2) + 2);

    public static FormatFeatures Features => FormatFeatures.ReadsNodes | FormatFeatures.WritesNodes | FormatFeatures.KeepsScalarKinds;

    /// <summary>The document as a node. Places are told unless the document had to be transcoded.</summary>
    public static Node? Read(ReadOnlySpan<byte> payload, XmlRules rules, Limits limits, string format, NodePlaces? places)
    {
        rules = rules with { MaxDepth = DepthOf(limits), MaxText = limits.MaxStringLength };
        int skipped = 0;
        var text = payload;
        int position = 0;
        try
        {
            text = XmlInput.ToUtf8(payload, rules, out skipped);
            var reader = new NodeXmlReader(text, rules, limits, payload.Overlaps(text) ? places : null, skipped);
            try
            {
                return reader.Document();
            }
            finally
            {
                position = reader.Position;
                reader.Dispose();
            }
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            var error = TextErrors.Place(e, format, text, position);
            XmlInput.Move(error, payload, text, skipped);
            throw error;
        }
    }

    public static byte[] Write(Node? node)
    {
        var writer = new NodeXmlWriter(node);
        try
        {
            return writer.Document(node);
        }
        finally
        {
            writer.Dispose();
        }
    }

    /// <summary>Whether a text can stand in a document, by reference if need be.</summary>
    public static bool CanStand(string text)
    {
        for (int i = 0; i < text.Length; i++)
        {
            if (char.IsHighSurrogate(text[i]) && i + 1 < text.Length && char.IsLowSurrogate(text[i + 1]))
                i++;
            else if (!System.Xml.XmlConvert.IsXmlChar(text[i]))
                return false;
        }
        return true;
    }

    /// <summary>Whether this is a name without prefix.</summary>
    public static bool IsName(ReadOnlySpan<char> name)
    {
        const int Longest = 1000;
        if (name.IsEmpty || name.Length > Longest || !System.Xml.XmlConvert.IsStartNCNameChar(name[0]))
            return false;
        foreach (char c in name)
            if (!System.Xml.XmlConvert.IsNCNameChar(c))
                return false;
        return true;
    }

    /// <summary>
    /// What an element is that has nothing but these: a value of xsi:nil, a local name of xsi:type if its prefix stands for XML Schema,
    /// and a text. False if it is not more than its parts.
    /// </summary>
    public static bool TryMeaning(string? nil, string? type, string text, out Node? value)
    {
        value = null;
        if (nil is not null)
            return type is null && nil is "true" or "1" && text.Length == 0;
        return type is not null && (value = NodeXmlScalars.TryRead(type, isSchema: true, text)) is not null;
    }
}
