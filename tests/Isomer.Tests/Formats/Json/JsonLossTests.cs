using System.Buffers;
using System.Collections;
using System.Collections.ObjectModel;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Isomer.Battery;
using Isomer.Formats;
using Isomer.Nodes;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>What was lost without a word, or was otherwise than in System.Text.Json.</summary>
public class JsonLossTests
{
    public class Extended
    {
        public int A { get; set; }
        [JsonExtensionData] public Dictionary<string, object?>? Rest { get; set; }
    }

    [Theory]
    [InlineData("12345678901234567.89"), InlineData("1.10"), InlineData("1e400"), InlineData("-0"), InlineData("-0.0"), InlineData("1.5"),
        InlineData("0.1"), InlineData("1e5"), InlineData("1E+2")]
    [InlineData("123456789012345678901234567890123456789"), InlineData("79228162514264337593543950335"), InlineData("7"),
        InlineData("1.0000000000000000000000000000001")]
    public void ExtensionDataKeepTheDigitsOfScalars(string number)
    {
        string text = $"{{\"A\":1,\"x\":{number},\"y\":[{number}],\"z\":{{\"w\":{number}}}}}";
        foreach (var options in JsonCheck.Tiers())
            Assert.Equal(text, Json.ToText(Json.FromText<Extended>(text, options), options));
        // Where numbers tell their types, their digits come back none the less.
        foreach (var options in JsonCheck.Tiers().SelectMany(o => new[] { JsonOptions.Graph,
            o with { TypeNames = JsonTypeNames.All, References = References.Preserve } }))
        {
            var value = Json.FromText<Extended>(text, options);
            for (int i = 0; i < 2; i++)
                value = Json.FromText<Extended>(Json.ToText(value, options), options);
            Assert.Equal(text, Json.ToText(value));
        }
        // Compact keeps them as nodes.
        var back = Compact.Deserialize<Extended>(Compact.Serialize(Json.FromText<Extended>(text)));
        Assert.Equal(text, Json.ToText(back));
    }

    [Flags, JsonConverter(typeof(JsonStringEnumConverter))]
    public enum Sets
    {
        None = 0,
        E0 = 1,
        E1 = 2,
        Both = 3,
        High = 12,
        Four = 4,
        Eight = 8,
        Wide = -64,
        Least = int.MinValue,
    }

    [Flags, JsonConverter(typeof(JsonStringEnumConverter))]
    public enum ByteSets : byte
    {
        A = 1,
        B = 128,
        AB = 129,
        C = 6,
    }

    [Fact]
    public void NamesOfFlagsStandAsThere()
    {
        for (int value = -130; value < 40; value++)
        {
            Assert.Equal(JsonSerializer.Serialize((Sets)value), Json.ToText((Sets)value));
            Assert.Equal(JsonSerializer.Serialize(unchecked((ByteSets)value)), Json.ToText(unchecked((ByteSets)value)));
        }
        foreach (var value in new[] { Sets.Least, Sets.Least | Sets.E0, Sets.Least | Sets.High })
            Assert.Equal(JsonSerializer.Serialize(value), Json.ToText(value));
    }

