using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// The errors of what a surrogate of the user's carries, in formats whose objects tell their types: nothing tells that a carrier stands for
/// another, where the place does not declare it.
/// </summary>
internal static class CarriedByUser
{
    /// <summary>What stands in the place of a value: the carrier, and where that is carried too, the last one.</summary>
    public static TypeModel CarrierOf(TypeModel model) =>
        model is SurrogateModel { Surrogate: not IFieldsSurrogate, Carrier: var carrier } ? CarrierOf(carrier) : model;

    public static NotSupportedException NotDeclared(Type type) => new(
        $"A '{type}', which a surrogate carries, stands where its type is not declared: nothing would tell it from its carrier. Declare the member as '{type}'.");

    /// <summary>Null where the format has none for the carrier.</summary>
    public static NotSupportedException NoNull(Type owner, string member, Type carrier) => new(
        $"The member '{member}' of a '{owner}' is null, which its surrogate carries as a '{carrier}', and that has no null. Carry it as a nullable, a string or a class.");

    /// <summary>A carrier that tells its own type and identity where the value's stand already.</summary>
    public static NotSupportedException TellsItself(Type type, Type carrier) => new(
        $"A '{type}' cannot be written: its surrogate carries it as a '{carrier}', which has a type and an identity of its own where references are kept. Carry it as a class.");
}
