using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// A type that is no data contract. Of such a type a member may be, and collections may have items: what has none of it is read, and the
/// empty collection written, as the original does. The drop-in serializers tell this error from that of a value.
/// </summary>
internal sealed class ContractRefusedException(string message) : NotSupportedException(message)
{
    /// <summary>Throws if values of the model can be neither written nor read.</summary>
    public static void Check(TypeModel model)
    {
        if (WhyNot(model) is { } why)
            throw new ContractRefusedException(why);
    }

    /// <summary>Throws for a root of which not even null is written or read.</summary>
    public static void CheckRoot(TypeModel model)
    {
        if (WhyNotEvenNull(model) is { } why)
            throw new ContractRefusedException(why);
    }

    /// <summary>
    /// Why values of the model can be neither written nor read; null if they can. A model of any other kind is of a contract.
    /// </summary>
    public static string? WhyNot(TypeModel model) => model is DynamicModel ? ContractInfo.Of(model.Type).Refusal : null;

    /// <summary>Why not even null of the model can be written or read; null if it can.</summary>
    public static string? WhyNotEvenNull(TypeModel model) =>
        model is DynamicModel && ContractInfo.Of(model.Type).Kind == ContractKind.Refused ? WhyNot(model) : null;
}
