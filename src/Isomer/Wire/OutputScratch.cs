using System.Buffers;
using System.Runtime.CompilerServices;

namespace Isomer.Wire;

/// <summary>The memory that one call after the other writes to on a thread.</summary>
internal sealed class OutputScratch : Lent<OutputScratch>
{
    const int FirstSize = 1 << 14;
    const int KeepSize = 1 << 20;

    byte[] _bytes = [];

    public byte[] Bytes => _bytes.Length > 0 ? _bytes : _bytes = ArrayPool<byte>.Shared.Rent(FirstSize);

    /// <summary>With the array that has taken the place of <see cref="Bytes"/>, or that one. A large one is not kept.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Return(byte[] bytes)
    {
        if (!ReferenceEquals(bytes, _bytes))
            Keep(bytes);
        GiveBack();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void Keep(byte[] bytes)
    {
        bool keeps = bytes.Length <= KeepSize;
        _bytes = keeps ? bytes : [];
        if (!keeps)
            ArrayPool<byte>.Shared.Return(bytes);
    }
}
