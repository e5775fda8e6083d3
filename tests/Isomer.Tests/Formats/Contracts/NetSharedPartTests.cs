using System.Collections;
using System.Collections.ObjectModel;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// One array or tree that a document of NetDataContract names for many collections is copied into each: 0.9 MB were 340 MB, and more in
/// longer documents.
/// </summary>
public class NetSharedPartTests
{
    const int Items = 5_000, Holders = 1_000;

    static readonly int[] s_numbers = [.. Enumerable.Range(0, Items)];

    static readonly Dictionary<string, (object Large, Func<object> Small)> s_collections = new()
    {
        ["Queue"] = (new Queue(s_numbers), static () => new Queue(new[] { 1 })),
        ["Queue of numbers"] = (new Queue<int>(s_numbers), static () => new Queue<int>([1])),
        ["Stack"] = (new Stack(s_numbers), static () => new Stack(new[] { 1 })),
        ["SortedList"] = (new SortedList(s_numbers.ToDictionary(static n => n)), static () => new SortedList { [1] = 1 }),
        ["SortedList of numbers"] = (new SortedList<int, int>(s_numbers.ToDictionary(static n => n)),
            static () => new SortedList<int, int> { [1] = 1 }),
        ["SortedDictionary"] = (new SortedDictionary<int, int>(s_numbers.ToDictionary(static n => n)),
            static () => new SortedDictionary<int, int> { [1] = 1 }),
        ["LinkedList"] = (new LinkedList<int>(s_numbers), static () => new LinkedList<int>([1])),
        ["HashSet"] = (new HashSet<int>(s_numbers), static () => new HashSet<int>([1])),
        ["SortedSet"] = (new SortedSet<int>(s_numbers), static () => new SortedSet<int>([1])),
        ["ArrayList"] = (new ArrayList(s_numbers), static () => new ArrayList(new[] { 1 })),
        ["List"] = (new List<int>(s_numbers), static () => new List<int>([1])),
    };

    public static TheoryData<string> Names => [.. s_collections.Keys];

    static ContractXmlOptions Options(object sample) =>
        new() { NetDataContract = true, KnownTypes = [sample.GetType(), typeof(object[]), typeof(int[])] };

    [Theory, MemberData(nameof(Names))]
    public void One_part_is_not_copied_for_each_that_names_it(string name)
    {
        var (large, small) = s_collections[name];
        string text = ContractXml.ToText<object>((object[])[large, .. Enumerable.Range(0, Holders).Select(_ => small())], Options(large));
        // Parts of the small ones become references to that of the large one.
        var first = new Dictionary<string, string>();
        int changed = 0;
        text = Regex.Replace(text,
            "<(?<n>_array|_items|keys|values|_set|Data|Elements|Items)(?<a>(?: [^>]*)? z:Id=\"(?<id>\\d+)\"[^>]*)>(?<b>(?:(?!</\\k<n>>).)*)</\\k<n>>",
            m =>
        {
            string part = m.Groups["n"].Value;
            if (first.TryAdd(part, m.Groups["id"].Value))
                return m.Value;
            changed++;
            string space = m.Groups["a"].Value.Contains("xmlns=\"\"", StringComparison.Ordinal) ? " xmlns=\"\"" : "";
            return $"<{part} z:Ref=\"{first[part]}\" i:nil=\"true\"{space}/>";
        }, RegexOptions.Singleline);
        Assert.True(changed >= Holders);
        text = Regex.Replace(text, "<(_size|count|Count)( [^>]*)?>1</", string.Create(CultureInfo.InvariantCulture, $"<$1$2>{Items}</"));
        byte[] document = Encoding.UTF8.GetBytes(text);
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<object>(document, Options(large)));
        Assert.Contains("more collections are made of", error.Message, StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, (document.Length * 100L) + 200_000);
    }

    /// <summary>The list behind a wrapper is kept and not copied.</summary>
    [Fact]
    public void What_is_shared_in_good_faith_is_read()
    {
        var list = new List<int>(s_numbers);
        object[] graph = [.. Enumerable.Range(0, Holders).Select(_ => (object)new ReadOnlyCollection<int>(list))];
        var options = new ContractXmlOptions { NetDataContract = true, KnownTypes = [typeof(ReadOnlyCollection<int>), typeof(List<int>)] };
        var read = (object[])ContractXml.Deserialize<object>(ContractXml.Serialize<object>(graph, options), options)!;
        Assert.Equal(Holders, read.Length);
        Assert.Equal(s_numbers, (ReadOnlyCollection<int>)read[^1]);
    }
}
