namespace Isomer.Emit;

/// <summary>
/// How an emitted shape gets the objects it needs (models, surrogates): its static constructor takes each, once, into a
/// static readonly field, which the JIT then treats as a constant.
/// </summary>
internal static class Handoff
{
    static readonly Lock Gate = new();
    static readonly List<object?> Waiting = [];

    internal static int Leave(object value)
    {
        lock (Gate)
        {
            Waiting.Add(value);
            return Waiting.Count - 1;
        }
    }

    /// <summary>Called by emitted static constructors only.</summary>
    public static object Take(int ticket)
    {
        lock (Gate)
        {
            object value = Waiting[ticket] ?? throw new InvalidOperationException("This object has been taken.");
            Waiting[ticket] = null;
            return value;
        }
    }
}
