
namespace Isomer.Measuring;

/// <summary>A contestant in a race: its verified payload and its operations, or why it failed.</summary>
public sealed class Entry
{
    public Entry(Contestant contestant, string? alias = null)
    {
        Name = alias ?? contestant.Name;
        Version = contestant.Version;
        byte[] payload = [];
        try
        {
            if (contestant.Write is { } write)
            {
                payload = write();
                Bytes = payload.Length;
                Write = new Operation(write);
            }
            if (contestant.WriteKept is { } kept)
            {
                kept();
                WriteKept = new Operation(kept);
            }
            if (contestant.Read is { } read)
            {
                Read = new Operation(read, payload);
                object copy = read(payload);
                if (!contestant.Verify(copy))
                    Failure = contestant.Explain?.Invoke(copy) ?? "what was read is not what was written";
            }
        }
        catch (Exception e)
        {
            Failure = Contestant.WhyNot(e);
        }
        Payload = payload;
        if (Failure != null)
            (Write, WriteKept, Read) = (null, null, null);
        else
            Ways = [.. contestant.Ways.Select(w => new EntryWay(w, contestant, payload))];
    }

    public string Name { get; }

    public string Version { get; }

    public long? Bytes { get; }

    /// <summary>What was written, empty where that failed.</summary>
    public byte[] Payload { get; }

    public Operation? Write { get; }

    public Operation? WriteKept { get; }

    public Operation? Read { get; }

    /// <summary>Null when the round trip gave an equal value.</summary>
    public string? Failure { get; }

    /// <summary>The other contracts, in the contestant's order.</summary>
    public IReadOnlyList<EntryWay> Ways { get; } = [];

    public IEnumerable<Operation> Operations => new[] { Write, WriteKept, Read }.Concat(Ways.Select(w => w.Operation)).OfType<Operation>();
}

/// <summary>A contract of a contestant that has been tried, once: what it wrote or read is the value too.</summary>
public sealed class EntryWay
{
    public EntryWay(Way way, Contestant contestant, byte[] payload)
    {
        Name = way.Name;
        try
        {
            object copy;
            if (way.Write is { } write)
            {
                write();
                copy = contestant.Read!(way.Written!());
                Operation = new Operation(write);
            }
            else
            {
                Func<object> read = way.Read!(payload);
                copy = read();
                Operation = new Operation(() => GC.KeepAlive(read()));
            }
            if (!contestant.Verify(copy))
                Failure = contestant.Explain?.Invoke(copy) ?? "what was read is not what was written";
        }
        catch (Exception e)
        {
            Failure = Contestant.WhyNot(e);
        }
        if (Failure is not null)
            Operation = null;
    }

    public string Name { get; }

    public Operation? Operation { get; }

    /// <summary>Null when the value came back.</summary>
    public string? Failure { get; }
}
