namespace Isomer.Emit;

/// <summary>
/// How an emitted shape gets the objects it needs (models, surrogates): its static constructor takes each, once, into a
/// static readonly field, which the JIT then treats as a constant.
/// </summary>
internal static class Handoff
{
    static readonly Lock Gate = new();
    static readonly Dictionary<int, object> Waiting = [];
    static int s_tickets;

    internal static int Leave(object value)
    {
        lock (Gate)
        {
            Waiting.Add(s_tickets, value);
            return s_tickets++;
        }
    }

    /// <summary>Called by emitted static constructors only.</summary>
    public static object Take(int ticket)
    {
        lock (Gate)
        {
            return Waiting.Remove(ticket, out object? value) ? value : throw new InvalidOperationException("This object has been taken.");
        }
    }
}
