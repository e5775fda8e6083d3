using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>The errors that shapes raise.</summary>
internal static class Refusals
{
    /// <summary>A run-time type that was not declared: writing it as its base would lose its own members.</summary>
    public static void UnknownSubtype(object value, TypeModel declared) => throw new NotSupportedException(
        $"A '{value.GetType()}' stands where '{declared.Type}' is declared, and is not one of its known subtypes. {declared.Convention.RemedyFor(value.GetType(), declared.Type)}");

    /// <summary>A value that is not of the type that it is to be written as.</summary>
    public static void CheckIsOf(object? value, Type type)
    {
        if (value is null ? type.IsValueType && Nullable.GetUnderlyingType(type) is null : !type.IsInstanceOfType(value))
            throw new ArgumentException($"The value is {(value is null ? "null" : $"a '{value.GetType()}'")}, which is no '{type}'.",
                nameof(value));
    }

    /// <summary>The input names no subtype, or one that is not declared.</summary>
    public static void NoSuchSubtype(TypeModel declared)
    {
        string remedy = declared is ObjectModel { Convention: PlainConvention, DiscriminatorName: { } name }
            ? $" In JSON its first member '{name}' does; JsonOptions.TypeAnywhere takes it behind others."
            : "";
        throw new WireFormatException($"The input does not say which '{declared.Type}' this is.{remedy}");
    }

    /// <summary>A type that can be written but not made; where subtypes of it could be, it is the input that does not name one.</summary>
    public static void NotReadable(TypeModel model, string reason)
    {
        if (model.IsPolymorphic || (model.IsOpen && model.Type.IsAbstract))
            NoSuchSubtype(model);
        throw new NotSupportedException($"A '{model.Type}' cannot be read: {reason}.");
    }

    /// <summary>A struct of which nothing would come back (<see cref="Merging.IsRefused"/>).</summary>
    public static void LosesState(TypeModel model) =>
        throw new NotSupportedException($"A '{model.Type}' is not written or filled: {((ObjectModel)model).Construction.Refusal}.");

    /// <summary>Required members, among the 64 from the first on, that the input does not have.</summary>
    public static void Missing(TypeModel model, ulong seen, int first)
    {
        var missing = ((ObjectModel)model).Members.Skip(first).Take(64).Where((m, i) => m.IsRequired && (seen & (1UL << i)) == 0)
            .Select(m => m.Name).ToList();
        throw new WireFormatException(
            $"An object of type '{model.Type}' lacks required members: {string.Join(", ", missing.Select(m => $"'{m}'"))}.")
        { Missing = missing[0] };
    }

    /// <summary>Null for a struct that is carried as a class.</summary>
    public static void NullCarrier(TypeModel model) =>
        throw new WireFormatException($"Null stands where a '{model.Type}' is expected, which cannot be null.");

    /// <summary>The collection was changed by someone else while it was being written.</summary>
    public static void CountChanged(TypeModel model, int expected, int actual)
    {
        if (expected != actual)
            throw new InvalidOperationException($"A '{model.Type}' had {expected} items when writing it began and {actual} when it ended.");
    }
}
