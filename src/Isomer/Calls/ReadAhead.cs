namespace Isomer.Calls;

/// <summary>
/// What enumerations over a stream read ahead of the items that they gave. Where one is broken off, a stream that can seek goes back to
/// behind the last item; of any other the bytes are gone, and another enumeration would miss items without a word.
/// </summary>
internal sealed class ReadAhead(Stream stream)
{
    bool _isLost;

    /// <summary>Says that an enumeration begins, the first or another.</summary>
    public void Begin()
    {
        if (_isLost)
            throw new InvalidOperationException(
                "The items of this stream were enumerated before and not to their end: what had been read ahead is gone. Enumerate them once, or hand over a stream that can seek.");
    }

    /// <summary>An enumeration ends, with so many bytes that were read behind its last item, the half of another among them.</summary>
    public void End(long unread)
    {
        if (unread == 0)
            return;
        if (stream.CanSeek)
            stream.Seek(-unread, SeekOrigin.Current);
        else
            _isLost = true;
    }
}
