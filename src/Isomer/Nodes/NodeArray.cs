using System.Collections;
using System.Runtime.CompilerServices;
using Isomer.Nodes;

namespace Isomer;

/// <summary>A node that has items in order.</summary>
public sealed class NodeArray : Node, IEnumerable<Node?>
{
    /// <summary>An array of these items.</summary>
    public NodeArray(params IEnumerable<Node?> items) => Items = [.. items];

    /// <inheritdoc/>
    public override NodeKind Kind => NodeKind.Array;

    /// <summary>The items, to be read and edited.</summary>
    public List<Node?> Items { get; }

    /// <summary>The number of items.</summary>
    public int Count => Items.Count;

    /// <inheritdoc/>
    public override Node? this[int index]
    {
        get => Items[index];
        set => Items[index] = value;
    }

    /// <summary>Adds an item at the end.</summary>
    public void Add(Node? item) => Items.Add(item);

    /// <inheritdoc/>
    public override NodeArray Clone()
    {
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            return (NodeArray)DeepNodes.Clone(this);
        return new(Items.Select(i => i?.Clone()));
    }

    /// <inheritdoc/>
    public override bool Equals(Node? other)
    {
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            return DeepNodes.Equals(this, other);
        if (other is not NodeArray array || array.Count != Count)
            return false;
        for (int i = 0; i < Count; i++)
            if (!DeepEquals(Items[i], array.Items[i]))
                return false;
        return true;
    }

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        var hash = new HashCode();
        foreach (var item in Items)
            hash.Add(item);
        return hash.ToHashCode();
    }

    /// <inheritdoc/>
    public IEnumerator<Node?> GetEnumerator() => Items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
