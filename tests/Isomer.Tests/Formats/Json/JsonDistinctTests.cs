using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Text.Json;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Keys that come twice are refused by their value, as the map sees it, and not by their text: as in System.Text.Json, for each kind of key
/// and map.
/// </summary>
public class JsonDistinctTests
{
    public class Loose() : Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);

    public class Falling() : SortedDictionary<int, int>(Comparer<int>.Create((x, y) => y.CompareTo(x)));

    /// <summary>Takes numbers of one remainder for equal, and has no comparer of the untyped kind.</summary>
    public class Remainders() : Dictionary<int, int>(new ByThree());

    /// <summary>The same of an order.</summary>
    public class Odd() : SortedDictionary<int, int>(new ByTwo());

    sealed class ByTwo : IComparer<int>
    {
        public int Compare(int x, int y) => (x % 2).CompareTo(y % 2);
    }

    sealed class ByThree : IEqualityComparer<int>
    {
        public bool Equals(int x, int y) => x % 3 == y % 3;

        public int GetHashCode(int obj) => obj % 3;
    }

    static readonly (Type Key, string[] Texts)[] s_keys =
    [
        (typeof(bool), ["true", "True", "false", "FALSE"]),
        (typeof(int), ["1", "2", "-1"]),
        (typeof(double), ["1", "1.0", "1e0", "0.1", "10e-2", "-0", "0"]),
        (typeof(decimal), ["1", "1.0", "1.00", "0.1"]),
        (typeof(DayOfWeek), ["1", "Monday", "monday", "Friday", "5"]),
        (typeof(Guid),
            ["6F9619FF-8B86-D011-B42D-00CF4FC964FF", "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "00000000-0000-0000-0000-000000000000"]),
        (typeof(DateTime), ["2020-01-01", "2020-01-01T00:00:00", "2020-01-01T00:00:00.0", "2020-01-02"]),
        (typeof(TimeSpan), ["00:00:01", "00:00:01.0000000", "1.00:00:00"]),
        (typeof(string), ["a", "A", "\\u0061", "b"]),
    ];

    static readonly Type[] s_maps =
    [
        typeof(Dictionary<,>), typeof(SortedDictionary<,>), typeof(SortedList<,>), typeof(IDictionary<,>), typeof(IReadOnlyDictionary<,>),
        typeof(ConcurrentDictionary<,>),
        typeof(ImmutableDictionary<,>), typeof(ImmutableSortedDictionary<,>),
    ];

    public static TheoryData<Type, Type> Maps =>
        [.. s_keys.SelectMany(k => s_maps.Select(m => new TheoryDataRow<Type, Type>(m.MakeGenericType(k.Key, typeof(int)), k.Key)))];

    [Theory]
    [MemberData(nameof(Maps))]
    public void By_value(Type map, Type key)
    {
        string[] texts = Array.Find(s_keys, k => k.Key == key).Texts;
        foreach (string first in texts)
            foreach (string second in texts)
                Compare(map, $$"""{"{{first}}":1,"{{second}}":2}""");
    }

    [Theory]
    [InlineData(typeof(Loose), """{"a":1,"A":2}""")]
    [InlineData(typeof(Loose), """{"a":1,"b":2}""")]
    [InlineData(typeof(Falling), """{"1":1,"2":2}""")]
    [InlineData(typeof(Falling), """{"1":1,"\u0031":2}""")]
    [InlineData(typeof(Remainders), """{"1":1,"4":2}""")]
    [InlineData(typeof(Remainders), """{"1":1,"5":2}""")]
    [InlineData(typeof(Odd), """{"1":1,"3":2}""")]
    [InlineData(typeof(Odd), """{"1":1,"2":2}""")]
    [InlineData(typeof(Hashtable), """{"a":1,"\u0061":2}""")]
    [InlineData(typeof(Hashtable), """{"a":1,"A":2}""")]
    [InlineData(typeof(Dictionary<DayOfWeek, Dictionary<bool, int>>), """{"Monday":{"true":1},"2":{"true":1,"False":2}}""")]
    [InlineData(typeof(Dictionary<DayOfWeek, Dictionary<bool, int>>), """{"Monday":{"true":1},"2":{"true":1,"True":2}}""")]
    public void By_the_comparer_of_the_map_s_class(Type map, string text) => Compare(map, text);

    /// <summary>Identities that come twice are refused wherever they stand, also of what is read into collections that are there.</summary>
    [Fact]
    public void Identities_come_once()
    {
        foreach (bool merges in new[] { false, true })
            foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection, ShapeTier.Promoted })
            {
                var options = new JsonOptions
                { References = References.Preserve, MergeNested = merges, Convention = Convention.Plain.WithTier(tier) };
                for (int n = 0; n < 1024; n++)
                {
                    int[] ids = [.. Enumerable.Range(0, 5).Select(i => n >> (2 * i) & 3)];
                    string text = $$$"""{"$id":"{{{ids[0]}}}","Map":{"$id":"{{{ids[1]}}}","a":{"$id":"{{{ids[2]}}}","$values":[1]}},"List":{"$id":"{{{ids[3]}}}","$values":[3]},"Next":{"$id":"{{{ids[4]}}}"}}""";
                    // Four names for five objects: one is doubled.
                    bool doubles = ids.Take(4).Distinct().Count() < 4;
                    Assert.IsType<WireFormatException>(Record.Exception(() => Json.FromText<Merged>(text, options)));
                    text = text.Replace($$""","Next":{"$id":"{{ids[4]}}"}""", "", StringComparison.Ordinal);
                    var error = Record.Exception(() => Json.FromText<Merged>(text, options));
                    Assert.True(error is WireFormatException == doubles && (error is null) != doubles,
                        $"{tier}, merges {merges}: {text}: {error?.Message}");
                    error = Record.Exception(() => Json.Fill(new Merged(), System.Text.Encoding.UTF8.GetBytes(text), options));
                    Assert.True(error is WireFormatException == doubles && (error is null) != doubles,
                        $"Fill, {tier}, merges {merges}: {text}: {error?.Message}");
                }
            }
    }

    public class Merged
    {
        public Dictionary<string, List<int>> Map { get; set; } = new() { ["a"] = [7] };
        public List<int> List { get; set; } = [7];
        public Merged? Next { get; set; }
    }

    /// <summary>
    /// A map that is made of all its entries at the end is guarded while they are read: 100,000 keys of one hash would take time in their
    /// square.
    /// </summary>
    [Fact]
    public void Keys_that_collide_are_refused_as_they_come()
    {
        string text = "{" + string.Join(',', Enumerable.Range(1, 100_000).Select(i => $"\"{((long)i << 32) | (uint)i}\":0")) + "}";
        var error = Assert.Throws<WireFormatException>(() => Json.FromText<ImmutableDictionary<long, int>>(text, s_refusing));
        Assert.Contains("collide", error.Message, StringComparison.Ordinal);
        Assert.InRange(error.Offset, 0, 20_000);
    }

    static readonly JsonOptions s_refusing = new() { Duplicates = JsonMembers.Refuse };

    static readonly JsonSerializerOptions s_theirs = JsonCheck.StjWith(o => o.AllowDuplicateProperties = false);

    static void Compare(Type map, string text)
    {
        string expected;
        try
        {
            expected = JsonSerializer.Serialize(JsonSerializer.Deserialize(text, map, s_theirs), map, s_theirs);
        }
        catch (JsonException e)
        {
            foreach (var options in JsonCheck.Tiers(s_refusing))
            {
                var refusal =
                    Assert.Throws<WireFormatException>(() => Json.Deserialize(System.Text.Encoding.UTF8.GetBytes(text), map, options));
                if (e.Message.Contains("Duplicate", StringComparison.Ordinal))
                    Assert.Contains("comes twice", refusal.Message, StringComparison.Ordinal);
            }
            return;
        }
        foreach (var options in JsonCheck.Tiers(s_refusing))
            Assert.Equal(expected,
                JsonSerializer.Serialize(Json.Deserialize(System.Text.Encoding.UTF8.GetBytes(text), map, options), map, s_theirs));
    }
}
