using System.Runtime.Loader;
using Isomer.Ahead;
using Isomer.Conventions;
using Isomer.Model;
using Xunit;

namespace Isomer.Tests.Ahead;

/// <summary>
/// Shapes that were made for other types than there are now are never obeyed: it is told which type is not what it was, and all goes on
/// by the other providers. Changes that
/// the code of a shape does not see are no reason.
/// </summary>
public class FingerprintTests
{
    const string Before = """
        public class Root { public int A { get; set; } public string? B { get; set; } public List<Part>? Parts { get; set; } public E? Kind { get; set; } public Animal? Animal { get; set; } }
        public class Part { public Part() { } public long Price { get; set; } public DateTime When; public Made? Made { get; set; } }
        public class Made { public Made(int x, string y = "d") => (X, Y) = (x, y); public int X { get; } public string Y { get; } }
        public enum E { One, Two }
        [Subtype(typeof(Dog), "dog")] public class Animal { public int Legs { get; set; } }
        public class Dog : Animal { public string? Name { get; set; } }
        """;

    static string After(string what, string by) =>
        Before.Contains(what, StringComparison.Ordinal)
            ? Before.Replace(what, by, StringComparison.Ordinal)
            : throw new ArgumentException(what);

    [Theory]
    [InlineData("public int A { get; set; }", "public int A { get; set; } public int C { get; set; }", "Root")]
    [InlineData("public string? B { get; set; }", "", "Root")]
    [InlineData("public int A { get; set; } public string? B { get; set; }", "public string? B { get; set; } public int A { get; set; }",
        "Root")]
    [InlineData("public int A { get; set; }", "public int A2 { get; set; }", "Root")]
    [InlineData("public int A { get; set; }", "public long A { get; set; }", "Root")]
    [InlineData("public int A { get; set; }", "public int? A { get; set; }", "Root")]
    [InlineData("public int A { get; set; }", "public int A;", "Root")]
    [InlineData("public int A { get; set; }", "public int A { get; private set; }", "Root")]
    [InlineData("public int A { get; set; }", "public required int A { get; set; }", "Root")]
    [InlineData("public int A { get; set; }", "[System.ComponentModel.DefaultValue(3)] public int A { get; set; }", "Root")]
    [InlineData("public int A { get; set; }", "public int A { get; set; } public bool ShouldSerializeA() => true;", "Root")]
    [InlineData("List<Part>?", "Part[]?", "Root")]
    [InlineData("List<Part>?", "IReadOnlyList<Part>?", "Root")]
    [InlineData("List<Part>?", "HashSet<Part>?", "Root")]
    [InlineData("class Part", "sealed class Part", "Part")]
    [InlineData("class Part", "struct Part", "Part")]
    [InlineData("long Price", "decimal Price", "Part")]
    [InlineData("public DateTime When;",
        "public DateTime When; [System.Runtime.Serialization.OnDeserialized] void Read(System.Runtime.Serialization.StreamingContext c) { }",
        "Part")]
    [InlineData("int x, string y = \"d\"", "string y, int x = 1", "Made")]
    [InlineData("string y = \"d\"", "string y", "Made")]
    [InlineData("[Subtype(typeof(Dog), \"dog\")]", "", "Animal")]
    [InlineData("[Subtype(typeof(Dog), \"dog\")]", "[Subtype(typeof(Dog), \"dog\"), Subtype(typeof(Animal), \"animal\")]", "Animal")]
    [InlineData("enum E", "enum E : byte", "E")]
    [InlineData("public class Dog : Animal {", "public class Dog : Animal { public int Age { get; set; }", "Dog")]
    public void Another_type_is_not_obeyed(string what, string by, string type)
    {
        var (root, refusal) = Versions.Update(Before, After(what, by));
        Assert.NotNull(refusal);
        Assert.Contains("is not obeyed", refusal, StringComparison.Ordinal);
        // Which it is; of several that changed the first that is met, which may be one that holds it.
        Assert.True(
            refusal.Contains($"'{type}'", StringComparison.Ordinal) || refusal.Contains("'Root'", StringComparison.Ordinal)
                || refusal.Contains("reached", StringComparison.Ordinal), refusal);
        var (written, again) = Versions.RoundTrip(root);
        Assert.Equal(written, again);
    }

    [Theory]
    [InlineData("public int A { get; set; }", "[System.Text.Json.Serialization.JsonPropertyName(\"a\")] public int A { get; set; }",
        "\"a\":0")]
    [InlineData("public int A { get; set; }", "int _a; public int A { get => _a + 1; set => _a = value; }", "\"A\":1")]
    [InlineData("public class Dog", "class Other { } public class Dog", "\"A\":0")]
    [InlineData("enum E { One, Two }", "enum E { Two, One }", "\"A\":0")]
    public void What_a_shape_does_not_see_is_no_reason(string what, string by, string expected)
    {
        var (root, refusal) = Versions.Update(Before, After(what, by));
        Assert.Null(refusal);
        Assert.Contains(expected, Versions.RoundTrip(root).Written, StringComparison.Ordinal);
    }

    /// <summary>A member without a setter that became static is called in another way, and is otherwise what it was.</summary>
    [Fact]
    public void A_member_that_became_static_is_another()
    {
        var convention = ((FastJsonConvention)Convention.FastJson).With(new FastJsonRules { ReadOnlyMembers = true }.View);
        string Print(string member)
        {
            byte[] assembly = Versions.Compile("OfOneMember", $"public class Root {{ {member} }}");
            var root = new AssemblyLoadContext("of one member").LoadFromStream(new MemoryStream(assembly)).GetType("Root")!;
            return ReadyBatch.Print(ModelGraph.Reach(convention.ModelOf(root), static _ => false));
        }
        Assert.Equal(Print("public int A => 1;"), Print("public int A => 1;"));
        Assert.NotEqual(Print("public int A => 1;"), Print("public static int A => 1;"));
    }

    /// <summary>
    /// Shapes name the events and helpers of this library. Where these change, count up <see cref="Fingerprint.Revision"/> and put the
    /// new number here.
    /// </summary>
    [Fact]
    public void The_events_that_saved_shapes_call_are_those_of_the_revision()
    {
        ulong print = 14695981039346656037;
        foreach (string line in new[] { typeof(Isomer.Shapes.ISink), typeof(Isomer.Shapes.ISource), typeof(Isomer.Shapes.MemberTable),
            typeof(Isomer.Shapes.Gathering), typeof(Isomer.Shapes.Rekeyed), typeof(Isomer.Shapes.MemberRules),
            typeof(Isomer.Shapes.RefusedMembers), typeof(Isomer.Shapes.HashGuard), typeof(Isomer.Shapes.Restoring) }
            .SelectMany(t => t.GetMethods()).Select(m => $"{m.DeclaringType!.Name} {m}").Order(StringComparer.Ordinal))
            foreach (char c in line)
                print = (print ^ c) * 1099511628211;
        Assert.Equal((15, "6e70ba23947d9a15"), (Fingerprint.Revision, print.ToString("x", null)));
    }
}
