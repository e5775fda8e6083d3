using System.Diagnostics.CodeAnalysis;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// What stands for a type at the root: its element, and all types that its graph reaches, by CLR type and by XSD name. These
/// are the closed set that xsi:type may name and that may stand where object is declared.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class XmlRootFacts
{
    const int MostTurns = 32;

    readonly Dictionary<Type, TypeModel> _byType = [];
    readonly Dictionary<(string Namespace, string Name), TypeModel> _byName = [];

    /// <summary>Those that are known here besides what XmlSerializer finds.</summary>
    readonly Dictionary<(string Namespace, string Name), TypeModel> _besides = [];

    XmlRootFacts(XmlAttributesConvention declared, XmlAttributesConvention convention, TypeModel model, XmlRootAttribute? root)
    {
        Declared = declared;
        Convention = convention;
        Model = model;
        bool mayBeNull = XmlCollections.MayBeNull(model.Type);
        string name = root is { ElementName.Length: > 0 } ? XmlTypeNames.Encode(root.ElementName) : XmlTypes.ElementNameOf(model);
        bool nullable = root is not null && (root.IsNullable || SaysNullable.Of(root)) ? root.IsNullable : mayBeNull;
        // One that brings an element of its own stands there as it is, as an XElement does.
        bool isAny = model.Details is XmlSpecialFacts { Kind: XmlSpecial.Node }
            || (model.Details is XmlSpecialFacts { Kind: XmlSpecial.Serializable } && ProvidedSchema.Of(model.Type) is { IsAny: true });
        Element = new XmlElementFacts(isAny ? "" : name, convention.Namespace, model, nullable, IsAny: isAny);
    }

    /// <summary>The convention that was asked.</summary>
    public XmlAttributesConvention Declared { get; }

    /// <summary>The convention that is used: with the derived types that the graph reaches registered.</summary>
    public XmlAttributesConvention Convention { get; }

    /// <summary>The model of the root type.</summary>
    public TypeModel Model { get; }

    /// <summary>The name and namespace of the root element.</summary>
    public XmlElementFacts Element { get; }

    /// <summary>What a format keeps with the root.</summary>
    public object? Place { get; set; }

    public TypeModel? Find(Type type) => _byType.GetValueOrDefault(type);

    /// <summary>What a name means: what XmlSerializer finds by it comes before what is known here besides.</summary>
    /// <param name="ns">The namespace that the name has where it stands.</param>
    /// <param name="name">The local name.</param>
    /// <param name="isUnprefixed">Whether it has no prefix: the name of a type without a namespace is written so, even where that means
    /// something else.</param>
    public TypeModel? Find(string ns, string name, bool isUnprefixed) =>
        _byName.GetValueOrDefault((ns, name)) ?? (isUnprefixed ? _byName.GetValueOrDefault(("", name)) : null)
        ?? _besides.GetValueOrDefault((ns, name)) ?? (isUnprefixed ? _besides.GetValueOrDefault(("", name)) : null);

    /// <summary>The types that xsi:type can name.</summary>
    public IEnumerable<TypeModel> Types => _byName.Values.Concat(_besides.Values);

    public static XmlRootFacts Create(Type type, XmlAttributesConvention declared, XmlRootAttribute? root)
    {
        // A namespace that the type itself names is as lasting as the type.
        var convention = root?.Namespace is { } given
            ? declared.InOfCaller(given)
            : declared.In(declared.Settings.MarksOf(type)?.XmlRoot?.Namespace is { } own && root is null ? own : declared.Namespace);
        root ??= declared.Settings.MarksOf(type)?.XmlRoot;
        var start = convention;
        convention = start.KnownWorld(type) ?? convention;
        // Each turn knows more derived types, and the right names one level further out where arrays are in arrays.
        for (int turn = 0; ; turn++)
        {
            var model = convention.ModelOf(type);
            var reached = Reach(convention, model, out int found);
            var world = convention.Settings.World;
            var further = new XmlWorld([.. world.Reached, .. Missing(reached)], [.. Several(reached[..found])], XmlArrayNames.Of(reached));
            if (turn > MostTurns
                || (further.Reached.Length == world.Reached.Length && further.Several.SequenceEqual(world.Several)
                    && XmlArrayNames.AreSame(further.ArrayNames, world.ArrayNames)))
            {
                start.KeepWorld(type, convention);
                var facts = new XmlRootFacts(declared, convention, model, root);
                facts.AddClasses(reached[..found]);
                for (int i = 0; i < reached.Count; i++)
                    facts.Add(reached[i], i < found ? facts._byName : facts._besides);
                return facts;
            }
            // A class that is reached beside its base may stand where the base is declared, without XmlInclude.
            convention = convention.WithWorld(further, type);
        }
    }

    /// <summary>
    /// All types: those that XmlSerializer finds, so many of them, and behind them those that are known here besides
    /// (<see cref="XmlSubtypes"/>).
    /// </summary>
    static List<TypeModel> Reach(XmlAttributesConvention convention, TypeModel root, out int count)
    {
        // For its errors: they name the member.
        ModelGraph.Reach(root, static _ => false);
        var found = new List<TypeModel>();
        var seen = new HashSet<TypeModel>(ReferenceEqualityComparer.Instance);
        Visit(convention, root, seen, found);
        foreach (var type in convention.Settings.Types)
            Visit(convention, convention.In(convention.Settings.DefaultNamespace).ModelOf(type), seen, found);
        count = found.Count;
        for (int i = 0; i < found.Count; i++)
            if (found[i] is ObjectModel o)
                foreach (var subtype in o.Subtypes)
                    Visit(convention, subtype.Model, seen, found);
        return found;
    }

    /// <summary>
    /// In the order in which XmlSerializer meets types: the base first, then what members are made of, then included types. A class
    /// with a base is found as soon as that is, one without when its members are.
    /// </summary>
    static void Visit(XmlAttributesConvention convention, TypeModel model, HashSet<TypeModel> seen, List<TypeModel> found)
    {
        if (!seen.Add(model))
            return;
        System.Runtime.CompilerServices.RuntimeHelpers.EnsureSufficientExecutionStack();
        var parent = ParentOf(model);
        if (parent is not null)
        {
            Visit(convention, parent, seen, found);
            found.Add(model);
        }
        foreach (var part in PartsOf(model))
            Visit(convention, part, seen, found);
        // Elements that a member lists, and types that are included where no base is declared, are not parts of a model.
        foreach (var part in Further(model))
            Visit(convention, part, seen, found);
        if (parent is null)
            found.Add(model);
        // Those of a base come when that has been found.
        foreach (var included in XmlSubtypes.IncludedByItself(model.Type))
            Visit(convention, convention.In(convention.Settings.DefaultNamespace).ModelOf(included), seen, found);
    }

    /// <summary>The base as the class sees it where it stands; null if that is object.</summary>
    static TypeModel? ParentOf(TypeModel model) =>
        model is ObjectModel { Type: { IsClass: true, BaseType: { } parent } } && parent != typeof(object)
            && parent.Namespace?.StartsWith("System", StringComparison.Ordinal) != true
            ? model.Convention.ModelOf(parent) : null;

    /// <summary>A collection whose items stand in their owner is no type of its own in XML.</summary>
    static IEnumerable<TypeModel> PartsOf(TypeModel model) => model is not ObjectModel o ? model.Parts
        : o.Members.Select(
            m => m is
            {
                Details: XmlMemberFacts { IsFlat: true } or XmlMemberFacts { Role: not XmlRole.Content },
                Model: SequenceModel flat
            } ? flat.Element : m.Model);

    static IEnumerable<TypeModel> Further(TypeModel model)
    {
        if (model is ObjectModel o)
        {
            foreach (var member in o.Members)
                if (member.Details is XmlMemberFacts facts)
                    foreach (var element in facts.Elements)
                        yield return element.Model;
        }
        else if (model.Details is XmlArrayFacts array)
        {
            foreach (var item in array.Items)
                yield return item.Model;
        }
    }

    /// <summary>
    /// Derived types that stand in more than one namespace, in the order in which XmlSerializer looks for the one to write.
    /// </summary>
    static IEnumerable<XmlReached> Several(List<TypeModel> found) =>
        found.OfType<ObjectModel>().Where(m => ParentOf(m) is not null).GroupBy(m => m.Type).Where(g => g.Count() > 1)
        .SelectMany(g => g.Reverse().Select(m => new XmlReached(m.Type, ((XmlAttributesConvention)m.Convention).Namespace)));

    /// <summary>Derived types that their bases do not know of.</summary>
    static List<XmlReached> Missing(List<TypeModel> reached)
    {
        var objects = reached.OfType<ObjectModel>().Where(o => o.Type.IsClass).ToArray();
        var result = new List<XmlReached>();
        foreach (var derived in objects)
        {
            if (derived.Type.BaseType == typeof(object))
                continue;
            var (convention, here) = ((XmlAttributesConvention)derived.Convention,
                new XmlReached(derived.Type, ((XmlAttributesConvention)derived.Convention).Namespace));
            foreach (var parent in objects)
                if (parent.Type != derived.Type && parent.Type.IsAssignableFrom(derived.Type) && !result.Contains(here)
                    && !convention.Settings.World.Reached.Contains(here)
                    && XmlSubtypes.SeesBase((XmlAttributesConvention)parent.Convention, derived.Type, here.Namespace, parent.Type)
                    && !parent.Subtypes.Any(s => s.Type == derived.Type))
                    result.Add(here);
        }
        return result;
    }

    /// <summary>
    /// Of two of one CLR type XmlSerializer writes the one that stands first in the tree of bases and derived classes; of those with one
    /// base, the one that was found last.
    /// </summary>
    void AddClasses(List<TypeModel> found)
    {
        var derived = found.OfType<ObjectModel>().Reverse().ToLookup(ParentOf);
        AddDerived(null);

        void AddDerived(TypeModel? parent)
        {
            foreach (var model in derived[parent])
            {
                _byType.TryAdd(model.Type, model);
                AddDerived(model);
            }
        }
    }

    void Add(TypeModel model, Dictionary<(string Namespace, string Name), TypeModel> names)
    {
        var (ns, name) = model.Details switch
        {
            XmlArrayFacts array => (array.Namespace, array.NameOf()),
            XmlSpecialFacts { Kind: not XmlSpecial.Serializable } => ("", null),
            XmlTypeFacts facts => (facts.Namespace, facts.Name),
            _ => ("", null),
        };
        if (model is OptionalModel or ScalarModel)
            return;
        if (name is not null
            && (_byName.GetValueOrDefault((ns, name)) ?? (names.TryAdd((ns, name), model) ? null : names[(ns, name)])) is { } other
            && other.Type != model.Type)
        {
            // Of two collections of one name XmlSerializer keeps the first. The other one stands where it is declared, and is refused
            // behind object: there its name would make the first of it.
            if (other is SequenceModel && model is SequenceModel)
                return;
            throw Clash(other, model, name, ns);
        }
        _byType.TryAdd(model.Type, model);
    }

    static NotSupportedException Clash(TypeModel other, TypeModel model, string name, string ns) =>
        new($"'{other.Type}' and '{model.Type}' have the same XML type name '{name}' in the namespace '{ns}'. Give one another name or namespace with [XmlType].");
}
