using System.Xml;
using Isomer.Wire;

namespace Isomer;

/// <summary>A reader of the framework that keeps our limits: what lies deeper, or is longer, is refused before anything is made of it.</summary>
internal sealed class LimitedXmlReader(XmlReader inner, Limits limits) : XmlReader, IXmlLineInfo, IXmlNamespaceResolver
{
    readonly int _start = inner.Depth;
    readonly IXmlLineInfo? _lines = inner as IXmlLineInfo;

    public override int AttributeCount => inner.AttributeCount;

    public override string BaseURI => inner.BaseURI;

    public override int Depth => inner.Depth;

    public override bool EOF => inner.EOF;

    public override bool IsEmptyElement => inner.IsEmptyElement;

    public override string LocalName => inner.LocalName;

    public override string Name => inner.Name;

    public override string NamespaceURI => inner.NamespaceURI;

    public override XmlNameTable NameTable => inner.NameTable;

    public override XmlNodeType NodeType => inner.NodeType;

    public override string Prefix => inner.Prefix;

    public override ReadState ReadState => inner.ReadState;

    public override bool IsDefault => inner.IsDefault;

    public override char QuoteChar => inner.QuoteChar;

    public override XmlSpace XmlSpace => inner.XmlSpace;

    public override string XmlLang => inner.XmlLang;

    public override string Value => inner.Value;

    public int LineNumber => _lines?.LineNumber ?? 0;

    public int LinePosition => _lines?.LinePosition ?? 0;

    /// <summary>How many elements have begun: what later work is measured by.</summary>
    public long Elements { get; private set; }

    public IDictionary<string, string> GetNamespacesInScope(XmlNamespaceScope scope) => (inner as IXmlNamespaceResolver)?.GetNamespacesInScope(scope) ?? new Dictionary<string, string>();

    public string? LookupPrefix(string namespaceName) => (inner as IXmlNamespaceResolver)?.LookupPrefix(namespaceName);

    public bool HasLineInfo() => _lines?.HasLineInfo() == true;

    public override string GetAttribute(int i) => inner.GetAttribute(i);

    public override string? GetAttribute(string name) => inner.GetAttribute(name);

    public override string? GetAttribute(string name, string? namespaceURI) => inner.GetAttribute(name, namespaceURI);

    public override string? LookupNamespace(string prefix) => inner.LookupNamespace(prefix);

    public override bool MoveToAttribute(string name) => inner.MoveToAttribute(name);

    public override bool MoveToAttribute(string name, string? ns) => inner.MoveToAttribute(name, ns);

    public override bool MoveToElement() => inner.MoveToElement();

    public override bool MoveToFirstAttribute() => inner.MoveToFirstAttribute();

    public override bool MoveToNextAttribute() => inner.MoveToNextAttribute();

    public override bool ReadAttributeValue() => inner.ReadAttributeValue();

    public override void ResolveEntity() => throw new WireFormatException("Entities are not expanded.");

    public override bool Read()
    {
        if (!inner.Read())
            return false;
        switch (inner.NodeType)
        {
            case XmlNodeType.Element:
                Elements++;
                if (inner.Depth - _start > limits.MaxDepth)
                    throw new WireFormatException($"Elements are nested deeper than {limits.MaxDepth} levels (Limits.MaxDepth).");
                break;
            case XmlNodeType.Text or XmlNodeType.CDATA:
                if (limits.MaxStringLength < int.MaxValue && inner.Value.Length > limits.MaxStringLength)
                    throw new WireFormatException($"A text is longer than {limits.MaxStringLength} (Limits.MaxStringLength).");
                break;
            case XmlNodeType.DocumentType:
                throw new WireFormatException("A document type is not allowed.");
        }
        return true;
    }

    /// <summary>What is read from it; whatever goes wrong becomes the one exception, with the place at which this reader stands.</summary>
    public object? Read(Func<object?> read)
    {
        Exception error;
        try
        {
            return read();
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            error = e;
        }
        throw new WireFormatException(error.Message, error) { Format = nameof(Xml), Line = LineNumber, Column = LinePosition };
    }
}
