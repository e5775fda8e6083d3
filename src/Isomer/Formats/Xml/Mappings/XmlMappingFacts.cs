using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Xml.Serialization;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// What a mapping of <see cref="XmlReflectionImporter"/> says: the type and its root element. It has no public face for the type, and does
/// not tell whether it was made with overrides; so what it says of members is compared with what the attributes say
/// (<see cref="XmlMappingOverrides"/>).
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class XmlMappingFacts
{
    readonly XmlTypeMapping _mapping;

    XmlMappingFacts(Type type, XmlRootAttribute root, XmlTypeMapping mapping) => (Type, Root, _mapping) = (type, root, mapping);

    public Type Type { get; }

    public XmlRootAttribute Root { get; }

    public static XmlMappingFacts Of(XmlTypeMapping mapping)
    {
        ArgumentNullException.ThrowIfNull(mapping);
        object? accessor = Get(mapping, "Accessor");
        object? types = Get(accessor, "Mapping");
        if (Get(Get(types, "TypeDesc"), "Type") is not Type type)
            throw new NotSupportedException(
                $"The mapping of '{mapping.TypeFullName}' does not tell its type. Give the type to the constructor.");
        var root = new XmlRootAttribute(System.Xml.XmlConvert.DecodeName(mapping.ElementName)) { Namespace = mapping.Namespace ?? "" };
        if (Get(accessor, "IsNullable") is bool nullable && nullable != XmlCollections.MayBeNull(type))
            root.IsNullable = nullable;
        return new XmlMappingFacts(type, root, mapping);
    }

    /// <summary>How the types are seen that it leads to, as overrides that the importer was given may have it.</summary>
    public XmlAttributesConvention Convention => XmlMappingOverrides.ConventionOf(_mapping, Type, Root);

    /// <summary>
    /// Refuses a part of a mapping that names members otherwise than their attributes do, where a class of ours stands for the whole.
    /// </summary>
    public static void CheckMapping(object? mapping, XmlOptions options, Type whole) =>
        Check(mapping, XmlRoot.Of(whole, options).Facts, []);

    /// <summary>
    /// Types that the importer was told of and that no member leads to: those that may stand where a base or object is declared.
    /// </summary>
    public static Type[] FurtherTypes(XmlMapping mapping, IEnumerable<object> roots)
    {
        var reached = XmlMappingSignature.Reached(roots).Select(m => Get(Get(m, "TypeDesc"), "Type") as Type).ToHashSet();
        bool hasObject = reached.Contains(typeof(object));
        return [.. MappingFace.List(MappingFace.Get<object>(mapping, "Scope"), "TypeMappings")
            .Where(m => MappingFace.KindOf(m) is "StructMapping" or "EnumMapping")
            .Select(m => MappingFace.Get<Type>(MappingFace.Get<object>(m, "TypeDesc"), "Type"))
            .Where(t =>
                t != typeof(object) && !reached.Contains(t)
                    && (hasObject || reached.Any(r => r is { IsClass: true } && r != typeof(object) && r.IsAssignableFrom(t)))).Distinct()];
    }

    static void Check(object? mapping, XmlRootFacts facts, HashSet<object> seen)
    {
        if (mapping is null || !seen.Add(mapping))
            return;
        System.Runtime.CompilerServices.RuntimeHelpers.EnsureSufficientExecutionStack();
        foreach (object? element in Get(mapping, "Elements") as IEnumerable ?? Array.Empty<object>())
            Check(Get(element, "Mapping"), facts, seen);
        if (Get(mapping, "Members") is not IEnumerable members || Get(Get(mapping, "TypeDesc"), "Type") is not Type type
            || type == typeof(object))
            return;
        var model = facts.Convention.In(Get(mapping, "Namespace") as string ?? "").ModelOf(type) as ObjectModel;
        var ours = model?.Members.Where(
            m => m.Member.DeclaringType == type && m.Details is XmlMemberFacts { Role: not XmlRole.ChoiceNames })
                .ToDictionary(m => m.Member.Name) ?? [];
        int count = 0;
        foreach (object member in members)
        {
            count++;
            var elements = (Get(member, "Elements") as IEnumerable ?? Array.Empty<object>()).Cast<object>().ToArray();
            string? attribute = Get(Get(member, "Attribute"), "Name") as string;
            if (!ours.TryGetValue((string)Get(member, "Name")!, out var own) || own.Details is not XmlMemberFacts places
                || places.Attribute?.Name != attribute
                || !places.Elements.Where(e => !e.IsAny).Select(e => $"{e.Name} {e.Namespace}")
                    .SequenceEqual(elements.Where(e => Get(e, "Any") is not true).Select(e => $"{Get(e, "Name")} {Get(e, "Namespace")}")))
                throw Overridden(type);
            foreach (object element in elements)
                Check(Get(element, "Mapping"), facts, seen);
        }
        if (model is not null && count != ours.Count)
            throw Overridden(type);
    }

    static NotSupportedException Overridden(Type type) =>
        new($"The mapping names members of '{type}' otherwise than their attributes do: it was made with XmlAttributeOverrides, which it does not hand over. Give the type and the overrides to the constructor.");

    static object? Get(object? owner, string name) =>
        owner?.GetType().GetProperty(name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)?.GetValue(owner);
}
