using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Numerics;
using System.Text;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Object graphs that BinaryFormatter of this runtime writes, each made anew at every call.</summary>
static class NrbfGraphs
{
    /// <summary>
    /// The runtime keeps the name of a class weakly, unless something of its reflection is held: between two writings of an exception its
    /// name might become another string, which a graph tells apart.
    /// </summary>
    static readonly System.Reflection.MemberInfo[] s_held =
        [.. new[] { typeof(Exception), typeof(ArgumentException), typeof(InvalidOperationException), typeof(FormatException) }.Select(
            t => t.GetMethod(nameof(ToString), [])!)];

    static Array With(Array array, object? value, params int[] at)
    {
        array.SetValue(value, at);
        return array;
    }

    static T Nested<T>(int depth, T first, Func<T, T> around)
    {
        for (int i = 0; i < depth; i++)
            first = around(first);
        return first;
    }

    public static readonly Dictionary<string, Func<object>> All = new()
    {
        ["int"] = () => 1,
        ["byte"] = () => (byte)2,
        ["sbyte"] = () => (sbyte)-3,
        ["short"] = () => (short)-4,
        ["ushort"] = () => (ushort)5,
        ["uint"] = () => 6u,
        ["long"] = () => -7L,
        ["ulong"] = () => ulong.MaxValue,
        ["float"] = () => 1.5f,
        ["double"] = () => double.NaN,
        ["decimal"] = () => 3.50m,
        ["char"] = () => 'x',
        ["bool"] = () => true,
        ["string"] = () => "text",
        ["empty string"] = () => "",
        ["long string"] = () => new string('ä', 300),
        ["UTC"] = () => new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
        ["local"] = () => new DateTime(2020, 6, 2, 0, 0, 0, DateTimeKind.Local),
        ["TimeSpan"] = () => TimeSpan.FromSeconds(5),
        ["enum"] = () => DayOfWeek.Friday,
        ["own enum"] = () => Hue.Green,
        ["Guid"] = () => new Guid("00112233-4455-6677-8899-aabbccddeeff"),
        ["Version"] = () => new Version(1, 2, 3),
        ["DateTimeOffset"] = () => new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)),
        ["nint"] = () => (nint)5,
        ["nuint"] = () => (nuint)5,
        ["Uri"] = () => new Uri("http://a/b"),
        ["relative Uri"] = () => new Uri("a/b", UriKind.Relative),
        ["StringBuilder"] = () => new StringBuilder("hello"),
        ["DBNull"] = () => DBNull.Value,
        ["BigInteger"] = () => BigInteger.Pow(7, 60),
        ["small BigInteger"] = () => new BigInteger(-5),
        ["least int"] = () => new BigInteger(int.MinValue),
        ["Complex"] = () => new Complex(1, 2),
        ["tuple"] = () => Tuple.Create(1, "a", 2.5),
        ["value tuple"] = () => (1, "a"),
        ["pair"] = () => KeyValuePair.Create("a", 1),
        ["entry"] = () => new DictionaryEntry("a", 1),
        ["int[]"] = () => new[] { 1, 2, 3 },
        ["byte[]"] = () => new byte[] { 1, 2 },
        ["empty"] = () => Array.Empty<int>(),
        ["string[]"] = () => new[] { "a", null, null, "b", "a" },
        ["bool[]"] = () => new[] { true, false },
        ["object[]"] =
            () => new object?[] { 1, "a", null, new Place { X = 1 }, 2.5m, DateTime.MinValue, new[] { 1 }, DayOfWeek.Monday, Guid.Empty },
        ["char[]"] = () => new[] { 'a', 'ä', '€' },
        ["decimal[]"] = () => new[] { 1.5m, 2m },
        ["DateTime[]"] = () => new[] { DateTime.UnixEpoch },
        ["TimeSpan[]"] = () => new[] { TimeSpan.FromHours(1) },
        ["jagged"] = () => new int[]?[] { [1], [2, 3], null },
        ["rectangular"] = () => new[,] { { 1, 2 }, { 3, 4 } },
        ["rectangular objects"] = () => new object?[,] { { 1, "x" }, { null, null } },
        ["jagged rectangular"] = () => new int[,]?[] { new[,] { { 1 } }, null },
        ["offset"] = () => With(Array.CreateInstance(typeof(int), [3], [5]), 4, 6),
        ["offset in a member"] = () => Tuple.Create(With(Array.CreateInstance(typeof(int), [3], [5]), 4, 6)),
        ["offset of two"] = () => With(Array.CreateInstance(typeof(string), [1, 2], [1, 10]), "q", 1, 11),
        ["int?[]"] = () => new int?[] { 1, null, null, 3 },
        ["enum[]"] = () => new[] { DayOfWeek.Friday, DayOfWeek.Monday },
        ["struct[]"] = () => new[] { new Place { X = 1, Name = "a" }, new Place { Y = 2 } },
        ["Guid[]"] = () => new[] { Guid.Empty, Guid.AllBitsSet },
        ["IComparable[]"] = () => new IComparable?[] { 1, "a", null, 2.5, DayOfWeek.Friday, Guid.Empty },
        ["300 nulls"] = () => new object?[300],
        ["2 nulls"] = () => new object?[2],
        ["array of arrays"] = () => new object[] { new object[] { 1 }, new[] { "a" } },
        ["List<int>"] = () => new List<int> { 1, 2, 3 },
        ["List<string>"] = () => new List<string> { "a", "b" },
        ["List<object>"] = () => new List<object> { 1, "b", new Link() },
        ["List<struct>"] = () => new List<Place> { new() { X = 1 } },
        ["lists"] = () => new List<List<int>> { new() { 1 }, new() { 2 } },
        ["empty list"] = () => new List<string>(),
        ["Dictionary<string, int>"] = () => new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 },
        ["empty Dictionary"] = () => new Dictionary<string, int>(),
        ["Dictionary<int, class>"] = () => new Dictionary<int, Link> { [1] = new() { Value = 5 } },
        ["Dictionary, ordinal"] = () => new Dictionary<string, int>(StringComparer.Ordinal) { ["a"] = 1 },
        ["Dictionary, any case"] = () => new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 },
        ["Dictionary, culture"] = () => new Dictionary<string, int>(StringComparer.InvariantCulture) { ["a"] = 1 },
        ["Dictionary<struct, int>"] = () => new Dictionary<Place, int> { [new() { X = 1 }] = 1 },
        ["Dictionary<class, int>"] = () => new Dictionary<Link, int> { [new() { Value = 1 }] = 1 },
        ["Dictionary<enum, int>"] = () => new Dictionary<DayOfWeek, int> { [DayOfWeek.Friday] = 1 },
        ["Dictionary<byte, int>"] = () => new Dictionary<byte, int> { [1] = 1 },
        ["Dictionary<object, int>"] = () => new Dictionary<object, int> { [1] = 1 },
        ["HashSet<string>"] = () => new HashSet<string> { "a", "b" },
        ["HashSet<int>"] = () => new HashSet<int> { 1, 2 },
        ["SortedSet"] = () => new SortedSet<int> { 3, 1 },
        ["SortedDictionary"] = () => new SortedDictionary<string, int> { ["b"] = 1, ["a"] = 2 },
        ["SortedList<string, int>"] = () => new SortedList<string, int> { ["b"] = 1, ["a"] = 2 },
        ["SortedList"] = () => new SortedList { ["b"] = 1, ["a"] = 2 },
        ["LinkedList"] = () => new LinkedList<int>([1, 2]),
        ["Queue<int>"] = () => { var queue = new Queue<int>([1, 2, 3]); queue.Dequeue(); queue.Enqueue(4); return queue; },
        ["Queue"] = () => new Queue(new object[] { 1, "a" }),
        ["Stack<int>"] = () => new Stack<int>([1, 2]),
        ["Stack"] = () => new Stack(new object[] { 1, 2 }),
        ["ArrayList"] = () => new ArrayList { 1, "a", null },
        ["Hashtable"] = () => new Hashtable { ["a"] = 1 },
        ["Hashtable, any case"] = () => new Hashtable(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 },
        ["BitArray"] = () => new BitArray([true, false, true]),
        ["Collection"] = () => new Collection<int> { 1, 2 },
        ["ReadOnlyCollection"] = () => new ReadOnlyCollection<string>(["a"]),
        ["StringCollection"] = () => new StringCollection { "a", "b" },
        ["OrderedDictionary"] = () => new OrderedDictionary { ["a"] = 1 },
        ["list of one's own"] = () => new Places { Title = "t", Capacity = 9 },
        ["lists of one's own"] = () =>
        {
            var town = new PlacesOfATown { Code = 3, Mayor = 4.5m }; town.Add(
            new Place { X = 1, Name = "a" }); town.Add(new Link()); town.Mayor = town; return new object[] { town, new PlacesOfATown(),
                new Places() };
        },
        ["collection of one's own"] = () =>
        {
            var drawer = new Drawer { Width = 5 }; drawer.Put(
            new Link { Value = 3 }); return new List<Collection<Link>> { drawer };
        },
        ["observed collection of one's own"] = () => new Watched { "a", "b" },
        ["observed collection"] = () => new ObservableCollection<int> { 1, 2 },
        ["queue of one's own"] = () => { var line = new Line(); line.Enqueue(1); line.Next = line; return line; },
        ["untyped list of one's own"] = () => { var pile = new Pile { 1, "a" }; pile.Add(pile); pile.Me = pile; return pile; },
        ["sorted list of one's own"] = () => new Ranks { ["b"] = 1, ["a"] = 2 },
        ["keyed collection"] = () => new ByValue { new Link { Value = 1 }, new Link { Value = 2 } },
        ["keyed collection without a table"] = () => new ByValue(5) { new Link { Value = 1 } },
        ["map of one's own"] = () => new Registry { ["a"] = new() { Value = 1 } },
        ["maps of one's own"] =
            () => new object[] { new Registry { Edition = 3 }, new Registry { ["x"] = new() }, new Dictionary<string, Link>() },
        ["table of one's own"] = () => new Table { ["a"] = 1, [2] = "b" },
        ["set of one's own"] = () => new Names { 1, 2, 3 },
        ["exception with data"] = () => new Exception("m") { Data = { ["k"] = 1, [2] = "v", ["n"] = null }, HelpLink = "h" },
        ["ListDictionary"] = () => new ListDictionary { ["a"] = 1, [2] = null },
        ["empty ListDictionary"] = () => new ListDictionary(StringComparer.Ordinal),
        ["HybridDictionary"] = () => new HybridDictionary { ["a"] = 1 },
        ["HybridDictionary of many"] =
            () => { var map = new HybridDictionary(true); for (int i = 0; i < 20; i++) map.Add(i, "k" + i); return map; },
        ["empty HybridDictionary"] = () => new HybridDictionary(),
        ["StringDictionary"] = () => new StringDictionary { ["A"] = "1" },
        ["WeakReference"] =
            () => { var held = new Link(); return new object[] { new WeakReference(held), new WeakReference(null, true), held }; },
        ["WeakReference<T>"] =
            () => { var link = new Link(); return new object[] { link, new WeakReference<Link>(link), new WeakReference<string>(null!) }; },
        ["ArraySegment"] = () => new object[] { new ArraySegment<int>([1, 2, 3], 1, 2), default(ArraySegment<string>) },
        ["ReadOnlyDictionary"] = () => new ReadOnlyDictionary<string, int>(new Dictionary<string, int> { ["a"] = 1 }),
        ["ReadOnlyObservableCollection"] = () => new ReadOnlyObservableCollection<int>(new ObservableCollection<int> { 1 }),
        ["BindingList"] = () => new System.ComponentModel.BindingList<Link> { new() { Value = 1 } },
        ["drawing"] = () =>
            new object[] { new System.Drawing.Point(1, 2), new System.Drawing.PointF(1.5f, 2), new System.Drawing.Size(3, 4),
                new System.Drawing.SizeF(1, 2), new System.Drawing.Rectangle(1, 2, 3, 4), new System.Drawing.RectangleF(1, 2, 3, 4),
                System.Drawing.Color.Red, System.Drawing.Color.FromArgb(1, 2, 3, 4), System.Drawing.Color.FromName("no such"),
                System.Drawing.Color.Empty },
        ["chain of 300"] =
            () => { var map = new ListDictionary(); for (int i = 0; i < 300; i++) map.Add(i, new Link { Value = i }); return map; },
        ["what names another for itself, and is null"] = () =>
            new object[] { new Single(), new Single { One = DBNull.Value }, new List<Single> { new() { One = DBNull.Value } },
                new DBNull?[] { null, DBNull.Value } },
        ["a set of what becomes one object"] = () => new HashSet<Only> { new(), new() },
        ["what names another for itself"] = () => new Single { One = DBNull.Value },
        ["arrays of no arrays"] = () =>
            new object[] { new int[2][], new string[3][], new int[3][,], new List<int[]?> { null, null, new[] { 1 }, null }, new object[3],
                new string?[] { null, null } },
        ["copies of one number"] =
            () => { var number = BigInteger.Pow(3, 99); return new object[] { number, number, new List<BigInteger> { number } }; },
        ["arrays as members"] = () => new Arrays { Times = [DateTime.UnixEpoch], Sums = [1.5m], Chars = ['x'] },
        ["jagged times"] = () =>
            new object[] { new DateTime[]?[] { [DateTime.UnixEpoch], null }, new decimal[][] { [1m] }, new TimeSpan[]?[] { null },
                new char[][] { ['a'] } },
        ["list of times"] = () => new List<DateTime>(),
        ["links"] = () => new Link { Value = 1, Next = new Link { Value = 2, Next = new Link { Value = 3 } } },
        ["cycle"] = () => { var link = new Link { Value = 1 }; link.Next = link; return link; },
        ["levels"] = () =>
            new Upper
            {
                A = 1,
                Hidden = "b",
                C = 2.5m,
                Auto = "p",
                When = DateTime.UnixEpoch,
                Perhaps = 5,
                Something = new Place { X = 9 },
                Anything = "s",
                Hue = Hue.Green,
                Place = new Place { Name = "n" }
            },
        ["levels of nulls"] = () => new Upper { Something = 7, Anything = new Link() },
        ["two of one class"] = () => new object[] { new Upper { Anything = "x" }, new Upper { Anything = new Link(), Perhaps = 4 } },
        ["base declared"] = () => new Level[] { new(), new Upper(), new() },
        ["entries"] = () => new Entered { Name = "n", Count = 5, Inner = new Link { Value = 4 }, List = [1] },
        ["two of entries"] = () => new[] { new Entered { Name = "a" }, new Entered { List = [2] } },
        ["faces"] = () =>
            new Faces
            { Comparable = 5, Value = new Place { X = 1 }, Number = DayOfWeek.Monday, Array = new[] { 1, 2 }, Objects = [1, "a"] },
        ["exception"] = () => new ArgumentException("m", "p", new InvalidOperationException("i")),
        ["object"] = () => new object(),
        ["objects"] = () => new[] { new object(), new List<object> { new() } },
        ["an event that nobody hears"] = () => new Heard { Value = 5 },
        ["structs of the framework as members"] = () =>
            new Framework
            {
                At = new(2024, 1, 2, 3, 4, 5, TimeSpan.FromHours(1)),
                Perhaps = new(2024, 1, 2, 3, 4, 5, TimeSpan.Zero),
                Number = BigInteger.Pow(3, 99),
                Pointer = 5,
                Guid = Guid.AllBitsSet,
                Pair = new("a", 1),
                Tuple = (1, "b")
            },
        ["shared string"] = () => { string text = new('q', 3); return new object[] { text, text, new string('q', 3) }; },
        ["stands for another"] = () => new object[] { new Only(), new Only() },
        ["list of itself"] = () => { var list = new List<object>(); list.Add(list); return list; },
        ["map of itself"] = () => { var map = new Dictionary<string, object>(); map.Add("me", map); return map; },
        ["read-only of itself"] = () => { var itself = new Itself(); itself.All = new([itself]); return itself; },
        ["1000 links"] = () => Nested<Link?>(1000, null, n => new Link { Next = n })!,
        ["500 lists"] = () => Nested<object>(500, "x", n => new List<object> { n, 1 }),
        ["500 maps"] = () => Nested<object>(500, "x", n => new Dictionary<string, object> { ["k"] = n }),
        ["500 arrays"] = () => Nested<object>(500, "x", n => new[] { n }),
        ["300 exceptions"] = () => Nested(300, new Exception("x"), n => new Exception("y", n)),
        ["200 sets"] = () => Nested<object>(200, "x", n => new HashSet<object> { n }),
        ["200 sorted maps"] = () => Nested<object>(200, "x", n => new SortedDictionary<string, object> { ["k"] = n }),
        ["200 collections"] = () => Nested<object>(200, "x", n => new Collection<object> { n }),
        ["200 keys"] = () => Nested<object>(200, "x", n => new Dictionary<object, object> { [new Link()] = n }),
        ["200 entries"] = () => Nested<object>(200, new Entered(), n => new object[] { new Entered { Inner = new Link() }, n }),
    };
}
