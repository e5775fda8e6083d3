using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// What names in a text may mean when a value of one root type is read. The set is closed: the types declared in the root, those that the
/// call's options register, and the core's collections over these. No type is looked for because a text names it, and of what a text can
/// only describe (a dictionary of lists of dogs) no more than 512 types are made for one root, for what is made is never given back.
/// </summary>
internal abstract class ClosedTypes
{
    const int MostMade = 512;
    const int MostAnswers = 1024;

    readonly TypeModel _root;
    readonly FrozenDictionary<string, Type> _declared;
    readonly ConcurrentDictionary<DescribedType, bool> _made = new();

    // What was found for calls with one set of registered types: another set gives one name another meaning. A set that nobody has any more
    // takes its types with it.
    readonly ConditionalWeakTable<JsonTypes, ConcurrentDictionary<string, TypeModel>> _answers = [];

    protected ClosedTypes(TypeModel root, IEnumerable<Type> declared, Func<Type, string> nameOf)
    {
        _root = root;
        var byName = new Dictionary<string, Type?>(StringComparer.Ordinal);
        // Of two types with one name neither is found by it.
        foreach (var type in declared)
            byName[nameOf(type)] = byName.TryGetValue(nameOf(type), out var other) && other != type ? null : type;
        _declared = byName.Where(static p => p.Value is not null)
            .ToFrozenDictionary(static p => p.Key, static p => p.Value!, StringComparer.Ordinal);
    }

    /// <summary>The type of this name that is declared in the root.</summary>
    protected Type? Declared(string name) => _declared.GetValueOrDefault(name);

    /// <summary>What a name describes, before anything is made; null if nothing may have it.</summary>
    protected abstract DescribedType? Describe(string written, JsonTypes registered);

    /// <summary>The model of the type of this name; null if nothing may have it.</summary>
    public TypeModel? Find(string written, JsonTypes registered)
    {
        var answers = _answers.GetValue(registered, static _ => new(StringComparer.Ordinal));
        if (answers.TryGetValue(written, out var known))
            return known;
        if (Describe(written, registered) is not { } described || !MayMake(described))
            return registered.Resolve(written) is { } resolved ? _root.Convention.ModelOf(resolved) : null;
        var model = _root.Convention.ModelOf(described.Make());
        // One type can be spelled in any number of ways.
        if (answers.Count < MostAnswers)
            answers.TryAdd(written, model);
        return model;
    }

    bool MayMake(DescribedType type) =>
        type.IsFew || _made.ContainsKey(type) || (_made.Count < MostMade && (_made.TryAdd(type, true) || true));
}

/// <summary>A type as a name describes it. It is asked for and counted before it is made.</summary>
internal sealed class DescribedType : IEquatable<DescribedType>
{
    readonly Type _type;
    readonly DescribedType[] _arguments;
    readonly int _rank;

    DescribedType(Type type, DescribedType[] arguments, int rank) => (_type, _arguments, _rank) = (type, arguments, rank);

    /// <summary>A type that is there.</summary>
    public static DescribedType Known(Type type) => new(type, [], 0);

    /// <summary>An array of so many dimensions.</summary>
    public static DescribedType Array(DescribedType element, int rank) => new(typeof(Array), [element], rank);

    /// <summary>An open generic type of the core over arguments; null where it cannot be over these.</summary>
    public static DescribedType? Closed(Type open, params DescribedType[] arguments) =>
        open.GetGenericArguments().Length != arguments.Length ? null
        // Nothing else of the core asks anything of its arguments.
        : open == typeof(Nullable<>) && !arguments[0].CanBeNullable ? null
        : new(open, arguments, 0);

    bool IsKnown => _arguments.Length == 0;

    bool CanBeNullable => _type.IsValueType && _type != typeof(Nullable<>) && Nullable.GetUnderlyingType(_type) is null;

    /// <summary>
    /// Whether there are by nature only a few of its kind: what is there, and what has one argument that is there (<c>int[]</c>,
    /// <c>List&lt;Dog&gt;</c>).
    /// </summary>
    public bool IsFew => IsKnown || (_arguments.Length == 1 && _arguments[0].IsKnown);

    /// <summary>The CLR type of the name, with its arguments.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2055",
        Justification = "A type that was registered, or one over types that were, which a ready-made shape names or which is refused.")]
    [UnconditionalSuppressMessage("AOT", "IL3050",
        Justification = "A type that was registered, or one over types that were, which a ready-made shape names or which is refused.")]
    public Type Make() => IsKnown ? _type
        : _rank == 1 ? _arguments[0].Make().MakeArrayType()
        : _rank > 1 ? _arguments[0].Make().MakeArrayType(_rank)
        : _type.MakeGenericType(System.Array.ConvertAll(_arguments, static a => a.Make()));

    public bool Equals(DescribedType? other) =>
        other is not null && _type == other._type && _rank == other._rank && _arguments.AsSpan().SequenceEqual(other._arguments);

    public override bool Equals(object? obj) => Equals(obj as DescribedType);

    public override int GetHashCode()
    {
        var hash = new HashCode();
        hash.Add(_type);
        hash.Add(_rank);
        foreach (var argument in _arguments)
            hash.Add(argument);
        return hash.ToHashCode();
    }
}
