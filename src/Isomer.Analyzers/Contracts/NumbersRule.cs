using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// ISO0004: field numbers of a [ProtobufContract] that are there twice, reserved, or none: the contract is refused at its first use.
/// </summary>
static class NumbersRule
{
    const int Last = 536_870_911;

    public static void Check(INamedTypeSymbol type, Action<Diagnostic> report)
    {
        if (!Attributes.Bears(type, Attributes.Isomer + "ProtobufContractAttribute"))
            return;
        var taken = new Dictionary<int, string>();
        List<(int From,
            int To)> reserved = [
                .. type.GetAttributes().Where(a => Attributes.NameOf(a) == "Isomer.ProtobufReservedAttribute").Select(Range)
                    .Where(r => r.To > 0)];
        foreach (var (number, what, place) in Numbers(type))
        {
            string? wrong = number is < 1 or > Last ? $"{what} has the field number {number}. Numbers go from 1 to {Last}."
                : taken.TryGetValue(number, out string? other)
                    ? $"{other} and {what} have the same field number {number}. Give one another number."
                : reserved.Any(r => number >= r.From && number <= r.To)
                    ? $"{what} has the field number {number}, which is reserved. Give it another."
                    : null;
            if (wrong is not null)
                report(Diagnostic.Create(Rules.Numbers, place, Members.Show(type), wrong));
            else
                taken[number] = what;
        }
    }

    static (int From, int To) Range(AttributeData attribute) => Attributes.Arguments(attribute) switch
    {
        [int one] => (one, one),
        [int from, int to] => (from, to),
        _ => (0, 0), // a name
    };

    /// <summary>Of members in their order, of the cases that stand in them, and then of derived types.</summary>
    static IEnumerable<(int Number, string What, Location Place)> Numbers(INamedTypeSymbol type)
    {
        foreach (ISymbol member in type.GetMembers().Where(m => m is IPropertySymbol or IFieldSymbol && !m.IsStatic))
            foreach (AttributeData attribute in member.GetAttributes())
                if (Attributes.NameOf(attribute) is "Isomer.ProtobufMemberAttribute" && Attributes.Arguments(attribute) is [int number])
                    yield return (number, $"the member '{member.Name}'", PlaceOf(attribute, member));
                else if (Attributes.NameOf(attribute) is "Isomer.ProtobufCaseAttribute"
                    && Attributes.Arguments(attribute) is [int at, ITypeSymbol of])
                    yield return (at, $"the case '{of.Name}' of '{member.Name}'", PlaceOf(attribute, member));
        foreach (AttributeData attribute in type.GetAttributes())
            if (Attributes.NameOf(attribute) is "Isomer.ProtobufIncludeAttribute"
                && Attributes.Arguments(attribute) is [int number, ITypeSymbol derived])
                yield return (number, $"the derived type '{derived.Name}'", PlaceOf(attribute, type));
    }

    static Location PlaceOf(AttributeData attribute, ISymbol bearer) =>
        attribute.ApplicationSyntaxReference is { } reference
            ? Location.Create(reference.SyntaxTree, reference.Span)
            : bearer.Locations.FirstOrDefault() ?? Location.None;
}
