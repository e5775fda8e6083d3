using System.Collections.Immutable;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Reads attributes by their full names, without a reference to the packages that they are from: protobuf-net's
/// (ProtoBuf.Proto...), Isomer's own of the same meaning (Isomer.Protobuf...), DataContract's and XmlSerializer's.
/// </summary>
internal static class ProtobufMarks
{
    const string Foreign = "ProtoBuf.Proto";
    const string Own = "Isomer.Protobuf";

    /// <summary>The attribute's name without its prefix: Contract, Member, Include, ...; null for one that means nothing here.</summary>
    static string? NameOf(CustomAttributeData data) => data.AttributeType.FullName switch
    {
        "System.Runtime.Serialization.DataContractAttribute" => "DataContract",
        "System.Runtime.Serialization.DataMemberAttribute" => "DataMember",
        "System.Xml.Serialization.XmlTypeAttribute" => "XmlType",
        "System.Xml.Serialization.XmlElementAttribute" or "System.Xml.Serialization.XmlArrayAttribute" => "XmlMember",
        "System.ComponentModel.DefaultValueAttribute" => "DefaultValue",
        "System.NonSerializedAttribute" => "NonSerialized",
        "ProtoBuf.CompatibilityLevelAttribute" => "CompatibilityLevel",
        "ProtoBuf.NullWrappedValueAttribute" => "NullWrappedValue",
        "ProtoBuf.NullWrappedCollectionAttribute" => "NullWrappedCollection",
        { } name when name.StartsWith(Foreign, StringComparison.Ordinal) => name[Foreign.Length..^"Attribute".Length],
        { } name when name.StartsWith(Own, StringComparison.Ordinal) => name[Own.Length..^"Attribute".Length],
        _ => null,
    };

    /// <summary>An attribute, under the name of its meaning.</summary>
    sealed record Meaning(string Name, CustomAttributeData Data);

    static IEnumerable<Meaning> Of(IEnumerable<CustomAttributeData> all)
    {
        foreach (var data in all)
            if (NameOf(data) is { } name)
                yield return new Meaning(name, data);
    }

    /// <summary>Whether an attribute of this meaning stands on the member.</summary>
    public static bool Bears(MemberInfo member, string name) => Of(member.CustomAttributes).Any(a => a.Name == name);

    /// <summary>What the attributes say about a type.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    public static ProtobufContract ContractOf(Type type)
    {
        var contract = new ProtobufContract(type);
        foreach (var (name, data) in Of(type.CustomAttributes))
            contract = name switch
            {
                "Contract" => Contract(contract, data),
                "DataContract" => contract with { IsDataContract = true, Name = contract.Name ?? Named<string>(data, "Name") },
                "XmlType" => contract with { IsXmlType = true, Name = contract.Name ?? Named<string>(data, "TypeName") },
                "Include" => contract with { Includes = contract.Includes.Add(Include(type, data)) },
                "Reserved" => contract with { Reserved = contract.Reserved.Add(Reservation(data)) },
                "PartialMember" =>
                    contract with { Partial = contract.Partial.SetItem((string)data.ConstructorArguments[1].Value!, Member(data)) },
                "PartialIgnore" => contract with { Ignored = contract.Ignored.Add((string)data.ConstructorArguments[0].Value!) },
                _ => contract,
            };
        if (contract.IsProto && type.CustomAttributes.Any(a => NameOf(a) == "Contract" && Named<bool>(a, "UseProtoMembersOnly")))
            contract = contract with { IsDataContract = false, IsXmlType = false };
        return contract with { Level = LevelOf(type) };
    }

