using System.Collections.Immutable;
using System.Numerics;
using Xunit;

namespace Isomer.Tests.Formats.OfCompact;

/// <summary>The compatibility matrix of docs/compact.md: what one type wrote, another reads.</summary>
public class CompactCompatibility
{
    public static TheoryData<bool, CompactSchema> Variants => new()
    {
        { false, CompactSchema.Hashed }, { false, CompactSchema.Embedded }, { true, CompactSchema.Hashed },
        { true, CompactSchema.Embedded },
    };

    public class V1
    {
        public int Id { get; set; }
        public string? Name { get; set; }
        public short Count { get; set; }
        public int[]? Numbers { get; set; }
        public Inner? Inner { get; set; }
        public DayOfWeek Day { get; set; }
    }

    /// <summary>Reordered, widened, one removed, some added, one renamed.</summary>
    public class V2
    {
        public string? Added { get; set; } = "default";
        public List<long>? Numbers { get; set; }
        [Member(Aliases = ["Name"])] public string? Title { get; set; }
        public InnerTwo? Inner { get; set; }
        public decimal Id { get; set; }
        public int? Count { get; set; }
        public int AddedInt { get; set; } = 7;
        public Point? AddedStruct { get; set; }
    }

    public class Inner
    {
        public double A { get; set; }
        public List<Inner>? Children { get; set; }
    }

    public class InnerTwo
    {
        public List<InnerTwo>? Children { get; set; }
        public string? B { get; set; } = "b";
        public double A { get; set; }
    }

    [Theory, MemberData(nameof(Variants))]
    public void NewReaderOldWriter(bool reflection, CompactSchema schema)
    {
        var options = Samples.Options(reflection, schema);
        var old = new V1
        {
            Id = 5,
            Name = "n",
            Count = -3,
            Numbers = [1, -2],
            Inner = new() { A = 1.5, Children = [new() { A = 2 }] },
            Day = DayOfWeek.Friday
        };
        var back = Compact.Deserialize<V2>(Compact.Serialize(old, options), options);
        Assert.Equal(("default", 5m, "n", -3, 7), (back.Added, back.Id, back.Title, back.Count!.Value, back.AddedInt));
        Assert.Equal([1L, -2L], back.Numbers!);
        Assert.Equal(("b", 1.5, 2.0), (back.Inner!.B, back.Inner.A, back.Inner.Children![0].A));
    }

    [Theory, MemberData(nameof(Variants))]
    public void OldReaderNewWriter(bool reflection, CompactSchema schema)
    {
        var options = Samples.Options(reflection, schema);
        var now = new V2
        { Id = 6, Title = "unknown to the old", Count = 4, Numbers = [3], Inner = new() { A = 1, B = "x" }, AddedStruct = new(1, "y") };
        // A decimal is not read as an int: the one incompatible member is named.
        var e = Assert.Throws<WireFormatException>(() => Compact.Deserialize<V1>(Compact.Serialize(now, options), options));
        Assert.Contains("'Id'", e.Message, StringComparison.Ordinal);
        Assert.Contains("Decimal", e.Message, StringComparison.Ordinal);
        Assert.Equal("$.Id", e.Path);
        var back = Compact.Deserialize<V1WithoutId>(Compact.Serialize(now, options), options);
        Assert.Equal((4, 1.0), (back.Count, back.Inner!.A));
        Assert.Equal([3], back.Numbers!);
    }

    public class V1WithoutId
    {
        public string? Name { get; set; }
        public short Count { get; set; }
        public int[]? Numbers { get; set; }
        public Inner? Inner { get; set; }
    }

    public class WithStored
    {
        public Inner? First { get; set; }
        public int Count { get; set; }
        public int[]? Sum { get; set; }
        public string? Label { get; set; }
        public Inner? Again { get; set; }
        public int After { get; set; }
    }

    /// <summary>Three members of it are computed now, of types that nothing of theirs could be read as.</summary>
    public class WithComputed
    {
        public DateTime First => DateTime.UnixEpoch;
        public string Count => "computed";
        public Guid Sum => Guid.Empty;
        public int Label => After * 2;
        public Inner? Again { get; set; }
        public int After { get; set; }
    }

    /// <summary>What nothing takes may have any type; an object in it that a later member refers to is found all the same.</summary>
    [Theory, MemberData(nameof(Variants))]
    public void What_nothing_takes_may_have_any_type(bool reflection, CompactSchema schema)
    {
        var shared = new Inner { A = 3 };
        foreach (var references in new[] { References.None, References.Preserve })
        {
            var options = Samples.Options(reflection, schema, references);
            var old = new WithStored { First = shared, Count = 3, Sum = [1, 2], Label = "old", Again = shared, After = 8 };
            var back = Compact.Deserialize<WithComputed>(Compact.Serialize(old, options), options);
            Assert.Equal((3.0, 8, 16), (back.Again!.A, back.After, back.Label));
            back = Compact.Deserialize<WithComputed>(Compact.Serialize(back, options), options);
            Assert.Equal((3.0, 8), (back.Again!.A, back.After));
        }
    }

