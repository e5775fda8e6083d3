using System.Collections;
using System.Collections.Specialized;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Refuses a key whose hash does not end, before a table asks it. The hash, the equality and the order of a tuple, of a record and of a
/// struct without a hash of its own ask all that the key holds, by recursion. References make such a key endless (a tuple that holds
/// itself: the process ends), or as good as endless (64 tuples, each of which holds the next one twice: 2 to the 64th questions). No
/// program has either, and a payload of 200 bytes does.
/// </summary>
/// <remarks>
/// A key is walked as its hash and its equality walk it, what is met twice twice, and may lead to <see cref="Most"/> values. Equality is
/// asked where two keys have one hash, which input can arrange. What a type's author wrote both for is not walked: a number ends, whatever
/// else the object holds. Where a comparer of somebody's own is asked, the key is not; where only its order is, that is walked
/// (<see cref="AskedFields"/>). Cost: nothing for keys that are numbers, strings or sealed classes with a hash and an equality of their
/// own, for which <see cref="HashGuard.CheckEnds{TKey}"/> is no code; a look-up by type for others.
/// </remarks>
[UnconditionalSuppressMessage("Trimming", "IL2070",
    Justification = "The hash of a record keeps the fields that it asks; a struct's that were trimmed are not asked.")]
[UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "Of a table that exists.")]
internal static class KeyWalk
{
    /// <summary>A key of so many tuples and records is none that a program has, and takes some 20 microseconds to walk.</summary>
    const int Most = 1024;

    /// <summary>A list, a set or a map of F# and an array may be honest keys, and have many items.</summary>
    const int MostOfMany = 16 * Most;

    /// <summary>
    /// Of each way to make a collection the last class that it made, which is nearly always the one: to look at its types again took 42 KB
    /// for each table, in the interpreted tier.
    /// </summary>
    static readonly ConditionalWeakTable<Build, CheckOfClass> s_checks = [];

    sealed record CheckOfClass(Type Collection, Action<object?, object?, object>? Check);

    /// <summary>Whether what is added to this collection is asked for its hash or order, and may lead to others then.</summary>
    public static bool IsAsked(Build build, Type collection) =>
        !IsKeyed(collection) && build.Add is { } add && add.GetParameters() is var parameters
            && (parameters.Length == 2 || build.IsGuarded || Array.Exists(collection.GetInterfaces(),
                static i => i.IsConstructedGenericType && i.GetGenericTypeDefinition() == typeof(ISet<>)))
            && AskedFields.MayGoOn(parameters[0].ParameterType);

    /// <summary>Whether it is a KeyedCollection whose keys may lead to others.</summary>
    public static bool IsKeyed(Type collection) =>
        KeyedItems.BaseOf(collection) is { } keyed && AskedFields.MayGoOn(keyed.GetGenericArguments()[0]);

    /// <summary>Whether a key that comes twice is refused by whoever adds it, who tells it, and the telling may lead to others.</summary>
    public static bool IsTold(Build build, Type collection) =>
        KeyedItems.BaseOf(collection) is { } keyed ? AskedFields.MayGoOn(keyed.GetGenericArguments()[0], Asked.Text)
        : build.Add is { Name: "Add" } add && add.GetParameters() is [var key, var value]
            && (AskedFields.MayGoOn(key.ParameterType, Asked.Text)
                || (IsToldWithValue(collection) && AskedFields.MayGoOn(value.ParameterType, Asked.Text)));

    /// <summary>The tree of a SortedDictionary tells the pair.</summary>
    public static bool IsToldWithValue(Type? collection)
    {
        for (; collection is not null; collection = collection.BaseType)
            if (collection.IsGenericType && collection.GetGenericTypeDefinition() == typeof(SortedDictionary<,>))
                return true;
        return false;
    }

    /// <summary>What is to be asked before a key and a value, or an item and null, are added to a collection; null if nothing.</summary>
    public static Action<object?, object?, object>? CheckOf(Build build, Type collection)
    {
        if (s_checks.TryGetValue(build, out var known) && known.Collection == collection)
            return known.Check;
        var check = CheckOf(collection, IsAsked(build, collection), IsTold(build, collection));
        s_checks.AddOrUpdate(build, new(collection, check));
        return check;
    }

