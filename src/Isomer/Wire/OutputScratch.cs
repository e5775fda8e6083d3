using System.Buffers;
using System.Runtime.CompilerServices;

namespace Isomer.Wire;

/// <summary>
/// The memory that one call after the other writes to on a thread. Lent by a flag: to take it out of the thread's field and put it
/// back took two looks at that field and two stores of a reference, which for the smallest object was a third of the call.
/// </summary>
internal sealed class OutputScratch
{
    const int FirstSize = 1 << 14;
    const int KeepSize = 1 << 20;

    [ThreadStatic]
    static OutputScratch? t_first;

    OutputScratch? _inner;
    bool _isLent;
    byte[] _bytes = [];

    /// <summary>The thread's first one; or, where that is lent, one within it: a surrogate may serialize inside.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OutputScratch Take()
    {
        if (t_first is not { _isLent: false } first)
            return Another();
        first._isLent = true;
        return first;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static OutputScratch Another()
    {
        var scratch = t_first ??= new OutputScratch();
        while (scratch._isLent)
            scratch = scratch._inner ??= new OutputScratch();
        scratch._isLent = true;
        return scratch;
    }

    public byte[] Bytes => _bytes.Length > 0 ? _bytes : _bytes = ArrayPool<byte>.Shared.Rent(FirstSize);

    /// <summary>With the array that has taken the place of <see cref="Bytes"/>, or that one. A large one is not kept.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Return(byte[] bytes)
    {
        if (!ReferenceEquals(bytes, _bytes))
            Keep(bytes);
        _isLent = false;
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
