using System.Runtime.Serialization;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>
/// Whom a table asks while it fills itself of entries that it was handed: the comparer of the payload, behind the checks that a table has
/// which is made here. A program may have it filled before the graph is whole: <c>map.OnDeserialization(this)</c> in the constructor of an
/// ISerializable, which copies what it then finds. So a table that waits for the graph is handed its entries as the framework's own
/// constructor takes them, with this as its comparer. With the last key the table has its own again, which a program may hand on.
/// </summary>
/// <param name="comparer">The payload's; null for the usual one.</param>
/// <param name="table">The table's type, where it is an error that a key comes twice.</param>
/// <param name="count">How many keys are asked for: when the first is, for they may be read late.</param>
/// <param name="begin">Before the first.</param>
/// <param name="end">With the last: what is being added is compared by this still.</param>
sealed class FillGuard<TKey>(IEqualityComparer<TKey>? comparer, Type? table, Func<int> count, Action begin, Action end)
    : IEqualityComparer<TKey>
{
    readonly IEqualityComparer<TKey> _comparer = comparer ?? EqualityComparer<TKey>.Default;
    HashGuard? _guard;
    int _room;
    int _count;
    int _asked;

    /// <summary>Whether somebody has had the table filled, wholly or in part.</summary>
    public bool IsBegun => _asked > 0;

    /// <summary>Whether it was filled wholly.</summary>
    public bool IsFilled => _asked > 0 && _asked >= _count;

    public int GetHashCode(TKey key)
    {
        try
        {
            if (_asked == 0)
            {
                begin();
                _count = count();
            }
            HashGuard.CheckEnds(key, comparer);
            int hash = _comparer.GetHashCode(key!);
            if (++_asked >= HashGuard.Start)
                HashGuard.Check(ref _guard, hash, _asked, _room);
            if (_asked == _count)
                end();
            return hash;
        }
        catch
        {
            // Whoever keeps the table has its own comparer in it.
            end();
            throw;
        }
    }

    public bool Equals(TKey? a, TKey? b)
    {
        if (!_comparer.Equals(a, b))
            return false;
        if (table is null)
            return true;
        end();
        throw new WireFormatException($"A '{table}' has the key '{PlainEntryConverter.Shown(b)}' twice.");
    }

    /// <summary>The entries, to which what the table is made of is added.</summary>
    /// <param name="type">The table's type.</param>
    /// <param name="version">How many changes it counts.</param>
    /// <param name="roomName">What the table calls its room.</param>
    /// <param name="room">The room itself (<see cref="Rooms"/>).</param>
    public SerializationInfo Entries(Type type, int version, string roomName, int room)
    {
        var entries = new SerializationInfo(type, new FormatterConverter());
        entries.AddValue("Version", version);
        entries.AddValue("Comparer", this, typeof(IEqualityComparer<TKey>));
        entries.AddValue(roomName, room);
        if (room >= HashGuard.Start)
            _room = Rooms.Prime(room);
        return entries;
    }
}
