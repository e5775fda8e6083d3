using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.FSharp.Collections;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Which collections have an identity under References.Preserve: as System.Text.Json writes them, and both places get one object back.
/// </summary>
public class JsonIdentityTests
{
    public class Two<T>
    {
        public T? A { get; set; }
        public T? B { get; set; }
    }

    static readonly JsonOptions s_ours = new() { References = References.Preserve };

    static readonly JsonSerializerOptions s_theirs = JsonCheck.StjWith(o => o.ReferenceHandler = ReferenceHandler.Preserve);

    static readonly List<int> s_list = [3, 4];

    static readonly Dictionary<string, int> s_map = new() { ["a"] = 1 };

    public static TheoryData<string, object> Collections => new()
    {
        { "ReadOnlyCollection", s_list.AsReadOnly() },
        { "ReadOnlyDictionary", new ReadOnlyDictionary<string, int>(s_map) },
        { "ReadOnlySet", new ReadOnlySet<int>(new HashSet<int> { 3 }) },
        { "ReadOnlyObservableCollection", new ReadOnlyObservableCollection<int>(new ObservableCollection<int> { 3 }) },
        { "FrozenSet", s_list.ToFrozenSet() },
        { "FrozenDictionary", s_map.ToFrozenDictionary() },
        { "ImmutableList", s_list.ToImmutableList() },
        { "ImmutableHashSet", s_list.ToImmutableHashSet() },
        { "ImmutableDictionary", s_map.ToImmutableDictionary() },
        { "ImmutableStack", ImmutableStack.Create(3, 4) },
        { "array", new[] { 3, 4 } },
        { "List", s_list },
        { "Queue", new Queue<int>(s_list) },
        { "Stack", new Stack<int>(s_list) },
        { "LinkedList", new LinkedList<int>(s_list) },
        { "ConcurrentQueue", new ConcurrentQueue<int>(s_list) },
        { "ConcurrentStack", new ConcurrentStack<int>(s_list) },
        { "FSharpList", ListModule.OfSeq(s_list) },
        { "FSharpSet", SetModule.OfSeq(s_list) },
        { "FSharpMap", MapModule.OfSeq([Tuple.Create("a", 1)]) },
    };

    [Theory]
    [MemberData(nameof(Collections))]
    public void As_System_Text_Json_writes_them(string name, object collection)
    {
        Assert.NotEmpty(name);
        // A frozen collection's class is the framework's own: what is declared is its base.
        var declared = collection.GetType();
        while (!declared.IsPublic && !declared.IsNestedPublic)
            declared = declared.BaseType!;
        typeof(JsonIdentityTests).GetMethod(nameof(Check),
            System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)!.MakeGenericMethod(declared)
                .Invoke(null, [collection]);
    }

    static void Check<T>(T collection) where T : class
    {
        string root = JsonCheck.SameText(collection, s_ours, s_theirs);
        foreach (var options in JsonCheck.Tiers(s_ours))
            Assert.Equal(root, System.Text.Encoding.UTF8.GetString(Json.Serialize(Json.FromText<T>(root, options), options)));
        string text = JsonCheck.SameText(new Two<T> { A = collection, B = collection }, s_ours, s_theirs);
        foreach (var options in JsonCheck.Tiers(s_ours))
        {
            var back = Json.FromText<Two<T>>(text, options)!;
            Assert.Equal(text.Contains("$ref", StringComparison.Ordinal), ReferenceEquals(back.A, back.B));
            Assert.Equal(text, System.Text.Encoding.UTF8.GetString(Json.Serialize(back, options)));
        }
    }
}
