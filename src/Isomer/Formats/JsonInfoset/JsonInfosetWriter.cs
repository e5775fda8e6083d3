using System.Buffers;
using System.Text;
using System.Xml;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// XML of the infoset's form as JSON: the mirror of <see cref="JsonInfosetReader"/>. This file has elements and the JSON that
/// they become, JsonInfosetWriter.Attributes the attributes, JsonInfosetWriter.Content the text.
/// </summary>
/// <remarks>
/// An element says what it is by its attributes, which come after its name: so nothing of it is written before its start tag
/// is closed. Text of strings is written as it comes; of numbers and booleans it waits, so that it can be checked whole.
/// </remarks>
internal sealed partial class JsonInfosetWriter : XmlDictionaryWriter
{
    const int FlushSize = 1 << 14;

    readonly Stream _stream;
    readonly JsonInfosetOptions _options;
    readonly byte[] _newLine;
    readonly byte[] _indent;
    readonly int _maxDepth;
    JsonInfosetCharacters _scalar;
    byte[] _buffer = ArrayPool<byte>.Shared.Rent(FlushSize);
    int _count;
    Frame[] _frames = new Frame[8];
    int _open;
    bool _rootWritten;
    bool _tagOpen;
    WriteState _state;

    /// <summary>An element that is open.</summary>
    struct Frame
    {
        public string? Name;
        public JsonKind Kind;
        public bool HasKind;
        public bool NamedByAttribute;
        public string? TypeName;
        public bool HasChild;
    }

    public JsonInfosetWriter(Stream stream, JsonInfosetOptions options)
    {
        _stream = stream;
        _options = options;
        _maxDepth = Math.Max(options.Limits.MaxDepth, 1);
        _newLine = Encoding.UTF8.GetBytes(options.NewLine);
        _indent = Encoding.UTF8.GetBytes(options.IndentCharacters);
        if (options.Indented && (options.IndentCharacters + options.NewLine).AsSpan().ContainsAnyExcept(" \t\r\n"))
            throw new ArgumentException("JSON is indented by white space.", nameof(options));
    }

    public override WriteState WriteState => _state;

    public override void WriteStartElement(string? prefix, string localName, string? ns)
    {
        ArgumentNullException.ThrowIfNull(localName);
        CheckOpen();
        if (_attribute is not null)
            throw Refused("An element cannot begin inside an attribute.");
        bool isNamedByAttribute = ns == "item" && localName == "item";
        if (!isNamedByAttribute && !string.IsNullOrEmpty(ns))
            throw new ArgumentException($"JSON has no namespaces, but the element '{localName}' is in '{ns}'.", nameof(ns));
        if (!isNamedByAttribute && !string.IsNullOrEmpty(prefix))
            throw new ArgumentException($"JSON has no namespaces, but the element '{localName}' has the prefix '{prefix}'.",
                nameof(prefix));
        if (localName.Length == 0)
            throw new ArgumentException("An element needs a name. A member with an empty name is <a:item xmlns:a=\"item\" item=\"\">.",
                nameof(localName));
        if (_tagOpen)
            CloseTag();
        if (_open == 0)
            CheckRoot(localName, isNamedByAttribute);
        else
            CheckChild(localName, isNamedByAttribute);
        if (_open == _maxDepth)
            throw new NotSupportedException($"The XML nests deeper than {_maxDepth} levels. Raise Limits.MaxDepth.");
        if (_open == _frames.Length)
            Array.Resize(ref _frames, _open * 2);
        _frames[_open++] = new Frame { Name = isNamedByAttribute ? null : localName, NamedByAttribute = isNamedByAttribute };
        _tagOpen = true;
        _rootWritten = true;
        _state = WriteState.Element;
    }

    void CheckRoot(string name, bool isNamedByAttribute)
    {
        if (_rootWritten)
            throw Refused("A JSON text has one root.");
        if (name != "root" || isNamedByAttribute)
            throw Refused($"The root element is named 'root', not '{name}'.");
    }

    void CheckChild(string name, bool isNamedByAttribute)
    {
        ref var parent = ref _frames[_open - 1];
        if (parent.Kind is not (JsonKind.Object or JsonKind.Array))
            throw Refused($"The element '{parent.Name}' has children, so it must say type=\"object\" or type=\"array\".");
        if (parent.Kind == JsonKind.Array && (name != "item" || isNamedByAttribute))
            throw Refused($"What stands in an array is named 'item', not '{name}'.");
    }

