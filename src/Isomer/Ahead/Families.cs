using Isomer.Copying;
using Isomer.Model;

namespace Isomer.Ahead;

/// <summary>
/// The conventions of <see cref="ShapeFamilies"/>, by the names that saved assemblies know them by: <see cref="Convention.SavedName"/>.
/// </summary>
internal static class Families
{
    /// <summary>The single ones, in the order in which they are made.</summary>
    public static readonly ShapeFamilies[] Each =
    [
        ShapeFamilies.Plain, ShapeFamilies.Lossless, ShapeFamilies.DataContract, ShapeFamilies.XmlAttributes,
        ShapeFamilies.Protobuf, ShapeFamilies.FastJson, ShapeFamilies.Fields, ShapeFamilies.Graph, ShapeFamilies.DeepCopy,
        ShapeFamilies.XmlHandle, ShapeFamilies.ProtobufHandle,
    ];

    /// <summary>The models that formats write a root of this type by under a convention of an application's own.</summary>
    public static IEnumerable<TypeModel> RootsOf(Convention convention, ShapeFamilies families, Type type)
    {
        if (convention is XmlAttributesConvention xml)
        {
            yield return xml.RootOf(type, null).Model;
            yield break;
        }
        if (convention is not PlainConvention || (families & ShapeFamilies.Plain) != 0)
            yield return convention.ModelOf(type);
        if (convention is PlainConvention && (families & ShapeFamilies.Lossless) != 0)
            yield return convention.Lossless.ModelOf(type);
    }

    /// <summary>The one model of <see cref="RootOf"/>, made when it is asked for.</summary>
    public static IEnumerable<TypeModel> RootsOf(ShapeFamilies family, Type type)
    {
        yield return RootOf(family, type);
    }

    /// <summary>The model that the formats of a family write a root of this type by.</summary>
    public static TypeModel RootOf(ShapeFamilies family, Type type) => family switch
    {
        ShapeFamilies.Plain => Convention.Plain.ModelOf(type),
        ShapeFamilies.Lossless => Convention.Plain.Lossless.ModelOf(type),
        ShapeFamilies.DataContract => Convention.DataContract.ModelOf(type),
        ShapeFamilies.XmlAttributes => Convention.XmlAttributes.RootOf(type, null).Model,
        ShapeFamilies.Protobuf => Convention.Protobuf.ModelOf(type),
        ShapeFamilies.FastJson => Convention.FastJson.ModelOf(type),
        ShapeFamilies.Fields => Convention.Fields.ModelOf(type),
        ShapeFamilies.Graph => Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType).Lossless.ModelOf(type),
        ShapeFamilies.DeepCopy => CopyConvention.Usual.Lossless.ModelOf(type),
        ShapeFamilies.XmlHandle => Convention.XmlAttributes.With(XmlExtensions.All).RootOf(type, null).Model,
        ShapeFamilies.ProtobufHandle => Convention.Protobuf.WithNumberedMembers().ModelOf(type),
        _ => throw new ArgumentOutOfRangeException(nameof(family), family, "One family at a time."),
    };
}
