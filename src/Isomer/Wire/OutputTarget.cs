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

    public static BufferWriterTarget Of(IBufferWriter<byte> writer)
    {
        // Taken while in use: a surrogate may serialize inside.
        var target = t_spare ?? new BufferWriterTarget();
        t_spare = null;
        target.Writer = writer;
        return target;
    }

    public override void Write(ReadOnlySpan<byte> bytes) => Writer!.Write(bytes);

    public override void Release()
    {
        Writer = null;
        t_spare = this;
    }
}
