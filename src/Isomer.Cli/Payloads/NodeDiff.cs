using System.Globalization;

namespace Isomer.Cli.Payloads;

/// <summary>How strictly two values are compared.</summary>
/// <param name="Tolerance">How far apart two numbers may be, relative to the larger.</param>
/// <param name="IgnoreOrder">Whether items may come in another order.</param>
/// <param name="Kinds">Whether a date and the text of that date differ.</param>
sealed record DiffRules(double Tolerance = 0, bool IgnoreOrder = false, bool Kinds = false);

/// <summary>One difference; of kind only where the same text is another kind of scalar.</summary>
sealed record Difference(string Path, string Left, string Right, bool IsOfKindOnly = false);

/// <summary>Where two values without types differ.</summary>
static class NodeDiff
{
    public static List<Difference> Compare(Node? left, Node? right, DiffRules rules, int limit = int.MaxValue)
    {
        var found = new List<Difference>();
        Compare("$", left, right, rules, found, limit);
        return found;
    }

    static void Compare(string path, Node? left, Node? right, DiffRules rules, List<Difference> found, int limit)
    {
        if (found.Count >= limit)
            return;
        switch (left, right)
        {
            case (NodeObject a, NodeObject b):
                foreach (var (name, value) in a)
                {
                    string at = path + NameOf(name);
                    if (b.TryGetMember(name, out var other))
                        Compare(at, value, other, rules, found, limit);
                    else
                        found.Add(new(at, Show(value), "(absent)"));
                }
                foreach (var (name, value) in b)
                {
                    if (!a.Contains(name))
                        found.Add(new(path + NameOf(name), "(absent)", Show(value)));
                }
                break;
            case (NodeArray a, NodeArray b):
                Items(path, a, b, rules, found, limit);
                break;
            case (NodeValue a, NodeValue b):
                if (!Same(a, b, rules))
                    found.Add(new(path, Show(a), Show(b), TextOf(a) is { } text && text == TextOf(b)));
                break;
            default:
                if (left is not null || right is not null)
                    found.Add(new(path, Show(left), Show(right)));
                break;
        }
    }

    static void Items(string path, NodeArray a, NodeArray b, DiffRules rules, List<Difference> found, int limit)
    {
        if (!rules.IgnoreOrder)
        {
            for (int i = 0; i < Math.Min(a.Count, b.Count); i++)
                Compare($"{path}[{i}]", a[i], b[i], rules, found, limit);
            for (int i = b.Count; i < a.Count; i++)
                found.Add(new($"{path}[{i}]", Show(a[i]), "(absent)"));
            for (int i = a.Count; i < b.Count; i++)
                found.Add(new($"{path}[{i}]", "(absent)", Show(b[i])));
            return;
        }
        var left = Enumerable.Range(0, b.Count).ToList();
        for (int i = 0; i < a.Count; i++)
        {
            int match = left.FindIndex(j => Compare(a[i], b[j], rules, 1).Count == 0);
            if (match < 0)
                found.Add(new($"{path}[{i}]", Show(a[i]), "(absent)"));
            else
                left.RemoveAt(match);
        }
        found.AddRange(left.Select(j => new Difference($"{path}[{j}]", "(absent)", Show(b[j]))));
    }

    static bool Same(NodeValue a, NodeValue b, DiffRules rules)
    {
        if (a.Equals(b))
            return true;
        if (a.Kind == NodeKind.Number && b.Kind == NodeKind.Number)
            return rules.Tolerance > 0 && Convert.ToDouble(a.Value is System.Numerics.BigInteger x ? (double)x : a.Value, CultureInfo.InvariantCulture) is var p
                && Convert.ToDouble(b.Value is System.Numerics.BigInteger y ? (double)y : b.Value, CultureInfo.InvariantCulture) is var q
                && Math.Abs(p - q) <= rules.Tolerance * Math.Max(Math.Abs(p), Math.Abs(q));
        return !rules.Kinds && TextOf(a) is { } text && text == TextOf(b);
    }

    /// <summary>The text that a scalar has in JSON, where one is a kind that JSON has no form of its own for.</summary>
    static string? TextOf(NodeValue value) => value.Kind switch
    {
        NodeKind.String => value.Value.ToString(),
        NodeKind.Other => Json.ParseNode(Json.Serialize<Node>(value)) is NodeValue { Kind: NodeKind.String } text ? (string)text.Value : null,
        _ => null,
    };

    public static string NameOf(string name) => name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_') && !char.IsAsciiDigit(name[0])
        ? "." + name
        : $"['{name.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal)}']";

    /// <summary>A value in one short line.</summary>
    public static string Show(Node? node, int width = 60)
    {
        string text = node switch
        {
            null => "null",
            NodeObject o => string.Create(CultureInfo.InvariantCulture, $"{{{o.Count} members}}"),
            NodeArray a => string.Create(CultureInfo.InvariantCulture, $"[{a.Count} items]"),
            NodeValue { Value: byte[] bytes } => $"{bytes.Length} bytes {Convert.ToHexStringLower(bytes.AsSpan(0, Math.Min(bytes.Length, 16)))}",
            NodeValue { NumberText: { } number } => number,
            _ => node.ToString(),
        };
        return text.Length <= width ? text : string.Concat(text.AsSpan(0, width - 1), "…");
    }
}
