using System.Reflection;
using Isomer.Cli.Lab.Scenarios;

namespace Isomer.Cli.Lab.Contestants;

/// <summary>What a serializer does with one value. Each writes a new array and reads one: one contract for all.</summary>
/// <param name="Back">From what was read to the case's type, for checking only: generated classes hold the same data.</param>
sealed record PeerCalls(Func<byte[]> Write, Func<byte[], object> Read)
{
    public Func<object, object>? Back { get; init; }
}

/// <summary>A serializer with its options: an option makes another contestant.</summary>
abstract class LabPeer
{
    public abstract string Name { get; }

    public abstract string Version { get; }

    /// <summary>The options that differ from the defaults.</summary>
    public virtual string Options => "defaults";

    /// <summary>Whether it is one of Isomer's formats.</summary>
    public virtual bool IsOurs => false;

    /// <summary>Whether it is a contestant there at all: a variant that only one scenario has takes no part in the others.</summary>
    public virtual bool TakesPart(LabCase @case) => true;

    /// <summary>Null if it can try; else the reason why it is not even tried.</summary>
    public virtual string? WhyNot(LabCase @case) => null;

    public abstract PeerCalls For<T>(LabCase<T> @case) where T : class;

    /// <summary>The same for first use, without what only the lab would need.</summary>
    public virtual PeerCalls ForFresh<T>(LabCase<T> @case) where T : class => For(@case);

    public static string VersionOf(Type type)
    {
        Assembly assembly = type.Assembly;
        string version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? assembly.GetName().Version!.ToString();
        return version.Split('+')[0];
    }
}
