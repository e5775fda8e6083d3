using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Model;

#pragma warning disable SYSLIB0050 // the marks of an older age are what this is about

namespace Isomer.Conventions;

/// <summary>
/// The instance fields of a [Serializable] type as .NET's formatters name them: first those that the type has and inherits (all but the
/// private ones of its bases), by their own names; then those of each base, nearest first, as <c>Base+field</c>. So a protected field of a
/// base is there twice, and both times it is the one field.
/// </summary>
internal static class FieldMembers
{
    const BindingFlags All = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static ImmutableArray<MemberModel> Of(FieldsConvention convention, Type type)
    {
        bool isCarrier = IsCarrier(type);
        return [.. Named(type)
            .Select(f =>
                Member(convention, type, f.Field,
                    isCarrier && Attribute<FieldBaseAttribute>(f.Field) is { } part ? $"{part.Level}+{f.Name}" : f.Name, isCarrier))];
    }

    /// <summary>The fields of a type and of its bases, by the names that they are written under.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static IEnumerable<(FieldInfo Field, string Name)> Named(Type type)
    {
        foreach (var field in type.GetFields(All))
            if (!field.IsNotSerialized)
                yield return (field, field.Name);
        var bases = Bases(type);
        foreach (var level in bases)
            foreach (var field in level.GetFields(BindingFlags.Instance | BindingFlags.NonPublic))
                if (!field.IsNotSerialized)
                    yield return (field, NameOf(level, bases) + field.Name);
    }

    /// <summary>
    /// What stands before the names of a base's fields: its short name where no two bases have one name, else all by their full names.
    /// </summary>
    static string NameOf(Type level, List<Type> bases) =>
        (bases.Select(static b => b.Name).Distinct(StringComparer.Ordinal).Count() == bases.Count ? level.Name : level.FullName) + "+";

    /// <summary>What stands before the names of a base's fields.</summary>
    public static string NameOf(Type level, Type type) => NameOf(level, Bases(type));

    /// <summary>
    /// The fields of a carrier as data contracts have them: those of bases first, each class's by ordinal name; entries in the order in
    /// which they are added.
    /// </summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static ImmutableArray<MemberModel> OfContract(DataContractConvention convention, Type carrier)
    {
        var fields = carrier.GetFields(All).Where(static f => !f.IsNotSerialized);
        if (!AreEntries(carrier))
            fields = fields.OrderBy(static f => Attribute<FieldBaseAttribute>(f) is not { IsNameAlone: false })
                .ThenBy(static f => f.Name, StringComparer.Ordinal);
        return [.. fields.Select(f => Member(convention, carrier, f, f.Name, isCarrier: true, isRequired: true, readsCaches: false))];
    }

    /// <summary>The bases that have fields to write, nearest first.</summary>
    static List<Type> Bases(Type type)
    {
        var bases = new List<Type>();
        for (var level = type.BaseType; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
            bases.Add(level);
        return bases;
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static MemberModel Member(FieldsConvention convention, Type type, FieldInfo field, string name, bool isCarrier) =>
        Member(convention, type, field, name, isCarrier, isCarrier || convention.RequiresAll, readsCaches: true);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static MemberModel Member(Convention convention, Type type, FieldInfo field, string name, bool isCarrier, bool isRequired,
        bool readsCaches) => new(convention, field, field.FieldType)
        {
            Name = name,
            IsNamed = true,
            Aliases = isCarrier && Attribute<FieldAliasAttribute>(field) is { } alias ? [.. alias.Names] : [],
            CanSet = true,
            Omit = Omit.Never,
            IsRequired = isRequired && !field.IsDefined(typeof(OptionalFieldAttribute), false),
            ShouldWrite = isCarrier ? type.GetMethod("Has" + field.Name) : null,
            Details = isCarrier ? Attribute<FieldCacheAttribute>(field) : null,
            IsNeverRead = !readsCaches && field.IsDefined(typeof(FieldCacheAttribute), false),
        };

    /// <summary>Whether the type is one of ours that has the fields of a framework's class.</summary>
    public static bool IsCarrier(Type type) =>
        type.Assembly == typeof(FieldMembers).Assembly && type.Namespace == typeof(FieldMembers).Namespace
            && !typeof(IStandIn).IsAssignableFrom(type);

    /// <summary>
    /// Whether an object is a carrier, which stands for a part of one of the framework's own objects and belongs to no other: those that
    /// are classes are these. (All else that is read passes by here.)
    /// </summary>
    public static bool IsPart(object value) => value is NodeFields or InternalNodeFields or MonitorFields;

    /// <summary>Whether a carrier is a node of a chain.</summary>
    public static bool IsNode(Type type) => type == typeof(NodeFields) || type == typeof(InternalNodeFields);

    /// <summary>Whether what a carrier has are entries.</summary>
    public static bool AreEntries(Type carrier) => carrier.IsDefined(typeof(EntriesAttribute), false);

    /// <summary>
    /// The class whose fields a carrier has, by type or by its full name; neither of entries, and of classes without fields.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2055",
        Justification = "Over the arguments of its carrier, which is of the same kinds; its name is asked for.")]
    [UnconditionalSuppressMessage("AOT", "IL3050",
        Justification = "Over the arguments of its carrier, which is of the same kinds; its name is asked for.")]
    public static (Type? Type, string? Name) Carried(Type carrier)
    {
        var mark = carrier.GetCustomAttribute<FieldsOfAttribute>(false);
        return mark?.Type is { IsGenericTypeDefinition: true } open
            ? (open.MakeGenericType(carrier.GetGenericArguments()), null)
            : (mark?.Type, mark?.Name);
    }

    /// <summary>
    /// What stands for one of the framework's classes or enums in a carrier, under that one's name: the name and the library; null of
    /// anything else.
    /// </summary>
    public static (string Name, string? Library)? StandsFor(Type type) =>
        (type.IsEnum || type.IsClass) && IsCarrier(type) && type.GetCustomAttribute<FieldsOfAttribute>(false) is { } mark
            ? (mark.Name ?? mark.Type!.FullName!, mark.Library)
            : null;

    public static T? Attribute<T>(FieldInfo field) where T : Attribute => field.GetCustomAttribute<T>(false);
}
