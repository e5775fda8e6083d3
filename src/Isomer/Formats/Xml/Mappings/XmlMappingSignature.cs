using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using System.Text;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// What a mapping of the framework says, as text: of each type that it reaches, its name and how each member stands in XML. Two mappings of
/// one text are written and read alike, however they came about.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class XmlMappingSignature
{
    const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>All of a type's mapping, from its root, and of the types that stand beside it.</summary>
    public static string Of(XmlTypeMapping mapping, IReadOnlyCollection<Type> further, string ns)
    {
        object accessor = MappingFace.Get<object>(mapping, "Accessor");
        var roots = Further(mapping, further, ns).Append(MappingFace.Get<object>(accessor, "Mapping"));
        var lines = Reached(roots).Where(m => MappingFace.KindOf(m) is "StructMapping" or "EnumMapping").Select(OfType).Distinct()
            .Order(StringComparer.Ordinal);
        return OfAccessor(accessor, null) + "\n" + string.Join('\n', lines);
    }

    /// <summary>
    /// The mappings of types that no member leads to: where the importer made several of one, for it was asked for several roots, that of
    /// its default namespace.
    /// </summary>
    public static IEnumerable<object> Further(XmlMapping mapping, IReadOnlyCollection<Type> types, string ns) =>
        MappingFace.List(MappingFace.Get<object>(mapping, "Scope"), "TypeMappings")
            .Where(m => TypeOf(m) is { } type && types.Contains(type)).GroupBy(TypeOf)
            .Select(same => same.FirstOrDefault(m => Get(m, "Namespace") as string == ns) ?? same.First());

    /// <summary>Everything that these lead to: bases, members, items, enums of attributes.</summary>
    public static HashSet<object> Reached(IEnumerable<object> roots)
    {
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        var open = new Stack<object>(roots);
        while (open.TryPop(out object? next))
        {
            if (!seen.Add(next))
                continue;
            foreach (string part in new[] { "BaseMapping", "Mapping", "Attribute", "Text" })
                // Every class has object for its base, which is not to say that an object stands somewhere.
                if (Get(next, part) is { } one && !(part == "BaseMapping" && TypeOf(one) == typeof(object)))
                    open.Push(one);
            foreach (string part in new[] { "Members", "Elements" })
                foreach (object one in Get(next, part) as IEnumerable ?? Array.Empty<object>())
                    open.Push(one);
        }
        return seen;
    }

    /// <summary>A class or an enum, with its own members.</summary>
    static string OfType(object mapping)
    {
        var text = new StringBuilder(
            $"{TypeOf(mapping)} {Get(mapping, "TypeName")} {Get(mapping, "Namespace")} {Get(mapping, "IsAnonymousType")}");
        foreach (object constant in Get(mapping, "Constants") as IEnumerable ?? Array.Empty<object>())
            text.Append(CultureInfo.InvariantCulture, $"; {Get(constant, "Name")}={Get(constant, "XmlName")}");
        foreach (object member in Get(mapping, "Members") as IEnumerable ?? Array.Empty<object>())
            text.Append("; ").Append(OfMember(member, Get(mapping, "Namespace") as string));
        return text.ToString();
    }

    /// <summary>One member; the namespace of its class says nothing, for the class may stand in several.</summary>
    public static string OfMember(object member, string? ns)
    {
        var text = new StringBuilder(
            $"{Get(member, "Name")} {Get(member, "SequenceId")} {Get(member, "CheckSpecified")} {Get(member, "CheckShouldPersist")} {Get(member, "Ignore")} {Get(Get(member, "ChoiceIdentifier"), "MemberName")} {Get(member, "Xmlns") is not null}");
        foreach (string part in new[] { "Attribute", "Text" })
            if (Get(member, part) is { } accessor)
                text.Append(CultureInfo.InvariantCulture, $" {part} ").Append(OfAccessor(accessor, ns));
        foreach (object element in Get(member, "Elements") as IEnumerable ?? Array.Empty<object>())
            text.Append(" Element ").Append(OfAccessor(element, ns));
        return text.ToString();
    }

    static string OfAccessor(object accessor, string? ns) =>
        $"[{Get(accessor, "Name")} {Relative(Get(accessor, "Namespace"), ns)} {Get(accessor, "Form")} {Get(accessor, "IsNullable")} {Get(accessor, "Any")} {Get(accessor, "AnyNamespaces")} {Get(accessor, "Default")}: {OfMapping(Get(accessor, "Mapping"), ns)}]";

    static string OfMapping(object? mapping, string? ns)
    {
        if (mapping is null)
            return "";
        var text = new StringBuilder(
            $"{MappingFace.KindOf(mapping)} {TypeOf(mapping)} {Get(mapping, "TypeName")} {Relative(Get(mapping, "Namespace"), ns)}");
        if (MappingFace.KindOf(mapping) == "NullableMapping")
            text.Append(OfMapping(Get(mapping, "BaseMapping"), ns));
        if (MappingFace.KindOf(mapping) == "ArrayMapping")
            foreach (object element in Get(mapping, "Elements") as IEnumerable ?? Array.Empty<object>())
                text.Append(OfAccessor(element, ns));
        return text.ToString();
    }

    static string Relative(object? given, string? ns) => ns is not null && given as string == ns ? "*" : $"'{given}'";

    public static Type? TypeOf(object mapping) => Get(Get(mapping, "TypeDesc"), "Type") as Type;

    /// <summary>A property that not all of these objects have; the nearest of that name.</summary>
    public static object? Get(object? owner, string name)
    {
        for (var type = owner?.GetType(); type is not null; type = type.BaseType)
            if (type.GetProperty(name, Own) is { GetMethod: not null } property)
                return property.GetValue(owner);
        return null;
    }
}
