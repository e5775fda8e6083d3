using System.Buffers;

namespace Isomer.Wire;

/// <summary>
/// Where an <see cref="OutputBuffer"/> is emptied to: a buffer writer, a stream, or what a format puts between. The default keeps all that
/// is written.
/// </summary>
/// <remarks>
/// A structure, not a class with one heir for each: one that the thread lends over a buffer writer cost two looks at the thread's own
/// memory and two stores of a reference a call, 5 ns (docs/decisions/95-units-of-a-call.md).
/// </remarks>
internal readonly struct OutputTarget
{
    readonly object? _other;

    public OutputTarget(IBufferWriter<byte> writer) => Writer = writer;

    public OutputTarget(Stream stream) => _other = stream;

    public OutputTarget(OutputReceiver receiver) => _other = receiver;

    /// <summary>The buffer writer, if it is one: what it offers can be written to.</summary>
    public IBufferWriter<byte>? Writer { get; }

    /// <summary>What a format has put between, if it has.</summary>
    public OutputReceiver? Receiver => _other as OutputReceiver;

    /// <summary>Whether there is none, so that all is kept.</summary>
    public bool IsNone => Writer is null && _other is null;

    public void Write(ReadOnlySpan<byte> bytes)
    {
        if (Writer is not null)
            Writer.Write(bytes);
        else if (_other is Stream stream)
            stream.Write(bytes);
        else
            ((OutputReceiver)_other!).Write(bytes);
    }
}

/// <summary>What takes bytes on their way: counts them, sums them, hands them on.</summary>
internal abstract class OutputReceiver
{
    public abstract void Write(ReadOnlySpan<byte> bytes);
}
