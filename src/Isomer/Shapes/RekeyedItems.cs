using System.Collections;
using System.Diagnostics.CodeAnalysis;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>A set, or another collection that finds its items by keys.</summary>
internal sealed class RekeyedItems<T>(CollectionModel model, object target) : Rekeyed(model, target)
{
    readonly KeyedItems? _keyed = KeyedItems.Of(target.GetType());

    // Of one that was made, what it must find; else what it has not taken yet.
    List<T>? _waiting;

    public bool MayAdd(T item)
    {
        CheckEnds(item);
        if (Ask(() => IsThere(item)) == false)
            return true;
        (_waiting ??= []).Add(item);
        return false;
    }

    /// <summary>What its maker left out is not missed.</summary>
    public void Expect(T item, object? _)
    {
        CheckEnds(item);
        if (Ask(() => Has(item)) != false)
            (_waiting ??= []).Add(item);
    }

    public override bool MayAddBoxed(object? key, object? value) => MayAdd((T)key!);

    public override void ExpectBoxed(object? key, object? value) => Expect((T)key!, value);

    protected override void TakeOver(Rekeyed other)
    {
        foreach (var item in ((RekeyedItems<T>)other)._waiting ?? [])
            (_waiting ??= []).Add(item);
    }

    protected override bool FindsExpected() => _waiting is null || _waiting.TrueForAll(FindsNow);

    protected override bool FindsItsOwn()
    {
        foreach (object? item in Items())
        {
            CheckEnds((T)item!);
            if (!FindsItself((T)item!))
                return false;
        }
        return true;
    }

    // What went nowhere when it was added may go on to itself by now.
    bool FindsNow(T item)
    {
        CheckEnds(item);
        return Has(item);
    }

    void CheckEnds(T item)
    {
        if (_keyed is null)
        {
            HashGuard.CheckAsked(item, Target);
            return;
        }
        // An item that is not complete may have no key yet, and is asked again at the end.
        object? key = null;
        Ask(() => (key = _keyed.KeyOf(Target, item)) is null);
        KeyWalk.Check(key, Target);
    }

    bool FindsItself(T item) => Target switch
    {
        HashSet<T> set => set.TryGetValue(item, out var found) && IsSame(found, item),
        SortedSet<T> set => set.TryGetValue(item, out var found) && IsSame(found, item),
        _ => Has(item),
    };

    static bool IsSame(T found, T item) => typeof(T).IsValueType || ReferenceEquals(found, item);

    /// <summary>Its own enumerator, for a class of one's own may be several enumerables.</summary>
    IEnumerable Items() => Target as IEnumerable<T> ?? (IEnumerable)Target;

    /// <summary>An empty table asks the item nothing, and then adding it does.</summary>
    bool IsThere(T item)
    {
        _ = Target switch
        {
            HashSet<T> set => set.Comparer.GetHashCode(item!),
            SortedSet<T> set => set.Comparer.Compare(item, item),
            _ when _keyed is not null => 0,
            _ => item is not null && KeyWalk.Ends(item) ? item.GetHashCode() : 0,
        };
        return Has(item);
    }

    bool Has(T item) => Target switch
    {
        IReadOnlySet<T> set => set.Contains(item),
        ISet<T> set => set.Contains(item),
        _ when _keyed is not null => _keyed.Has(Target, item),
        ICollection<T> items => items.Contains(item),
        _ => true,
    };

    protected override void FillAgain()
    {
        var items = new List<T>();
        foreach (object? item in Items())
            items.Add((T)item!);
        Empty();
        Add(items);
    }

    protected override void AddHeldBack()
    {
        if (_waiting is { } items)
            Add(items);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    void Add(List<T> items)
    {
        if (Target is not HashSet<T> set || Target.GetType() != typeof(HashSet<T>))
        {
            var add = Adding.To(Model.Build, Target);
            foreach (var item in items)
                add(item, null);
            return;
        }
        HashGuard? guard = null;
        foreach (var item in items)
        {
            HashGuard.CheckEnds(item, set);
            set.Add(item);
            if (set.Count >= HashGuard.Start)
                HashGuard.Check(ref guard, item, set.Count, set.Capacity, set);
        }
    }
}
