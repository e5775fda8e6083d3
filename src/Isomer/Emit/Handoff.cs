using System.Collections.Concurrent;
using System.ComponentModel;

namespace Isomer.Emit;

/// <summary>
/// How an emitted shape gets the objects it needs (models, surrogates): its static constructor takes each, once, into a
/// static readonly field, which the JIT then treats as a constant.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class Handoff
{
    static readonly ConcurrentDictionary<int, object> Waiting = new();
    static int s_last;

    internal static int Leave(object value)
    {
        int ticket = Interlocked.Increment(ref s_last);
        Waiting[ticket] = value;
        return ticket;
    }

    /// <summary>Called by emitted static constructors only.</summary>
    public static object Take(int ticket) =>
        Waiting.TryRemove(ticket, out object? value) ? value : throw new InvalidOperationException("This object has been taken.");
}
