using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Reads the encoding of SOAP's section 5. Every element is read where it stands, by what its xsi:type or the member says; what it points
/// to is put in when all has been read. Types are those of the mapping and simple ones, nothing else is ever made.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed partial class SoapReader(SoapMapping mapping, LimitedXmlReader reader, string? style, object sender,
    XmlDeserializationEvents events, Limits limits)
{
    readonly bool _is12 = style == SoapNames.Encoding12;
    int _depth;

    public object? Read()
    {
        reader.MoveToContent();
        object? value = mapping.Members.IsDefault ? ReadRoot() : ReadMembers();
        ReadBehind();
        return _root is null ? value : _root.Value;
    }

    // A root that is a collection is there before its items are.
    Holder? _root;

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class Holder
    {
        public object? Value;
    }

    object? ReadRoot()
    {
        var root = mapping.Root;
        if (reader.NodeType != XmlNodeType.Element)
        {
            UnknownNode(null);
            return null;
        }
        // Another root element is read as something that may be referred to, as by the original. An array is written under its own name,
        // though.
        bool isNamed = reader.LocalName == root.Name && reader.NamespaceURI == (root.NamespaceInUse ?? "");
        if (!isNamed && !(root.Type.Kind == SoapKind.Array && reader.LocalName == "Array" && reader.NamespaceURI == SoapNames.Encoding))
            return null;
        if (root.Type.Kind == SoapKind.Nullable)
            return ReadNullable(root.Type);
        object? value = ReadReferring(root.Type, out _);
        if (value is null || root.Type is not { Kind: SoapKind.Array, IsCollection: true })
        {
            Referenced(value);
            return value;
        }
        _root = new Holder { Value = Create(root.Type.Type) };
        _collections.Add(new CollectionFixup(_root.Value!, value));
        Referenced(_root.Value);
        return _root.Value;
    }

    /// <summary>The element here, as one of the type unless it says another; an id if it only points elsewhere.</summary>
    object? ReadReferring(SoapType type, out string? id) => ReadReferring(type.Name, type.Namespace, elementIsType: false, out id);

    object? ReadReferring(string? name, string? ns, bool elementIsType, out string? href)
    {
        reader.MoveToContent();
        if (reader.NodeType != XmlNodeType.Element)
            throw new WireFormatException(
                reader.NodeType == XmlNodeType.None
                    ? "The document ends within an element."
                    : $"An element was expected, not {reader.NodeType}.");
        if (TakesReference(out href) || ReadNil())
            return null;
        var place = reader.Here;
        try
        {
            return ReadHere(name, ns, elementIsType);
        }
        catch (Exception) when (reader.Fails(place))
        {
            throw;
        }
    }

    object? ReadHere(string? name, string? ns, bool elementIsType)
    {
        string? id = _is12 ? reader.GetAttribute("id", SoapNames.Encoding12) : reader.GetAttribute("id", null);
        Enter();
        object? value = ReadArray(name, ns);
        if (value is null)
        {
            var type = XsiType()
                ?? (name is null ? new XmlQualifiedName(reader.LocalName, reader.NamespaceURI) : new XmlQualifiedName(name, ns));
            value = mapping.ByName.TryGetValue(type, out var known) ? ReadKnown(known) : ReadSimple(type, elementIsType);
        }
        _depth--;
        AddTarget(id, value);
        return value;
    }

    void Enter()
    {
        if (++_depth > limits.MaxDepth)
            throw new WireFormatException($"Elements are nested deeper than {limits.MaxDepth} levels (Limits.MaxDepth).");
        if ((_depth & 15) == 0)
            RuntimeHelpers.EnsureSufficientExecutionStack();
    }

    bool TakesReference(out string? href)
    {
        href = _is12 ? reader.GetAttribute("ref", SoapNames.Encoding12) : reader.GetAttribute("href");
        if (href is null)
            return false;
        if (!_is12)
            href = href.StartsWith('#')
                ? href[1..]
                : throw new WireFormatException($"The reference '{Short(href)}' does not begin with '#': it points out of the document.");
        if (reader.IsEmptyElement)
        {
            reader.Skip();
            return true;
        }
        reader.ReadStartElement();
        ReadEnd();
        return true;
    }

    static string Short(string text) => text.Length > 100 ? text[..100] + "..." : text;

    bool ReadNil()
    {
        string? nil = reader.GetAttribute("nil", SoapNames.Xsi) ?? reader.GetAttribute("null", SoapNames.Xsi)
            ?? reader.GetAttribute("null", SoapNames.Xsi2000) ?? reader.GetAttribute("null", SoapNames.Xsi1999);
        if (nil is null || !XmlConvert.ToBoolean(nil))
            return false;
        if (reader.IsEmptyElement)
        {
            reader.Skip();
            return true;
        }
        reader.ReadStartElement();
        while (reader.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None))
            UnknownNode(null);
        ReadEnd();
        return true;
    }

    XmlQualifiedName? XsiType()
    {
        string? type = reader.GetAttribute("type", SoapNames.Xsi) ?? reader.GetAttribute("type", SoapNames.Xsi2000)
            ?? reader.GetAttribute("type", SoapNames.Xsi1999);
        return type is null ? null : ToName(type);
    }

    XmlQualifiedName ToName(string text, bool isEncoded = false)
    {
        int colon = text.LastIndexOf(':');
        string prefix = colon < 0 ? "" : text[..colon];
        string local = text[(colon + 1)..];
        if (isEncoded)
            (prefix, local) = (XmlConvert.DecodeName(prefix), XmlConvert.DecodeName(local));
        if (prefix.Length == 0)
            return new XmlQualifiedName(text, reader.LookupNamespace(""));
        return new XmlQualifiedName(local,
            reader.LookupNamespace(prefix) ?? throw new WireFormatException($"The prefix '{Short(prefix)}' is not declared."));
    }

    object? ReadKnown(SoapType type) => type.Kind switch
    {
        SoapKind.Struct => ReadStruct(type),
        SoapKind.Enum => type.Enum!.Parse(reader.ReadElementString()),
        // The name of an array that has no arrayType, so it is none.
        _ => UnknownNode(null),
    };

    object? ReadNullable(SoapType type) => ReadNil() ? null : ReadValue(type.Base!);

    object? ReadValue(SoapType type)
    {
        if (type.Kind == SoapKind.Nullable)
            return ReadNullable(type);
        object? value = ReadReferring(type, out string? href);
        if (href is not null)
            throw new WireFormatException($"A value of type '{type.Type}' points to another element where it has to stand itself.");
        Referenced(value);
        return value;
    }

    string ReadText()
    {
        if (reader.IsEmptyElement)
        {
            reader.Skip();
            return "";
        }
        reader.ReadStartElement();
        string text = reader.ReadString();
        ReadEnd();
        return text;
    }

    void ReadEnd()
    {
        while (reader.NodeType == XmlNodeType.Whitespace)
            reader.Skip();
        if (reader.NodeType == XmlNodeType.None)
            reader.Skip();
        else
            reader.ReadEndElement();
    }

    object ReadSimple(XmlQualifiedName type, bool elementIsType)
    {
        if (type.Name == "QName"
            && type.Namespace is SoapNames.Xsd or SoapNames.Encoding or SoapNames.Encoding12 or SoapNames.Xsd2000 or SoapNames.Xsd1999)
            return ReadQName();
        return SoapSimple.TryParse(type, ReadText, out object? value) ? value! : ReadNodes(elementIsType);
    }

    XmlQualifiedName ReadQName()
    {
        if (reader.IsEmptyElement)
        {
            var empty = ToName("", isEncoded: true);
            reader.Skip();
            return empty;
        }
        reader.ReadStartElement();
        var name = ToName(reader.ReadString(), isEncoded: true);
        ReadEnd();
        return name;
    }

    static object Create(Type type)
    {
        if (type.IsAbstract || type.IsInterface)
            throw new WireFormatException($"'{type}' is abstract: a value of it cannot be made.");
        return Activator.CreateInstance(type, nonPublic: true)!;
    }
}
