using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Isomer.Formats;

/// <summary>Writes nodes as messages without a schema; see <see cref="ProtobufNodes"/>.</summary>
static class ProtobufNodeWriter
{
    static readonly JsonOptions s_comparing = new() { Numbers = JsonNumbers.NamedFloats };

    public static byte[] Write(Node? node)
    {
        // Field numbers say all, or the bytes would be read as something else: then the node is written as a value.
        if (node is NodeObject o && Message(o, 0) is { } raw && Node.DeepEquals(Plain(ProtobufNodes.Read(raw, null)), Plain(node)))
            return raw;
        var any = new ArrayBufferWriter<byte>();
        Put(any, 1, ProtobufNodes.ValueUrl);
        Put(any, 2, Value(node, 0));
        return any.WrittenSpan.ToArray();
    }

    /// <summary>The node with the scalars that JSON has: bytes may have come as base64.</summary>
    static Node? Plain(Node? node) => JsonWithin.ParseNode(JsonWithin.Serialize(node, s_comparing), s_comparing);

    static void Varint(ArrayBufferWriter<byte> output, ulong value)
    {
        output.Advance(ProtobufVarint.Put(ref output.GetSpan(2 * ProtobufVarint.MaxLength)[0], value));
    }

    static void Put(ArrayBufferWriter<byte> output, int number, ReadOnlySpan<byte> content)
    {
        Varint(output, ((ulong)(uint)number << 3) | (ulong)ProtobufWire.Length);
        Varint(output, (ulong)content.Length);
        output.Write(content);
    }

    /// <summary>A message of members that are called by field numbers; null if they are not.</summary>
    static byte[]? Message(NodeObject o, int depth)
    {
        const int MostNumber = (1 << 29) - 1;
        if (depth > ProtobufNodes.MaxDepth)
            return null;
        var output = new ArrayBufferWriter<byte>();
        foreach (var (name, value) in o)
        {
            int colon = name.IndexOf(':', StringComparison.Ordinal);
            if (!int.TryParse(colon < 0 ? name : name.AsSpan(0, colon), NumberStyles.None, CultureInfo.InvariantCulture, out int number)
                || number is 0 or > MostNumber)
                return null;
            foreach (Node? item in value is NodeArray several ? several : [value])
            {
                if (!TryField(output, number, colon < 0 ? "" : name[(colon + 1)..], item, depth))
                    return null;
            }
        }
        return output.WrittenSpan.ToArray();
    }

    static bool TryField(ArrayBufferWriter<byte> output, int number, string kind, Node? node, int depth)
    {
        string? digits = (node as NodeValue)?.NumberText;
        CultureInfo culture = CultureInfo.InvariantCulture;
        switch (kind)
        {
            case "" when digits is not null && long.TryParse(digits, NumberStyles.AllowLeadingSign, culture, out long integer):
                Tag(output, number, ProtobufWire.Varint);
                Varint(output, (ulong)integer);
                return true;
            case "double" when double.TryParse(digits, NumberStyles.Float, culture, out double real):
                return Fixed(output, number, (ulong)BitConverter.DoubleToInt64Bits(real), 8);
            case "fixed64" when ulong.TryParse(digits, NumberStyles.None, culture, out ulong wide):
                return Fixed(output, number, wide, 8);
            case "float" when float.TryParse(digits, NumberStyles.Float, culture, out float single):
                return Fixed(output, number, BitConverter.SingleToUInt32Bits(single), 4);
            case "fixed32" when uint.TryParse(digits, NumberStyles.None, culture, out uint narrow):
                return Fixed(output, number, narrow, 4);
            case "bytes" when BytesOf(node) is { } bytes:
                Put(output, number, bytes);
                return true;
            case "" when node is NodeValue { Value: string text } && TextOf(text) is { } utf8:
                Put(output, number, utf8);
                return true;
            case "" when node is NodeObject o && Message(o, depth + 1) is { } message:
                Put(output, number, message);
                return true;
            case "group" when node is NodeObject o && Message(o, depth + 1) is { } group:
                Tag(output, number, ProtobufWire.StartGroup);
                output.Write(group);
                Tag(output, number, ProtobufWire.EndGroup);
                return true;
            default:
                return false;
        }
    }

    static void Tag(ArrayBufferWriter<byte> output, int number, ProtobufWire wire) =>
        Varint(output, ((ulong)(uint)number << 3) | (ulong)wire);

    static bool Fixed(ArrayBufferWriter<byte> output, int number, ulong bits, int length)
    {
        Tag(output, number, length == 8 ? ProtobufWire.Fixed64 : ProtobufWire.Fixed32);
        Span<byte> content = stackalloc byte[8];
        BinaryPrimitives.WriteUInt64LittleEndian(content, bits);
        output.Write(content[..length]);
        return true;
    }

    static byte[]? BytesOf(Node? node)
    {
        if (node is NodeValue { Value: byte[] bytes })
            return bytes;
        if (node is not NodeValue { Value: string text })
            return null;
        byte[] decoded = new byte[text.Length];
        return Convert.TryFromBase64String(text, decoded, out int length) ? decoded[..length] : null;
    }

    /// <summary>Null for half a surrogate pair, which UTF-8 has no form for.</summary>
    static byte[]? TextOf(string text)
    {
        byte[] utf8 = new byte[Encoding.UTF8.GetMaxByteCount(text.Length)];
        return System.Text.Unicode.Utf8.FromUtf16(text, utf8, out _, out int length, replaceInvalidSequences: false) == OperationStatus.Done
            ? utf8[..length]
            : null;
    }

    static byte[] Value(Node? node, int depth)
    {
        if (depth > ProtobufNodes.MaxDepth)
            throw new NotSupportedException($"Protobuf: the value nests deeper than {ProtobufNodes.MaxDepth} levels, or contains itself.");
        var output = new ArrayBufferWriter<byte>();
        switch (node)
        {
            case null:
                Tag(output, 1, ProtobufWire.Varint);
                Varint(output, 0);
                break;
            case NodeValue { NumberText: { } digits }:
                Fixed(output, 2,
                    (ulong)BitConverter.DoubleToInt64Bits(double.Parse(digits, NumberStyles.Float, CultureInfo.InvariantCulture)), 8);
                break;
            case NodeValue { Value: bool flag }:
                Tag(output, 4, ProtobufWire.Varint);
                Varint(output, flag ? 1u : 0u);
                break;
            case NodeArray array:
                var items = new ArrayBufferWriter<byte>();
                foreach (Node? item in array)
                    Put(items, 1, Value(item, depth + 1));
                Put(output, 6, items.WrittenSpan);
                break;
            case NodeObject o:
                Put(output, 5, Struct(o, depth));
                break;
            default:
                string text = node is NodeValue { Value: string s } ? s : (string)((NodeValue)Plain(node)!).Value;
                Put(output, 3, TextOf(text) ?? throw new NotSupportedException("Protobuf: half a surrogate pair has no form in UTF-8."));
                break;
        }
        return output.WrittenSpan.ToArray();
    }

    static ReadOnlySpan<byte> Struct(NodeObject o, int depth)
    {
        var entries = new ArrayBufferWriter<byte>();
        foreach (var (name, value) in o)
        {
            var entry = new ArrayBufferWriter<byte>();
            Put(entry, 1, TextOf(name) ?? throw new NotSupportedException("Protobuf: half a surrogate pair has no form in UTF-8."));
            Put(entry, 2, Value(value, depth + 1));
            Put(entries, 1, entry.WrittenSpan);
        }
        return entries.WrittenSpan;
    }
}
