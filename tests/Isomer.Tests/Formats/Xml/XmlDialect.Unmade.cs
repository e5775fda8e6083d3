using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Isomer.Tests.Differential;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>
/// Rules for types of which XmlSerializer makes no serializer: it is asked about the same types without the members at which it fails.
/// </summary>
sealed partial class XmlDialect
{
    static readonly Regex s_inPlaceOf = new("public (new|override|abstract) (?!class |record )");

    readonly Dictionary<string, Type?> _unmade = [];

    /// <summary>
    /// Whether the original makes no serializer for the types, or of arrays of lists one that fails at null, and makes one for the same
    /// types without some members, by which both write the same of the same value. What ours writes of the types as they are must be that,
    /// but for what those members are called.
    /// </summary>
    bool IsUnmadeFor(Finding finding, Func<string, bool> isOf, bool flattens = false)
    {
        var lines = finding.Code.Split('\n').Where(isOf).Where(l => !l.Contains(" class ", StringComparison.Ordinal)).ToList();
        if (finding.Step != "write" || finding.Original?.Refusal is null
            || (finding.Ours?.Refusal is not null && finding.Difference != "an exception of another kind") || !finding.Code.Split('\n').Any(isOf))
            return false;
        var pair = (Pair)finding.Options.Original!;
        if (Outcome.Of(() => pair.Of(finding.Type)).Refusal is null
            && !(flattens && XmlOracle.Innermost(finding.Original.Refusal).StartsWith("NullReferenceException", StringComparison.Ordinal)))
            return false;
        string without = string.Join('\n', finding.Code.Split('\n').Where(l => !lines.Contains(l)));
        // An array of lists may be in what a collection by hand is one of.
        return WritesTheRest(finding, pair, without, lines)
            // A type may be known by being an item of one.
            || (flattens && WritesTheRest(finding, pair, finding.Code.Replace(">[]", ">", StringComparison.Ordinal), lines))
            || (flattens && without.Contains(">[]", StringComparison.Ordinal)
                && WritesTheRest(finding, pair, without.Replace(">[]", ">", StringComparison.Ordinal),
                    [.. lines,
                        .. finding.Code.Split('\n')
                            .Where(l => l.Contains(">[]", StringComparison.Ordinal) || HoldsFlattened(finding.Code, l))]));
    }

    /// <summary>Whether the member's type is a collection by hand of arrays of lists.</summary>
    static bool HoldsFlattened(string code, string line) =>
        Regex.Matches(code, @"class (T\d+) : [^\n]*>\[\]").Any(m => Regex.IsMatch(line, $@"public [^(]*\b{m.Groups[1].Value}\b"));

    bool WritesTheRest(Finding finding, Pair pair, string code, List<string> lines)
    {
        if (code == finding.Code || MadeOf(code, finding.Type) is not { } made)
            return false;
        var options = finding.Options with { Original = pair.By(pair.Way) };
        // Of other code a collection may be one of other items.
        var moved = Outcome.Of(() => Objects.Moved(finding.Value, Objects.RootOf(made).Assembly));
        if (moved.Refusal is not null)
            return false;
        object? value = moved.Result;
        var (original, ours) = (Outcome.Of(() => OriginalWrite(value, made, options)), Outcome.Of(() => OurWrite(value, made, options)));
        // Both refuse it in the same words then: those of the value's own code, or of a writer's.
        if (finding.Ours!.Refusal is { } refusal)
            return ours.Refusal?.Message == refusal.Message && original.Refusal is { } theirs
                && XmlOracle.Innermost(theirs) == XmlOracle.Innermost(refusal);
        var owners = OwnersOf(finding, lines);
        // What is left may be a member more at which the original fails.
        return ours.Refusal is null && Without(ours) == Without(finding.Ours!)
            && (Difference(original, ours) is not { } difference
                || IsTold(
                    finding with
                    {
                        Original = original,
                        Ours = ours,
                        Difference = difference,
                        Options = options,
                        Type = made,
                        Value = value,
                        Code = code
                    }));

        // Members of these names in elements that hold no object of their types are compared.
        string Without(Outcome outcome)
        {
            var root = WrittenOf(outcome);
            foreach (var (type, holders, names) in owners)
                foreach (var element in Of(root, holders, type).Concat(Of(root, [], "N" + type)).Concat(holders.Contains("") ? [root] : [])
                    .Distinct().ToList())
                {
                    element.Elements().Where(e => names.Contains(e.Name.LocalName)).ToList().ForEach(e => e.Remove());
                    element.Attributes().Where(a => names.Contains(a.Name.LocalName)).ToList().ForEach(a => a.Remove());
                }
            return Undeclared(root);
        }
    }

