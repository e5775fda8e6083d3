using System.Buffers;
using System.ComponentModel;
using System.Globalization;
using System.Xml;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>
/// XML as a list of events, recorded from a document or a reader and played to another's caller. What is on it was looked at and may have
/// been changed before anybody else sees it.
/// </summary>
/// <remarks>
/// An event is 20 bytes: names are numbers (<see cref="XmlTapeNames"/>), values are places in the document, and become strings when they
/// are asked for. A caller that asks again and again without moving on is stopped: the framework's reader of tables does so for ever at a
/// cell that it does not understand.
/// </remarks>
internal sealed class XmlTape : XmlReader
{
    const int MaxQuestions = 100_000, QuestionsOfAll = 2000, QuestionsOfEach = 20;

    readonly XmlTapeNames _names;
    readonly byte[] _document;
    readonly List<string> _texts;
    readonly IDictionary<string, string> _around;
    readonly Stack<int> _open = new();
    Event[] _events = [];
    int _count;
    int _at = -1;
    // Of the element at hand: 0 the element, 1.. its attributes; whether the value of that attribute.
    int _attribute;
    bool _inValue;
    // The value that was asked for last, which is mostly asked for again.
    int _valueAt = -1;
    string _value = "";
    int _questions;
    int _mostQuestions = MaxQuestions;
    bool _ended;
    // Where rows begin, and what is to be done when the caller moves on from there: then it has made what the schemas before them say.
    int _rowsAt = int.MaxValue;
    Action? _beforeRows;
    IListSource? _target;

    /// <summary>A part of a document.</summary>
    public struct Event
    {
        byte _type;
        public bool IsEmpty;
        public ushort Depth;
        public int Attributes;
        public int Name;
        // Of the value: where it begins in the document and how long it is there; or its number among the texts, and -1.
        public int Start;
        public int Length;

        public XmlNodeType Type
        {
            readonly get => (XmlNodeType)_type;
            init => _type = (byte)value;
        }
    }

    /// <param name="names">What names are.</param>
    /// <param name="around">Prefixes that are declared around.</param>
    /// <param name="document">Where values are that stand in a document as they are.</param>
    public XmlTape(XmlTapeNames names, IDictionary<string, string> around, byte[]? document = null)
        : this(names, around, document ?? [], [])
    {
    }

    XmlTape(XmlTapeNames names, IDictionary<string, string> around, byte[] document, List<string> texts) =>
        (_names, _around, _document, _texts) = (names, around, document, texts);

    public Span<Event> Events => _events.AsSpan(0, _count);

    public int Count => _count;

    public XmlTapeNames Names => _names;

    /// <summary>Prefixes that are declared around it.</summary>
    public IDictionary<string, string> Around => _around;

    public XmlTapeName NameOf(in Event part) => _names[part.Name];

    public bool IsSchema(in Event part) => part.Type == XmlNodeType.Element && _names[part.Name].IsSchema;

    public string ValueOf(in Event part) =>
        part.Length < 0 ? _texts[part.Start] : part.Length == 0 ? "" : XmlScanner.ToUtf16(_document.AsSpan(part.Start, part.Length));

    /// <summary>The value as a number, if it is one.</summary>
    public bool TryNumber(in Event part, out long value) => part.Length < 0
        ? long.TryParse(_texts[part.Start], NumberStyles.Integer, CultureInfo.InvariantCulture, out value)
        : long.TryParse(_document.AsSpan(part.Start, part.Length), NumberStyles.Integer, CultureInfo.InvariantCulture, out value);

    /// <summary>Gives an event another value.</summary>
    public void SetValue(ref Event part, string value) => (part.Start, part.Length) = (Keep(value), -1);

    /// <summary>Gives an event another name.</summary>
    public void SetName(ref Event part, string prefix, string local, string space) => part.Name = _names.Number(prefix, local, space);

    /// <summary>A value that does not stand in the document as it is: its number.</summary>
    public int Keep(string text)
    {
        _texts.Add(text);
        return _texts.Count - 1;
    }

    /// <summary>A new tape in the same place, for events of this one.</summary>
    public XmlTape Emptied() => new(_names, _around, _document, _texts);

