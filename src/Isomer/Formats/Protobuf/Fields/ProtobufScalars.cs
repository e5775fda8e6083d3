using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Which form a scalar has, by its type, its DataFormat and the level.</summary>
internal static class ProtobufScalars
{
    /// <summary>The encoding and the wire type.</summary>
    public static (ProtobufEncoding Encoding, int WireType) Form(TypeModel model, ProtobufMemberFacts facts, string name)
    {
        if (model is EnumModel)
            return (ProtobufEncoding.Natural, 0);
        var scalar = ((ScalarModel)model).Scalar;
        bool group = facts.Format == ProtobufFormat.Group;
        switch (scalar)
        {
            case Scalar.Boolean or Scalar.Char or Scalar.TimeOnly or Scalar.DateOnly:
                return (ProtobufEncoding.Natural, 0);
            case Scalar.Single or Scalar.Half:
                return (ProtobufEncoding.Natural, 5);
            case Scalar.Double:
                return (ProtobufEncoding.Natural, 1);
            case Scalar.SByte or Scalar.Int16 or Scalar.Int32:
                return Integer(facts.Format, 5);
            case Scalar.Int64 or Scalar.IntPtr:
                return Integer(facts.Format, 1);
            case Scalar.Byte or Scalar.UInt16 or Scalar.UInt32:
                return Unsigned(facts.Format, 5, model, name);
            case Scalar.UInt64 or Scalar.UIntPtr:
                return Unsigned(facts.Format, 1, model, name);
            case Scalar.DateTime or Scalar.TimeSpan:
                return facts.Format == ProtobufFormat.FixedSize ? (ProtobufEncoding.Fixed, 1)
                    : (facts.Level >= ProtobufLevel.Level240 ? ProtobufEncoding.WellKnown : ProtobufEncoding.Bcl, group ? 3 : 2);
            case Scalar.Decimal:
                return (facts.Level >= ProtobufLevel.Level300 ? ProtobufEncoding.Text : ProtobufEncoding.Bcl, 2);
            case Scalar.Guid:
                return (facts.Level < ProtobufLevel.Level300 ? ProtobufEncoding.Bcl
                    : facts.Format == ProtobufFormat.FixedSize ? ProtobufEncoding.GuidBytes : ProtobufEncoding.Text,
                        group && facts.Level < ProtobufLevel.Level300 ? 3 : 2);
            default:
                return (ProtobufEncoding.Natural, 2);
        }
    }

    /// <summary>Whether the type has a zero that is left out: dates, for one, have none.</summary>
    public static bool HasZero(TypeModel model) => model is EnumModel
        || model is ScalarModel
        {
            Scalar: not (Scalar.String or Scalar.Bytes or Scalar.DateTime or Scalar.DateTimeOffset or Scalar.DateOnly
            or Scalar.TimeOnly)
        };

    /// <summary>
    /// Whether a key or value of a map is left out where it is zero. protobuf-net has another rule there than for members: an enum, a
    /// decimal, a TimeSpan or a Guid is written; a day, a time of day and a nullable that holds zero are not.
    /// </summary>
    public static bool IsLeftOutOfMaps(TypeModel model) => model is ScalarModel
    {
        Scalar: not (Scalar.String or Scalar.Bytes or Scalar.DateTime or Scalar.DateTimeOffset or Scalar.Decimal or Scalar.TimeSpan
            or Scalar.Guid)
    };

    /// <summary>
    /// Whether the wrapper of a member is empty where its value is zero. protobuf-net has a third rule there: an enum is written; a day and
    /// a time of day are not.
    /// </summary>
    public static bool IsLeftOutOfWrappers(TypeModel model) =>
        model is ScalarModel { Scalar: Scalar.DateOnly or Scalar.TimeOnly } || (model is not EnumModel && HasZero(model));

    static (ProtobufEncoding, int) Integer(ProtobufFormat format, int fixedWire) => format switch
    {
        ProtobufFormat.ZigZag => (ProtobufEncoding.ZigZag, 0),
        ProtobufFormat.FixedSize => (ProtobufEncoding.Fixed, fixedWire),
        _ => (ProtobufEncoding.Natural, 0),
    };

    static (ProtobufEncoding, int) Unsigned(ProtobufFormat format, int fixedWire, TypeModel model, string name) => format switch
    {
        ProtobufFormat.ZigZag =>
            throw new NotSupportedException(
                $"Field '{name}' is a '{model.Type}', which has no sign: ZigZag is for signed integers. Remove the DataFormat."),
        ProtobufFormat.FixedSize => (ProtobufEncoding.Fixed, fixedWire),
        _ => (ProtobufEncoding.Natural, 0),
    };
}