    static ProtobufContract Contract(ProtobufContract contract, CustomAttributeData data) => contract with
    {
        IsProto = true,
        Name = Named<string>(data, "Name") ?? contract.Name,
        Implicit = (ProtobufImplicit)Named<int>(data, "ImplicitFields"),
        ImplicitFirst = Math.Max(1, Named<int>(data, "ImplicitFirstTag")),
        InfersFromName = Named<bool>(data, "InferTagFromName"),
        DataMemberOffset = Named<int>(data, "DataMemberOffset"),
        SkipsConstructor = Named<bool>(data, "SkipConstructor"),
        IgnoresListHandling = Named<bool>(data, "IgnoreListHandling"),
        IsGroup = Named<bool>(data, "IsGroup"),
        IgnoresUnknownSubtypes = Named<bool>(data, "IgnoreUnknownSubTypes"),
        Surrogate = Named<Type>(data, "Surrogate"),
        IsGoogle = Named<bool>(data, "GoogleRules"),
    };

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static ProtobufInclude Include(Type type, CustomAttributeData data)
    {
        int number = (int)data.ConstructorArguments[0].Value!;
        var derived = data.ConstructorArguments[1].Value as Type
            ?? (data.ConstructorArguments[1].Value is string name ? type.Assembly.GetType(name) ?? Type.GetType(name) : null)
            ?? throw new NotSupportedException(
                $"Type '{type}' includes the derived type '{data.ConstructorArguments[1].Value}' as field {number}, which cannot be found. Correct its name, or use typeof.");
        return new ProtobufInclude(number, derived, Named<int>(data, "DataFormat") == (int)ProtobufFormat.Group);
    }

    static ProtobufReservation Reservation(CustomAttributeData data) => data.ConstructorArguments switch
    {
        [{ Value: string name }, ..] => new ProtobufReservation(0, -1, name),
        [{ Value: int from }, { Value: int to }, ..] => new ProtobufReservation(from, to, null),
        [{ Value: int number }, ..] => new ProtobufReservation(number, number, null),
        _ => new ProtobufReservation(0, -1, null),
    };

    /// <summary>protobuf-net's MemberSerializationOptions, by their numbers.</summary>
    [Flags]
    public enum MemberOptions
    {
        Packed = 1,
        Required = 2,
        AsReference = 4,
        DynamicType = 8,
        OverwriteList = 16,
    }

    static ProtobufMark Member(CustomAttributeData data) => Member(data, (MemberOptions)Named<int>(data, "Options"));

    static ProtobufMark Member(CustomAttributeData data, MemberOptions options) => new()
    {
        Number = (int)data.ConstructorArguments[0].Value!,
        Name = Named<string>(data, "Name"),
        Format = (ProtobufFormat)Named<int>(data, "DataFormat"),
        IsPacked = Named<bool>(data, "IsPacked") || options.HasFlag(MemberOptions.Packed),
        IsRequired = Named<bool>(data, "IsRequired") || options.HasFlag(MemberOptions.Required),
        Overwrites = Named<bool>(data, "OverwriteList") || options.HasFlag(MemberOptions.OverwriteList),
        OneOf = Named<string>(data, "OneOf"),
        JsonName = Named<string>(data, "JsonName"),
    };

    /// <summary>The cases that attributes declare for a member.</summary>
    public static ProtobufCaseOf[] CasesOf(MemberInfo member) =>
        [.. Of(member.CustomAttributes).Where(a => a.Name == "Case")
            .Select(a => new ProtobufCaseOf((int)a.Data.ConstructorArguments[0].Value!, (Type)a.Data.ConstructorArguments[1].Value!))];