    /// <summary>JObject's shape: a dictionary that is a sequence of something else beside.</summary>
    public class Bag : IDictionary<string, int>, IEnumerable<string>, IList
    {
        readonly Dictionary<string, int> _map = [];
        public int this[string key] { get => _map[key]; set => _map[key] = value; }
        public ICollection<string> Keys => _map.Keys;
        public ICollection<int> Values => _map.Values;
        // What it counts is another thing than its entries.
        public int Count => 77;
        int ICollection<KeyValuePair<string, int>>.Count => _map.Count;
        public bool IsReadOnly => false;
        public bool IsFixedSize => false;
        public bool IsSynchronized => false;
        public object SyncRoot => this;
        object? IList.this[int index] { get => null; set { } }
        public void Add(string key, int value) => _map.Add(key, value);
        public void Add(KeyValuePair<string, int> item) => _map.Add(item.Key, item.Value);
        public void Clear() => _map.Clear();
        public bool Contains(KeyValuePair<string, int> item) => _map.Contains(item);
        public bool ContainsKey(string key) => _map.ContainsKey(key);
        public void CopyTo(KeyValuePair<string, int>[] array, int arrayIndex) =>
            ((ICollection<KeyValuePair<string, int>>)_map).CopyTo(array, arrayIndex);
        public bool Remove(string key) => _map.Remove(key);
        public bool Remove(KeyValuePair<string, int> item) => _map.Remove(item.Key);
        public bool TryGetValue(string key, out int value) => _map.TryGetValue(key, out value);
        public IEnumerator<KeyValuePair<string, int>> GetEnumerator() => _map.GetEnumerator();
        IEnumerator<string> IEnumerable<string>.GetEnumerator() => _map.Keys.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => _map.Keys.GetEnumerator();
        int IList.Add(object? value) => throw new NotSupportedException();
        bool IList.Contains(object? value) => false;
        int IList.IndexOf(object? value) => -1;
        void IList.Insert(int index, object? value) => throw new NotSupportedException();
        void IList.Remove(object? value) => throw new NotSupportedException();
        void IList.RemoveAt(int index) => throw new NotSupportedException();
        void ICollection.CopyTo(Array array, int index) => throw new NotSupportedException();
    }

    /// <summary>A list whose untyped face shows something else.</summary>
    public class TwoFaced : Collection<int>, IEnumerable
    {
        IEnumerator IEnumerable.GetEnumerator() => new[] { "other" }.GetEnumerator();
    }

    [Fact]
    public void AClassThatIsSeveralEnumerablesIsOneThingInAllTiers()
    {
        var bag = new Bag { ["a"] = 1, ["b"] = 2 };
        foreach (var options in JsonCheck.Tiers())
        {
            Assert.Equal("""{"a":1,"b":2}""", Json.ToText(bag, options));
            Assert.Equal(2, Json.FromText<Bag>("""{"a":1,"b":2}""", options)["b"]);
            Assert.Equal("[1,2]", Json.ToText(new TwoFaced { 1, 2 }, options));
            byte[] compact = Compact.Serialize(bag, new CompactOptions { Convention = options.Convention });
            Assert.Equal(2, Compact.Deserialize<Bag>(compact, new CompactOptions { Convention = options.Convention })["b"]);
            Assert.Equal("""{"z":1}""", Json.ToText(new Newtonsoft.Json.Linq.JObject { ["z"] = 1 }, options));
        }
    }

    public class Locked
    {
        public Locked() => Own.Changed = "kept";
        public int Private { get; private set; }
        public string? Protected { get; protected set; }
        public int GetOnly { get; }
        public readonly int ReadOnly;
        public int? Null { get; } = 5;
        public int[] Array { get; } = [9];
        public Observed Own { get; } = ["first"];
        public IList<int> Face { get; } = new Collection<int> { 8 };
        public Dictionary<string, int> Map { get; } = new(StringComparer.OrdinalIgnoreCase) { ["x"] = 1 };
        public List<int>? None { get; }
        public Inner Child { get; } = new();
        public int Computed => Private + 1;

        public static Locked Make() => new(1);
        Locked(int n) : this()
        {
            (Private, Protected, GetOnly, ReadOnly, Null, Array, None) = (n, "p", n + 1, n + 2, null, [n], [n]);
            Own.Add("second");
            Face.Add(n);
            Map["y"] = n;
            Child.A = 4;
        }
    }

    public class Inner { public int A { get; set; } }

    public class Observed : List<string> { public string? Changed { get; set; } }

    static void Check(Locked back)
    {
        Assert.Equal((1, "p", 2, 3, null), (back.Private, back.Protected, back.GetOnly, back.ReadOnly, back.Null));
        Assert.Equal([1], back.Array);
        Assert.Equal(["first", "second"], back.Own);
        Assert.Equal("kept", back.Own.Changed);
        Assert.Equal([8, 1], back.Face);
        Assert.IsType<Collection<int>>(back.Face);
        Assert.Equal((1, 1), (back.Map["X"], back.Map["Y"]));
        Assert.Equal([1], back.None!);
        Assert.Equal(4, back.Child.A);
    }

