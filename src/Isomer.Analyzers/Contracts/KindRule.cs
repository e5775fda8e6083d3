using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// ISO0003: a DateTime in a Protobuf contract. protobuf-net writes the time without its Kind unless it is asked, and so do we; as a
/// Timestamp it is UTC. All other formats bring the Kind back.
/// </summary>
static class KindRule
{
    const int WellKnown = 5;

    public static void Check(Walk walk, INamedTypeSymbol owner, ISymbol member, IAssemblySymbol assembly)
    {
        if (!IsDate(Members.TypeOf(member)) || HasLevel(member) || HasLevel(owner) || HasLevel(owner.ContainingAssembly ?? assembly)
            || BasesHaveLevel(owner))
            return;
        if (Members.Numbered(member) is { } numbered && Attributes.Set(numbered, "DataFormat") is WellKnown)
            return;
        walk.Tell(Rules.KindOfDate, member, Members.Show(member));
    }

    static bool IsDate(ITypeSymbol type)
    {
        type = Members.Bare(type);
        return type.SpecialType == SpecialType.System_DateTime
            || (Members.ItemsOf(type) is { } item && Members.Bare(item).SpecialType == SpecialType.System_DateTime);
    }

    /// <summary>Another form of dates, chosen on purpose: from 240 on they are Timestamps.</summary>
    static bool HasLevel(ISymbol symbol) =>
        Attributes.Bears(symbol, Attributes.Isomer + "ProtobufCompatibilityLevelAttribute",
            Attributes.ProtoBuf + "CompatibilityLevelAttribute");

    static bool BasesHaveLevel(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? level = type.BaseType; level is not null; level = level.BaseType)
            if (HasLevel(level))
                return true;
        return type.GetAttributes()
            .Any(a => Attributes.NameOf(a) == "Isomer.ProtobufContractAttribute" && Attributes.Set(a, "GoogleRules") is true);
    }
}
