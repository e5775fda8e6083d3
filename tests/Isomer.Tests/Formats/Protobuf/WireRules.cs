using Google.Protobuf.Reflection;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// What protobuf's encoding says of bytes, by a descriptor: whole tags and values, each within its message. Neither side's code.
/// </summary>
static class WireRules
{
    public static bool IsWhole(ReadOnlySpan<byte> bytes, MessageDescriptor? type) => IsWhole(ref bytes, type, group: 0);

    static bool IsWhole(ref ReadOnlySpan<byte> rest, MessageDescriptor? type, uint group)
    {
        while (!rest.IsEmpty)
        {
            int before = rest.Length;
            if (!TryNumber(ref rest, out ulong tag) || before - rest.Length > 5 || tag > uint.MaxValue || tag >> 3 == 0)
                return false;
            uint number = (uint)tag >> 3;
            var field = type?.FindFieldByNumber((int)number);
            switch (tag & 7)
            {
                case 0 when TryNumber(ref rest, out _):
                    continue;
                case 1 when rest.Length >= 8:
                    rest = rest[8..];
                    continue;
                case 2 when TryNumber(ref rest, out ulong length) && length <= (ulong)rest.Length:
                    if (field?.FieldType == FieldType.Message && !IsWhole(rest[..(int)length], field.MessageType))
                        return false;
                    rest = rest[(int)length..];
                    continue;
                case 3 when IsWhole(ref rest, null, number):
                    continue;
                case 4:
                    return number == group;
                case 5 when rest.Length >= 4:
                    rest = rest[4..];
                    continue;
                default:
                    return false;
            }
        }
        return group == 0;
    }

    /// <summary>Whether a message of google/protobuf/wrappers.proto is in it that says zero in so many words.</summary>
    public static bool HasZeroInWrapper(ReadOnlySpan<byte> rest, MessageDescriptor? type)
    {
        while (!rest.IsEmpty && TryNumber(ref rest, out ulong tag))
        {
            switch (tag & 7)
            {
                case 0 when TryNumber(ref rest, out _):
                    continue;
                case 1 when rest.Length >= 8:
                    rest = rest[8..];
                    continue;
                case 2 when TryNumber(ref rest, out ulong length) && length <= (ulong)rest.Length:
                    var content = rest[..(int)length];
                    if (type?.FindFieldByNumber((int)(tag >> 3)) is { FieldType: FieldType.Message, MessageType: { } inner }
                        && (inner.File.Name == "google/protobuf/wrappers.proto"
                            ? content.Length > 1 && content[1..].IndexOfAnyExcept((byte)0) < 0
                            : HasZeroInWrapper(content, inner)))
                        return true;
                    rest = rest[(int)length..];
                    continue;
                case 5 when rest.Length >= 4:
                    rest = rest[4..];
                    continue;
            }
        }
        return false;
    }

    static bool TryNumber(ref ReadOnlySpan<byte> rest, out ulong value)
    {
        value = 0;
        for (int i = 0; i < 10 && i < rest.Length; i++)
        {
            value |= (ulong)(rest[i] & 0x7F) << (7 * i);
            if (rest[i] < 0x80)
            {
                rest = rest[(i + 1)..];
                return true;
            }
        }
        return false;
    }
}
