using System.Globalization;

namespace Isomer.Cli.Payloads;

/// <summary>How strictly two values are compared.</summary>
/// <param name="Tolerance">How far apart two numbers may be, relative to the larger.</param>
/// <param name="IgnoreOrder">Whether items may come in another order.</param>
/// <param name="Kinds">Whether a date and the text of that date differ.</param>
sealed record DiffRules(double Tolerance = 0, bool IgnoreOrder = false, bool Kinds = false)
{
    /// <summary>Nothing may differ: what conversions are held to.</summary>
    public static DiffRules Exact { get; } = new(Kinds: true);
}

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
        var (lefts, rights) = Unmatched.Of(a, b, rules);
        found.AddRange(lefts.Select(i => new Difference($"{path}[{i}]", Show(a[i]), "(absent)")));
        found.AddRange(rights.Select(j => new Difference($"{path}[{j}]", "(absent)", Show(b[j]))));
    }

    /// <summary>Whether two values are the same under the rules.</summary>
    public static bool AreSame(Node? a, Node? b, DiffRules rules) => Compare(a, b, rules, 1).Count == 0;

    /// <summary>
    /// What two values that are the same under the rules have the same of: so only values of one hash are compared where order is ignored.
    /// </summary>
    public static ulong HashOf(Node? node, DiffRules rules)
    {
        ulong sum = 0;
        switch (node)
        {
            case null:
                return 1;
            case NodeObject o:
                foreach (var (name, value) in o)
                    sum += Mix((ulong)name.GetHashCode(StringComparison.Ordinal) + (31 * HashOf(value, rules)));
                return Mix(sum + 2);
            case NodeArray array:
                foreach (Node? item in array)
                    sum += Mix(HashOf(item, rules));
                return Mix(sum + 3);
            case NodeValue { Kind: NodeKind.Number } number:
                return rules.Tolerance > 0 ? 4 : Mix((ulong)number.GetHashCode());
            default:
                return Mix(
                    (ulong)(!rules.Kinds && TextOf((NodeValue)node) is { } text
                        ? text.GetHashCode(StringComparison.Ordinal)
                        : node.GetHashCode()) + 5);
        }
    }

    static ulong Mix(ulong x)
    {
        x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCD;
        return x ^ (x >> 29);
    }

    public static double DoubleOf(NodeValue number) =>
        Convert.ToDouble(number.Value is System.Numerics.BigInteger x ? (double)x : number.Value, CultureInfo.InvariantCulture);

    static bool Same(NodeValue a, NodeValue b, DiffRules rules)
    {
        if (a.Equals(b))
            return true;
        if (a.Kind == NodeKind.Number && b.Kind == NodeKind.Number)
            return rules.Tolerance > 0 && AreNear(DoubleOf(a), DoubleOf(b), rules.Tolerance);
        return !rules.Kinds && TextOf(a) is { } text && text == TextOf(b);
    }

    public static bool AreNear(double p, double q, double tolerance) => Math.Abs(p - q) <= tolerance * Math.Max(Math.Abs(p), Math.Abs(q));

    /// <summary>The text that a scalar has in JSON, where one is a kind that JSON has no form of its own for.</summary>
    static string? TextOf(NodeValue value) => value.Kind switch
    {
        NodeKind.String => value.Value.ToString(),
        NodeKind.Other =>
            Json.ParseNode(Json.Serialize<Node>(value)) is NodeValue { Kind: NodeKind.String } text ? (string)text.Value : null,
        _ => null,
    };

    public static string NameOf(string name) =>
        name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_') && !char.IsAsciiDigit(name[0])
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
            NodeValue { Value: byte[] bytes } =>
                $"{bytes.Length} bytes {Convert.ToHexStringLower(bytes.AsSpan(0, Math.Min(bytes.Length, 16)))}",
            NodeValue { NumberText: { } number } => number,
            _ => node.ToString(),
        };
        return text.Length <= width ? text : string.Concat(text.AsSpan(0, width - 1), "…");
    }
}
