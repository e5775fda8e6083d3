using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.Json.Serialization;
using Isomer.Tests.Ahead;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// Structs whose fields are shown in all ways, some by members that anyone sets, some by a constructor, some by nothing: each field comes
/// back from Compact, Graph and DeepCopy. Until 2026-11-28 those beside members that anyone could set, or a constructor took, were lost.
/// </summary>
public class StructFieldsTests
{
#pragma warning disable IDE0044, IDE0051, IDE0052, CS0169, CS0649, CS0414 // fields that reflection fills
    static class Mixes
    {
        public struct One { public int Shown; int _hidden; }
        public readonly record struct Rec(int A) { readonly int _x = 5; }
        public record struct Open(string? A) { int _x; public string? B { get; set; } }
        public struct Auto { public int A { get; set; } public string? B { get; init; } long _c; }
        public struct ByHand { int _a; public int A { readonly get => _a; set => _a = value; } public int B { get; set; } }
        public struct Doubled { int _a; public int A { readonly get => _a / 2; set => _a = value * 2; } }
        public struct NotNull { string? _name; public string Name { readonly get => _name ?? ""; set => _name = value; } }
        public struct SetOnly { int _a; public int A { set => _a = value; } public int B; }
        public struct Lazy { List<int>? _items; public List<int> Items => _items ??= []; public int Count { get; set; } }
        public struct Kept { public int A { get; set => field = value; } public string B { get => field ?? ""; set; } byte _c; }
        public readonly struct Made(int a)
        {
            readonly int _a = a;
            readonly string? _said = null;
            public int A => _a;
        }
        public readonly struct MadeOfComputed(decimal amount)
        {
            readonly long _cents = (long)(amount * 100);
            public decimal Amount => _cents / 100m;
        }
        [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
        public readonly struct Chosen
        {
            readonly int _b;
            public int Sum => A + _b;
            public int A { get; }
            [JsonConstructor] public Chosen(int a) => (A, _b) = (a, 1);
            public Chosen(int a, int b) => (A, _b) = (a, b);
        }
        public struct OfOthers { public Rec? R; One _one; One[]? _ones; (int, One) _pair; Dictionary<string, Made>? _made; }
        public struct Generic<T> { public T? A; T? _b; T?[]? _c; }
        [StructLayout(LayoutKind.Explicit)]
        public struct Overlaid { [FieldOffset(0)] public int A; [FieldOffset(0)] float _a; }
        internal struct Inside { public int A; internal int B; string? C { get; set; } }
    }
#pragma warning restore IDE0044, IDE0051, IDE0052, CS0169, CS0649, CS0414

    public static TheoryData<Type> Types => [.. from type in typeof(Mixes).GetNestedTypes(BindingFlags.Public | BindingFlags.NonPublic)
        select type.IsGenericTypeDefinition ? type.MakeGenericType(typeof(string)) : type];

    static readonly MethodInfo s_check = new Func<int, Func<int, string>?, int>(StructStateTests.Check).Method.GetGenericMethodDefinition();

    [Theory]
    [MemberData(nameof(Types))]
    public void Each_field_comes_back(Type type)
    {
        var random = new Random(17);
        for (int i = 0; i < 12; i++)
        {
            object value = i == 0 ? Activator.CreateInstance(type)! : Some(type, random)!;
            var text = typeof(StructFieldsTests).GetMethod(nameof(TextOfStruct), BindingFlags.Static | BindingFlags.NonPublic)!
                .MakeGenericMethod(type).CreateDelegate(typeof(Func<,>).MakeGenericType(type, typeof(string)));
            s_check.MakeGenericMethod(type).Invoke(null, BindingFlags.DoNotWrapExceptions, null, [value, text], null);
        }
    }

    static IEnumerable<FieldInfo> FieldsOf(Type type) =>
        type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);

