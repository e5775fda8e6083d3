using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// What only a type itself can set and nobody can make: formats that give back all that they took refuse it at writing, with the way out.
/// Until 2026-11-27 Compact wrote it and read null.
/// </summary>
public class LostMemberTests
{
    public class Unmade { public Unmade(int other) => V = other; public int V { get; } }
    public abstract class Base { }
    public class Derived : Base { }

    public class PrivateSetter<T>
    {
        public PrivateSetter() { }
        public PrivateSetter(T held) => Held = held;
        public T? Held { get; private set; }
        public int N { get; set; }
    }
    public class NoSetter<T> { public NoSetter() { } public NoSetter(T held) => Held = held; public T? Held { get; } }
    public class ReadOnly<T> { public ReadOnly() { } public ReadOnly(T held) => Held = held; public readonly T? Held; }
    public class Asked<T>
    {
        public Asked() { }
        public Asked(T held) => Held = held;
        public T? Held { get; private set; }
        public bool ShouldSerializeHeld() => true;
    }
    public class LeftOut
    {
        public LeftOut() { }
        public LeftOut(Unmade held) => Held = held;
        [Skip] public Unmade? Held { get; private set; }
    }
    public class Computed { public int N { get; set; } public Unmade View => new(N); }

    static PlainConvention[] Tiers => [.. Wires.Tiers(null)];

    static IEnumerable<Func<T, T?>> Ways<T>() => Tiers.SelectMany(c => new Func<T, T?>[]
    {
        v => Compact.Deserialize<T>(Compact.Serialize(v, new CompactOptions { Convention = c }),
            new CompactOptions { Convention = c }),
        v => Compact.Deserialize<T>(
            Compact.Serialize(v, new CompactOptions { Convention = c, References = References.Preserve }),
            new CompactOptions { Convention = c, References = References.Preserve }),
        v => DeepCopy.Of(v, c),
    });

    static void Refuses<T>(T value, params string[] words)
    {
        foreach (var way in Ways<T>())
        {
            var error = Assert.Throws<NotSupportedException>(() => way(value));
            Assert.All([.. words, "Held", "[Skip]"], word => Assert.Contains(word, error.Message, StringComparison.Ordinal));
        }
    }

    [Fact]
    public void An_object_without_a_constructor_that_fits()
    {
        Refuses(new PrivateSetter<Unmade>(new Unmade(1)), nameof(Unmade), "'other'");
        Refuses(new NoSetter<Unmade>(new Unmade(1)), nameof(Unmade), "'other'");
        Refuses(new Asked<Unmade>(new Unmade(1)), nameof(Unmade), "'other'");
    }

    [Fact]
    public void A_readonly_field() => Refuses(new ReadOnly<Unmade>(new Unmade(1)), nameof(Unmade), "'other'");

    [Fact]
    public void An_abstract_class_without_subtypes() => Refuses(new PrivateSetter<Base>(new Derived()), nameof(Base));

    [Fact]
    public void Collections_of_them()
    {
        Refuses(new PrivateSetter<List<Unmade>>([new Unmade(1)]), nameof(Unmade), "'other'");
        Refuses(new NoSetter<Unmade[]>([new Unmade(1)]), nameof(Unmade), "'other'");
        Refuses(new PrivateSetter<Dictionary<string, List<Unmade>>>(new() { ["a"] = [new Unmade(1)] }), nameof(Unmade), "'other'");
    }

    [Fact]
    public void Nothing_is_lost_where_nothing_is_held()
    {
        foreach (var c in Tiers)
        {
            var options = new CompactOptions { Convention = c };
            Assert.Null(Compact.Deserialize<PrivateSetter<Unmade>>(
                Compact.Serialize(new PrivateSetter<Unmade> { N = 7 }, options), options)!.Held);
            var empty = new PrivateSetter<List<Unmade>>([]) { N = 8 };
            Assert.Equal(8, Compact.Deserialize<PrivateSetter<List<Unmade>>>(Compact.Serialize(empty, options), options)!.N);
            byte[] without = Compact.Serialize(new LeftOut(new Unmade(1)), options);
            Assert.Null(Compact.Deserialize<LeftOut>(without, options)!.Held);
        }
    }

    [Fact]
    public void A_computed_member_is_no_state()
    {
        foreach (var c in Tiers)
        {
            var options = new CompactOptions { Convention = c };
            byte[] payload = Compact.Serialize(new Computed { N = 3 }, options);
            Assert.Equal(3, Compact.Deserialize<Computed>(payload, options)!.View.V);
        }
    }

    /// <summary>System.Text.Json's rule: a private setter is none, and what is written is not read.</summary>
    [Fact]
    public void Json_writes_it_as_its_original_does() =>
        Assert.Equal("""{"Held":{"V":1},"N":0}""", Json.ToText(new PrivateSetter<Unmade>(new Unmade(1))));

    public class Populated
    {
        public Populated() { }
        [System.Text.Json.Serialization.JsonObjectCreationHandling(System.Text.Json.Serialization.JsonObjectCreationHandling.Populate)]
        public Settable Held { get; private set; } = new(1);
    }
    public class Settable { public Settable(int other) => Other = other.ToString(); string Other { get; } public int V { get; set; } }

    /// <summary>What an attribute says is to be read into needs nobody to make it.</summary>
    [Fact]
    public void An_object_that_is_read_into()
    {
        var value = new Populated();
        value.Held.V = 9;
        foreach (var way in Ways<Populated>())
            Assert.Equal(9, way(value)!.Held.V);
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var graph = JsonOptions.Graph with
            { Convention = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType).WithTier(tier) };
            Assert.Equal(9, Json.FromText<Populated>(Json.ToText(value, graph), graph)!.Held.V);
        }
    }

    /// <summary>Where values tell their types, an abstract class need not be one that can be made.</summary>
    [Fact]
    public void An_abstract_class_whose_values_tell_their_types()
    {
        foreach (var tier in new[] { ShapeTier.Auto, ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var graph = JsonOptions.Graph with
            {
                Convention = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType).WithTier(tier),
                Types = JsonTypes.None.With<Derived>()
            };
            Assert.IsType<Derived>(Trip(new PrivateSetter<Base>(new Derived()), graph)!.Held);
            Assert.IsType<Derived>(Trip(new PrivateSetter<List<Base>>([new Derived()]), graph)!.Held![0]);
        }

        static T? Trip<T>(T value, JsonOptions graph) => Json.FromText<T>(Json.ToText(value, graph), graph);
    }
}
