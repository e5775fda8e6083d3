using System.Collections;
using System.Collections.Immutable;
using System.Reflection;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// Structs whose fields are drawn: what they hold, and how they are shown (a field, a property with each kind of setter, a getter over a
/// field, nothing), with and without a constructor that takes them. Each field that can be carried comes back from Compact, Graph and
/// DeepCopy, or the struct is refused; until 2026-11-30 one field that cannot be carried lost all private ones beside it, without a word.
/// </summary>
public class DrawnStructTests
{
    public readonly struct Small(int x)
    {
        readonly int _x = x;
        public int Twice => _x * 2;
    }

    public class Dot
    {
        public int X { get; set; }
    }

    /// <summary>What no reader can make.</summary>
    public class Unmade
    {
        readonly int _x;
        public Unmade(int q) => _x = q;
        public int Twice => _x * 2;
    }

    /// <summary>What a field may hold, and whether it is carried where no member shows it.</summary>
    static readonly (string Type, Func<object> Value, bool IsCarried)[] s_kinds =
    [
        ("int", () => 7, true), ("string", () => "a", true), ("List<int>", () => new List<int> { 1, 2 }, true),
        ("int[]", () => new[] { 3 }, true), ("DayOfWeek", () => DayOfWeek.Friday, true), ("int?", () => 5, true),
        ("Guid", () => new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), true), ("decimal", () => 1.5m, true),
        ("DrawnStructTests.Small", () => new Small(4), true), ("DrawnStructTests.Dot", () => new Dot { X = 3 }, true),
        ("Dictionary<string, int>", () => new Dictionary<string, int> { ["k"] = 1 }, true),
        ("DateTime", () => new DateTime(2020, 1, 1), true), ("Uri", () => new Uri("http://a/b"), true),
        ("ValueTuple<int, string>", () => (1, "t"), true), ("IReadOnlyList<int>", () => new List<int> { 9 }, true),
        ("ImmutableArray<int>", () => ImmutableArray.Create(1), true), ("Index", () => new Index(2), true),
        ("StringBuilder", () => new StringBuilder("s"), true),
        ("object", () => 5, false), ("Action", () => new Action(static () => { }), false), ("IComparable", () => 5, false),
        ("System.IO.Stream", () => Stream.Null, false), ("Type", () => typeof(int), false),
        ("DrawnStructTests.Unmade", () => new Unmade(3), false),
        ("System.Threading.CancellationToken", () => default(CancellationToken), false),
    ];

    /// <summary>How a field is shown; {0} is its type, {1} its number.</summary>
    static readonly string[] s_shown =
    [
        "public {0} P{1};", "public readonly {0} P{1};", "public {0} P{1} {{ get; set; }}", "public {0} P{1} {{ get; init; }}",
        "public {0} P{1} {{ get; private set; }}", "public {0} P{1} {{ get; }}", "{0} P{1}; public string T{1} => $\"{{P{1}}}\";",
        "{0} P{1}; public {0} H{1} => P{1};", "{0} P{1};", "readonly {0} P{1};", "{0} P{1} {{ get; set; }}",
        "{0} P{1}; public {0} H{1} {{ get => P{1}; set => P{1} = value; }}",
        "{0} P{1}; public {0} H{1} => (object?)P{1} is null ? default! : P{1};",
    ];

    sealed record Drawn(string Code, (object Value, bool IsCarried)[] Fields);

    static Drawn Draw(int number)
    {
        var random = new Random(number * 7919);
        var (code, taken, fields) = (new StringBuilder(), new List<(string Type, int Number)>(), new List<(object, bool)>());
        int takes = random.Next(3);
        for (int i = random.Next(1, 5) - 1; i >= 0; i--)
        {
            var (type, value, isCarried) = s_kinds[random.Next(s_kinds.Length)];
            code.AppendFormat(null, s_shown[random.Next(s_shown.Length)], type, fields.Count).Append(' ');
            if (takes == 2 || (takes == 1 && random.Next(2) == 0))
                taken.Add((type, fields.Count));
            fields.Add((value(), isCarried));
        }
        // Named as the members are, or otherwise, so that nothing matches.
        string parameter = random.Next(3) == 0 ? "other" : "p";
        if (taken.Count > 0)
            code.Append($"public S{number}(").AppendJoin(", ", taken.Select(t => $"{t.Type} {parameter}{t.Number}")).Append(") : this() { ")
                .AppendJoin(' ', taken.Select(t => $"P{t.Number} = {parameter}{t.Number};")).Append(" }");
        return new($"public struct S{number} {{ {code} }}", [.. fields]);
    }

    const int Count = 400;

    static readonly Drawn[] s_drawn = [.. Enumerable.Range(0, Count).Select(Draw)];

    static readonly Lazy<Assembly> s_compiled = new(() =>
    {
        string text = "#nullable disable\nusing System; using System.Text; "
            + "using System.Collections.Generic; using System.Collections.Immutable; namespace Isomer.Tests.Core;\n" + string.Join("\n", s_drawn.Select(d => d.Code));
        var stream = new MemoryStream();
        var result = CSharpCompilation.Create("DrawnStructs", [CSharpSyntaxTree.ParseText(text)], CompilerReferences.Where(static _ => true),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release)).Emit(stream);
        Assert.True(result.Success, string.Join("\n", result.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error).Take(9)));
        return Assembly.Load(stream.ToArray());
    });

    static readonly PlainConvention[] s_tiers = [.. Wires.Tiers(null)];

    static FieldInfo FieldOf(Type type, int i)
    {
        const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
        return type.GetField($"P{i}", Any) ?? type.GetField($"<P{i}>k__BackingField", Any)!;
    }

    static Func<object?> Written<T>(string format, PlainConvention tier, T value)
    {
        if (format == "DeepCopy")
        {
            var copy = DeepCopy.Of(value, tier);
            return () => copy;
        }
        if (format == "Compact")
        {
            var compact = new CompactOptions { Convention = tier };
            byte[] bytes = Compact.Serialize(value, compact);
            return () => Compact.Deserialize<T>(bytes, compact);
        }
        var graph = JsonOptions.Graph with { Convention = tier };
        byte[] text = Json.Serialize(value, graph);
        return () => Json.Deserialize<T>(text, graph);
    }

    static readonly MethodInfo s_written =
        typeof(DrawnStructTests).GetMethod(nameof(Written), BindingFlags.Static | BindingFlags.NonPublic)!;

    static string Told(object? value) => value switch
    {
        null => "null",
        string or ImmutableArray<int> { IsDefault: true } => $"'{value}'",
        IEnumerable items => $"[{string.Join(",", items.Cast<object?>().Select(Told))}]",
        Small small => $"{small.Twice}",
        Dot dot => $"{dot.X}",
        _ => $"{value}",
    };

    static RandomCases.Difference? Differs(int seed)
    {
        var drawn = s_drawn[seed / 3 % Count];
        string format = ((string[])["Compact", "Graph", "DeepCopy"])[seed % 3];
        var tier = s_tiers[seed / (3 * Count) % s_tiers.Length];
        var type = s_compiled.Value.GetType($"Isomer.Tests.Core.S{seed / 3 % Count}")!;
        object value = Activator.CreateInstance(type)!;
        for (int i = 0; i < drawn.Fields.Length; i++)
            FieldOf(type, i).SetValue(value, drawn.Fields[i].Value);
        object back;
        Func<object?> read;
        try
        {
            read = (Func<object?>)s_written.MakeGenericMethod(type).Invoke(null, [format, tier, value])!;
        }
        catch (TargetInvocationException e)
        {
            return e.InnerException is NotSupportedException
                ? null : new("writing", $"{format} ({tier.Tier}) of {drawn.Code}: {e.InnerException}");
        }
        try
        {
            back = read()!;
        }
        catch (Exception e)
        {
            return e is NotSupportedException ? null : new("reading", $"{format} ({tier.Tier}) of {drawn.Code}: {e.Message}");
        }
        for (int i = 0; i < drawn.Fields.Length; i++)
            if (drawn.Fields[i].IsCarried && Told(FieldOf(type, i).GetValue(value)) is var before
                && Told(FieldOf(type, i).GetValue(back)) is var after && before != after)
                return new("fields", $"{format} ({tier.Tier}) of {drawn.Code}: P{i} was {before} and is {after}");
        return null;
    }

    [Fact]
    public void Each_field_that_can_be_carried_comes_back() => RandomCases.Run(3 * Count * s_tiers.Length, Differs);
}
