using System.Globalization;

namespace Isomer.Cli.Schemas;

/// <summary>
/// A name of its own for each object type of a schema, in the language of a printer: payloads may call two of them alike, and names that
/// differ in a payload may become one name of the language.
/// </summary>
sealed class StructNames
{
    readonly Dictionary<List<Schema.Member>, string> _names = new(ReferenceEqualityComparer.Instance);
    readonly HashSet<string> _taken = new(StringComparer.Ordinal);

    /// <param name="schema">The root of the types.</param>
    /// <param name="spelled">The name as the language spells it.</param>
    /// <param name="separator">What stands before the number of a name that was taken.</param>
    public StructNames(Schema schema, Func<string, string> spelled, string separator = "")
    {
        foreach (Schema.Struct s in schema.Structs())
            _names.Add(s.Members, Take(spelled(s.Name), separator));
    }

    public string this[Schema.Struct s] => _names[s.Members];

    /// <summary>A further type of the same file.</summary>
    public string Take(string name, string separator = "") => Unique(_taken, name, separator);

    public static string Unique(HashSet<string> taken, string name, string separator)
    {
        string unique = name;
        for (int more = 2; !taken.Add(unique); more++)
            unique = name + separator + more.ToString(CultureInfo.InvariantCulture);
        return unique;
    }
}
