using Isomer.Cli.Lab.Contestants;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Scenarios;

/// <summary>A contestant on a case: able, or with the reason why not.</summary>
sealed record Entrant(LabPeer Peer, Contestant? Contestant, string? Reason)
{
    /// <summary>What its round trip changes that is let pass.</summary>
    public ISet<string> Caveats { get; init; } = new SortedSet<string>(StringComparer.Ordinal);
}

/// <summary>One value of a scenario.</summary>
abstract class LabCase
{
    /// <summary>Unique among all: "northwind/orders".</summary>
    public required string Id { get; init; }

    public required string Title { get; init; }

    /// <summary>How many rows or objects, for growth; 0 where that is not the question.</summary>
    public int Rows { get; init; }

    /// <summary>
    /// Its share of the time, by what a round of it took beside others': 1.2 s for Northwind, 0.05 s for tiny messages, a third of one
    /// for most (collections before samples are half of it where much is allocated).
    /// </summary>
    public double Weight { get; init; } = 1;

    /// <summary>Only written and read once, for its size and correctness: too slow for a short run.</summary>
    public bool SizeOnly { get; init; }

    /// <summary>Whether base-typed members hold subtypes: serializers with an option for that use it.</summary>
    public bool Polymorphic { get; init; }

    /// <summary>
    /// Arrays that stand in cells of rows: serializers which know nothing of a cell but that it holds an object are told of them.
    /// </summary>
    public abstract IReadOnlyList<Type> CellTypes { get; }

    /// <summary>Whether it is raced in every contract: streams and sequences beside arrays.</summary>
    public bool AllContracts { get; set; }

    /// <summary>
    /// A question of the feature matrix, asked in a process that a stack overflow may end: who is known for that is asked all the same.
    /// </summary>
    public bool IsProbe { get; init; }

    /// <summary>Gives up a value that can be made again: what lies in memory is collected before each sample of others.</summary>
    public abstract void Release();

    public abstract Type Type { get; }

    public abstract object Content { get; }

    /// <param name="fresh">Whether this is a fresh process, where the way to a contestant counts too.</param>
    public abstract Entrant Enter(LabPeer peer, bool fresh = false);
}

/// <inheritdoc/>
sealed class LabCase<T> : LabCase where T : class
{
    T? _value;

    /// <summary>What makes the value, when it is first asked for: of nine tables a fresh process makes the one that it measures.</summary>
    public Func<T>? Make { get; init; }

    public T Value
    {
        get => _value ??= Make!();
        init => _value = value;
    }

    public override void Release()
    {
        if (Make is not null)
            _value = null;
    }

    public override Type Type => typeof(T);

    public override IReadOnlyList<Type> CellTypes => _cellTypes ??= Value is not List<object?[]> rows ? []
        : [.. rows.SelectMany(r => r).OfType<Array>().Select(a => a.GetType()).Where(t => t != typeof(byte[])).Distinct()];

    IReadOnlyList<Type>? _cellTypes;

    public override object Content => Value;

    public override Entrant Enter(LabPeer peer, bool fresh = false)
    {
        try
        {
            if (peer.WhyNot(this) is { } reason)
                return new Entrant(peer, null, reason);
            PeerCalls calls = fresh ? peer.ForFresh(this) : peer.For(this);
            var caveats = new SortedSet<string>(StringComparer.Ordinal);
            return new Entrant(peer, new Contestant(peer.Name, peer.Version, calls.Write, calls.Read,
                read => DeepCompare.Difference(Value, calls.Back?.Invoke(read) ?? read, caveats) is null)
            {
                Explain = read => "round trip: " + DeepCompare.Difference(Value, calls.Back?.Invoke(read) ?? read),
                Ways = AllContracts ? Contracts.Of(calls) : [],
            }, null)
            { Caveats = caveats };
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return new Entrant(peer, null, Contestant.WhyNot(e));
        }
    }
}
