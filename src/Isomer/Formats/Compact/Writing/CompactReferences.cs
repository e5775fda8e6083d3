using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>Objects that were written, by identity, numbered in the order in which they were met. Lent by the thread.</summary>
internal sealed class CompactReferences : Lent<CompactReferences>
{
    const int KeepCount = 4096;

    Dictionary<object, int> _ids = new(ReferenceEqualityComparer.Instance);

    public void Return()
    {
        if (_ids.Count > KeepCount)
            _ids = new(ReferenceEqualityComparer.Instance);
        else
            _ids.Clear();
        GiveBack();
    }

    /// <summary>The number of an object that was met before; else -1, and it has the next number from now on.</summary>
    public int Find(object value)
    {
        ref int id = ref System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(_ids, value, out bool known);
        if (known)
            return id;
        id = _ids.Count - 1;
        return -1;
    }
}
