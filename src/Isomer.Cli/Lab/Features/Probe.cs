using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;

namespace Isomer.Cli.Lab.Features;

/// <summary>
/// One question to a contestant, which answers it by doing: it is given a value, and what comes back is looked at. Nothing in the matrix
/// is typed by hand.
/// </summary>
/// <param name="Id">One word, for files.</param>
/// <param name="Title">The column's head.</param>
/// <param name="What">What is asked, and what counts as an answer.</param>
sealed record Probe(string Id, string Title, string What, Func<Respondent, Answer> Ask)
{
    public static IReadOnlyList<Probe> All { get; } = [.. CarryingProbes.All, .. VersionProbes.All, .. HostileProbes.All,
        .. StreamProbes.All];

    /// <summary>The answer, whatever happens; but for what ends the process.</summary>
    public Answer Of(LabPeer peer)
    {
        try
        {
            return Ask(new Respondent(peer));
        }
        catch (CannotException e)
        {
            return new Answer(Verdict.No, e.Message);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return new Answer(Verdict.No, Refused(e));
        }
    }

    public static string Refused(Exception e) => $"refused ({e.GetType().Name})";
}

/// <summary>What a probe found, in a few words.</summary>
sealed record Answer(Verdict Verdict, string Said)
{
    public static Answer If(bool condition, string yes, string no) => condition ? new Answer(Verdict.Yes, yes) : new Answer(Verdict.No, no);
}

/// <summary>The contestant cannot even be given the value.</summary>
sealed class CannotException(string reason) : Exception(reason);

/// <summary>A contestant that is asked something.</summary>
sealed class Respondent(LabPeer peer)
{
    public LabPeer Peer => peer;

    public PeerCalls Calls<T>(T value, bool isPolymorphic = false) where T : class => CallsOf(peer, value, isPolymorphic);

    public static PeerCalls CallsOf<T>(LabPeer peer, T value, bool isPolymorphic = false) where T : class
    {
        LabCase<T> @case = CaseOf(value, isPolymorphic);
        return peer.WhyNot(@case) is { } reason ? throw new CannotException(reason) : peer.For(@case);
    }

    static LabCase<T> CaseOf<T>(T value, bool isPolymorphic)
        where T : class => new() { Id = "features", Title = "", Value = value, Polymorphic = isPolymorphic, IsProbe = true };

    /// <summary>Variants that only some scenario has are not asked: their serializers are.</summary>
    public static bool IsAsked(LabPeer peer) => peer.TakesPart(CaseOf(new Link(), false));

    public static T Read<T>(PeerCalls calls, byte[] bytes)
    {
        object read = calls.Read(bytes);
        return (T)(calls.Back?.Invoke(read) ?? read);
    }

    /// <summary>Writes the value and reads it back.</summary>
    public T Trip<T>(T value, bool isPolymorphic = false) where T : class
    {
        PeerCalls calls = Calls(value, isPolymorphic);
        return Read<T>(calls, calls.Write());
    }
}
