using System.Collections;
using System.Runtime.CompilerServices;
using Isomer.Nodes;

namespace Isomer;

/// <summary>An object: members by name, in order. Names are told apart by case; none comes twice.</summary>
public sealed class NodeObject : Node, IEnumerable<KeyValuePair<string, Node?>>
{
    // Up to this many members a search is as fast as a table.
    const int Few = 8;

    readonly List<KeyValuePair<string, Node?>> _members = [];
    Dictionary<string, int>? _index;

    /// <inheritdoc/>
    public override NodeKind Kind => NodeKind.Object;

    /// <summary>The members in order.</summary>
    public IReadOnlyList<KeyValuePair<string, Node?>> Members => _members;

    /// <summary>The number of members.</summary>
    public int Count => _members.Count;

    /// <summary>The names in order.</summary>
    public IEnumerable<string> Names => _members.Select(m => m.Key);

    /// <inheritdoc/>
    public override Node? this[string name]
    {
        get => IndexOf(name) is var i and >= 0 ? _members[i].Value : null;
        set
        {
            if (IndexOf(name) is var i and >= 0)
                _members[i] = new(name, value);
            else
                Append(name, value);
        }
    }

    /// <summary>Adds a member at the end.</summary>
    /// <exception cref="ArgumentException">There is one of this name.</exception>
    public void Add(string name, Node? value)
    {
        if (IndexOf(name) >= 0)
            throw new ArgumentException($"There is a member '{name}' already.", nameof(name));
        Append(name, value);
    }

    /// <summary>Inserts a member at a place.</summary>
    /// <exception cref="ArgumentException">There is one of this name.</exception>
    public void Insert(int index, string name, Node? value)
    {
        if (IndexOf(name) >= 0)
            throw new ArgumentException($"There is a member '{name}' already.", nameof(name));
        _members.Insert(index, new(name, value));
        _index = null;
    }

    /// <summary>Removes a member; false if there is none of this name.</summary>
    public bool Remove(string name)
    {
        int i = IndexOf(name);
        if (i < 0)
            return false;
        RemoveAt(i);
        return true;
    }

    /// <summary>Removes the member at a place; of the last one the index of names needs no other than its name.</summary>
    internal void RemoveAt(int i)
    {
        if (i == _members.Count - 1)
            _index?.Remove(_members[i].Key);
        else
            _index = null;
        _members.RemoveAt(i);
    }

    /// <summary>Removes all members of the object.</summary>
    public void Clear()
    {
        _members.Clear();
        _index = null;
    }

    /// <summary>Whether there is a member of this name, though it may be null.</summary>
    public bool Contains(string name) => IndexOf(name) >= 0;

    /// <summary>The member of this name, if there is one; it may be null.</summary>
    public bool TryGetMember(string name, out Node? value)
    {
        int i = IndexOf(name);
        value = i < 0 ? null : _members[i].Value;
        return i >= 0;
    }

    /// <summary>The place of the member of this name, or -1.</summary>
    public int IndexOf(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        if (_members.Count > Few)
            return (_index ??= CreateIndex()).TryGetValue(name, out int known) ? known : -1;
        for (int i = 0; i < _members.Count; i++)
            if (_members[i].Key == name)
                return i;
        return -1;
    }

    /// <inheritdoc/>
    public override NodeObject Clone()
    {
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            return (NodeObject)DeepNodes.Clone(this);
        var copy = new NodeObject();
        foreach (var (name, value) in _members)
            copy.Append(name, value?.Clone());
        return copy;
    }

    /// <inheritdoc/>
    public override bool Equals(Node? other)
    {
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            return DeepNodes.Equals(this, other);
        if (other is not NodeObject o || o.Count != Count)
            return false;
        foreach (var (name, value) in _members)
            if (!o.TryGetMember(name, out var theirs) || !DeepEquals(value, theirs))
                return false;
        return true;
    }

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        int hash = Count;
        foreach (var (name, value) in _members)
            hash += HashCode.Combine(name, value);
        return hash;
    }

    /// <inheritdoc/>
    public IEnumerator<KeyValuePair<string, Node?>> GetEnumerator() => _members.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Adds a member of which it is known that there is none of its name.</summary>
    internal void Append(string name, Node? value)
    {
        _index?.Add(name, _members.Count);
        _members.Add(new(name, value));
    }

    Dictionary<string, int> CreateIndex()
    {
        var index = new Dictionary<string, int>(_members.Count);
        for (int i = 0; i < _members.Count; i++)
            index.Add(_members[i].Key, i);
        return index;
    }
}
