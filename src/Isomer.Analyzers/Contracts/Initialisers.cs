using System.Collections.Concurrent;
using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Isomer.Analyzers.Contracts;

/// <summary>What a member is before anything is read into it.</summary>
readonly struct Initial(object? value, bool hasItems, bool isKnown = true)
{
    /// <summary>The constant; null where it is null, or none.</summary>
    public object? Value { get; } = value;

    /// <summary>Whether the initialiser is a constant, or a collection with something in it.</summary>
    public bool IsKnown { get; } = isKnown;

    /// <summary>Whether it is a collection with something in it.</summary>
    public bool HasItems { get; } = hasItems;
}

/// <summary>
/// The initialisers of fields and properties, noted as the compiler comes by them: to look for them afterwards would bind their code once
/// more.
/// </summary>
sealed class Initialisers
{
    readonly ConcurrentDictionary<ISymbol, Initial> _found = new(SymbolEqualityComparer.Default);

    /// <summary>Nothing, where there is none.</summary>
    public Initial? this[ISymbol member] => _found.TryGetValue(member.OriginalDefinition, out Initial initial) ? initial : null;

    public void Note(ISymbolInitializerOperation initialiser)
    {
        IOperation value = initialiser.Value;
        while (value is IConversionOperation conversion && !value.ConstantValue.HasValue)
            value = conversion.Operand;
        Initial known = value switch
        {
            { ConstantValue: { HasValue: true, Value: var constant } } => new Initial(constant, false),
            ICollectionExpressionOperation { Elements.Length: > 0 } => new Initial(null, true),
            IObjectCreationOperation { Initializer.Initializers.Length: > 0 } => new Initial(null, true),
            IArrayCreationOperation { Initializer.ElementValues.Length: > 0 } => new Initial(null, true),
            _ => new Initial(null, false, isKnown: false),
        };
        IEnumerable<ISymbol> members = initialiser switch
        {
            IPropertyInitializerOperation property => property.InitializedProperties,
            IFieldInitializerOperation field => field.InitializedFields,
            _ => [],
        };
        foreach (ISymbol member in members)
            _found[member.OriginalDefinition] = known;
    }
}