    /// <param name="collection">The class of the collection.</param>
    /// <param name="isAsked">Whether it asks what is added for a hash or an order that may lead to others.</param>
    /// <param name="isTold">Whether it refuses what comes twice by a text that may lead to others.</param>
    public static Action<object?, object?, object>? CheckOf(Type collection, bool isAsked, bool isTold)
    {
        Action<object?, object?, object>? ends = IsKeyed(collection) ? static (item, _, keyed) => CheckKeyed(item, keyed)
            : isAsked ? static (key, _, table) => CheckAdded(key, table)
            : null;
        if (!isTold)
            return ends;
        return ends + (IsToldWithValue(collection)
            ? CheckTold
            : static (key, _, table) => CheckTold(key, null, table));
    }

    /// <summary>Whether somebody else's code makes a table of all items at once, and asks each for its hash or order.</summary>
    public static bool IsMadeUnchecked(CollectionModel model) =>
        model.Rekeys && model.Build is { Kind: BuildKind.Convert, Convert: { } convert } && convert.DeclaringType != typeof(Builders)
            && AskedFields.MayGoOn(model is MapModel map ? map.KeyType : model.ItemType);

    /// <summary>
    /// What stands for the comparer of a table that somebody else's code makes: F#'s sets and maps go into arrays, and so may others.
    /// </summary>
    public static object Unknown => StructuralComparisons.StructuralEqualityComparer;

    /// <summary>Refuses a key that a table is asked for if it is such a one.</summary>
    /// <param name="key">What is to be found, or was.</param>
    /// <param name="keeper">The table, or the comparer that it has.</param>
    public static void Check(object? key, object? keeper) => Check(key, keeper, isAdded: false);

    /// <summary>Refuses a key that is to be added if it is such a one, or one too many of its hash (<see cref="KeyWeights"/>).</summary>
    /// <param name="key">What is to be added.</param>
    /// <param name="keeper">The table, or the comparer that it has.</param>
    public static void CheckAdded(object? key, object? keeper) => Check(key, keeper, isAdded: true);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Check(object? key, object? keeper, bool isAdded)
    {
        if (key is null or string)
            return;
        long before = KeyDebt.Allocated;
        int led = LedTo(key, Asked.Hash);
        bool ends = led >= 0;
        if ((ends && led < KeyWeights.Light && key is not (IStructuralEquatable or IEnumerable)) || HashGuard.t_copies)
            return;
        object? comparer = KeyComparer.Of(keeper);
        long walked = led;
        if (KeyComparer.IsOfSets(comparer))
            ends = (led = LedToEach((IEnumerable)key, out walked)) >= 0;
        if (walked >= KeyWeights.Light)
            KeyDebt.Walked(key, walked, before);
        if (KeyComparer.IsStructural(comparer) ? Ends(key, Asked.Structure)
            : ends || KeyComparer.IsOwn(comparer) || (comparer is IComparer and not IEqualityComparer && Ends(key, Asked.Order)))
        {
            if (isAdded && led >= KeyWeights.Light && keeper is IEnumerable && !KeyComparer.IsOwn(comparer))
                KeyWeights.Add(keeper, key, comparer, led);
            return;
        }
        throw new WireFormatException(
            $"A key of type '{key.GetType()}' leads to more than {Most} values, or to itself: its hash, its order, or the comparison "
            + "with a key of one hash would not end. Refused as hostile. Where it is not, write GetHashCode and Equals of its type by hand.");
    }

    /// <summary>Of a pair in the tree of a SortedDictionary the key is asked alone.</summary>
    public static void CheckInTree(object? item, object? comparer)
    {
        bool isPair = comparer?.GetType().DeclaringType is { IsGenericType: true } table
            && table.GetGenericTypeDefinition() == typeof(SortedDictionary<,>);
        if (isPair)
            Check(FieldOf(item!, "key"), FieldOf(comparer!, "keyComparer"));
        else
            Check(item, comparer);
    }

    /// <summary>Of what a KeyedCollection holds the key is asked alone.</summary>
    public static void CheckKeyed(object? item, object keyed)
    {
        if (item is not null)
            CheckAdded(KeyedItems.Of(keyed.GetType())!.KeyOf(keyed, item), keyed);
    }

