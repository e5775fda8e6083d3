using System.Collections;
using System.Collections.Concurrent;
using System.Data;
using System.Data.SqlTypes;
using System.Globalization;
using Isomer.Tests.Formats.Mono;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Views of collections, and what else .NET Framework marked and nobody can name: as mono writes them, and back. The payloads are mono's:
/// `new BinaryFormatter().Serialize(stream, value)` of the same values.
/// </summary>
public class ViewTests
{
    static readonly ArrayList s_list = [1, "a"];

    static object[] Two => [1, "a"];

    static readonly Dictionary<string, Func<object>> s_values = new()
    {
        ["sync"] = () => ArrayList.Synchronized([1, "a"]),
        ["readonly"] = () => ArrayList.ReadOnly([1, "a"]),
        ["fixed"] = () => ArrayList.FixedSize([1, "a"]),
        ["adapter"] = () => ArrayList.Adapter(new ArrayList { 1, "a" }),
        ["range"] = () => new ArrayList { 1, "a" }.GetRange(0, 1),
        ["synclist"] = () => ArrayList.Synchronized((IList)Two),
        ["rolist"] = () => ArrayList.ReadOnly((IList)Two),
        ["fixedlist"] = () => ArrayList.FixedSize((IList)Two),
        ["queue"] = () => Queue.Synchronized(new Queue(s_list)),
        ["stack"] = () => Stack.Synchronized(new Stack(s_list)),
        ["skeys"] = () => new SortedList { ["k"] = 2 }.GetKeyList(),
        ["svals"] = () => ((SortedList)Asked(new SortedList { ["k"] = 2 })).GetValueList(),
        ["slist"] = () => Asked(new SortedList { ["k"] = 2 }, values: false),
        ["dkeys"] = () => new Dictionary<string, int> { ["k"] = 1 }.Keys,
        ["dvals"] = () => new Dictionary<string, int> { ["k"] = 1 }.Values,
        ["sdkeys"] = () => new SortedDictionary<string, int> { ["k"] = 1 }.Keys,
        ["sdvals"] = () => new SortedDictionary<string, int> { ["k"] = 1 }.Values,
        ["sgkeys"] = () => new SortedList<string, int> { ["k"] = 1 }.Keys,
        ["sgvals"] = () => new SortedList<string, int> { ["k"] = 1 }.Values,
        ["sg"] = () => Asked(new SortedList<string, int> { ["k"] = 1 }),
        ["hkeys"] = () => new Hashtable { ["k"] = 1 }.Keys,
        ["hvals"] = () => new Hashtable { ["k"] = 1 }.Values,
        ["num"] = () => new NumberFormatInfo(),
        ["numinv"] = () => NumberFormatInfo.InvariantInfo,
        ["region"] = () => new RegionInfo("US"),
        ["sortver"] = () => new SortVersion(3, new Guid("00112233-4455-6677-8899-aabbccddeeff")),
        ["synchash"] = () => Hashtable.Synchronized(new Hashtable { ["k"] = 1 }),
        ["syncsorted"] = () => SortedList.Synchronized(new SortedList { ["k"] = 1 }),
        ["cqueue"] = () => new ConcurrentQueue<int>([1, 2, 3]),
        ["cstack"] = () => new ConcurrentStack<string>(["1", "2", "3"]),
        ["cbag"] = () => new ConcurrentBag<object>([1, "2", 3]),
        ["properties"] = () => new PropertyCollection { ["a"] = 1 },
        ["sql"] = () => new SqlInt32(4),
        ["money"] = () => new SqlMoney(4.5m),
        ["changed format"] = () => new NumberFormatInfo { NumberDecimalSeparator = "*", NumberGroupSizes = [2, 3], CurrencySymbol = "x" },
        ["German format"] = () => CultureInfo.GetCultureInfo("de-DE").NumberFormat,
    };

    static object Asked(SortedList list, bool values = true)
    {
        list.GetKeyList();
        if (values)
            list.GetValueList();
        return list;
    }

    static SortedList<string, int> Asked(SortedList<string, int> list)
    {
        _ = list.Keys;
        _ = list.Values;
        return list;
    }

