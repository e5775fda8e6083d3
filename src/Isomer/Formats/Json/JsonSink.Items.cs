namespace Isomer;

/// <summary>An array written item by item, each by a sink of its own.</summary>
internal ref partial struct JsonSink
{
    /// <summary>What stands before an item.</summary>
    public void StreamedItem(bool first)
    {
        _depth = 1;
        _out.Put(first ? (byte)'[' : (byte)',');
        if (!_plain)
            BreakLine();
        _out.Reserve(Room);
    }

    /// <summary>The end of the array; its beginning too if it has no items.</summary>
    public void StreamedEnd(bool any)
    {
        if (!any)
            _out.Put((byte)'[');
        else if (!_plain)
            BreakLine();
        _out.Put((byte)']');
    }
}
