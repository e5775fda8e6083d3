using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// Properties of classes that hand out a hidden field as it is (<c>public int Count => _count;</c>), which the class changes and nothing
/// that reading calls sets. No format carries such a field of a class, since caches and locks are fields too; of a struct they do.
/// </summary>
static class HandedOut
{
    public static bool Is(ISymbol member) =>
        member is IPropertySymbol { SetMethod: null, ContainingType: { TypeKind: TypeKind.Class } owner } property
            && FieldOf(property, owner) is { IsReadOnly: false, IsConst: false, IsStatic: false } field
            && !Members.IsShown(field) && field.GetAttributes().IsEmpty && !IsSetElsewhere(owner, field.Name);

    static IFieldSymbol? FieldOf(IPropertySymbol property, INamedTypeSymbol owner)
    {
        if (property.DeclaringSyntaxReferences is not [{ } only] || only.GetSyntax() is not PropertyDeclarationSyntax declared)
            return null;
        AccessorDeclarationSyntax? getter = declared.AccessorList?.Accessors.FirstOrDefault();
        ExpressionSyntax? handed = declared.ExpressionBody?.Expression ?? getter?.ExpressionBody?.Expression
            ?? (getter?.Body?.Statements is [ReturnStatementSyntax { Expression: { } returned }] ? returned : null);
        string? name = handed switch
        {
            IdentifierNameSyntax simple => simple.Identifier.ValueText,
            MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax, Name: IdentifierNameSyntax its } => its.Identifier.ValueText,
            _ => null,
        };
        return name is null ? null : owner.GetMembers(name).OfType<IFieldSymbol>().FirstOrDefault();
    }

    /// <summary>
    /// By a setter, a constructor with parameters or a method that is called behind reading: what is not understood is not told of.
    /// </summary>
    public static bool IsSetElsewhere(INamedTypeSymbol owner, string field) => owner.GetMembers().OfType<IMethodSymbol>()
        .Where(m => m.MethodKind == MethodKind.PropertySet || (m.MethodKind == MethodKind.Constructor && !m.Parameters.IsEmpty)
            || !m.GetAttributes().IsEmpty || m.Name is "OnDeserialized" or "OnDeserializing"
            || !m.ExplicitInterfaceImplementations.IsEmpty)
        .SelectMany(m => m.DeclaringSyntaxReferences).SelectMany(r => r.GetSyntax().DescendantNodesAndSelf())
        .Any(n => n is IdentifierNameSyntax name && name.Identifier.ValueText == field
            || n is ClassDeclarationSyntax or RecordDeclarationSyntax);
}
