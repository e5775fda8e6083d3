
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
            Failure = $"{e.GetType().Name}: {e.Message}";
        }
        Payload = payload;
        if (Failure != null)
            (Write, WriteKept, Read) = (null, null, null);
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

    public IEnumerable<Operation> Operations => new[] { Write, WriteKept, Read }.OfType<Operation>();
}
