using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Conventions;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// Types that a text may name, besides those that are declared in the type that is read. Immutable: keep it with the options.
/// Nothing else is ever made, whatever the text says.
/// </summary>
/// <example>
/// <code>
/// var options = JsonOptions.FastJson with { Types = JsonTypes.None.With&lt;Dog&gt;().With(typeof(Cat), "Zoo.OldCat") };
/// </code>
/// </example>
public sealed class JsonTypes
{
    readonly ImmutableDictionary<string, Type> _byName;
    readonly ImmutableDictionary<Type, string> _names;
    readonly ImmutableArray<Func<string, Type?>> _resolvers;
    readonly ImmutableArray<Assembly> _assemblies;
    RegisteredTypes? _beyond;

    JsonTypes(ImmutableDictionary<string, Type> byName, ImmutableDictionary<Type, string> names,
        ImmutableArray<Func<string, Type?>> resolvers, ImmutableArray<Assembly> assemblies) =>
        (_byName, _names, _resolvers, _assemblies) = (byName, names, resolvers, assemblies);

    /// <summary>No types but the declared ones.</summary>
    public static JsonTypes None { get; } = new(
        ImmutableDictionary.Create<string, Type>(StringComparer.Ordinal), ImmutableDictionary<Type, string>.Empty, [], []);

    /// <summary>And this type, known by its full name and by its short one, or by the name given.</summary>
    public JsonTypes With<T>(string? name = null) => With(typeof(T), name);

    /// <summary>And this type, known by its full name and by its short one, or by the name given.</summary>
    /// <exception cref="ArgumentException">The name is another type's, or the type is open or abstract.</exception>
    public JsonTypes With(Type type, string? name = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        if (type.ContainsGenericParameters || type.IsAbstract)
            throw new ArgumentException($"'{type}' is abstract or open: no object is of exactly this type.", nameof(type));
        string written = name ?? PlainSubtypes.NameFor(type);
        if (_byName.TryGetValue(written, out var other) && other != type)
            throw new ArgumentException($"'{written}' is the name of '{other}' already. Give '{type}' another.", nameof(name));
        return new(_byName.SetItem(written, type).SetItem(TypeNames.Of(type), type), _names.SetItem(type, written), _resolvers,
            _assemblies);
    }

    /// <summary>
    /// And all types of an assembly that can be made, known by their full names: for old data whose types are all one's own. In fastJSON's
    /// form its generic classes are among them, over any of these types and scalars.
    /// </summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public JsonTypes WithAssembly(Assembly assembly)
    {
        ArgumentNullException.ThrowIfNull(assembly);
        return new(_byName.SetItems(PlainSubtypes.TypesOf(assembly).Select(t => KeyValuePair.Create(TypeNames.Of(t), t))), _names,
            _resolvers, _assemblies.Add(assembly));
    }

    /// <summary>
    /// And what the resolver makes of a name that is not known otherwise; null refuses it. The only way to more than a closed set:
    /// never answer with <c>Type.GetType(name)</c>.
    /// </summary>
    public JsonTypes WithResolver(Func<string, Type?> resolver)
    {
        ArgumentNullException.ThrowIfNull(resolver);
        return new(_byName, _names, _resolvers.Add(resolver), _assemblies);
    }

    /// <summary>The registered type of this name.</summary>
    internal Type? Find(string normalised) => _byName.GetValueOrDefault(normalised);

    /// <summary>
    /// What the registered types bring with them: those that they declare, and generic classes of registered assemblies over all of these.
    /// </summary>
    internal Type? FindBeyond(string normalised) => Beyond?.Find(normalised);

    /// <summary>An enum that registered types bring with them: what items and keys may be of.</summary>
    internal Type? FindEnum(string normalised) => Beyond?.FindEnum(normalised);

    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "The types are the caller's, and assemblies come by WithAssembly, which warns.")]
    [UnconditionalSuppressMessage("AOT", "IL3050",
        Justification = "The types are the caller's, and assemblies come by WithAssembly, which warns.")]
    RegisteredTypes? Beyond => _byName.IsEmpty ? null
        : _beyond ??= new RegisteredTypes(_byName.Values.Distinct(), _assemblies.Distinct(), Find);

    /// <summary>What the resolvers say to a name as it stands in the text.</summary>
    internal Type? Resolve(string written)
    {
        foreach (var resolver in _resolvers)
            if (resolver(written) is { } type)
                return type;
        return null;
    }

    /// <summary>The short name under which a type was registered.</summary>
    internal string? NameOf(Type type) => _names.GetValueOrDefault(type);

    /// <summary>The full name of a type that came with its assembly.</summary>
    internal string? FullNameOf(Type type) => _assemblies.Contains(type.Assembly) && _byName.GetValueOrDefault(TypeNames.Of(type)) == type
        ? TypeNames.Of(type)
        : null;
}
