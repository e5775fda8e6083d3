using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Nodes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>Makes of JSON the bytes of a message, by its schema: the mirror of <see cref="ProtoJsonWriter"/>.</summary>
internal sealed partial class ProtoJsonReader(ProtobufJsonOptions options, Func<string, ProtoMessage?> resolve, bool keepsZeros)
{
    readonly ProtoWireWriter _out = new();
    readonly List<(string Step, Node? Node)> _path = [("$", null)];
    readonly int _maxDepth = options.Protobuf.Limits.MaxDepth;
    // Of messages, as they are counted when their bytes are read: a Value in a Struct in a Value are three in one level of JSON.
    int _depth;

    /// <summary>The innermost node at which an error was met.</summary>
    Node? _blamed;

    /// <summary>Reads a text. Where it is wrong it is read again, now with the places of its nodes, which cost nothing before.</summary>
    public static ReadOnlySpan<byte> Read(ProtoMessage message, ReadOnlySpan<byte> json, ProtobufJsonOptions options,
        Func<string, ProtoMessage?> resolve, bool keepsZeros)
    {
        var node = JsonWithin.ParseNode(json, ProtoJson.Text(options));
        try
        {
            return new ProtoJsonReader(options, resolve, keepsZeros).Read(message, node);
        }
        catch (WireFormatException e) when (e.Offset < 0 && OffsetOf(message, json, options, resolve) is var offset and >= 0)
        {
            TextErrors.Place(e, ProtoJson.FormatName, json, offset);
            throw;
        }
    }

    static int OffsetOf(ProtoMessage message, ReadOnlySpan<byte> json, ProtobufJsonOptions options, Func<string, ProtoMessage?> resolve)
    {
        var again = new ProtoJsonReader(options, resolve, false);
        var places = new NodePlaces();
        try
        {
            again.Read(message, JsonWithin.ParseNode(json, places));
        }
        catch (WireFormatException)
        {
            // The one that is to be placed; or one of the limits of tools, and then there is no place.
        }
        return places.TryGet(again._blamed, out int offset, out _) ? offset : -1;
    }

    public ReadOnlySpan<byte> Read(ProtoMessage message, Node? node)
    {
        _path[0] = ("$", node);
        Message(message, node);
        return _out.Written;
    }

    void Message(ProtoMessage message, Node? node, string? except = null)
    {
        if (_depth >= _maxDepth)
            throw Error($"The input nests deeper than Limits.MaxDepth ({_maxDepth}).");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw Error("The input nests deeper than the stack of this thread allows.");
        _depth++;
        if (message.FullName.StartsWith("google.protobuf.", StringComparison.Ordinal) && ProtoJson.IsSpecial(message))
            WellKnown(message, node);
        else
            Members(message, Object(node, message), except);
        _depth--;
    }

    NodeObject Object(Node? node, ProtoMessage message) =>
        node as NodeObject ?? throw Error($"An object is expected, a '{message.FullName}', but {Described(node)} was found.");

    void WellKnown(ProtoMessage message, Node? node)
    {
        switch (message.FullName["google.protobuf.".Length..])
        {
            case "Timestamp":
                if (!ProtoJsonTimes.TryTimestamp(Text(node), out long seconds, out int nanos))
                    throw Error($"'{Text(node)}' is no Timestamp: 2020-05-31T10:20:30.5Z is one.");
                Time(seconds, nanos);
                break;
            case "Duration":
                if (!ProtoJsonTimes.TryDuration(Text(node), out seconds, out nanos))
                    throw Error($"'{Text(node)}' is no Duration: 3.5s is one.");
                Time(seconds, nanos);
                break;
            case "FieldMask":
                foreach (string path in Text(node).Split(',', StringSplitOptions.RemoveEmptyEntries))
                {
                    if (path.Contains('_', StringComparison.Ordinal))
                        throw Error($"The path '{path}' of a FieldMask has an underscore, which JSON's form has not.");
                    _out.Tag(1, 2);
                    _out.Bytes(Encoding.UTF8.GetBytes(ProtoJson.SnakePath(path.Trim())));
                }
                break;
            case "Struct":
                Field(message.ByNumber[1], Object(node, message));
                break;
            case "ListValue":
                Field(message.ByNumber[1], node as NodeArray ?? throw Error($"An array is expected, but {Described(node)} was found."));
                break;
            case "Value":
                Field(message.ByNumber[node switch
                {
                    null => 1,
                    NodeObject => 5,
                    NodeArray => 6,
                    { Kind: NodeKind.Boolean } => 4,
                    { Kind: NodeKind.Number } => 2,
                    _ => 3,
                }], node, force: true);
                break;
            case "Any":
                Any(Object(node, message));
                break;
            default:
                Field(message.ByNumber[1], node ?? throw Error("A value is expected, but null was found."));
                break;
        }
    }

