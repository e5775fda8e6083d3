using System.Buffers;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace Isomer.Formats;

/// <summary>
/// Makes of the bytes of a message what its JSON says. It goes by the schema alone, so what JSON shows is what is on the wire: of
/// a class, of bytes from elsewhere whose .proto was read, of what stands in an Any.
/// </summary>
/// <param name="options">The options.</param>
/// <param name="resolve">Finds a message by its name.</param>
/// <param name="isOfClass">Whether the bytes are those of an object: then an enum may have more than 32 bits, which its JSON has not.</param>
internal sealed class ProtoJsonWriter(ProtobufJsonOptions options, Func<string, ProtoMessage?> resolve, bool isOfClass = false)
{
    readonly int _maxDepth = options.Protobuf.Limits.MaxDepth;

    public Node? Message(ProtoMessage message, ReadOnlyMemory<byte> bytes, int depth = 0)
    {
        if (depth >= _maxDepth)
            throw Error($"The input nests deeper than Limits.MaxDepth ({_maxDepth}).");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw Error("The input nests deeper than the stack of this thread allows.");
        return message.FullName.StartsWith("google.protobuf.", StringComparison.Ordinal)
            ? WellKnown(message, bytes, depth)
            : Object(message, bytes, depth);
    }

    Node? WellKnown(ProtoMessage message, ReadOnlyMemory<byte> bytes, int depth)
    {
        switch (message.FullName["google.protobuf.".Length..])
        {
            case "Timestamp":
                var (seconds, nanos) = Time(message, bytes);
                return new NodeValue(
                    ProtoJsonTimes.Timestamp(seconds, nanos)
                        ?? throw Error($"{seconds} seconds and {nanos} nanoseconds are no Timestamp."));
            case "Duration":
                (seconds, nanos) = Time(message, bytes);
                return new NodeValue(
                    ProtoJsonTimes.Duration(seconds, nanos) ?? throw Error($"{seconds} seconds and {nanos} nanoseconds are no Duration."));
            case "FieldMask":
                var paths = Values(message, bytes).GetValueOrDefault(1) as NodeArray ?? [];
                return new NodeValue(string.Join(',', paths.Select(p => CamelPath(p!.As<string>()))));
            case "Struct":
                return Values(message, bytes, depth).GetValueOrDefault(1) as Node ?? new NodeObject();
            case "ListValue":
                return Values(message, bytes, depth).GetValueOrDefault(1) as Node ?? new NodeArray();
            case "Value":
                return ValueOf(message, bytes, depth);
            case "Any":
                return Any(message, bytes, depth);
            case { } name when message.ByNumber.Count == 1 && name.EndsWith("Value", StringComparison.Ordinal):
                var field = message.ByNumber[1];
                return Values(message, bytes).TryGetValue(1, out object? value) ? (Node)value! : Default(field);
            default:
                return Object(message, bytes, depth);
        }
    }

    (long Seconds, int Nanos) Time(ProtoMessage message, ReadOnlyMemory<byte> bytes)
    {
        var values = Values(message, bytes);
        return (long.Parse(((NodeValue?)values.GetValueOrDefault(1))?.Value as string ?? "0", CultureInfo.InvariantCulture),
            ((NodeValue?)values.GetValueOrDefault(2))?.Value as int? ?? 0);
    }

    Node? ValueOf(ProtoMessage message, ReadOnlyMemory<byte> bytes, int depth)
    {
        if (Values(message, bytes, depth).First is not var (number, value))
            throw Error("A Value holds nothing, for which there is no form in JSON.");
        var node = NodeOf(message.ByNumber[number], value, depth);
        return message.ByNumber[number].Type == ProtoType.Double && node is NodeValue { Kind: NodeKind.String }
            ? throw Error("A Value that is not finite has no form in JSON.")
            : node;
    }

    NodeObject Any(ProtoMessage message, ReadOnlyMemory<byte> bytes, int depth)
    {
        var result = new NodeObject();
        string url = "";
        ReadOnlyMemory<byte> value = default;
        var wire = new ProtoWire(bytes.Span);
        while (!wire.IsAtEnd)
        {
            // Where the value stands, not a copy: of an Any in an Any in an Any that was depth times size.
            var at = wire.Next();
            if (at.Wire != 2 || at.Number > 2)
                continue;
            if (at.Number == 1)
                url = Encoding.UTF8.GetString(bytes.Span[at.Start..at.End]);
            else
                value = bytes[at.Start..at.End];
        }
        if (url.Length == 0 && value.IsEmpty)
            return result;
        var type = resolve(ProtobufAny.NameIn(url))
            ?? throw Error($"An Any holds a '{url}', which is not among the types that were given. Add it to ProtobufJsonOptions.Types.");
        result.Append("@type", new NodeValue(url));
        var content = Message(type, value, depth + 1);
        if (content is NodeObject members && !ProtoJson.IsSpecial(type))
            foreach (var (name, member) in members)
                result.Append(name, member);
        else
            result.Append("value", content);
        return result;
    }