    static object? Some(Type type, Random random)
    {
        if (type == typeof(int))
            return random.Next(-9, 9999);
        if (type == typeof(long))
            return random.NextInt64();
        if (type == typeof(byte))
            return (byte)random.Next();
        if (type == typeof(float))
            return random.NextSingle();
        if (type == typeof(string))
            return random.Next(4) == 0 ? null : "s" + random.Next(99);
        if (Nullable.GetUnderlyingType(type) is { } inner)
            return random.Next(4) == 0 ? null : Some(inner, random);
        if (type == typeof(List<int>))
            return random.Next(4) == 0 ? null : Enumerable.Range(0, random.Next(4)).ToList();
        if (type == typeof(Dictionary<string, Mixes.Made>))
            return new Dictionary<string, Mixes.Made> { ["a"] = (Mixes.Made)Some(typeof(Mixes.Made), random)! };
        if (type.IsArray)
        {
            var array = Array.CreateInstance(type.GetElementType()!, random.Next(4));
            for (int i = 0; i < array.Length; i++)
                array.SetValue(Some(type.GetElementType()!, random), i);
            return array;
        }
        object value = Activator.CreateInstance(type)!;
        foreach (var field in FieldsOf(type))
            field.SetValue(value, Some(field.FieldType, random));
        return value;
    }

    static string TextOfStruct<T>(T value) => TextOf(value);

    static string TextOf(object? value) => value switch
    {
        null => "null",
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        string text => $"'{text}'",
        System.Collections.IEnumerable items => $"[{string.Join(",", items.Cast<object?>().Select(TextOf))}]",
        _ => $"{{{string.Join(",", FieldsOf(value.GetType()).Select(f => $"{f.Name}={TextOf(f.GetValue(value))}"))}}}",
    };

    static string Text<T>(T value) => Json.ToText(value, JsonOptions.Graph);

    /// <summary>No field is written twice: what a member hands out as it is, is carried by the member.</summary>
    [Fact]
    public void Members_that_show_a_field_carry_it()
    {
        Assert.Equal("""{"A":3,"B":0}""", Text(new Mixes.ByHand { A = 3 }));
        Assert.Equal("""{"A":4,"_a":8}""", Text(new Mixes.Doubled { A = 4 }));
        Assert.Equal("""{"A":3,"_said":null}""", Text(new Mixes.Made(3)));
        Assert.Equal("""{"A":3,"_x":5}""", Text(new Mixes.Rec(3)));
        Assert.Equal("""{"A":3,"_b":4}""", Text(new Mixes.Chosen(3, 4)));
        Assert.Equal("""{"A":3}""", Text(new Mixes.Overlaid { A = 3 }));
    }

    /// <summary>What was written while the members alone carried these structs.</summary>
    [Fact]
    public void Older_payloads()
    {
        Assert.Equal(3, Json.FromText<Mixes.Rec>("""{"A":3}""", JsonOptions.Graph).A);
        Assert.Equal(new Mixes.Chosen(3, 1), Json.FromText<Mixes.Chosen>("""{"Sum":9,"A":3}""", JsonOptions.Graph));
        Assert.Throws<WireFormatException>(() => Json.FromText<Mixes.Chosen>("""{"Some":9,"A":3}""", JsonOptions.Graph));
        byte[] older = Compact.Serialize(new Holder<Older> { Value = new() { Sum = 9, A = 3 }, End = 7 });
        var back = Compact.Deserialize<Holder<Mixes.Chosen>>(older)!;
        Assert.Equal((3, 4, 7), (back.Value.A, back.Value.Sum, back.End));
        Assert.Equal(8, Compact.Deserialize<Mixes.Doubled>(Compact.Serialize(new Older { A = 8 })).A);
    }

    public struct Older { public int Sum { get; set; } public int A { get; set; } }

    public class Holder<T> { public T? Value { get; set; } public int End { get; set; } }

    /// <summary>One throws, one computes another struct of itself, one is of a type that nothing writes.</summary>
    public readonly struct Computing
    {
        readonly int _d;
        readonly string? _text;
        public Computing(int d) => (_d, _text) = (d, "t");
        public Computing(int d, string text) => (_d, _text) = (d, text);
        public int Length => _text!.Length;
        public Computing Next => new(_d + 1);
        public Action Do => () => { };
        public System.Runtime.Intrinsics.Vector128<int> Wide => default;
        public override string ToString() => $"{_d} {_text}";
    }

    [Fact]
    public void Computed_members_are_not_asked()
    {
        StructStateTests.Check(default(Computing));
        StructStateTests.Check(new Computing(3));
        Assert.Equal("""{"_d":0,"_text":null}""", Text(default(Computing)));
    }