    /// <summary>The names of an enum's values, in declared order.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static ImmutableArray<EnumName> NamesOf(Type type)
    {
        var named = ImmutableArray.CreateBuilder<EnumName>();
        foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Static))
        {
            object raw = field.GetRawConstantValue()!;
            var mark = Of(field.CustomAttributes).FirstOrDefault(a => a.Name == "Enum");
            string? given = mark is null ? null : Named<string>(mark.Data, "Name");
            named.Add(new EnumName(given ?? field.Name, raw is ulong big ? unchecked((long)big) : Convert.ToInt64(raw, null)));
        }
        return named.ToImmutable();
    }

    /// <summary>What the attributes say about a member; null if it is none of the contract's.</summary>
    public static ProtobufMark? MarkOf(MemberInfo member, ProtobufContract contract, bool isCandidate)
    {
        ProtobufMark? mark = null;
        CustomAttributeData? order = null;
        CustomAttributeData? xml = null;
        var more = new List<Meaning>();
        foreach (var (name, data) in Of(member.CustomAttributes))
        {
            switch (name)
            {
                case "Ignore":
                    return null;
                case "Member":
                    mark = Member(data);
                    break;
                case "DataMember":
                    order = data;
                    break;
                case "XmlMember":
                    xml = data;
                    break;
                case "NonSerialized":
                    isCandidate = false;
                    break;
                default:
                    more.Add(new Meaning(name, data));
                    break;
            }
        }
        if (contract.Ignored.Contains(member.Name))
            return null;
        mark ??= contract.Partial.GetValueOrDefault(member.Name)
            ?? (isCandidate ? new ProtobufMark { IsPinned = false } : null)
            ?? (contract.Implicit != ProtobufImplicit.None ? null : FromOrder(contract, order, xml));
        return mark is null ? null : more.Aggregate(mark, (m, a) => With(m, a.Name, a.Data));
    }

    /// <summary>An order below 1, or none, is no number; it still sorts where numbers are found by name.</summary>
    static ProtobufMark? FromOrder(ProtobufContract contract, CustomAttributeData? dataMember, CustomAttributeData? xml)
    {
        if (dataMember is not null && contract.IsDataContract && Ordered(dataMember, contract.DataMemberOffset) is { } mark)
            return mark with { IsRequired = Named<bool>(dataMember, "IsRequired"), Name = Named<string>(dataMember, "Name") };
        return xml is not null && contract.IsXmlType ? Ordered(xml, 0) : null;

        ProtobufMark? Ordered(CustomAttributeData data, int offset)
        {
            int order = Marks.Set(data, "Order") is int given ? given : -1;
            return contract.InfersFromName ? new ProtobufMark { Number = order, IsPinned = false }
                : order >= 1 ? new ProtobufMark { Number = order + offset }
                : null;
        }
    }

    static ProtobufMark With(ProtobufMark mark, string name, CustomAttributeData data) => name switch
    {
        "Map" => mark with
        {
            KeyFormat = (ProtobufFormat)Named<int>(data, "KeyFormat"),
            ValueFormat = (ProtobufFormat)Named<int>(data, "ValueFormat"),
            DisablesMap = Named<bool>(data, "DisableMap"),
        },
        "NullWrappedValue" => mark with { ValueWrap = Named<bool>(data, "AsGroup") ? ProtobufWrap.Group : ProtobufWrap.Length },
        "NullWrappedCollection" => mark with { CollectionWrap = Named<bool>(data, "AsGroup") ? ProtobufWrap.Group : ProtobufWrap.Length },
        "CompatibilityLevel" => mark with { Level = LevelIn(data) },
        "DefaultValue" => mark with { Default = DefaultIn(data) },
        _ => mark,
    };

    /// <summary>Of the type or the nearest base that has one, its module, its assembly.</summary>
    static ProtobufLevel LevelOf(Type type)
    {
        for (var t = type; t is not null; t = t.BaseType)
            if (Level(t.CustomAttributes) is var own and not ProtobufLevel.NotSpecified)
                return own;
        return Level(type.Module.CustomAttributes) is var module and not ProtobufLevel.NotSpecified
            ? module
            : Level(type.Assembly.CustomAttributes);

        static ProtobufLevel Level(IEnumerable<CustomAttributeData> all)
        {
            foreach (var (name, data) in Of(all))
                if (name == "CompatibilityLevel")
                    return LevelIn(data);
            return ProtobufLevel.NotSpecified;
        }
    }

    static ProtobufLevel LevelIn(CustomAttributeData data) => (ProtobufLevel)(int)data.ConstructorArguments[0].Value!;

    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "The converters of the framework's scalars, whose defaults an attribute has as texts.")]
    [UnconditionalSuppressMessage("Trimming", "IL2072",
        Justification = "The converters of the framework's scalars, whose defaults an attribute has as texts.")]
    static object? DefaultIn(CustomAttributeData data) => data.ConstructorArguments switch
    {
        [{ Value: Type type }, { Value: string text }] => TypeDescriptor.GetConverter(type).ConvertFromInvariantString(text),
        [{ ArgumentType.IsEnum: true, Value: { } value } argument] => Enum.ToObject(argument.ArgumentType, value),
        [{ Value: { } value }] => value,
        _ => null,
    };

    static T? Named<T>(CustomAttributeData data, string name) => Marks.Set(data, name) is T value ? value : default;
}
