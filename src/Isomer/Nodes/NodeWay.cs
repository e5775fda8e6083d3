namespace Isomer.Nodes;

/// <summary>
/// The way from the root to where a walk without recursion is: a way that leads through one node twice has no end, and is refused. Looked
/// at where it has become twice as long as when it was looked at before, so that a step costs the same however deep it is.
/// </summary>
internal sealed class NodeWay
{
    const int First = 1024;

    readonly List<Node?> _way = [];
    int _next = First;

    /// <summary>The walk, each node before its children, has come to a node at this depth.</summary>
    /// <exception cref="InvalidOperationException">The node contains itself.</exception>
    public void Come(Node? node, int depth)
    {
        _way.RemoveRange(depth, _way.Count - depth);
        _way.Add(node);
        if (_way.Count < _next)
            return;
        _next *= 2;
        var seen = new HashSet<Node>(_way.Count, ReferenceEqualityComparer.Instance);
        foreach (Node? one in _way)
            if (one is NodeArray or NodeObject && !seen.Add(one))
                throw new InvalidOperationException(
                    "A node contains itself, so that what is below it has no end. Clone() it where it is put into itself.");
    }
}
