using System.Text.RegularExpressions;
using Xunit;

namespace Isomer.Tests.Formats.OfCompact;

/// <summary>The test vectors of docs/compact.md: each is what is written, and is read back to the value.</summary>
public partial class CompactVectors
{
    public class Person
    {
        public int Id { get; set; }
        public string? Name { get; set; }
        public int? Age { get; set; }
        public Person? Parent { get; set; }
    }

    static readonly CompactOptions Plain = CompactOptions.Default;
    static readonly Person Ann = new() { Id = 7, Name = "Ann", Parent = new() { Id = 8, Age = 60 } };

    static readonly Dictionary<string, (Func<byte[]> Write, Func<byte[], object?> Read)> Vectors = new()
    {
        ["int 258"] = Vector(258, Plain),
        ["string null"] = Vector<string?>(null, Plain),
        ["string empty"] = Vector("", Plain),
        ["string abc"] = Vector("abc", Plain),
        ["string é"] = Vector("é", Plain),
        ["string lone surrogate U+D800"] = Vector("\ud800", Plain),
        ["string of 100 x, first bytes"] = (() => Compact.Serialize(new string('x', 100))[..8], _ => null),
        ["decimal 14.00"] = Vector(14.00m, Plain),
        ["decimal -0.1"] = Vector(-0.1m, Plain),
        ["int? null"] = Vector<int?>(null, Plain),
        ["int? 5"] = Vector<int?>(5, Plain),
        ["int[] 1 2 300"] = Vector(new[] { 1, 2, 300 }, Plain),
        ["string[] a null"] = Vector(new[] { "a", null }, Plain),
        ["map string to int, ignoring case, k: 1"] =
            Vector(new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["k"] = 1 }, Plain),
        ["DateTime 2000-01-01 UTC"] = Vector(new DateTime(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc), Plain),
        ["DayOfWeek Friday"] = Vector(DayOfWeek.Friday, Plain),
        ["object 5"] = Vector<object>(5, Plain),
        ["Node (untyped) {\"a\":[1e400]}"] = Vector<Isomer.Node>(Json.ParseNode("{\"a\":[1e400]}")!, Plain),
        ["the same where object is declared"] = Vector<object>(Json.ParseNode("{\"a\":[1e400]}")!, Plain),
        ["Person"] = Vector(Ann, Plain),
        ["Person, embedded schema"] = Vector(Ann, Plain with { Schema = CompactSchema.Embedded }),
        ["Person, fingerprint"] = Vector(Ann, Plain with { Schema = CompactSchema.Fingerprint }),
        ["Person, checksum"] = Vector(Ann, Plain with { Checksum = true }),
        ["Node that refers to itself, references preserved"] =
            (() => Compact.Serialize(Loop(), Plain with { References = References.Preserve }), _ => null),
        ["Animal[] of a Dog"] = Vector(new Animal[] { new Dog { Name = "Rex", Barks = 2 } }, Plain),
    };

    static Node Loop()
    {
        var node = new Node { Value = 1 };
        node.Next = node;
        return node;
    }

    static (Func<byte[]>, Func<byte[], object?>) Vector<T>(T value, CompactOptions options) =>
        (() => Compact.Serialize(value, options), bytes =>
    {
        var back = Compact.Deserialize<T>(bytes);
        Assert.Equivalent(value, back, strict: true);
        return back;
    }
    );

    static Dictionary<string, string> Documented()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Isomer.slnx")))
            folder = folder.Parent;
        Assert.SkipWhen(folder is null, "The tests do not run within the repository.");
        string text = File.ReadAllText(Path.Combine(folder!.FullName, "docs", "compact.md"));
        return Row().Matches(text[text.IndexOf("## Test vectors", StringComparison.Ordinal)..])
            .ToDictionary(m => m.Groups[1].Value, m => m.Groups[2].Value.Replace(" ", "", StringComparison.Ordinal).ToUpperInvariant());
    }

    [Fact]
    public void EveryVectorIsDocumentedAndHolds()
    {
        var documented = Documented();
        string actual = string.Join("\n",
            Vectors.Select(
                v => $"| {v.Key} | `{string.Join(' ', Convert.ToHexString(v.Value.Write()).ToLowerInvariant().Chunk(2).Select(c => new string(c)))}` |"));
        string expected = string.Join("\n",
            documented.Select(d => $"| {d.Key} | `{string.Join(' ', d.Value.ToLowerInvariant().Chunk(2).Select(c => new string(c)))}` |"));
        Assert.Equal(expected, actual);
        foreach (var (name, hex) in documented)
            Vectors[name].Read(Convert.FromHexString(hex));
    }

    [GeneratedRegex(@"^\| ([^|`]+) \| `([0-9a-f ]+)` \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
