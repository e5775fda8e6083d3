using System.Xml;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// A reader of the framework that keeps our limits: what lies deeper, or is longer, is refused before anything is made of it.
/// </summary>
internal sealed class LimitedXmlReader(XmlReader inner, Limits limits) : XmlReader, IXmlLineInfo, IXmlNamespaceResolver
{
    readonly int _start = inner.Depth;
    readonly IXmlLineInfo? _lines = inner as IXmlLineInfo;
    XmlEntityBudget _entities;

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

    /// <summary>What tells places, if the reader does.</summary>
    public IXmlLineInfo? Lines => _lines;

    public int LinePosition => _lines?.LinePosition ?? 0;

    /// <summary>How many elements have begun: what later work is measured by.</summary>
    public long Elements { get; private set; }

    public IDictionary<string, string> GetNamespacesInScope(XmlNamespaceScope scope) =>
        (inner as IXmlNamespaceResolver)?.GetNamespacesInScope(scope) ?? new Dictionary<string, string>();

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

    public override bool ReadAttributeValue()
    {
        if (!inner.ReadAttributeValue())
            return false;
        _entities.Count(inner);
        return true;
    }

    public override bool CanResolveEntity => inner.CanResolveEntity;

    public override void ResolveEntity() => _entities.Resolve(inner);

    const int DeepestPath = 64;

    // The elements that are open here, or were a moment ago: name, number among equals, and how many of each name are in it.
    readonly List<(string Name, int Index, Dictionary<string, int>? Children)> _open = [];
    bool _isPlaced;
    string? _failed;

    /// <summary>Where an element stands whose value is read: its depth, name and number among equals.</summary>
    public readonly record struct Place(int Depth, string Name, int Index);

    /// <summary>The element that the reader stands at.</summary>
    public Place Here
    {
        get
        {
            Begin();
            return _open.Count == 0 ? new(0, "", 0) : new(_open.Count - 1, _open[^1].Name, _open[^1].Index);
        }
    }

    /// <summary>
    /// Notes where reading failed, before anything is undone: in what is open within the element, or else in the element itself. The
    /// innermost counts. Always false.
    /// </summary>
    public bool Fails(Place place)
    {
        _failed ??= _open.Count > place.Depth + 1 ? PathTo(_open.Count, null) : PathTo(place.Depth, place);
        return false;
    }

    string PathTo(int count, Place? last)
    {
        var path = new System.Text.StringBuilder("$");
        foreach (var (name, index, _) in _open.Take(Math.Min(count, DeepestPath)))
            Add(name, index);
        if (last is { Name.Length: > 0 } element && count < DeepestPath)
            Add(element.Name, element.Index);
        return path.ToString();

        void Add(string name, int index)
        {
            path.Append('.').Append(name);
            if (index > 0)
                path.Append('[').Append(index).Append(']');
        }
    }

    /// <summary>The element at which the reader was handed over.</summary>
    void Begin()
    {
        if (_isPlaced)
            return;
        _isPlaced = true;
        if (inner.NodeType == XmlNodeType.Element)
            Open();
    }

    void Open()
    {
        string name = inner.Name;
        int index = 0;
        if (_open.Count > 0)
        {
            var (parent, number, children) = _open[^1];
            children ??= [];
            index = children.GetValueOrDefault(name);
            children[name] = index + 1;
            _open[^1] = (parent, number, children);
        }
        _open.Add((name, index, null));
    }

    /// <summary>What the node that was read is in; an end tag is in its element.</summary>
    void Follow()
    {
        int depth = Math.Max(inner.Depth - _start, 0) + (inner.NodeType == XmlNodeType.EndElement ? 1 : 0);
        if (depth < _open.Count)
            _open.RemoveRange(depth, _open.Count - depth);
        if (inner.NodeType == XmlNodeType.Element)
            Open();
    }

    public override bool Read()
    {
        Begin();
        if (!inner.Read())
            return false;
        Follow();
        _entities.Count(inner);
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
        throw new WireFormatException(error.Message, error)
        { Format = nameof(Xml), Line = LineNumber, Column = LinePosition, Path = _failed ?? PathTo(_open.Count, null) };
    }
}
