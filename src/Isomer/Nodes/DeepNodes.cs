namespace Isomer.Nodes;

/// <summary>What is asked of nodes too deep for the stack, without recursion: slower, and so only from where the stack ends.</summary>
internal static class DeepNodes
{
    /// <summary>As <see cref="Node.Equals(Node)"/>.</summary>
    public static bool Equals(Node left, Node? right)
    {
        var open = new Stack<(Node? Left, Node? Right, int Depth)>();
        open.Push((left, right, 0));
        var way = new NodeWay();
        while (open.TryPop(out var pair))
        {
            way.Come(pair.Left, pair.Depth);
            switch (pair.Left, pair.Right)
            {
                case (NodeArray a, NodeArray b):
                    if (a.Count != b.Count)
                        return false;
                    for (int i = a.Count - 1; i >= 0; i--)
                        open.Push((a.Items[i], b.Items[i], pair.Depth + 1));
                    break;
                case (NodeObject a, NodeObject b):
                    if (a.Count != b.Count)
                        return false;
                    foreach (var (name, value) in a.Members)
                        if (b.TryGetMember(name, out Node? theirs))
                            open.Push((value, theirs, pair.Depth + 1));
                        else
                            return false;
                    break;
                case (NodeArray or NodeObject, _):
                    return false;
                default:
                    if (!Node.DeepEquals(pair.Left, pair.Right))
                        return false;
                    break;
            }
        }
        return true;
    }

    /// <summary>As <see cref="Node.Clone"/>.</summary>
    public static Node Clone(Node node)
    {
        var open = new Stack<(Node From, Node To, int Depth)>();
        var way = new NodeWay();
        Node copy = Begun(node, 0)!;
        while (open.TryPop(out var next))
        {
            way.Come(next.From, next.Depth);
            if (next is (NodeArray array, NodeArray items, _))
                foreach (Node? item in array.Items)
                    items.Add(Begun(item, next.Depth + 1));
            else
                foreach (var (name, value) in ((NodeObject)next.From).Members)
                    ((NodeObject)next.To).Append(name, Begun(value, next.Depth + 1));
        }
        return copy;

        Node? Begun(Node? from, int depth)
        {
            Node? to = from switch
            {
                NodeArray => new NodeArray(),
                NodeObject => new NodeObject(),
                _ => from?.Clone(),
            };
            if (from is NodeArray or NodeObject)
                open.Push((from, to!, depth));
            return to;
        }
    }
}
