using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Conventions;

namespace Isomer.Formats;

/// <summary>
/// The names of types as BinaryFormatter writes them: .NET Framework's, by what the types say where they were forwarded from. Types of mscorlib have no library.
/// </summary>
internal sealed record NrbfName(string Type, string? Library)
{
    const string Core = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

    static readonly ConditionalWeakTable<Type, NrbfName> Known = [];

    /// <summary>The name of the type, and of its library: null for mscorlib.</summary>
    public static NrbfName Of(Type type) => Known.GetValue(type, static t => FieldMembers.StandsFor(t) is var (stand, library) ? new NrbfName(stand, library) : NameInFramework(t) is { } name ? Of(name) : new NrbfName(FullName(t), AssemblyOf(t) is var assembly && IsCore(assembly) ? null : assembly));

#pragma warning disable SYSLIB0050 // the marks of an older age are what this is about
    /// <summary>What .NET Framework calls a type that names another one for itself when it is written (a comparer of strings), or that is no longer [Serializable].</summary>
    static ClrName? NameInFramework(Type type) => type.IsSerializable && !typeof(ISerializable).IsAssignableFrom(type) ? null : (WellKnownFields.Find(type, exact: true) as IFieldsSurrogate)?.Name;
#pragma warning restore SYSLIB0050

    /// <summary>The name of a type that is not public, or is not this runtime's.</summary>
    public static NrbfName Of(ClrName name) => new(
        name.Arguments.Length == 0 ? name.Name : $"{name.Name}[{Arguments(name.Arguments)}]", name.Assembly);

    /// <summary>A library by its name; null for mscorlib.</summary>
    public static string? LibraryOf(string assembly) => IsCore(assembly) ? null : assembly;

    static string Arguments(Type[] types) => string.Join(',', types.Select(static t => $"[{FullName(t)}, {AssemblyOf(t)}]"));

    static bool IsCore(string assembly) => assembly == Core || assembly == typeof(object).Assembly.FullName;

    static string AssemblyOf(Type type)
    {
        while (type.HasElementType)
            type = type.GetElementType()!;
        return ClrName.MovedFrom(type) ?? type.Assembly.FullName!;
    }

    static string FullName(Type type)
    {
        if (type.IsArray)
            return $"{FullName(type.GetElementType()!)}[{(type.IsSZArray ? "" : type.GetArrayRank() == 1 ? "*" : new string(',', type.GetArrayRank() - 1))}]";
        if (!type.IsGenericType)
            return type.FullName!;
        return $"{type.GetGenericTypeDefinition().FullName}[{Arguments(type.GetGenericArguments())}]";
    }
}