    public class Box<T>
    {
        public T Value { get; set; } = default!;
        public int After { get; set; }
        public string? Last { get; set; }
    }

    static TTo Convert<TFrom, TTo>(TFrom value, bool reflection, CompactSchema schema)
    {
        var options = Samples.Options(reflection, schema);
        var back =
            Compact.Deserialize<Box<TTo>>(Compact.Serialize(new Box<TFrom> { Value = value, After = 77, Last = "end" }, options), options);
        Assert.Equal((77, "end"), (back.After, back.Last));
        return back.Value;
    }

    [Theory, MemberData(nameof(Variants))]
    public void Conversions(bool reflection, CompactSchema schema)
    {
        Yes(5, 5L);
        Yes((byte)200, (sbyte)-56, fails: true);
        Yes((byte)100, (sbyte)100);
        Yes(-1, 0u, fails: true);
        Yes(70000, (short)0, fails: true);
        Yes(long.MaxValue, (Int128)long.MaxValue);
        Yes(ulong.MaxValue, (UInt128)ulong.MaxValue);
        Yes(ulong.MaxValue, 0L, fails: true);
        Yes(UInt128.MaxValue, BigInteger.Pow(2, 128) - 1);
        Yes(new BigInteger(12), (short)12);
        Yes(BigInteger.Pow(2, 200), 0L, fails: true);
        Yes(7, 7.0);
        Yes((1L << 53) + 1, 0.0, fails: true);
        Yes(7, 7m);
        Yes(7, (Half)7);
        Yes(100_000, (Half)0, fails: true);
        Yes(1.5f, 1.5);
        Yes(double.NaN, float.NaN);
        Yes(1.5, 1.5f);
        Yes(0.1, 0f, fails: true);
        Yes(1.5, 0, fails: true);
        Yes(5, (int?)5);
        Yes((int?)5, 5);
        Yes((int?)null, 0, fails: true);
        Yes((int?)5, (long?)5);
        Yes((int?)null, (long?)null);
        Yes(DayOfWeek.Friday, 5);
        Yes(5, DayOfWeek.Friday);
        Yes(DayOfWeek.Friday, Small.One, fails: false, expected: (Small)5);
        Yes("text", 0, fails: true);
        Yes(5, "5", fails: true);
        Yes('c', (ushort)'c', fails: true);
        Yes(true, 1, fails: true);
        Yes(DateTime.UnixEpoch, 0L, fails: true);
        Yes((nint)5, 5);
        Yes(5, (object?)5);
        Yes((object?)5, 5);
        Yes((object?)"x", "x");
        Yes((object?)null, (int?)null);
        Yes(new Point(1, "x"), (Point?)new Point(1, "x"));
        Yes((Point?)new Point(1, "x"), new Point(1, "x"));

        void Yes<TFrom, TTo>(TFrom from, TTo to, bool fails = false, TTo? expected = default)
        {
            if (fails)
            {
                var e = Assert.Throws<WireFormatException>(() => Convert<TFrom, TTo>(from, reflection, schema));
                Assert.Equal("$.Value", e.Path);
            }
            else
            {
                Assert.Equal(EqualityComparer<TTo>.Default.Equals(expected, default) ? to : expected,
                    Convert<TFrom, TTo>(from, reflection, schema));
            }
        }
    }

    [Theory, MemberData(nameof(Variants))]
    public void CollectionsAmongThemselves(bool reflection, CompactSchema schema)
    {
        Assert.Equal([1, 2], Convert<int[], List<int>>([1, 2], reflection, schema));
        Assert.Equal([1, 2], Convert<List<int>, int[]>([1, 2], reflection, schema));
        Assert.Equal([1, 2], Convert<int[], HashSet<long>>([1, 2], reflection, schema));
        Assert.Equal([1.0, 2.0], Convert<HashSet<int>, double[]>([1, 2], reflection, schema));
        Assert.Equal([1, 2], Convert<byte[], int[]>([1, 2], reflection, schema));
        Assert.Equal([1, 2], Convert<List<byte>, byte[]>([1, 2], reflection, schema));
        Assert.Equal([1, 2], Convert<byte[], List<byte>>([1, 2], reflection, schema));
        Assert.Equal(["a"], Convert<HashSet<string>, List<string>>(["a"], reflection, schema));
        Assert.Equal(["a"], Convert<List<string>, HashSet<string>>(["a"], reflection, schema));
        Assert.Null(Convert<int[]?, List<int>?>(null, reflection, schema));
        Assert.Equal(3L, Convert<Dictionary<string, int>, SortedDictionary<string, long>>(new() { ["x"] = 3 }, reflection, schema)["x"]);
        Assert.Equal("one", Convert<Dictionary<int, string>, Dictionary<long, string>>(new() { [1] = "one" }, reflection, schema)[1]);
        Assert.Throws<WireFormatException>(() => Convert<int[], Dictionary<int, int>>([1], reflection, schema));
    }

