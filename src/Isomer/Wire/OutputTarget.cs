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
    Loan<BufferWriterTarget>? _loan;

    /// <summary>Where to; for a format that keeps a target of its own from call to call.</summary>
    public IBufferWriter<byte>? Writer { get; set; }

    /// <summary>The thread's own target, over this writer.</summary>
    public static BufferWriterTarget Of(IBufferWriter<byte> writer)
    {
        var loan = Loan<BufferWriterTarget>.Take();
        var target = loan.Value;
        // A store of a reference costs a nanosecond: once is enough.
        if (target._loan is null)
            target._loan = loan;
        target.Writer = writer;
        return target;
    }

    public override void Write(ReadOnlySpan<byte> bytes) => Writer!.Write(bytes);

    public override void Release()
    {
        if (Writer is null)
            return;
        Writer = null;
        _loan?.Return();
    }
}