    /// <summary>The hash of a text is another one in each process.</summary>
    public readonly struct Key(string name)
    {
        readonly int _hash = string.GetHashCode(name);
        public string Name { get; } = name;
        public override int GetHashCode() => _hash;
        public override bool Equals(object? obj) => obj is Key other && Name == other.Name;
    }

    /// <summary>A member that makes what it shows is not asked, though what was written when it was is read.</summary>
    [Fact]
    public void A_collection_that_is_made_when_it_is_asked()
    {
        Assert.Equal("""{"Count":3,"_items":null}""", Text(new Mixes.Lazy { Count = 3 }));
        Assert.Equal([1, 2], Json.FromText<Mixes.Lazy>(
            """{"Items":{"$id":"1","$values":[1,2]},"Count":3,"_items":{"$ref":"1"}}""", JsonOptions.Graph).Items);
    }

    [Fact]
    public void A_hash_that_a_constructor_computes_is_computed_again()
    {
        Assert.Equal("""{"Name":"a"}""", Text(new Key("a")));
        Assert.Contains(Json.FromText<Key>("""{"Name":"a"}""", JsonOptions.Graph), new HashSet<Key> { new("a") });
    }

    /// <summary>Its setter is code that changes fields of fixed width, which stand before texts in Compact.</summary>
    public struct Tracked
    {
        string? _name;
        bool _isDirty;
        int? _changes;
        public string? Name
        {
            readonly get => _name;
            set => (_name, _isDirty, _changes) = (value, true, (_changes ?? 0) + 1);
        }

        public void Clean() => (_isDirty, _changes) = (false, null);

        public override readonly string ToString() => $"{_name} {_isDirty} {_changes}";
    }

    [Fact]
    public void Setters_do_not_change_what_comes_back()
    {
        foreach (int changes in new[] { 0, 1, 3 })
        {
            var tracked = new Tracked { Name = "a" };
            tracked.Clean();
            for (int i = 0; i < changes; i++)
                tracked.Name = $"{i}";
            foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
            {
                var compact = new CompactOptions { Convention = Convention.Plain.WithTier(tier) };
                var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
                Assert.Equal(tracked.ToString(), Compact.Deserialize<Tracked>(Compact.Serialize(tracked, compact), compact).ToString());
                Assert.Equal(tracked.ToString(), Json.Deserialize<Tracked>(Json.Serialize(tracked, graph), graph).ToString());
            }
            Assert.Equal(tracked.ToString(), DeepCopy.Of(tracked).ToString());
        }
    }

#pragma warning disable IDE1006 // named as the fields are
    public struct EarlierTracked
    {
        public int? _changes { get; set; }
        public bool _isDirty { get; set; }
        public string? Name { get; set; }
    }
#pragma warning restore IDE1006

    /// <summary>A layout that another version of the type wrote has members in its own order, and a text in somebody's.</summary>
    [Fact]
    public void Setters_do_not_change_fields_that_came_before()
    {
        foreach (int? changes in new int?[] { null, 7 })
        {
            var earlier = new EarlierTracked { _changes = changes, Name = "a" };
            foreach (var tier in Wires.Tiers(null))
            {
                var compact = new CompactOptions { Convention = ReadyUnderTest.For(tier, typeof(Tracked)) };
                var graph = JsonOptions.Graph with { Convention = compact.Convention };
                byte[] bytes = Compact.Serialize(earlier);
                Assert.Equal($"a False {changes}", Compact.Deserialize<Tracked>(bytes, compact).ToString());
                Assert.Equal($"a False {changes}", Compact.Fill(new Tracked { Name = "b" }, bytes, compact).ToString());
                string text = $$"""{"_isDirty":false,"_changes":{{changes?.ToString(CultureInfo.InvariantCulture) ?? "null"}},"Name":"a"}""";
                Assert.Equal($"a False {changes}", Json.FromText<Tracked>(text, graph).ToString());
                // What the text has not the setter makes.
                Assert.Equal("a True 1", Json.FromText<Tracked>("""{"Name":"a"}""", graph).ToString());
            }
        }
    }
}
