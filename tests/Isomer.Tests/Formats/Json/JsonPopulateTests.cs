using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Members that are read into, and not set: as System.Text.Json has it where an attribute or the options say Populate, over every kind of
/// member, with and without a setter, and every kind of value for it.
/// </summary>
public class JsonPopulateTests
{
    public class Part { public int A { get; set; } = 1; public int B { get; set; } = 2; public Part? Inner { get; set; } }
    public abstract class Shape { public int A { get; set; } = 1; }
    public class Circle : Shape { public int B { get; set; } = 2; }
    public class Made(int a) { public int A { get; } = a; public int B { get; set; } = 2; }
    public struct Point { public int A { get; set; } public int B { get; set; } }

    public class Bare<T>(T held) where T : notnull
    {
        [JsonConstructor] public Bare() : this(Fresh<T>()) { }
        public T P { get; } = held;
        public T Q { get; set; } = Fresh<T>();
        public T R { get; private set; } = Fresh<T>();
        public readonly T S = Fresh<T>();
    }

    public class Told<T> where T : notnull
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public T P { get; } = Fresh<T>();
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public T Q { get; set; } = Fresh<T>();
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public T R { get; private set; } = Fresh<T>();
        [JsonInclude, JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public T S { get; private set; } = Fresh<T>();
    }

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public class ToldAll<T> where T : notnull
    {
        public T P { get; } = Fresh<T>();
        public T Q { get; set; } = Fresh<T>();
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Replace)] public T R { get; } = Fresh<T>();
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Replace)] public T S { get; set; } = Fresh<T>();
    }

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Replace)]
    public class ToldNone<T> where T : notnull
    {
        public T P { get; } = Fresh<T>();
        public T Q { get; set; } = Fresh<T>();
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public T R { get; } = Fresh<T>();
        [JsonPropertyOrder(1)] public T S { get; set; } = Fresh<T>();
    }

    public class Ungot
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public Part P { private get; set; } = new();
        public int Sum() => P.A;
    }

    public class GotAllTheSame
    {
        [JsonInclude, JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public Part P { private get; set; } = new();
        public int Sum() => P.A + P.B;
    }

    /// <summary>The attribute was passed over in silence: what is there was replaced.</summary>
    [Fact]
    public void A_member_that_nobody_can_get_is_refused()
    {
        Assert.Contains("doesn't have a getter",
            Assert.Throws<InvalidOperationException>(() => JsonSerializer.Serialize(new Ungot())).Message, StringComparison.Ordinal);
        Assert.Equal(7, JsonSerializer.Deserialize<GotAllTheSame>("""{"P":{"A":5}}""")!.Sum());
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new JsonOptions { Convention = Convention.Plain.WithTier(tier) };
            Assert.Contains("has no getter that all may call",
                Assert.Throws<NotSupportedException>(() => Json.ToText(new Ungot(), options)).Message, StringComparison.Ordinal);
            Assert.Equal(7, Json.FromText<GotAllTheSame>("""{"P":{"A":5}}""", options).Sum());
            var ignoring = new JsonOptions
            {
                Convention = Convention.Plain.WithTier(tier)
                    .WithIgnoredAttributes(typeof(JsonObjectCreationHandlingAttribute).FullName!)
            };
            Assert.Equal(5, Json.FromText<Ungot>("""{"P":{"A":5}}""", ignoring).Sum());
            // The attribute says it of JSON: to other formats it is a member that is set.
            var compact = new CompactOptions { Convention = Convention.Plain.WithTier(tier) };
            Assert.Equal(3, Compact.Deserialize<Ungot>(Compact.Serialize(new Ungot(), compact), compact).Sum() + 2);
        }
    }

    public class Empty<T> where T : class
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public T? P { get; }
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public T? Q { get; set; }
        public T? R { get; }
    }

    public class Late<T>(int number) where T : notnull
    {
        public int Number { get; } = number;
        public T P { get; } = Fresh<T>();
        public T Q { get; set; } = Fresh<T>();
    }

    public class LateTold<T>(int number) where T : notnull
    {
        public int Number { get; } = number;
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public T Q { get; set; } = Fresh<T>();
    }

    static T Fresh<T>() => (T)(object)(typeof(T) == typeof(Part) ? new Part { A = 5, Inner = new() { B = 7 } }
        : typeof(T) == typeof(Shape) ? new Circle { A = 5, B = 6 }
        : typeof(T) == typeof(Made) ? new Made(5) { B = 6 }
        : typeof(T) == typeof(Point) ? new Point { A = 5, B = 6 }
        : typeof(T) == typeof(List<int>) || typeof(T) == typeof(IList<int>) ? new List<int> { 5, 6 }
        : new Dictionary<string, Part> { ["A"] = new() { A = 5 } });

    static readonly Type[] s_kinds = [typeof(Part), typeof(Shape), typeof(Made), typeof(Point), typeof(List<int>), typeof(IList<int>),
        typeof(Dictionary<string, Part>)];

    public static TheoryData<Type> Types
    {
        get
        {
            var data = new TheoryData<Type>();
            foreach (var open in new[] { typeof(Bare<>), typeof(Told<>), typeof(ToldAll<>), typeof(ToldNone<>), typeof(Empty<>),
                typeof(Late<>), typeof(LateTold<>) })
                foreach (var kind in s_kinds)
                    if (open != typeof(Empty<>) || !kind.IsValueType)
                        data.Add(open.MakeGenericType(kind));
            return data;
        }
    }

    static readonly string[] s_values = ["{\"A\":9}", "{\"Inner\":{\"A\":8}}", "{\"A\":{\"B\":3}}", "[7,8]", "null", "3", "{}", "[]"];

    [Theory]
    [MemberData(nameof(Types))]
    public void As_System_Text_Json_reads_into_it(Type type)
    {
        var differences = new List<string>();
        var telling = new JsonSerializerOptions { IncludeFields = true };
        foreach (var (populates, leavesOut) in new[] { (false, false), (true, false), (true, true) })
        {
            var theirs = new JsonSerializerOptions
            {
                IncludeFields = true,
                PreferredObjectCreationHandling = populates ? JsonObjectCreationHandling.Populate : JsonObjectCreationHandling.Replace,
                IgnoreReadOnlyProperties = leavesOut,
                IgnoreReadOnlyFields = leavesOut,
            };
            foreach (var ours in JsonCheck.Tiers(JsonOptions.From(theirs)))
                foreach (string member in new[] { "P", "Q", "R", "S" })
                    foreach (string value in s_values)
                        foreach (string text in new[] { $"{{\"{member}\":{value}}}", $"{{\"{member}\":{value},\"Q\":{value}}}" })
                            Compare(text, theirs, ours);
        }
        Assert.True(differences.Count == 0, string.Join("\n", differences.Take(8)));

        void Compare(string text, JsonSerializerOptions theirs, JsonOptions ours)
        {
            string? expected = Result(() => JsonSerializer.Deserialize(text, type, theirs), telling);
            string? found = Result(() => Json.Deserialize(System.Text.Encoding.UTF8.GetBytes(text), type, ours), telling);
            // What has no setter and only a constructor gives: there the text is passed over, here it must be one. A get-only collection of
            // an object that is made late takes items here, which are lost there (docs/json.md).
            bool isKnown =
                type.GenericTypeArguments[0] == typeof(Made) && found is null && text.Contains("{\"A\":{", StringComparison.Ordinal)
                || type.GetGenericTypeDefinition() == typeof(Late<>)
                    && type.GenericTypeArguments[0].IsAssignableTo(typeof(System.Collections.IEnumerable))
                    && text.Contains("\"P\"", StringComparison.Ordinal);
            // What is left out for want of a setter: a collection takes its items all the same, and Populate said of such a member is
            // obeyed; there it is refused.
            if (theirs.IgnoreReadOnlyProperties)
                isKnown |= type.GenericTypeArguments[0].IsAssignableTo(typeof(System.Collections.IEnumerable))
                    || (expected is null && SaysPopulate(type));
            if (expected != found && !isKnown)
                differences.Add(
                    $"{text} with {theirs.PreferredObjectCreationHandling}{(theirs.IgnoreReadOnlyProperties ? ", without read-only" : "")}: {expected ?? "refused"} became {found ?? "refused"}");
        }
    }

    static bool SaysPopulate(Type type) => type.GetProperties().Any(p => p.SetMethod?.IsPublic != true
        && p.GetCustomAttribute<JsonObjectCreationHandlingAttribute>()?.Handling == JsonObjectCreationHandling.Populate);

    static string? Result(Func<object?> read, JsonSerializerOptions theirs)
    {
        try
        {
            object? value = read();
            return JsonSerializer.Serialize(value, value!.GetType(), theirs);
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or NotSupportedException or WireFormatException)
        {
            return null;
        }
    }

    /// <summary>One convention, so one model and its tables, with the option off and on.</summary>
    [Fact]
    public void By_the_option_of_the_call()
    {
        foreach (bool merges in new[] { false, true, false })
            Assert.Equal(merges ? 9 : 5, Json.FromText<Bare<Part>>("""{"P":{"A":9}}""", new JsonOptions { MergeNested = merges })!.P.A);
    }

    [Fact]
    public void A_collection_without_a_setter_takes_items_also_where_its_object_is_made_late() =>
        Assert.All(
            JsonCheck.Tiers(
                JsonOptions.From(new JsonSerializerOptions { PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate })),
                    options =>
            Assert.Equal([5, 6, 7], Json.FromText<Late<List<int>>>("""{"P":[7],"Number":3}""", options)!.P));

    /// <summary>What cannot be read into is told at first use, and can be passed over.</summary>
    [Fact]
    public void A_constructor_with_parameters_has_nothing_to_read_into()
    {
        var refusal = Assert.Throws<NotSupportedException>(() => Json.FromText<LateTold<Part>>("{}"));
        Assert.Contains("LateTold", refusal.Message, StringComparison.Ordinal);
        Assert.Contains("[JsonConstructor]", refusal.Message, StringComparison.Ordinal);
        var passing = new JsonOptions
        { Convention = Convention.Plain.WithIgnoredAttributes(typeof(JsonObjectCreationHandlingAttribute).FullName!) };
        Assert.Equal(9, Json.FromText<LateTold<Part>>("""{"Q":{"A":9}}""", passing)!.Q.A);
    }
}
