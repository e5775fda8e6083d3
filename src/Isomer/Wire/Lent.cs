using System.Runtime.CompilerServices;

namespace Isomer.Wire;

/// <summary>
/// What a call needs beside its value (memory to write to, stacks, tables), kept by the thread from one call to the next. The one way of
/// lending: <c>var scratch = MyScratch.Take(); try { ... } finally { scratch.Return(); }</c>, where <c>Return</c> empties it of the
/// caller's objects and ends with <see cref="GiveBack"/>.
/// </summary>
/// <remarks>
/// Lent by a flag: to take it out of the thread's field and put it back took two looks at that field and two stores of a reference, which
/// for the smallest object was a third of the call. What is taken while the first is lent (a surrogate serializes inside) is the one within
/// it. Whoever forgets to give back, such as an enumerator that is left without Dispose, costs one of <see cref="Deepest"/>; behind these
/// each call has one of its own. So a constructor that takes does it last, behind all that can be refused: its caller has nothing yet to
/// dispose of (the fuzzer's promise "lent" found two). What is given back on another thread than took it is the first thread's again.
/// </remarks>
internal abstract class Lent<TSelf> where TSelf : Lent<TSelf>, new()
{
    const int Deepest = 8;

    [ThreadStatic]
    static TSelf? t_first;

    TSelf? _inner;
    bool _isLent;

    /// <summary>The thread's first; or, where that is lent, one within it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TSelf Take()
    {
        if (t_first is not { } first || Volatile.Read(ref first._isLent))
            return Another();
        first._isLent = true;
        return first;
    }

    /// <summary>Last of all: from here on it may be anyone's.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void GiveBack() => Volatile.Write(ref _isLent, false);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static TSelf Another()
    {
        var one = t_first ??= new TSelf();
        for (int depth = 0; Volatile.Read(ref one._isLent); depth++)
            one = depth < Deepest ? one._inner ??= new TSelf() : new TSelf();
        one._isLent = true;
        return one;
    }
}

/// <summary>An object that is lent, of a class that has another base.</summary>
internal sealed class Loan<T> : Lent<Loan<T>> where T : class, new()
{
    public readonly T Value = new();

    public void Return() => GiveBack();
}
