using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>Passing over what most values are, as fast as it can be.</summary>
internal sealed partial class NrbfIndex
{
    /// <summary>
    /// Whether nothing of the innermost is left. What most values are is passed over here, as fast as it can be: primitives without
    /// records, references, nulls, primitives with their type before them, short strings. Anything else, and the last bytes of the payload,
    /// are for <see cref="Record"/>.
    /// </summary>
    bool IsThrough(ref NrbfBytes bytes, bool isKnown)
    {
        ref var frame = ref _frames[_depth - 1];
        int next = frame.Next, count = frame.Count, at = bytes.At;
        // So that the longest of these, but for strings, need no look at the end.
        int last = bytes.Payload.Length - 16;
        ref byte start = ref MemoryMarshal.GetReference(bytes.Payload);
        int[]? widths = frame.Class?.Widths;
        while (next < count)
        {
            if (widths is not null && widths[next] is not 0 and var width)
            {
                bytes.At = _block = at;
                frame.Next = next;
                int record = frame.Class!.Records[next];
                if (width > 0)
                    bytes.Pass(width);
                else
                    PassPrimitives(frame.Class, next, record, ref bytes);
                (next, at) = (record, bytes.At);
                continue;
            }
            if (at > last)
                break;
            switch ((NrbfRecord)Unsafe.Add(ref start, at))
            {
                case NrbfRecord.Reference:
                    at += 5;
                    break;
                case NrbfRecord.Null:
                    at++;
                    break;
                case NrbfRecord.PrimitiveTyped when NrbfPrimitives.Width((NrbfPrimitive)Unsafe.Add(ref start, at + 1)) is > 0 and var size:
                    at += 2 + size;
                    break;
                case NrbfRecord.PrimitiveTyped when Unsafe.Add(ref start, at + 1) == (byte)NrbfPrimitive.Decimal:
                    (frame.Next, bytes.At) = (next, at + 2);
                    bytes.Skip(NrbfPrimitive.Decimal);
                    at = bytes.At;
                    break;
                case NrbfRecord.String
                    when !isKnown && Unsafe.Add(ref start, at + 5) is < 128 and var length && length <= last - at
                        && Utf8Strings.IsAscii(ref Unsafe.Add(ref start, at + 6), length):
                    frame.Next = next;
                    EnterShortAscii(Unsafe.ReadUnaligned<int>(ref Unsafe.Add(ref start, at + 1)), at);
                    at += 6 + length;
                    break;
                default:
                    (frame.Next, bytes.At) = (next, at);
                    return false;
            }
            next++;
        }
        (frame.Next, bytes.At) = (next, at);
        return next >= count;
    }

    /// <summary>Passes over members that are primitives, of which some have no fixed width.</summary>
    static void PassPrimitives(NrbfClassInfo info, int first, int end, ref NrbfBytes bytes)
    {
        int[] widths = info.Fixed;
        for (int i = first; i < end; i++)
        {
            if (widths[i] > 0)
            {
                bytes.Pass(widths[i]);
                while (i < end && widths[i] > 0)
                    i++;
                if (i == end)
                    return;
            }
            bytes.Skip(info.Primitives[i]);
        }
    }
}
