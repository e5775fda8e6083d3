using System.Collections.Immutable;
using System.Reflection;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// What may stand where a class is declared: of the types that XmlInclude names on it or its bases, and of those that were
/// registered (<see cref="XmlSettings.Types"/>), the ones that derive from it and see it in the same namespace.
/// </summary>
internal static class XmlSubtypes
{
    public static ImmutableArray<Subtype> Of(XmlAttributesConvention convention, Type type)
    {
        if (type.IsSealed)
            return [];
        var found = new List<Type>();
        var open = new Stack<Type>(convention.Settings.Types.Reverse());
        foreach (var included in IncludedBy(type))
            open.Push(included);
        var seen = new HashSet<Type>();
        while (open.TryPop(out var candidate))
        {
            if (!seen.Add(candidate))
                continue;
            foreach (var further in IncludedBy(candidate))
                open.Push(further);
            if (candidate != type && type.IsAssignableFrom(candidate) && SeesBase(convention, candidate, type))
                found.Add(candidate);
        }
        return [.. found.Select(t => new Subtype(convention, t, null, XmlTypes.NamesOf(convention.In(XmlTypes.NamespaceOf(convention, t) ?? convention.Namespace), t).Name ?? t.Name))];
    }

    /// <summary>The types that a type and its bases include.</summary>
    public static IEnumerable<Type> IncludedBy(Type type)
    {
        for (var level = type; level is not null && level != typeof(object); level = level.BaseType)
            if (Marks.IsMarked(level))
                foreach (var include in level.GetCustomAttributes<XmlIncludeAttribute>(false))
                    if (include.Type is { } included)
                        yield return included;
    }

    /// <summary>Whether the base, as the derived type sees it, is the one that is declared: its namespace is the same.</summary>
    static bool SeesBase(XmlAttributesConvention convention, Type derived, Type type)
    {
        if (!type.IsClass)
            return true;
        string ns = XmlTypes.NamespaceOf(convention, derived) ?? convention.Namespace;
        for (var level = derived.BaseType; level is not null && level != type; level = level.BaseType)
            ns = XmlTypes.NamespaceOf(convention, level) ?? ns;
        return (XmlTypes.NamespaceOf(convention, type) ?? ns) == convention.Namespace;
    }
}