    /// <summary>What mono calls otherwise than .NET Framework, or this runtime has otherwise: read, and not written so.</summary>
    static readonly HashSet<string> s_otherwise =
    [
        "dkeys", "dvals", "sdkeys", "sdvals", "region",
        // What is locked is the list itself here, and an object for that alone there.
        "sync", "queue", "stack",
        // Marked in this runtime's own library, by whose name BinaryFormatter calls them.
        "sgkeys", "sgvals", "sg",
    ];

    public static TheoryData<string> Names => [.. s_values.Keys];

    public static TheoryData<string> OfMono =>
        [.. s_values.Keys.Where(n => File.Exists(Path.Combine(MonoTests.Corpus, "views", n + ".nrbf.txt")))];

    static string Describe(object? value) => value switch
    {
        NumberFormatInfo format => string.Join(' ', typeof(NumberFormatInfo).GetProperties().Where(p => p.GetMethod!.IsStatic is false)
            .Select(p => $"{p.Name}={Describe(p.GetValue(format))}")),
        string or int or bool or SortVersion or RegionInfo or DictionaryEntry { Key: string, Value: int }
            or KeyValuePair<string, int> or SqlInt32 or SqlMoney or DigitShapes =>
            value is DictionaryEntry entry ? $"{entry.Key}:{entry.Value}" : value is SortVersion version
                ? $"{version.FullVersion} {version.SortId}" : value.ToString()!,
        IEnumerable items => $"{value.GetType()} [{string.Join(", ", items.Cast<object?>().Select(Describe))}]",
        _ => throw new ArgumentException(value?.GetType().ToString()),
    };

    [Theory, MemberData(nameof(OfMono))]
    public void Views_of_mono(string name)
    {
        byte[] theirs = MonoTests.Hex(Path.Combine(MonoTests.Corpus, "views", name + ".nrbf.txt"));
        object value = s_values[name]();
        Assert.Equal(Describe(value), Describe(Nrbf.Deserialize<object>(theirs)));
        if (!s_otherwise.Contains(name))
            Assert.Equal(Convert.ToHexString(theirs), Convert.ToHexString(Nrbf.Serialize(value)));
    }

    [Theory, MemberData(nameof(Names))]
    public void Views_come_back(string name)
    {
        object value = s_values[name]();
        string expected = Describe(value);
        Assert.Equal(expected, Describe(Nrbf.Deserialize<object>(Nrbf.Serialize(value))));
        var generics = new SoapOptions { WritesGenerics = true };
        Assert.Equal(expected, Describe(Soap.Deserialize<object>(Soap.Serialize(value, generics), generics)));
        // Behind an object, twice the same one, and with what it is a view of.
        object[] back = Nrbf.Deserialize<object[]>(Nrbf.Serialize<object[]>([value, value]))!;
        Assert.Equal(expected, Describe(back[0]));
        if (!value.GetType().IsValueType)
            Assert.Same(back[0], back[1]);
    }

    /// <summary>The list beside its views: the field of the list is passed over, and who else has the view has it.</summary>
    [Fact]
    public void A_list_beside_its_views()
    {
        var list = Asked(new SortedList<string, int> { ["a"] = 1, ["b"] = 2 });
        foreach (object[] graph in (object[][])[[list, list.Keys, list.Values], [list.Values, list.Keys, list]])
        {
            object[] back = Nrbf.Deserialize<object[]>(Nrbf.Serialize(graph))!;
            Assert.Equal(graph.Select(Describe), back.Select(Describe));
            var read = back.OfType<SortedList<string, int>>().Single();
            Assert.Same(read.Keys, back[1]);
        }
    }

    /// <summary>BinaryFormatter of this runtime, where it takes them: the lists whose keys and values were asked for, and these.</summary>
    [Theory, InlineData("slist"), InlineData("sg"), InlineData("skeys"), InlineData("svals"), InlineData("sgkeys"), InlineData("sgvals")]
    [InlineData("sortver")]
    public void Views_as_BinaryFormatter_writes_them(string name)
    {
        object value = s_values[name]();
        Assert.Equal(Convert.ToHexString(NrbfTests.Original(value)), Convert.ToHexString(Nrbf.Serialize(value)));
    }

