using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>The refusals that both readers share.</summary>
internal static class CompactLimits
{
    /// <summary>Called where the depth left has passed below a multiple of 16: at -1 among them.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void EnterSlow(int depth)
    {
        if (depth < 0)
            throw new WireFormatException("The value nests deeper than Limits.MaxDepth allows.");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new WireFormatException("The value nests deeper than the stack of this thread allows.");
    }

    [DoesNotReturn]
    public static void ThrowEnd() =>
        throw new WireFormatException("The input ends in the middle of a value.") { Offset = CompactErrors.AtPosition };

    public static WireFormatException BadCount(ulong count, int size, int remaining, Limits limits) => count > (ulong)limits.MaxItems
        ? new($"A collection of {count} items is longer than Limits.MaxItems ({limits.MaxItems}) allows.")
        : new($"A collection of {count} items of at least {Math.Max(size, 1)} bytes each is announced where {remaining} bytes remain.");

    public static WireFormatException BadLength(ulong length, int remaining, Limits limits) => length > (ulong)limits.MaxStringLength
        ? new($"A string or blob of {length} bytes is longer than Limits.MaxStringLength ({limits.MaxStringLength}) allows.")
        : new($"A string or blob of {length} bytes is announced where {remaining} bytes remain.");
}