    /// <summary>Makes room. The array is lent: megabytes for each document would be collected with all that lives.</summary>
    public void EnsureCapacity(int count)
    {
        if (_events.Length >= count)
            return;
        var larger = ArrayPool<Event>.Shared.Rent(count);
        Events.CopyTo(larger);
        GiveBack();
        _events = larger;
    }

    /// <summary>The tape has been played for the last time.</summary>
    public void Return()
    {
        GiveBack();
        _open.Clear();
        (_events, _count, _ended) = ([], 0, true);
    }

    void GiveBack()
    {
        if (_events.Length > 0)
            ArrayPool<Event>.Shared.Return(_events);
    }

    /// <summary>Adds an event at the end of the tape.</summary>
    public void Add(in Event part)
    {
        if (_count == _events.Length)
            EnsureCapacity(Math.Max(64, _count * 2));
        _events[_count++] = part;
    }

    /// <summary>Adds events of the tape that this one was made of.</summary>
    public void Add(ReadOnlySpan<Event> parts)
    {
        if (_count + parts.Length > _events.Length)
            EnsureCapacity(Math.Max(_count + parts.Length, _count * 2));
        parts.CopyTo(_events.AsSpan(_count));
        _count += parts.Length;
    }

    /// <summary>Adds an event with its attributes, as the reader stands.</summary>
    public void Add(XmlReader reader, int depth)
    {
        int at = _count;
        Add(Of(reader, depth));
        if (reader.NodeType != XmlNodeType.Element)
            return;
        bool isEmpty = reader.IsEmptyElement;
        if (reader.MoveToFirstAttribute())
        {
            do
                Add(Of(reader, depth + 1));
            while (reader.MoveToNextAttribute());
            reader.MoveToElement();
        }
        (_events[at].IsEmpty, _events[at].Attributes) = (isEmpty, _count - at - 1);
    }

    Event Of(XmlReader reader, int depth)
    {
        var type = reader.NodeType;
        string name = reader.LocalName;
        // The framework's binary reader calls a default namespace's declaration nothing at all.
        int number = name.Length == 0 ? type == XmlNodeType.Attribute ? _names.Number("", "xmlns", reader.NamespaceURI) : XmlTapeNames.None
            : reader.NameTable == _names.Table ? _names.NumberOfAtoms(reader.Prefix, name, reader.NamespaceURI)
            : _names.Number(reader.Prefix, name, reader.NamespaceURI);
        var part = new Event { Type = type, Depth = (ushort)depth, Name = number };
        if (type is not (XmlNodeType.Element or XmlNodeType.EndElement))
            SetValue(ref part, reader.Value);
        return part;
    }

    /// <summary>From the beginning, before which a reader stands.</summary>
    public void Rewind()
    {
        (_at, _attribute, _inValue, _questions, _ended, _valueAt) = (-1, 0, false, 0, false, -1);
        _open.Clear();
        // What one question costs is allocated by who asks, so how many there may be depends on how much there is to ask about.
        _mostQuestions = (int)Math.Min(MaxQuestions, QuestionsOfAll + (QuestionsOfEach * ((long)_count + Tables)));
    }

    /// <summary>How many tables the reader looks through for each element beside those that the tape describes.</summary>
    public int Tables { get; set; }

    /// <summary>
    /// Whom the caller fills: it is looked at before each schema (<see cref="TableNesting.CheckNamespace"/>), as a schema before may have
    /// made what the next one breaks.
    /// </summary>
    public void Fills(IListSource target) => _target = _names.HasSchema ? target : null;

    /// <summary>What is to be done once, when the caller has read the last schema and comes to rows.</summary>
    public void BeforeRows(Action action)
    {
        (_rowsAt, _beforeRows) = (0, action);
        for (int i = 0; i < _count && _names.HasSchema;)
        {
            bool isSchema = IsSchema(_events[i]);
            i = isSchema ? TableXml.EndOf(this, i) : i + 1;
            if (isSchema)
                _rowsAt = i;
        }
        while (_rowsAt < _count && _events[_rowsAt].Type != XmlNodeType.Element)
            _rowsAt++;
    }

    ref Event Here
    {
        get
        {
            if (++_questions > _mostQuestions)
                throw new WireFormatException(
                    "The XML of a table cannot be read: something stands where the framework's reader does not pass, such as a value of an object without a type among the original rows.");
            return ref _events[_at + _attribute];
        }
    }

