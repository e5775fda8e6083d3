using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Attributes of the framework's data contracts that contradict each other or stand where the contract does not look, found out at
/// first use. Where the original refuses, so do we. Where it passes over an attribute in silence, and so loses a member, writes one that
/// was to be left out, or changes a name, we refuse unless the convention takes losses.
/// </summary>
internal static class ContractChecks
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;
    const string Family = "System.Runtime.Serialization.";

    /// <summary>Throws for a type whose attributes cannot be obeyed.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static void Check(Type type, ContractKind kind, Func<Type, bool> passesOver)
    {
        if (type.IsInterface || ContractNames.BuiltIn(type) is not null)
            return;
        CheckKnown(type, passesOver);
        var contract = Marks.Find(type, Family + nameof(DataContractAttribute));
        var collection = Marks.Find(type, Family + nameof(CollectionDataContractAttribute));
        CheckNames(type, contract, "Name");
        CheckNames(type, collection, "Name", "ItemName", "KeyName", "ValueName");
        if (type.IsEnum)
        {
            CheckEnum(type, contract is not null, passesOver);
            return;
        }
        if (collection is not null)
            CheckCollection(type, collection, kind, contract is not null);
        CheckWritesItself(type,
            contract is null ? collection is null ? null : nameof(CollectionDataContractAttribute) : nameof(DataContractAttribute));
        CheckReference(type);
        if (kind != ContractKind.Class)
            return;
        for (var level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            if (level != type)
                CheckKnown(level, passesOver);
            CheckBase(level);
            CheckMembers(level, passesOver);
        }
    }

    /// <summary>Throws for an attribute of the family that is not obeyed.</summary>
    public static void CheckKnown(MemberInfo member, Func<Type, bool> passesOver)
    {
        foreach (var mark in member.CustomAttributes)
            if (ContractForeign.RemedyOf(mark) is { } remedy && !passesOver(mark.AttributeType))
                throw Refuse(
                    $"{(member is Type ? $"'{member}'" : $"'{member.DeclaringType}.{member.Name}'")} bears [{Marks.NameOf(mark.AttributeType)}], which has no effect here.",
                    $"{remedy} {Pass(mark.AttributeType)}");
    }

    static NotSupportedException Refuse(string problem, string remedy) => new($"{problem} {remedy}");

    /// <summary>A name that is given, and is null or empty.</summary>
    static void CheckNames(Type type, CustomAttributeData? attribute, params ReadOnlySpan<string> properties)
    {
        foreach (string property in properties)
            if (attribute is not null && Marks.Sets(attribute, property, out object? name) && string.IsNullOrEmpty((string?)name))
                throw Refuse($"'{type}' bears [{Short(attribute)}] with an empty {property}.", "Give it a name, or leave it out.");
    }

    static string Short(CustomAttributeData attribute) => attribute.AttributeType.Name[..^"Attribute".Length];

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static void CheckEnum(Type type, bool isMarked, Func<Type, bool> passesOver)
    {
        foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Static))
        {
            CheckKnown(field, passesOver);
            if (Marks.Find(field, Family + nameof(EnumMemberAttribute)) is not { } mark || !Marks.Sets(mark, "Value", out object? value))
                continue;
            if (isMarked && string.IsNullOrEmpty((string?)value))
                throw Refuse($"'{type}.{field.Name}' bears [EnumMember] with an empty Value.", "Give it a name, or leave it out.");
        }
    }

    /// <summary>The names of an enum without [DataContract], which in XML is written by name, are those in code.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The trimmer keeps the fields of an enum that it keeps.")]
    public static void CheckEnumNames(Type type, DataContractConvention convention)
    {
        if (type.IsDefined(typeof(DataContractAttribute), false) || convention.PassesOver(typeof(EnumMemberAttribute)))
            return;
        foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Static))
            if (Marks.Find(field, Family + nameof(EnumMemberAttribute)) is { } mark && Marks.Sets(mark, "Value", out object? value)
                && (string?)value != field.Name)
                throw Refuse(
                    $"'{type}.{field.Name}' bears [EnumMember(Value = \"{value}\")], which has no effect on an enum without [DataContract].",
                    $"Mark the enum. {Pass(typeof(EnumMemberAttribute))}");
    }

    static void CheckCollection(Type type, CustomAttributeData attribute, ContractKind kind, bool isObject)
    {
        if (isObject)
            throw Refuse($"'{type}' bears both [DataContract] and [CollectionDataContract].", "Remove one of them.");
        if (!typeof(IEnumerable).IsAssignableFrom(type))
            throw Refuse($"'{type}' bears [CollectionDataContract] and is no collection.", "Mark it [DataContract].");
        foreach (string property in (ReadOnlySpan<string>)["KeyName", "ValueName"])
            if (kind != ContractKind.Map && Marks.Sets(attribute, property, out _))
                throw Refuse($"'{type}' bears [CollectionDataContract] with a {property}, and is no dictionary.", "Leave it out.");
    }

    static void CheckWritesItself(Type type, string? mark)
    {
        if (mark is null)
            return;
        string name = mark[..^"Attribute".Length];
        if (typeof(IXmlSerializable).IsAssignableFrom(type))
            throw Refuse($"'{type}' bears [{name}] and is IXmlSerializable, which writes itself.", "Remove one of them.");
        if (mark == nameof(DataContractAttribute) && typeof(ISerializable).IsAssignableFrom(type))
            throw Refuse($"'{type}' bears [DataContract] and is ISerializable, which writes itself.", "Remove one of them.");
    }

    static void CheckReference(Type type)
    {
        bool? said = type.GetCustomAttribute<DataContractAttribute>(false) is { IsReferenceSetExplicitly: true } contract
            ? contract.IsReference
            : type.GetCustomAttribute<CollectionDataContractAttribute>(false) is { IsReferenceSetExplicitly: true } collection
                ? collection.IsReference
                : null;
        if (said == true && type.IsValueType)
            throw Refuse($"'{type}' is a struct and bears IsReference = true: there are no references to structs.", "Leave it out.");
        // A base that says nothing has no references; collections have no base.
        if (said is not null && type.IsDefined(typeof(DataContractAttribute), false)
            && type.BaseType is { } parent && parent != typeof(object) && ContractKinds.IsReference(parent) != said)
            throw Refuse($"'{type}' says IsReference = {said} and its base '{parent}' {!said}.", "Say the same in both.");
    }

    /// <summary>The members of a base that says nothing would be lost or not, as one looks at it.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static void CheckBase(Type level)
    {
        if (level.BaseType is not { } parent || parent == typeof(object) || parent == typeof(ValueType) || IsMarked(parent)
            || !IsMarked(level) || ContractKinds.Of(parent, out _, out _) != ContractKind.Class)
            return;
        throw Refuse(
            $"'{level}' is marked [{(level.IsDefined(typeof(DataContractAttribute), false) ? "DataContract" : "Serializable")}] and its base '{parent}' is not marked at all.",
            "Mark the base too, or neither.");
    }

    static bool IsMarked(Type type) => type.IsDefined(typeof(DataContractAttribute), false) || ContractKinds.IsSerializable(type);

    /// <summary>Methods that run around serialization: one of a kind, not virtual, void (StreamingContext).</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static void CheckCallbacks(Type type)
    {
        for (var level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
            CheckOwnCallbacks(level);
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static void CheckOwnCallbacks(Type level)
    {
        HashSet<string>? kinds = null;
        foreach (var method in level.GetMethods(Own))
        {
            foreach (var mark in method.CustomAttributes)
            {
                if (mark.AttributeType.Namespace != "System.Runtime.Serialization"
                    || mark.AttributeType.Name is not ("OnSerializingAttribute" or "OnSerializedAttribute" or "OnDeserializingAttribute"
                        or "OnDeserializedAttribute"))
                    continue;
                var parameters = method.GetParameters();
                if (method.IsVirtual)
                    throw Refuse($"'{level}.{method.Name}' bears [{Short(mark)}] and is virtual.",
                        "Mark one that is not, and call this from there.");
                if (parameters.Length != 1 || parameters[0].ParameterType != typeof(StreamingContext) || method.ReturnType != typeof(void)
                    || method.IsGenericMethodDefinition)
                    throw Refuse(
                        $"'{level}.{method.Name}' bears [{Short(mark)}] and does not look like 'void {method.Name}(StreamingContext context)'.",
                        "Let it.");
                if (!(kinds ??= []).Add(mark.AttributeType.Name))
                    throw Refuse($"'{level}.{method.Name}' is the second method of its class with [{Short(mark)}].",
                        "Mark one, and call the other from there.");
            }
        }
    }

    /// <summary>Members that bear a mark of another kind of contract than their class is.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static void CheckMembers(Type level, Func<Type, bool> passesOver)
    {
        bool isContract = level.IsDefined(typeof(DataContractAttribute), false);
        bool isSerializable = !isContract && ContractKinds.IsSerializable(level);
        foreach (var member in level.GetMembers(Own))
        {
            if (member is not (FieldInfo or PropertyInfo))
                continue;
            CustomAttributeData? named = null, ignored = null;
            foreach (var mark in member.CustomAttributes)
            {
                if (mark.AttributeType.FullName == Family + nameof(DataMemberAttribute))
                    named = mark;
                else if (mark.AttributeType.FullName == Family + nameof(IgnoreDataMemberAttribute))
                    ignored = mark;
            }
            CheckKnown(member, passesOver);
            if (named is not null && !isContract)
                Lost(named.AttributeType,
                    $"on a class {(isSerializable ? "that is [Serializable], whose fields are all members" : "without [DataContract], whose public members are all members")}",
                    "Mark the class [DataContract], or take the attribute away");
            if (ignored is not null && named is not null)
                Lost(ignored.AttributeType, "beside [DataMember]", "Take one of them away");
            if (ignored is not null && isSerializable)
                Lost(ignored.AttributeType, "on a class that is [Serializable], whose fields are all members",
                    "Mark the field [NonSerialized] ([field: NonSerialized] of a property)");
            if (!isContract && !isSerializable && ignored is null && member is FieldInfo { IsPublic: true } field
                && ContractKinds.IsSkipped(field))
                Lost(typeof(NonSerializedAttribute), "on a class that is not [Serializable], whose public members are all members",
                    "Mark the field [IgnoreDataMember]");

            void Lost(Type mark, string where, string remedy)
            {
                if (!passesOver(mark))
                    throw Refuse($"'{level}.{member.Name}' bears [{mark.Name[..^"Attribute".Length]}], which has no effect {where}.",
                        $"{remedy}. {Pass(mark)}");
            }
        }
    }

    static string Pass(Type mark) =>
        $"Or pass over it: Convention.DataContract.{nameof(DataContractConvention.WithIgnoredAttributes)}(\"{mark.FullName}\"), or all that the framework loses: {nameof(DataContractConvention.WithLosses)}().";
}
