using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Dynamic;
using System.Globalization;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer.Nodes;

/// <summary>
/// A node behind <c>dynamic</c>: members by name, items by index, foreach, assignment, conversion. Scalars come out as CLR
/// values, so that arithmetic works; objects and arrays as dynamic nodes again. A member that is not there is null.
/// </summary>
[RequiresDynamicCode(Trimming.Code)]
public sealed class DynamicNode : DynamicObject, IEnumerable
{
    readonly bool _ignoreCase;

    internal DynamicNode(Node node, bool ignoreCase)
    {
        Node = node;
        _ignoreCase = ignoreCase;
    }

    internal Node Node { get; }

    internal DynamicNode Clone() => new(Node.Clone(), _ignoreCase);

    /// <summary>The names of the members, a list of their own: the object may be changed while they are gone through.</summary>
    public override IEnumerable<string> GetDynamicMemberNames() => Node is NodeObject o ? new List<string>(o.Names) : [];

    /// <inheritdoc/>
    public override bool TryGetMember(GetMemberBinder binder, out object? result)
    {
        result = null;
        if (Node is NodeArray array && (binder.Name is "Count" or "Length"))
        {
            result = array.Count;
            return true;
        }
        if (Node is not NodeObject o)
            return false;
        result = Wrap(o[Find(o, binder.Name)]);
        return true;
    }

    /// <inheritdoc/>
    public override bool TrySetMember(SetMemberBinder binder, object? value)
    {
        if (Node is not NodeObject o)
            return false;
        o[Find(o, binder.Name)] = Node.From(value);
        return true;
    }

    /// <inheritdoc/>
    public override bool TryDeleteMember(DeleteMemberBinder binder) => Node is NodeObject o && o.Remove(Find(o, binder.Name));

    /// <inheritdoc/>
    public override bool TryGetIndex(GetIndexBinder binder, object[] indexes, out object? result)
    {
        result = null;
        switch (Node, indexes)
        {
            case (NodeObject o, [string name]):
                result = Wrap(o[Find(o, name)]);
                return true;
            case (NodeArray array, [var index]) when index is int or long or short or byte:
                result = Wrap(array[Convert.ToInt32(index, CultureInfo.InvariantCulture)]);
                return true;
            default:
                return false;
        }
    }

    /// <inheritdoc/>
    public override bool TrySetIndex(SetIndexBinder binder, object[] indexes, object? value)
    {
        switch (Node, indexes)
        {
            case (NodeObject o, [string name]):
                o[Find(o, name)] = Node.From(value);
                return true;
            case (NodeArray array, [var index]) when index is int or long or short or byte:
                array[Convert.ToInt32(index, CultureInfo.InvariantCulture)] = Node.From(value);
                return true;
            default:
                return false;
        }
    }

    /// <inheritdoc/>
    public override bool TryConvert(ConvertBinder binder, out object? result)
    {
        if (binder.Type.IsAssignableFrom(Node.GetType()))
        {
            result = Node;
            return true;
        }
        if (binder.Type == typeof(IEnumerable) || binder.Type.IsInterface)
        {
            result = this;
            return binder.Type.IsInstanceOfType(this);
        }
        result = JsonWithin.Deserialize(JsonWithin.Serialize(Node), binder.Type);
        return true;
    }

    /// <summary>The items of an array; of an object its values.</summary>
    public IEnumerator GetEnumerator() => Node switch
    {
        NodeArray array => array.Items.Select(Wrap).GetEnumerator(),
        NodeObject o => o.Members.Select(m => Wrap(m.Value)).GetEnumerator(),
        _ => throw new InvalidOperationException($"A node of kind {Node.Kind} has no items."),
    };

    /// <inheritdoc/>
    public override string ToString() => Node.ToString();

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is DynamicNode other ? Node.Equals(other.Node) : Node.Equals(obj);

    /// <inheritdoc/>
    public override int GetHashCode() => Node.GetHashCode();

    object? Wrap(Node? node) => node switch
    {
        null => null,
        NodeValue value => value.Value,
        _ => new DynamicNode(node, _ignoreCase),
    };

    string Find(NodeObject o, string name) => !_ignoreCase || o.Contains(name)
        ? name
        : o.Names.FirstOrDefault(n => string.Equals(n, name, StringComparison.OrdinalIgnoreCase)) ?? name;
}
