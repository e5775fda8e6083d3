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
        (NodeValue { Kind: NodeKind.String } a, NodeValue { Kind: NodeKind.String } b) =>
            CompareCharacters(a.Value.ToString()!, b.Value.ToString()!),
        _ => null,
    };

    /// <summary>By characters and not by halves of them: a pair stands behind all that is none.</summary>
    static int CompareCharacters(string left, string right)
    {
        int at = left.AsSpan().CommonPrefixLength(right);
        if (at == left.Length || at == right.Length)
            return left.Length.CompareTo(right.Length);
        var (a, b) = (char.IsSurrogate(left[at]), char.IsSurrogate(right[at]));
        return a == b ? left[at].CompareTo(right[at]) : a ? 1 : -1;
    }
}

/// <summary>A side of a comparison: a literal, a path from the root ($) or the tested node (@), or what a function gives.</summary>
internal sealed record PathOperand(Node? Literal, bool FromRoot = false, PathSegment[]? Path = null)
{
    /// <summary>The function, if it is one.</summary>
    public string? Function { get; init; }

    /// <summary>What the function is called with.</summary>
    public PathOperand? Argument { get; init; }

    /// <summary>Whether it can be at most one value.</summary>
    public bool IsSingular => Path is null || Array.TrueForAll(Path, static s => s.IsSingular);

    public IEnumerable<Node?> Values(Node? root, Node? current) =>
        Path is null ? [Literal] : PathSegment.Select(Path, root, FromRoot ? root : current);

    public bool TryGet(Node? root, Node? current, out Node? value)
    {
        if (Function is not null)
            return PathFunctions.TryCall(Function, Argument!, root, current, out value);
        foreach (var first in Values(root, current))
        {
            value = first;
            return true;
        }
        value = null;
        return false;
    }
}
