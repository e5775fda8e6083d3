using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>What all conventions of a family have in common.</summary>
internal sealed record XmlSettings(ShapeTier Tier, XmlExtensions Extensions, XmlAttributeOverrides? Overrides, ImmutableArray<Type> Types)
{
    public static XmlSettings Default { get; } = new(ShapeTier.Auto, XmlExtensions.None, null, []);

    /// <summary>Where types are that are included or registered, and say nothing themselves: not where the root is.</summary>
    public string DefaultNamespace { get; init; } = "";

    /// <summary>Attributes and namespaces of attributes that are passed over.</summary>
    public ImmutableArray<string> IgnoredAttributes { get; init; } = [];

    /// <summary>What the graph of one root adds.</summary>
    public XmlWorld World { get; init; } = XmlWorld.Empty;

    public bool Has(XmlExtensions extension) => (Extensions & extension) != 0;

    /// <summary>The attributes of a type or member: those that override, or its own; null where there are none.</summary>
    public XmlAttributes? MarksOf(System.Reflection.MemberInfo member)
    {
        if (Overrides is not null)
        {
            var instead = member is Type type ? Overrides[type] : Overrides[member.DeclaringType!, member.Name];
            if (instead is not null)
                return instead;
        }
        return Marks.IsMarked(member) ? new XmlAttributes(member) : null;
    }
}

/// <summary>What only the whole graph of a root tells: derived types that it reaches beside their base, and names of arrays.</summary>
/// <param name="Reached">Derived types, each in the namespace in which it is reached.</param>
/// <param name="ArrayNames">Arrays whose usual name another array with other items has.</param>
/// <param name="Several">Of those, and of others, what was found in more than one namespace: the last found first, as XmlSerializer takes
/// them.</param>
internal sealed record XmlWorld(ImmutableArray<XmlReached> Reached, ImmutableArray<XmlReached> Several,
    Dictionary<string, string> ArrayNames)
{
    public static XmlWorld Empty { get; } = new([], [], []);

    /// <summary>What stands for an array by its items: name, namespace, whether they may be nil.</summary>
    public static string KeyOf(string name, string ns, ImmutableArray<XmlElementFacts> items) =>
        $"{name} {ns} " + string.Join(' ', items.Select(i => $"{i.Name} {i.Namespace} {i.IsNullable} {i.IsUnqualified}"));

    public string NameOf(string name, string ns, ImmutableArray<XmlElementFacts> items) =>
        ArrayNames.Count == 0 ? name : ArrayNames.GetValueOrDefault(KeyOf(name, ns, items), name);
}

/// <summary>A type, and the namespace of what it stands in.</summary>
internal sealed record XmlReached(Type Type, string Namespace);

/// <summary>A root in the namespace of its convention.</summary>
internal sealed record XmlWorldKey(Type Type, string Namespace);

