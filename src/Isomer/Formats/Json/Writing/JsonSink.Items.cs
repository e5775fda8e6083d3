namespace Isomer.Formats;

/// <summary>Arrays and objects written part by part, each by a sink of its own.</summary>
internal ref partial struct JsonSink
{
    /// <summary>What stands before an item, behind the bracket that is there.</summary>
    public void StreamedItem(bool first, int depth, JsonNumbers? numbers)
    {
        _depth = depth;
        if (numbers is not null)
            UseNumbers(numbers);
        if (!first)
            _out.Put((byte)',');
        if (!_plain)
            BreakLine();
        _out.Reserve(Room);
    }

    /// <summary>
    /// What stands before a member or item, of a writer that knows itself whether it is the first: what it wrote before may be in another's
    /// hands.
    /// </summary>
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

    /// <summary>What stands behind the last item, before the bracket that comes.</summary>
    public void StreamedEnd(bool any, int depth)
    {
        _depth = depth - 1;
        if (any && !_plain)
            BreakLine();
    }
}
