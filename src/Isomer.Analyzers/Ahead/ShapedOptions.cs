using System;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace Isomer.Analyzers.Ahead;

/// <summary>
/// Under which convention a call writes and reads, as far as the options that it names tell that here: the families whose shapes serve it,
/// and the property that gives a convention of the program's own, if one does, of which the families say what of it is asked for.
/// </summary>
static class ShapedOptions
{
    /// <summary>
    /// Settings of simple types that change which shapes serve a call. All others of simple types are asked as values are carried.
    /// (A test sets each setting of each format's options to each value, and looks at which convention the format sees then.)
    /// </summary>
    static readonly string[] s_views =
        ["Tables", "KeepsTypes", "TypeNames", "NetDataContract", "UseSimpleDictionaryFormat", "AllowsLosses", "IsStrict", "DBNulls",
            "Schema"];

    /// <summary>The convention that options say; null where that is not to be seen.</summary>
    /// <param name="options">The options: null, a preset, made in their place or by a static property or field of the program's own that
    /// always has the same.</param>
    /// <param name="families">What serves the format where its options say nothing.</param>
    /// <param name="depth">How many more are followed: one may be made of another.</param>
    public static (Families Families, IPropertySymbol? Own)? Of(
        IOperation options, Families families, SemanticModel model, CancellationToken cancellation, int depth = 8)
    {
        while (options is IConversionOperation conversion)
            options = conversion.Operand;
        return options switch
        {
            ILiteralOperation { ConstantValue: { HasValue: true, Value: null } } or IDefaultValueOperation => (families, null),
            IObjectCreationOperation { Arguments.IsEmpty: true, Type: INamedTypeSymbol type } made when IsOptions(type) =>
                With(families, null, made.Initializer),
            IWithOperation { Type: INamedTypeSymbol type } with when IsOptions(type) && depth > 0
                && Of(with.Operand, families, model, cancellation, depth - 1) is var (known, own) =>
                With(known, own, with.Initializer),
            IMemberReferenceOperation { Member: { IsStatic: true, ContainingType: { } owner } preset } when IsOptions(owner) =>
                OfPreset(preset.Name, families),
            IMemberReferenceOperation { Member: { IsStatic: true } own } when depth > 0
                && Given(own, model, cancellation) is var (given, its) => Of(given, families, its, cancellation, depth - 1),
            _ => null,
        };
    }

    /// <summary>That of a copy, which is given the convention itself and sees it as Compact does.</summary>
    public static (Families Families, IPropertySymbol? Own)? OfCopy(IOperation convention) =>
        convention is ILiteralOperation or IDefaultValueOperation or IConversionOperation { Operand: ILiteralOperation }
            ? (Families.DeepCopy, null)
            : Convention(convention) is { } own && Serves(own.Type, Families.Lossless) ? (Families.Lossless, own) : null;

    static bool IsOptions(INamedTypeSymbol type) => Facades.IsOfIsomer(type) && type.Name.EndsWith("Options", StringComparison.Ordinal);

    static (Families, IPropertySymbol?)? OfPreset(string name, Families families) => name switch
    {
        "Default" or "Web" or "Pretty" or "Binary" or "Grouped" => (families, null),
        "FastJson" => (Families.FastJson, null),
        "Graph" => (Families.Graph, null),
        _ => null,
    };

    static (Families, IPropertySymbol?)? With(
        Families families, IPropertySymbol? own, IObjectOrCollectionInitializerOperation? initializer)
    {
        foreach (IOperation part in initializer?.Initializers ?? [])
        {
            if (part is not ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property: { } property }, Value: { } value })
                return null;
            if (property.Name == "Convention")
            {
                own = Convention(value);
                if (own is null || !Serves(own.Type, families))
                    return null;
            }
            else if (!IsSimple(property.Type) || s_views.Contains(property.Name))
            {
                return null;
            }
        }
        return (families, own);
    }

    static bool IsSimple(ITypeSymbol type) => type.TypeKind == TypeKind.Enum || type.SpecialType is not SpecialType.None and not
        SpecialType.System_Object || type.Name == "Limits";

    /// <summary>A property of the program's own that has one convention for good: the tool asks it when the program is built.</summary>
    static IPropertySymbol? Convention(IOperation value)
    {
        while (value is IConversionOperation conversion)
            value = conversion.Operand;
        return value is IPropertyReferenceOperation { Property: { IsStatic: true, SetMethod: null } property }
            && !property.ContainingType.IsGenericType && Initialiser(property) is not null ? property : null;
    }

    /// <summary>
    /// Json and Compact see data contracts and fastJSON's types in a way of their own, for which no shapes are made; by its type it is to
    /// be seen what a convention is.
    /// </summary>
    static bool Serves(ITypeSymbol convention, Families families) => convention.Name switch
    {
        "PlainConvention" => families is Families.Plain or Families.Lossless,
        "DataContractConvention" => families == Families.DataContract,
        "FastJsonConvention" => families == Families.FastJson,
        "XmlAttributesConvention" => families == Families.XmlAttributes,
        "ProtobufConvention" => families == Families.Protobuf,
        "FieldsConvention" => families == Families.Fields,
        _ => false,
    };

    /// <summary>What a static property or field has from the beginning, and never anything else.</summary>
    static (IOperation Value, SemanticModel Model)? Given(ISymbol member, SemanticModel model, CancellationToken cancellation)
    {
        if (member is not (IPropertySymbol { SetMethod: null } or IFieldSymbol { IsReadOnly: true })
            || Initialiser(member) is not { } value)
            return null;
        SemanticModel its = value.SyntaxTree == model.SyntaxTree ? model : model.Compilation.GetSemanticModel(value.SyntaxTree);
        return its.GetOperation(value.Value, cancellation) is { } operation ? (operation, its) : null;
    }

    static EqualsValueClauseSyntax? Initialiser(ISymbol member) =>
        member.DeclaringSyntaxReferences is [{ } only] ? only.GetSyntax() switch
        {
            PropertyDeclarationSyntax property => property.Initializer,
            VariableDeclaratorSyntax field => field.Initializer,
            _ => null,
        } : null;
}
