using Xunit;

namespace Isomer.Tests.Analyzers;

/// <summary>Whatever holds the new object, a program compiles after the code fix as well as before.</summary>
public class FixCompilesTests
{
    const string Id = "ISO0102";

    static string Program(Random random, params string[] members)
    {
        string head = Pick(random, FixShapes.Heads), usings = Pick(random, FixShapes.Usings);
        string space = Pick(random, FixShapes.Spaces);
        if (head.StartsWith("extern", StringComparison.Ordinal))
            usings = usings.Replace("global using Zeta;\n", "");
        string body = string.Join("\n    ", members.Select((m, i) => Filled(random, m).Replace("#", i.ToString())));
        // Names that two of the imported namespaces would have.
        string names = usings.Contains("Other;") && !usings.Contains("#if") && !usings.Contains("Isomer;") && !space.Contains("Isomer")
            ? "Format? _format; int X => Json.X;\n    "
            : "";
        return head + usings + string.Format(space, "\nclass C\n{\n    " + names + body + "\n}\n") + FixShapes.Others;
    }

    static string Pick(Random random, string[] of) => of[random.Next(of.Length)];

    static string Filled(Random random, string member)
    {
        string[] parts = System.Text.RegularExpressions.Regex.Split(member, @"\b([EN])\b");
        return string.Concat(parts.Select(p => p switch
        {
            "E" => FixShapes.Named,
            "N" => random.Next(2) == 0 ? FixShapes.Named : FixShapes.Bare,
            _ => p,
        }));
    }

    /// <summary>Each shape alone: the fix is offered at each place, and where it is taken no error is new.</summary>
    [Fact]
    public async Task Each_shape_is_followed()
    {
        var random = new Random(18);
        var failures = new List<string>();
        foreach (string member in FixShapes.Members)
            for (int i = 0; i < 2; i++)
            {
                string code = Program(random, member);
                var ways = await Fixed.EveryWayAsync(code, Id);
                foreach ((string? text, string[] errors) in ways)
                    if (text is null || errors.Length > 0)
                        failures.Add($"{(text is null ? "not offered" : string.Join("; ", errors))}\n{code}\n->\n{text}");
            }
        Assert.True(failures.Count == 0, failures.Count + " failures:\n" + string.Join("\n====\n", failures.Take(5)));
    }

    /// <summary>Where a name cannot follow, nothing is offered.</summary>
    [Fact]
    public async Task What_cannot_be_followed_stays()
    {
        foreach (string member in FixShapes.Unfollowed)
            foreach ((string? text, string[] errors) in await Fixed.EveryWayAsync(Program(new Random(1), member), Id))
                Assert.True(text is null && errors.Length == 0, text);
    }

    /// <summary>Several shapes in one class, with such that cannot be followed among them.</summary>
    [Fact]
    public async Task Programs_of_many_shapes_compile()
    {
        for (int seed = 0; seed < 20; seed++)
        {
            var random = new Random(seed);
            string[] all = [.. FixShapes.Members, .. FixShapes.Unfollowed];
            string code = Program(random, [.. Enumerable.Range(0, random.Next(2, 6)).Select(_ => Pick(random, all))]);
            foreach ((string? text, string[] errors) in await Fixed.EveryWayAsync(code, Id))
                Assert.True(errors.Length == 0, $"seed {seed}: {string.Join("; ", errors)}\n{code}\n->\n{text}");
        }
    }

    /// <summary>A field in another file, and whoever uses it in a third.</summary>
    [Fact]
    public async Task Other_files_follow()
    {
        const string Using = "using System.Xml.Serialization;\n\n";
        string[] after = await Fixed.AllAsync(
            [
                Using + "class A\n{\n    void M(B b) => b.S = new(typeof(int), new XmlRootAttribute(\"x\"));\n}\n",
                Using + "class B\n{\n    public XmlSerializer? S;\n}\n",
                Using + "class D\n{\n    XmlSerializer? M(B b) => b.S;\n    XmlSerializer Other => new(typeof(int));\n}\n",
            ], Id);
        const string Both = "using System.Xml.Serialization;\nusing Isomer;\n\n";
        Assert.Equal(Using + "class A\n{\n    void M(B b) => b.S = new(typeof(int), new XmlRootAttribute(\"x\"));\n}\n", after[0]);
        Assert.Equal(Both + "class B\n{\n    public IsomerXmlSerializer? S;\n}\n", after[1]);
        Assert.Equal(Both + "class D\n{\n    IsomerXmlSerializer? M(B b) => b.S;\n    XmlSerializer Other => new(typeof(int));\n}\n", after[2]);
    }
}