    public class Shape { public string? Color { get; set; } }

    public sealed class Circle : Shape { public double R { get; set; } }

    public sealed class Square : Shape { public int Side { get; set; } }

    public sealed class NewCircle : Shape { public int Extra { get; set; } public double R { get; set; } }

    [Theory, MemberData(nameof(Variants))]
    public void SubtypesByNumberOrName(bool reflection, CompactSchema schema)
    {
        var plain = reflection ? Convention.Plain.WithTier(ShapeTier.Reflection) : Convention.Plain;
        var writer = CompactOptions.Default with
        {
            Schema = schema,
            Convention = plain.WithSubtype<Shape, Square>("sq").WithSubtype<Shape, Circle>("circle", 1)
        };
        var byName = CompactOptions.Default with { Convention = plain.WithSubtype<Shape, NewCircle>("circle") };
        var byNumber = CompactOptions.Default with { Convention = plain.WithSubtype<Shape, NewCircle>("other", 1) };
        byte[] bytes = Compact.Serialize<Shape[]>([new Circle { R = 2, Color = "red" }, new Shape { Color = "blue" }], writer);
        foreach (var reader in new[] { byName, byNumber })
        {
            var back = Compact.Deserialize<Shape[]>(bytes, reader);
            Assert.Equal(2, Assert.IsType<NewCircle>(back[0]).R);
            Assert.Equal("blue", back[1].Color);
        }
        var e = Assert.Throws<WireFormatException>(
            () => Compact.Deserialize<Shape[]>(Compact.Serialize<Shape[]>([new Shape(), new Square()], writer), byName));
        Assert.Equal("$[1]", e.Path);
    }

    public class Pair { public Node? Unknown { get; set; } public Node? First { get; set; } public Node? Second { get; set; } }

    public class PairWithoutUnknown { public Node? Second { get; set; } public Node? First { get; set; } }

    [Theory, MemberData(nameof(Variants))]
    public void ReferencesIntoWhatWasSkipped(bool reflection, CompactSchema schema)
    {
        var options = Samples.Options(reflection, schema, References.Preserve);
        var shared = new Node { Value = 3 };
        shared.Next = new Node { Value = 4, Next = shared };
        var pair = new Pair { Unknown = new Node { Value = 1, Next = shared, Others = [shared] }, First = shared, Second = shared.Next };
        var back = Compact.Deserialize<PairWithoutUnknown>(Compact.Serialize(pair, options), options);
        Assert.Equal(3, back.First!.Value);
        Assert.Same(back.First.Next, back.Second);
        Assert.Same(back.First, back.Second!.Next);
    }

    [Fact]
    public void FingerprintNeedsTheSameTypes()
    {
        var options = CompactOptions.Default with { Schema = CompactSchema.Fingerprint };
        byte[] bytes = Compact.Serialize(new V1 { Id = 1 }, options);
        Assert.Equal(1, Compact.Deserialize<V1>(bytes).Id);
        Assert.Contains("fingerprint", Assert.Throws<WireFormatException>(() => Compact.Deserialize<V2>(bytes)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void RegisteredDynamicsAreMatchedByNumberOrName()
    {
        var writer = CompactOptions.Default with
        {
            Convention = Convention.Plain.WithSubtype<object, Circle>("circle", 4)
            .WithSubtype<object, Square>("sq")
        };
        var reader = CompactOptions.Default with { Convention = Convention.Plain.WithSubtype<object, NewCircle>("round", 4) };
        byte[] bytes = Compact.Serialize<object[]>([new Circle { R = 3 }, 5, "x", new List<object> { new Circle() }], writer);
        var back = Compact.Deserialize<object[]>(bytes, reader);
        Assert.Equal(3, Assert.IsType<NewCircle>(back[0]).R);
        Assert.IsType<NewCircle>(Assert.IsType<List<object>>(back[3])[0]);
        Assert.Throws<WireFormatException>(
            () => Compact.Deserialize<object[]>(Compact.Serialize<object[]>([new Square()], writer), reader));
    }

    [Theory, MemberData(nameof(Variants))]
    public void Null_is_a_default_memory_and_no_other_value(bool reflection, CompactSchema schema)
    {
        var options = Samples.Options(reflection, schema);
        byte[] payload = Compact.Serialize(new Holder<int[]?>(), options);
        Assert.True(Compact.Deserialize<Holder<Memory<int>>>(payload, options)!.Held.IsEmpty);
        Assert.Null(Compact.Deserialize<Holder<ArraySegment<int>>>(payload, options)!.Held.Array);
        Assert.Throws<WireFormatException>(() => Compact.Deserialize<Holder<ImmutableArray<int>>>(payload, options));
        byte[] number = Compact.Serialize(new Holder<int?>(), options);
        Assert.Throws<WireFormatException>(() => Compact.Deserialize<Holder<int>>(number, options));
    }

    public class Holder<T>
    {
        public T Held { get; set; } = default!;
    }
}
