using System.Xml;

namespace Isomer.Tabular;

/// <summary>
/// XML as a list of events, recorded from one reader and played to another's caller. What is on it was looked at and may have been changed before
/// anybody else sees it.
/// </summary>
/// <remarks>
/// Names and namespaces are of one name table, by whose references the framework's reader of tables compares them. A caller that asks again and again without
/// moving on is stopped: that reader does so for ever at a cell that it does not understand.
/// </remarks>
internal sealed class XmlTape : XmlReader
{
    const int MaxQuestions = 100_000, QuestionsOfAll = 2000, QuestionsOfEach = 20;

    readonly List<Event> _events = [];
    readonly NameTable _names;
    readonly Stack<int> _open = new();
    readonly IDictionary<string, string> _around;
    int _at = -1;
    // Of the element at hand: 0 the element, 1.. its attributes; whether the value of that attribute.
    int _attribute;
    bool _inValue;
    int _questions;
    int _mostQuestions = MaxQuestions;
    bool _ended;

    public struct Event
    {
        public XmlNodeType Type;
        public bool IsEmpty;
        public ushort Depth;
        public ushort Attributes;
        public string Prefix;
        public string Name;
        public string Namespace;
        public string Value;
    }

    /// <param name="around">Prefixes that are declared around.</param>
    public XmlTape(IDictionary<string, string> around)
        : this(around, new NameTable())
    {
    }

    /// <param name="around">Prefixes that are declared around.</param>
    /// <param name="names">Those of the reader that will be recorded, if all its names are of them.</param>
    public XmlTape(IDictionary<string, string> around, NameTable names) => (_around, _names) = (around, names);

    public List<Event> Events => _events;

    /// <summary>A new tape in the same place.</summary>
    public XmlTape Emptied() => new(_around, _names);

