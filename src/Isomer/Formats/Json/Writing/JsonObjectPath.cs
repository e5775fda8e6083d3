namespace Isomer.Formats;

/// <summary>
/// The objects that are being written, outermost first (<see cref="JsonOptions.CyclesAsNull"/>). The sink is told when one begins and not
/// when it ends, so each is kept with its depth: what is as deep as the one that comes, or deeper, has ended.
/// </summary>
internal sealed class JsonObjectPath
{
    readonly List<(object Value, int Depth, int Position)> _open = [];
    JsonTable? _table;
    int _index;
    int _from;
    int _to = -1;

    /// <summary>A member's name has been written.</summary>
    public void Named(JsonTable table, int index, int from, int to) => (_table, _index, _from, _to) = (table, index, from, to);

    /// <summary>The name that was written last has been taken back: what ends at its place from now on is something else.</summary>
    public void TakenBack() => _to = -1;

    /// <summary>The member whose name ends here and has no value yet, and where its name begins; of no table if there is none.</summary>
    public (JsonTable? Table, int Index, int From) NameOf(int position) => position == _to ? (_table, _index, _from) : default;

    /// <summary>Something begins that is no object itself, such as a struct: what was open at its depth and deeper has ended.</summary>
    public void Begins(int depth, int position)
    {
        // What stands at one place carries itself: a surrogate's value, then its carrier.
        while (_open.Count > 0 && _open[^1].Depth >= depth && _open[^1].Position != position)
            _open.RemoveAt(_open.Count - 1);
    }

    /// <summary>Whether the object is one of those that are open; it is from now on, if not.</summary>
    public bool Contains(object value, int depth, int position)
    {
        Begins(depth, position);
        foreach (var (open, _, _) in _open)
            if (ReferenceEquals(open, value))
                return true;
        _open.Add((value, depth, position));
        return false;
    }
}
