using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Operations;

namespace Isomer.Analyzers.Ahead;

/// <summary>
/// The types of the values that code returns or hands on, as they were before they became what is declared: of
/// <c>object () => new Order()</c>, Order.
/// </summary>
static class ReturnedValues
{
    /// <summary>How many variables are followed: one may be given what another has.</summary>
    const int Most = 4;

    /// <summary>Those of a lambda's body, or of a method; what functions within it return is not among them.</summary>
    public static IEnumerable<ITypeSymbol> Of(IOperation code)
    {
        var open = new Stack<IOperation>([code]);
        while (open.Count > 0)
        {
            IOperation operation = open.Pop();
            if (operation is IReturnOperation { Kind: OperationKind.Return, ReturnedValue: { } value })
                foreach (ITypeSymbol type in TypesOf(value))
                    yield return type;
            if (operation == code || operation is not (IAnonymousFunctionOperation or ILocalFunctionOperation))
                foreach (IOperation part in operation.ChildOperations)
                    open.Push(part);
        }
    }

    /// <summary>
    /// Those of a value, as it was before it became another type; of a variable that is declared <see cref="object"/>, those of what the
    /// code gives it.
    /// </summary>
    public static IEnumerable<ITypeSymbol> TypesOf(IOperation value, int most = Most) => value switch
    {
        // Where it is the same value still: a conversion of the program's own, or of numbers, makes another.
        IConversionOperation conversion when conversion.GetConversion() is { IsUserDefined: false, IsNumeric: false, IsNullable: false } =>
            TypesOf(conversion.Operand, most),
        IConditionalOperation { WhenFalse: { } other } conditional => TypesOf(conditional.WhenTrue, most).Concat(TypesOf(other, most)),
        ISwitchExpressionOperation choice => choice.Arms.SelectMany(a => TypesOf(a.Value, most)),
        ICoalesceOperation coalesce => TypesOf(coalesce.Value, most).Concat(TypesOf(coalesce.WhenNull, most)),
        ILocalReferenceOperation { Local.Type.SpecialType: SpecialType.System_Object } variable when most > 0 =>
            GivenTo(variable).SelectMany(v => TypesOf(v, most - 1)),
        { Type: { } type } => [type],
        _ => [],
    };

    /// <summary>
    /// The types that stand behind a value which is handed on as <see cref="object"/>, where the code tells them and shapes are of them: no
    /// scalars, and nothing that only others derive from.
    /// </summary>
    public static IEnumerable<ITypeSymbol> Behind(IOperation value) => TypesOf(value)
        .Select(t => t is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T, TypeArguments: [var item] }
            ? item : t)
        .Where(t => t is
        { SpecialType: SpecialType.None, IsAbstract: false, TypeKind: TypeKind.Class or TypeKind.Struct or TypeKind.Array });

    static IEnumerable<IOperation> GivenTo(ILocalReferenceOperation variable)
    {
        IOperation all = variable;
        while (all.Parent is { } around)
            all = around;
        foreach (IOperation operation in all.Descendants())
            if (operation is IVariableDeclaratorOperation declared && IsIt(declared.Symbol)
                && declared.GetVariableInitializer() is { } first)
                yield return first.Value;
            else if (operation is ISimpleAssignmentOperation { Target: ILocalReferenceOperation { Local: { } target } } assignment
                && IsIt(target))
                yield return assignment.Value;

        bool IsIt(ILocalSymbol local) => SymbolEqualityComparer.Default.Equals(local, variable.Local);
    }
}
