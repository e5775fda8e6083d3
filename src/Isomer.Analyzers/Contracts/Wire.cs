using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>The ways of reading a type that the rules know; the two formats of data contracts are one.</summary>
enum Wire
{
    Json,
    Compact,
    Xml,
    Contract,
    Protobuf,
}

/// <summary>A type that the program hands to a format under its own options.</summary>
/// <param name="type">The type.</param>
/// <param name="wire">The format.</param>
/// <param name="isRead">Whether it is read too, and not only written.</param>
/// <param name="place">Where that is said.</param>
sealed class Root(ITypeSymbol type, Wire wire, bool isRead, Location place)
{
    public ITypeSymbol Type { get; } = type;

    public Wire Wire { get; } = wire;

    public bool IsRead { get; } = isRead;

    public Location Place { get; } = place;
}