    /// <summary>
    /// Refuses a key that is there already and whose text does not end: the framework's tables throw with that text. What ends is left to
    /// the table, whose author may have another rule for a second one.
    /// </summary>
    /// <param name="key">What is to be added: of a KeyedCollection the item.</param>
    /// <param name="value">The value of the key where it is told too, or null.</param>
    /// <param name="table">What it is added to.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void CheckTold(object? key, object? value, object table)
    {
        var keyed = KeyedItems.Of(table.GetType());
        object? told = keyed is null || key is null ? key : keyed.KeyOf(table, key);
        if (told is null || HashGuard.t_copies)
            return;
        bool ends = Ends(told, Asked.Text) && Ends(value, Asked.Text);
        if (ends && !TellsBoth(table))
            return;
        if ((keyed is null ? Has(table, told) : keyed.Has(table, key)) && (!ends || HasEndless((IDictionary)table)))
            throw new WireFormatException(
                $"A key of type '{told.GetType()}' comes twice in a '{table.GetType()}', and the text of what it leads to does not end.");
    }

    /// <summary>The old tables tell the key that is there, too.</summary>
    static bool TellsBoth(object table) => table is Hashtable or SortedList or OrderedDictionary or HybridDictionary;

    static bool HasEndless(IDictionary table)
    {
        foreach (object? key in table.Keys)
            if (!Ends(key, Asked.Text))
                return true;
        return false;
    }

    static bool Has(object table, object key) =>
        table is IDictionary map ? map.Contains(key)
        : Array.Find(table.GetType().GetInterfaces(), i => i.IsConstructedGenericType
            && i.GetGenericTypeDefinition() == typeof(IDictionary<,>) && i.GetGenericArguments()[0].IsInstanceOfType(key)) is { } typed
            && (bool)typed.GetMethod(nameof(IDictionary<,>.ContainsKey))!.Call(table, key)!;

    /// <summary>Whether a key's own hash and equality come to an end.</summary>
    public static bool Ends(object? key) => Ends(key, Asked.Hash);

    /// <param name="key">The key.</param>
    /// <param name="asked">What is asked of it.</param>
    public static bool Ends(object? key, Asked asked) => LedTo(key, asked) >= 0;

    /// <summary>To how many values a key leads; -1 where there is no end.</summary>
    static int LedTo(object? key, Asked asked)
    {
        if (key is null or string || (asked != Asked.Structure && AskedFields.Of(key.GetType(), asked).Length == 0))
            return 0;
        return Walk(key, asked, null) is >= 0 and var few ? few : Walk(key, asked, new(ReferenceEqualityComparer.Instance));
    }

    /// <param name="key">The key.</param>
    /// <param name="asked">What is asked of it.</param>
    /// <param name="met">
    /// What has been met, of a key that leads to many: up to <see cref="MostOfMany"/> if they are others each time and stand no deeper in
    /// one another than <see cref="Most"/>. Null where each is counted, as is enough for most keys and takes no memory.
    /// </param>
    static int Walk(object key, Asked asked, HashSet<object>? met)
    {
        var open = new Stack<(object Value, int Depth, bool ByItems)>();
        Push(key, 0, asked == Asked.Structure);
        int most = met is null ? Most : MostOfMany, again = 0, count = 0;
        for (; open.TryPop(out var next); count++)
        {
            var (value, depth, byItems) = next;
            if (count == most || depth > Most || (met?.Add(value) == false && again++ == Most))
                return -1;
            foreach (var (field, isByItems) in AskedFields.Of(value.GetType(), asked))
                Push(field.GetValue(value), field.Name == "tail" && isByItems ? depth : depth + 1, byItems || isByItems);
            if (byItems && value is Array items && !items.GetType().GetElementType()!.IsPrimitive)
                foreach (object? item in items)
                    Push(item, depth + 1, true);
        }
        return count;

        void Push(object? within, int depth, bool byItems)
        {
            if (within is not (null or string))
                open.Push((within, depth, byItems));
        }
    }

    /// <summary>
    /// How many values two such sets may ask to be told apart: each item of one is compared with all of one hash in the other.
    /// -1 where there is no end.
    /// </summary>
    static int LedToEach(IEnumerable set, out long all)
    {
        all = 0;
        var items = new List<(int Hash, int Led)>();
        foreach (object? item in set)
        {
            int led = LedTo(item, Asked.Hash);
            if (led < 0)
                return -1;
            all += led;
            if (led > 0)
                items.Add((item!.GetHashCode(), led));
        }
        long asked = all < KeyWeights.Light
            ? all
            : items.GroupBy(static i => i.Hash).Sum(static g => g.Count() * g.Sum(static i => (long)i.Led));
        return (int)Math.Min(asked, int.MaxValue / 2);
    }

    static object? FieldOf(object of, string name) => of.GetType().GetField(name, AskedFields.Declared)?.GetValue(of);
}
