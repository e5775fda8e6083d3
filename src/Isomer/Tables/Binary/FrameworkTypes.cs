using System.Collections.Frozen;

namespace Isomer.Tabular;

/// <summary>
/// The column types that old data may name by their CLR names: with or without an assembly, of any version. A name is looked up
/// here and then with whatever the caller registered, never in an assembly.
/// </summary>
internal static class FrameworkTypes
{
    static readonly FrozenDictionary<string, Type> s_byName = new[]
    {
        typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long),
        typeof(ulong),
        typeof(Int128), typeof(UInt128), typeof(System.Numerics.BigInteger), typeof(Half), typeof(float), typeof(double), typeof(decimal),
        typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan), typeof(DateOnly), typeof(TimeOnly), typeof(Guid), typeof(string),
        typeof(byte[]), typeof(char[]),
        typeof(Uri), typeof(object), typeof(System.Globalization.CultureInfo),
        typeof(System.Data.SqlTypes.SqlBoolean), typeof(System.Data.SqlTypes.SqlByte), typeof(System.Data.SqlTypes.SqlInt16),
        typeof(System.Data.SqlTypes.SqlInt32),
        typeof(System.Data.SqlTypes.SqlInt64), typeof(System.Data.SqlTypes.SqlSingle), typeof(System.Data.SqlTypes.SqlDouble),
        typeof(System.Data.SqlTypes.SqlMoney),
        typeof(System.Data.SqlTypes.SqlDecimal), typeof(System.Data.SqlTypes.SqlDateTime), typeof(System.Data.SqlTypes.SqlGuid),
        typeof(System.Data.SqlTypes.SqlString),
        typeof(System.Data.SqlTypes.SqlBinary), typeof(System.Data.SqlTypes.SqlBytes), typeof(System.Data.SqlTypes.SqlChars),
        typeof(System.Data.SqlTypes.SqlXml),
    }.ToFrozenDictionary(t => t.FullName!, StringComparer.Ordinal);

    /// <summary>The type of a CLR name; throws for one that is in no set.</summary>
    /// <param name="name">As it stands in the data.</param>
    /// <param name="registered">What else the caller allows, asked with the whole name.</param>
    public static Type Named(string? name, Func<string, Type?>? registered)
    {
        if (name is not null)
        {
            if (s_byName.TryGetValue(FullName(name), out var type))
                return type;
            if (registered?.Invoke(name) is { } other)
                return other;
        }
        throw new WireFormatException($"The type '{name}' of a column is neither built in nor registered.");
    }

    /// <summary>A type's name without its assembly.</summary>
    public static string FullName(string name)
    {
        int comma = name.IndexOf(',', StringComparison.Ordinal);
        return (comma < 0 ? name : name[..comma]).Trim();
    }
}
