using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Battery;

namespace Isomer.Tests.Differential;

/// <summary>
/// Fill beside Deserialize of a facade, for the originals have no Fill: into an object that is as Deserialize would make it, both make the
/// same of a document, or both refuse it. Null is refused, and so is another type that the document names.
/// </summary>
static class DrawnFill
{
    static readonly ConditionalWeakTable<object, Ways> s_ways = [];

    /// <summary>Where Fill does something else than the reading that the document had; null where it does the same.</summary>
    /// <param name="facade">The format.</param>
    /// <param name="options">Ours.</param>
    /// <param name="document">What is read.</param>
    /// <param name="type">As what; anything else than a class of the case is passed over.</param>
    /// <param name="isUnmade">Which types the format makes objects of without their constructors.</param>
    /// <param name="difference">How two outcomes compare.</param>
    public static string? Difference(Type facade, object options, byte[] document, Type type, Predicate<Type> isUnmade,
        Func<Outcome, Outcome, string?> difference)
    {
        if (Target(type, isUnmade) is not { } target
            || s_ways.GetValue(options, o => new Ways(facade.Name, isText: false, facade, o)) is not { } ways
            || ways.Filler(type) is not { } fill)
            return null;
        // As Fill takes it: a stream may begin with a byte order mark.
        var read = Outcome.Of(() => ways.Readers(type).First(r => r.Way.Contains("ReadOnlySpan", StringComparison.Ordinal)).Read(document));
        var filled = Outcome.Of(() => fill(target, document));
        if (read.Refusal is null && read.Result?.GetType() != type)
            return filled.Refusal is WireFormatException ? null : $"Fill takes a {read.Result?.GetType().ToString() ?? "null"}.";
        if (filled.Refusal is null && !ReferenceEquals(filled.Result, target))
            return "Fill gives back another object.";
        return difference(read, filled) is { } differs
            ? $"Fill does something else than Deserialize: {differs}\n{read}\n{filled}"
            : null;
    }

    /// <summary>
    /// Fill into an object that has something already, parts of which several members may share: by each of several options, which are said
    /// to do the same, it must come to the same. Null where it does.
    /// </summary>
    /// <param name="facade">The format.</param>
    /// <param name="all">Ours: options of each tier.</param>
    /// <param name="document">What is read, twice: what it makes is filled with it again.</param>
    /// <param name="type">As what; anything else than a class of the case is passed over.</param>
    /// <param name="shown">What an object holds, with what is shared in it.</param>
    public static string? DifferenceOfFilled(Type facade, IReadOnlyList<object> all, byte[] document, Type type,
        Func<object?, byte[]> shown)
    {
        if (Target(type, _ => true) is null)
            return null;
        var outcomes = all.Select(options =>
        {
            var ways = s_ways.GetValue(options, o => new Ways(facade.Name, isText: false, facade, o));
            var read = Outcome.Of(() =>
                ways.Readers(type).First(r => r.Way.Contains("ReadOnlySpan", StringComparison.Ordinal)).Read(document));
            if (read.Result is not { } target || target.GetType() != type)
                return read with { Result = null };
            // The same ties in each, for the documents are.
            SharedParts.Tie(target, new Choices(document.Length));
            return Outcome.Of(() => ways.Filler(type)!(target, document)) is { Refusal: not null } refused
                ? refused
                : Outcome.Of(() => shown(target));
        }).ToList();
        return outcomes.Skip(1).Select(other => Outcome.Difference(outcomes[0], other)).FirstOrDefault(d => d is not null) is { } differs
            ? $"Fill of what is filled differs between tiers: {differs}\n{string.Join("\n", outcomes)}"
            : null;
    }

    /// <summary>Whether the formats of data contracts make objects of the type without its constructor.</summary>
    public static bool IsContract(Type type) =>
        type.IsDefined(typeof(DataContractAttribute), false) || type.IsDefined(typeof(SerializableAttribute), false);

    static object? Target(Type type, Predicate<Type> isUnmade)
    {
        if (type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true || !type.IsClass || type.IsAbstract || type.IsArray
            || typeof(System.Collections.IEnumerable).IsAssignableFrom(type))
            return null;
        if (isUnmade(type))
            return RuntimeHelpers.GetUninitializedObject(type);
        // What a constructor is given, or has to be, is not set again.
        var constructors = type.GetConstructors(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance);
        return Array.Exists(constructors, c => c is { IsPublic: true } && c.GetParameters().Length == 0)
            && !Array.Exists(constructors,
                c => c.GetParameters().Length > 0 && c.IsDefined(typeof(System.Text.Json.Serialization.JsonConstructorAttribute)))
            ? Activator.CreateInstance(type)
            : null;
    }
}
