using System.Buffers;

namespace Isomer.Wire;

/// <summary>Where an <see cref="OutputBuffer"/> is emptied to when what it holds is not kept whole.</summary>
internal abstract class OutputTarget
{
    public abstract void Write(ReadOnlySpan<byte> bytes);

    /// <summary>The buffer is done with it.</summary>
    public virtual void Release()
    {
    }
}

internal sealed class StreamTarget(Stream stream) : OutputTarget
{
    public override void Write(ReadOnlySpan<byte> bytes) => stream.Write(bytes);
}

/// <summary>Kept by the thread from one call to the next, so that writing to a pooled writer allocates nothing.</summary>
internal sealed class BufferWriterTarget : OutputTarget
{
    [ThreadStatic]
    static BufferWriterTarget? t_spare;

    /// <summary>Where to; for a format that keeps a target of its own from call to call.</summary>
    public IBufferWriter<byte>? Writer { get; set; }

    /// <summary>The thread's last, unless that is in use: a surrogate may serialize inside.</summary>
    public static BufferWriterTarget Of(IBufferWriter<byte> writer)
    {
        if (t_spare is not { Writer: null } target)
            t_spare = target = new BufferWriterTarget();
        target.Writer = writer;
        return target;
    }

    public override void Write(ReadOnlySpan<byte> bytes) => Writer!.Write(bytes);

    public override void Release() => Writer = null;
}
