using System.Reflection;

namespace Isomer.Measuring;

/// <summary>A value to write and read, and what makes two of them equal.</summary>
public sealed record Case<T>(string Name, T Value, Func<T, T, bool> Same) where T : class
{
    public bool Verify(object read) => read is T value && Same(Value, value);
}

/// <summary>
/// One peer on one case. Write returns a new array with the payload; Read makes a new object of a payload, which
/// Verify compares with the value. A contestant that only does one of them leaves the other null.
/// </summary>
public sealed record Contestant(string Name, string Version, Func<byte[]>? Write, Func<byte[], object>? Read, Func<object, bool> Verify)
{
    /// <summary>
    /// Writes the same into memory that is kept: the work of the serializer alone. A new array of more than 85,000 bytes
    /// costs as much again, in page faults and collections that depend on what else the process does.
    /// </summary>
    public Action? WriteKept { get; init; }

    /// <summary>The other contracts in which it does the same: to a stream, from a sequence...</summary>
    public IReadOnlyList<Way> Ways { get; init; } = [];

    /// <summary>
    /// What kept it from carrying a value. Some exceptions only say that something went wrong within them ("There was an error reflecting
    /// type ..."): of those the innermost one's words.
    /// </summary>
    public static string WhyNot(Exception e)
    {
        Exception cause = e is InvalidOperationException or TargetInvocationException or TypeInitializationException
            ? e.GetBaseException()
            : e;
        return $"{cause.GetType().Name}: {cause.Message}";
    }

    /// <summary>Where a value that was read differs from the one written; null if nobody can tell.</summary>
    public Func<object, string?>? Explain { get; init; }
}

/// <summary>
/// Writing or reading by another contract than an array. One that writes also says what it wrote, for the check; one that reads is
/// given the payload in an array and makes what it needs of it once.
/// </summary>
public sealed record Way(string Name)
{
    public Action? Write { get; init; }

    public Func<byte[]>? Written { get; init; }

    /// <summary>Of a payload, what reads it.</summary>
    public Func<byte[], Func<object>>? Read { get; init; }
}

/// <summary>A serializer, or something that bounds one from below.</summary>
public abstract class Peer
{
    public abstract string Name { get; }

    public abstract string Version { get; }

    /// <summary>This peer on the case; null where it cannot carry the type.</summary>
    public abstract Contestant? For<T>(Case<T> @case) where T : class;

    protected static string VersionOf(Type type) => Surroundings.VersionOf(type);
}
