using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Operations;

namespace Isomer.Analyzers.Ahead;

/// <summary>
/// The types of the values that code returns, as they were before they became what is declared: of <c>object () => new Order()</c>, Order.
/// </summary>
static class ReturnedValues
{
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

    static IEnumerable<ITypeSymbol> TypesOf(IOperation value) => value switch
    {
        // Where it is the same value still: a conversion of the program's own, or of numbers, makes another.
        IConversionOperation conversion when conversion.GetConversion() is { IsUserDefined: false, IsNumeric: false, IsNullable: false } =>
            TypesOf(conversion.Operand),
        IConditionalOperation { WhenFalse: { } other } conditional => TypesOf(conditional.WhenTrue).Concat(TypesOf(other)),
        ISwitchExpressionOperation choice => choice.Arms.SelectMany(a => TypesOf(a.Value)),
        ICoalesceOperation coalesce => TypesOf(coalesce.Value).Concat(TypesOf(coalesce.WhenNull)),
        { Type: { } type } => [type],
        _ => [],
    };
}