    public class Safe
    {
        public int Private { get; private set; }
        public int GetOnly { get; }
        public object Text => "t";
        public List<int> List { get; } = [];
    }

    public readonly struct Checked
    {
        public Checked(int value) => Value = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value));
        public int Value { get; }
    }

    [Fact]
    public void FormatsOfOurOwnGiveBackWhatOnlyTheTypeItselfSets()
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var convention = Convention.Plain.WithTier(tier);
            var graph = JsonOptions.Graph with { Convention = convention.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType) };
            var hidden = new JsonOptions { Convention = convention.WithHiddenSetters() };
            var plain = new JsonOptions { Convention = convention };
            foreach (var references in Enum.GetValues<References>())
            {
                var compact = new CompactOptions { Convention = convention, References = references };
                Check(Compact.Deserialize<Locked>(Compact.Serialize(Locked.Make(), compact), compact));
                Assert.Equal(5, Compact.Deserialize<Checked>(Compact.Serialize(new Checked(5), compact), compact).Value);
            }
            Check(Json.FromText<Locked>(Json.ToText(Locked.Make(), graph), graph));
            Check(Json.FromText<Locked>(Json.ToText(Locked.Make(), hidden), hidden));
            Check(DeepCopy.Of(Locked.Make(), convention));
            var target = new Locked();
            Json.Fill(target, Json.Serialize(Locked.Make(), hidden), hidden);
            Check(target);
            // In Json it is System.Text.Json's rule.
            Assert.Equal(0, Json.FromText<Safe>("""{"Private":1,"GetOnly":2}""", plain).Private);
            // A constructor that checks is not gone round.
            Assert.Throws<WireFormatException>(() => Json.FromText<Checked>("""{"Value":-1}""", hidden));
            Assert.Equal(0,
                Compact.Deserialize<Safe>(
                    Compact.Serialize(new Safe(),
                        new CompactOptions { Convention = Convention.Plain.WithTier(tier).WithHiddenSetters(false) })).Private);
        }
    }

    [Fact]
    public void WhatCannotBeSetIsPassedOverWhateverItIs()
    {
        foreach (string value in new[] { "1", "\"x\"", "true", "null", "{\"a\":[1,{}]}", "[[],1]", "1e999" })
            JsonCheck.SameReading<Safe>($$"""{"GetOnly":{{value}},"Text":{{value}},"Private":{{value}}}""");
        JsonCheck.Refused<Safe>("""{"GetOnly":[1,}""");
    }

    [Fact]
    public void NamesThatComeTwiceInMapsAndExtensionData()
    {
        var refusing = new JsonOptions { Duplicates = JsonMembers.Refuse };
        var theirs = JsonCheck.StjWith(o => o.AllowDuplicateProperties = false);
        JsonCheck.SameRefusal<Dictionary<string, int>>("""{"a":1,"b":2,"\u0061":3}""", refusing, theirs);
        JsonCheck.SameRefusal<Dictionary<int, int>>("""{"1":1,"1":2}""", refusing, theirs);
        JsonCheck.SameRefusal<Dictionary<DayOfWeek, Dictionary<string, int>>>("""{"Friday":{"a":1},"Monday":{"a":1,"a":2}}""", refusing,
            theirs);
        JsonCheck.SameRefusal<Hashtable>("""{"a":1,"a":2}""", refusing, theirs);
        JsonCheck.SameRefusal<Extended>("""{"x":1,"A":2,"x":3}""", refusing, theirs);
        JsonCheck.SameReading<Dictionary<string, Dictionary<string, int>>>("""{"a":{"a":1},"b":{"a":1}}""", refusing, theirs);
        JsonCheck.SameReading<Extended>("""{"x":1,"y":3}""", refusing, theirs);
        JsonCheck.SameReading<List<Extended>>("""[{"x":1},{"x":1}]""", refusing, theirs);
    }

    [JsonDerivedType(typeof(Five), 5), JsonDerivedType(typeof(Named), "5e")] public class Base { public int A { get; set; } }
    public class Five : Base;
    public class Named : Base;

    public class Behind
    {
        public object? O { get; set; }
        public object? P { get; set; }
    }

    /// <summary>Behind object the first $id of an object's members is its own, wherever it stands; what follows is content.</summary>
    [Theory]
    [InlineData("""{"$id":"2","$id":null}""")]
    [InlineData("""{"$id":"2","$id":"3"}""")]
    [InlineData("""{"$id":"2","$id":{},"a":1}""")]
    [InlineData("""{"$id":"2","\u0024id":5}""")]
    [InlineData("""{"$id":"2","$ref":null}""")]
    [InlineData("""{"$id":"2","a":1,"$id":null}""")]
    [InlineData("""{"a":1,"$id":"2"}""")]
    [InlineData("""{"a":1,"$id":"2","$id":"3"}""")]
    [InlineData("""{"a":1,"$id":5}""")]
    [InlineData("""{"a":1,"$id":null}""")]
    [InlineData("""{"$id":null}""")]
    [InlineData("""{"$id":5}""")]
    [InlineData("""{"$ref":"1","$id":"2"}""")]
    [InlineData("""{"a":{"$id":"2"}}""")]
    [InlineData("""[{"$id":"2"}]""")]
    public void WhatStandsBehindObjectHasOneIdentity(string value)
    {
        foreach (string text in new[] { """{"$id":"1","O":@}""", """{"$id":"1","O":@,"P":{"$ref":"2"}}""" }.Select(
            t => t.Replace("@", value, StringComparison.Ordinal)))
        {
            Behind? theirs = null;
            bool refused = Record.Exception(() => theirs = JsonSerializer.Deserialize<Behind>(text, TheirPreserving)) is not null;
            foreach (var options in JsonCheck.Tiers(Preserving))
            {
                if (refused)
                {
                    Assert.Throws<WireFormatException>(() => Json.FromText<Behind>(text, options));
                    continue;
                }
                var ours = Json.FromText<Behind>(text, options)!;
                Assert.Equal(theirs!.P is null, ours.P is null);
                if (ours.P is not null)
                    Assert.Same(ours.O, ours.P);
            }
        }
    }

    static readonly JsonOptions Preserving = new() { References = References.Preserve };
    static readonly JsonSerializerOptions TheirPreserving = JsonCheck.StjWith(o => o.ReferenceHandler = ReferenceHandler.Preserve);

    [Fact]
    public void Metadata()
    {
        JsonCheck.SameReading<Base>("""{"$type":5,"A":1}""");
        JsonCheck.SameReading<Base>("""{"\u0024type":5,"A":1}""");
        JsonCheck.SameRefusal<Base>("""{"$type":"5","A":1}""");
        JsonCheck.SameRefusal<Base>("""{"$type":5,"$type":5}""");
        JsonCheck.SameRefusal<Base>("""{"$type":5,"A":1,"$type":5}""");
        JsonCheck.SameReading<Base>("""{"$id":"1","$type":5,"A":1}""", Preserving, TheirPreserving);
        JsonCheck.SameReading<List<Base>>("""{"\u0024id":"1","$values":[{"$id":"2"},{"$ref":"2"}]}""", Preserving, TheirPreserving);
        JsonCheck.SameRefusal<Base>("""{"$id":"1","$id":"1"}""", Preserving, TheirPreserving);
        JsonCheck.SameRefusal<Base>("""{"$id":"1","$id":"2"}""", Preserving, TheirPreserving);
        JsonCheck.SameRefusal<Base>("""{"$id":"1","$ref":"1"}""", Preserving, TheirPreserving);
        var trailing = Preserving with { Leniency = JsonLeniency.TrailingCommas };
        var theirTrailing = new JsonSerializerOptions(TheirPreserving) { AllowTrailingCommas = true };
        JsonCheck.SameReading<List<Base>>("""{"$id":"1","$values":[{"$id":"2",},{"$ref":"2",},],}""", trailing, theirTrailing);
        JsonCheck.SameReading<Dictionary<string, int>>("""{"$id":"1",}""", trailing, theirTrailing);
        JsonCheck.SameReading<Base>("""{"$type":5,}""", trailing with { References = References.None },
            JsonCheck.StjWith(o => o.AllowTrailingCommas = true));
    }

    public class Untyped
    {
        public ArrayList A { get; set; } = new() { 1 };
        public Hashtable B { get; set; } = new() { ["a"] = 1 };
        public IEnumerable C { get; set; } = new List<int> { 1 };
        public IList D { get; set; } = new List<int> { 1 };
        public IDictionary E { get; set; } = new Hashtable { ["a"] = 1 };
        public Queue<int> F { get; set; } = new([1]);
        public Stack<int> G { get; set; } = new([1]);
        public IEnumerable<int> H { get; set; } = [1];
        public IReadOnlyDictionary<string, int> I { get; set; } = new Dictionary<string, int> { ["b"] = 2 };
    }

    [Fact]
    public void IdentitiesOfCollections()
    {
        JsonCheck.SameText(new Untyped(), Preserving, TheirPreserving);
        foreach (var options in JsonCheck.Tiers(Preserving))
            Assert.Equal([1], Json.FromText<Untyped>(Json.ToText(new Untyped(), options), options).G);
    }

    /// <summary>System.Text.Json writes these and cannot read them.</summary>
    [Fact]
    public void NamesThatWouldBeReadAsMetadataAreRefused()
    {
        foreach (string name in new[] { "$id", "$ref" })
        {
            foreach (var options in JsonCheck.Tiers(Preserving))
            {
                Assert.Throws<NotSupportedException>(() => Json.ToText(new Dictionary<string, int> { [name] = 1 }, options));
                Assert.Throws<NotSupportedException>(() => Json.ToText(new Extended { Rest = new() { [name] = 1 } }, options));
                Assert.Throws<NotSupportedException>(() => Json.ToText(new NodeObject { [name] = 1 }, options));
                var others = new Dictionary<string, int> { ["$values"] = 1, ["$foo"] = 2, ["id"] = 3 };
                Assert.Equal(others, Json.FromText<Dictionary<string, int>>(Json.ToText(others, options), options));
            }
            Assert.Equal($$"""{"{{name}}":1}""", Json.ToText(new Dictionary<string, int> { [name] = 1 }));
        }
    }

    public class Memories
    {
        public Memory<int> M { get; set; } = new[] { 1 };
        public ReadOnlyMemory<byte> B { get; set; } = new byte[] { 1 };
        public ReadOnlyMemory<int>? N { get; set; } = new[] { 1 };
    }

    public class OwnStack : Stack<int>;

    public class Cases { public int a { get; set; } public int A { get; set; } }

    [Fact]
    public void WhatIsAccepted()
    {
        JsonCheck.SameReading<byte[]>("\"AQ\\nID\"");
        JsonCheck.SameReading<byte[]>("\" A Q I\\tD \"");
        JsonCheck.SameRefusal<byte[]>("\"AQ\\fID\"");
        JsonCheck.SameReading<Dictionary<bool, int>>("""{"tRuE":1,"false":2}""");
        JsonCheck.SameRefusal<Dictionary<bool, int>>("""{" true":1}""");
        JsonCheck.SameRefusal<bool>("True");
        JsonCheck.SameReading<Memories>("""{"M":null,"B":null,"N":null}""");
        JsonCheck.SameRefusal<DayOfWeek>("\"5\"", JsonOptions.Web,
            JsonCheck.StjWith(o => o.NumberHandling = JsonNumberHandling.AllowReadingFromString));
        Assert.Throws<InvalidOperationException>(
            () => JsonSerializer.Deserialize<Cases>("{}", JsonCheck.StjWith(o => o.PropertyNameCaseInsensitive = true)));
        foreach (var options in JsonCheck.Tiers(new JsonOptions { IgnoreCase = true }))
            Assert.Contains("case", Assert.Throws<NotSupportedException>(() => Json.FromText<Cases>("{}", options)).Message,
                StringComparison.Ordinal);
        JsonCheck.Same(new Cases { a = 1, A = 2 });
        foreach (var options in JsonCheck.Tiers())
        {
            var stack = Json.FromText<OwnStack>("[2,1]", options);
            Assert.Equal([2, 1], stack);
            Assert.Equal("[2,1]", Json.ToText(stack, options));
        }
    }

    [Fact]
    public void KeysOfEnumsAreNamedAsKeysAre() => JsonCheck.SameText(
        new Dictionary<DayOfWeek, int> { [DayOfWeek.Friday] = 1, [(DayOfWeek)77] = 2 },
        new JsonOptions { KeyNaming = JsonNaming.SnakeUpper },
        JsonCheck.StjWith(o => o.DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseUpper));

    public class Paths
    {
        public Dictionary<string, int>? m { get; set; }
        [JsonPropertyName("a b")] public int Spaced { get; set; }
        [JsonPropertyName("a.b")] public List<int>? Dotted { get; set; }
        [JsonPropertyName("it's")] public List<int>? Its { get; set; }
        [JsonPropertyName("a[0]")] public int Indexed { get; set; }
        [JsonPropertyName("ü")] public int Umlaut { get; set; }
    }

    [Theory]
    [InlineData("""{"m":{"x y":"q"}}"""), InlineData("""{"m":{"xy":"q"}}"""), InlineData("""{"a b":"q"}"""),
        InlineData("""{"a.b":[1,"q"]}"""), InlineData("""{"it's":["q"]}""")]
    [InlineData("""{"ü":"q"}"""), InlineData("""{"a[0]":"q"}"""), InlineData("""{"m":{"a\u0062c":"q"}}"""),
        InlineData("""{"m":{"a-b":"q"}}"""), InlineData("""{"m":{"a\"b":"q"}}"""), InlineData("""{"m":{"a\nb":"q"}}""")]
    public void PathsAreQuotedAsThere(string text) =>
        Assert.Equal(Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Paths>(text)).Path, JsonCheck.Refused<Paths>(text).Path);

    [Theory]
    [InlineData("""{"$id":"1","$\u0076alues":[{"$id":"2"},{"$ref":"2"}]}"""),
        InlineData("""{"\u0024id":"1","\u0024\u0076\u0061\u006c\u0075\u0065\u0073":[{"$i\u0064":"2"},{"$r\u0065f":"2"}]}""")]
    public void NamesOfMetadataMayBeEscaped(string text)
    {
        var theirs = JsonCheck.StjWith(o => o.ReferenceHandler = ReferenceHandler.Preserve);
        foreach (var options in JsonCheck.Tiers(new JsonOptions { References = References.Preserve }))
        {
            var (original, ours) = (JsonSerializer.Deserialize<List<Referred>>(text, theirs)!,
                Json.FromText<List<Referred>>(text, options));
            Assert.Equal((2, true), (original.Count, ReferenceEquals(original[0], original[1])));
            Assert.Equal((2, true), (ours.Count, ReferenceEquals(ours[0], ours[1])));
        }
    }

    public class Referred { public int A { get; set; } }

    [Fact]
    public void NumbersInQuotesMayBeEscaped()
    {
        JsonCheck.SameReading<int>("\"\\u0031\"", new JsonOptions { Numbers = JsonNumbers.ReadFromString },
            JsonCheck.StjWith(o => o.NumberHandling = JsonNumberHandling.AllowReadingFromString));
    }

    [Fact]
    public void AByteOrderMarkInASequenceOfAnyNumberOfPieces()
    {
        byte[] marked = [.. "\uFEFF"u8, .. "5"u8];
        foreach (int size in new[] { 1, 2, 3, 4 })
        {
            var sequence = Pieces.Of(marked, size);
            Assert.Equal(5, Json.Deserialize<int>(sequence));
            Assert.Equal(5, Json.Deserialize(sequence, typeof(int)));
        }
        Assert.Throws<WireFormatException>(() => Json.Deserialize<int>(marked));
    }

    /// <summary>A text of more than 715 million characters has room for what it is, not for three bytes a character.</summary>
    [Fact]
    public void RoomForLongTextsIsCounted()
    {
        Assert.True(JsonText.RoomFor("aé日😀") >= 10);
        Assert.Equal(10, JsonText.RoomFor("aé日😀", most: 10));
        // It is what a text is read by: with room for the bytes that it has it is read whole, with less it is refused before it is read.
        using (var read = JsonText.ToUtf8("\"aé日😀\"", "Json", most: 12))
            Assert.Equal("\"aé日😀\"", System.Text.Encoding.UTF8.GetString(read.Bytes));
        Assert.Contains("12 bytes", Assert.Throws<NotSupportedException>(() => JsonText.ToUtf8("\"aé日😀\"", "Json", most: 11)).Message,
            StringComparison.Ordinal);
    }

    public class Hides { public int X { get; set; } }
    public class Hiding : Hides { [JsonIgnore] public new string? X { get; set; } }
    public class Made(int a, int b) { public int A { get; } = a; [JsonIgnore] public int B { get; set; } = b; }
    public class MadeSeen(int a, int b)
    {
        public int A { get; } = a; [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
        public int B { get; set; } = b;
    }
    public struct Pair { public int A { get; set; } public int B { get; set; } }
    public class HoldsPair
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public Pair? V { get; set; } = new Pair { A = 5, B = 6 };
    }

    [Fact]
    public void WhatIsIgnoredBesideWhatIsNot()
    {
        JsonCheck.Same(new Hiding { X = "a" });
        JsonCheck.SameReading<Hiding>("""{"X":5}""");
        JsonCheck.SameReading<Made>("""{"A":1,"B":2}""");
        JsonCheck.SameReading<MadeSeen>("""{"A":1,"B":2}""");
        JsonCheck.SameReading<HoldsPair>("""{"V":{"A":1}}""");
        JsonCheck.SameReading<HoldsPair>("""{"V":null}""");
    }

    public class Old { public int A { get; set; } public Part? P { get; set; } public List<Part> Parts { get; set; } = []; }
    public class Part { public int X { get; set; } public Part? Deeper { get; set; } }
    public class New
    {
        public int A { get; set; }
        public NewPart? P { get; set; }
        public List<NewPart> Parts { get; set; } =
        []; [JsonRequired] public string? Wanted { get; set; }
    }
    public class NewPart
    {
        public int X { get; set; }
        public Part? Deeper { get; set; }
        [Member(Required = true)]
        public int Needed { get; set; }
    }
    public class NewRoot
    {
        public int A { get; set; }
        public Part? P { get; set; }
        public List<Part> Parts { get; set; } =
        []; [JsonRequired] public string? Wanted { get; set; }
    }

    [Fact]
    public void CompactNamesTheMemberThatIsNotThere()
    {
        byte[] old = Compact.Serialize(new Old { P = new Part { Deeper = new Part() } });
        byte[] listed = Compact.Serialize(new Old { Parts = { new Part(), new Part { Deeper = new Part { Deeper = new Part() } } } });
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new CompactOptions { Convention = Convention.Plain.WithTier(tier) };
            Assert.Equal("$.P.Needed", Assert.Throws<WireFormatException>(() => Compact.Deserialize<New>(old, options)).Path);
            Assert.Equal("$.Parts[0].Needed", Assert.Throws<WireFormatException>(() => Compact.Deserialize<New>(listed, options)).Path);
            Assert.Equal("$.Wanted", Assert.Throws<WireFormatException>(() => Compact.Deserialize<NewRoot>(old, options)).Path);
            Assert.Equal("$.Wanted", Assert.Throws<WireFormatException>(() => Compact.Deserialize<NewRoot>(listed, options)).Path);
        }
    }

    public class Loose
    {
        public object? First { get; set; }
        public int Between { get; set; } =
        7; public object? Second { get; set; }
        public string? Last { get; set; } = "last"; public Part? Known { get; set; }
    }

    /// <summary>Each byte of a value behind object, made another, gives a path that leads into that value, or none to the next.</summary>
    [Fact]
    public void PathsIntoValuesBehindObjectInCompact()
    {
        List<string> inside = [];
        foreach (object value in new object[] { "text of some length", true, new DateOnly(2024, 5, 6), 1.5m,
            new Part { X = 1, Deeper = new Part { X = 2 } }, new List<object?> { "a", true, null },
            new Dictionary<string, object?> { ["k"] = 5 }, new[] { true, false } })
        {
            byte[] bytes = Compact.Serialize(new Loose { First = value });
            byte[] none = Compact.Serialize(new Loose());
            // The value of First stands where the other payload has its null.
            int length = bytes.Length - none.Length + 1;
            int start = 0;
            while (start < none.Length && bytes[start] == none[start])
                start++;
            foreach (var options in new[] { CompactOptions.Default,
                new CompactOptions { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) } })
            {
                for (int at = start; at < start + length; at++)
                {
                    byte[] broken = [.. bytes];
                    broken[at] = 0xFF;
                    if (Record.Exception(() => Compact.Deserialize<Loose>(broken, options)) is not { } error)
                        continue;
                    var refusal = Assert.IsType<WireFormatException>(error);
                    Assert.InRange(refusal.Offset, start, start + length - 1);
                    Assert.Matches(@"^\$\.First\b", refusal.Path);
                    inside.Add(refusal.Path!);
                }
            }
        }
        Assert.True(inside.Count >= 50 && inside.Distinct().Count() >= 4, string.Join("\n", inside));
    }

    public sealed class Ring
    {
        public Ring? Next { get; set; }
    }

    /// <summary>A text that ended where a name that was taken back had ended was cut off in its place: <c>[{]</c>.</summary>
    [Fact]
    public void A_name_that_was_taken_back_is_forgotten()
    {
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new JsonOptions
            {
                CyclesAsNull = true,
                Omit = JsonOmit.WhenNull,
                Convention = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType).WithTier(tier)
            };
            for (int length = 0; length < 20; length++)
            {
                var ring = new Ring();
                ring.Next = ring;
                List<object?> list = [ring, new string('x', length)];
                list.Add(list);
                Assert.Equal($"[{{}},\"{new string('x', length)}\",null]", Json.ToText(list, options));
            }
        }
    }

    public class Sharing
    {
        public List<Sharing?>? List { get; set; }
        public Sharing? One { get; set; }
        public Held Held { get; set; }
        public (Sharing? A, Sharing? B) Pair { get; set; }
    }

    public struct Held
    {
        public List<Sharing?>? List { get; set; }
        public Sharing? One { get; set; }
    }

    /// <summary>What stands in a struct beside an object that has ended is no cycle: it was written as null, or left out.</summary>
    [Fact]
    public void Structs_end_what_is_open_beside_them()
    {
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            foreach (var (omit, theirs) in (IEnumerable<(JsonOmit, System.Text.Json.Serialization.JsonIgnoreCondition)>)
                [(JsonOmit.Never, System.Text.Json.Serialization.JsonIgnoreCondition.Never),
                    (JsonOmit.WhenNull, System.Text.Json.Serialization.JsonIgnoreCondition.WhenWritingNull)])
            {
                var options = new JsonOptions { CyclesAsNull = true, Omit = omit, Convention = Convention.Plain.WithTier(tier) };
                var original = new System.Text.Json.JsonSerializerOptions
                {
                    ReferenceHandler = System.Text.Json.Serialization.ReferenceHandler.IgnoreCycles,
                    DefaultIgnoreCondition = theirs,
                    IncludeFields = true
                };
                var leaf = new Sharing();
                var list = new List<Sharing?> { null, leaf };
                var shared = new Sharing { List = list, One = leaf, Held = new Held { List = list, One = leaf }, Pair = (leaf, leaf) };
                leaf.Pair = (leaf, new Sharing());
                Assert.Equal(System.Text.Json.JsonSerializer.Serialize(shared, original), Json.ToText(shared, options));
                shared.Held = new Held { One = shared, List = [shared, leaf] };
                Assert.Equal(System.Text.Json.JsonSerializer.Serialize(shared, original), Json.ToText(shared, options));
            }
        }
    }

    /// <summary>Each number that was passed over took a box.</summary>
    [Fact]
    public void What_is_passed_over_allocates_nothing()
    {
        byte[] text = System.Text.Encoding.UTF8.GetBytes($"{{\"Unknown\":[{string.Join(',', Enumerable.Range(0, 10_000))}]}}");
        Json.Deserialize<Ring>(text);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Json.Deserialize<Ring>(text);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1000);
    }
}
