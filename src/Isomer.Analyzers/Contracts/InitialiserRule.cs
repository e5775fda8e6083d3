using System;
using System.Globalization;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// ISO0006: what a format leaves out comes back as what the initialiser says. So an initialiser and a default of the wire that differ
/// change a value, and a collection that has items from the beginning has them once more when it was read.
/// </summary>
static class InitialiserRule
{
    public static void Check(Walk walk, ISymbol member, Wire wire)
    {
        Initial? initial = walk.Initialisers[member];
        if (Message(member, Members.TypeOf(member), wire, initial) is { } message)
            walk.Tell(Rules.Initialiser, member, message);
    }

    static string? Message(ISymbol member, ITypeSymbol type, Wire wire, Initial? initial)
    {
        string name = Members.Show(member);
        // A constructor may say otherwise, and is not looked into.
        if (initial is { IsKnown: false } || member.ContainingType.InstanceConstructors.Any(c => !c.IsImplicitlyDeclared))
            return null;
        if (initial is { HasItems: true })
            return AddsTo(member, type, wire)
                ? $"'{name}' has items from its initialiser, to which reading from {wire} adds. Leave it empty{(wire == Wire.Protobuf ? ", or say OverwriteList = true" : "")}."
                : null;
        object? first = initial is { } said ? said.Value : Zero(type);
        return wire switch
        {
            Wire.Protobuf => OfProtobuf(member, type, name, first),
            Wire.Xml => Default(member) is { } constant ? Differs(constant, first) ? OfDefault(name, "to Xml", constant, first) : null
                : IsNullable(type) && first is not null && !WritesNull(member)
                    ? ComesBack(name, "Xml", first, "Say [XmlElement(IsNullable = true)], or leave the initialiser out.")
                    : null,
            Wire.Json =>
                first is not null
                    && (type.IsValueType
                        ? Members.IgnoreCondition(member) == 2 && !IsZero(first)
                        : Members.IgnoreCondition(member) is 2 or 3)
                ? $"'{name}' is not written to Json where it is {(type.IsValueType ? "zero" : "null")}, as its [JsonIgnore] says, and comes back as {Show(first)}. Leave out the condition, or the initialiser." : null,
            _ => null,
        };
    }

    static string OfDefault(string name, string where, object constant, object? first) =>
        $"'{name}' is not written {where} where it is {Show(constant)}, as its [DefaultValue] says, but a new object has {Show(first)}: so that is what it comes back as. Make them the same.";

    static string ComesBack(string name, string format, object first, string remedy) =>
        $"'{name}' is not written to {format} where it is null, and comes back as {Show(first)}. {remedy}";

    static string? OfProtobuf(ISymbol member, ITypeSymbol type, string name, object? first)
    {
        AttributeData? numbered = Members.Numbered(member);
        if (numbered is not null && Attributes.Set(numbered, "IsRequired") is true)
            return null;
        if (Default(member) is { } constant)
            return Differs(constant, first) ? OfDefault(name, "to Protobuf", constant, first) : null;
        if (IsNullable(type))
            return first is not null ? ComesBack(name, "Protobuf", first, "Leave the initialiser out.") : null;
        return type.IsValueType && type.OriginalDefinition.SpecialType != SpecialType.System_Nullable_T && first is not null
            && !IsZero(first)
            ? $"'{name}' is {Show(first)} from its initialiser, and zero is not written to Protobuf: what is written as zero comes back as {Show(first)}. Say IsRequired = true, [DefaultValue({Show(first)})], or take Convention.Protobuf.WithZeros()."
            : null;
    }

    /// <summary>A text that may be null, as it is declared.</summary>
    static bool IsNullable(ITypeSymbol type) =>
        type.SpecialType == SpecialType.System_String && type.NullableAnnotation == NullableAnnotation.Annotated;

    static bool WritesNull(ISymbol member) =>
        member.GetAttributes()
            .Any(a => Attributes.NameOf(a) is "System.Xml.Serialization.XmlElementAttribute" && Attributes.Set(a, "IsNullable") is true)
        || Attributes.Bears(member, Attributes.Xml + "XmlAttributeAttribute", Attributes.Xml + "XmlTextAttribute");

    /// <summary>Protobuf appends to arrays as to lists; XmlSerializer makes an array anew. Bytes are one value.</summary>
    static bool AddsTo(ISymbol member, ITypeSymbol type, Wire wire) => wire switch
    {
        Wire.Protobuf =>
            Members.ItemsOf(type) is { SpecialType: not SpecialType.System_Byte }
                && !(Members.Numbered(member) is { } numbered && Attributes.Set(numbered, "OverwriteList") is true),
        Wire.Xml => Members.IsFilled(type),
        _ => false,
    };

    static object? Default(ISymbol member) =>
        Attributes.Find(member, "System.ComponentModel.DefaultValueAttribute") is { } attribute
            && attribute.ConstructorArguments is [{ Kind: not TypedConstantKind.Array, Value: { } value }] ? value : null;

    /// <summary>Compared as numbers are, whatever their types: [DefaultValue(3)] stands on a long too.</summary>
    static bool Differs(object constant, object? first) => first switch
    {
        null => true, // of a text; what else is not known has not come here
        _ when IsNumber(constant) && IsNumber(first) =>
            Convert.ToDouble(constant, CultureInfo.InvariantCulture) != Convert.ToDouble(first, CultureInfo.InvariantCulture),
        _ => constant.GetType() == first.GetType() && !constant.Equals(first),
    };

    static bool IsNumber(object value) =>
        value is sbyte or byte or short or ushort or int or uint or long or ulong or float or double or decimal;

    static bool IsZero(object value) =>
        value switch
        {
            bool b => !b,
            char c => c == '\0',
            _ when IsNumber(value) => Convert.ToDouble(value, CultureInfo.InvariantCulture) == 0,
            _ => false
        };

    /// <summary>What a member without an initialiser is.</summary>
    static object? Zero(ITypeSymbol type) => type.SpecialType switch
    {
        SpecialType.System_Boolean => false,
        SpecialType.System_Char => '\0',
        >= SpecialType.System_SByte and <= SpecialType.System_Double => 0,
        _ => type.TypeKind == TypeKind.Enum ? EnumZero(type) : null,
    };

    /// <summary>Zero as constants of the enum are told: in its underlying type.</summary>
    static object? EnumZero(ITypeSymbol type) => type is INamedTypeSymbol { EnumUnderlyingType: { } underlying } ? Zero(underlying) : null;

    static string Show(object? value) =>
        value switch
        {
            null => "null",
            string s => $"\"{s}\"",
            bool b => b ? "true" : "false",
            _ => Convert.ToString(value, CultureInfo.InvariantCulture)!
        };
}
