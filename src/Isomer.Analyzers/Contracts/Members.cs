using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// The members that a format sees of a type, by the rules of its convention. Where these are finer than what stands here (conditions,
/// overrides in bases, orders) a member is left out: what is not understood is not told of.
/// </summary>
static class Members
{
    public static IEnumerable<ISymbol> Of(INamedTypeSymbol type, Wire wire)
    {
        var seen = new HashSet<string>();
        for (INamedTypeSymbol? level =
            type; level is { SpecialType: not SpecialType.System_Object and not SpecialType.System_ValueType }; level = level.BaseType)
            foreach (ISymbol member in level.GetMembers())
                if (member is { IsStatic: false, IsImplicitlyDeclared: false }
                    and (IPropertySymbol { IsIndexer: false, GetMethod: not null } or IFieldSymbol { AssociatedSymbol: null })
                        && seen.Add(member.Name) && IsSeen(level, member, wire))
                    yield return member;
        // A positional record's properties are declared by its parameters.
        for (INamedTypeSymbol? level = type; level is { IsRecord: true }; level = level.BaseType)
            foreach (IPropertySymbol member in level.GetMembers().OfType<IPropertySymbol>())
                if (member is { IsStatic: false, IsImplicitlyDeclared: true, IsIndexer: false, DeclaredAccessibility: Accessibility.Public }
                    && seen.Add(member.Name) && IsSeen(level, member, wire))
                    yield return member;
    }

    public static ITypeSymbol TypeOf(ISymbol member) => member is IPropertySymbol property ? property.Type : ((IFieldSymbol)member).Type;

    static bool IsSeen(INamedTypeSymbol owner, ISymbol member, Wire wire) => wire switch
    {
        Wire.Json or Wire.Compact =>
            (IsShown(member)
                || Attributes.Bears(member, Attributes.Isomer + "MemberAttribute", Attributes.Json + "JsonIncludeAttribute",
                    Attributes.Json + "JsonPropertyNameAttribute"))
            && !Attributes.Bears(member, Attributes.Isomer + "SkipAttribute") && !IsAlwaysIgnored(member),
        Wire.Xml => IsShown(member) && !Attributes.Bears(member, Attributes.Xml + "XmlIgnoreAttribute"),
        Wire.Contract => IsContract(owner)
            ? Attributes.Bears(member, Attributes.Data + "DataMemberAttribute")
            : !owner.IsSerializable && IsShown(member) && !Attributes.Bears(member, Attributes.Data + "IgnoreDataMemberAttribute"),
        _ => NumberOf(member) is not null,
    };

    public static bool IsShown(ISymbol member) =>
        member.DeclaredAccessibility == Accessibility.Public
            && (member is not IPropertySymbol property || property.GetMethod!.DeclaredAccessibility == Accessibility.Public);

    public static bool IsContract(INamedTypeSymbol type) =>
        Attributes.Bears(type, Attributes.Data + "DataContractAttribute", Attributes.Data + "CollectionDataContractAttribute");

    /// <summary>[JsonIgnore] without a condition, or Always.</summary>
    static bool IsAlwaysIgnored(ISymbol member) => IgnoreCondition(member) == 1;

    /// <summary>The condition of [JsonIgnore], by its number: 1 is Always, 2 WhenWritingDefault, 3 WhenWritingNull.</summary>
    public static int IgnoreCondition(ISymbol member) =>
        Attributes.Find(member, Attributes.Json + "JsonIgnoreAttribute") is { } ignore
            ? Attributes.Set(ignore, "Condition") is int condition ? condition : 1
            : 0;

    public static AttributeData? Numbered(ISymbol member) =>
        Attributes.Find(member, Attributes.Isomer + "ProtobufMemberAttribute")
            ?? Attributes.Find(member, Attributes.ProtoBuf + "ProtoMemberAttribute");

    /// <summary>The field number that an attribute gives the member.</summary>
    public static int? NumberOf(ISymbol member) =>
        Numbered(member) is { } numbered && Attributes.Arguments(numbered) is [int number, ..] ? number : null;

    /// <summary>Whether the compiler keeps the property's value in a field: others are computed, and nothing of them is lost.</summary>
    public static bool IsStored(ISymbol member) => member is IFieldSymbol || (member is IPropertySymbol property
        && property.ContainingType.GetMembers().OfType<IFieldSymbol>()
            .Any(f => SymbolEqualityComparer.Default.Equals(f.AssociatedSymbol, property)));

    /// <summary>What is filled where it stands: a list, a set, a dictionary; not an array, nor a text.</summary>
    public static bool IsFilled(ITypeSymbol type) =>
        type.SpecialType != SpecialType.System_String && type.TypeKind != TypeKind.Array && ItemsOf(type) is not null;

    /// <summary>Whether it is a sequence, and of what; null for what is none.</summary>
    public static ITypeSymbol? ItemsOf(ITypeSymbol type)
    {
        if (type is IArrayTypeSymbol array)
            return array.ElementType;
        if (type.SpecialType == SpecialType.System_String)
            return null;
        if (type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Collections_Generic_IEnumerable_T } self)
            return self.TypeArguments[0];
        foreach (INamedTypeSymbol face in type.AllInterfaces)
            if (face.OriginalDefinition.SpecialType == SpecialType.System_Collections_Generic_IEnumerable_T)
                return face.TypeArguments[0];
        return null;
    }

    /// <summary>Without Nullable around it.</summary>
    public static ITypeSymbol Bare(ITypeSymbol type) =>
        type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable
            ? nullable.TypeArguments[0]
            : type;

    public static string Show(ISymbol member) =>
        $"{member.ContainingType.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)}.{member.Name}";

    public static string Show(ITypeSymbol type) =>
        type.ToDisplayString(
            SymbolDisplayFormat.MinimallyQualifiedFormat.WithMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.UseSpecialTypes));
}
