namespace Isomer.Nodes;

/// <summary>The condition of a filter.</summary>
internal abstract record PathTest
{
    public abstract bool Holds(Node? root, Node? current);
}

internal sealed record AnyTest(PathTest[] Tests) : PathTest
{
    public override bool Holds(Node? root, Node? current) => Array.Exists(Tests, t => t.Holds(root, current));
}

internal sealed record AllTest(PathTest[] Tests) : PathTest
{
    public override bool Holds(Node? root, Node? current) => Array.TrueForAll(Tests, t => t.Holds(root, current));
}

internal sealed record NotTest(PathTest Test) : PathTest
{
    public override bool Holds(Node? root, Node? current) => !Test.Holds(root, current);
}

/// <summary>Whether a path selects anything, be it null.</summary>
internal sealed record ExistsTest(PathOperand Path) : PathTest
{
    public override bool Holds(Node? root, Node? current) => Path.Values(root, current).Any();
}

/// <summary>A comparison. Order is defined among numbers and among strings; what is not there equals only what is not there.</summary>
internal sealed record CompareTest(PathOperand Left, string Operator, PathOperand Right) : PathTest
{
    public override bool Holds(Node? root, Node? current)
    {
        bool isLeft = Left.TryGet(root, current, out var left);
        bool isRight = Right.TryGet(root, current, out var right);
        bool equal = isLeft == isRight && (!isLeft || Node.DeepEquals(left, right));
        return Operator switch
        {
            "==" => equal,
            "!=" => !equal,
            "<" => isLeft && isRight && Compare(left, right) < 0,
            ">" => isLeft && isRight && Compare(left, right) > 0,
            "<=" => equal || (isLeft && isRight && Compare(left, right) < 0),
            _ => equal || (isLeft && isRight && Compare(left, right) > 0),
        };
    }

    static int? Compare(Node? left, Node? right) => (left, right) switch
    {
        (NodeValue { Kind: NodeKind.Number } a, NodeValue { Kind: NodeKind.Number } b) => NodeNumber.Compare(a.NumberText!, b.NumberText!),
        (NodeValue { Kind: NodeKind.String } a, NodeValue { Kind: NodeKind.String } b) => string.CompareOrdinal(a.Value.ToString(), b.Value.ToString()),
        _ => null,
    };
}

/// <summary>A side of a comparison: a literal, or a path from the root ($) or the tested node (@).</summary>
internal sealed record PathOperand(Node? Literal, bool FromRoot = false, PathSegment[]? Path = null)
{
    public IEnumerable<Node?> Values(Node? root, Node? current) =>
        Path is null ? [Literal] : PathSegment.Select(Path, root, FromRoot ? root : current);

    public bool TryGet(Node? root, Node? current, out Node? value)
    {
        foreach (var first in Values(root, current))
        {
            value = first;
            return true;
        }
        value = null;
        return false;
    }
}
