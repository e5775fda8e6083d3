using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>The closed set of types that data may name: built-in ones, those known where the value stands, the caller's resolver.</summary>
internal static class ContractXmlResolving
{
    static readonly Dictionary<(string Name, string Namespace), Type> BuiltIn = MakeBuiltIn();

    /// <summary>The types that every contract may hold.</summary>
    public static IEnumerable<Type> BuiltInTypes => BuiltIn.Values;

    public static Type? Find(ContractXmlProfile profile, ContractXmlReading state, int depth, string name, string ns, Type declared)
    {
        // Apart, for what a closure holds is allocated at the beginning of its method, resolver or not (48 bytes an object).
        return profile.Options.Resolver is { } resolver
            ? Ask(resolver, profile, state, depth, name, ns, declared)
            : FindKnown(profile, state, depth, name, ns, declared);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A resolver of the application's, whose own business types are.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "A resolver of the application's, whose own business types are.")]
    static Type? Ask(DataContractResolver resolver, ContractXmlProfile profile, ContractXmlReading state, int depth, string name, string ns,
        Type declared)
    {
        var known = new KnownTypes((n, s) => FindKnown(profile, state, depth, n, s, declared), null);
        return resolver.ResolveName(name, ns, declared, known);
    }

    static Type? FindKnown(ContractXmlProfile profile, ContractXmlReading state, int depth, string name, string ns, Type declared)
    {
        var info = ContractInfo.Of(declared);
        if (info.Name == name && info.Namespace == ns && info.Kind != ContractKind.Any)
            return Nullable.GetUnderlyingType(declared) ?? declared;
        if (BuiltIn.TryGetValue((name, ns), out var builtIn))
            return builtIn;
        if (ContractScope.Of(info)?.Find(name, ns) is { } near)
            return near;
        for (int i = depth - 1; i >= 0; i--)
            if (state.Frames[i].Table?.Scope?.Find(name, ns) is { } enclosing)
                return enclosing;
        return profile.Known.Find(name, ns) ?? state.Root?.Find(name, ns);
    }

    static Dictionary<(string, string), Type> MakeBuiltIn()
    {
        var types = new Dictionary<(string, string), Type> { [("anyType", ContractInfo.Schema)] = typeof(object) };
        foreach (var type in new[]
        {
            typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long),
            typeof(ulong), typeof(float), typeof(double),
            typeof(decimal), typeof(DateTime), typeof(string), typeof(byte[]), typeof(Guid), typeof(TimeSpan), typeof(Uri),
            typeof(XmlQualifiedName), typeof(DateOnly), typeof(TimeOnly),
        })
        {
            var (name, ns) = ContractNames.BuiltIn(type)!.Value;
            types[(name, ns)] = type;
        }
        return types;
    }

    /// <summary>The known types in the form that a resolver may delegate to.</summary>
    internal sealed class KnownTypes(Func<string, string, Type?> find, Func<Type, bool>? has) : DataContractResolver
    {
        [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
        public override Type? ResolveName(string typeName, string? typeNamespace, Type? declaredType,
            DataContractResolver knownTypeResolver) =>
            find(typeName, typeNamespace ?? "");

        [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
        public override bool TryResolveType(Type type, Type? declaredType, DataContractResolver knownTypeResolver,
            out XmlDictionaryString? typeName, out XmlDictionaryString? typeNamespace)
        {
            typeName = typeNamespace = null;
            // What stands where an interface of collections is declared is written as that, and not named.
            if (declaredType is { IsInterface: true } && ContractInfo.Of(declaredType).Kind is ContractKind.Collection or ContractKind.Map)
                return true;
            var info = ContractInfo.Of(type);
            if (has?.Invoke(type) != true && info.Kind != ContractKind.BuiltIn)
                return false;
            var names = new XmlDictionary();
            (typeName, typeNamespace) = (names.Add(info.Name), names.Add(info.Namespace));
            return true;
        }
    }
}
