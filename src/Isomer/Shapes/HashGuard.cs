namespace Isomer.Shapes;

/// <summary>
/// Keeps hash tables linear on hostile input. Keys such as int hash without a secret, so input can choose keys that all
/// fall into one bucket and make n insertions cost n squared. The guard counts, for each bucket the table would use, how
/// many keys fell into it, and refuses the input when the table's chains grow far beyond what chance gives.
/// </summary>
/// <remarks>
/// Cost: nothing below 256 keys; above, one hash and one byte increment a key, and a byte a bucket. The framework's tables
/// have a prime number of buckets, at least as many as keys, so for keys that are not chosen the longest chain of n keys
/// stays near ln n / ln ln n: below 16 for any n that fits in memory. Refused above 100 (Nerdbank.MessagePack's figure too).
/// </remarks>
internal sealed class HashGuard
{
    /// <summary>From this many keys on, each further one is checked.</summary>
    public const int Start = 256;

    const int Longest = 100;

    byte[] _chains = [];
    int _capacity;
    int _count;
    int _sameHash;
    int _lastHash;

    /// <summary>Counts a key that has just been added to a table that has this many keys and buckets now.</summary>
    public static void Check<TKey>(ref HashGuard? guard, TKey key, int count, int capacity)
    {
        guard ??= new HashGuard();
        guard.Count(key is null ? 0 : EqualityComparer<TKey>.Default.GetHashCode(key), count, capacity);
    }

    void Count(int hash, int count, int capacity)
    {
        // A key that was there already, as a set's items may well be, makes no chain longer.
        if (count == _count)
            return;
        _count = count;
        if (capacity != _capacity)
        {
            // The table has grown: the chains of the keys so far are as good as evenly spread again, or refused already.
            _capacity = capacity;
            _chains = new byte[Math.Max(capacity, 1)];
        }
        _sameHash = hash == _lastHash ? _sameHash + 1 : 0;
        _lastHash = hash;
        ref byte chain = ref _chains[(uint)hash % (uint)_chains.Length];
        if (++chain > Longest || _sameHash > Longest)
            throw new WireFormatException(
                $"The keys of a hash table collide: more than {Longest} of {count} fall into one bucket, which makes reading quadratic. Refused as hostile.");
    }
}
