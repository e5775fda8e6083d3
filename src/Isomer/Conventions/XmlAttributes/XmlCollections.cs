using System.Collections;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// What XmlSerializer takes as an array: arrays; collections with an indexer by int and Add; other enumerables with Add.
/// The items' type is that of the indexer or enumerator.
/// </summary>
internal static class XmlCollections
{
    const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance;

    /// <summary>The model of a collection as it is without attributes of a member; null for what is none.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static TypeModel? Create(XmlAttributesConvention convention, Type type)
    {
        if (!XmlTypes.IsArrayLike(type))
            return null;
        if (type.IsArray && type.GetArrayRank() > 1)
            return convention.Settings.Has(XmlExtensions.Interfaces) ? convention.CreateByCore(type)
                : throw new NotSupportedException(
                    $"'{type}' has more than one dimension, which XmlSerializer does not take. Make it an array of arrays, or use XmlExtensions.Interfaces.");
        var core = Collections.Create(convention, type);
        if (core is MapModel || typeof(IDictionary).IsAssignableFrom(type))
            return convention.Settings.Has(XmlExtensions.Dictionaries) ? core
                : throw new NotSupportedException(
                    $"'{type}' is a dictionary, which XmlSerializer does not take. Carry it with Convention.XmlAttributes.With(XmlExtensions.Dictionaries).");
        var template = (SequenceModel)core!;
        var (element, refusal) = ElementOf(type);
        if (refusal is not null)
        {
            if (!convention.Settings.Has(XmlExtensions.Interfaces))
                throw new NotSupportedException(
                    $"{refusal}, so XmlSerializer does not take it. Use List<T> or an array, or Convention.XmlAttributes.With(XmlExtensions.Interfaces).");
            element = template.ElementType;
        }
        CheckLoss(convention, type);
        return Make(convention, template, element!, null, null);
    }

    /// <summary>A sequence whose items a member describes.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static SequenceModel Make(XmlAttributesConvention convention, SequenceModel template, Type elementType, TypeModel? element,
        XmlArrayFacts? facts)
    {
        var (walk, build) = (template.Walk, template.Build);
        if (template.ElementType != elementType)
        {
            // Enumerated untyped, added typed: StringCollection and its like.
            walk = new Walk(WalkKind.Snapshot);
            build = new Build(BuildKind.Add, template.Type.GetConstructor(Any, []), template.Type.GetMethod("Add", [elementType]));
        }
        var details = facts ?? DefaultFacts(convention, template.Type, elementType);
        return element is null
            ? new SequenceModel(convention, template.Type, elementType, walk, build) { Details = details }
            : new SequenceModel(convention, template.Type, elementType, walk, build) { Details = details, Element = element };
    }

    /// <summary>The model of a byte[] that is an array of numbers and not Base64.</summary>
    public static SequenceModel OfBytes(XmlAttributesConvention convention) =>
        new(convention, typeof(byte[]), typeof(byte), new Walk(WalkKind.Array), new Build(BuildKind.Array))
        { Details = DefaultFacts(convention, typeof(byte[]), typeof(byte)) };

    static XmlArrayFacts DefaultFacts(XmlAttributesConvention convention, Type type, Type elementType)
    {
        // Neither the item's model nor its name is looked for before it is needed: a type may be an array of itself.
        return new XmlArrayFacts(NameOf(convention, type), convention.Namespace, convention.Settings.World, () =>
            [new XmlElementFacts(XmlTypes.ElementNameOf(convention.ModelOf(elementType)), convention.Namespace,
                convention.ModelOf(elementType), MayBeNull(elementType))]);
    }

    public static bool MayBeNull(Type type) => !type.IsValueType || Nullable.GetUnderlyingType(type) is not null;

    public static string? NameOf(XmlAttributesConvention convention, Type type)
    {
        var marks = convention.Settings.MarksOf(type);
        return marks?.XmlType is null || XmlTypes.IsAnonymous(marks, convention.Namespace) ? null
            : XmlTypeNames.Encode(XmlTypeNames.Of(convention.Settings, type, marks));
    }

    /// <summary>The items' type, or why XmlSerializer does not take the collection.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static (Type? Element, string? Refusal) ElementOf(Type type)
    {
        if (type.IsArray)
            return (type.GetElementType(), null);
        if (type.IsInterface)
            return (null, $"'{type}' is an interface");
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>))
            return (type.GetGenericArguments()[0], null);
        if (typeof(ICollection).IsAssignableFrom(type))
        {
            var indexer = IndexerOf(type);
            return indexer is null ? (null, $"'{type}' has no indexer by int (a default accessor)")
                : type.GetMethod("Add", [indexer.PropertyType]) is null ? (null, $"'{type}' has no Add({indexer.PropertyType.Name})")
                : (indexer.PropertyType, null);
        }
        var current = EnumeratedBy(type);
        if (type.GetMethod("Add", [current]) is null)
            current = typeof(object);
        return type.GetMethod("Add", [current]) is null ? (null, $"'{type}' has no Add({current.Name})") : (current, null);
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static PropertyInfo? IndexerOf(Type type)
    {
        var defaults = type.GetDefaultMembers();
        for (var level = type; level is not null; level = level.BaseType)
            foreach (var member in defaults)
                if (member is PropertyInfo { CanRead: true } p && p.DeclaringType == level
                    && p.GetMethod!.GetParameters() is [{ ParameterType: var by }] && by == typeof(int))
                    return p;
        return null;
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Type EnumeratedBy(Type type)
    {
        var enumerator = type.GetMethod("GetEnumerator", Type.EmptyTypes)?.ReturnType;
        if (enumerator is null || !typeof(IEnumerator).IsAssignableFrom(enumerator))
            enumerator = Collections.Closed(type, typeof(IEnumerable<>)) is { } generic
                ? typeof(IEnumerator<>).MakeGenericType(generic.GetGenericArguments())
                : typeof(IEnumerator);
        return enumerator.GetProperty("Current")?.PropertyType ?? typeof(object);
    }

    /// <summary>A class that is a list and has members of its own loses them: nothing but the items is written.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static void CheckLoss(XmlAttributesConvention convention, Type type)
    {
        if (convention.Settings.Has(XmlExtensions.SilentLoss))
            return;
        for (var level = type; level is not null
            && level.Namespace?.StartsWith("System", StringComparison.Ordinal) != true; level = level.BaseType)
        {
            var own = level.GetMembers(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly).FirstOrDefault(m =>
                m is PropertyInfo { SetMethod.IsPublic: true, GetMethod.IsPublic: true } p && p.GetIndexParameters().Length == 0
                    || m is FieldInfo { IsInitOnly: false });
            if (own is not null && convention.Settings.MarksOf(own)?.XmlIgnore != true)
                throw XmlTypes.Lost(type, $"its member '{own.Name}' is not written, only its items are", XmlExtensions.SilentLoss);
        }
    }
}
