namespace Isomer.Wire;

/// <summary>What becomes the one exception of reading, and what passes as it is; the same in every format.</summary>
internal static class InputErrors
{
    /// <summary>
    /// Whether the input, or user code that was given a part of it, is to blame. The types (NotSupportedException), the machine, whoever
    /// cancels, and an error that has its place already (of a value within) pass.
    /// </summary>
    public static bool IsInput(Exception e) =>
        e is not (NotSupportedException or OutOfMemoryException or OperationCanceledException or ThreadInterruptedException)
            && e is not WireFormatException { Format: not null };
}
