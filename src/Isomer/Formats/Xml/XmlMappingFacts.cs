using System.Collections;
using System.Reflection;
using System.Xml.Serialization;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// What a mapping of <see cref="XmlReflectionImporter"/> says: the type and its root element. It has no public face for the type, and does
/// not tell whether it was made with overrides; so what it says of members is compared with what the attributes say.
/// </summary>
internal sealed class XmlMappingFacts
{
    readonly object? _mapping;

    XmlMappingFacts(Type type, XmlRootAttribute root, object? mapping) => (Type, Root, _mapping) = (type, root, mapping);

    public Type Type { get; }

    public XmlRootAttribute Root { get; }

    /// <summary>That of the importer is not kept; the root's is what its members take over.</summary>
    public string DefaultNamespace => Root.Namespace ?? "";

    public static XmlMappingFacts Of(XmlTypeMapping mapping)
    {
        ArgumentNullException.ThrowIfNull(mapping);
        object? accessor = Get(mapping, "Accessor");
        object? types = Get(accessor, "Mapping");
        if (Get(Get(types, "TypeDesc"), "Type") is not Type type)
            throw new NotSupportedException($"The mapping of '{mapping.TypeFullName}' does not tell its type. Give the type to the constructor.");
        var root = new XmlRootAttribute(System.Xml.XmlConvert.DecodeName(mapping.ElementName)) { Namespace = mapping.Namespace ?? "" };
        if (Get(accessor, "IsNullable") is bool nullable && nullable != XmlCollections.MayBeNull(type))
            root.IsNullable = nullable;
        return new XmlMappingFacts(type, root, types);
    }

    /// <summary>Refuses a mapping that names members otherwise than their attributes do.</summary>
    public void Check(XmlOptions options)
    {
        var facts = XmlRoot.Of(Type, options).Facts;
        Check(_mapping, facts, []);
    }

    /// <summary>The same for a part of a mapping, where a class of ours stands for the whole.</summary>
    public static void CheckMapping(object? mapping, XmlOptions options, Type whole) => Check(mapping, XmlRoot.Of(whole, options).Facts, []);

    /// <summary>
    /// Types that the importer was told of and that no member leads to: those that may stand where a base or object is declared.
    /// </summary>
    public static Type[] FurtherTypes(XmlMapping mapping, IEnumerable<object> roots)
    {
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        var open = new Stack<object>(roots);
        while (open.TryPop(out object? next))
        {
            if (!seen.Add(next))
                continue;
            foreach (string part in new[] { "BaseMapping", "Mapping" })
                if (Get(next, part) is { } one)
                    open.Push(one);
            foreach (string part in new[] { "Members", "Elements" })
                foreach (object one in Get(next, part) as IEnumerable ?? Array.Empty<object>())
                    open.Push(one);
        }
        var reached = seen.Select(m => Get(Get(m, "TypeDesc"), "Type") as Type).ToHashSet();
        bool hasObject = reached.Contains(typeof(object));
        return [.. MappingFace.List(MappingFace.Get<object>(mapping, "Scope"), "TypeMappings").Where(m => MappingFace.KindOf(m) is "StructMapping" or "EnumMapping")
            .Select(m => MappingFace.Get<Type>(MappingFace.Get<object>(m, "TypeDesc"), "Type"))
            .Where(t => t != typeof(object) && !reached.Contains(t) && (hasObject || reached.Any(r => r is { IsClass: true } && r != typeof(object) && r.IsAssignableFrom(t)))).Distinct()];
    }

    static void Check(object? mapping, XmlRootFacts facts, HashSet<object> seen)
    {
        if (mapping is null || !seen.Add(mapping))
            return;
        System.Runtime.CompilerServices.RuntimeHelpers.EnsureSufficientExecutionStack();
        foreach (object? element in Get(mapping, "Elements") as IEnumerable ?? Array.Empty<object>())
            Check(Get(element, "Mapping"), facts, seen);
        if (Get(mapping, "Members") is not IEnumerable members || Get(Get(mapping, "TypeDesc"), "Type") is not Type type || type == typeof(object))
            return;
        var model = facts.Convention.In(Get(mapping, "Namespace") as string ?? "").ModelOf(type) as ObjectModel;
        var ours = model?.Members.Where(m => m.Member.DeclaringType == type && m.Details is XmlMemberFacts { Role: not XmlRole.ChoiceNames }).ToDictionary(m => m.Member.Name) ?? [];
        int count = 0;
        foreach (object member in members)
        {
            count++;
            var elements = (Get(member, "Elements") as IEnumerable ?? Array.Empty<object>()).Cast<object>().ToArray();
            string? attribute = Get(Get(member, "Attribute"), "Name") as string;
            if (!ours.TryGetValue((string)Get(member, "Name")!, out var own) || own.Details is not XmlMemberFacts places
                || places.Attribute?.Name != attribute
                || !places.Elements.Where(e => !e.IsAny).Select(e => $"{e.Name} {e.Namespace}").SequenceEqual(elements.Where(e => Get(e, "Any") is not true).Select(e => $"{Get(e, "Name")} {Get(e, "Namespace")}")))
                throw Overridden(type);
            foreach (object element in elements)
                Check(Get(element, "Mapping"), facts, seen);
        }
        if (model is not null && count != ours.Count)
            throw Overridden(type);
    }

    static NotSupportedException Overridden(Type type) => new($"The mapping names members of '{type}' otherwise than their attributes do: it was made with XmlAttributeOverrides, which it does not hand over. Give the type and the overrides to the constructor.");

    static object? Get(object? owner, string name) =>
        owner?.GetType().GetProperty(name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)?.GetValue(owner);
}
