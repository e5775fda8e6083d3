using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>
/// A session of ASP.NET as a state server or a database keeps it: minutes until it ends, whether there are items and static objects, the
/// items (names, where each value ends, the values), the static objects, and FF. A value is the number of its kind and what that has; an
/// object of a class is a payload of BinaryFormatter.
/// </summary>
internal static class SessionContainer
{
    const byte End = 0xFF;

    /// <summary>There is no mark: it is read to its end.</summary>
    public static FormatMatch Match(ReadOnlySpan<byte> payload)
    {
        if (payload.Length < 7 || payload[^1] != End || payload[4] > 1 || payload[5] > 1 || payload[4] + payload[5] == 0)
            return FormatMatch.No;
        try
        {
            Read(payload, isLookedAt: true);
            return FormatMatch.Likely;
        }
        catch (WireFormatException)
        {
            return FormatMatch.No;
        }
    }

    public static Node Read(ReadOnlySpan<byte> payload) => Read(payload, isLookedAt: false);

    static NodeObject Read(ReadOnlySpan<byte> payload, bool isLookedAt)
    {
        var bytes = new ContainerBytes(payload);
        var node = new NodeObject { ["timeout"] = new NodeValue(bytes.Int32()) };
        bool hasItems = Truth(ref bytes), hasStatics = Truth(ref bytes);
        if (hasItems)
            node["items"] = Items(ref bytes, isLookedAt);
        if (hasStatics)
            node["staticObjects"] = Statics(ref bytes, isLookedAt);
        return bytes.Byte() == End && bytes.Remaining == 0 ? node : throw bytes.Fail("A session ends with FF.");
    }

    static bool Truth(ref ContainerBytes bytes) => bytes.Byte() switch
    {
        0 => false,
        1 => true,
        _ => throw bytes.Fail("A session says with 0 or 1 whether it has items."),
    };

    static NodeObject Items(ref ContainerBytes bytes, bool isLookedAt)
    {
        int count = bytes.Int32();
        if (count == 0)
            return [];
        var node = new RepeatedNames([]);
        if (count < 0 || count > bytes.Remaining / 5)
            throw bytes.Fail($"{count} items cannot be in {bytes.Remaining} bytes.");
        // The item without a name has none here either, but for its number.
        int nameless = bytes.Int32();
        if (nameless < -1 || nameless >= count)
            throw bytes.Fail($"There is no item number {nameless}.");
        string[] names = new string[count];
        for (int i = 0; i < count; i++)
            names[i] = i == nameless ? "" : bytes.Text();
        int[] ends = new int[count];
        for (int i = 0; i < count; i++)
            if ((ends[i] = bytes.Int32()) <= (i == 0 ? 0 : ends[i - 1]))
                throw bytes.Fail("An item ends before it begins.");
        int start = bytes.At;
        if (ends[^1] > bytes.Remaining)
            throw bytes.Fail($"The last item is said to end behind {ends[^1]} bytes, where {bytes.Remaining} are left.");
        for (int i = 0; i < count; i++)
        {
            var value = new ContainerBytes(bytes.All[..(start + ends[i])], start + (i == 0 ? 0 : ends[i - 1]), bytes.Bounds);
            var item = Value(ref value, isLookedAt);
            if (value.Remaining != 0)
                throw value.Fail("An item is longer than its value.");
            node.Add(names[i], item);
        }
        bytes.At = start;
        bytes.Take(ends[^1]);
        return node.Node;
    }

    static Node? Value(ref ContainerBytes bytes, bool isLookedAt)
    {
        byte kind = bytes.Byte();
        switch (kind)
        {
            case 1:
                return new NodeValue(bytes.Text());
            case 2:
                return new NodeValue(bytes.Int32());
            case 3:
                return new NodeValue(Truth(ref bytes));
            case 4:
                return bytes.Int64() is >= 0 and var date && date <= DateTime.MaxValue.Ticks
                    ? new NodeValue(new DateTime(date))
                    : throw bytes.Fail("A date is beyond those that there are.");
            case 5:
                return new NodeValue(bytes.Decimal());
            case 6:
                return new NodeValue(bytes.Byte());
            case 7:
                return new NodeValue(bytes.Char());
            case 8:
                return new NodeValue(bytes.Single());
            case 9:
                return new NodeValue(bytes.Double());
            case 10:
                return new NodeValue((sbyte)bytes.Byte());
            case 11:
                return new NodeValue(bytes.Int16());
            case 12:
                return new NodeValue(bytes.Int64());
            case 13:
                return new NodeValue((ushort)bytes.Int16());
            case 14:
                return new NodeValue((uint)bytes.Int32());
            case 15:
                return new NodeValue((ulong)bytes.Int64());
            case 16:
                return new NodeValue(new TimeSpan(bytes.Int64()));
            case 17:
                return new NodeValue(new Guid(bytes.Take(16)));
            case 18 or 19:
                return bytes.Remaining == 4 ? new NodeValue(bytes.Int32()) : new NodeValue(bytes.Int64());
            case 20:
                var payload = bytes.Take(bytes.Remaining);
                return isLookedAt ? null : ContainedPayload.Of(payload, bytes.Bounds);
            case 21:
                return null;
            default:
                throw new WireFormatException($"{kind} is no kind of an item.") { Offset = bytes.At - 1 };
        }
    }

    /// <summary>Objects that the application declares: only those that are no payload of a formatter say where they end.</summary>
    static NodeObject Statics(ref ContainerBytes bytes, bool isLookedAt)
    {
        var node = new RepeatedNames([]);
        for (int count = bytes.Int32(); count > 0; count--)
        {
            string name = bytes.Text();
            if (!Truth(ref bytes))
            {
                string type = bytes.Text();
                node.Add(name, new NodeObject { ["$type"] = new NodeValue(type), ["isLateBound"] = new NodeValue(Truth(ref bytes)) });
                continue;
            }
            int start = bytes.At;
            if (bytes.All.Length > start && bytes.All[start] == 20)
            {
                // A payload of BinaryFormatter ends where its records do.
                bytes.At++;
                var payload = bytes.Take(bytes.Bounds.FindEnd(bytes.All[bytes.At..], NrbfOptions.Default));
                node.Add(name, isLookedAt ? null : ContainedPayload.Of(payload, bytes.Bounds));
                continue;
            }
            node.Add(name, Value(ref bytes, isLookedAt));
        }
        return node.Node;
    }
}
