using System.Text;
using System.Xml;

namespace Isomer.Formats;

/// <summary>
/// JSON as XML nodes. This file moves from node to node; JsonInfosetReader.Text takes names and values from the text,
/// JsonInfosetReader.Xml answers what an XmlReader is asked.
/// </summary>
/// <remarks>
/// The text is read as far as the node needs: behind an opening brace that means up to the first name, for <c>__type</c> there
/// is an attribute. There is no recursion: what is open lies in an array, bounded by the depth limit.
/// </remarks>
internal sealed partial class JsonInfosetReader : XmlDictionaryReader, IXmlLineInfo
{
    readonly JsonInfosetInput _input;
    readonly JsonInfosetOptions _options;
    readonly JsonInfosetNames _names;
    readonly int _maxDepth;
    Frame[] _frames = new Frame[8];
    int _open;
    Step _step;
    ReadState _state;
    XmlNodeType _node;
    bool _first;
    int _line = 1;
    long _lineStart;
    OnXmlDictionaryReaderClose? _onClose;

    /// <summary>An element that is open.</summary>
    struct Frame
    {
        public string Name;
        public string? Item;
        public JsonKind Kind;
        public string? TypeName;
        public int Index;
    }

    enum Step
    {
        Start,
        Content,
        End,
        AfterEnd,
    }

    public JsonInfosetReader(JsonInfosetInput input, JsonInfosetOptions options, XmlDictionaryReaderQuotas? quotas = null,
        OnXmlDictionaryReaderClose? onClose = null)
    {
        _quotas = quotas;
        _onClose = onClose;
        _input = input;
        _options = options;
        _maxDepth = Math.Max(options.Limits.MaxDepth, 1);
        _names = new JsonInfosetNames(options);
    }

    public override bool Read()
    {
        if (_state is ReadState.Closed or ReadState.EndOfFile or ReadState.Error)
            return false;
        try
        {
            return Advance();
        }
        catch (DecoderFallbackException e)
        {
            throw Error("The text is not valid UTF-16.", e);
        }
    }

    bool Advance()
    {
        _attribute = -1;
        _inAttributeValue = false;
        _taken = 0;
        _emptied = 0;
        _state = ReadState.Interactive;
        switch (_step)
        {
            case Step.Start:
                OpenElement("root", null);
                return true;
            case Step.Content:
                ReadContent();
                return true;
            case Step.End:
                CloseElement();
                return true;
            default:
                return ReadBehindElement();
        }
    }

    /// <summary>What stands first in the element that was just opened.</summary>
    void ReadContent()
    {
        ref var frame = ref _frames[_open - 1];
        switch (frame.Kind)
        {
            case JsonKind.Object:
            case JsonKind.Array:
                _first = frame.TypeName is null;
                ReadChild(ref frame);
                break;
            case JsonKind.String:
                _input.Position++;
                ShowString();
                break;
            case JsonKind.Number:
                ShowNumber();
                break;
            case JsonKind.Boolean:
                ReadLiteral(PeekByte() == 't' ? "true" : "false");
                ShowText(_text);
                break;
            default:
                ReadLiteral("null");
                CloseElement();
                break;
        }
    }

    bool ReadBehindElement()
    {
        _open--;
        if (_open > 0)
        {
            _first = false;
            ReadChild(ref _frames[_open - 1]);
            return true;
        }
        if (PeekByte() >= 0)
            throw Unexpected("the end of the text");
        _state = ReadState.EndOfFile;
        _node = XmlNodeType.None;
        return false;
    }

