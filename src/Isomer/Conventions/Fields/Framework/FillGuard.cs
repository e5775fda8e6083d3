using System.Runtime.Serialization;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>
/// Whom a table asks while it fills itself of entries that it was handed: the comparer of the payload, behind the checks that a table has
/// which is made here. A program may have it filled before the graph is whole: <c>map.OnDeserialization(this)</c> in the constructor of an
/// ISerializable, which copies what it then finds. So a table that waits for the graph is handed its entries as the framework's own
/// constructor takes them, with this as its comparer, and is given its own when it has been filled.
/// </summary>
/// <param name="comparer">The payload's; null for the usual one.</param>
/// <param name="count">How many keys are added: whoever asks later looks one up.</param>
/// <param name="table">The table's type, where it is an error that a key comes twice.</param>
sealed class FillGuard<TKey>(IEqualityComparer<TKey>? comparer, int count, Type? table) : IEqualityComparer<TKey>
{
    readonly IEqualityComparer<TKey> _comparer = comparer ?? EqualityComparer<TKey>.Default;
    HashGuard? _guard;
    int _asked;

    /// <summary>The room that the table makes: a prime number of buckets for what there is, whatever the payload says.</summary>
    public int Room { get; } = count == 0 ? 0 : new HashSet<int>(count).Capacity;

    public int GetHashCode(TKey key)
    {
        HashGuard.CheckEnds(key, comparer);
        int hash = _comparer.GetHashCode(key!);
        if (++_asked <= count && _asked >= HashGuard.Start)
            HashGuard.Check(ref _guard, hash, _asked, Room);
        return hash;
    }

    public bool Equals(TKey? a, TKey? b)
    {
        if (!_comparer.Equals(a, b))
            return false;
        return table is null || _asked > count ? true
            : throw new WireFormatException($"A '{table}' has the key '{PlainEntryConverter.Shown(b)}' twice.");
    }

    /// <summary>The entries, to which what the table is made of is added.</summary>
    public SerializationInfo Entries(Type type, string room)
    {
        var entries = new SerializationInfo(type, new FormatterConverter());
        // As many changes as a table counts that is filled here.
        entries.AddValue("Version", count);
        entries.AddValue("Comparer", this, typeof(IEqualityComparer<TKey>));
        entries.AddValue(room, Room);
        return entries;
    }
}
