// Attributes with the full names of protobuf-net's: they are recognised by name, so that no package is needed.
#pragma warning disable IDE0130 // the namespace is the point
namespace ProtoBuf;

public enum DataFormat { Default, ZigZag, TwosComplement, FixedSize, Group, WellKnown }

public enum CompatibilityLevel { NotSpecified = 0, Level200 = 200, Level240 = 240, Level300 = 300 }

[Flags]
public enum MemberSerializationOptions
{
    None = 0, Packed = 1, Required = 2, AsReference = 4, DynamicType = 8, OverwriteList = 16,
    AsReferenceHasValue = 32
}

public enum ImplicitFields { None, AllPublic, AllFields }

[AttributeUsage(AttributeTargets.All, Inherited = false)]
public sealed class ProtoContractAttribute : Attribute
{
    public string? Name { get; set; }
    public ImplicitFields ImplicitFields { get; set; }
    public int ImplicitFirstTag { get; set; }
    public bool InferTagFromName { get; set; }
    public int DataMemberOffset { get; set; }
    public bool SkipConstructor { get; set; }
    public bool IgnoreListHandling { get; set; }
    public bool IsGroup { get; set; }
    public bool IgnoreUnknownSubTypes { get; set; }
    public bool UseProtoMembersOnly { get; set; }
    public Type? Surrogate { get; set; }
    public Type? Serializer { get; set; }
    public bool AsReferenceDefault { get; set; }
}

[AttributeUsage(AttributeTargets.All)]
public sealed class ProtoMemberAttribute(int tag) : Attribute
{
    public int Tag { get; } = tag;
    public string? Name { get; set; }
    public DataFormat DataFormat { get; set; }
    public bool IsPacked { get; set; }
    public bool IsRequired { get; set; }
    public bool OverwriteList { get; set; }
    public MemberSerializationOptions Options { get; set; }
    public bool AsReference { get; set; }
    public bool DynamicType { get; set; }
}

[AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
public sealed class ProtoPartialMemberAttribute(int tag, string memberName) : Attribute
{
    public int Tag { get; } = tag;
    public string MemberName { get; } = memberName;
    public DataFormat DataFormat { get; set; }
}

[AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
public sealed class ProtoPartialIgnoreAttribute(string memberName) : Attribute
{
    public string MemberName { get; } = memberName;
}

[AttributeUsage(AttributeTargets.All, AllowMultiple = true, Inherited = false)]
public sealed class ProtoIncludeAttribute : Attribute
{
    public ProtoIncludeAttribute(int tag, Type knownType) => (Tag, KnownTypeName) = (tag, knownType.FullName!);
    public ProtoIncludeAttribute(int tag, string knownTypeName) => (Tag, KnownTypeName) = (tag, knownTypeName);
    public int Tag { get; }
    public string KnownTypeName { get; }
    public DataFormat DataFormat { get; set; }
}

[AttributeUsage(AttributeTargets.All)]
public sealed class ProtoIgnoreAttribute : Attribute;

[AttributeUsage(AttributeTargets.All)]
public sealed class ProtoEnumAttribute : Attribute
{
    public int Value { get; set; }
    public string? Name { get; set; }
}

[AttributeUsage(AttributeTargets.All)]
public sealed class ProtoMapAttribute : Attribute
{
    public DataFormat KeyFormat { get; set; }
    public DataFormat ValueFormat { get; set; }
    public bool DisableMap { get; set; }
}

[AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
public sealed class ProtoReservedAttribute : Attribute
{
    public ProtoReservedAttribute(int field, string? comment = null) => (From, To, Comment) = (field, field, comment);
    public ProtoReservedAttribute(int from, int to, string? comment = null) => (From, To, Comment) = (from, to, comment);
    public ProtoReservedAttribute(string field, string? comment = null) => (Name, Comment) = (field, comment);
    public int From { get; }
    public int To { get; }
    public string? Name { get; }
    public string? Comment { get; }
}

[AttributeUsage(AttributeTargets.All)]
public sealed class NullWrappedValueAttribute : Attribute
{
    public bool AsGroup { get; set; }
}

[AttributeUsage(AttributeTargets.All)]
public sealed class NullWrappedCollectionAttribute : Attribute
{
    public bool AsGroup { get; set; }
}

[AttributeUsage(AttributeTargets.All)]
public sealed class CompatibilityLevelAttribute(CompatibilityLevel level) : Attribute
{
    public CompatibilityLevel Level { get; } = level;
}

[AttributeUsage(AttributeTargets.Method)]
public sealed class ProtoBeforeSerializationAttribute : Attribute;

[AttributeUsage(AttributeTargets.Method)]
public sealed class ProtoAfterSerializationAttribute : Attribute;

[AttributeUsage(AttributeTargets.Method)]
public sealed class ProtoBeforeDeserializationAttribute : Attribute;

[AttributeUsage(AttributeTargets.Method)]
public sealed class ProtoAfterDeserializationAttribute : Attribute;

[AttributeUsage(AttributeTargets.Method)]
public sealed class ProtoConverterAttribute : Attribute;

public interface IExtensible;

/// <summary>A base class of protobuf-net's that keeps unknown fields.</summary>
public abstract class Extensible : IExtensible;
