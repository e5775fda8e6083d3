using System.Diagnostics.CodeAnalysis;

namespace Isomer;

/// <summary>
/// An untyped value: what any self-describing format can be read into and any format written from, without the CLR type.
/// </summary>
public abstract class Node
{
    private protected Node()
    {
    }
}

/// <summary>An object: members by name, in order.</summary>
public sealed class NodeObject : Node
{
    readonly List<KeyValuePair<string, Node?>> _members = [];

    /// <summary>The members in order.</summary>
    public IReadOnlyList<KeyValuePair<string, Node?>> Members => _members;

    /// <summary>Adds a member at the end.</summary>
    public void Add(string name, Node? value) => _members.Add(new(name, value));
}

/// <summary>An array.</summary>
public sealed class NodeArray : Node
{
    /// <summary>The items.</summary>
    public List<Node?> Items { get; } = [];
}

/// <summary>A scalar.</summary>
public sealed class NodeValue(object value) : Node
{
    /// <summary>The CLR value.</summary>
    public object Value { get; } = value;
}
