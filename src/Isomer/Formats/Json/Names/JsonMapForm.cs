using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>How the keys of a map stand in JSON.</summary>
internal enum JsonKeys
{
    /// <summary>The key's own form is a string: <c>{"a":1}</c>.</summary>
    Strings,
    /// <summary>Its own form is a number, true or false: quotes are put around it, <c>{"1":"a"}</c>.</summary>
    Bare,
    /// <summary>A bool, with the capital letter that System.Text.Json gives it: <c>{"True":1}</c>.</summary>
    Booleans,
    /// <summary>An enum: by name, as System.Text.Json writes keys.</summary>
    Enums,
    /// <summary>An untyped key: the form of what it is, in quotes; read back as a string.</summary>
    Dynamic,
    /// <summary>Anything else: <c>[{"Key":...,"Value":...}]</c>.</summary>
    Pairs,
}

/// <summary>Chooses, once for each map type, the form of its keys.</summary>
internal static class JsonMapForm
{
    static readonly int Slot = ModelSlot.Next();

    public static JsonKeys KeysOf(TypeModel map) => (StrongBox<JsonKeys>?)map.GetSlot(Slot) is { } known
        ? known.Value
        : map.SetSlot(Slot, new StrongBox<JsonKeys>(Choose(((MapModel)map).Key))).Value;

    static JsonKeys Choose(TypeModel key) => key switch
    {
        ScalarModel { Scalar: Scalar.Bytes } => JsonKeys.Pairs,
        ScalarModel
        {
            Scalar: Scalar.String or Scalar.Char or Scalar.Guid or Scalar.DateTime or Scalar.DateTimeOffset or Scalar.TimeSpan
            or Scalar.DateOnly or Scalar.TimeOnly
        } => JsonKeys.Strings,
        ScalarModel { Scalar: Scalar.Boolean } => JsonKeys.Booleans,
        ScalarModel => JsonKeys.Bare,
        EnumModel => JsonKeys.Enums,
        DynamicModel => JsonKeys.Dynamic,
        SurrogateModel surrogate => Choose(surrogate.Carrier),
        _ => JsonKeys.Pairs,
    };
}
