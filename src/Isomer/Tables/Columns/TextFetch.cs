using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace Isomer.Tabular;

/// <summary>
/// Texts of rows lie all over the heap: the processor is told of one while those before it are looked at, where it can be told.
/// </summary>
static class TextFetch
{
    /// <summary>How many are looked at while one comes from memory.</summary>
    const int Distance = 8;

    /// <summary>Tells of the text some places after this one. What a collection has moved since is told in vain.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe void Ahead(ReadOnlySpan<string?> texts, int at)
    {
        if (Sse.IsSupported && at + Distance < texts.Length)
            Sse.Prefetch0((void*)Unsafe.As<string?, nint>(ref Unsafe.Add(ref MemoryMarshal.GetReference(texts), at + Distance)));
    }
}
