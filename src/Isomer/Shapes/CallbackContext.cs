using System.Runtime.Serialization;

namespace Isomer.Shapes;

#pragma warning disable SYSLIB0050 // the states of an older age are what this is about
/// <summary>
/// The StreamingContext that callbacks, constructors and entries of objects are given: that of the formatter whose call reads or writes on
/// this thread, and without one what the originals give, <see cref="StreamingContextStates.All"/> and no object.
/// </summary>
internal static class CallbackContext
{
    static readonly StreamingContext s_all = new(StreamingContextStates.All);

    [ThreadStatic]
    static StreamingContext? t_current;

    public static StreamingContext Current => t_current ?? s_all;

    /// <summary>Until it is disposed of, this context is the thread's.</summary>
    public static Scope Enter(StreamingContext context)
    {
        var scope = new Scope(t_current);
        t_current = context;
        return scope;
    }

    /// <summary>
    /// Until it is disposed of, the program's own code runs, which is given the context: what it calls in its turn has none of this call's.
    /// </summary>
    public static Scope Leave(out StreamingContext given)
    {
        var scope = new Scope(t_current);
        given = t_current ?? s_all;
        t_current = null;
        return scope;
    }

    public readonly ref struct Scope(StreamingContext? before)
    {
        readonly StreamingContext? _before = before;

        public void Dispose() => t_current = _before;
    }
}