/// <summary>The conventions of one set of settings, one for each namespace that is met, and the roots that were asked for.</summary>
/// <remarks>
/// Namespaces that types name are as many as the types say. Those that options name are not bounded by anything: the first few get
/// shapes of their own, and what comes after these is interpreted and kept no longer than its options.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class XmlFamily(XmlSettings settings)
{
    /// <summary>So many namespaces of options' own have conventions that last.</summary>
    const int MostOfOptions = 64;

    /// <summary>So many names of roots are kept; what a root costs anew is a walk over the models of its graph.</summary>
    const int MostRoots = 250;

    readonly ConcurrentDictionary<string, XmlAttributesConvention> _byNamespace = new(StringComparer.Ordinal);
    readonly ConcurrentDictionary<string, XmlFamily> _byDefault = new(StringComparer.Ordinal);
    readonly ConcurrentDictionary<XmlRootKey, XmlRootFacts> _named = new();
    int _ofOptions;

    public XmlSettings Settings { get; } = settings;

    /// <summary>
    /// What saved shapes call it: of the family that formats have by default or one that switches alone make of it, also where a root has
    /// added what its graph says.
    /// </summary>
    public string? Name
    {
        get => field ??= IsSwitched ? SwitchedConventions.NameOf(DefaultName, XmlSettings.Default, Settings) : null;
        init;
    }

    public const string DefaultName = "XmlAttributes";

    bool IsSwitched { get; } = settings != XmlSettings.Default
        && settings with { Tier = XmlSettings.Default.Tier, Extensions = XmlSettings.Default.Extensions } == XmlSettings.Default;

    /// <summary>Whether it is what formats have by default, also where a root has added what its graph says.</summary>
    public bool IsStandard => Origin is var (family, _) ? family.IsStandard : Name is not null && !IsSwitched;

    /// <summary>Of a family that a root has added to: the one before, and the root.</summary>
    public (XmlFamily Family, Type Root)? Origin { get; init; }

    string? _told;

    /// <summary>
    /// What saved shapes call a family of an application's own, once that is told: to the first one, maybe after roots have added to it.
    /// </summary>
    public string? ToldName => Origin is var (family, root) ? family.ToldName is { } name ? name.Split('>')[0] + ">" + root : null : _told;

    public void Tell(string name) => _told ??= name;

    /// <summary>Those that were asked for first, without a name of the caller's.</summary>
    public ConcurrentDictionary<Type, XmlRootFacts> Roots { get; } = new();

    public ConcurrentDictionary<XmlWorldKey, XmlAttributesConvention> Worlds { get; } = new();

    /// <summary>How many names of roots are kept now.</summary>
    public int NamedRoots => _named.Count;

    /// <summary>How many namespaces have conventions here, and how many have families as default ones.</summary>
    public (int Own, int Defaults) Namespaces => (_byNamespace.Count, _byDefault.Count);

    /// <summary>The convention of a namespace that a type names.</summary>
    public XmlAttributesConvention In(string ns) =>
        _byNamespace.TryGetValue(ns, out var known) ? known : _byNamespace.GetOrAdd(ns, new XmlAttributesConvention(this, ns));

    /// <summary>The convention of a namespace that options name.</summary>
    public XmlAttributesConvention InOfCaller(string ns)
    {
        if (_byNamespace.TryGetValue(ns, out var known))
            return known;
        return _ofOptions < MostOfOptions && Interlocked.Increment(ref _ofOptions) <= MostOfOptions
            ? In(ns)
            : new XmlFamily(Settings with { Tier = ShapeTier.Reflection }).In(ns);
    }

    /// <summary>The family with another default namespace.</summary>
    public XmlFamily WithDefault(string ns)
    {
        if (ns == Settings.DefaultNamespace)
            return this;
        if (_byDefault.TryGetValue(ns, out var known))
            return known;
        return _byDefault.Count < MostOfOptions ? _byDefault.GetOrAdd(ns, new XmlFamily(Settings with { DefaultNamespace = ns }))
            : new XmlFamily(Settings with { DefaultNamespace = ns, Tier = ShapeTier.Reflection });
    }

    public XmlRootFacts RootOf(Type type, XmlAttributesConvention convention, XmlRootAttribute? root)
    {
        var key = new XmlRootKey(type, convention.Namespace, root?.ElementName, root?.Namespace,
            root is null ? null : SaysNullable.Of(root) ? root.IsNullable : null);
        if (_named.TryGetValue(key, out var known))
            return known;
        var facts = XmlRootFacts.Create(type, convention, root);
        if (type.IsCollectible)
            return facts;
        // All at once: to know which of them is the oldest would cost each look-up something.
        if (_named.Count >= MostRoots)
            _named.Clear();
        facts = _named.GetOrAdd(key, facts);
        if (root is null)
            Roots.TryAdd(type, facts);
        return facts;
    }
}

/// <summary>What tells one root from another: so that options made anew for each call make no new shapes.</summary>
internal sealed record XmlRootKey(Type Type, string Namespace, string? ElementName, string? ElementNamespace, bool? IsNullable);
