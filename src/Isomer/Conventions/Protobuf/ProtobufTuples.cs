using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Types that are messages without any attribute: those that show all they are made of, once, through their one
/// constructor. Field n is its n-th parameter: pairs, tuples, anonymous types, positional records.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ProtobufTuples
{
    /// <summary>The constructor, and the member of each of its parameters; null if the type is none.</summary>
    public static (ConstructorInfo Constructor, MemberInfo[] Members)? Find(Type type)
    {
        if (type.IsAbstract || type.IsEnum || type.IsPrimitive)
            return null;
        var members = new List<MemberInfo>();
        // In tuples of the framework also what can be set counts; so it does in this library's own carriers.
        bool lenient = type.Name.Contains("Tuple", StringComparison.Ordinal) || type.Assembly == typeof(ProtobufTuples).Assembly;
        foreach (var property in type.GetProperties(BindingFlags.Public | BindingFlags.Instance))
        {
            if (property.GetIndexParameters().Length > 0 || property.GetMethod is null)
                return null;
            if (property.SetMethod is { IsPublic: true } setter && !lenient && !IsInit(setter))
                return null;
            members.Add(property);
        }
        foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Instance))
        {
            if (!field.IsInitOnly && !lenient)
                return null;
            members.Add(field);
        }
        if (members.Count == 0)
            return null;
        (ConstructorInfo, MemberInfo[])? found = null;
        foreach (var constructor in type.GetConstructors())
        {
            if (Map(constructor, members) is not { } mapped)
                continue;
            if (found is not null)
                return null;
            found = (constructor, mapped);
        }
        return found;
    }

    /// <summary>Whether the type is, or is a collection of, tuples that hold something whose form is another at each level.</summary>
    public static bool HaveLevel(ProtobufConvention convention, Type type) => HaveLevel(convention, type, inTuple: false, []);

    static bool HaveLevel(ProtobufConvention convention, Type type, bool inTuple, HashSet<(Type, bool)> seen)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (type == typeof(DateTime) || type == typeof(TimeSpan) || type == typeof(decimal) || type == typeof(Guid))
            return inTuple;
        if (Scalars.Of(type) != Scalar.None || type.IsEnum || type.IsPointer || type.IsGenericParameter || !seen.Add((type, inTuple)))
            return false;
        if (type.GetElementType() is { } element)
            return HaveLevel(convention, element, inTuple, seen);
        Type[] shown = [.. type.GetInterfaces(), type];
        var generic = shown.Where(i => i.IsGenericType).ToLookup(i => i.GetGenericTypeDefinition());
        var items = generic[typeof(IDictionary<,>)].Concat(generic[typeof(IReadOnlyDictionary<,>)]).FirstOrDefault()
            ?? generic[typeof(IEnumerable<>)].FirstOrDefault();
        if (items is not null)
            return items.GetGenericArguments().Any(a => HaveLevel(convention, a, inTuple, seen));
        return !convention.ContractOf(type).IsAny && convention.ParentOf(type) is null && Find(type) is { } tuple
            && tuple.Members.Any(m => ProtobufMembers.TypeOf(m) is { } member && HaveLevel(convention, member, inTuple: true, seen));
    }

    static MemberInfo[]? Map(ConstructorInfo constructor, List<MemberInfo> members)
    {
        var parameters = constructor.GetParameters();
        if (parameters.Length != members.Count)
            return null;
        var mapped = new MemberInfo[parameters.Length];
        for (int i = 0; i < mapped.Length; i++)
        {
            var found = members.Find(
                m => string.Equals(m.Name, parameters[i].Name, StringComparison.OrdinalIgnoreCase)
                    && ProtobufMembers.TypeOf(m) == parameters[i].ParameterType);
            if (found is null || mapped.Contains(found))
                return null;
            mapped[i] = found;
        }
        return mapped;
    }

    static bool IsInit(MethodInfo setter) =>
        setter.ReturnParameter.GetRequiredCustomModifiers().Any(m => m.FullName == "System.Runtime.CompilerServices.IsExternalInit");

    /// <summary>A struct whose members can all be set is filled in place; everything else goes through the constructor.</summary>
    public static Construction ConstructionOf(Type type, ConstructorInfo constructor, IReadOnlyList<MemberModel> members) =>
        type.IsValueType && members.All(m => m.CanSet)
            ? new Construction(null, [])
            : new Construction(constructor, [.. constructor.GetParameters().Select((p, i) => new ArgumentModel(p, i, null))]);
}