    /// <summary>The start tag is complete: what the element is is known, and can be written.</summary>
    void CloseTag()
    {
        _tagOpen = false;
        ref var frame = ref _frames[_open - 1];
        if (frame.Name is null)
            throw Refused("The element 'item' of the namespace 'item' needs an attribute 'item', the member's name.");
        if (frame.TypeName is not null && frame.Kind != JsonKind.Object)
            throw Refused("An element with __type must say type=\"object\".");
        if (_open > 1)
        {
            ref var parent = ref _frames[_open - 2];
            Separate(ref parent, _open - 1);
            if (parent.Kind == JsonKind.Object)
                WriteOwnName(frame.Name);
        }
        switch (frame.Kind)
        {
            case JsonKind.Object:
                Put((byte)'{');
                break;
            case JsonKind.Array:
                Put((byte)'[');
                break;
            case JsonKind.String:
                Put((byte)'"');
                break;
            case JsonKind.Null:
                Put("null"u8);
                break;
            default:
                _scalar.Clear();
                break;
        }
        if (frame.TypeName is not null)
        {
            Separate(ref frame, _open);
            WriteMemberName("__type");
            Put((byte)'"');
            WriteEscaped(frame.TypeName);
            Put((byte)'"');
        }
    }

    void Separate(ref Frame parent, int level)
    {
        if (parent.HasChild)
            Put((byte)',');
        parent.HasChild = true;
        BreakLine(level);
    }

    void BreakLine(int level)
    {
        if (!_options.Indented)
            return;
        Put(_newLine);
        for (int i = 0; i < level; i++)
            Put(_indent);
    }

    void WriteOwnName(string name)
    {
        if (_options.EscapesTypeName && name == "__type")
            Put(_options.Indented ? "\"_\\u005ftype\": "u8 : "\"_\\u005ftype\":"u8);
        else
            WriteMemberName(name);
    }

    void WriteMemberName(string name)
    {
        Put((byte)'"');
        WriteEscaped(name);
        Put(_options.Indented ? "\": "u8 : "\":"u8);
    }

    public override void WriteEndElement()
    {
        CheckOpen();
        if (_attribute is not null)
            throw Refused("An element cannot end inside an attribute.");
        if (_open == 0)
            throw Refused("No element is open.");
        if (_tagOpen)
            CloseTag();
        ref var frame = ref _frames[_open - 1];
        switch (frame.Kind)
        {
            case JsonKind.Object:
            case JsonKind.Array:
                if (frame.HasChild)
                    BreakLine(_open - 1);
                else if (_options.Indented)
                    Put((byte)' ');
                Put(frame.Kind == JsonKind.Object ? (byte)'}' : (byte)']');
                break;
            case JsonKind.String:
                Put((byte)'"');
                break;
            case JsonKind.Null:
                break;
            default:
                WriteScalar(frame.Kind);
                break;
        }
        frame = default;
        _open--;
        _state = WriteState.Content;
    }

    public override void WriteFullEndElement() => WriteEndElement();

    public override void WriteStartDocument()
    {
        CheckOpen();
        if (_state != WriteState.Start)
            throw Refused("A document begins before its root.");
    }

    public override void WriteStartDocument(bool standalone) => WriteStartDocument();

    public override void WriteEndDocument()
    {
        CheckOpen();
        while (_open > 0)
            WriteEndElement();
    }

    public override void Flush()
    {
        if (_state == WriteState.Closed)
            return;
        Send();
        _stream.Flush();
    }

    public override void Close()
    {
        if (_state == WriteState.Closed)
            return;
        try
        {
            WriteEndDocument();
            Flush();
        }
        finally
        {
            _state = WriteState.Closed;
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = [];
            if (!_options.LeaveOpen)
                _stream.Dispose();
        }
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            Close();
    }

    void CheckOpen()
    {
        if (_state == WriteState.Closed)
            throw new InvalidOperationException("The writer is closed.");
    }

    static XmlException Refused(string problem) => new(problem);

    void Send()
    {
        _stream.Write(_buffer, 0, _count);
        _count = 0;
    }

    Span<byte> Reserve(int count)
    {
        if (_buffer.Length - _count < count)
        {
            if (_count > 0)
                Send();
            if (_buffer.Length < count)
            {
                ArrayPool<byte>.Shared.Return(_buffer);
                _buffer = ArrayPool<byte>.Shared.Rent(count);
            }
        }
        return _buffer.AsSpan(_count);
    }

    void Put(byte value)
    {
        if (_count == _buffer.Length)
            Send();
        _buffer[_count++] = value;
    }

    void Put(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Reserve(bytes.Length));
        _count += bytes.Length;
    }

    void WriteEscaped(ReadOnlySpan<char> text)
    {
        const int Most = 1024;
        // The halves of a pair are escaped each for itself: a text may be cut anywhere.
        for (; text.Length > 0; text = text[Math.Min(text.Length, Most)..])
        {
            var piece = text[..Math.Min(text.Length, Most)];
            ref byte to = ref Reserve(Utf8Strings.MaxLength(piece.Length))[0];
            _count += Utf8Strings.Write(ref to, piece, EscapeMode.Contract);
        }
    }
}
