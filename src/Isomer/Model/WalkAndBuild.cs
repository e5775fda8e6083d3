using System.Reflection;
using Isomer.Shapes;

namespace Isomer.Model;

/// <summary>The ways in which the items of a collection are visited.</summary>
internal enum WalkKind
{
    /// <summary>T[]: a loop over a span.</summary>
    Array,
    /// <summary>Exactly List of T: a loop over its span.</summary>
    List,
    /// <summary>ImmutableArray of T: a loop over its span; a default one counts as empty, unless <see cref="SequenceModel.MayBeNoArray"/>.</summary>
    ImmutableArray,
    /// <summary>Items are taken by the pattern of <c>foreach</c>: GetEnumerator, MoveNext, Current.</summary>
    Enumerator,
    /// <summary>Copied to an array first, because its count may change meanwhile or is not known.</summary>
    Snapshot,
}

/// <summary>How the items of a collection are visited.</summary>
/// <param name="Kind">Which way.</param>
/// <param name="GetEnumerator">For Enumerator: the public method of the type, which spares the boxed enumerator, or the
/// interface's.</param>
/// <param name="Count">The cheapest count; null where there is none.</param>
/// <param name="Comparer">The getter of the comparer of a collection keyed by strings.</param>
/// <param name="KeyComparer">What gives the comparer of a collection, whatever its keys are: a getter, or a static method that takes the
/// collection.</param>
internal sealed record Walk(WalkKind Kind, MethodInfo? GetEnumerator = null, MethodInfo? Count = null, MethodInfo? Comparer = null,
    MethodInfo? KeyComparer = null);

/// <summary>The ways in which a collection is made from items.</summary>
internal enum BuildKind
{
    /// <summary>T[] of exactly the right length.</summary>
    Array,
    /// <summary>List of T, also for the interfaces that it implements.</summary>
    List,
    /// <summary>A constructor, then a method for each item (or key and value).</summary>
    Add,
    /// <summary>All items in an array, then one call that makes the collection of them.</summary>
    Convert,
    /// <summary>The collection cannot be made: it is written only.</summary>
    None,
}

/// <summary>How a collection is made from items.</summary>
/// <param name="Kind">Which way.</param>
/// <param name="Constructor">For Add: without parameters, or with one comparer (<see cref="ComparerConstructor"/>); null to
/// default-initialise a struct.</param>
/// <param name="Add">For Add: takes an item, or a key and a value; what it returns is dropped.</param>
/// <param name="Convert">For Convert: a static method or constructor that takes the array (or a span of it), and then maybe a
/// ComparerCode.</param>
/// <param name="ComparerConstructor">For Add: takes the comparer of a collection keyed by strings.</param>
/// <param name="Capacity">The getter of the number of buckets of a hash table whose keys hash without a secret; see HashGuard.</param>
/// <param name="HidesCapacity">A hash table that does not tell its number of buckets.</param>
/// <param name="Refusal">For None: why, with the remedy.</param>
internal sealed record Build(
    BuildKind Kind,
    ConstructorInfo? Constructor = null,
    MethodInfo? Add = null,
    MethodBase? Convert = null,
    ConstructorInfo? ComparerConstructor = null,
    MethodInfo? Capacity = null,
    bool HidesCapacity = false,
    string? Refusal = null)
{
    /// <summary>Whether hostile keys could make it slow: a hash table of keys that hash without a secret.</summary>
    public bool IsGuarded => Capacity is not null || HidesCapacity;

    /// <summary>Whether the comparer is part of what is written and read.</summary>
    public bool KeepsComparer => ComparerConstructor is not null
        || (Convert is MethodInfo method && method.GetParameters() is [_, { ParameterType: var p }] && p == typeof(ComparerCode));
}