    NodeObject Object(ProtoMessage message, ReadOnlyMemory<byte> bytes, int depth)
    {
        var values = Values(message, bytes, depth);
        var result = new NodeObject();
        foreach (var (number, field) in message.ByNumber)
        {
            Node? node;
            // No packed items are as good as none.
            if (values.TryGetValue(number, out object? value) && value is not NodeArray { Count: 0 })
                node = NodeOf(field, value, depth);
            else if (options.EmitDefaults && !field.HasPresence)
                node = field.Key is not null ? new NodeObject() : field.IsRepeated ? new NodeArray() : Default(field);
            else
                continue;
            result.Append(options.SchemaNames && field.Extendee is null ? field.Name : field.JsonName, node);
        }
        return result;
    }

    /// <summary>
    /// What fields hold: nodes, but of single messages the bytes, for they may come in pieces, which side by side are the whole.
    /// </summary>
    ProtoJsonValues Values(ProtoMessage message, ReadOnlyMemory<byte> bytes, int depth = 0)
    {
        var values = default(ProtoJsonValues);
        var wire = new ProtoWire(bytes.Span);
        while (!wire.IsAtEnd)
        {
            var at = wire.Next();
            if (!message.ByNumber.TryGetValue(at.Number, out var field))
                continue;
            bool isPacked = field.IsRepeated && at.Wire == 2 && ProtoTypes.WireOf(field.Type) != 2 && field.Key is null;
            // A value in another form than the declared one is as good as unknown.
            if (!isPacked && at.Wire != ProtoTypes.WireOf(field.Key is null ? field.Type : ProtoType.Message)
                && !(at.Wire == 3 && field.Type == ProtoType.Message))
                continue;
            if (field.OneOf is not null)
                foreach (var (number, other) in message.ByNumber)
                    if (other.OneOf == field.OneOf && number != at.Number)
                        values.Remove(number);
            var content = bytes[at.Start..at.End];
            if (field.Key is not null)
                Entry(field, EntriesOf(ref values, at.Number), content, depth);
            else if (isPacked)
                Packed(field, ItemsOf(ref values, at.Number), content.Span);
            else if (field.IsRepeated)
                ItemsOf(ref values, at.Number)
                    .Add(field.Type == ProtoType.Message
                        ? Message(field.Message!, content, depth + 1)
                        : Scalar(field, at.Bits, content.Span));
            else if (field.Type == ProtoType.Message)
                values.Set(at.Number, values.TryGetValue(at.Number, out object? before) ? Joined(before!, content.Span) : content);
            else if (!field.HasPresence && IsZero(field.Type, at.Bits) && content.IsEmpty)
                values.Remove(at.Number);
            else
                values.Set(at.Number, Scalar(field, at.Bits, content.Span));
        }
        return values;
    }

    /// <summary>Of a varint that is too wide for its type the lower bits are the value.</summary>
    bool IsZero(ProtoType type, ulong bits) =>
        type is ProtoType.Int32 or ProtoType.UInt32 or ProtoType.SInt32 || (type == ProtoType.Enum && !isOfClass)
            ? (uint)bits == 0
            : bits == 0;

    /// <summary>In linear time, however many pieces there are.</summary>
    static ArrayBufferWriter<byte> Joined(object before, ReadOnlySpan<byte> piece)
    {
        var joined = before as ArrayBufferWriter<byte> ?? new ArrayBufferWriter<byte>();
        if (before is ReadOnlyMemory<byte> first)
            joined.Write(first.Span);
        joined.Write(piece);
        return joined;
    }

    Node? NodeOf(ProtoField field, object? value, int depth) => value switch
    {
        ReadOnlyMemory<byte> whole => Message(field.Message!, whole, depth + 1),
        ArrayBufferWriter<byte> joined => Message(field.Message!, joined.WrittenMemory, depth + 1),
        _ => (Node?)value,
    };

    static NodeArray ItemsOf(ref ProtoJsonValues values, int number)
    {
        if (!values.TryGetValue(number, out object? there))
            values.Set(number, there = new NodeArray([]));
        return (NodeArray)there!;
    }

    static NodeObject EntriesOf(ref ProtoJsonValues values, int number)
    {
        if (!values.TryGetValue(number, out object? there))
            values.Set(number, there = new NodeObject());
        return (NodeObject)there!;
    }

