using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Text;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// The framework's collections as mono 6.8's NetDataContractSerializer writes them, whose source is .NET Framework's, with what the
/// collections themselves show of their fields in mono. Where our document is another, it stands beside with the reason.
/// </summary>
internal static partial class NetCollectionVectors
{
    /// <summary>The short forms of what comes in nearly every document.</summary>
    public static string Expand(string text) => new StringBuilder(text)
        .Replace("{g}", "System.Collections.Generic.")
            .Replace("{m}", ", mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089")
        .Replace("{arr}", "http://schemas.microsoft.com/2003/10/Serialization/Arrays")
            .Replace("{ser}", "http://schemas.microsoft.com/2003/10/Serialization/")
        .Replace("{dc}", "http://schemas.datacontract.org/2004/07/").Replace("{xsi}", "http://www.w3.org/2001/XMLSchema-instance")
            .Replace("{xsd}", "http://www.w3.org/2001/XMLSchema")
        .Replace("{0}", " z:Assembly=\"0\"").Replace("{sys}", "System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089")
            .ToString();

    public static Dictionary<string, object> Values { get; } = new()
    {
        ["dict"] = new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 },
        ["dictEmpty"] = new Dictionary<string, int>(),
        ["dictInt"] = new Dictionary<int, string> { [1] = "x" },
        ["dictIC"] = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 },
        ["dictOrd"] = new Dictionary<string, int>(StringComparer.Ordinal) { ["a"] = 1 },
        ["dictInv"] = new Dictionary<string, int>(StringComparer.InvariantCultureIgnoreCase) { ["a"] = 1 },
        ["hashtable"] = new Hashtable { ["a"] = 1 },
        ["sorteddict"] = new SortedDictionary<string, int> { ["a"] = 1 },
        ["sortedlist"] = new SortedList<string, int> { ["a"] = 1 },
        ["sortedlistN"] = new SortedList(Comparer.DefaultInvariant) { ["a"] = 1 },
        ["conc"] = new ConcurrentDictionary<string, int> { ["a"] = 1 },
        ["hashset"] = new HashSet<string> { "a" },
        ["sortedset"] = new SortedSet<string> { "a" },
        ["linked"] = new LinkedList<string>(["a", "b"]),
        ["queue"] = new Queue<string>(["a"]),
        ["stack"] = new Stack<string>(["a", "b"]),
        ["queueN"] = new Queue(new[] { "a" }),
        ["stackN"] = new Stack(new object[] { 1 }),
        ["arraylist"] = new ArrayList { 1, "a", null },
        ["list"] = new List<int> { 1, 2, 3 },
        ["coll"] = new Collection<int> { 1 },
        ["obs"] = new ObservableCollection<int> { 1 },
        ["ro"] = new ReadOnlyCollection<int>(new int[] { 1 }),
        ["bits"] = new BitArray([true, false, true]),
        ["tuple"] = Tuple.Create(1, "a"),
        ["version"] = new Version(1, 2),
        ["kv"] = new KeyValuePair<string, int>("a", 1),
        ["de"] = new DictionaryEntry("a", 1),
        ["guid"] = Guid.Empty,
        ["dto"] = new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(1)),
        ["uri"] = new Uri("http://x/"),
        ["ts"] = TimeSpan.FromSeconds(1),
        ["sb"] = new StringBuilder("ab"),
        ["sc"] = new StringCollection { "a" },
        ["od"] = new OrderedDictionary { ["a"] = 1 },
        ["nullable"] = new int?[] { 1, null },
        ["jag"] = new int[][] { [1] },
        ["db2"] = new Dictionary<byte, string>(),
        ["de2"] = new Dictionary<DayOfWeek, string>(),
        ["sl02"] = new SortedList<string, int>(),
        ["q02"] = new Queue<int>(),
        ["ll02"] = new LinkedList<int>(),
        ["hs02"] = new HashSet<int>(),
        ["ss02"] = new SortedSet<int>(),
        ["ht02"] = new Hashtable(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 },
        ["iq2"] = new SortedSet<DateTime?>(),
    };
}
