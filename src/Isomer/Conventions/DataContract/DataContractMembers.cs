using System.Collections;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Which members a type has for the framework's data contracts: base class first; in each class those without an order by
/// ordinal name, then the others by order. By [DataMember] where the class has [DataContract]; by field where it is
/// [Serializable]; else public fields and public properties with both accessors.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class DataContractMembers
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    public static ImmutableArray<MemberModel> Of(DataContractConvention convention, Type type)
    {
        if (FieldMembers.IsCarrier(type))
            return FieldMembers.OfContract(convention, type);
        var members = ImmutableArray.CreateBuilder<MemberModel>();
        foreach (var level in Levels(type))
        {
            var own = new List<Found>();
            if (level.IsDefined(typeof(DataContractAttribute), false))
                AddMarked(own, convention, level);
            else if (ContractKinds.IsSerializable(level))
                AddFields(own, convention, level);
            else
                AddPublic(own, convention, level);
            own.Sort(
                static (a, b) =>
                    a.Order != b.Order
                        ? a.Order.CompareTo(b.Order)
                        : string.CompareOrdinal(ContractNames.Encode(a.Model.Name), ContractNames.Encode(b.Model.Name)));
            for (int i = 0; i < own.Count; i++)
            {
                if (own.FindIndex(m => m.Model.Name == own[i].Model.Name) is var first && first < i)
                    throw new NotSupportedException(
                        $"'{level}' has two data members named '{own[i].Model.Name}': '{own[first].Model}' and '{own[i].Model}'. Rename one with [DataMember(Name = ...)].");
                members.Add(own[i].Model);
            }
        }
        return members.ToImmutable();
    }

    /// <summary>The type and its bases, outermost base first.</summary>
    static List<Type> Levels(Type type)
    {
        var levels = new List<Type>();
        for (var t = type; t is not null && t != typeof(object) && t != typeof(ValueType); t = t.BaseType)
            levels.Insert(0, t);
        return levels;
    }

    static void AddMarked(List<Found> own, DataContractConvention convention, Type level)
    {
        foreach (var member in level.GetMembers(Own))
        {
            if (member is not (FieldInfo or PropertyInfo)
                || Marks.Find(member, "System.Runtime.Serialization.DataMemberAttribute") is not { } mark)
                continue;
            // An override is the member that it overrides, and where that is none it is one; the original knows of no override, and loses
            // it.
            if (member is PropertyInfo overriding && (overriding.GetMethod ?? overriding.SetMethod) is { } accessor
                && accessor.GetBaseDefinition() != accessor && (convention.HasLosses || IsMarkedInBase(accessor, member.Name)))
                continue;
            bool canSet = member is FieldInfo || ((PropertyInfo)member).SetMethod is not null;
            if (member is PropertyInfo property)
            {
                if (property.GetMethod is null)
                    throw new NotSupportedException($"'{level}.{member.Name}' is a data member without a getter. Give it one.");
                if (property.GetIndexParameters().Length > 0)
                    throw new NotSupportedException($"'{level}.{member.Name}' is an indexer, which cannot be a data member.");
                if (!canSet && !(convention.FillsCollections && TakesItems(level, property)) && !convention.TakesReadOnly)
                    throw new NotSupportedException(
                        $"'{level}.{member.Name}' is a data member without a setter. Give it one (a private one will do), or use {nameof(DataContractConvention)}.{nameof(DataContractConvention.WithReadOnlyTypes)}.");
            }
            bool isNamed = Marks.Sets(mark, "Name", out object? given);
            string? name = given as string;
            if (isNamed && string.IsNullOrEmpty(name))
                throw new NotSupportedException($"'{level}.{member.Name}': [DataMember] gives it an empty name.");
            int order = Marks.Sets(mark, "Order", out object? place) ? (int)place! : -1;
            if (order < 0 && place is not null)
                throw new NotSupportedException($"'{level}.{member.Name}': [DataMember] gives it the order {order}. Orders begin at 0.");
            bool isRequired = Marks.Set(mark, "IsRequired") is true;
            if (isRequired && ContractKinds.IsReference(level))
                throw new NotSupportedException(
                    $"'{level}.{member.Name}' is required, and '{level}' bears IsReference = true: a reference to it has no members. Remove one of the two.");
            own.Add(new Found(order, new MemberModel(convention, member, TypeOf(member))
            {
                Name = isNamed ? name! : member.Name,
                IsNamed = isNamed,
                CanSet = canSet,
                TakesAll = !canSet,
                IsRequired = isRequired,
                Omit = Marks.Set(mark, "EmitDefaultValue") is false ? Omit.WhenDefault : Omit.Never,
            }));
        }
    }

    /// <summary>An override of a member that is marked in a base is written there, once, and the call is virtual.</summary>
    static bool IsMarkedInBase(MethodInfo accessor, string name)
    {
        var first = accessor.GetBaseDefinition();
        for (var t = accessor.DeclaringType!.BaseType; t is not null; t = t.BaseType)
            if (t.GetProperty(name, Own) is { } property
                && (property.GetMethod?.GetBaseDefinition() == first || property.SetMethod?.GetBaseDefinition() == first)
                && property.IsDefined(typeof(DataMemberAttribute), false))
                return true;
        return false;
    }

    static void AddFields(List<Found> own, DataContractConvention convention, Type level)
    {
        foreach (var field in level.GetFields(Own))
        {
            if (ContractKinds.IsSkipped(field))
                continue;
            own.Add(new Found(-1, new MemberModel(convention, field, field.FieldType)
            {
                CanSet = true,
                IsRequired = !field.IsDefined(typeof(OptionalFieldAttribute), false),
                Omit = Omit.Never,
            }));
        }
    }

    static void AddPublic(List<Found> own, DataContractConvention convention, Type level)
    {
        foreach (var member in level.GetMembers(Own))
        {
            if (member.IsDefined(typeof(IgnoreDataMemberAttribute), false))
                continue;
            bool isMember = member switch
            {
                FieldInfo field => field is { IsPublic: true, IsInitOnly: false },
                PropertyInfo { GetMethod.IsPublic: true } property => property.GetIndexParameters().Length == 0
                    && (property.SetMethod?.IsPublic == true || (property.SetMethod is null && TakesItems(level, property))),
                _ => false,
            };
            if (!isMember)
                continue;
            if (member.Name == nameof(IExtensibleDataObject.ExtensionData) && typeof(IExtensibleDataObject).IsAssignableFrom(level))
                continue;
            if (member is PropertyInfo { GetMethod: { } getter } && getter.GetBaseDefinition() != getter)
                continue;
            bool canSet = member is FieldInfo or PropertyInfo { SetMethod: not null } || Refuse(convention, level, member);
            own.Add(new Found(-1, new MemberModel(convention, member, TypeOf(member))
            {
                CanSet = canSet,
                TakesAll = !canSet,
                Omit = Omit.Never,
            }));
        }
    }

    /// <summary>A collection without a setter that cannot be filled would be lost in silence.</summary>
    static bool Refuse(DataContractConvention convention, Type level, MemberInfo member) =>
        convention.FillsCollections || convention.TakesReadOnly
            ? false
            : throw new NotSupportedException(
            $"'{level}.{member.Name}' is a collection without a setter, which {nameof(ContractXmlOptions.NetDataContract)} cannot fill. Give it one, or mark it [IgnoreDataMember].");

    /// <summary>
    /// Whether what a getter returns takes items: a collection, or an array in the places that it has. A struct would be filled as a copy,
    /// and bytes and nodes are one value: none of these is a member, as in the original. What is a collection by its look only
    /// would be written and could never be read, and what is one by its mark only would be lost.
    /// </summary>
    static bool TakesItems(Type level, PropertyInfo property)
    {
        var type = property.PropertyType;
        if (type.IsValueType || type == typeof(byte[]) || ContractKinds.IsAnyXml(type) || !typeof(IEnumerable).IsAssignableFrom(type))
            return false;
        if (ContractKinds.Of(type, out _, out _) is ContractKind.Collection or ContractKind.Map)
            return true;
        return !type.IsArray
            && !(type.IsClass && Collections.Closed(type, typeof(ICollection<>)) is not null
                && type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true)
            && !type.IsDefined(typeof(CollectionDataContractAttribute), false)
            ? false
            : throw new NotSupportedException(
                $"'{level}.{property.Name}' is a '{type}' without a setter, to which nothing can be added: what is written of it could not be read. Give it a setter, or mark it [IgnoreDataMember].");
    }

    static Type TypeOf(MemberInfo member) => member is FieldInfo field ? field.FieldType : ((PropertyInfo)member).PropertyType;

    sealed record Found(int Order, MemberModel Model);
}
