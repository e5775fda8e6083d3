using System.Collections;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>A map whose keys wait until they are whole.</summary>
internal sealed class RekeyedEntries<TKey, TValue>(CollectionModel model, object target) : Rekeyed(model, target)
    where TKey : notnull
{
    // Of one that was made, what it must find; else what it has not taken yet.
    List<(TKey Key, TValue Value)>? _waiting;

    public bool MayAdd(TKey key, TValue value)
    {
        HashGuard.CheckAsked(key, Target);
        if (Ask(() => IsThere(key)) == false)
            return true;
        (_waiting ??= []).Add((key, value));
        return false;
    }

    /// <summary>What its maker left out is not missed.</summary>
    public void Expect(TKey key, TValue value)
    {
        HashGuard.CheckAsked(key, Target);
        if (Ask(() => Has(key)) != false)
            (_waiting ??= []).Add((key, value));
    }

    public override bool MayAddBoxed(object? key, object? value) => MayAdd((TKey)key!, (TValue)value!);

    public override void ExpectBoxed(object? key, object? value) => Expect((TKey)key!, (TValue)value!);

    protected override void TakeOver(Rekeyed other)
    {
        foreach (var entry in ((RekeyedEntries<TKey, TValue>)other)._waiting ?? [])
            (_waiting ??= []).Add(entry);
    }

    protected override bool FindsExpected() => _waiting is null || _waiting.TrueForAll(e => FindsNow(e.Key));

    protected override bool FindsItsOwn()
    {
        // A map that gives its keys by a key: two that are equal now are one too many.
        var entries = Entries();
        return entries.TrueForAll(e => FindsNow(e.Key)) && !HasEqualKeys(entries);
    }

    bool HasEqualKeys(List<(TKey Key, TValue Value)> entries)
    {
        if (Target is not Dictionary<TKey, TValue> { Comparer: var comparer })
            return false;
        var keys = new HashSet<TKey>(entries.Count, comparer);
        return !entries.TrueForAll(e => keys.Add(e.Key));
    }

    /// <summary>An empty table asks the key nothing, and then adding it does.</summary>
    bool IsThere(TKey key)
    {
        _ = Target switch
        {
            Dictionary<TKey, TValue> map => map.Comparer.GetHashCode(key),
            SortedDictionary<TKey, TValue> map => map.Comparer.Compare(key, key),
            SortedList<TKey, TValue> map => map.Comparer.Compare(key, key),
            _ => KeyWalk.Ends(key) ? key.GetHashCode() : 0,
        };
        return Has(key);
    }

    // What went nowhere when it was added may go on to itself by now.
    bool FindsNow(TKey key)
    {
        HashGuard.CheckAsked(key, Target);
        return Has(key);
    }

    bool Has(TKey key) => Target switch
    {
        IReadOnlyDictionary<TKey, TValue> map => map.ContainsKey(key),
        IDictionary<TKey, TValue> map => map.ContainsKey(key),
        IDictionary table => table.Contains(key),
        _ => true,
    };

    List<(TKey Key, TValue Value)> Entries()
    {
        var result = new List<(TKey, TValue)>();
        if (Target is IEnumerable<KeyValuePair<TKey, TValue>> entries)
            foreach (var (key, value) in entries)
                result.Add((key, value));
        else if (Target is IDictionary table)
            foreach (DictionaryEntry entry in table)
                result.Add(((TKey)entry.Key, (TValue)entry.Value!));
        return result;
    }

    protected override void FillAgain()
    {
        var entries = Entries();
        Empty();
        Add(entries);
    }

    protected override void AddHeldBack()
    {
        if (_waiting is { } entries)
            Add(entries);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    void Add(List<(TKey Key, TValue Value)> entries)
    {
        var add = Adding.To(Model.Build, Target);
        foreach (var (key, value) in entries)
            add(key, value);
    }
}
