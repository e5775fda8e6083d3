using System.Runtime.Serialization;
using System.Xml;

namespace Isomer.Tests.Differential;

/// <summary>Names half of a case's types in a namespace of its own, and leaves the others to the known types.</summary>
sealed class NamingResolver(IReadOnlyList<Type> types) : DataContractResolver
{
    const string Space = "urn:named";

    static readonly XmlDictionary s_names = new();

    static bool IsNamed(Type type) => type.Name[^1] % 2 == 0;

    /// <summary>The same over the types of another assembly, where these are.</summary>
    public NamingResolver For(IEnumerable<Type> known)
    {
        var other = known.FirstOrDefault(k => types.Any(t => t.FullName == k.FullName))?.Assembly;
        return other is null || other == types[0].Assembly ? this : new([.. types.Select(t => Objects.Moved(t, other))]);
    }

    public override Type? ResolveName(string typeName, string? typeNamespace, Type? declaredType, DataContractResolver knownTypeResolver) =>
        typeNamespace == Space && types.FirstOrDefault(t => IsNamed(t) && "R" + t.Name == typeName) is { } type
            ? type
            : knownTypeResolver.ResolveName(typeName, typeNamespace, declaredType, null!);

    public override bool TryResolveType(Type type, Type? declaredType, DataContractResolver knownTypeResolver,
        out XmlDictionaryString? typeName, out XmlDictionaryString? typeNamespace)
    {
        if (!types.Contains(type) || !IsNamed(type))
            return knownTypeResolver.TryResolveType(type, declaredType, null!, out typeName, out typeNamespace);
        lock (s_names)
            (typeName, typeNamespace) = (s_names.Add("R" + type.Name), s_names.Add(Space));
        return true;
    }
}