    /// <summary>Many views of one list are no bomb: none copies it.</summary>
    [Fact]
    public void Many_views_of_one_list()
    {
        ArrayList list = [1, "a"];
        var map = new Dictionary<string, int> { ["k"] = 1 };
        object[] views =
        [
            .. Enumerable.Range(0, 20).SelectMany(_ => (object[])
            [
                ArrayList.ReadOnly(list), ArrayList.Synchronized(list), list.GetRange(1, 1), new Dictionary<string, int>.KeyCollection(map),
            ]),
        ];
        object[] back = Nrbf.Deserialize<object[]>(Nrbf.Serialize(views))!;
        Assert.Equal(views.Select(Describe), back.Select(Describe));
        ((ArrayList)back[1])[0] = 7;
        Assert.Equal(7, ((ArrayList)back[4])[0]);
    }

    /// <summary>What nothing is made of says so, and how it is read.</summary>
    [Fact]
    public void Classes_that_nobody_can_name_are_refused_with_what_helps()
    {
        byte[] payload = Nrbf.Serialize(ArrayList.ReadOnly([1]));
        int at = payload.AsSpan().IndexOf("ReadOnlyArrayList"u8);
        payload[at] = (byte)'X';
        string message = Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload)).Message;
        Assert.Contains("as nodes", message, StringComparison.Ordinal);
        Assert.NotNull(Nrbf.Format.ParseNode(payload));
    }

    /// <summary>A view around itself ends nobody's process.</summary>
    [Fact]
    public void A_view_of_itself_is_refused()
    {
        byte[] bytes = MonoTests.Hex(Path.Combine(MonoTests.Corpus, "views", "readonly.nrbf.txt"));
        // The reference to the list becomes one to the view.
        int at = bytes.AsSpan().IndexOf((byte[])[0x09, 2, 0, 0, 0]);
        Assert.True(at > 0);
        bytes[at + 1] = 1;
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(bytes));
    }

    /// <summary>
    /// Views laid out one after the other, each around the one before: nothing nests, and whoever asks the last asks all. Fifty thousand of
    /// them ended the process.
    /// </summary>
    [Fact]
    public void Chains_of_views_end()
    {
        Refused(new Hashtable { [1] = 1 }, Hashtable.Synchronized);
        Refused(new SortedList { [1] = 1 }, SortedList.Synchronized);
        Refused(new ArrayList { 1 }, ArrayList.ReadOnly);
        Refused(new ArrayList { 1 }, ArrayList.Synchronized);
        Refused(new ArrayList { 1 }, ArrayList.FixedSize);
        Refused(new ArrayList { 1 }, static l => ArrayList.Adapter(l));
        Refused<IList>((object[])[1], ArrayList.ReadOnly);
        Refused<IList>((object[])[1], ArrayList.Synchronized);
        Refused<IList>((object[])[1], ArrayList.FixedSize);
        Refused(new Queue(), Queue.Synchronized);
        Refused(new Stack(), Stack.Synchronized);
        // Honest ones are around another or two.
        ArrayList twice = ArrayList.ReadOnly(ArrayList.Synchronized([1]));
        Assert.Equal(Describe(twice), Describe(Nrbf.Deserialize<object>(Nrbf.Serialize<object>(twice))));
    }

    static void Refused<T>(T first, Func<T, T> view) where T : class
    {
        List<object> all = [first];
        for (int i = 0; i < 3000; i++)
            all.Add(first = view(first));
        byte[] payload = Nrbf.Serialize(all.ToArray());
        Assert.Contains("too many", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object[]>(payload)).Message,
            StringComparison.Ordinal);
        byte[] envelope = Soap.Serialize(all.ToArray());
        Assert.Throws<WireFormatException>(() => Soap.Deserialize<object[]>(envelope));
    }

    /// <summary>The keys of a table that locks are those of the table itself: others were made by nobody.</summary>
    [Fact]
    public void Keys_of_a_view_are_refused()
    {
        var table = new Hashtable { [1] = 1 };
        object keys = table.Keys;
        keys.GetType().GetField("_hashtable", System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!
            .SetValue(keys, Hashtable.Synchronized(table));
        byte[] payload = Nrbf.Serialize(keys);
        Assert.Contains("is a view", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload)).Message,
            StringComparison.Ordinal);
    }
}
