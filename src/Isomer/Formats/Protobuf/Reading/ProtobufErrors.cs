using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Model;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// Makes the one exception of what went wrong. Nothing keeps the path while reading: it is found afterwards, by going over
/// the bytes once more up to the offset.
/// </summary>
internal static class ProtobufErrors
{
    const int MaxPathDepth = 100;

    /// <summary>An offset that stands for the byte before the position: of a value that had been read when it was refused.</summary>
    const int BehindIt = -2;

    /// <summary>The value that ends at the position is refused.</summary>
    public static WireFormatException Behind(string problem) => new(problem) { Offset = BehindIt };

    /// <param name="e">What was thrown.</param>
    /// <param name="payload">The bytes, or of a stream those in the window.</param>
    /// <param name="position">Where reading stood.</param>
    /// <param name="root">What was read.</param>
    /// <param name="end">Where the innermost of what was being read ends: what is missing there is a part of it, not of what
    /// follows.</param>
    /// <param name="depth">How many messages and collections were open then.</param>
    /// <param name="input">The stream, if it is one.</param>
    public static WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, int position, ProtobufField root, int end, int depth,
        ProtobufInput? input = null)
    {
        // User code throws when it is given what has been read: the member is the one before the position, and of what stands in it nothing
        // is open any more.
        var error = e as WireFormatException ?? new WireFormatException($"A value was refused: {e.Message}", e) { Offset = BehindIt };
        long before = input?.Consumed ?? 0;
        int steps = ReferenceEquals(error, e) ? MaxPathDepth : depth;
        bool isBehind = error.Offset == BehindIt || (error.Offset < 0 && position == end);
        if (error.Offset < 0)
            error.Offset = Math.Max(error.Offset == BehindIt ? position - 1 : position, 0) + before;
        error.Format = Protobuf.FormatName;
        var path = new StringBuilder("$");
        if (root.Kind == ProtobufKind.Message)
        {
            long at = isBehind ? Math.Max(position - 1, 0) : error.Offset - before;
            new Walk(payload, (int)Math.Clamp(at, 0, payload.Length)).Message(path, (ObjectModel)root.Core, 0, payload.Length, steps,
                input?.Passed);
        }
        error.Path = path.ToString();
        return error;
    }

    /// <summary>Adds up the fields of the root, by number.</summary>
    public static void Count(ReadOnlySpan<byte> fields, Dictionary<int, int> counts) => new Walk(fields, 0).Count(counts);

    /// <summary>Follows the fields that the offset lies in, as far as they can be made out.</summary>
    readonly ref struct Walk(ReadOnlySpan<byte> payload, int offset)
    {
        readonly ReadOnlySpan<byte> _payload = payload;

        public void Message(StringBuilder path, ObjectModel model, int start, int end, int steps, Dictionary<int, int>? passed = null)
        {
            var layers = ProtobufTable.Of(model).Layers;
            Layer(path, ProtobufTable.Of(model), layers[0], start, end, steps, passed);
        }

        public void Count(Dictionary<int, int> counts)
        {
            int at = 0;
            while (at < _payload.Length && TryVarint(ref at, _payload.Length, out ulong tag))
            {
                CollectionsMarshal.GetValueRefOrAddDefault(counts, (int)(tag >> 3), out _)++;
                if (!TryPass(ref at, _payload.Length, (int)tag & 7))
                    return;
            }
        }

        void Layer(StringBuilder path, ProtobufTable table, ProtobufLayerTable layer, int start, int end, int steps,
            Dictionary<int, int>? passed = null)
        {
            var counts = passed is null ? [] : new Dictionary<int, int>(passed);
            int at = start;
            while (at < end && steps > 0)
            {
                if (!TryVarint(ref at, end, out ulong tag))
                    return;
                int number = (int)(tag >> 3);
                int wire = (int)tag & 7;
                int index = layer.Find(number);
                counts[number] = counts.GetValueOrDefault(number) + 1;
                int contentAt = at;
                int contentEnd = end;
                if (wire == 2)
                {
                    if (!TryVarint(ref at, end, out ulong length))
                        length = 0;
                    contentAt = at;
                    bool isBeyond = length > (ulong)(end - at);
                    at = isBeyond ? end : at + (int)length;
                    // Of a length beyond what is there nothing was read: it is the message that is refused, and no field in it.
                    contentEnd = isBeyond && offset == contentAt ? contentAt : at;
                }
                else if (!TryPass(ref at, end, wire))
                {
                    at = end;
                }
                if (wire == 3)
                    contentEnd = at;
                if (offset >= at && at < end)
                    continue;
                Enter(path, table, layer, index, number, wire, counts[number] - 1, contentAt, contentEnd, steps - 1);
                return;
            }
        }

        void Enter(StringBuilder path, ProtobufTable table, ProtobufLayerTable layer, int index, int number, int wire, int count, int start,
            int end, int steps)
        {
            if (index < 0)
            {
                if (layer.Next?.Number == number && wire is 2 or 3)
                    Layer(path, table, table.Layers[layer.Layer + 1], start, end, steps);
                return;
            }
            var field = table.Records[index].Field;
            path.Append('.').Append(((ObjectModel)table.Model).Members[index].ClrName);
            var inner = field;
            if (field.Kind is ProtobufKind.Sequence or ProtobufKind.Map)
            {
                if (steps-- == 0)
                    return;
                path.Append(CultureInfo.InvariantCulture, $"[{count}]");
                if (field.Kind == ProtobufKind.Map || field.CollectionWrap != default
                    || field.Core is SequenceModel { Element: DynamicModel })
                    return;
                inner = field.Item.Field;
            }
            if (inner.Kind == ProtobufKind.Message && inner.ValueWrap == default && wire is 2 or 3)
                Message(path, (ObjectModel)inner.Core, start, end, steps);
        }

        bool TryPass(ref int at, int end, int wire)
        {
            switch (wire)
            {
                case 0:
                    return TryVarint(ref at, end, out _);
                case 2:
                    if (!TryVarint(ref at, end, out ulong size) || size > (ulong)(end - at))
                        return false;
                    at += (int)size;
                    return true;
                case 1:
                    return (at += 8) <= end;
                case 5:
                    return (at += 4) <= end;
                case 3:
                    for (int open = 1; open > 0;)
                    {
                        if (at >= end || !TryVarint(ref at, end, out ulong tag))
                            return false;
                        int inner = (int)tag & 7;
                        if (inner == 3)
                            open++;
                        else if (inner == 4)
                            open--;
                        else if (!TryPass(ref at, end, inner))
                            return false;
                    }
                    return true;
                default:
                    return false;
            }
        }

        bool TryVarint(ref int at, int end, out ulong value)
        {
            value = 0;
            for (int shift = 0; shift < 70; shift += 7)
            {
                if (at >= end)
                    return false;
                byte next = _payload[at++];
                value |= (ulong)(next & 0x7F) << shift;
                if (next < 0x80)
                    return true;
            }
            return false;
        }
    }
}