    /// <summary>
    /// The types that have the members of some lines, or derive from one that has: what an element may be called that holds an object of
    /// it, where the empty name is the root, and what those members are called.
    /// </summary>
    static List<(string Type, List<string> Holders, HashSet<string> Names)> OwnersOf(Finding finding, List<string> lines)
    {
        var found = new Dictionary<string, HashSet<string>>();
        string? owner = null;
        foreach (string line in finding.Code.Split('\n'))
        {
            if (Regex.Match(line, @"^    public (?:abstract )?(?:class|struct|record struct|record) (T\d+)") is { Success: true } begun)
                owner = begun.Groups[1].Value;
            else if (owner is not null && lines.Contains(line))
                foreach (var type in Objects.TypesOf(finding).Where(t => Levels(t).Any(l => l.Name.Split('`')[0] == owner)))
                {
                    string name = type.Name.Split('`')[0];
                    if (!found.TryGetValue(name, out var names))
                        found.Add(name, names = []);
                    // Without it the one that it hid stands where that is.
                    string member = Regex.Match(line, @"\bpublic [^({;=]*?\b(\w+)( \{| =>|;| = )").Groups[1].Value;
                    names.UnionWith(Regex.Matches(line, "Name = \"([^\"]+)\"").Select(m => m.Groups[1].Value)
                        .Concat(CalledAs(finding, member)).Select(n => XmlConvert.EncodeLocalName(n)!));
                }
        }
        return [.. found.Select(f => (f.Key, Holders(f.Key), f.Value))];

        static IEnumerable<Type> Levels(Type type)
        {
            for (Type? level = type; level is not null && level != typeof(object); level = level.BaseType)
                yield return level;
        }

        // Where a base is declared, an object of this type may stand; an element of another name tells its type.
        List<string> Holders(string type) =>
            [.. Levels(Objects.TypesOf(finding).First(t => t.Name.Split('`')[0] == type))
                .SelectMany(l => NamesOf(finding.Code, l.Name.Split('`')[0])).Append("N" + type)
                    .Concat(Objects.RootOf(finding.Type).Name == type && finding.Type == Objects.RootOf(finding.Type) ? [""] : [])
                        .Distinct()];
    }

    /// <summary>
    /// Whether the original takes a struct for a circular reference that equals another, which it has not forgotten, for its getter made
    /// what it holds meanwhile: of types whose structs are never equal it writes what ours writes of the types as they are.
    /// </summary>
    bool IsOfEqualStructs(Finding finding)
    {
        if (finding.Step != "write" || finding.Difference != "only the original refuses"
            || !XmlOracle.Innermost(finding.Original!.Refusal!).Contains("A circular reference was detected", StringComparison.Ordinal))
            return false;
        string code = Regex.Replace(finding.Code, @"(public struct T\d+[^\n]*\n\s*\{)",
            "$1 public override bool Equals(object other) => false; public override int GetHashCode() => 0;");
        if (code == finding.Code || MadeOf(code, finding.Type) is not { } made)
            return false;
        var pair = (Pair)finding.Options.Original!;
        var options = finding.Options with { Original = pair.By(pair.Way) };
        object? value = Objects.Moved(finding.Value, Objects.RootOf(made).Assembly);
        var original = Outcome.Of(() => OriginalWrite(value, made, options));
        return original.Refusal is null
            && (Difference(original, finding.Ours!) is not { } difference
                || IsTold(
                    finding with
                    {
                        Original = original,
                        Difference = difference,
                        Options = options,
                        Type = made,
                        Value = value,
                        Code = code
                    }));
    }

    /// <summary>The type that was written, made of other code; null where that is no C#.</summary>
    Type? MadeOf(string code, Type type)
    {
        string key = $"{type.IsArray}{type.IsGenericType}{code}";
        if (!_unmade.TryGetValue(key, out var made))
            _unmade.Add(key, made = Make());
        return made;

        Type? Make()
        {
            try
            {
                var root = PlanCompiler.Compile([code], collectible: type.IsCollectible).GetType(Objects.RootOf(type).FullName!)!;
                return type.IsArray
                    ? root.MakeArrayType()
                    : type.IsGenericType ? type.GetGenericTypeDefinition().MakeGenericType(root) : root;
            }
            catch (InvalidOperationException)
            {
                return null;
            }
        }
    }
}
