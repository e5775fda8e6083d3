// ProtobufNodes: messages without their schema, as nodes, and nodes as messages.
//
//   08 96 01 12 07 "testing" 1A 03 08 96 01        {"1": 150, "2": "testing", "3": {"1": 150}}
//
// As protoc --decode_raw shows them: a member for each field number; fields of one number are an array. The wire tells less than a
// schema, so what has a length is text, a message, or bytes: text if it is UTF-8 without control characters, a message if it
// is fields from end to end, bytes else. Varints are signed 64-bit integers. What the number alone does not say stands behind
// it, so that writing gives the same bytes again, whatever format the node has been through in between:
// "2:double", "2:fixed64", "2:float", "2:fixed32", "2:bytes", "2:group".
//
// A node that is no such tree is written as google.protobuf.Any of a google.protobuf.Value, which every protobuf library reads,
// and comes back from it as it was; its numbers are doubles.
using System.Text;
using System.Text.Unicode;
using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>Reads messages without their schema.</summary>
readonly ref struct ProtobufNodes(ReadOnlySpan<byte> payload, NodePlaces? places)
{
    public const int MaxDepth = 64;

    readonly ReadOnlySpan<byte> _payload = payload;
    readonly NodePlaces? _places = places;

    public static ReadOnlySpan<byte> ValueUrl => "type.googleapis.com/google.protobuf.Value"u8;

    public static Node? Read(ReadOnlySpan<byte> payload, NodePlaces? places)
    {
        var reader = new ProtobufNodes(payload, places);
        try
        {
            return reader.IsValue(out int start) ? reader.Value(start, payload.Length, 0) : reader.Message(0, payload.Length, 0);
        }
        catch (WireFormatException e)
        {
            e.Format = Protobuf.FormatName;
            throw;
        }
    }

    bool IsValue(out int start)
    {
        var fields = new ProtobufFields(_payload, 0, _payload.Length);
        start = 0;
        bool named = fields.TryNext() && fields is { Number: 1, Wire: ProtobufWire.Length }
            && _payload[fields.Start..fields.End].SequenceEqual(ValueUrl);
        if (!named || !fields.TryNext() || fields is not { Number: 2, Wire: ProtobufWire.Length } || !fields.IsAtEnd)
            return false;
        start = fields.Start;
        return true;
    }

    T Placed<T>(T node, int start, int end) where T : Node
    {
        _places?.Add(node, start, end - start);
        return node;
    }

    NodeObject Message(int start, int end, int depth)
    {
        var result = new NodeObject();
        var fields = new ProtobufFields(_payload, start, end);
        while (fields.TryNext())
        {
            var (kind, node) = Field(fields, depth);
            string name = fields.Number.ToString(System.Globalization.CultureInfo.InvariantCulture) + kind;
            if (!result.TryGetMember(name, out Node? before))
                result.Add(name, node);
            else if (before is NodeArray several)
                several.Add(node);
            else
                result[name] = new NodeArray(before, node);
        }
        if (!fields.IsAtEnd)
            throw Error(fields.IsCut ? "The message ends within a field." : "No field begins here.", fields.Position);
        return Placed(result, start, end);
    }

    static WireFormatException Error(string problem, int offset) => new(problem) { Offset = offset };

    (string Kind, Node Node) Field(in ProtobufFields field, int depth)
    {
        var content = _payload[field.Start..field.End];
        switch (field.Wire)
        {
            case ProtobufWire.Varint:
                return ("", Placed(new NodeValue((long)field.Value), field.Start, field.End));
            case ProtobufWire.Fixed64:
                double d = BitConverter.ToDouble(content);
                bool isDouble = d == 0 || Math.Abs(d) is > 1e-9 and < 1e18;
                return isDouble && BitConverter.DoubleToInt64Bits(d) != long.MinValue
                    ? (":double", Placed(new NodeValue(d), field.Start, field.End))
                    : (":fixed64", Placed(new NodeValue(BitConverter.ToUInt64(content)), field.Start, field.End));
            case ProtobufWire.Fixed32:
                float f = BitConverter.ToSingle(content);
                bool isFloat = f == 0 || Math.Abs(f) is > 1e-6f and < 1e10f;
                return isFloat && BitConverter.SingleToInt32Bits(f) != int.MinValue
                    ? (":float", Placed(new NodeValue(f), field.Start, field.End))
                    : (":fixed32", Placed(new NodeValue(BitConverter.ToUInt32(content)), field.Start, field.End));
            case ProtobufWire.StartGroup:
                return depth < MaxDepth
                    ? (":group", Message(field.Start, field.End, depth + 1))
                    : throw Error($"Groups nest deeper than {MaxDepth} levels.", field.Start);
            default:
                return Guess(content, field.Start, field.End, depth);
        }
    }

    /// <summary>
    /// What a content with a length most likely is. Each level is gone over once more than the one above it: depth bounds that.
    /// </summary>
    (string, Node) Guess(ReadOnlySpan<byte> content, int start, int end, int depth)
    {
        bool isText = Utf8.IsValid(content);
        if (isText && content.IndexOfAnyInRange((byte)0, (byte)31) < 0 && !content.Contains((byte)127))
            return ("", Placed(new NodeValue(Encoding.UTF8.GetString(content)), start, end));
        if (depth < MaxDepth && ProtobufFields.Are(_payload, start, end))
            return ("", Message(start, end, depth + 1));
        if (isText && content.IndexOfAnyInRange((byte)0, (byte)8) < 0 && content.IndexOfAnyInRange((byte)14, (byte)31) < 0)
            return ("", Placed(new NodeValue(Encoding.UTF8.GetString(content)), start, end));
        return (":bytes", Placed(new NodeValue(content.ToArray()), start, end));
    }

    /// <summary>A google.protobuf.Value: one field says the kind.</summary>
    Node? Value(int start, int end, int depth)
    {
        if (depth > MaxDepth)
            throw Error($"Values nest deeper than {MaxDepth} levels.", start);
        var field = new ProtobufFields(_payload, start, end);
        if (!field.TryNext() || !field.IsAtEnd)
            throw Error("This is no google.protobuf.Value.", start);
        var content = _payload[field.Start..field.End];
        switch ((field.Number, field.Wire))
        {
            case (1, ProtobufWire.Varint):
                return null;
            case (2, ProtobufWire.Fixed64):
                return Placed(new NodeValue(BitConverter.ToDouble(content)), field.Start, field.End);
            case (3, ProtobufWire.Length) when Utf8.IsValid(content):
                return Placed(new NodeValue(Encoding.UTF8.GetString(content)), field.Start, field.End);
            case (4, ProtobufWire.Varint):
                return Placed(new NodeValue(field.Value != 0), field.Start, field.End);
            case (5, ProtobufWire.Length):
                return Placed(Struct(field.Start, field.End, depth), start, end);
            case (6, ProtobufWire.Length):
                var items = new NodeArray();
                var item = new ProtobufFields(_payload, field.Start, field.End);
                while (item.TryNext() && item is { Number: 1, Wire: ProtobufWire.Length })
                    items.Add(Value(item.Start, item.End, depth + 1));
                return item.IsAtEnd ? Placed(items, start, end) : throw Error("This is no google.protobuf.ListValue.", field.Start);
            default:
                throw Error("This is no google.protobuf.Value.", start);
        }
    }

    NodeObject Struct(int start, int end, int depth)
    {
        var result = new NodeObject();
        var entries = new ProtobufFields(_payload, start, end);
        while (entries.TryNext() && entries is { Number: 1, Wire: ProtobufWire.Length })
        {
            var entry = new ProtobufFields(_payload, entries.Start, entries.End);
            string name = "";
            Node? value = null;
            while (entry.TryNext())
            {
                if (entry is { Number: 1, Wire: ProtobufWire.Length } && Utf8.IsValid(_payload[entry.Start..entry.End]))
                    name = Encoding.UTF8.GetString(_payload[entry.Start..entry.End]);
                else if (entry is { Number: 2, Wire: ProtobufWire.Length })
                    value = Value(entry.Start, entry.End, depth + 1);
            }
            if (!entry.IsAtEnd)
                throw Error("This is no entry of a google.protobuf.Struct.", entries.Start);
            result[name] = value;
        }
        return entries.IsAtEnd ? result : throw Error("This is no google.protobuf.Struct.", start);
    }
}
