namespace Isomer.Cli.Payloads;

/// <summary>A node of a tree as a row of a table.</summary>
sealed record TreeRow(string Path, string Label, Node? Node, int Depth)
{
    /// <summary>Whether it is a member of an object, whatever its name is.</summary>
    public bool IsMember { get; init; }

    /// <summary>The node and all below it, parents first.</summary>
    public static IEnumerable<TreeRow> Walk(string path, string label, Node? node, int depth)
    {
        var open = new Stack<TreeRow>();
        open.Push(new TreeRow(path, label, node, depth));
        while (open.TryPop(out TreeRow? row))
        {
            yield return row;
            if (row.Node is NodeObject o)
            {
                for (int i = o.Count - 1; i >= 0; i--)
                    open.Push(
                        new TreeRow(row.Path + NodeDiff.NameOf(o.Members[i].Key), o.Members[i].Key, o.Members[i].Value, row.Depth + 1)
                        { IsMember = true });
            }
            else if (row.Node is NodeArray a)
            {
                for (int i = a.Count - 1; i >= 0; i--)
                    open.Push(new TreeRow($"{row.Path}[{i}]", $"[{i}]", a[i], row.Depth + 1));
            }
        }
    }
}