    /// <summary>Adds an event with its attributes, as the reader stands.</summary>
    public void Add(XmlReader reader, int depth)
    {
        int at = _events.Count;
        _events.Add(Of(reader, depth));
        if (reader.NodeType != XmlNodeType.Element)
            return;
        bool isEmpty = reader.IsEmptyElement;
        if (reader.MoveToFirstAttribute())
        {
            do
                _events.Add(Of(reader, depth + 1));
            while (reader.MoveToNextAttribute());
            reader.MoveToElement();
        }
        ref var element = ref System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_events)[at];
        (element.IsEmpty, element.Attributes) = (isEmpty, (ushort)(_events.Count - at - 1));
        if (_events.Count - at - 1 > ushort.MaxValue)
            throw new WireFormatException("An element has more than 65,535 attributes.");
    }

    /// <summary>Adds an event of the tape that this one was made of.</summary>
    public void Add(in Event copied) => _events.Add(copied);

    Event Of(XmlReader reader, int depth)
    {
        var type = reader.NodeType;
        string name = reader.LocalName;
        var part = new Event { Type = type, Depth = (ushort)depth, Value = type is XmlNodeType.Element or XmlNodeType.EndElement ? "" : reader.Value };
        if (name.Length == 0)
            // The framework's binary reader calls a default namespace's declaration nothing at all.
            (part.Prefix, part.Name, part.Namespace) = ("", type == XmlNodeType.Attribute ? _names.Add("xmlns") : "", _names.Add(reader.NamespaceURI));
        else if (reader.NameTable == _names)
            (part.Prefix, part.Name, part.Namespace) = (reader.Prefix, name, reader.NamespaceURI);
        else
            (part.Prefix, part.Name, part.Namespace) = (_names.Add(reader.Prefix), _names.Add(name), _names.Add(reader.NamespaceURI));
        return part;
    }

    /// <summary>From this event on, as the root.</summary>
    public void Rewind(int at = 0)
    {
        (_at, _attribute, _inValue, _questions, _ended) = (at - 1, 0, false, 0, false);
        _open.Clear();
        // What one question costs is allocated by who asks, so how many there may be depends on how much there is to ask about.
        _mostQuestions = (int)Math.Min(MaxQuestions, QuestionsOfAll + (QuestionsOfEach * ((long)_events.Count + Tables)));
    }

    /// <summary>How many tables the reader looks through for each element beside those that the tape describes.</summary>
    public int Tables { get; set; }

    ref Event Here
    {
        get
        {
            if (++_questions > _mostQuestions)
                throw new WireFormatException("The XML of a table cannot be read: something stands where the framework's reader does not pass, such as a value of an object without a type among the original rows.");
            return ref System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_events)[_at + _attribute];
        }
    }

    bool IsOn => _at >= 0 && !_ended;

    public override bool Read()
    {
        _questions = 0;
        if (_ended)
            return false;
        if (_at >= 0 && _at < _events.Count)
        {
            var here = _events[_at];
            if (here is { Type: XmlNodeType.Element, IsEmpty: false })
                _open.Push(_at);
            else if (here.Type == XmlNodeType.EndElement && _open.Count > 0)
                _open.Pop();
            _at += here.Attributes;
        }
        (_attribute, _inValue) = (0, false);
        if (++_at >= _events.Count)
        {
            _ended = true;
            return false;
        }
        return true;
    }

    public override XmlNodeType NodeType => !IsOn ? XmlNodeType.None : _inValue ? XmlNodeType.Text : Here.Type;

    public override int Depth => !IsOn ? 0 : Here.Depth + (_inValue ? 1 : 0);

    public override string LocalName => !IsOn || _inValue ? "" : Here.Name;

    public override string NamespaceURI => !IsOn || _inValue ? "" : Here.Namespace;

    public override string Prefix => !IsOn || _inValue ? "" : Here.Prefix;

    public override string Value => !IsOn ? "" : Here.Value;

    public override bool IsEmptyElement => IsOn && _attribute == 0 && Here.IsEmpty;

    public override string BaseURI => "";

    public override bool EOF => _ended;

    public override XmlNameTable NameTable => _names;

    public override ReadState ReadState => _ended ? ReadState.EndOfFile : _at < 0 ? ReadState.Initial : ReadState.Interactive;

    public override int AttributeCount => IsOn && _events[_at].Type == XmlNodeType.Element ? _events[_at].Attributes : 0;

    public override string GetAttribute(int i) =>
        (uint)i < (uint)AttributeCount ? _events[_at + 1 + i].Value : throw new ArgumentOutOfRangeException(nameof(i));

    public override string? GetAttribute(string name) => Find(name) is var i and > 0 ? _events[_at + i].Value : null;

    public override string? GetAttribute(string name, string? namespaceURI) => Find(name, namespaceURI ?? "") is var i and > 0 ? _events[_at + i].Value : null;

    int Find(string name)
    {
        int colon = name.IndexOf(':', StringComparison.Ordinal);
        var (prefix, local) = colon < 0 ? ("", name) : (name[..colon], name[(colon + 1)..]);
        for (int i = 1; i <= AttributeCount; i++)
            if (_events[_at + i].Name == local && _events[_at + i].Prefix == prefix)
                return i;
        return 0;
    }

    int Find(string local, string ns)
    {
        for (int i = 1; i <= AttributeCount; i++)
            if (_events[_at + i].Name == local && _events[_at + i].Namespace == ns)
                return i;
        return 0;
    }

    bool MoveTo(int attribute)
    {
        if (attribute < 1 || attribute > AttributeCount)
            return false;
        (_attribute, _inValue) = (attribute, false);
        return true;
    }

    public override bool MoveToAttribute(string name) => MoveTo(Find(name));

    public override bool MoveToAttribute(string name, string? ns) => MoveTo(Find(name, ns ?? ""));

    public override bool MoveToFirstAttribute() => MoveTo(1);

    public override bool MoveToNextAttribute() => MoveTo(_attribute + 1);

    public override bool MoveToElement()
    {
        if (_attribute == 0)
            return false;
        (_attribute, _inValue) = (0, false);
        return true;
    }

    public override bool ReadAttributeValue()
    {
        if (_attribute == 0 || _inValue)
            return false;
        return _inValue = true;
    }

    public override string? LookupNamespace(string prefix)
    {
        if (IsOn && Declared(_at, prefix) is { } here)
            return here;
        foreach (int element in _open)
            if (Declared(element, prefix) is { } outer)
                return outer;
        return _around.TryGetValue(prefix, out string? around) ? around : null;
    }

    string? Declared(int element, string prefix)
    {
        for (int i = 1; i <= _events[element].Attributes; i++)
        {
            var attribute = _events[element + i];
            if (attribute.Prefix == "xmlns" ? attribute.Name == prefix : prefix.Length == 0 && attribute is { Prefix: "", Name: "xmlns" })
                return attribute.Value;
        }
        return null;
    }

    public override void ResolveEntity() => throw new InvalidOperationException("There are no entities.");
}
