using System.Collections.Immutable;
using Isomer.Conventions;

namespace Isomer;

/// <summary>
/// A closed set of types that an Any may hold, by the full names of their messages. Immutable; create it once and keep it.
/// </summary>
public sealed class ProtobufTypes
{
    readonly ImmutableDictionary<string, Type> _byName;
    readonly ImmutableDictionary<Type, string> _byType;

    /// <summary>A set without types, to add to.</summary>
    public ProtobufTypes() : this(ImmutableDictionary.Create<string, Type>(StringComparer.Ordinal), ImmutableDictionary<Type, string>.Empty)
    {
    }

    ProtobufTypes(ImmutableDictionary<string, Type> byName, ImmutableDictionary<Type, string> byType) =>
        (_byName, _byType) = (byName, byType);

    /// <summary>These and one more. Its name is the one given, else that of its contract, else that of the type.</summary>
    public ProtobufTypes With<T>(string? fullName = null) => With(typeof(T), fullName);

    /// <summary>These and one more. Its name is the one given, else that of its contract, else that of the type.</summary>
    public ProtobufTypes With(Type type, string? fullName = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        fullName ??= ProtobufMarks.ContractOf(type).Name ?? PlainSubtypes.NameFor(type);
        return new(_byName.SetItem(fullName, type), _byType.SetItem(type, fullName));
    }

    internal Type? Find(string fullName) => _byName.GetValueOrDefault(fullName);

    internal string? NameOf(Type type) => _byType.GetValueOrDefault(type);
}
