using System.Diagnostics.CodeAnalysis;

namespace Isomer.Nodes;

/// <summary>
/// Where in a payload each node was found, for tools that show it. A node that is referred to again keeps its first place.
/// </summary>
public sealed class NodePlaces
{
    readonly Dictionary<Node, (int Offset, int Length)> _places = new(ReferenceEqualityComparer.Instance);

    /// <summary>How many nodes have a place.</summary>
    public int Count => _places.Count;

    /// <summary>Notes the place of a node.</summary>
    public void Add(Node node, int offset, int length) => _places.TryAdd(node, (offset, length));

    /// <summary>The place of this very node, if its format tells places.</summary>
    public bool TryGet([NotNullWhen(true)] Node? node, out int offset, out int length)
    {
        (offset, length) = (0, 0);
        if (node is null || !_places.TryGetValue(node, out var place))
            return false;
        (offset, length) = place;
        return true;
    }
}
