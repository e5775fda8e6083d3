using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>Tells what a type is to the framework's data contracts.</summary>
internal static class ContractKinds
{
    const BindingFlags Open = BindingFlags.Public | BindingFlags.Instance;
    const BindingFlags Any = Open | BindingFlags.NonPublic;

    /// <param name="type">The type; not a Nullable.</param>
    /// <param name="item">The type of the items, or of the keys.</param>
    /// <param name="value">The type of the values of a map.</param>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static ContractKind Of(Type type, out Type? item, out Type? value)
    {
        item = value = null;
        if (ContractNames.BuiltIn(type) is not null)
            return ContractKind.BuiltIn;
        if (type == typeof(object) || type == typeof(Enum) || type == typeof(ValueType))
            return ContractKind.Any;
        if (type.IsEnum)
            return ContractKind.Enum;
        if (IsXml(type))
            return ContractKind.Xml;
        if (type.IsArray)
        {
            item = type.GetElementType();
            return type.IsSZArray ? ContractKind.Collection : ContractKind.Refused;
        }
        if (type.IsDefined(typeof(DataContractAttribute), false) || FieldMembers.IsCarrier(type))
            return ContractKind.Class;
        if (CollectionOf(type, out item, out value) is { } collection)
            return collection;
        if (type.IsInterface)
            return ContractKind.Any;
        if (typeof(ISerializable).IsAssignableFrom(type) && type != typeof(DateTimeOffset) && type != typeof(DBNull))
            return ContractKind.Entries;
        return IsSerializable(type) || IsPlain(type) ? ContractKind.Class : ContractKind.Refused;
    }

#pragma warning disable SYSLIB0050 // what the marks say is what the contracts are made of; nothing of the formatters is used
    /// <summary>[Serializable]: all fields are members.</summary>
    public static bool IsSerializable(Type type) => (type.Attributes & TypeAttributes.Serializable) != 0;

    /// <summary>Whether the field is marked [NonSerialized].</summary>
    public static bool IsSkipped(FieldInfo field) => (field.Attributes & FieldAttributes.NotSerialized) != 0;
#pragma warning restore SYSLIB0050

    /// <summary>Whether a type without any attribute may be written: public, with a constructor without parameters.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static bool IsPlain(Type type) =>
        type is { IsVisible: true, IsPointer: false } && (type.IsValueType || type.GetConstructor(Any, []) is not null || type.IsAbstract)
        && !typeof(Delegate).IsAssignableFrom(type);

    /// <summary>
    /// Why a class with a data member that cannot be got is none; null where there is no such member. As in the original such a type
    /// may be declared: it is refused where a value of it is met. A struct is looked at when its members are, for not even its
    /// default could stand where it is declared.
    /// </summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static string? WithoutGetter(Type type)
    {
        for (var level = type; level is { IsValueType: false } && level != typeof(object); level = level.BaseType)
            if (level.IsDefined(typeof(DataContractAttribute), false))
                foreach (var property in level.GetProperties(Any | BindingFlags.DeclaredOnly))
                    if (property.GetMethod is null && !OverridesSetter(property)
                        && Marks.Find(property, "System.Runtime.Serialization.DataMemberAttribute") is not null)
                        return $"'{level}.{property.Name}' is a data member without a getter. Give it one.";
        return null;
    }

    /// <summary>Whether a property without a getter overrides one, which has it.</summary>
    static bool OverridesSetter(PropertyInfo property) => property.SetMethod is { } setter && setter.GetBaseDefinition() != setter;

    /// <summary>XML that the type itself writes.</summary>
    public static bool IsXml(Type type) => (typeof(IXmlSerializable).IsAssignableFrom(type) && !type.IsInterface)
        || type == typeof(XmlElement) || type == typeof(XmlNode[]);

    /// <summary>
    /// XML of any kind, which has no type of its own; a class that writes its own XML may have others that derive from it, which are named.
    /// </summary>
    public static bool IsAnyXml(Type type) => type == typeof(XElement) || type == typeof(XmlElement) || type == typeof(XmlNode[]);

    /// <summary>The nearest [DataContract] says it, and derived ones inherit it; a collection says it of itself alone.</summary>
    public static bool IsReference(Type type)
    {
        if (type.GetCustomAttribute<CollectionDataContractAttribute>(false) is { IsReferenceSetExplicitly: true } collection)
            return collection.IsReference;
        for (var t = type; t is not null && t != typeof(object); t = t.BaseType)
            if (t.GetCustomAttribute<DataContractAttribute>(false) is { IsReferenceSetExplicitly: true } contract)
                return contract.IsReference;
        return false;
    }

    /// <summary>
    /// Collection or Map if the type is one: interfaces of the collections that can be added to, and classes that have one of
    /// them (or an Add) and a constructor without parameters. Queue and Stack have no Add: their fields are written; classes that derive
    /// from them are refused, and have items where they are named.
    /// </summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static ContractKind? CollectionOf(Type type, out Type? item, out Type? value)
    {
        item = value = null;
        // An array's part is what it consists of.
        if (!typeof(IEnumerable).IsAssignableFrom(type)
            || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ArraySegment<>)))
            return null;
        bool isDeclared = type.IsDefined(typeof(CollectionDataContractAttribute), false);
        if (type.IsInterface && !isDeclared && !IsCollectionInterface(type))
            return null;
        // Without a constructor it cannot be filled: fields, if it is [Serializable]; else it can be written only.
        if (!type.IsInterface && !type.IsValueType && !type.IsAbstract && !isDeclared && type.GetConstructor(Any, []) is null
            && IsSerializable(type))
            return null;
        if (Collections.Closed(type, typeof(IDictionary<,>)) is { } map)
        {
            (item, value) = (map.GetGenericArguments()[0], map.GetGenericArguments()[1]);
            return ContractKind.Map;
        }
        if (typeof(IDictionary).IsAssignableFrom(type))
        {
            item = value = typeof(object);
            return ContractKind.Map;
        }
        if (Collections.Closed(type, typeof(ICollection<>)) is { } collection)
        {
            item = collection.GetGenericArguments()[0];
            return ContractKind.Collection;
        }
        bool isList = typeof(IList).IsAssignableFrom(type);
        item = !isList && Collections.Closed(type, typeof(IEnumerable<>)) is { } items ? items.GetGenericArguments()[0] : typeof(object);
        if (type.IsInterface || isList || type.GetMethod("Add", Any, [item]) is not null)
            return ContractKind.Collection;
        if (!IsSerializable(type) || isDeclared)
        {
            // Of two kinds of items the original takes neither for those.
            if (type.GetInterfaces().Count(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IEnumerable<>)) > 1)
                item = typeof(object);
            return ContractKind.Refused;
        }
        item = null;
        return null;
    }

    static bool IsCollectionInterface(Type type) =>
        type == typeof(IEnumerable) || type == typeof(ICollection) || type == typeof(IList) || type == typeof(IDictionary)
        || (type.IsGenericType && type.GetGenericTypeDefinition() is var open
            && (open == typeof(IEnumerable<>) || open == typeof(ICollection<>) || open == typeof(IList<>)
                || open == typeof(IDictionary<,>)));
}
