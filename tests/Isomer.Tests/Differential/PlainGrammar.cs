namespace Isomer.Tests.Differential;

/// <summary>What formats take that ask for no attributes: the framework's scalars, collections and maps.</summary>
public class PlainGrammar : Grammar
{
    protected override IReadOnlyList<string> Scalars { get; } =
    [
        "int", "string", "bool", "double", "long", "decimal", "DateTime", "Guid", "byte", "char", "float", "short", "uint", "ulong",
        "sbyte", "ushort", "TimeSpan", "DateTimeOffset",
        "byte[]", "Uri", "DateOnly", "TimeOnly", "Version", "Half", "Int128", "UInt128",
    ];

    protected override IReadOnlyList<string> Collections { get; } =
        ["List<{0}>", "{0}[]", "IList<{0}>", "IEnumerable<{0}>", "ICollection<{0}>", "HashSet<{0}>", "Collection<{0}>", "Queue<{0}>",
            "IReadOnlyList<{0}>", "ISet<{0}>", "LinkedList<{0}>"];

    protected override IReadOnlyList<string> Maps { get; } =
        ["Dictionary<string, {0}>", "IDictionary<string, {0}>", "Dictionary<int, {0}>", "SortedDictionary<string, {0}>",
            "Dictionary<Guid, {0}>", "Dictionary<bool, {0}>", "IReadOnlyDictionary<string, {0}>", "Dictionary<DayOfWeek, {0}>"];
}
