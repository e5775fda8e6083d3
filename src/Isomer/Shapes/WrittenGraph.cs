using System.Collections.Immutable;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// [OnSerialized] of a graph whose objects are written one after the other (<see cref="SinkTraits.PointsForward"/>): it waits until the last is
/// written, for what refers to another object is written before that. "Fill it in [OnSerializing], empty it in [OnSerialized]" would write an
/// empty object else. Then all run, in the order in which the objects were written, as BinaryFormatter has them; after an error none does.
/// </summary>
internal static class WrittenGraph
{
    [ThreadStatic]
    static List<(ImmutableArray<MethodInfo> Callbacks, object Value)>? t_waiting;

    // How many graphs this thread writes, each within a callback of the one before it.
    [ThreadStatic]
    static int t_open;

    /// <summary>A graph begins; the mark is for its end.</summary>
    public static int Begin()
    {
        t_open++;
        return t_waiting?.Count ?? 0;
    }

    /// <summary>Its last object is written: what waits for that runs.</summary>
    public static void Finish(int mark)
    {
        t_open--;
        try
        {
            for (int i = mark; i < (t_waiting?.Count ?? 0); i++)
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
    public static void Abandon(int mark)
    {
        t_open--;
        Forget(mark);
    }

    static void Forget(int mark)
    {
        if (t_waiting?.Count > mark)
            t_waiting.RemoveRange(mark, t_waiting.Count - mark);
    }

    /// <summary>An object has been written, or told what it holds. Outside a graph its callbacks run at once.</summary>
    public static void Written(ImmutableArray<MethodInfo> callbacks, object value)
    {
        if (callbacks.IsEmpty)
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
}
