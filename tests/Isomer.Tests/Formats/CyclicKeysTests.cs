using System.Collections.Immutable;
using System.Collections.ObjectModel;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Sets and maps whose keys are equal by their members, in graphs in which the keys hold what holds them: a key is put in before its
/// members are there, and must be found by them when all has been read. Random graphs, every format that tracks references, every tier.
/// </summary>
public class CyclicKeysTests
{
    /// <summary>Equal by name, which is read last.</summary>
    public class Place : IEquatable<Place>, IComparable<Place>
    {
        public HashSet<Place>? All { get; set; }
        public ISet<Place>? Behind { get; set; }
        public SortedSet<Place>? Catalog { get; set; }
        public HashSet<Spot>? Dots { get; set; }
        public Own? Held { get; set; }
        public Place? Next { get; set; }
        public Dictionary<Place, int>? Counts { get; set; }
        public SortedDictionary<Place, Place>? Index { get; set; }
        public List<HashSet<Place>>? Lists { get; set; }
        public string? Name { get; set; }

        public bool Equals(Place? other) => other is not null && other.Name == Name;
        public override bool Equals(object? obj) => Equals(obj as Place);
        public override int GetHashCode() => Name is null ? 0 : Name.GetHashCode(StringComparison.Ordinal);
        public int CompareTo(Place? other) => string.CompareOrdinal(Name, other?.Name);
    }

    public record struct Spot(Place Place, int Number);

    /// <summary>A set of one's own, with a comparer of its own.</summary>
    public class Own() : HashSet<Place>(EqualityComparer<Place>.Create((a, b) => a!.Name == b!.Name, p => p.Name?.Length ?? 0));

    public class Fixed
    {
        public ImmutableHashSet<Fixed>? All { get; set; }
        public string? Name { get; set; }
        public override bool Equals(object? obj) => obj is Fixed other && other.Name == Name;
        public override int GetHashCode() => Name is null ? 0 : Name.GetHashCode(StringComparison.Ordinal);
    }

    public class Child
    {
        public Parent? Of { get; set; }
        public string? Name { get; set; }
    }

    public class Parent
    {
        public HashSet<Child> Plain { get; set; } = [];
        public Children Counted { get; set; } = [];
        public Names Named { get; set; } = [];
        public string? Name { get; set; }
    }

    static readonly ShapeTier[] s_tiers = [ShapeTier.Emitted, ShapeTier.Reflection, ShapeTier.Promoted];

