using System.Runtime.CompilerServices;

namespace Isomer.Conventions;

/// <summary>The name of a type that this runtime has not got, or not in public.</summary>
internal sealed record ClrName(string Name, Type[] Arguments, string? Assembly = null)
{
    /// <summary>The library of a type whose name has no assembly: mscorlib.</summary>
    public const string System = "System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

    /// <summary>The assembly that a type says it has moved from; null if it does not say so.</summary>
    public static string? MovedFrom(Type type) =>
        type.GetCustomAttributesData()
            .FirstOrDefault(static a => a.AttributeType == typeof(TypeForwardedFromAttribute))?.ConstructorArguments[0].Value as string;
}
