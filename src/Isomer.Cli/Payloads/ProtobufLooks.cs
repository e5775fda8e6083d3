using System.Runtime.InteropServices;

namespace Isomer.Cli.Payloads;

/// <summary>
/// Whether bytes that could be fields from end to end are likely a protobuf message. Every few dozen random bytes are fields by chance; but
/// then their numbers are large, one number has several wire types, tags and lengths are longer than they need be, or a group is never
/// closed. No writer does that, but that numbers beyond a thousand are taken for options and extensions, so a few of them are allowed.
/// </summary>
static class ProtobufLooks
{
    const int UsualNumber = 1000;

    public static bool IsPlausible(ReadOnlySpan<byte> bytes)
    {
        if (bytes.IsEmpty || (Looks.IsText(bytes) && bytes[0] != (byte)'\n'))
            return false;
        var types = new Dictionary<uint, int>();
        int fields = 0, unusual = 0, at = 0;
        while (at < bytes.Length)
        {
            if (!TryVarint(bytes, ref at, out ulong tag) || tag >> 3 is 0 or > 0x1FFFFFFF or (>= 19000 and < 20000))
                return false;
            int type = (int)(tag & 7);
            ref int seen = ref CollectionsMarshal.GetValueRefOrAddDefault(types, (uint)(tag >> 3), out bool known);
            // A number may come packed and one by one; no other two types belong to one field.
            if (known && seen != type && seen != 2 && type != 2)
                return false;
            seen = type;
            fields++;
            unusual += tag >> 3 > UsualNumber ? 1 : 0;
            // Fields of groups are looked at as if they were of the message, but for their numbers.
            if (!(type == 3 ? TrySkipGroup(bytes, ref at, tag >> 3) : TrySkip(bytes, ref at, type)))
                return false;
        }
        return unusual * 4 <= fields;
    }

    /// <summary>The content of a field that is no group.</summary>
    static bool TrySkip(ReadOnlySpan<byte> bytes, ref int at, int type)
    {
        switch (type)
        {
            case 0:
                return TryVarint(bytes, ref at, out _);
            case 1:
                at += 8;
                break;
            case 2 when TryVarint(bytes, ref at, out ulong length) && length <= (ulong)(bytes.Length - at):
                at += (int)length;
                break;
            case 5:
                at += 4;
                break;
            default:
                return false;
        }
        return at <= bytes.Length;
    }

    static bool TrySkipGroup(ReadOnlySpan<byte> bytes, ref int at, ulong number)
    {
        var open = new Stack<ulong>([number]);
        while (open.Count > 0)
        {
            if (open.Count > 64 || !TryVarint(bytes, ref at, out ulong tag) || tag >> 3 is 0 or > 0x1FFFFFFF)
                return false;
            int type = (int)(tag & 7);
            if (type == 3)
                open.Push(tag >> 3);
            else if (type == 4 ? open.Pop() != tag >> 3 : !TrySkip(bytes, ref at, type))
                return false;
        }
        return true;
    }

    /// <summary>A number in seven bits to a byte, no longer than it need be.</summary>
    static bool TryVarint(ReadOnlySpan<byte> bytes, ref int at, out ulong value)
    {
        value = 0;
        for (int shift = 0; shift < 70; shift += 7)
        {
            if (at >= bytes.Length)
                return false;
            byte b = bytes[at++];
            value |= (ulong)(b & 127) << shift;
            if (b < 128)
                return b != 0 || shift == 0;
        }
        return false;
    }
}