    void Time(long seconds, int nanos)
    {
        if (seconds != 0)
        {
            _out.Tag(1, 0);
            _out.Varint((ulong)seconds);
        }
        if (nanos == 0)
            return;
        _out.Tag(2, 0);
        _out.Varint((ulong)nanos);
    }

    void Any(NodeObject node)
    {
        if (node.Count == 0)
            return;
        string url = (node["@type"] as NodeValue)?.Value as string ?? throw Error("An Any has no \"@type\".");
        var message = resolve(ProtobufAny.NameIn(url))
            ?? throw Error($"An Any holds a '{url}', which is not among the types that were given. Add it to ProtobufJsonOptions.Types.");
        _out.Tag(1, 2);
        _out.Bytes(Encoding.UTF8.GetBytes(url));
        int before = _out.Begin();
        _out.Tag(2, 2);
        int start = _out.Begin();
        _path.Add((".value", node));
        if (ProtoJson.IsSpecial(message))
            Message(message,
                node.TryGetMember("value", out var value)
                    ? value
                    : throw Error($"An Any of a '{message.FullName}' has no member \"value\"."));
        else
            Message(message, node, "@type");
        _path.RemoveAt(_path.Count - 1);
        if (_out.Begin() == start)
            _out.Undo(before);
        else
            _out.EndLength(start);
    }

    void Members(ProtoMessage message, NodeObject node, string? except)
    {
        HashSet<ProtoField>? seen = null;
        Dictionary<string, ProtoField>? oneOfs = null;
        foreach (var (name, value) in node)
        {
            if (name == except)
                continue;
            _path.Add(("." + name, value));
            if (!message.ByName.TryGetValue(name, out var field))
            {
                if (!options.IgnoreUnknown)
                    throw Error($"'{message.FullName}' has no member '{name}'. ProtobufJsonOptions.IgnoreUnknown passes over such."
                        + (name.StartsWith('[')
                            ? " A class does not know the extensions of its message: ProtobufJsonOptions.Schema and Types tell them."
                            : ""));
            }
            else if (!(seen ??= []).Add(field))
            {
                throw Error($"The field '{field.Name}' of '{message.FullName}' is there twice, under two names.");
            }
            else if (value is not null || IsNullable(field))
            {
                if (field.OneOf is { } oneOf && !(oneOfs ??= new(StringComparer.Ordinal)).TryAdd(oneOf, field))
                    throw Error(
                        $"Of the oneof '{oneOf}' of '{message.FullName}' both '{oneOfs[oneOf].Name}' and '{field.Name}' are there.");
                Field(field, value);
            }
            _path.RemoveAt(_path.Count - 1);
        }
    }

    /// <summary>Whether null is a value; anywhere else it says that there is none.</summary>
    static bool IsNullable(ProtoField field) =>
        !field.IsRepeated && (field.Message?.FullName == "google.protobuf.Value" || field.Enum?.FullName == "google.protobuf.NullValue");

    void Field(ProtoField field, Node? node, bool force = false)
    {
        if (field.Key is not null)
            Map(field, node as NodeObject ?? throw Error($"An object is expected, but {Described(node)} was found."));
        else if (field.IsRepeated)
            Items(field, node as NodeArray ?? throw Error($"An array is expected, but {Described(node)} was found."));
        else if (field.Message is not null)
            Nested(field, field.Number, node);
        else if (Parse(field.Type, field.Enum, node, out ulong bits, out byte[]? content)
            && (keepsZeros || force || field.HasPresence || bits != 0 || content is { Length: > 0 }))
            Scalar(field.Type, field.Number, bits, content);
    }

