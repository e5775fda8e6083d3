using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// CLR names as NetDataContractSerializer has them: written as .NET Framework would, so core types are of mscorlib, which is "0", and types
/// that moved are of the assembly that they came from; compared without versions.
/// </summary>
internal static class ContractNetNames
{
    const string Core = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
    const string CoreMark = "0";

    static readonly ConditionalWeakTable<Type, Tuple<string, string>> Known = [];

    /// <summary>The values of z:Type and z:Assembly.</summary>
    public static (string Type, string Assembly) Of(Type type)
    {
        var (name, assembly) = Known.GetValue(type, static t => Tuple.Create(NameOf(t), AssemblyOf(t)));
        return (name, assembly == Core ? CoreMark : assembly);
    }

    /// <summary>The values of z:Type and z:Assembly as a binder has them, where it has anything to say.</summary>
    public static (string Type, string Assembly) Of(Type type, SerializationBinder? binder)
    {
        if (binder is null)
            return Of(type);
        binder.BindToName(type, out string? assembly, out string? name);
        var own = Of(type);
        return (name ?? own.Type, assembly switch
        {
            null => own.Assembly,
            Core => CoreMark,
            _ => assembly,
        });
    }

    /// <summary>The assembly that a document names, in full.</summary>
    public static string AssemblyOf(string written) => written == CoreMark ? Core : written;

    static string AssemblyOf(Type type)
    {
        while (type.HasElementType)
            type = type.GetElementType()!;
        if (WellKnownFields.FactsOf(type)?.Name is { } name)
            return name.Assembly ?? Core;
        if (type.IsGenericType)
            type = type.GetGenericTypeDefinition();
        return ClrName.MovedFrom(type) ?? (type.Assembly == typeof(object).Assembly ? Core : type.Assembly.FullName!);
    }

    static string NameOf(Type type)
    {
        if (type.IsArray)
            return $"{NameOf(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]";
        var (name, arguments) = WellKnownFields.FactsOf(type)?.Name is { } framework ? (framework.Name, framework.Arguments)
            : type.IsGenericType ? (type.GetGenericTypeDefinition().FullName!, type.GetGenericArguments()) : (type.FullName!, []);
        return arguments.Length == 0 ? name : $"{name}[{string.Join(',', arguments.Select(a => $"[{NameOf(a)}, {AssemblyOf(a)}]"))}]";
    }

    /// <summary>
    /// Whether data may name the type without anyone making it known: standard ones, arrays of built-in ones, and what is implied by the
    /// declared one.
    /// </summary>
    public static bool IsStandard(Type type, Type declared) =>
        StandardTypes.Anywhere.Contains(type) || (type.IsSZArray && ContractNames.BuiltIn(type.GetElementType()!) is not null)
            || type == typeof(object[]) || StandardTypes.IsImplied(type, declared);

    /// <summary>The type of the closed set that the input names; null if none of it has the name.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Items)]
    public static Type? Find(ContractXmlProfile profile, ContractXmlReading state, int depth, string name, Type declared)
    {
        string plain = WithoutVersions(name);
        bool Is(Type type) => PlainNameOf(type) == plain;
        declared = Nullable.GetUnderlyingType(declared) ?? declared;
        if (Is(declared))
            return declared;
        foreach (var type in ContractXmlResolving.BuiltInTypes)
        {
            if (Is(type))
                return type;
            if (plain.EndsWith("[]", StringComparison.Ordinal) && plain.StartsWith(type.FullName!, StringComparison.Ordinal)
                && Is(type.MakeArrayType()))
                return type.MakeArrayType();
        }
        if (Array.Find(StandardTypes.Anywhere, Is) is { } standard)
            return standard;
        if (StandardTypes.ImpliedBy(declared, plain, Is) is { } implied)
            return implied;
        if (ContractScope.Of(ContractInfo.Of(declared)) is { } near && near.Types.FirstOrDefault(Is) is { } nearest)
            return nearest;
        for (int i = depth - 1; i >= 0; i--)
            if (state.Frames[i].Table?.Scope?.Types.FirstOrDefault(Is) is { } enclosing)
                return enclosing;
        return profile.Known.Types.FirstOrDefault(Is) ?? state.Root?.Types.FirstOrDefault(Is);
    }

    /// <summary>Whether the name is that of the type, in whatever version.</summary>
    public static bool IsNameOf(string name, Type type) => PlainNameOf(type) == WithoutVersions(name);

    static readonly ConditionalWeakTable<Type, string> Plain = [];

    static string PlainNameOf(Type type) => Plain.GetValue(type, static t => WithoutVersions(NameOf(t)));

    /// <summary>
    /// The name with every assembly in it by its simple name, and those of the framework by none: types have moved between them.
    /// </summary>
    static string WithoutVersions(string name)
    {
        var result = new StringBuilder(name.Length);
        for (int at = 0; at < name.Length;)
        {
            int comma = name.IndexOf(", ", at, StringComparison.Ordinal);
            if (comma < 0)
            {
                result.Append(name, at, name.Length - at);
                break;
            }
            result.Append(name, at, comma - at);
            int end = name.IndexOf(']', comma);
            end = end < 0 ? name.Length : end;
            string assembly = name[(comma + 2)..end];
            int simple = assembly.IndexOf(',', StringComparison.Ordinal);
            assembly = simple < 0 ? assembly : assembly[..simple];
            if (!(assembly is "mscorlib" or "netstandard" or "System" || assembly.StartsWith("System.", StringComparison.Ordinal)))
                result.Append(", ").Append(assembly);
            at = end;
        }
        return result.ToString();
    }
}
