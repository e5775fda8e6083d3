using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// A place in a text, between two brackets, where items are put in later, as they come (an <see cref="IAsyncEnumerable{T}"/>).
/// </summary>
/// <param name="At">The place.</param>
/// <param name="Depth">Of the items: how far they are indented.</param>
/// <param name="Numbers">How numbers are written there, if an attribute of the member says it.</param>
/// <param name="Items">What the type of the source is.</param>
/// <param name="Source">Where they come from.</param>
internal sealed record JsonLater(int At, int Depth, JsonNumbers? Numbers, IAsyncItems Items, object Source);

internal ref partial struct JsonSink
{
    /// <summary>From here on items that come one by one are left to the caller, who puts them in.</summary>
    public void LeaveItemsTo(List<JsonLater> later) => _later = later;

    /// <summary>Brackets without items. False where the items can only be written as the list that they are.</summary>
    bool LeaveItems(IAsyncItems items, object source)
    {
        if (_later is null || items.AreRead(source))
            return false;
        Enter();
        // What stands before the first place can go; from there on the text is kept.
        if (_later.Count == 0)
            _out.Keep();
        _out.Put((byte)'[');
        _later.Add(new JsonLater(_out.WholePosition, _depth, _hasOwnNumbers ? _ownNumbers : null, items, source));
        _out.Put((byte)']');
        _out.Reserve(Room);
        Leave();
        return true;
    }
}

/// <summary>Whether values of a type may have items within that come one by one.</summary>
internal static class JsonLaterModels
{
    static readonly int Slot = ModelSlot.Next();
    static readonly object s_never = new(), s_perhaps = new();

    /// <summary>False only where it is certain that none has: what is behind object may be anything.</summary>
    public static bool MayStream(TypeModel model) => (model.GetSlot(Slot) ?? model.SetSlot(Slot, Find(model))) == s_perhaps;

    static object Find(TypeModel root)
    {
        foreach (var model in ModelGraph.Reach(root, static _ => false))
            if (model is DynamicModel or SurrogateModel { Surrogate.AsyncItems: not null } || model.IsOpen)
                return s_perhaps;
        return s_never;
    }
}
