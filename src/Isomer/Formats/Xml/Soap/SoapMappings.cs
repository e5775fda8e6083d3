using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Takes over a mapping of SoapReflectionImporter. The importer has looked at types, attributes and overrides, and has refused what it does
/// not take; so what it found is copied, not found anew.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class SoapMappings
{
    readonly Dictionary<object, SoapType> _types = new(ReferenceEqualityComparer.Instance);
    readonly Queue<(object Mapping, SoapType Type)> _open = new();
    readonly object _scope;

    SoapMappings(object scope) => _scope = scope;

    public static SoapMapping Of(XmlMapping mapping)
    {
        var accessor = MappingFace.Get<object>(mapping, "Accessor");
        var scope = MappingFace.Get<object>(mapping, "Scope");
        return new SoapMappings(scope).Take(mapping, accessor);
    }

    SoapMapping Take(XmlMapping mapping, object accessor)
    {
        var root = MappingFace.Get<object>(accessor, "Mapping");
        bool isMembers = mapping is XmlMembersMapping;
        var element = isMembers
            ? new SoapElement((string?)MappingFace.Get(accessor, "Name") ?? "", (string?)MappingFace.Get(accessor, "Namespace"),
                IsQualified(accessor), false, null, null!)
            : ElementOf(accessor);
        // All of a mapping's types, those that are only included as well: they are the closed set.
        var all = MappingFace.List(_scope, "TypeMappings").Where(t => MappingFace.Is(t, "IsSoap")).Select(TypeOf).ToArray();
        var members = isMembers ? MappingFace.List(root, "Members").Select(m => MemberOf(m, null)).ToImmutableArray() : default;
        while (_open.TryDequeue(out var next))
        {
            next.Type.Members = [.. MappingFace.Members(_scope, "GetAllMembers", next.Mapping).Select(m => MemberOf(m, next.Type.Type))];
            next.Type.Settable =
                [.. MappingFace.Members(_scope, "GetSettableMembers", next.Mapping).Select(m => MemberOf(m, next.Type.Type))];
        }
        var byType = new Dictionary<Type, SoapType>();
        var byName = new Dictionary<XmlQualifiedName, SoapType>();
        foreach (var type in all)
        {
            if (type.Kind is SoapKind.Struct or SoapKind.Enum)
                byType[type.Type] = type;
            if (type.Kind is SoapKind.Struct or SoapKind.Enum or SoapKind.Array)
                byName[type.QualifiedName] = type;
        }
        return new SoapMapping
        {
            Root = element,
            Members = members,
            HasWrapper = isMembers && MappingFace.Is(root, "HasWrapperElement"),
            ChecksWrapper = isMembers && MappingFace.Is(root, "ValidateRpcWrapperElement"),
            WritesAccessors = isMembers && MappingFace.Is(root, "WriteAccessors"),
            ByType = byType,
            ByName = byName,
        };
    }

    static bool IsQualified(object accessor) => MappingFace.Word(accessor, "Form") == "Qualified";

    SoapElement ElementOf(object accessor) => new(
        MappingFace.Get<string>(accessor, "Name"), (string?)MappingFace.Get(accessor, "Namespace"), IsQualified(accessor),
        MappingFace.Is(accessor, "IsNullable"), DefaultOf(accessor), TypeOf(MappingFace.Get<object>(accessor, "Mapping")));

    static object? DefaultOf(object accessor) => MappingFace.Get(accessor, "Default") is { } value and not DBNull ? value : null;

    SoapType TypeOf(object mapping)
    {
        if (_types.TryGetValue(mapping, out var known))
            return known;
        object description = MappingFace.Get<object>(mapping, "TypeDesc");
        var type = MappingFace.Get<Type>(description, "Type");
        bool isRoot = MappingFace.Is(description, "IsRoot");
        var kind = MappingFace.KindOf(mapping) switch
        {
            "StructMapping" => isRoot ? SoapKind.Any : SoapKind.Struct,
            "ArrayMapping" => SoapKind.Array,
            "EnumMapping" => SoapKind.Enum,
            "PrimitiveMapping" => SoapKind.Simple,
            "NullableMapping" => SoapKind.Nullable,
            var other => throw new NotSupportedException($"'{type}' is mapped as {other}, which the SOAP encoding has no form for."),
        };
        // No model is made of it, which would ask this.
        if (kind == SoapKind.Struct)
            Trimming.Check(type);
        var taken = new SoapType
        {
            Kind = kind,
            Type = type,
            Name = (string?)MappingFace.Get(mapping, "TypeName") ?? "",
            Namespace = (string?)MappingFace.Get(mapping, "Namespace"),
            IsAbstract = MappingFace.Is(description, "IsAbstract"),
            IsCollection = MappingFace.Is(description, "IsCollection") || MappingFace.Is(description, "IsEnumerable"),
            Scalar = kind == SoapKind.Simple ? ScalarOf(description) : null,
            Enum = kind == SoapKind.Enum ? EnumOf(mapping, type) : null,
        };
        _types.Add(mapping, taken);
        if (kind == SoapKind.Struct)
            _open.Enqueue((mapping, taken));
        if (kind == SoapKind.Nullable)
            taken.Base = TypeOf(MappingFace.Get<object>(mapping, "BaseMapping"));
        return taken;
    }

    static SoapScalar ScalarOf(object description) => new(
        MappingFace.Get<string>(description, "FormatterName"), MappingFace.Is(description, "HasCustomFormatter"),
        MappingFace.Is(description, "HasDefaultSupport"),
        MappingFace.Is(description, "XmlEncodingNotRequired"), MappingFace.Is(description, "CollapseWhitespace"));

    static SoapEnum EnumOf(object mapping, Type type) => new(type, MappingFace.Is(mapping, "IsFlags"),
        [.. MappingFace.List(mapping, "Constants")
            .Select(c => (MappingFace.Get<string>(c, "XmlName"), MappingFace.Get<string>(c, "Name"), MappingFace.Get<long>(c, "Value")))]);

    SoapMember MemberOf(object mapping, Type? owner)
    {
        string name = MappingFace.Get<string>(mapping, "Name");
        object description = MappingFace.Get<object>(mapping, "TypeDesc");
        var element = MappingFace.List(mapping, "Elements").FirstOrDefault();
        object? attribute = MappingFace.Get(mapping, "Attribute");
        string specified = MappingFace.Word(mapping, "CheckSpecified");
        return new SoapMember
        {
            Name = name,
            Type = MappingFace.Get<Type>(description, "Type"),
            Element = element is null ? null : ElementOf(element),
            Attribute = attribute is null ? null : new SoapAttribute(MappingFace.Get<string>(attribute, "Name"),
                IsQualified(attribute) ? (string?)MappingFace.Get(attribute, "Namespace") : "", DefaultOf(attribute),
                TypeOf(MappingFace.Get<object>(attribute, "Mapping")), MappingFace.Is(attribute, "IsList")),
            IsCollection = MappingFace.Is(description, "IsCollection") || MappingFace.Is(description, "IsEnumerable"),
            IsArrayLike = MappingFace.Is(description, "IsArrayLike"),
            IsReadOnly = MappingFace.Is(mapping, "ReadOnly"),
            IsReturnValue = MappingFace.Is(mapping, "IsReturnValue"),
            HasSpecified = specified != "None",
            SetsSpecified = specified == "ReadWrite",
            Getter = owner is null ? null : Find(owner, name, forSetting: false),
            Setter = owner is null ? null : Find(owner, name, forSetting: true),
            Specified = owner is null || specified == "None" ? null : Find(owner, name + "Specified", forSetting: false),
            ShouldSerialize = owner is not null && MappingFace.Is(mapping, "CheckShouldPersist")
                ? FindMethod(owner, "ShouldSerialize" + name)
                : null,
        };
    }

    const BindingFlags Own = BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>The nearest field or property of the name; one whose accessor only a base has is taken there.</summary>
    static MemberInfo? Find(Type owner, string name, bool forSetting)
    {
        for (var type = owner; type is not null; type = type.BaseType)
        {
            if (type.GetField(name, Own) is { } field)
                return field;
            foreach (var property in type.GetProperties(Own))
                if (property.Name == name && property.GetIndexParameters().Length == 0
                    && (forSetting ? property.SetMethod : property.GetMethod) is not null)
                    return property;
        }
        return null;
    }

    static MethodInfo? FindMethod(Type owner, string name)
    {
        for (var type = owner; type is not null; type = type.BaseType)
            if (type.GetMethod(name, Own | BindingFlags.NonPublic | BindingFlags.Static, Type.EmptyTypes) is { } method
                && method.ReturnType == typeof(bool))
                return method;
        return null;
    }
}
