namespace Isomer.Nodes;

/// <summary>One step of a path: selectors, applied to each node or to each node and all below it.</summary>
internal sealed record PathSegment(bool Descends, PathSelector[] Selectors)
{
    public static IEnumerable<Node?> Select(ReadOnlyMemory<PathSegment> segments, Node? root, Node? from)
    {
        if (segments.IsEmpty)
        {
            yield return from;
            yield break;
        }
        var segment = segments.Span[0];
        foreach (var start in segment.Descends ? Below(from) : [from])
            foreach (var selector in segment.Selectors)
                foreach (var child in selector.Select(root, start))
                    foreach (var result in Select(segments[1..], root, child.Value))
                        yield return result;
    }

    /// <summary>
    /// As <see cref="Select"/>, and how each was come to: an object a step more, which who wants the values alone does not pay for.
    /// </summary>
    public static IEnumerable<LocatedNode> Locate(ReadOnlyMemory<PathSegment> segments, Node? root, LocatedNode from)
    {
        if (segments.IsEmpty)
        {
            yield return from;
            yield break;
        }
        var segment = segments.Span[0];
        foreach (var start in segment.Descends ? Below(from) : [from])
            foreach (var selector in segment.Selectors)
                foreach (var child in selector.Select(root, start.Value))
                    foreach (var result in Locate(segments[1..], root, new LocatedNode(start, child)))
                        yield return result;
    }

    /// <summary>Whether the path can select at most one node.</summary>
    public bool IsSingular => !Descends && Selectors is [NameSelector or IndexSelector];

    /// <summary>The node and all below, each before its children, without recursion.</summary>
    static IEnumerable<Node?> Below(Node? node)
    {
        var stack = new Stack<(Node? Node, int Depth)>();
        stack.Push((node, 0));
        var way = new NodeWay();
        while (stack.TryPop(out var at))
        {
            way.Come(at.Node, at.Depth);
            yield return at.Node;
            switch (at.Node)
            {
                case NodeArray array:
                    for (int i = array.Count - 1; i >= 0; i--)
                        stack.Push((array.Items[i], at.Depth + 1));
                    break;
                case NodeObject o:
                    for (int i = o.Count - 1; i >= 0; i--)
                        stack.Push((o.Members[i].Value, at.Depth + 1));
                    break;
            }
        }
    }

    static IEnumerable<LocatedNode> Below(LocatedNode node)
    {
        var stack = new Stack<(LocatedNode Node, int Depth)>();
        stack.Push((node, 0));
        var way = new NodeWay();
        while (stack.TryPop(out var at))
        {
            LocatedNode next = at.Node;
            way.Come(next.Value, at.Depth);
            yield return next;
            switch (next.Value)
            {
                case NodeArray array:
                    for (int i = array.Count - 1; i >= 0; i--)
                        stack.Push((new LocatedNode(next, new(array.Items[i], null, i)), at.Depth + 1));
                    break;
                case NodeObject o:
                    for (int i = o.Count - 1; i >= 0; i--)
                        stack.Push((new LocatedNode(next, new(o.Members[i].Value, o.Members[i].Key, i)), at.Depth + 1));
                    break;
            }
        }
    }
}

/// <summary>A child of a node, at its place: a member by its name, or, where there is no name, an item.</summary>
internal readonly record struct PathChild(Node? Value, string? Name, int Index);

/// <summary>Chooses children of a node.</summary>
internal abstract record PathSelector
{
    public abstract IEnumerable<PathChild> Select(Node? root, Node? node);
}

internal sealed record NameSelector(string Name) : PathSelector
{
    public override IEnumerable<PathChild> Select(Node? root, Node? node) =>
        node is NodeObject o && o.IndexOf(Name) is var i and >= 0 ? [new(o.Members[i].Value, Name, i)] : [];
}

internal sealed record IndexSelector(long Index) : PathSelector
{
    public override IEnumerable<PathChild> Select(Node? root, Node? node)
    {
        if (node is not NodeArray array)
            return [];
        long at = Index < 0 ? array.Count + Index : Index;
        return at >= 0 && at < array.Count ? [new(array.Items[(int)at], null, (int)at)] : [];
    }
}

internal sealed record AllSelector : PathSelector
{
    public override IEnumerable<PathChild> Select(Node? root, Node? node) => Children(node);

    public static IEnumerable<PathChild> Children(Node? node) => node switch
    {
        NodeArray array => array.Items.Select(static (item, i) => new PathChild(item, null, i)),
        NodeObject o => o.Members.Select(static (m, i) => new PathChild(m.Value, m.Key, i)),
        _ => [],
    };
}

internal sealed record SliceSelector(long? Start, long? End, long Step) : PathSelector
{
    public override IEnumerable<PathChild> Select(Node? root, Node? node)
    {
        if (node is not NodeArray array || Step == 0)
            yield break;
        long count = array.Count;
        long first = Bound(Start ?? (Step > 0 ? 0 : count - 1), count);
        long last = End is { } end ? Bound(end, count) : Step > 0 ? count : -1;
        for (long i = first; Step > 0 ? i < last : i > last; i += Step)
            yield return new(array.Items[(int)i], null, (int)i);
    }

    /// <summary>From the end if negative; inside the array, or one beside it.</summary>
    long Bound(long index, long count)
    {
        index = index < 0 ? count + index : index;
        return Step > 0 ? Math.Clamp(index, 0, count) : Math.Clamp(index, -1, count - 1);
    }
}

internal sealed record FilterSelector(PathTest Test) : PathSelector
{
    public override IEnumerable<PathChild> Select(Node? root, Node? node) =>
        AllSelector.Children(node).Where(child => Test.Holds(root, child.Value));
}
