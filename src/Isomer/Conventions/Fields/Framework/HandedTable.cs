using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>
/// Whom a Hashtable asks first that was handed its entries, and that a program may have filled before the graph is whole
/// (<c>table.OnDeserialization(this)</c>). With the first key all entries are checked, each key is asked once for its hash, and the table
/// is told that hash when it comes to the key. With the last key the table has its own comparer, which a copy of it may take.
/// </summary>
/// <param name="table">The table.</param>
/// <param name="fields">Its entries.</param>
sealed class HandedTable(Hashtable table, HashtableFields fields) : IEqualityComparer
{
    int[] _hashes = [];
    int _told;

    public Hashtable Table { get; } = table;

    /// <summary>Whether somebody has had the table filled, wholly or in part.</summary>
    public bool IsBegun { get; private set; }

    /// <summary>Whether its entries may be in it.</summary>
    public bool IsChecked { get; private set; }

    public int GetHashCode(object key)
    {
        if (!IsBegun)
            Begin();
        // The table takes the keys in their order. Code of a key's own may ask the table for another meanwhile.
        if (_told == _hashes.Length || !ReferenceEquals(key, fields.Keys![_told]))
            return fields.KeyComparer?.GetHashCode(key) ?? key.GetHashCode();
        int hash = _hashes[_told++];
        if (_told == _hashes.Length)
            End();
        return hash;
    }

    bool IEqualityComparer.Equals(object? a, object? b) => fields.KeyComparer?.Equals(a, b) ?? Equals(a, b);

    void Begin()
    {
        IsBegun = true;
        try
        {
            _hashes = HashtableSurrogate.Check(Table, fields);
            IsChecked = true;
        }
        catch
        {
            // Whoever keeps the table has its own comparer in it.
            End();
            throw;
        }
    }

    /// <summary>Gives the table its own comparer.</summary>
    public void End() => (Comparer(Table), _hashes, _told) = (fields.KeyComparer, [], 0);

    /// <summary>Hands them to the framework's constructor.</summary>
    public void Hand()
    {
        var entries = new SerializationInfo(typeof(Hashtable), new FormatterConverter());
        entries.AddValue(nameof(fields.LoadFactor), Rooms.LoadOf(fields.LoadFactor, fields.Keys!.Length));
        entries.AddValue(nameof(fields.Version), fields.Version);
        entries.AddValue(nameof(fields.KeyComparer), this, typeof(IEqualityComparer));
        entries.AddValue(nameof(fields.HashSize), Rooms.OfTable(fields.HashSize, fields.Keys.Length, fields.LoadFactor));
        entries.AddValue(nameof(fields.Keys), fields.Keys, typeof(object[]));
        entries.AddValue(nameof(fields.Values), fields.Values, typeof(object[]));
        Hand(Table, entries, default);
    }

    // Of a class that is private.
    static readonly FieldInfo? s_buckets = typeof(Hashtable).GetField("_buckets", BindingFlags.Instance | BindingFlags.NonPublic);

    /// <summary>Whether a table has been made, be it empty: then it takes itself for filled.</summary>
    public static bool HasBuckets(Hashtable table) => s_buckets?.GetValue(table) is not null;

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Hand(Hashtable target, SerializationInfo entries, StreamingContext context);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_keycomparer")]
    static extern ref IEqualityComparer? Comparer(Hashtable target);
}

/// <summary>As <see cref="HandedTable"/>, of a SortedSet: at the first comparison.</summary>
/// <param name="comparer">The set's own.</param>
/// <param name="begin">Gives the set its own comparer, and checks its items.</param>
sealed class HandedSet<T>(IComparer<T> comparer, Action begin) : IComparer<T>
{
    /// <summary>Whether its items were refused.</summary>
    public bool IsRefused { get; private set; }

    public int Compare(T? x, T? y)
    {
        IsRefused = true;
        begin();
        IsRefused = false;
        return comparer.Compare(x, y);
    }
}
