using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>What is open while a graph is read: objects and arrays within one another, which cannot be promised.</summary>
internal static class FormatterFrames
{
    /// <summary>
    /// Opens one in the whole that it is called (payload, envelope). What cannot be promised (a value that is replaced when it is whole,
    /// what stands within one another) ends at four times the depth.
    /// </summary>
    public static void Push<TFrame>(ref TFrame[] frames, int top, in TFrame frame, int maxDepth, string whole) where TFrame : struct
    {
        if (top >= frames.Length)
            Array.Resize(ref frames, frames.Length * 2);
        frames[top] = frame;
        if (top > (long)maxDepth * 4)
            throw new WireFormatException(
                $"The {whole} nests deeper than {nameof(Limits)}.{nameof(Limits.MaxDepth)} allows, in what cannot be read one after the other.");
        if ((top & 15) == 15 && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new WireFormatException($"The {whole} nests deeper than the stack of this thread allows.");
    }
}
