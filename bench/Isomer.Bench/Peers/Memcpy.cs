using System.Runtime.InteropServices;

namespace Isomer.Bench.Peers;

/// <summary>
/// The payload copied: into a new array, as whoever returns a result must, or into a kept one. The payload
/// of an array is its raw bytes; of anything else, the bytes that System.Text.Json writes.
/// </summary>
public sealed class Memcpy(bool intoKept) : Peer
{
    public const string Id = "memcpy";
    public const string KeptId = "memcpy into kept memory";

    public override string Name => intoKept ? KeptId : Id;

    public override string Version => "";

    public override Contestant? For<T>(Case<T> @case) => @case.Value switch
    {
        double[] values => Array(values, @case.Verify),
        int[] values => Array(values, @case.Verify),
        _ => Payload(@case),
    };

    Contestant Array<E>(E[] values, Func<object, bool> verify) where E : unmanaged
    {
        var payload = new byte[values.Length * Marshal.SizeOf<E>()];
        var target = new E[values.Length];
        return intoKept
            ? new(Name, Version, () => CopyTo(MemoryMarshal.AsBytes(values.AsSpan()), payload),
                bytes => { CopyTo(bytes, MemoryMarshal.AsBytes(target.AsSpan())); return target; }, verify)
            : new(Name, Version, () => Copy(MemoryMarshal.AsBytes(values.AsSpan())), Read<E>, verify);
    }

    Contestant? Payload<T>(Case<T> @case) where T : class
    {
        if (new StjSourceGenerated().For(@case)?.Write?.Invoke() is not { } payload)
            return null;
        var (written, read) = (new byte[payload.Length], new byte[payload.Length]);
        return new(Name, Version, () => intoKept ? CopyTo(payload, written) : Copy(payload),
            bytes => intoKept ? CopyTo(bytes, read) : Copy(bytes), copy => payload.AsSpan().SequenceEqual((byte[])copy));
    }

    static byte[] CopyTo(ReadOnlySpan<byte> from, byte[] to)
    {
        CopyTo(from, to.AsSpan());
        return to;
    }

    static void CopyTo(ReadOnlySpan<byte> from, Span<byte> to) => from.CopyTo(to);

    static byte[] Copy(ReadOnlySpan<byte> from)
    {
        byte[] to = GC.AllocateUninitializedArray<byte>(from.Length);
        from.CopyTo(to);
        return to;
    }

    static E[] Read<E>(byte[] from) where E : unmanaged
    {
        E[] to = GC.AllocateUninitializedArray<E>(from.Length / Marshal.SizeOf<E>());
        from.CopyTo(MemoryMarshal.AsBytes(to.AsSpan()));
        return to;
    }
}
