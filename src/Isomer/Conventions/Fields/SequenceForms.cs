using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Reflection;
using System.Text;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>The fields of collections of items. Room behind the items is read, and not written: capacity is nothing that a value has.</summary>
internal static class SequenceForms
{
    public static FieldForm List<T>() => new(
        typeof(List<T>), [new("_items", typeof(T[])), new("_size", typeof(int)), new("_version", typeof(int)) { IsOptional = true }], false,
        static _ => new List<T>(),
        static o => [((List<T>)o).ToArray(), ((List<T>)o).Count, ((List<T>)o).Count],
        static (target, v) =>
        {
            var items = v.Array<T>(0);
            ((List<T>)target!).AddRange(items.AsSpan(0, v.Count(1, items.Length)));
            return target!;
        });

    public static FieldForm ArrayList() => new(
        typeof(ArrayList), [new("_items", typeof(object[])), new("_size", typeof(int)), new("_version", typeof(int)) { IsOptional = true }], false,
        static _ => new ArrayList(),
        static o => [((ArrayList)o).ToArray(), ((ArrayList)o).Count, ((ArrayList)o).Count],
        static (target, v) =>
        {
            object?[] items = v.Array<object?>(0);
            ((ArrayList)target!).AddRange(items[..v.Count(1, items.Length)]);
            return target!;
        });

    public static FieldForm Queue<T>() => new(
        typeof(Queue<T>),
        [new("_array", typeof(T[])), new("_head", typeof(int)), new("_size", typeof(int)), new("_tail", typeof(int)) { IsOptional = true }, new("_version", typeof(int)) { IsOptional = true }], false,
        static _ => new Queue<T>(),
        static o => [((Queue<T>)o).ToArray(), 0, ((Queue<T>)o).Count, 0, ((Queue<T>)o).Count],
        static (target, v) =>
        {
            var items = v.Array<T>(0);
            for (int size = v.Count(2, items.Length), head = v.Count(1, items.Length), i = 0; i < size; i++)
                ((Queue<T>)target!).Enqueue(items[(head + i) % items.Length]);
            return target!;
        });

    public static FieldForm UntypedQueue() => new(
        typeof(Queue),
        [
            new("_array", typeof(object[])), new("_growFactor", typeof(int)) { IsOptional = true }, new("_head", typeof(int)), new("_size", typeof(int)), new("_tail", typeof(int)) { IsOptional = true },
            new("_version", typeof(int)) { IsOptional = true },
        ],
        false,
        static _ => new Queue(),
        static o => [((Queue)o).ToArray(), 200, 0, ((Queue)o).Count, 0, ((Queue)o).Count],
        static (target, v) =>
        {
            object?[] items = v.Array<object?>(0);
            for (int size = v.Count(3, items.Length), head = v.Count(2, items.Length), i = 0; i < size; i++)
                ((Queue)target!).Enqueue(items[(head + i) % items.Length]);
            return target!;
        });

    /// <summary>Bottom first, other than a stack is enumerated.</summary>
    public static FieldForm Stack<T>() => new(
        typeof(Stack<T>), [new("_array", typeof(T[])), new("_size", typeof(int)), new("_version", typeof(int)) { IsOptional = true }], false,
        static _ => new Stack<T>(),
        static o =>
        {
            var items = ((Stack<T>)o).ToArray();
            Array.Reverse(items);
            return [items, items.Length, items.Length];
        },
        static (target, v) =>
        {
            var items = v.Array<T>(0);
            foreach (var item in items.AsSpan(0, v.Count(1, items.Length)))
                ((Stack<T>)target!).Push(item);
            return target!;
        });

    public static FieldForm UntypedStack() => new(
        typeof(Stack), [new("_array", typeof(object[])), new("_size", typeof(int)), new("_version", typeof(int)) { IsOptional = true }], false,
        static _ => new Stack(),
        static o =>
        {
            object?[] items = ((Stack)o).ToArray();
            int count = items.Length;
            Array.Reverse(items);
            // .NET Framework's grows by doubling, which never gets it off nothing.
            Array.Resize(ref items, Math.Max(count, 10));
            return [items, count, count];
        },
        static (target, v) =>
        {
            object?[] items = v.Array<object?>(0);
            foreach (object? item in items.AsSpan(0, v.Count(1, items.Length)))
                ((Stack)target!).Push(item);
            return target!;
        });

    public static FieldForm LinkedList<T>() => new(
        typeof(LinkedList<T>), [new("Version", typeof(int)) { IsOptional = true }, new("Count", typeof(int)), new("Data", typeof(T[])) { IsOptional = true }], true,
        static _ => new LinkedList<T>(),
        static o => MapForms.EntriesOf(o, "Version", "Count", "Data"),
        static (target, v) =>
        {
            foreach (var item in Items<T>(v, 1, 2))
                ((LinkedList<T>)target!).AddLast(item);
            return target!;
        });

