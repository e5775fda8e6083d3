using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Reflection;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// What a format of our own has written comes back, or it is refused where it is written: collections of the framework behind each of their
/// public faces, in each place, under each convention. A seed draws one of each.
/// </summary>
public class WrittenComesBackTests
{
    public enum Shade { Dark, Light }

    public class Dot
    {
        public int X { get; set; }
        public string? Name { get; set; }
        public override bool Equals(object? obj) => obj is Dot other && (other.X, other.Name) == (X, Name);
        public override int GetHashCode() => X;
        public override string ToString() => $"({X} {Name})";
    }

    public class Member<T>
    {
        public T? Held { get; set; }
        public int After { get; set; }
    }

    public class Field<T>
    {
        public T? Held;
    }

    public class Taker<T>(T held, int after)
    {
        public T Held { get; } = held;
        public int After { get; } = after;
    }

    public class Kept<T>(T held)
    {
        public T Held { get; private set; } = held;
    }

    /// <summary>Lists and maps that the object makes itself.</summary>
    public class Getters
    {
        public List<int> Numbers { get; } = [];
        public Dictionary<string, int> Map { get; } = [];
        public IList<string> Texts { get; } = new List<string>();
        public HashSet<int> Set { get; } = [];
        public int After { get; set; }
        public override string ToString() => $"{Told(Numbers)}{Told(Map)}{Told(Texts)}{Told(Set)}{After}";
    }

    public class Numbers : List<int>;

    static readonly JsonTypes s_types = JsonTypes.None.With<Dot>().With<Shade>().With<Getters>().With<Numbers>();

    static readonly object[] s_values = [.. Values()];

    static readonly string[] s_formats = ["Json", "JsonReferences", "JsonNames", "Graph", "Compact", "CompactReferences", "DeepCopy"];

