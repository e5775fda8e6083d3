namespace Isomer;

/// <summary>
/// Which values tell their types by a $type, in Json.NET's form: <c>"Shop.Order, Shop"</c>. Its TypeNameHandling has the same names.
/// </summary>
[Flags]
public enum JsonTypeNames
{
    /// <summary>None but declared subtypes, by their own names.</summary>
    None = 0,
    /// <summary>Objects, structs, dictionaries and arrays of bytes.</summary>
    Objects = 1,
    /// <summary>Arrays and lists: <c>{"$type":"System.Int32[], System.Private.CoreLib","$values":[1]}</c>.</summary>
    Arrays = 2,
    /// <summary>Objects, arrays and lists tell their types.</summary>
    All = Objects | Arrays,
    /// <summary>What stands behind object, or where a base or interface of it is declared.</summary>
    Auto = 4,
}

/// <summary>
/// Which values have an $id, where <see cref="JsonOptions.References"/> is Preserve. Json.NET's PreserveReferencesHandling has the same
/// names.
/// </summary>
public enum JsonIdentities
{
    /// <summary>As System.Text.Json has it: objects and collections, but no arrays, immutable collections and structs.</summary>
    Usual,
    /// <summary>Objects, structs and dictionaries.</summary>
    Objects,
    /// <summary>Arrays and lists tell their types.</summary>
    Arrays,
    /// <summary>Objects, arrays and lists tell their types.</summary>
    All,
}
