using System.Globalization;
using System.Text;
using Isomer.Nodes;

namespace Isomer;

/// <summary>
/// A node that a path selected, and the place in which it stands: nodes know no parent, for one may stand in several places.
/// </summary>
/// <example>
/// <code>
/// foreach (LocatedNode price in order.Locate("$..price"))
///     Console.WriteLine($"{price.Path} is {price.Value}");       // $['lines'][0]['price'] is 14.00
/// foreach (LocatedNode secret in order.Locate("$..password").ToList())
///     secret.Replace("***");
/// </code>
/// </example>
public sealed class LocatedNode
{
    PathChild _child;

    internal LocatedNode(Node? root) => _child = new(root, null, 0);

    internal LocatedNode(LocatedNode above, PathChild child) => (Above, _child) = (above, child);

    /// <summary>What was selected; null stands for null in the tree.</summary>
    public Node? Value => _child.Value;

    /// <summary>The place in which the node's object or array stands; null for the root.</summary>
    public LocatedNode? Above { get; }

    /// <summary>The object or array that the node stands in; null for the root.</summary>
    public Node? Parent => Above?.Value;

    /// <summary>The place as a JSON Pointer: /lines/0/price.</summary>
    public NodePointer Pointer =>
        Trail().Aggregate(NodePointer.Root,
            static (pointer, step) => step.Name is { } name ? pointer.Then(name) : pointer.Then(step.Index));

    /// <summary>The place as a normalized path (RFC 9535, 2.7), which selects this node alone: $['lines'][0]['price'].</summary>
    public string Path
    {
        get
        {
            var path = new StringBuilder("$");
            foreach (var step in Trail())
            {
                if (step.Name is { } name)
                    Quote(path.Append('['), name).Append(']');
                else
                    path.Append(CultureInfo.InvariantCulture, $"[{step.Index}]");
            }
            return path.ToString();
        }
    }

    /// <summary>Puts another node in this place, and is that node's place from then on.</summary>
    /// <exception cref="InvalidOperationException">This is the root, which stands in no node; or the place, or one above it, has changed
    /// since the node was selected.</exception>
    public void Replace(Node? value)
    {
        switch (Still())
        {
            case NodeObject o:
                o[_child.Name!] = value;
                break;
            case NodeArray array:
                array[_child.Index] = value;
                break;
        }
        _child = _child with { Value = value };
    }

    /// <summary>Takes the node out of its object or array. Items behind it move up: of many, remove the last first.</summary>
    /// <exception cref="InvalidOperationException">This is the root, which stands in no node; or the place, or one above it, has changed
    /// since the node was selected.</exception>
    public void Remove()
    {
        switch (Still())
        {
            case NodeObject o:
                o.RemoveAt(PlaceIn(o));
                break;
            case NodeArray array:
                array.Items.RemoveAt(_child.Index);
                break;
        }
    }

    /// <inheritdoc/>
    public override string ToString() => Path;

    /// <summary>
    /// The parent, if the node still stands where it was selected, and so does all above it: after a removal another one would be changed
    /// unsaid, or one that is in the tree no more.
    /// </summary>
    Node Still()
    {
        if (Above is null)
            throw new InvalidOperationException("The root stands in no node: assign the variable that holds it.");
        for (LocatedNode node = this; node.Above is { } above; node = above)
        {
            bool isThere = above.Value switch
            {
                NodeObject o when node._child.Name is not null =>
                    node.PlaceIn(o) is var i and >= 0 && ReferenceEquals(o.Members[i].Value, node.Value),
                NodeArray array when node._child.Name is null =>
                    node._child.Index < array.Count && ReferenceEquals(array.Items[node._child.Index], node.Value),
                // Neither, or the other of both, since one above was replaced.
                _ => false,
            };
            if (!isThere)
                throw new InvalidOperationException(
                    $"{node.Path} does not hold the node any more that was selected there. Items move when one before them is removed: select again, or remove the last first.");
        }
        return Above.Value!;
    }

    /// <summary>Where it stands among the members: where it stood, or elsewhere since others were removed; -1 if it is no more.</summary>
    int PlaceIn(NodeObject o) =>
        _child.Index < o.Count && o.Members[_child.Index].Key == _child.Name ? _child.Index : o.IndexOf(_child.Name!);

    /// <summary>The steps from the root.</summary>
    IEnumerable<PathChild> Trail()
    {
        var steps = new Stack<PathChild>();
        for (LocatedNode? node = this; node!.Above is not null; node = node.Above)
            steps.Push(node._child);
        return steps;
    }

    static StringBuilder Quote(StringBuilder path, string name)
    {
        path.Append('\'');
        foreach (char c in name)
        {
            if (c is '\'' or '\\')
                path.Append('\\').Append(c);
            else if ("\b\t\n\f\r".IndexOf(c, StringComparison.Ordinal) is var at and >= 0)
                path.Append('\\').Append("btnfr"[at]);
            else if (c < ' ')
                path.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:x4}");
            else
                path.Append(c);
        }
        return path.Append('\'');
    }
}
