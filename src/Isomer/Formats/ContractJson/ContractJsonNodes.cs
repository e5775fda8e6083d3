using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Text;
using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>
/// JSON by contracts without its types: the nodes of the JSON, but dates are dates. <c>"\/Date(0)\/"</c> is a DateTime in UTC,
/// <c>"\/Date(0+0100)\/"</c> a DateTimeOffset: the offset is kept, though the original reads only that there is one. The slashes tell
/// dates from text: a string is written with plain ones.
/// </summary>
static class ContractJsonNodes
{
    const int MaxDepth = 64;
    static ReadOnlySpan<byte> Prefix => "\"\\/Date("u8;
    static ReadOnlySpan<byte> Suffix => ")\\/\""u8;

    public static Node? Read(ReadOnlySpan<byte> payload, NodePlaces places) =>
        Dated(JsonWithin.ParseNode(payload, places, nameof(ContractJson)), payload, places);

    /// <summary>The tree with its dates; depth was bounded at reading.</summary>
    static Node? Dated(Node? node, ReadOnlySpan<byte> payload, NodePlaces places)
    {
        switch (node)
        {
            case NodeArray array:
                for (int i = 0; i < array.Count; i++)
                    array[i] = Dated(array[i], payload, places);
                return array;
            case NodeObject o:
                for (int i = 0; i < o.Count; i++)
                {
                    var (name, value) = o.Members[i];
                    if (Dated(value, payload, places) is var dated && !ReferenceEquals(dated, value))
                        o[name] = dated;
                }
                return o;
            case NodeValue when places.TryGet(node, out int offset, out int length) && DateOf(payload.Slice(offset, length)) is { } date:
                var result = new NodeValue(date);
                places.Add(result, offset, length);
                return result;
            default:
                return node;
        }
    }

    static object? DateOf(ReadOnlySpan<byte> text)
    {
        if (!text.StartsWith(Prefix) || !text.EndsWith(Suffix))
            return null;
        var inner = text[Prefix.Length..^Suffix.Length];
        if (!Utf8Parser.TryParse(inner, out long milliseconds, out int used) || milliseconds is < -(1L << 50) or > 1L << 50)
            return null;
        var zone = inner[used..];
        try
        {
            if (zone.IsEmpty)
                return DateTime.UnixEpoch.AddMilliseconds(milliseconds);
            bool isZone = zone.Length == 5 && zone[0] is (byte)'+' or (byte)'-'
                && Utf8Parser.TryParse(zone[1..], out int digits, out int all) && all == 4
                && digits % 100 < 60 && digits <= 1400
                && inner.SequenceEqual(Encoding.ASCII.GetBytes(Inner(milliseconds, zone[0] == '-', digits)));
            if (!isZone)
                return null;
            Utf8Parser.TryParse(zone[1..], out int hhmm, out _);
            var offset = TimeSpan.FromMinutes((hhmm / 100 * 60 + hhmm % 100) * (zone[0] == (byte)'-' ? -1 : 1));
            return DateTimeOffset.FromUnixTimeMilliseconds(milliseconds).ToOffset(offset);
        }
        catch (ArgumentOutOfRangeException)
        {
            return null;
        }
    }

    static string Inner(long milliseconds, bool isNegative, int hhmm) =>
        string.Create(CultureInfo.InvariantCulture, $"{milliseconds}{(isNegative ? '-' : '+')}{hhmm:0000}");

    public static byte[] Write(Node? node)
    {
        var output = new ArrayBufferWriter<byte>();
        Write(output, node, 0);
        return output.WrittenSpan.ToArray();
    }

    static void Write(ArrayBufferWriter<byte> output, Node? node, int depth)
    {
        if (depth >= MaxDepth && node is NodeArray or NodeObject)
            throw new NotSupportedException($"The value nests deeper than {MaxDepth} levels, or contains itself.");
        switch (node)
        {
            case NodeArray array:
                output.Write("["u8);
                for (int i = 0; i < array.Count; i++)
                {
                    output.Write(i == 0 ? ""u8 : ","u8);
                    Write(output, array[i], depth + 1);
                }
                output.Write("]"u8);
                break;
            case NodeObject o:
                output.Write("{"u8);
                for (int i = 0; i < o.Count; i++)
                {
                    output.Write(i == 0 ? ""u8 : ","u8);
                    JsonWithin.Serialize(output, o.Members[i].Key);
                    output.Write(":"u8);
                    Write(output, o.Members[i].Value, depth + 1);
                }
                output.Write("}"u8);
                break;
            case NodeValue value when TextOf(value.Value) is { } date:
                output.Write(Prefix);
                output.Write(Encoding.ASCII.GetBytes(date));
                output.Write(Suffix);
                break;
            default:
                JsonWithin.Serialize(output, node);
                break;
        }
    }

    /// <summary>What stands between the brackets; null for what would lose something there, which is text as in Json.</summary>
    static string? TextOf(object value) => value switch
    {
        DateTime { Kind: DateTimeKind.Utc } t when t.Ticks % TimeSpan.TicksPerMillisecond == 0 =>
            ((t.Ticks - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerMillisecond).ToString(CultureInfo.InvariantCulture),
        DateTimeOffset t when t.Ticks % TimeSpan.TicksPerMillisecond == 0 && t.Offset.Ticks % TimeSpan.TicksPerMinute == 0 =>
            Inner(t.ToUnixTimeMilliseconds(), t.Offset < TimeSpan.Zero, Math.Abs((t.Offset.Hours * 100) + t.Offset.Minutes)),
        _ => null,
    };
}
