using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>
/// Whom a Hashtable asks first that was handed its entries, and that a program may have filled before the graph is whole
/// (<c>table.OnDeserialization(this)</c>). With the first key all entries are checked, by a table beside; from then on the table has its
/// own comparer, which a copy of it may take.
/// </summary>
/// <param name="table">The table.</param>
/// <param name="fields">Its entries.</param>
sealed class HandedTable(Hashtable table, HashtableFields fields) : IEqualityComparer
{
    public Hashtable Table { get; } = table;

    /// <summary>Whether somebody has had the table filled, wholly or in part.</summary>
    public bool IsBegun { get; private set; }

    /// <summary>Whether its entries may be in it.</summary>
    public bool IsChecked { get; private set; }

    public int GetHashCode(object key)
    {
        Begin();
        return fields.KeyComparer is { } comparer ? comparer.GetHashCode(key) : key.GetHashCode();
    }

    bool IEqualityComparer.Equals(object? a, object? b) => fields.KeyComparer is { } comparer ? comparer.Equals(a, b) : Equals(a, b);

    void Begin()
    {
        if (IsBegun)
            return;
        IsBegun = true;
        Comparer(Table) = fields.KeyComparer;
        HashtableSurrogate.Check(Table, fields);
        IsChecked = true;
    }

    /// <summary>Hands them to the framework's constructor.</summary>
    public void Hand()
    {
        var entries = new SerializationInfo(typeof(Hashtable), new FormatterConverter());
        entries.AddValue(nameof(fields.LoadFactor), Rooms.Load);
        entries.AddValue(nameof(fields.Version), fields.Version);
        entries.AddValue(nameof(fields.KeyComparer), this, typeof(IEqualityComparer));
        entries.AddValue(nameof(fields.HashSize), Rooms.OfTable(fields.HashSize, fields.Keys!.Length));
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
