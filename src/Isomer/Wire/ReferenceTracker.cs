namespace Isomer.Wire;

/// <summary>The objects of one payload by identity: at writing the number of each, at reading each by its number or name.</summary>
internal sealed class ReferenceTracker
{
    readonly Dictionary<object, int> _numbers = new(ReferenceEqualityComparer.Instance);

    /// <summary>True, with its number, if the object has been seen; else it gets the next number, from 1.</summary>
    public bool Seen(object value, out int number)
    {
        ref int known = ref System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(_numbers, value, out bool seen)!;
        if (!seen)
            known = _numbers.Count;
        number = known;
        return seen;
    }

    /// <summary>The number of the object, if it has been seen.</summary>
    public int? Find(object value) => _numbers.TryGetValue(value, out int number) ? number : null;

    /// <summary>Takes back the number of the object that was seen last.</summary>
    public void Forget(object value) => _numbers.Remove(value);
}
