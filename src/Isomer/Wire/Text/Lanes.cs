using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Isomer.Wire.Text;

/// <summary>
/// Moves of lanes by the processor's own instruction. Vector128.ShuffleNative, Widen and Vector256.Create are the same, but the
/// ahead-of-time compiler takes them for calls that pass vectors and leaves out every method with one, which a first call then waits for:
/// dates, decimals, floats and strings, both ways (1 ms each format).
/// </summary>
internal static class Lanes
{
    /// <summary>The bytes that these indices name; zero for indices from 0x80 on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Pick(Vector128<byte> from, Vector128<byte> indices) =>
        Ssse3.IsSupported ? Ssse3.Shuffle(from, indices)
        : AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.VectorTableLookup(from, indices)
        : Vector128.Shuffle(from, indices);

    /// <summary>A vector whose halves are both this one; where <see cref="Avx2"/> is supported.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Twice(Vector128<byte> half) => Avx2.InsertVector128(half.ToVector256Unsafe(), half, 1);
}