    void Nested(ProtoField field, int number, Node? node)
    {
        _out.Tag(number, field.IsGroup ? 3 : 2);
        int start = _out.Begin();
        Message(field.Message!, node);
        if (field.IsGroup)
            _out.Tag(number, 4);
        else
            _out.EndLength(start);
    }

    void Items(ProtoField field, NodeArray items)
    {
        if (items.Count == 0)
            return;
        int start = 0;
        if (field.IsPacked)
        {
            _out.Tag(field.Number, 2);
            start = _out.Begin();
        }
        for (int i = 0; i < items.Count; i++)
        {
            _path.Add((string.Create(CultureInfo.InvariantCulture, $"[{i}]"), items[i]));
            if (items[i] is null && field.Message?.FullName != "google.protobuf.Value"
                && field.Enum?.FullName != "google.protobuf.NullValue")
                throw Error("An item is null, which protobuf has no form for.");
            if (field.Message is not null)
                Nested(field, field.Number, items[i]);
            else if (Parse(field.Type, field.Enum, items[i], out ulong bits, out byte[]? content))
                Scalar(field.Type, field.IsPacked ? 0 : field.Number, bits, content);
            _path.RemoveAt(_path.Count - 1);
        }
        if (field.IsPacked)
            _out.EndLength(start);
    }

    void Map(ProtoField field, NodeObject map)
    {
        foreach (var (name, value) in map)
        {
            _path.Add(("[" + name + "]", value));
            if (value is null && field.Message?.FullName != "google.protobuf.Value" && field.Enum?.FullName != "google.protobuf.NullValue")
                throw Error("A value of a map is null, which protobuf has no form for.");
            ulong bits = 0;
            byte[]? content = null;
            if (field.Message is null && !Parse(field.Type, field.Enum, value, out bits, out content))
            {
                _path.RemoveAt(_path.Count - 1);
                continue;
            }
            _out.Tag(field.Number, 2);
            int start = _out.Begin();
            var key = new NodeValue(name);
            Node keyNode = field.Key != ProtoType.Bool
                ? key
                : name is "true" or "false" ? new NodeValue(name == "true") : throw Error($"'{name}' is neither true nor false.");
            Parse(field.Key!.Value, null, keyNode, out ulong keyBits, out byte[]? keyContent);
            // As Google's C# and protobuf-net do: what is at its default is not there.
            if (keyBits != 0 || keyContent is { Length: > 0 })
                Scalar(field.Key.Value, 1, keyBits, keyContent);
            if (field.Message is not null)
                Nested(field, 2, value);
            else if (keepsZeros || bits != 0 || content is { Length: > 0 })
                Scalar(field.Type, 2, bits, content);
            _out.EndLength(start);
            _path.RemoveAt(_path.Count - 1);
        }
    }

    void Scalar(ProtoType type, int number, ulong bits, byte[]? content)
    {
        int wire = ProtoTypes.WireOf(type);
        if (number != 0)
            _out.Tag(number, wire);
        switch (wire)
        {
            case 0:
                _out.Varint(bits);
                break;
            case 1:
                _out.Fixed64(bits);
                break;
            case 5:
                _out.Fixed32((uint)bits);
                break;
            default:
                _out.Bytes(content);
                break;
        }
    }

    string Text(Node? node) => (node as NodeValue)?.Value as string ?? throw Error($"A text is expected, but {Described(node)} was found.");

    static string Described(Node? node) =>
        node is null
            ? "null"
            : $"{(node.Kind is NodeKind.Object or NodeKind.Array ? "an " : "a ")}{node.Kind.ToString().ToLowerInvariant()}";

    WireFormatException Error(string problem)
    {
        _blamed = _path.FindLast(p => p.Node is not null).Node;
        return new(problem) { Format = ProtoJson.FormatName, Path = string.Concat(_path.Select(p => p.Step)) };
    }
}
