using System.Text;
using System.Text.RegularExpressions;
using Isomer.Cli.Lab.Contestants;

namespace Isomer.Cli.Lab.Features;

/// <summary>
/// A chain of so many objects as a contestant would write it, whatever its own limit at writing is: grown out of short ones where
/// each level is the same bytes; else made in the same form without its writer; else written on a large stack.
/// </summary>
static partial class DeepPayload
{
    public static byte[]? Of(LabPeer peer, int levels, int stack)
    {
        byte[] Of(int length) => Dense(Respondent.CallsOf(peer, Link.Chain(length)).Write());
        return Grown(Of, levels) ?? ByRelative(peer, levels) ?? HostileProbes.OnStack(stack, () => Of(levels), _ => (byte[]?)null);
    }

    /// <summary>
    /// A chain of four is one of three with something put in before its middle and something behind. If the same, put in once more,
    /// makes the chain of five, then so it goes on.
    /// </summary>
    static byte[]? Grown(Func<int, byte[]> make, int levels)
    {
        byte[] three = make(3), four = make(4), five = make(5);
        int more = four.Length - three.Length, before = four.AsSpan().CommonPrefixLength(three);
        for (int front = 0; front <= more && before + front <= four.Length; front++)
        {
            int middle = three.AsSpan(before).CommonPrefixLength(four.AsSpan(before + front)), back = more - front;
            byte[] Chain(int length) =>
                [.. three[..before], .. Repeat(four.AsSpan(before, front), length - 3), .. three[before..(before + middle)],
                .. Repeat(four.AsSpan(before + front + middle, Math.Min(back, four.Length - before - front - middle)), length - 3),
                .. three[(before + middle)..]];
            if (Chain(4).AsSpan().SequenceEqual(four) && Chain(5).AsSpan().SequenceEqual(five))
                return Chain(levels);
        }
        return null;
    }

    /// <summary>XML without its indentation, which would grow with the square of the depth.</summary>
    static byte[] Dense(byte[] payload) =>
        payload is not [(byte)'<', ..] ? payload : Encoding.UTF8.GetBytes(Between().Replace(Encoding.UTF8.GetString(payload), "><"));

    [GeneratedRegex(@">\s+<")]
    private static partial Regex Between();

    static byte[] Repeat(ReadOnlySpan<byte> bytes, int count)
    {
        byte[] all = new byte[bytes.Length * count];
        for (int i = 0; i < count; i++)
            bytes.CopyTo(all.AsSpan(i * bytes.Length));
        return all;
    }

    /// <summary>What the writers of its limits may not write, other writers of the same form do.</summary>
    static byte[]? ByRelative(LabPeer peer, int levels)
    {
        Func<int, byte[]>? form = peer.Name.StartsWith("Isomer Json", StringComparison.Ordinal)
            ? length => Grown(l => Respondent.CallsOf(new StjReflectionPeer(), Link.Chain(l)).Write(), length)!
            : peer.Name.Contains("Protobuf", StringComparison.Ordinal) ? ProtobufChain : null;
        try
        {
            // It must understand that where it is short.
            return form is not null && Respondent.Read<Link>(Respondent.CallsOf(peer, new Link()), form(5)).Depth() == 5
                ? form(levels)
                : null;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return null;
        }
    }

    /// <summary>Each level's length depends on all below, so it is written from its end.</summary>
    static byte[] ProtobufChain(int length)
    {
        byte[] buffer = new byte[length * 10];
        int at = buffer.Length;
        Span<byte> varint = stackalloc byte[5];
        for (int i = 0; i < length; i++)
        {
            int inner = buffer.Length - at;
            if (inner > 0)
            {
                int more = 0;
                for (; inner >= 0x80; inner >>= 7)
                    varint[more++] = (byte)(inner | 0x80);
                varint[more++] = (byte)inner;
                at -= more;
                varint[..more].CopyTo(buffer.AsSpan(at));
                buffer[--at] = 0x12; // next
            }
            at -= 3;
            "\x0A\x01n"u8.CopyTo(buffer.AsSpan(at)); // name
        }
        return buffer[at..];
    }
}
