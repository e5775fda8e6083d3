using Isomer.Conventions;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// The objects that stand for others and are being read: what refers to one from within itself is given the object, which is noted here,
/// and gets what it stands for when the whole graph is there. Most payloads have none, and then nothing but a count is looked at.
/// </summary>
internal sealed class FormatterStandIns
{
    readonly List<int> _open = [];
    Dictionary<object, object?>? _given;

    /// <summary>Whether any is open.</summary>
    public bool Any => _open.Count > 0;

    public void Open(int id) => _open.Add(id);

    /// <summary>An object is referred to that is there.</summary>
    public void Refer(int id, object value)
    {
        if (_open.Contains(id))
            (_given ??= new(ReferenceEqualityComparer.Instance)).TryAdd(value, null);
    }

    /// <summary>One has been read, and stands for this.</summary>
    public void Close(object? read, object real)
    {
        _open.RemoveAt(_open.Count - 1);
        if (read is not null && _given is not null && _given.ContainsKey(read))
            _given[read] = real;
    }

    /// <summary>All has been read, and no table has been made yet that waits for that.</summary>
    public void Finish(IEnumerable<object> graph, Completion completion)
    {
        if (_given is null)
            return;
        var real = new Dictionary<object, object>(ReferenceEqualityComparer.Instance);
        foreach (var (read, other) in _given)
            if (other is not null && !ReferenceEquals(read, other))
                real.Add(read, other);
        if (real.Count > 0)
            completion.PutIn(graph, real);
        Clear();
    }

    public void Clear()
    {
        _open.Clear();
        _given = null;
    }
}
