using System.Text;
using System.Xml;

namespace Isomer.Formats;

internal sealed partial class JsonInfosetWriter
{
    public override void WriteString(string? text) => WriteText(text);

    public override void WriteChars(char[] buffer, int index, int count) => WriteText(Part(buffer, index, count));

    public override void WriteRaw(char[] buffer, int index, int count) => WriteText(Part(buffer, index, count));

    /// <summary>As text: markup means nothing in JSON.</summary>
    public override void WriteRaw(string data) => WriteText(data);

    public override void WriteCData(string? text) => WriteText(text);

    public override void WriteCharEntity(char ch) => WriteText([ch]);

    public override void WriteSurrogateCharEntity(char lowChar, char highChar) => WriteText([highChar, lowChar]);

    public override void WriteBase64(byte[] buffer, int index, int count)
    {
        ArgumentNullException.ThrowIfNull(buffer);
        WriteText(Convert.ToBase64String(buffer, index, count));
    }

    public override void WriteWhitespace(string? ws)
    {
        if (ws.AsSpan().ContainsAnyExcept(" \t\r\n"))
            throw new ArgumentException("White space is spaces, tabs and line ends.", nameof(ws));
        WriteText(ws);
    }

    public override void WriteComment(string? text) => throw Unsupported("comments");

    public override void WriteDocType(string name, string? pubid, string? sysid, string? subset) => throw Unsupported("document types");

    public override void WriteEntityRef(string name) => throw Unsupported("entities");

    public override void WriteProcessingInstruction(string name, string? text)
    {
        if (!string.Equals(name, "xml", StringComparison.OrdinalIgnoreCase))
            throw new ArgumentException("JSON has no processing instructions.", nameof(name));
        CheckOpen();
    }

    static NotSupportedException Unsupported(string what) => new($"JSON has no {what}.");

    static ReadOnlySpan<char> Part(char[] buffer, int index, int count)
    {
        ArgumentNullException.ThrowIfNull(buffer);
        return buffer.AsSpan(index, count);
    }

    void WriteText(ReadOnlySpan<char> text)
    {
        CheckOpen();
        if (_attribute is not null)
        {
            _attributeText.Append(text);
            return;
        }
        if (_open == 0)
        {
            if (!_rootWritten || text.ContainsAnyExcept(" \t\r\n"))
                throw new InvalidOperationException("Text stands inside the root element.");
            return;
        }
        ref var frame = ref _frames[_open - 1];
        if (frame.Kind is JsonKind.Object or JsonKind.Array)
        {
            // White space between elements, as an indented document has it.
            if (text.ContainsAnyExcept(" \t\r\n"))
                throw Refused($"An element of type=\"{(frame.Kind == JsonKind.Object ? "object" : "array")}\" has no text of its own.");
            return;
        }
        if (frame.Kind == JsonKind.Null)
        {
            // An XElement that was loaded from one has the empty text.
            if (text.Length > 0)
                throw Refused("An element of type=\"null\" has no text.");
            return;
        }
        if (_tagOpen)
            CloseTag();
        _state = WriteState.Content;
        if (frame.Kind == JsonKind.String)
            WriteEscaped(text);
        else
            _scalar.Append(text);
    }

    void PutAscii(ReadOnlySpan<char> text)
    {
        // Before the count is looked at: making room may send what is there, and then it is another.
        var room = Reserve(text.Length);
        _count += Encoding.ASCII.GetBytes(text, room);
    }

    /// <summary>White space around a number is JSON's as well: what was written is kept, as the original keeps it.</summary>
    void WriteScalar(JsonKind kind)
    {
        var text = _scalar.Text;
        var rules = _options.Rules;
        var token = text.Trim(" \t\r\n");
        if (kind == JsonKind.Number ? !JsonInfosetNumbers.IsNumber(token, rules) : !JsonInfosetNumbers.IsBoolean(token, rules))
            throw Refused($"'{text}' is not {(kind == JsonKind.Number ? "a number" : "true or false")}.");
        if (rules == JsonInfosetRules.Unchecked)
            WriteEscaped(text);
        else
            PutAscii(text);
    }
}