    public static FieldForm HashSet<T>() => new(
        typeof(HashSet<T>),
        [
            new("Version", typeof(int)) { IsOptional = true }, new("Comparer", typeof(IEqualityComparer<T>)), new("Capacity", typeof(int)) { IsOptional = true },
            new("Elements", typeof(T[])) { IsOptional = true },
        ],
        true,
        static v => new HashSet<T>((IEqualityComparer<T>?)v[1]),
        static o => MapForms.EntriesOf(o, "Version", "Comparer", "Capacity", "Elements"),
        static (target, v) =>
        {
            var set = (HashSet<T>)target!;
            HashGuard? guard = null;
            foreach (var item in v.ArrayOrNone<T>(3))
            {
                if (!set.Add(item))
                    throw v.Wrong(3, "holds an item twice");
                if (set.Count >= HashGuard.Start && typeof(T) != typeof(string))
                    HashGuard.Check(ref guard, item, set.Count, set.Capacity);
            }
            return set;
        })
    {
        BeginsAt = 3,
    };

    public static FieldForm SortedSet<T>() => new(
        typeof(SortedSet<T>),
        [
            new("Count", typeof(int)), new("Comparer", typeof(IComparer<T>)), new("Version", typeof(int)) { IsOptional = true }, new("Items", typeof(T[])) { IsOptional = true },
        ],
        true,
        static v => new SortedSet<T>((IComparer<T>?)v[1]),
        static o => MapForms.EntriesOf(o, "Count", "Comparer", "Version", "Items"),
        static (target, v) =>
        {
            var set = (SortedSet<T>)target!;
            foreach (var item in Items<T>(v, 0, 3))
                if (!set.Add(item))
                    throw v.Wrong(3, "holds an item twice");
            return set;
        })
    {
        BeginsAt = 3,
    };

    static T[] Items<T>(FormValues v, int count, int items)
    {
        var found = v.ArrayOrNone<T>(items);
        return v.Count(count, found.Length) == found.Length ? found : throw v.Wrong(items, $"has {found.Length} items, more than are said to be there");
    }

    // The list behind is what a derived class may see.
    static object? Inner(object wrapper, string name) =>
        wrapper.GetType().GetProperty(name, BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(wrapper);

    static readonly object NoMonitor = new MonitorForm();

    public static FieldForm Collection<T>() => new(
        typeof(Collection<T>), [new("items", typeof(IList<T>))], false,
        static _ => new Collection<T>(),
        static o => [Inner(o, "Items")],
        static (target, v) => AddTo((Collection<T>)target!, v));

    public static FieldForm ObservableCollection<T>() => new(
        typeof(ObservableCollection<T>), [new("items", typeof(IList<T>)), new("_monitor", typeof(MonitorForm)) { IsOptional = true }], false,
        static _ => new ObservableCollection<T>(),
        static o => [Inner(o, "Items"), NoMonitor],
        static (target, v) => AddTo((ObservableCollection<T>)target!, v));

    static object AddTo<T>(Collection<T> target, FormValues v)
    {
        foreach (var item in v[0] as IList<T> ?? throw v.Wrong(0, "is null"))
            target.Add(item);
        return target;
    }

    public static FieldForm Monitor() => new(
        typeof(MonitorForm), [new("_busyCount", typeof(int))], false, null, static _ => [0], static (_, _) => NoMonitor)
    {
        Name = new ClrName("System.Collections.ObjectModel.ObservableCollection`1+SimpleMonitor", []),
    };

    public static FieldForm ReadOnlyCollection<T>() => new(
        typeof(ReadOnlyCollection<T>), [new("list", typeof(IList<T>))], false, null,
        static o => [Inner(o, "Items")],
        static (_, v) => new ReadOnlyCollection<T>(v[0] as IList<T> ?? throw v.Wrong(0, "is null")));

    public static FieldForm StringCollection() => new(
        typeof(StringCollection), [new("data", typeof(ArrayList))], false,
        static _ => new StringCollection(),
        static o => [new ArrayList((StringCollection)o)],
        static (target, v) =>
        {
            foreach (object? item in v[0] as ArrayList ?? throw v.Wrong(0, "is null"))
                ((StringCollection)target!).Add((string?)item);
            return target!;
        });

    public static FieldForm BitArray() => new(
        typeof(BitArray), [new("_version", typeof(int)) { IsOptional = true }, new("m_array", typeof(int[])), new("m_length", typeof(int))], false, null,
        static o =>
        {
            var bits = (BitArray)o;
            int[] words = new int[(bits.Length + 31) / 32];
            bits.CopyTo(words, 0);
            return [0, words, bits.Length];
        },
        static (_, v) =>
        {
            int[] words = v.Array<int>(1);
            int length = v.Count(2, (int)Math.Min(words.Length * 32L, int.MaxValue));
            return new BitArray(words[..((length + 31) / 32)]) { Length = length };
        });

    public static FieldForm StringBuilder() => new(
        typeof(StringBuilder),
        [
            new("m_MaxCapacity", typeof(int)) { IsOptional = true }, new("Capacity", typeof(int)) { IsOptional = true }, new("m_StringValue", typeof(string)),
            new("m_currentThread", typeof(int)) { IsOptional = true },
        ],
        true,
        static _ => new StringBuilder(),
        static o => [((StringBuilder)o).MaxCapacity, ((StringBuilder)o).Capacity, o.ToString(), 0],
        static (target, v) => ((StringBuilder)target!).Append((string?)v[2]));
}

/// <summary>Stands in for ObservableCollection's monitor, which counts who is in it: nobody.</summary>
internal sealed class MonitorForm;