    static readonly Convention[] s_conventions =
    [
        .. Wires.Tiers(null), Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType),
        Convention.DataContract.WithTier(ShapeTier.Emitted), Convention.DataContract.WithTier(ShapeTier.Reflection),
        Convention.FastJson.WithTier(ShapeTier.Emitted), Convention.FastJson.WithTier(ShapeTier.Reflection), Convention.XmlAttributes,
    ];

    static StringComparer s_anyCase => StringComparer.OrdinalIgnoreCase;

    static IEnumerable<object> Values() =>
    [
        .. Sequences(1, 2, 3), .. Sequences("a", "b"), .. Sequences<byte>(1, 2, 3), .. Sequences(Shade.Light, Shade.Dark),
        .. Sequences(new Dot { X = 1, Name = "n" }, new Dot { X = 2 }),
        .. Maps(["a", "b"], 1, 2), .. Maps([1, 2], "x", "y"), .. Maps(["a", "b"], new Dot { X = 1 }, new Dot { X = 3 }),
        .. Maps([Shade.Light], [1, 2]),
        new Getters { Numbers = { 1 }, Map = { ["k"] = 2 }, Texts = { "i" }, Set = { 4 }, After = 3 },
        new Numbers { 1, 2 }, new StringCollection { "a" }, new BitArray([true, false]),
    ];

    static List<object> Sequences<T>(params T[] a) where T : notnull
    {
        List<object> all =
        [
            a, a.ToList(), new HashSet<T>(a), new LinkedList<T>(a), new Queue<T>(a), new Stack<T>(a), new Collection<T>([.. a]),
            new ObservableCollection<T>(a), new ReadOnlyCollection<T>(a), new ReadOnlyObservableCollection<T>(new(a)),
            ImmutableArray.Create(a), ImmutableList.Create(a), ImmutableHashSet.Create(a), ImmutableQueue.Create(a),
            ImmutableStack.Create(a), a.ToFrozenSet(), a.Take(1).ToFrozenSet(), Array.Empty<T>().ToFrozenSet(),
            new ReadOnlySet<T>(new HashSet<T>(a)), new ConcurrentQueue<T>(a), new ConcurrentStack<T>(a), new ConcurrentBag<T>(a),
            new BlockingCollection<T>(new ConcurrentQueue<T>(a)), new ArraySegment<T>(a), default(ImmutableArray<T>), new Memory<T>(a),
            new ReadOnlyMemory<T>(a), a.Where(static _ => true), a.Select(static x => x), new ArrayList(a), new Queue(a), new Stack(a),
        ];
        if (a[0] is IComparable)
            all.AddRange([new SortedSet<T>(a), ImmutableSortedSet.Create(a)]);
        if (a is string[] texts)
            all.AddRange(
            [
                new HashSet<string>(texts, s_anyCase), new SortedSet<string>(texts, s_anyCase), texts.ToFrozenSet(s_anyCase),
                ImmutableHashSet.Create(s_anyCase, texts), ImmutableSortedSet.Create(s_anyCase, texts),
                new ReadOnlySet<string>(new HashSet<string>(texts, s_anyCase)),
            ]);
        return all;
    }

    static List<object> Maps<TKey, TValue>(TKey[] keys, params TValue[] values) where TKey : notnull
    {
        var d = keys.Zip(values).ToDictionary(p => p.First, p => p.Second);
        IDictionary[] untyped = [new ListDictionary(), new HybridDictionary(), new OrderedDictionary(), new Hashtable(), new SortedList()];
        foreach (var map in untyped)
            foreach (var (key, value) in d)
                map.Add(key, value);
        List<object> all =
        [
            d, new ConcurrentDictionary<TKey, TValue>(d), new ReadOnlyDictionary<TKey, TValue>(d), d.ToImmutableDictionary(),
            d.ToFrozenDictionary(), new Dictionary<TKey, TValue>().ToFrozenDictionary(), new OrderedDictionary<TKey, TValue>(d),
            new SortedDictionary<TKey, TValue>(d), new SortedList<TKey, TValue>(d), d.ToImmutableSortedDictionary(), .. untyped,
        ];
        if (d is Dictionary<string, TValue> texts)
            all.AddRange(
            [
                new Dictionary<string, TValue>(texts, s_anyCase), new SortedDictionary<string, TValue>(texts, s_anyCase),
                new SortedList<string, TValue>(texts, s_anyCase), new ConcurrentDictionary<string, TValue>(texts, s_anyCase),
                new OrderedDictionary<string, TValue>(texts, s_anyCase), texts.ToImmutableDictionary(s_anyCase),
                texts.ToImmutableSortedDictionary(s_anyCase), texts.ToFrozenDictionary(s_anyCase),
                new ReadOnlyDictionary<string, TValue>(new Dictionary<string, TValue>(texts, s_anyCase)),
            ]);
        return all;
    }

    /// <summary>Whether the collection finds "A", where it is declared as what finds keys.</summary>
    static bool? Finds(Type face, object? value) =>
        face == typeof(object) || (face.IsInterface && !(face.IsGenericType
            && (face.Name.Contains("Set`", StringComparison.Ordinal) || face.Name.Contains("Dictionary`", StringComparison.Ordinal))))
            ? null : value switch
            {
                ISet<string> set => set.Contains("A"),
                IReadOnlySet<string> set => set.Contains("A"),
                IDictionary<string, int> map => map.ContainsKey("A"),
                IDictionary<string, Dot> map => map.ContainsKey("A"),
                _ => null,
            };

    /// <summary>Types that may be declared where the value stands.</summary>
    static Type[] FacesOf(object value)
    {
        var faces = new List<Type> { typeof(object) };
        for (var type = value.GetType(); type is not null && type != typeof(object) && type != typeof(ValueType); type = type.BaseType)
            if (type.IsVisible && type != typeof(Array))
                faces.Add(type);
        faces.AddRange(value.GetType().GetInterfaces().Where(static i => i.IsVisible && typeof(IEnumerable).IsAssignableFrom(i)));
        return [.. faces];
    }

    static (Type, object) Placed(int place, Type face, object value)
    {
        if (place == 0)
            return (face, value);
        if (place == 1)
        {
            var list = (IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(face))!;
            list.Add(value);
            return (list.GetType(), list);
        }
        if (place == 2)
        {
            var map = (IDictionary)Activator.CreateInstance(typeof(Dictionary<,>).MakeGenericType(typeof(string), face))!;
            map.Add("k", value);
            return (map.GetType(), map);
        }
        var type = (place switch { 3 => typeof(Member<>), 4 => typeof(Field<>), 5 => typeof(Taker<>), _ => typeof(Kept<>) })
            .MakeGenericType(face);
        object owner = place switch
        {
            5 => Activator.CreateInstance(type, value, 7)!,
            6 => Activator.CreateInstance(type, value)!,
            _ => Activator.CreateInstance(type)!,
        };
        if (place == 3)
            type.GetProperty("Held")!.SetValue(owner, value);
        else if (place == 4)
            type.GetField("Held")!.SetValue(owner, value);
        return (type, owner);
    }

    static object? HeldIn(int place, object? placed) => place switch
    {
        _ when placed is null => null,
        0 => placed,
        1 => ((IList)placed)[0],
        2 => ((IDictionary)placed)["k"],
        4 => placed.GetType().GetField("Held")!.GetValue(placed),
        _ => placed.GetType().GetProperty("Held")!.GetValue(placed),
    };

    /// <summary>What is in a value, whatever holds it: what has no order of its own in that of the texts.</summary>
    static string Told(object? value)
    {
        switch (value)
        {
            case null:
                return "null";
            case string or Enum or Dot or Getters:
                return value.ToString()!;
            case DictionaryEntry entry:
                return $"{Told(entry.Key)}:{Told(entry.Value)}";
        }
        var type = value.GetType();
        var open = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        if (open == typeof(KeyValuePair<,>))
            return $"{Told(type.GetProperty("Key")!.GetValue(value))}:{Told(type.GetProperty("Value")!.GetValue(value))}";
        if (open == typeof(Memory<>) || open == typeof(ReadOnlyMemory<>))
            return Told(type.GetMethod("ToArray")!.Invoke(value, null));
        if (open == typeof(ImmutableArray<>) && (bool)type.GetProperty("IsDefault")!.GetValue(value)!)
            return "[]";
        return value is not IEnumerable items ? value.ToString()!
            : $"[{string.Join(",", items.Cast<object?>().Select(Told).Order(StringComparer.Ordinal))}]";
    }

    static Func<T> Written<T>(string format, Convention convention, T value)
    {
        switch (format)
        {
            case "Compact" or "CompactReferences":
                var compact = new CompactOptions
                {
                    Convention = convention,
                    References = format == "Compact" ? References.None : References.Preserve,
                };
                byte[] bytes = Compact.Serialize(value, compact);
                return () => Compact.Deserialize<T>(bytes, compact)!;
            case "DeepCopy":
                var copy = DeepCopy.Of(value, convention is PlainConvention plain
                    ? plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType) : convention);
                return () => copy;
            default:
                var options = format != "Graph" ? new JsonOptions { Convention = convention, Types = s_types } : JsonOptions.Graph with
                {
                    Convention = convention is PlainConvention open
                        ? open.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType) : convention,
                    Types = s_types,
                };
                if (format == "JsonReferences")
                    options = options with { References = References.Preserve };
                else if (format == "JsonNames")
                    options = options with { TypeNames = JsonTypeNames.Auto };
                byte[] text = Json.Serialize(value, options);
                return () => Json.Deserialize<T>(text, options)!;
        }
    }

    static readonly MethodInfo s_written =
        typeof(WrittenComesBackTests).GetMethod(nameof(Written), BindingFlags.Static | BindingFlags.NonPublic)!;

    /// <summary>Whether the type says nothing of what stands there, which plain JSON then does not say either.</summary>
    static bool IsUntyped(Type face) =>
        !face.IsGenericType && !face.IsArray && face.Namespace!.StartsWith("System", StringComparison.Ordinal);

    static RandomCases.Difference? Differs(int seed)
    {
        // Neighbouring seeds draw like numbers.
        var random = new Random(seed * 7919);
        object value = s_values[random.Next(s_values.Length)];
        var faces = FacesOf(value);
        var face = faces[random.Next(faces.Length)];
        int place = random.Next(7);
        string format = s_formats[random.Next(s_formats.Length)];
        var convention = s_conventions[random.Next(s_conventions.Length)];
        // An interface that no class of the framework but the value's own stands for is written as System.Text.Json writes it.
        if (face.IsInterface && face.Name.StartsWith("IProducerConsumerCollection", StringComparison.Ordinal))
            return null;
        var (type, placed) = Placed(place, face, value);
        // Of others than these the names of types are written for readers that know them.
        if (format == "JsonNames" && convention is not PlainConvention)
            format = "Json";
        string what = $"{format} under {convention.GetType().Name} ({convention.Tier}), place {place}: a '{value.GetType()}' as '{face}'";
        Delegate read;
        try
        {
            read = (Delegate)s_written.MakeGenericMethod(type).Invoke(null, [format, convention, placed])!;
        }
        catch (TargetInvocationException e)
        {
            // A default ImmutableArray behind an interface cannot be enumerated: that is the framework's refusal.
            return e.InnerException is NotSupportedException or InvalidOperationException ? null : new("writing", $"{what}: {e.InnerException!.Message}");
        }
        object? back;
        try
        {
            back = HeldIn(place, read.DynamicInvoke());
        }
        catch (TargetInvocationException e)
        {
            return new("reading", $"{what}: {e.InnerException!.Message}");
        }
        if (format.StartsWith("Json", StringComparison.Ordinal) && IsUntyped(face))
            return null;
        if (Told(value) is var before && Told(back) is var after && before != after)
            return new("values", $"{what}: {before} became {after}");
        if (!format.StartsWith("Json", StringComparison.Ordinal) && Finds(face, value) != Finds(face, back))
            return new("comparers", $"{what} finds other keys");
        // Where types are told they come back, but for a query's, which is read as what it is declared as.
        return format is "Graph" or "DeepCopy" && convention is PlainConvention && value.GetType() is { Namespace: not "System.Linq" } own
            && own != back!.GetType() && !(own.Name == back.GetType().Name || own.Namespace == "System.Collections.Frozen"
                && back.GetType().Namespace == "System.Collections.Frozen")
            ? new("types", $"{what} became a '{back.GetType()}'") : null;
    }

    [Fact]
    public void Collections_behind_their_faces() => RandomCases.Run(700, Differs);

    /// <summary>
    /// A segment of bytes is text in JSON, of which an IEnumerable&lt;byte&gt; is not read: where types are named it is named as the array
    /// that it comes back as (found by a longer run, seed 4214).
    /// </summary>
    [Fact]
    public void A_segment_of_bytes_behind_an_interface()
    {
        var options = new JsonOptions { TypeNames = JsonTypeNames.Auto, Types = s_types };
        IEnumerable<byte>[] segments = [new ArraySegment<byte>([1, 2, 3], 1, 2), ArraySegment<byte>.Empty];
        foreach (var segment in segments)
        {
            byte[] text = Json.Serialize(new Member<IEnumerable<byte>> { Held = segment }, options);
            Assert.Equal(segment, Json.Deserialize<Member<IEnumerable<byte>>>(text, options)!.Held);
            text = Json.Serialize(new Member<object> { Held = segment }, options);
            Assert.Equal(segment, Assert.IsType<byte[]>(Json.Deserialize<Member<object>>(text, options)!.Held));
        }
    }

    /// <summary>Each frozen class, behind each face in each place, which a drawn case would seldom meet.</summary>
    [Fact]
    public void Frozen_collections_in_their_places()
    {
        object[] values =
        [
            new[] { 1, 2 }.ToFrozenSet(), new[] { "a", "B" }.ToFrozenSet(StringComparer.OrdinalIgnoreCase),
            new Dictionary<string, int> { ["a"] = 1, ["B"] = 2 }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase),
        ];
        var shared = values[1];
        foreach (object value in values)
            foreach (var face in FacesOf(value))
                for (int place = 0; place < 7; place++)
                    foreach (string format in (string[])["Graph", "DeepCopy", "JsonNames"])
                    {
                        var (type, placed) = Placed(place, face, value);
                        foreach (var tier in Wires.Tiers(null))
                        {
                            var read = (Delegate)s_written.MakeGenericMethod(type).Invoke(null, [format, tier, placed])!;
                            object back = HeldIn(place, read.DynamicInvoke())!;
                            Assert.Equal(Told(value), Told(back));
                            if (format == "JsonNames")
                                continue;
                            Assert.Equal("System.Collections.Frozen", back.GetType().Namespace);
                            Assert.True(back switch
                            {
                                FrozenSet<string> set => set.Contains("A"),
                                FrozenDictionary<string, int> map => map.ContainsKey("b"),
                                _ => true,
                            });
                        }
                    }
        // One that two places share stays one.
        foreach (var tier in Wires.Tiers(null))
            foreach (string format in (string[])["Graph", "DeepCopy"])
            {
                var both = Written(format, tier, new[] { (ISet<string>)shared, (ISet<string>)shared })();
                Assert.Same(both[0], both[1]);
                object[] any = Written(format, tier, new[] { shared, shared })();
                Assert.Same(any[0], any[1]);
            }
        var named = new CompactOptions { Convention = Convention.Plain.WithSubtype<object, FrozenSet<int>>("frozen") };
        Assert.Equal("[1,2]", Told(Compact.Deserialize<object>(Compact.Serialize(values[0], named), named)));
    }
}