    bool IsOn => _at >= 0 && !_ended;

    public override bool Read()
    {
        _questions = 0;
        if (_ended)
            return false;
        if (_at >= _rowsAt)
        {
            _rowsAt = int.MaxValue;
            _beforeRows!();
        }
        if (_at >= 0 && _at < _count)
        {
            ref var here = ref _events[_at];
            if (here.Type == XmlNodeType.Element && !here.IsEmpty)
                _open.Push(_at);
            else if (here.Type == XmlNodeType.EndElement && _open.Count > 0)
                _open.Pop();
            _at += here.Attributes;
        }
        (_attribute, _inValue) = (0, false);
        if (++_at >= _count)
        {
            _ended = true;
            return false;
        }
        if (_target is not null && IsSchema(_events[_at]))
            TableNesting.CheckNamespace(_target, GetAttribute("targetNamespace") ?? "", NamespacesOfSets);
        return true;
    }

    /// <summary>The namespaces that schemas name for a set beside their own.</summary>
    List<string> NamespacesOfSets()
    {
        List<string> spaces = [];
        foreach (ref var part in Events)
            if (part.Type == XmlNodeType.Attribute
                && NameOf(part) is { Local: "DataSetNamespace", Namespace: SchemaText.Data })
                spaces.Add(ValueOf(part));
        return spaces;
    }

    public override XmlNodeType NodeType => !IsOn ? XmlNodeType.None : _inValue ? XmlNodeType.Text : Here.Type;

    public override int Depth => !IsOn ? 0 : Here.Depth + (_inValue ? 1 : 0);

    public override string LocalName => !IsOn || _inValue ? "" : _names[Here.Name].Local;

    public override string NamespaceURI => !IsOn || _inValue ? "" : _names[Here.Name].Namespace;

    public override string Prefix => !IsOn || _inValue ? "" : _names[Here.Name].Prefix;

    public override string Value => !IsOn ? "" : ValueAt(_at + _attribute, Here);

    string ValueAt(int at, in Event part)
    {
        if (_valueAt != at)
            (_value, _valueAt) = (ValueOf(part), at);
        return _value;
    }

    public override bool IsEmptyElement => IsOn && _attribute == 0 && Here.IsEmpty;

    public override string BaseURI => "";

    public override bool EOF => _ended;

    public override XmlNameTable NameTable => _names.Table;

    public override ReadState ReadState => _ended ? ReadState.EndOfFile : _at < 0 ? ReadState.Initial : ReadState.Interactive;

    // Only elements have any.
    public override int AttributeCount => IsOn ? _events[_at].Attributes : 0;

    public override string GetAttribute(int i) =>
        (uint)i < (uint)AttributeCount ? ValueAt(_at + 1 + i, _events[_at + 1 + i]) : throw new ArgumentOutOfRangeException(nameof(i));

    public override string? GetAttribute(string name) => Find(name) is var i and > 0 ? ValueAt(_at + i, _events[_at + i]) : null;

    public override string? GetAttribute(string name, string? namespaceURI) =>
        Find(name, namespaceURI ?? "") is var i and > 0 ? ValueAt(_at + i, _events[_at + i]) : null;

    int Find(string name)
    {
        int colon = name.IndexOf(':', StringComparison.Ordinal);
        var (prefix, local) = colon < 0 ? ("", name) : (name[..colon], name[(colon + 1)..]);
        for (int i = 1; i <= AttributeCount; i++)
            if (NameOf(_events[_at + i]) is var found && found.Local == local && found.Prefix == prefix)
                return i;
        return 0;
    }

    int Find(string local, string space)
    {
        for (int i = 1; i <= AttributeCount; i++)
            if (NameOf(_events[_at + i]) is var found && found.Local == local && found.Namespace == space)
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
            var name = NameOf(_events[element + i]);
            if (name.Prefix == "xmlns" ? name.Local == prefix : prefix.Length == 0 && name is { Prefix: "", Local: "xmlns" })
                return ValueOf(_events[element + i]);
        }
        return null;
    }

    public override void ResolveEntity() => throw new InvalidOperationException("There are no entities.");
}
