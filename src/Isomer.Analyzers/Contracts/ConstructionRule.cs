using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>ISO0005: a class of which reading can make no object, so that what is written is refused when it is read.</summary>
static class ConstructionRule
{
    public static void Check(Walk walk, INamedTypeSymbol type, Wire wire)
    {
        string? refusal = wire switch
        {
            Wire.Json or Wire.Compact => OfPlain(type, wire),
            Wire.Xml =>
                HasSimple(type)
                    ? null
                    : "XmlSerializer's classes have a constructor without parameters. Add one, which may be private, or take Convention.XmlAttributes.With(XmlExtensions.Constructors).",
            Wire.Contract =>
                HasSimple(type) || type.IsSerializable || Members.IsContract(type)
                    ? null
                    : "it is no data contract: mark it [DataContract], or add a constructor without parameters.",
            _ => null,
        };
        if (refusal is not null)
            walk.Tell(Rules.Construction, type, SubtypesRule.NameOf(wire), Members.Show(type), refusal);
    }

    static bool HasSimple(INamedTypeSymbol type) => type.IsValueType || type.InstanceConstructors.Any(c => c.Parameters.Length == 0);

    static string? OfPlain(INamedTypeSymbol type, Wire wire)
    {
        if (type.IsTupleType || type.IsAnonymousType)
            return null;
        if (Constructors.Chosen(type, out string? refusal) is not { } constructor)
            return refusal;
        // A struct has its default where its constructor cannot be bound, if nobody asked for just that.
        if (type.IsValueType && !Constructors.IsMarked(constructor))
            return null;
        var members = Members.Of(type, wire).ToList();
        foreach (IParameterSymbol parameter in constructor.Parameters)
            // Of a member that attributes leave out the parameter gets its default: any member of the name will do.
            if (!parameter.HasExplicitDefaultValue && !members.Exists(m => Constructors.Fits(parameter, m)) && !Any(type, parameter))
                return $"no member has the name and type of the parameter '{parameter.Name}' of its constructor. Rename it, give it a default, or mark another constructor with [Creator].";
        return null;
    }

    static bool Any(INamedTypeSymbol type, IParameterSymbol parameter)
    {
        for (INamedTypeSymbol? level = type; level is not null; level = level.BaseType)
            foreach (ISymbol member in level.GetMembers())
                if (member is IPropertySymbol or IFieldSymbol
                    && Attributes.Bears(member, Attributes.Isomer + "SkipAttribute", Attributes.Json + "JsonIgnoreAttribute")
                    && Constructors.Fits(parameter, member))
                    return true;
        return false;
    }
}
