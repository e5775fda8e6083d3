using Isomer.Bench.Harness;

namespace Isomer.Bench.Peers;

/// <summary>A case by name: its contestants, the one that the others are compared with, and its part of the time in seconds.</summary>
public sealed record Lineup(string Case, string Reference, double Seconds, Func<IReadOnlyList<Contestant>> Contestants);

/// <summary>
/// What is raced in one run of `ratios GROUP`, which takes under three minutes: cases, the figures that are required, and
/// who starts cold in `cold GROUP`. A format with peers of its own has a group of its own.
/// </summary>
public abstract class Group
{
    /// <summary>Every group; the first is run when none is named.</summary>
    public static IReadOnlyList<Group> All { get; } = [new CoreGroup(), new ContractsGroup(), new ContractJsonGroup(), new XmlGroup(),
        new TablesGroup(), new FastJsonGroup(), new ProtobufGroup(), new NrbfGroup(), new NrbfArraysGroup(), new ScriptsGroup(),
        new FirstGroup()];

    public abstract string Name { get; }

    public abstract IReadOnlyList<Lineup> Cases { get; }

    public abstract IReadOnlyList<Requirement> Requirements { get; }

    /// <summary>Who starts cold.</summary>
    public virtual IReadOnlyList<string> ColdNames => [];

    /// <summary>How many times faster than whom they must start.</summary>
    public virtual IReadOnlyList<ColdRequirement> ColdRequirements => [];

    /// <summary>
    /// Makes the data, then, when called, the contestant: in a fresh process, which must load and compile nothing of the
    /// others (so groups make their peers only when asked for cases).
    /// </summary>
    public virtual Func<Contestant> Cold(string name) => throw new ArgumentException($"'{Name}' has no cold starts");

    /// <summary>Who is given one type after the other.</summary>
    public virtual IReadOnlyList<Peer> FurtherPeers => [];

    /// <summary>How many milliseconds a further type may cost whom.</summary>
    public virtual IReadOnlyList<(string Ours, double Most)> FurtherRequirements => [];

    public static Group Of(string name) => All.FirstOrDefault(g => g.Name == name)
        ?? throw new ArgumentException($"no group '{name}'; there are {string.Join(", ", All.Select(g => g.Name))}");

    /// <summary>The group that the arguments begin with; the first if none is named.</summary>
    public static Group TakeFrom(ref ReadOnlySpan<string> arguments)
    {
        if (arguments is [] || arguments[0].StartsWith("--", StringComparison.Ordinal))
            return All[0];
        Group named = Of(arguments[0]);
        arguments = arguments[1..];
        return named;
    }

    public Lineup Case(string name) => Cases.FirstOrDefault(c => c.Case == name)
        ?? throw new ArgumentException($"no case '{name}'; there are {string.Join(", ", Cases.Select(c => c.Case))}");

    /// <summary>A case of these peers; those that cannot carry it do not take part.</summary>
    protected static Lineup Of<T>(string name, string reference, double seconds, IReadOnlyList<Peer> peers, Func<T> make,
        Func<T, T, bool> same) where T : class =>
        new(name, reference, seconds, () =>
        {
            var @case = new Case<T>(name, make(), same);
            return [.. peers.Select(peer => peer.For(@case)).OfType<Contestant>()];
        });
}

/// <summary>A cold start that is required: this many times faster than the peer's.</summary>
public sealed record ColdRequirement(string Ours, string Peer, double Times);
