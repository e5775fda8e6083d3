using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// A mapping of <see cref="XmlReflectionImporter"/> does not hand over the overrides that it was made with. So some are made that say the
/// same of each type, and the framework's own importer is asked whether they do: what it makes of them must be the mapping that was given.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class XmlMappingOverrides
{
    const int MostSpaces = 8;

    /// <summary>The convention that a mapping stands for.</summary>
    public static XmlAttributesConvention ConventionOf(XmlTypeMapping mapping, Type type, XmlRootAttribute root)
    {
        object top = MappingFace.Get<object>(MappingFace.Get<object>(mapping, "Accessor"), "Mapping");
        var further = XmlMappingFacts.FurtherTypes(mapping, [top]);
        // The importer's default namespace is not kept either: that of the root, or none, or of another type that it was asked for.
        string[] spaces = [
            .. new[] { root.Namespace ?? "", "" }.Concat(
                MappingFace.List(MappingFace.Get<object>(mapping, "Scope"), "TypeMappings")
                    .Select(m => XmlMappingSignature.Get(m, "Namespace") as string ?? "")).Where(n => n != XmlNames.Xsd).Distinct()
                        .Take(MostSpaces)];
        foreach (string ns in spaces)
            if (IsSame(null, ns))
                return XmlConventions.For(null, further, ns);
        foreach (string ns in spaces)
        {
            var overrides = new XmlAttributeOverrides();
            Add(overrides, mapping, [top], further, ns);
            if (IsSame(overrides, ns))
                return XmlConventions.For(overrides, further, ns);
        }
        throw new NotSupportedException(
            $"The mapping of '{type}' was made with XmlAttributeOverrides that cannot be told from it: it does not hand them over. Give the type and the overrides to the constructor.");

        bool IsSame(XmlAttributeOverrides? overrides, string ns) =>
            Import(type, root, overrides, further, ns) is { } twin
                && XmlMappingSignature.Of(twin, further, ns) == XmlMappingSignature.Of(mapping, further, ns);
    }

    /// <summary>What the framework makes of the type and these overrides; null where it refuses them.</summary>
    static XmlTypeMapping? Import(Type type, XmlRootAttribute? root, XmlAttributeOverrides? overrides, Type[] further, string ns)
    {
        try
        {
            var importer = new XmlReflectionImporter(overrides, ns);
            foreach (var one in further)
                importer.IncludeType(one);
            return importer.ImportTypeMapping(type, root);
        }
        catch (Exception e) when (e is InvalidOperationException or NotSupportedException or ArgumentException or InvalidCastException)
        {
            return null;
        }
    }

    /// <summary>Adds what the types that these lead to have otherwise than their attributes say.</summary>
    public static void Add(XmlAttributeOverrides overrides, XmlMapping mapping, IEnumerable<object> roots, Type[] further, string ns)
    {
        var found = XmlMappingSignature.Reached(roots.Concat(XmlMappingSignature.Further(mapping, further, ns)))
            .Where(m => MappingFace.KindOf(m) is "StructMapping" or "EnumMapping");
        foreach (var same in found.GroupBy(XmlMappingSignature.TypeOf))
        {
            if (same.Key is not { } type || type == typeof(object))
                continue;
            object? plain = Import(type, null, null, [], ns) is { } twin
                ? MappingFace.Get<object>(MappingFace.Get<object>(twin, "Accessor"), "Mapping")
                : null;
            object first = same.First();
            AddName(overrides, type, first, plain, same.Select(m => XmlMappingSignature.Get(m, "Namespace")).Distinct().Count() == 1);
            if (type.IsEnum)
                AddConstants(overrides, type, first);
            else
                AddMembers(overrides, type, first, plain);
        }
    }

    /// <summary>
    /// A class that stands in one namespace may say so itself, wherever it has that from; one that stands in several has it from what it is
    /// in.
    /// </summary>
    static void AddName(XmlAttributeOverrides overrides, Type type, object mapping, object? plain, bool isOfOne)
    {
        bool isAnonymous = MappingFace.Is(mapping, "IsAnonymousType");
        string? ns = XmlMappingSignature.Get(mapping, "Namespace") as string;
        bool isNamed = plain is not null && Equals(XmlMappingSignature.Get(plain, "TypeName"), XmlMappingSignature.Get(mapping, "TypeName"))
            && MappingFace.Is(plain, "IsAnonymousType") == isAnonymous;
        if (isNamed && (!isOfOne || ns == XmlMappingSignature.Get(plain, "Namespace") as string))
            return;
        string name = isAnonymous ? "" : XmlConvert.DecodeName(XmlMappingSignature.Get(mapping, "TypeName") as string ?? "");
        overrides.Add(type,
            new XmlAttributes { XmlType = new XmlTypeAttribute(name) { AnonymousType = isAnonymous, Namespace = isOfOne ? ns : null } });
    }

    static void AddConstants(XmlAttributeOverrides overrides, Type type, object mapping)
    {
        var names = MappingFace.List(mapping, "Constants")
            .ToDictionary(c => MappingFace.Get<string>(c, "Name"), c => MappingFace.Get<string>(c, "XmlName"));
        foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Static))
        {
            if (!names.TryGetValue(field.Name, out string? name))
                overrides.Add(type, field.Name, new XmlAttributes { XmlIgnore = true });
            else if (name != (field.GetCustomAttribute<XmlEnumAttribute>()?.Name ?? field.Name))
                overrides.Add(type, field.Name, new XmlAttributes { XmlEnum = new XmlEnumAttribute(name) });
        }
    }

    static void AddMembers(XmlAttributeOverrides overrides, Type type, object mapping, object? plain)
    {
        var usual = Members(plain)
            .ToDictionary(m => MappingFace.Get<string>(m, "Name"),
                m => XmlMappingSignature.OfMember(m, XmlMappingSignature.Get(plain, "Namespace") as string));
        var left = type.GetMembers(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Where(m => m is FieldInfo or PropertyInfo).Select(m => m.Name).ToHashSet();
        foreach (object member in Members(mapping))
        {
            string name = MappingFace.Get<string>(member, "Name");
            left.Remove(name);
            if (usual.GetValueOrDefault(name)
                != XmlMappingSignature.OfMember(member, XmlMappingSignature.Get(mapping, "Namespace") as string))
                overrides.Add(type, name,
                    new XmlMemberMarks(member, MappingFace.Get<Type>(MappingFace.Get<object>(member, "TypeDesc"), "Type"))
                    { IsOfClass = true, Outer = XmlMappingSignature.Get(mapping, "Namespace") as string ?? "" }.Find());
        }
        foreach (string name in left)
            if (plain is null || usual.ContainsKey(name))
                overrides.Add(type, name, new XmlAttributes { XmlIgnore = true });
    }

    static IEnumerable<object> Members(object? mapping) =>
        (XmlMappingSignature.Get(mapping, "Members") as IEnumerable)?.Cast<object>() ?? [];
}
