using System.Collections.Immutable;
using System.Reflection;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// What may stand where a class is declared: of the types that XmlInclude names on it or its bases, of those that were registered
/// (<see cref="XmlSettings.Types"/>), both of which stand in the default namespace, and of those that the root's graph reaches
/// (<see cref="XmlWorld"/>), the ones that derive from it and see it in the same namespace.
/// </summary>
internal static class XmlSubtypes
{
    public static ImmutableArray<Subtype> Of(XmlAttributesConvention convention, Type type)
    {
        if (type.IsSealed)
            return [];
        var found = new List<Subtype>();
        var open = new Stack<Type>(convention.Settings.Types.Reverse());
        foreach (var included in IncludedBy(type))
            open.Push(included);
        // The first is written; each is read.
        foreach (var reached in convention.Settings.World.Several)
            Consider(reached.Type, reached.Namespace, isFurther: true);
        var seen = new HashSet<Type>();
        while (open.TryPop(out var candidate))
        {
            if (!seen.Add(candidate))
                continue;
            foreach (var further in IncludedBy(candidate))
                open.Push(further);
            Consider(candidate, convention.Settings.DefaultNamespace);
            // XmlSerializer does not find it then; it writes nothing for it, so there is nothing to be equal to.
            Consider(candidate, convention.Namespace);
        }
        foreach (var reached in convention.Settings.World.Reached)
            Consider(reached.Type, reached.Namespace);
        return [.. found];

        void Consider(Type candidate, string context, bool isFurther = false)
        {
            if (candidate != type && type.IsAssignableFrom(candidate) && (isFurther || !found.Exists(s => s.Type == candidate))
                && SeesBase(convention, candidate, context, type))
                found.Add(
                    new Subtype(convention.In(context), candidate, null,
                        XmlTypes.NamesOf(convention.In(XmlTypes.NamespaceOf(convention, candidate) ?? context), candidate).Name
                            ?? candidate.Name));
        }
    }

    /// <summary>The types that a type and its bases include.</summary>
    static IEnumerable<Type> IncludedBy(Type type)
    {
        for (var level = type; level is not null && level != typeof(object); level = level.BaseType)
            foreach (var included in IncludedByItself(level))
                yield return included;
    }

    /// <summary>The types that a type includes, without its bases.</summary>
    public static IEnumerable<Type> IncludedByItself(Type type)
    {
        if (Marks.IsMarked(type))
            foreach (var include in type.GetCustomAttributes<XmlIncludeAttribute>(false))
                if (include.Type is { } included)
                    yield return included;
    }

    /// <summary>
    /// Whether the base, as the derived type sees it where it stands, is the one that is declared: its namespace is the same. A base
    /// without a namespace of its own is in that of the derived type.
    /// </summary>
    public static bool SeesBase(XmlAttributesConvention convention, Type derived, string context, Type type)
    {
        if (!type.IsClass)
            return true;
        string ns = XmlTypes.NamespaceOf(convention, derived) ?? context;
        for (var level = derived.BaseType; level is not null && level != type; level = level.BaseType)
            ns = XmlTypes.NamespaceOf(convention, level) ?? ns;
        return (XmlTypes.NamespaceOf(convention, type) ?? ns) == convention.Namespace;
    }
}
