using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// [OnSerialized] of a graph whose objects are written one after the other (<see cref="SinkTraits.PointsForward"/>): it waits until the last is
/// written, for what refers to another object is written before that. "Fill it in [OnSerializing], empty it in [OnSerialized]" would write an
/// empty object else. Then all run, in the order in which the objects were written, as BinaryFormatter has them; after an error none does.
/// </summary>
/// <remarks>
/// A graph may be in order (<see cref="Order"/>): then who writes it says itself when an object is begun (<see cref="Begun"/>), each object
/// once, and shapes call nothing.
/// </remarks>
internal static class WrittenGraph
{
    [ThreadStatic]
    static List<(ImmutableArray<MethodInfo> Callbacks, object Value)>? t_waiting;

    // How many graphs this thread writes, each within a callback of the one before it.
    [ThreadStatic]
    static int t_open;

    // Of a graph in order: the objects that have callbacks and were begun.
    [ThreadStatic]
    static HashSet<object>? t_begun;

    /// <summary>Whether the graph is in order, so that shapes call no callbacks.</summary>
    public static bool IsInOrder() => t_begun is not null;

    /// <summary>A graph begins; the mark is for its end.</summary>
    public static Mark Begin()
    {
        var mark = new Mark(t_waiting?.Count ?? 0, t_begun);
        t_open++;
        t_begun = null;
        return mark;
    }

    /// <summary>From here on objects are told that they are begun by who writes them.</summary>
    public static void Order() => t_begun = new HashSet<object>(ReferenceEqualityComparer.Instance);

    /// <summary>Its last object is written: what waits for that runs.</summary>
    public static void Finish(Mark mark)
    {
        t_open--;
        try
        {
            for (int i = mark.Waiting; i < (t_waiting?.Count ?? 0); i++)
            {
                var (callbacks, value) = t_waiting![i];
                foreach (var callback in callbacks)
                    callback.CallBack(value);
            }
        }
        finally
        {
            Forget(mark);
        }
    }

    /// <summary>It cannot be written: nothing of it runs.</summary>
    public static void Abandon(Mark mark)
    {
        t_open--;
        Forget(mark);
    }

    static void Forget(Mark mark)
    {
        t_begun = mark.Begun;
        if (t_waiting?.Count > mark.Waiting)
            t_waiting.RemoveRange(mark.Waiting, t_waiting.Count - mark.Waiting);
    }

    /// <summary>An object is begun, and told so: in a graph in order once, and then it waits for the end.</summary>
    public static void Begun(Callbacks callbacks, object value)
    {
        if (t_begun is { } begun)
        {
            if (callbacks.IsNoneAtWriting || !begun.Add(value))
                return;
            foreach (var callback in callbacks.Writing)
                callback.CallBack(value);
            if (!callbacks.Written.IsEmpty)
                (t_waiting ??= []).Add((callbacks.Written, value));
            return;
        }
        foreach (var callback in callbacks.Writing)
            callback.CallBack(value);
    }

    /// <summary>
    /// An object has been written, or told what it holds. Outside a graph its callbacks run at once; in one that is in order it was told
    /// when it was begun.
    /// </summary>
    public static void Written(ImmutableArray<MethodInfo> callbacks, object value)
    {
        if (callbacks.IsEmpty || t_begun is not null)
            return;
        if (t_open > 0)
        {
            (t_waiting ??= []).Add((callbacks, value));
            return;
        }
        foreach (var callback in callbacks)
            callback.CallBack(value);
    }

    /// <summary>As emitted code says it.</summary>
    public static void WrittenObject(TypeModel model, object value) => Written(((ObjectModel)model).Callbacks.Written, value);

    /// <summary>
    /// Until it is disposed of, the program's own code runs, which is given the context: what it writes in its turn is none of this
    /// graph's, and has another context.
    /// </summary>
    public static Outside Leave(out StreamingContext given)
    {
        var outside = new Outside(t_open, t_begun, CallbackContext.Leave(out given));
        (t_open, t_begun) = (0, null);
        return outside;
    }

    /// <summary>What is to be taken back at the end of a graph.</summary>
    /// <param name="Waiting">How many callbacks wait for the graphs around it.</param>
    /// <param name="Begun">What was begun of the graph around it, if that is in order.</param>
    public readonly record struct Mark(int Waiting, HashSet<object>? Begun);

    /// <summary>A stretch of the program's own code.</summary>
    public readonly ref struct Outside(int open, HashSet<object>? begun, CallbackContext.Scope context)
    {
        readonly int _open = open;
        readonly HashSet<object>? _begun = begun;
        readonly CallbackContext.Scope _context = context;

        public void Dispose()
        {
            (t_open, t_begun) = (_open, _begun);
            _context.Dispose();
        }
    }
}
