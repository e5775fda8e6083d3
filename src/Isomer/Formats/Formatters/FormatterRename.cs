namespace Isomer;

/// <summary>
/// What payloads call a type, a library or a member that has another name here. It holds both ways: what is written has the old name, and
/// what is read may have either.
/// </summary>
/// <example>
/// <code>
/// var options = new NrbfOptions
/// {
///     Renames =
///     [
///         FormatterRename.OfType(typeof(Order), "Northwind.Data.Order", "Northwind.Data, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null"),
///         FormatterRename.OfMember(typeof(Order), "_freight", "m_freight"),
///         FormatterRename.OfLibrary("Northwind", "Northwind.Legacy, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null"),
///     ],
/// };
/// </code>
/// </example>
public sealed record FormatterRename
{
    FormatterRename(string name) => Name = name;

    internal Type? Type { get; private init; }

    internal string? Member { get; private init; }

    internal string? Assembly { get; private init; }

    internal string? Library { get; private init; }

    internal string Name { get; }

    internal Func<string, string?>? WhenRead { get; private init; }

    internal Func<Type, (string Name, string? Library)?>? WhenWritten { get; private init; }

    /// <summary>Whether it holds for a type alone, and neither for arrays of it nor where it is a generic type's argument.</summary>
    internal bool IsOutermost { get; init; }

    /// <summary>
    /// Types by a rule, where naming each would be long: whole namespaces that moved. Asked of a type's name without type arguments, and
    /// only where no type of the closed set has the name that stands there; what it gives is looked up in that set.
    /// </summary>
    /// <param name="whenRead">The name here of a type that a payload calls so; null or the same if it has no other.</param>
    /// <param name="whenWritten">What payloads call a type (a generic one is given as its definition), and the display name of its library,
    /// null if that is as it is here; null if it is called as it is here.</param>
    /// <example><code>
    /// FormatterRename.ByRule(name => name.Replace("OldCo.", "NewCo."), type => (type.FullName!.Replace("NewCo.", "OldCo."), null))
    /// </code></example>
    public static FormatterRename ByRule(Func<string, string?> whenRead, Func<Type, (string Name, string? Library)?>? whenWritten = null)
    {
        ArgumentNullException.ThrowIfNull(whenRead);
        return new FormatterRename("") { WhenRead = whenRead, WhenWritten = whenWritten };
    }

    /// <summary>The type is called so in payloads, and is one of the known types by that.</summary>
    /// <param name="type">The type; of a generic one its definition.</param>
    /// <param name="name">Its full name in payloads, without type arguments: <c>Old.Space.Order</c>, <c>Old.Outer+Inner</c>,
    /// <c>Old.Pair`2</c>.</param>
    /// <param name="library">The display name of its assembly there; null if that is as it is here. Only written: types are found by their
    /// names alone.</param>
    public static FormatterRename OfType(Type type, string name, string? library = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentException.ThrowIfNullOrEmpty(name);
        return new FormatterRename(name) { Type = type, Library = library };
    }

    /// <summary>
    /// Types of this assembly are written as those of another library; read they are by their names, whatever their library.
    /// </summary>
    /// <param name="assembly">The simple name of the assembly here.</param>
    /// <param name="library">The display name of the one in payloads.</param>
    public static FormatterRename OfLibrary(string assembly, string library)
    {
        ArgumentException.ThrowIfNullOrEmpty(assembly);
        ArgumentException.ThrowIfNullOrEmpty(library);
        return new FormatterRename(library) { Assembly = assembly };
    }

    /// <summary>A field is called so in payloads. (What an ISerializable calls its entries is its own business.)</summary>
    /// <param name="type">The type whose record has it; of a generic one its definition.</param>
    /// <param name="member">The name that would be written: <c>_name</c>, <c>&lt;Name&gt;k__BackingField</c>, <c>Base+field</c>.</param>
    /// <param name="name">The name in payloads.</param>
    public static FormatterRename OfMember(Type type, string member, string name)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentException.ThrowIfNullOrEmpty(member);
        ArgumentException.ThrowIfNullOrEmpty(name);
        return new FormatterRename(name) { Type = type, Member = member };
    }
}