    void Packed(ProtoField field, NodeArray items, ReadOnlySpan<byte> content)
    {
        foreach (ulong bits in ProtoWire.Numbers(content, ProtoTypes.WireOf(field.Type)))
            items.Add(Scalar(field, bits, default));
    }

    void Entry(ProtoField field, NodeObject map, ReadOnlyMemory<byte> entry, int depth)
    {
        string key = field.Key == ProtoType.String ? "" : field.Key == ProtoType.Bool ? "false" : "0";
        // Of a message the bytes, which may come in pieces here too.
        object? value = null;
        bool hasValue = false;
        var wire = new ProtoWire(entry.Span);
        while (!wire.IsAtEnd)
        {
            var at = wire.Next();
            var content = entry[at.Start..at.End];
            if (at.Number == 1 && at.Wire == ProtoTypes.WireOf(field.Key!.Value))
                key = field.Key == ProtoType.Bool
                    ? at.Bits != 0 ? "true" : "false"
                    : (string)Number(field.Key.Value, at.Bits, content.Span, asText: true);
            else if (at.Number == 2 && (at.Wire == ProtoTypes.WireOf(field.Type) || (at.Wire == 3 && field.Message is not null)))
                (value, hasValue) = (field.Message is null
                    ? Scalar(field, at.Bits, content.Span)
                    : hasValue ? Joined(value!, content.Span) : content, true);
        }
        map[key] = hasValue
            ? NodeOf(field, value, depth)
            : field.Message is { } empty ? Message(empty, default, depth + 1) : Default(field);
    }

    Node? Default(ProtoField field) => Scalar(field, 0, default);

    Node? Scalar(ProtoField field, ulong bits, ReadOnlySpan<byte> content)
    {
        if (field.Type != ProtoType.Enum)
            return new NodeValue(Number(field.Type, bits, content, asText: false));
        var e = field.Enum!;
        if (e.FullName == "google.protobuf.NullValue")
            return null;
        if (isOfClass && bits != (uint)bits && bits != (ulong)(int)bits)
            throw new NotSupportedException(
                $"'{field.Name}' holds the {bits} of '{e.FullName}', and an enum of protocol buffers has 32 bits. "
                + "Let it have int as its underlying type, or declare a number.");
        return options.EnumNumbers || e.NameOf((int)bits) is not { } name ? new NodeValue((int)bits) : new NodeValue(name);
    }

    /// <summary>A scalar as JSON has it: numbers of 64 bits as text.</summary>
    static object Number(ProtoType type, ulong bits, ReadOnlySpan<byte> content, bool asText)
    {
        object value = type switch
        {
            ProtoType.Double => Named(BitConverter.UInt64BitsToDouble(bits)),
            ProtoType.Float => Named(BitConverter.UInt32BitsToSingle((uint)bits)),
            ProtoType.Int64 or ProtoType.SFixed64 => ((long)bits).ToString(CultureInfo.InvariantCulture),
            ProtoType.SInt64 => ((long)(bits >> 1) ^ -(long)(bits & 1)).ToString(CultureInfo.InvariantCulture),
            ProtoType.UInt64 or ProtoType.Fixed64 => bits.ToString(CultureInfo.InvariantCulture),
            ProtoType.Int32 or ProtoType.SFixed32 => (int)bits,
            ProtoType.SInt32 => (int)((uint)bits >> 1) ^ -(int)(bits & 1),
            ProtoType.UInt32 or ProtoType.Fixed32 => (uint)bits,
            ProtoType.Bool => bits != 0,
            ProtoType.String => Encoding.UTF8.GetString(content),
            _ => Convert.ToBase64String(content),
        };
        return asText && value is not string ? Convert.ToString(value, CultureInfo.InvariantCulture)! : value;
    }

    static object Named<T>(T value) where T : System.Numerics.IFloatingPoint<T> =>
        T.IsFinite(value) ? value : T.IsNaN(value) ? "NaN" : T.IsPositive(value) ? "Infinity" : "-Infinity";

    /// <summary>foo_bar.baz as fooBar.baz; what would not come back is refused.</summary>
    static string CamelPath(string path)
    {
        string camel = ProtoLinker.JsonNameOf(path);
        bool comesBack = path.Length > 0 && !path.Contains(',', StringComparison.Ordinal) && path.Trim().Length == path.Length
            && ProtoJson.SnakePath(camel) == path;
        return comesBack ? camel : throw Error($"The path '{path}' of a FieldMask has no form in JSON.");
    }

    static WireFormatException Error(string problem) => new(problem) { Format = ProtoJson.FormatName };
}
