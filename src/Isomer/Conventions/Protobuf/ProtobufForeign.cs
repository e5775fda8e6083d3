using System.Globalization;
using System.Reflection;

namespace Isomer.Conventions;

/// <summary>
/// The attributes of protobuf-net that are not obeyed, with what to do instead. All others in its namespace are obeyed, or have no effect
/// on the bytes (what schemas and generators read). One that this table does not know may mean anything, so it is refused too.
/// </summary>
internal static class ProtobufForeign
{
    const string Space = "ProtoBuf";

    /// <summary>What to do instead; null for an attribute of others, one that is obeyed and one that changes no byte.</summary>
    public static string? RemedyOf(MemberInfo bearer, CustomAttributeData data)
    {
        if (data.AttributeType.Namespace != Space)
            return null;
        switch (data.AttributeType.Name)
        {
            case "ProtoContractAttribute":
                if (Marks.Set(data, "Serializer") is not null)
                    return "A Serializer is code of protobuf-net's: use a Surrogate, a type with conversions to and from this one.";
                return Marks.Set(data, "AsReferenceDefault") is true ? NoReferences : null;
            case "ProtoMemberAttribute" or "ProtoPartialMemberAttribute":
                var options = (ProtobufMarks.MemberOptions)(Marks.Set(data, "Options") is { } set
                    ? Convert.ToInt32(set, CultureInfo.InvariantCulture)
                    : 0);
                if (Marks.Set(data, "AsReference") is true || options.HasFlag(ProtobufMarks.MemberOptions.AsReference))
                    return NoReferences;
                return Marks.Set(data, "DynamicType") is true || options.HasFlag(ProtobufMarks.MemberOptions.DynamicType)
                    ? "A DynamicType is named in the data, from which no type is made: declare what may stand there with [ProtobufInclude] on its base, or take ProtobufAny."
                    : null;
            // A value of its own was protobuf-net 2's; the same as the enum's changes nothing.
            case "ProtoEnumAttribute":
                return bearer is FieldInfo { IsLiteral: true } constant && Marks.Set(data, "Value") is int value
                    && constant.GetRawConstantValue() is { } raw
                    && (raw is ulong big ? (decimal)big : Convert.ToDecimal(raw, CultureInfo.InvariantCulture)) != value
                    ? $"protobuf-net 2 wrote {value} in its place: give the enum's value that number." : null;
            case "ProtoIgnoreAttribute" or "ProtoPartialIgnoreAttribute" or "ProtoIncludeAttribute" or "ProtoMapAttribute"
                or "ProtoConverterAttribute" or "ProtoReservedAttribute"
                or "ProtoBeforeSerializationAttribute" or "ProtoAfterSerializationAttribute" or "ProtoBeforeDeserializationAttribute"
                or "ProtoAfterDeserializationAttribute"
                or "CompatibilityLevelAttribute" or "NullWrappedValueAttribute" or "NullWrappedCollectionAttribute":
            // Of the generators, whose work is done when the program runs.
            case "ProtoModelAttribute" or "ProtoSerializableAttribute" or "ProtoSurrogateAttribute" or "ProtoSubTypeAttribute"
                or "ProtoSyntaxAttribute" or "ProtoUnionAttribute" or "ProtoUnionAttribute`1":
                return null;
            default:
                return "It is not known what it means. Remove it, or register the type in code with a ProtobufModel.";
        }
    }

    const string NoReferences =
        "References have no form in protobuf, and protobuf-net 3 has none either: remove it, or write the graph with JsonOptions.Graph.";
}