    static IEnumerable<(string Name, Func<T, T> Pass)> Ways<T>() where T : class
    {
        foreach (var tier in s_tiers)
        {
            var graph = JsonOptions.Graph with { Convention = ((PlainConvention)JsonOptions.Graph.Convention).WithTier(tier) };
            var preserve = new JsonOptions { Convention = Convention.Plain.WithTier(tier), References = References.Preserve };
            yield return ($"Graph, {tier}", v => Json.Deserialize<T>(Json.Serialize(v, graph), graph)!);
            yield return ($"Json, {tier}", v => Json.Deserialize<T>(Json.Serialize(v, preserve), preserve)!);
            foreach (var schema in new[] { CompactSchema.Fingerprint, CompactSchema.Embedded })
            {
                var compact = new CompactOptions
                {
                    Convention = CompactOptions.Default.Convention is PlainConvention own ? own.WithTier(tier) : Convention.Plain,
                    References = References.Preserve,
                    Schema = schema
                };
                yield return ($"Compact {schema}, {tier}", v => Compact.Deserialize<T>(Compact.Serialize(v, compact), compact)!);
            }
            var copied = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType).WithTier(tier);
            yield return ($"DeepCopy, {tier}", v => DeepCopy.Of(v, copied));
            var contract = new ContractXmlOptions
            {
                Convention = Convention.DataContract.WithTier(tier),
                PreserveObjectReferences = true,
                KnownTypes = [typeof(HashSet<Place>)]
            };
            yield return ($"ContractXml, {tier}", v => ContractXml.Deserialize<T>(ContractXml.Serialize(v, contract), contract)!);
            var fast = JsonOptions.FastJson with
            {
                Convention = Convention.FastJson.WithTier(tier),
                Types = JsonTypes.None.With<HashSet<Place>>()
            };
            yield return ($"FastJson, {tier}", v => Json.Deserialize<T>(Json.Serialize(v, fast), fast)!);
            yield return ($"ContractXml through a reader, {tier}", v => ThroughReader(v, contract));
        }
    }

    static T ThroughReader<T>(T value, ContractXmlOptions options)
    {
        using var reader = System.Xml.XmlReader.Create(new MemoryStream(ContractXml.Serialize(value, options)));
        return (T)new ContractXmlSerializer(typeof(T), options).ReadObject(reader)!;
    }

    [Fact]
    public void Keys_are_found_by_what_they_are_when_all_is_read()
    {
        foreach (var (name, pass) in Ways<Place>())
            for (int seed = 0; seed < 60; seed++)
            {
                var random = new Random(seed);
                var places = Enumerable.Range(0, random.Next(1, 9)).Select(i => new Place { Name = $"{i}" }).ToArray();
                foreach (var place in places)
                {
                    Fill(place, places, random);
                    // To fastJSON structs that are equal are one object, which refers to itself before it exists: told, as there.
                    if (name.StartsWith("FastJson", StringComparison.Ordinal))
                        place.Dots = null;
                }
                CheckSame(places[0], pass(places[0]), $"{name}, seed {seed}");
            }
    }

    static void Fill(Place place, Place[] places, Random random)
    {
        place.All = Some() is { } all ? [.. all] : null;
        place.Behind = Some() is { } behind ? new HashSet<Place>(behind) : null;
        place.Catalog = Some() is { } catalog ? [.. catalog] : null;
        place.Dots = Some() is { } dots ? [.. dots.Select(p => new Spot(p, random.Next(3)))] : null;
        if (Some() is { } held)
        {
            place.Held = [];
            place.Held.UnionWith(held);
        }
        place.Next = Some()?.FirstOrDefault();
        place.Counts = Some()?.ToDictionary(p => p, _ => random.Next(9));
        place.Index = Some() is { } index ? new(index.ToDictionary(p => p, _ => places[random.Next(places.Length)])) : null;
        place.Lists = Some() is { } first && Some() is { } second ? [[.. first], [.. second]] : null;

        Place[]? Some() => random.Next(3) == 0 ? [.. places.Where(_ => random.Next(2) == 0).OrderBy(_ => random.Next())] : null;
    }

    static void CheckSame(Place root, Place copy, string what)
    {
        var copies = new Dictionary<Place, Place>(ReferenceEqualityComparer.Instance);
        var waiting = new Queue<(Place, Place)>([(root, copy)]);
        while (waiting.TryDequeue(out var pair))
        {
            var (a, b) = pair;
            if (copies.TryGetValue(a, out var known))
            {
                Assert.True(ReferenceEquals(known, b), $"{what}: {a.Name} was doubled");
                continue;
            }
            copies.Add(a, b);
            Assert.True(a.Name == b.Name, $"{what}: {a.Name} became {b.Name}");
            Sets(a.All, b.All, nameof(a.All));
            Sets(a.Behind, b.Behind, nameof(a.Behind));
            Sets(a.Catalog, b.Catalog, nameof(a.Catalog));
            Sets(a.Held, b.Held, nameof(a.Held));
            Assert.Equal(a.Dots?.Count, b.Dots?.Count);
            foreach (var dot in a.Dots ?? [])
            {
                Assert.True(b.Dots!.Contains(dot), $"{what}: a dot of {a.Name} is not found");
                waiting.Enqueue((dot.Place, b.Dots.TryGetValue(dot, out var its) ? its.Place : null!));
            }
            Assert.Equal(a.Counts?.Count, b.Counts?.Count);
            foreach (var (key, count) in a.Counts ?? [])
            {
                Assert.True(b.Counts!.TryGetValue(key, out int its) && its == count, $"{what}: {key.Name} of {a.Name}.Counts");
                waiting.Enqueue((key, b.Counts.Keys.Single(k => k.Equals(key))));
            }
            Assert.Equal(a.Index?.Count, b.Index?.Count);
            foreach (var (key, value) in a.Index ?? [])
            {
                Assert.True(b.Index!.TryGetValue(key, out var its), $"{what}: {key.Name} of {a.Name}.Index");
                waiting.Enqueue((value, its));
            }
            Assert.Equal(a.Lists?.Count, b.Lists?.Count);
            for (int i = 0; i < a.Lists?.Count; i++)
                Sets(a.Lists[i], b.Lists![i], nameof(a.Lists));
            Assert.Equal(a.Next is null, b.Next is null);
            if (a.Next is not null)
                waiting.Enqueue((a.Next, b.Next!));

            void Sets(ISet<Place>? left, ISet<Place>? right, string member)
            {
                Assert.True(left?.Count == right?.Count, $"{what}: {a.Name}.{member} had {left?.Count} and has {right?.Count}");
                foreach (var place in left ?? new HashSet<Place>())
                {
                    Assert.True(right!.Contains(place), $"{what}: {a.Name}.{member} does not find {place.Name}");
                    waiting.Enqueue((place, right.Single(p => p.Equals(place))));
                }
            }
        }
    }

    /// <summary>What is made only once is refused if it would not find its own keys, and taken if it does.</summary>
    [Fact]
    public void What_cannot_be_filled_again_is_refused()
    {
        foreach (var (name, pass) in Ways<Fixed>())
        {
            if (name.StartsWith("ContractXml", StringComparison.Ordinal))
                continue;
            var child = new Fixed { Name = "child" };
            var root = new Fixed { Name = "root" };
            root.All = [root, child];
            var error = Record.Exception(() => pass(root));
            Assert.True(error is WireFormatException or NotSupportedException, $"{name}: {error}");
            Assert.Contains("other hashes since", error.Message, StringComparison.Ordinal);
            // Shared, and complete where they are put in.
            var holder = new Fixed { Name = "holder", All = [new Fixed { Name = "a", All = [child] }, child] };
            Assert.Equal(2, pass(holder).All!.Count);
        }
    }

    /// <summary>A set that counts what its hooks see.</summary>
    public class Children : ICollection<Child>, ISet<Child>
    {
        readonly HashSet<Child> _all = [];
        public int Hooks;
        public int Count => _all.Count;
        public bool IsReadOnly => false;
        public bool Add(Child item) { Hooks++; return _all.Add(item); }
        void ICollection<Child>.Add(Child item) => Add(item);
        public void Clear() { Hooks++; _all.Clear(); }
        public bool Contains(Child item) => _all.Contains(item);
        public void CopyTo(Child[] array, int arrayIndex) => _all.CopyTo(array, arrayIndex);
        public bool Remove(Child item) => _all.Remove(item);
        public IEnumerator<Child> GetEnumerator() => _all.GetEnumerator();
        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
        public void ExceptWith(IEnumerable<Child> other) => _all.ExceptWith(other);
        public void IntersectWith(IEnumerable<Child> other) => _all.IntersectWith(other);
        public bool IsProperSubsetOf(IEnumerable<Child> other) => _all.IsProperSubsetOf(other);
        public bool IsProperSupersetOf(IEnumerable<Child> other) => _all.IsProperSupersetOf(other);
        public bool IsSubsetOf(IEnumerable<Child> other) => _all.IsSubsetOf(other);
        public bool IsSupersetOf(IEnumerable<Child> other) => _all.IsSupersetOf(other);
        public bool Overlaps(IEnumerable<Child> other) => _all.Overlaps(other);
        public bool SetEquals(IEnumerable<Child> other) => _all.SetEquals(other);
        public void SymmetricExceptWith(IEnumerable<Child> other) => _all.SymmetricExceptWith(other);
        public void UnionWith(IEnumerable<Child> other) => _all.UnionWith(other);
    }

    /// <summary>Found by a name that is there, and with a link to the object that holds it.</summary>
    public class Names : KeyedCollection<string, Child>
    {
        public int Hooks;
        protected override string GetKeyForItem(Child item) => item.Name ?? "";
        protected override void InsertItem(int index, Child item) { Hooks++; base.InsertItem(index, item); }
        protected override void ClearItems() { Hooks++; base.ClearItems(); }
    }

    /// <summary>What is found by what does not change is filled once: hooks see each item once, and callbacks see all.</summary>
    [Fact]
    public void Children_with_their_parent_stay_as_they_are()
    {
        foreach (var (name, pass) in Ways<Parent>())
        {
            var parent = new Parent { Name = "p" };
            for (int i = 0; i < 300; i++)
            {
                var child = new Child { Of = parent, Name = $"{i}" };
                parent.Plain.Add(child);
                parent.Counted.Add(child);
                parent.Named.Add(child);
            }
            var back = pass(parent);
            Assert.True((300, 300, 300) == (back.Plain.Count, back.Counted.Count, back.Named.Count), name);
            Assert.Equal(parent.Plain.Select(c => c.Name), back.Plain.Select(c => c.Name));
            Assert.All(back.Plain, c => Assert.Same(back, c.Of));
            Assert.All(back.Plain, c => Assert.True(back.Counted.Contains(c) && ReferenceEquals(back.Named[c.Name!], c), name));
            if (!name.StartsWith("DeepCopy", StringComparison.Ordinal) && !name.StartsWith("ContractXml", StringComparison.Ordinal))
                Assert.True((300, 300) == (back.Counted.Hooks, back.Named.Hooks), $"{name}: {back.Counted.Hooks}, {back.Named.Hooks}");
        }
    }

    /// <summary>
    /// What callbacks and constructors did to the collection stays, and code that throws on what is not complete is asked again when it is.
    /// </summary>
    [Fact]
    public void What_is_done_meanwhile_stays()
    {
        foreach (var (name, pass) in Ways<Team>())
        {
            if (name.StartsWith("ContractXml", StringComparison.Ordinal) || name.StartsWith("FastJson", StringComparison.Ordinal))
                continue;
            var team = new Team { Name = "t" };
            team.All = [team, new Team { Name = "a" }];
            team.Sorted = [team, new Team { Name = "b" }];
            team.Named = [team, new Team { Name = "c" }];
            team.Named[1].All = [team, team.Named[1]];
            var back = pass(team);
            Assert.True(back.All!.Select(t => t.Name).Order().SequenceEqual(["a", "added", "t"]),
                $"{name}: {string.Join(' ', back.All!.Select(t => t.Name))}");
            Assert.True(back.Sorted!.Select(t => t.Name).SequenceEqual(["b", "t"]), name);
            Assert.Same(back, back.Named!["t"]);
            Assert.Equal(3, back.Named["c"].All!.Count);
            Assert.True(back.All!.Contains(back) && back.Sorted!.Contains(back) && back.Named["c"].All!.Contains(back), name);
        }
    }

    /// <summary>Written as most people write it: it throws as long as there is no name.</summary>
    public class Team : IComparable<Team>
    {
        public HashSet<Team>? All { get; set; }
        public SortedSet<Team>? Sorted { get; set; }
        public Teams? Named { get; set; }
        public string Name { get; set; } = null!;

        [System.Runtime.Serialization.OnDeserialized]
        internal void Done(System.Runtime.Serialization.StreamingContext _) => All?.Add(new Team { Name = "added" });

        public override bool Equals(object? obj) => obj is Team other && Name.Equals(other.Name, StringComparison.Ordinal);
        public override int GetHashCode() => Name.GetHashCode(StringComparison.Ordinal);
        public int CompareTo(Team? other) => string.CompareOrdinal(Name.ToString(), other!.Name.ToString());
    }

    public class Teams : KeyedCollection<string, Team>
    {
        protected override string GetKeyForItem(Team item) => item.Name.ToString();
    }

    /// <summary>Read into what is there, and into it twice: all of it is found, once.</summary>
    [Fact]
    public void What_is_filled_finds_its_keys()
    {
        foreach (var tier in s_tiers)
        {
            var options = new JsonOptions
            { Convention = Convention.Plain.WithTier(tier), References = References.Preserve, MergeNested = true };
            var into = new Place { All = [new Place { Name = "there" }] };
            byte[] text = """{"$id":"1","All":{"$id":"2","$values":[{"$ref":"1"}]},"All":{"$id":"3","$values":[{"$id":"4","Name":"b"},{"$ref":"1"}]},"Name":"a"}"""u8.ToArray();
            Json.Fill(into, text, options);
            Assert.Equal(["a", "b", "there"], into.All.Select(p => p.Name).Order());
            Assert.All(["a", "b", "there"], n => Assert.Contains(new Place { Name = n }, (ISet<Place>)into.All!));
        }
    }

    /// <summary>Maps that wait for their keys and are read into twice wait for those of both times.</summary>
    [Fact]
    public void So_do_maps()
    {
        foreach (var tier in s_tiers)
        {
            var options = new JsonOptions
            { Convention = Convention.Plain.WithTier(tier), References = References.Preserve, MergeNested = true };
            foreach (string member in new[] { "Counts", "Index" })
            {
                var there = new Place { Name = "there" };
                var into = new Place { Counts = new() { [there] = 7 }, Index = new() { [there] = there } };
                string value = member == "Counts" ? "5" : """{"$ref":"1"}""";
                string text = $$$"""
                    {"$id":"1","{{{member}}}":{"$id":"2","$values":[
                        {"Key":{"$id":"3","Name":"b","Next":{"$ref":"1"}},"Value":{{{value}}}}]},
                    "{{{member}}}":{"$id":"4","$values":[
                        {"Key":{"$id":"5","Name":"c","Next":{"$ref":"1"}},"Value":{{{value}}}},
                        {"Key":{"$ref":"1"},"Value":{{{value}}}}]},
                    "Name":"a"}
                    """;
                Json.Fill(into, System.Text.Encoding.UTF8.GetBytes(text), options);
                IEnumerable<Place> keys = member == "Counts" ? into.Counts.Keys : into.Index.Keys;
                Assert.Equal(["a", "b", "c", "there"], keys.Select(p => p.Name).Order());
                foreach (var key in keys)
                    Assert.True(member == "Counts" ? into.Counts.ContainsKey(key) : into.Index.ContainsKey(key),
                        $"{tier}, {member}, {key.Name}");
            }
        }
    }
}
