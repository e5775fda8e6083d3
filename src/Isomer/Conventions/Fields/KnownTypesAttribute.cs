using System.Reflection;

namespace Isomer;

/// <summary>
/// On an assembly: types that payloads may name, in formats that name types (<see cref="Nrbf"/>, <see cref="Soap"/>). It does nothing by
/// itself: options take it (<see cref="NrbfOptions.WithKnownTypesOf"/>, <see cref="SoapOptions.WithKnownTypesOf"/>).
/// </summary>
/// <param name="types">The types; what they declare is known with them.</param>
/// <example><code>[assembly: KnownTypes(typeof(Order), typeof(Customer))]</code></example>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class KnownTypesAttribute(params Type[] types) : Attribute
{
    /// <summary>The types that payloads may name.</summary>
    public IReadOnlyList<Type> Types { get; } = types;

    internal static IEnumerable<Type> Of(Assembly assembly)
    {
        KnownTypesAttribute[] named = [.. assembly.GetCustomAttributes<KnownTypesAttribute>()];
        return named.Length > 0 ? named.SelectMany(static a => a.Types) : throw new ArgumentException(
            $"'{assembly.GetName().Name}' names no types. Write [assembly: KnownTypes(typeof(...))] in one of its files.",
            nameof(assembly));
    }
}
