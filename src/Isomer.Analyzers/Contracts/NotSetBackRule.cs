using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// ISO0002: a member that holds a value, and that reading does not set. Json writes it and does not read it; Xml and data contracts do not
/// even write it. Compact sets it, with a setter or without, but for what hands out a field that is declared apart. A collection is filled
/// where it stands, and what a constructor takes comes by it.
/// </summary>
static class NotSetBackRule
{
    public static void Check(Walk walk, INamedTypeSymbol owner, ISymbol member, Wire wire)
    {
        bool isHandedOut = HandedOut.Is(member);
        if (wire is Wire.Protobuf || (wire == Wire.Compact && !isHandedOut) || IsSet(member)
            || !(isHandedOut || Members.IsStored(member)) || Members.IsFilled(Members.TypeOf(member)))
            return;
        switch (wire)
        {
            case Wire.Json when !IsReached(member) && Members.IgnoreCondition(member) == 0
                && !Constructors.Takes(owner, member):
                walk.Tell(Rules.NotSetBack, member, "Json", Members.Show(member),
                    "Give it a setter (which may be private where it is marked [Member]), or leave it out with [Skip]");
                break;
            case Wire.Compact when !Constructors.Takes(owner, member):
                walk.Tell(Rules.NotSetBack, member, "Compact", Members.Show(member),
                    "Give it a setter (which may be private), or leave it out with [Skip]");
                break;
            // With a private setter Xml refuses the type when it reads it, which nobody overlooks, but is no better.
            case Wire.Xml:
                walk.Tell(Rules.NotSetBack, member, "Xml", Members.Show(member),
                    "Give it a public setter, or leave it out with [XmlIgnore]");
                break;
            case Wire.Contract when !Members.IsContract(owner):
                walk.Tell(Rules.NotSetBack, member, "ContractXml (and ContractJson)", Members.Show(member),
                    "Mark the type [DataContract] and the member [DataMember] with a setter, which may be private");
                break;
        }
    }

    /// <summary>A mark reaches a private setter and a readonly field, and not the field behind a property without a setter.</summary>
    static bool IsReached(ISymbol member) =>
        member is IFieldSymbol or IPropertySymbol { SetMethod: not null }
            && Attributes.Bears(member, Attributes.Isomer + "MemberAttribute", Attributes.Json + "JsonIncludeAttribute");

    static bool IsSet(ISymbol member) =>
        member is IPropertySymbol property
            ? property.SetMethod is { DeclaredAccessibility: Accessibility.Public }
            : member is IFieldSymbol { IsReadOnly: false };
}
