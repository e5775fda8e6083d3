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

    /// <summary>What stands before a member or item, of a writer that knows itself whether it is the first: what it wrote before may be in another's hands.</summary>
    public void SeparateToken(bool first)
    {
        if (!first)
            _out.Put((byte)',');
        if (!_plain)
            BreakLine();
        _out.Reserve(Room);
    }

    /// <summary>The end of what <see cref="SeparateToken"/> separated.</summary>
    public void CloseToken(char close, bool isEmpty)
    {
        _depth--;
        if (!_plain && !isEmpty)
            BreakLine();
        _out.Put((byte)close);
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
