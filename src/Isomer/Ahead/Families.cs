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
        ShapeFamilies.Protobuf, ShapeFamilies.FastJson, ShapeFamilies.Fields,
    ];

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
        _ => throw new ArgumentOutOfRangeException(nameof(family), family, "One family at a time."),
    };
}
