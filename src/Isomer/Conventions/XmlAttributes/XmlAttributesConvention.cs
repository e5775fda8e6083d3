using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Xml.Serialization;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer;

/// <summary>What <see cref="XmlAttributesConvention"/> takes beyond XmlSerializer, which refuses it or loses it in silence.</summary>
[Flags]
public enum XmlExtensions
{
    /// <summary>What XmlSerializer takes and nothing else. What it would lose in silence is refused, naming the member.</summary>
    None = 0,
    /// <summary>Dictionaries, as a list of elements <c>Entry</c> with <c>Key</c> and <c>Value</c>.</summary>
    Dictionaries = 1,
    /// <summary>Interfaces of collections, and collections that have no Add or no indexer (queues, sets, immutable ones).</summary>
    Interfaces = 2,
    /// <summary>
    /// Types made through a constructor with parameters (positional records), and members without a setter that they fill.
    /// </summary>
    Constructors = 4,
    /// <summary>
    /// Scalars that XmlSerializer writes as empty elements: Half, Int128, BigInteger, Rune; and Uri, Version and their like, as text.
    /// </summary>
    Scalars = 8,
    /// <summary>
    /// Loses in silence what XmlSerializer loses (members of list classes, types without settable members), instead of refusing it.
    /// </summary>
    SilentLoss = 16,
    /// <summary>All that carries more; nothing is lost.</summary>
    All = Dictionaries | Interfaces | Constructors | Scalars,
}

/// <summary>
/// How XmlSerializer reads a type: public fields and properties, base first, fields before properties, attributes before
/// elements, with the attributes of System.Xml.Serialization.
/// </summary>
/// <remarks>
/// A type has another shape in each XML namespace in which it stands, for its members take over the namespace of what
/// contains them. So there is one convention for each namespace, all of one family (<see cref="In"/>).
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class XmlAttributesConvention : Convention
{
    internal static XmlAttributesConvention Default { get; } = new XmlFamily(XmlSettings.Default) { Name = XmlFamily.DefaultName }.In("");

    readonly XmlFamily _family;

    internal override bool IsStandard => _family.IsStandard;

    internal override string? SavedName => _family.Name is { } name ? $"{name}:{Namespace}" : null;

    internal override string? ShapesName => SavedName ?? (_family.ToldName is { } name ? $"{name}:{Namespace}" : null);

    internal override void Tell(string name)
    {
        base.Tell(name);
        _family.Tell(ToldName!);
    }

    internal override string RemedyFor(Type derived, Type declared)
    {
        string name = PlainSubtypes.NameFor(derived);
        return $"Name it with [XmlInclude(typeof({name}))], or register it with Convention.XmlAttributes.With(typeof({name})).";
    }

    internal XmlAttributesConvention(XmlFamily family, string ns) : base(family.Settings.Tier)
    {
        _family = family;
        Namespace = ns;
    }

    /// <summary>The XML namespace of what says nothing else.</summary>
    internal string Namespace { get; }

    internal XmlSettings Settings => _family.Settings;

    /// <summary>What is kept for all namespaces.</summary>
    internal XmlFamily Family => _family;

    /// <summary>This convention, with shapes made another way.</summary>
    public XmlAttributesConvention WithTier(ShapeTier tier) => Switched(Settings, Settings with { Tier = tier }, With);

    /// <summary>This convention, taking more than XmlSerializer does.</summary>
    public XmlAttributesConvention With(XmlExtensions extensions) => Switched(Settings, Settings with { Extensions = extensions }, With);

    /// <summary>This convention, with attributes that stand in place of those of a type or member.</summary>
    public XmlAttributesConvention With(XmlAttributeOverrides overrides) => With(Settings with { Overrides = overrides });

    /// <summary>This convention, with further types that may stand where a base or object is declared.</summary>
    public XmlAttributesConvention With(params Type[] types)
    {
        ArgumentNullException.ThrowIfNull(types);
        return types.All(Settings.Types.Contains)
            ? this
            : With(Settings with { Types = [.. Settings.Types, .. types.Except(Settings.Types)] });
    }

    /// <summary>
    /// This convention, passing over attributes of System.Xml.Serialization that it does not know, which are an error otherwise; those that
    /// it obeys are obeyed all the same.
    /// </summary>
    /// <param name="names">Full names of attributes, or whole namespaces.</param>
    public XmlAttributesConvention WithIgnoredAttributes(params IEnumerable<string> names) =>
        With(Settings with { IgnoredAttributes = ForeignAttributes.With(Settings.IgnoredAttributes, names) });

    /// <summary>This convention, where another namespace is the default.</summary>
    public XmlAttributesConvention WithNamespace(string ns)
    {
        ArgumentNullException.ThrowIfNull(ns);
        return ns == Namespace && ns == Settings.DefaultNamespace ? this : _family.WithDefault(ns).In(ns);
    }

    /// <summary>
    /// The convention of a family that knows more of the graph of one root, and is called by that: types are another matter in it.
    /// </summary>
    internal XmlAttributesConvention WithWorld(XmlWorld world, Type root) =>
        new XmlFamily(Settings with { World = world })
        {
            Name = _family.Name is { } name ? name.Split('>')[0] + ">" + root : null,
            Origin = (_family, root)
        }.In(Namespace);

    XmlAttributesConvention With(XmlSettings settings) => new XmlFamily(settings).In(Namespace);

    /// <summary>The convention of the same family for what stands in another namespace.</summary>
    internal XmlAttributesConvention In(string ns) => ns == Namespace ? this : _family.In(ns);

    /// <summary>What stands for a type at the root: with all types that its graph reaches known to it.</summary>
    internal XmlRootFacts RootOf(Type type, XmlRootAttribute? root) =>
        root is null && _family.Roots.TryGetValue(type, out var known) && ReferenceEquals(known.Declared, this)
            ? known
            : _family.RootOf(type, this, root);

    /// <summary>Where a root stands that the caller puts in a namespace.</summary>
    internal XmlAttributesConvention InOfCaller(string ns) => ns == Namespace ? this : _family.InOfCaller(ns);

    /// <summary>The convention with all that the graph of a root says, once that is known.</summary>
    internal XmlAttributesConvention? KnownWorld(Type type) => _family.Worlds.GetValueOrDefault(new XmlWorldKey(type, Namespace));

    internal void KeepWorld(Type type, XmlAttributesConvention found)
    {
        if (!type.IsCollectible)
            _family.Worlds.TryAdd(new XmlWorldKey(type, Namespace), found);
    }

    private protected override TypeModel? Elsewhere(Type type) =>
        XmlTypes.NamespaceOf(this, type) is { } ns && ns != Namespace ? In(ns).ModelOf(type) : null;

    private protected override void CheckAttributes(Type type)
    {
        if (Scalars.Of(type) == Scalar.None && Marks.IsMarked(type))
            Check(type);
    }

    internal void Check(System.Reflection.MemberInfo member) =>
        ForeignAttributes.Check(member, Settings.IgnoredAttributes, XmlForeign.RemedyOf, "Convention.XmlAttributes");

    private protected override TypeModel CreateNatural(Type type) => XmlTypes.Create(this, type) ?? base.CreateNatural(type);

    internal TypeModel CreateByCore(Type type) => base.CreateNatural(type);

    private protected override ObjectParts Describe(ObjectModel model) => XmlMembers.Describe(this, model);

    internal ObjectModel CreateObject(Type type, object? details) => new(this, type, Describe) { Details = details };

    private protected override Surrogate? FindSurrogate(Type type) => null;

    private protected override ImmutableArray<Subtype> SubtypesOf(Type type) => [];
}
