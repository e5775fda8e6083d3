using System.Buffers;

namespace Isomer.Wire;

/// <summary>Where an <see cref="OutputBuffer"/> is emptied to when what it holds is not kept whole.</summary>
internal abstract class OutputTarget
{
    public abstract void Write(ReadOnlySpan<byte> bytes);
}

internal sealed class StreamTarget(Stream stream) : OutputTarget
{
    public override void Write(ReadOnlySpan<byte> bytes) => stream.Write(bytes);
}

internal sealed class BufferWriterTarget(IBufferWriter<byte> writer) : OutputTarget
{
    public override void Write(ReadOnlySpan<byte> bytes) => writer.Write(bytes);
}