    /// <summary>The next member or item, or the end of the object or array.</summary>
    void ReadChild(ref Frame parent)
    {
        char close = parent.Kind == JsonKind.Object ? '}' : ']';
        int next = PeekByte();
        if (next != close && !_first)
        {
            if (next != ',')
                throw Unexpected($"',' or '{close}'");
            _input.Position++;
            next = PeekByte();
            if (next == close && _options.Rules == JsonInfosetRules.Strict)
                throw Unexpected(parent.Kind == JsonKind.Object ? "a name in quotes" : "a value");
        }
        if (next == close)
        {
            _input.Position++;
            CloseElement();
        }
        else if (parent.Kind == JsonKind.Object)
        {
            string name = ReadName(out bool isElementName);
            OpenElement(isElementName ? name : "item", isElementName ? null : name);
        }
        else
        {
            parent.Index++;
            OpenElement("item", null);
        }
    }

    void OpenElement(string name, string? item)
    {
        if (_open == _frames.Length)
            Array.Resize(ref _frames, _open * 2);
        ref var frame = ref _frames[_open++];
        frame.Name = name;
        frame.Item = item;
        frame.TypeName = null;
        frame.Index = -1;
        frame.Kind = KindOf(PeekByte());
        if (_open > _maxDepth)
            throw Error($"The text nests deeper than {_maxDepth} levels (Limits.MaxDepth).");
        if (frame.Kind is JsonKind.Object or JsonKind.Array)
            _input.Position++;
        if (frame.Kind == JsonKind.Object)
            frame.TypeName = TryReadTypeName();
        _node = XmlNodeType.Element;
        _step = Step.Content;
    }

    JsonKind KindOf(int first) => first switch
    {
        '{' => JsonKind.Object,
        '[' => JsonKind.Array,
        '"' => JsonKind.String,
        't' or 'f' => JsonKind.Boolean,
        'n' => JsonKind.Null,
        >= '0' and <= '9' or '-' => JsonKind.Number,
        'N' or 'I' when _options.Rules != JsonInfosetRules.Strict => JsonKind.Number,
        _ => throw Unexpected("a value"),
    };

    void ShowText(string? text)
    {
        _text = text;
        _node = XmlNodeType.Text;
        _step = Step.End;
    }

    void CloseElement()
    {
        _node = XmlNodeType.EndElement;
        _step = Step.AfterEnd;
    }

    public override void Close()
    {
        var (onClose, _) = (_onClose, _onClose = null);
        try
        {
            onClose?.Invoke(this);
        }
        catch (Exception e)
        {
            throw new InvalidOperationException($"What is called when the reader is closed failed: {e.Message}", e);
        }
        finally
        {
            _state = ReadState.Closed;
            _node = XmlNodeType.None;
            _open = 0;
            _attribute = -1;
            _input.Close();
        }
    }

    XmlException Unexpected(string expected)
    {
        var rest = _input.Rest;
        string found = rest.IsEmpty ? "the end of the text" : rest[0] is > 32 and < 127 ? $"'{(char)rest[0]}'" : $"the byte 0x{rest[0]:X2}";
        return Error($"Expected {expected}, found {found}.");
    }

    /// <summary>What an XmlReader throws; inside it what Isomer throws elsewhere, with offset and path.</summary>
    XmlException Error(string problem, Exception? inner = null)
    {
        _state = ReadState.Error;
        _node = XmlNodeType.None;
        var error = new WireFormatException(problem, inner)
        {
            Format = "JsonInfoset",
            Offset = _input.Offset,
            Line = _line,
            Column = (int)Math.Min(_input.Offset - _lineStart + 1, int.MaxValue),
            Path = Path(),
        };
        return new XmlException(error.Message, error, error.Line, error.Column);
    }

    string Path()
    {
        var path = new StringBuilder("$");
        for (int i = 1; i < Math.Min(_open, 64); i++)
        {
            if (_frames[i - 1].Kind == JsonKind.Array)
                path.Append('[').Append(_frames[i - 1].Index).Append(']');
            else
                path.Append('.').Append(_frames[i].Item ?? _frames[i].Name);
        }
        return path.ToString();
    }
}

/// <summary>The six kinds of values, in the names of the type attribute.</summary>
internal enum JsonKind
{
    String,
    Number,
    Boolean,
    Null,
    Object,
    Array,
}
