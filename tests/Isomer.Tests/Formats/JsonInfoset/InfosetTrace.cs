using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;

namespace Isomer.Tests.Formats;

/// <summary>What a reader shows, node by node, as text: to compare ours with JsonReaderWriterFactory's.</summary>
static class InfosetTrace
{
    /// <summary>
    /// The nodes, or null where the reader refuses. The original parts text where an escape stands; it is put together here.
    /// </summary>
    public static string? Of(XmlReader reader)
    {
        var trace = new StringBuilder();
        var text = new StringBuilder();
        int textDepth = -1;
        try
        {
            while (reader.Read())
            {
                if (reader.NodeType == XmlNodeType.Text)
                {
                    text.Append(reader.Value);
                    textDepth = reader.Depth;
                    continue;
                }
                if (textDepth >= 0)
                    trace.Append($"Text {textDepth} '{text}'\n");
                text.Clear();
                textDepth = -1;
                Append(trace, reader);
            }
            // Where no root was, ours is an error already.
            return trace.Length == 0 ? null : trace.Append($"{reader.ReadState} {reader.EOF} {reader.Depth} {reader.NodeType}").ToString();
        }
        catch (Exception e) when (e is XmlException or FormatException)
        {
            return null;
        }
    }

    static void Append(StringBuilder trace, XmlReader reader)
    {
        trace.Append(
            $"{reader.NodeType} {reader.Depth} {reader.Name}|{reader.Prefix}|{reader.LocalName}|{NamespaceOf(reader)} '{reader.Value}' {reader.HasValue} {reader.IsEmptyElement} {reader.AttributeCount} {reader.XmlLang}{reader.XmlSpace}{reader.QuoteChar}{reader.BaseURI}{reader.IsDefault}{reader.ReadState}");
        for (bool more = reader.MoveToFirstAttribute(); more; more = reader.MoveToNextAttribute())
        {
            trace.Append(
                $" @{reader.NodeType} {reader.Depth} {reader.Name}|{reader.Prefix}|{reader.LocalName}|{reader.NamespaceURI}='{reader.Value}'");
            while (reader.ReadAttributeValue())
                trace.Append($"[{reader.NodeType} {reader.Depth} {reader.Name} {reader.Value}]");
        }
        reader.MoveToElement();
        trace.Append('\n');
    }

    /// <summary>At the end of a nested a:item the original forgets its namespace.</summary>
    static string NamespaceOf(XmlReader reader) => reader.NodeType == XmlNodeType.EndElement ? "" : reader.NamespaceURI;

    public static string? Framework(byte[] json) => Of(JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max));

    public static string? Ours(byte[] json, JsonInfosetOptions? options = null) => Of(JsonInfoset.CreateReader(json, options ?? Deep));

    public static string? OursFromStream(byte[] json, int chunk) => Of(JsonInfoset.CreateReader(new Drip(json, chunk), Deep));

    public static JsonInfosetOptions Deep { get; } = new() { Limits = new Limits { MaxDepth = 100_000 } };

    /// <summary>A stream that gives a few bytes at a time.</summary>
    public sealed class Drip(byte[] bytes, int chunk) : MemoryStream(bytes)
    {
        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, chunk));

        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, chunk)]);
    }
}

/// <summary>Random JSON texts (behind half a surrogate pair the original takes no escape but \\u; behind
/// the comma at the end of an object no further comma): every kind of value, white space anywhere, names and strings of every
/// sort.</summary>
sealed class JsonTexts(int seed)
{
    readonly Random _random = new(seed);
    readonly StringBuilder _text = new();

    public string Make(int depth = 4)
    {
        _text.Clear();
        Value(depth);
        Space();
        return _text.ToString();
    }

    void Value(int depth)
    {
        Space();
        switch (_random.Next(depth > 0 ? 9 : 5))
        {
            case 0:
                _text.Append(
                    new[] { "0", "-0", "1", "12345678901234567890", "-1.5", "1e400", "3.1415E-10", "007", "5.", "NaN", "-INF", "INF",
                        "Infinity", "-", "1e" }[_random.Next(15)]);
                break;
            case 1:
                _text.Append(new[] { "true", "false" }[_random.Next(2)]);
                break;
            case 2:
                _text.Append("null");
                break;
            case 3 or 4:
                Quoted();
                break;
            case 5 or 6:
                _text.Append('[');
                Children(depth, isObject: false);
                _text.Append(']');
                break;
            default:
                _text.Append('{');
                Children(depth, isObject: true);
                _text.Append('}');
                break;
        }
    }

    void Children(int depth, bool isObject)
    {
        int count = _random.Next(5);
        bool typed = isObject && _random.Next(4) == 0;
        for (int i = 0; i < count; i++)
        {
            if (i > 0)
                _text.Append(',');
            Space();
            if (isObject)
            {
                if (typed && i == 0)
                {
                    _text.Append("\"__type\":");
                    Space();
                    Quoted();
                    continue;
                }
                Quoted();
                Space();
                _text.Append(':');
            }
            Value(depth - 1);
            Space();
        }
        if (count > 0 && !isObject && _random.Next(10) == 0)
            _text.Append(',');
        Space();
    }

    void Quoted()
    {
        _text.Append('"');
        int length = _random.Next(20) == 0 ? _random.Next(6000) : _random.Next(12);
        int alphabet = _random.Next(3);
        for (int i = 0; i < length; i++)
        {
            _text.Append(alphabet switch
            {
                0 => ((char)_random.Next('a', 'z' + 1)).ToString(),
                1 => new[] { "a", "Z", "_", "9", "-", ".", ":" }[_random.Next(7)],
                _ => new[] { "a", " ", "\\n", "\\\"", "\\\\", "\\/", "/", "é", "\\u00e9", "\\uD83D\\uDE00", "😀", "\\ud800.", "\\u0000",
                    "\u007f", "€", "\\b\\f\\r\\t" }[_random.Next(16)],
            });
        }
        _text.Append('"');
    }

    void Space()
    {
        if (_random.Next(6) == 0)
            _text.Append(new[] { " ", "\n", "\t", "\r\n", "  " }[_random.Next(5)]);
    }
}
