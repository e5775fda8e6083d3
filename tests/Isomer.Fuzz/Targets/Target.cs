namespace Isomer.Fuzz.Targets;

/// <summary>A promise was broken.</summary>
/// <param name="kind">Which promise, in a word or two: findings of one kind in one target are one finding.</param>
sealed class BrokenPromiseException(string kind, string detail, Exception? inner = null) : Exception(detail, inner)
{
    public string Kind { get; } = kind;
}

/// <summary>A reader, or several that must agree, and what is promised of it.</summary>
abstract class Target(string name, Language language)
{
    public string Name { get; } = name;

    public Language Language { get; } = language;

    public abstract IEnumerable<byte[]> Seeds { get; }

    /// <summary>Reads the input; the way that is tried beside the first one depends on the number.</summary>
    /// <returns>How often the input was read.</returns>
    /// <exception cref="BrokenPromiseException">A promise was broken.</exception>
    public abstract int Try(Input input, int way);

    /// <summary>How many ways there are; a regression is tried on all.</summary>
    public abstract int Ways { get; }

    /// <summary>What reading may allocate: 100 times the input and a megabyte, unless a page names more.</summary>
    public virtual long MemoryBound(int length) => (100L * length) + (1 << 20);

    /// <summary>Where the stack of the thread ends is no property of an input: another way may need more of it.</summary>
    protected static bool IsOfStack(Exception? e) =>
        e is not null
            && (e.Message.Contains("thread's stack allows", StringComparison.Ordinal)
                || e.Message.Contains("stack of this thread allows", StringComparison.Ordinal));

    /// <summary>Calls a reader that may only return or refuse.</summary>
    /// <param name="length">The input's length, which no offset may exceed; in UTF-16 units for text.</param>
    protected WireFormatException? Refusal(string way, int length, Action read)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        WireFormatException? refusal = null;
        try
        {
            read();
        }
        catch (WireFormatException e)
        {
            refusal = e;
            if (e.Offset < -1 || e.Offset > length)
                throw new BrokenPromiseException("offset", $"{way}: offset {e.Offset} of {length}: {e.Message}", e);
            if (e.Format is null)
                throw new BrokenPromiseException("format", $"{way}: the error says no format: {e.Message}", e);
            _ = e.Message;
        }
        catch (Exception e) when (e is not BrokenPromiseException)
        {
            throw new BrokenPromiseException("exception " + e.GetType().Name, $"{way}: {e}", e);
        }
        long used = GC.GetAllocatedBytesForCurrentThread() - before;
        // A table of the framework's that doubles is paid for by whoever comes then: what input claims is allocated each time.
        for (int again = 0; again < 2 && used > MemoryBound(length); again++)
            used = Math.Min(used, UsedBy(read));
        if (used > MemoryBound(length))
            throw new BrokenPromiseException("memory", $"{way}: {used} bytes allocated for {length}");
        return refusal;
    }

    static long UsedBy(Action read)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        try
        {
            read();
        }
        catch (Exception e) when (e is not BrokenPromiseException)
        {
        }
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
