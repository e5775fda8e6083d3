using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

namespace Isomer.Tests.Formats.OfNrbf;

#pragma warning disable SYSLIB0050, SYSLIB0051 // what BinaryFormatter knows

/// <summary>
/// Random graphs of many types: collections with keys that are objects, classes that derive from collections, entries, stand-ins, structs.
/// Any object may be met again, also within itself.
/// </summary>
sealed class RewrittenGraphs(Random random)
{
    [Serializable]
    public class Key(string name) : IComparable, IComparable<Key>
    {
        public string Name = name;
        public object? More;

        public override int GetHashCode() => Name.GetHashCode(StringComparison.Ordinal);

        public override bool Equals(object? obj) => obj is Key other && other.Name == Name;

        public int CompareTo(object? obj) => CompareTo((Key?)obj);

        public int CompareTo(Key? other) => string.CompareOrdinal(Name, other?.Name);
    }

    [Serializable]
    public class Plain
    {
        public object? First, Second;
        public Plain? Next;
        public Spot Spot;
        public IList? Items;
    }

    [Serializable]
    public struct Spot
    {
        public int X;
        public object? What;
    }

    /// <summary>Looks at what it holds, in its constructor.</summary>
    [Serializable]
    public sealed class Looker : ISerializable
    {
        public object? Held;
        public int Count;

        public Looker() { }

        Looker(SerializationInfo info, StreamingContext context)
        {
            (Held, Count) = (info.GetValue("held", typeof(object)), info.GetInt32("count"));
            if (Held is ICollection collection)
                _ = collection.Count;
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("held", Held);
            info.AddValue("count", Count);
        }
    }

    /// <summary>Stands for one of two objects.</summary>
    [Serializable]
    public sealed class Stand : IObjectReference
    {
        public static readonly string[] Real = ["left", "right"];

        public bool IsRight;

        public object GetRealObject(StreamingContext context) => Real[IsRight ? 1 : 0];
    }

    [Serializable]
    public class Chain : ListDictionary
    {
        public object? Title;
    }

    [Serializable]
    public class Ranks : SortedList<Key, object?>
    {
        public object? Title;
    }

    [Serializable]
    public class Things : List<object?>
    {
        public object? Title;
    }

    [Serializable]
    public class Table : Hashtable
    {
        public Table() { }

        protected Table(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    [Serializable]
    public class Map : Dictionary<Key, object?>
    {
        public Map() { }

        protected Map(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    [Serializable]
    public class Keyed : KeyedCollection<string, Key>
    {
        protected override string GetKeyForItem(Key item) => item.Name;
    }

    [Serializable]
    public class Failure : Exception
    {
        public Failure(string message, Exception? inner) : base(message, inner) { }

        protected Failure(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    public static readonly Type[] Known =
    [
        typeof(Key), typeof(Plain), typeof(Spot), typeof(Looker), typeof(Stand), typeof(Chain), typeof(Ranks), typeof(Things),
        typeof(Table), typeof(Map), typeof(Keyed), typeof(Failure), typeof(Dictionary<Key, object>), typeof(Dictionary<object, object>),
        typeof(Dictionary<string, object>), typeof(HashSet<Key>), typeof(HashSet<object>), typeof(SortedList<Key, object>),
        typeof(SortedDictionary<Key, object>), typeof(SortedSet<Key>), typeof(List<object>), typeof(List<Spot>), typeof(Queue<object>),
        typeof(Stack<object>), typeof(LinkedList<object>), typeof(Tuple<object, object>), typeof(KeyValuePair<object, object>),
        typeof(Collection<object>), typeof(ReadOnlyCollection<object>), typeof(ValueTuple<object, object>), typeof(Spot?), typeof(Key[]),
        typeof(Spot[]), typeof(Plain[]), typeof(object[,]), typeof(DayOfWeek), typeof(Dictionary<DayOfWeek, Spot>),
    ];

    readonly List<object> _met = [];
    int _left = random.Next(2, 40);
    int _keys;

    public object Root()
    {
        while (true)
            if (Value(0) is { } root)
                return root;
    }

    T Met<T>(T value) where T : class
    {
        _met.Add(value);
        return value;
    }

    Key NewKey()
    {
        var key = Met(new Key($"k{_keys++}"));
        if (random.Next(6) == 0)
            key.More = Value(3);
        return key;
    }

    /// <summary>A key that no other is equal to.</summary>
    object AnyKey() => random.Next(5) switch
    {
        0 => $"s{_keys++}",
        1 => _keys++,
        2 => DateTime.UnixEpoch.AddDays(_keys++),
        _ => NewKey(),
    };

    int Size() => random.Next(8) == 0 ? random.Next(8, 24) : random.Next(4);

    object? Scalar() => random.Next(10) switch
    {
        0 => null,
        1 => random.Next(3),
        2 => "text",
        3 => $"t{random.Next(4)}",
        4 => 2.5m,
        5 => DayOfWeek.Friday,
        6 => 'x',
        7 => new DateTime(2020, 1, random.Next(1, 28), 0, 0, 0, (DateTimeKind)random.Next(3)),
        8 => Guid.Empty,
        _ => new byte[] { 1, 2 },
    };

    object? Value(int depth)
    {
        if (_met.Count > 0 && depth > 0 && random.Next(5) == 0)
            return _met[random.Next(_met.Count)];
        if (depth > 6 || _left-- <= 0 || random.Next(4) == 0)
            return depth == 0 ? NewKey() : Scalar();
        return Made(random.Next(38), depth + 1);
    }

    T Filled<T>(T map, int depth, Func<object> key) where T : class, IDictionary
    {
        Met(map);
        for (int i = Size(); i > 0; i--)
            map[key()] = Value(depth);
        return map;
    }

    T Added<T>(T list, int depth, Action<T, object?> add) where T : class
    {
        Met(list);
        for (int i = Size(); i > 0; i--)
            add(list, Value(depth));
        return list;
    }

    object Made(int kind, int depth)
    {
        switch (kind)
        {
            case 0:
                return NewKey();
            case 1:
            case 2:
                var plain = Met(new Plain());
                (plain.First, plain.Second) = (Value(depth), Value(depth));
                plain.Next = _met.OfType<Plain>().Skip(random.Next(3)).FirstOrDefault();
                plain.Spot = new() { X = 1, What = Value(depth) };
                plain.Items = Value(depth) as IList;
                return plain;
            case 3:
            case 4:
                var looker = Met(new Looker { Count = random.Next(9) });
                looker.Held = Value(depth);
                return looker;
            case 5:
                return Met(new Stand { IsRight = random.Next(2) == 0 });
            case 6:
                // A box may be met within itself.
                object box = Met((object)new Spot { X = random.Next(9) });
                Unsafe.Unbox<Spot>(box).What = Value(depth);
                return box;
            case 7:
                return Filled(new ListDictionary(), depth, AnyKey);
            case 8:
                return Filled(random.Next(2) == 0 ? new HybridDictionary() : new HybridDictionary(20), depth, AnyKey);
            case 9:
                return Filled(new OrderedDictionary(), depth, AnyKey);
            case 10:
                return Filled(new Hashtable(0, random.Next(3) == 0 ? random.Next(7, 11) / 10f : 1), depth, AnyKey);
            case 11:
                return Filled(new SortedList(), depth, NewKey);
            case 12:
                return Filled(new SortedList<Key, object?>(), depth, NewKey);
            case 13:
                return Filled(new SortedDictionary<Key, object?>(), depth, NewKey);
            case 14:
                return Filled(new Dictionary<Key, object?>(), depth, NewKey);
            case 15:
                return Filled(new Dictionary<object, object?>(), depth, AnyKey);
            case 16:
                return Filled(new Dictionary<string, object?>(), depth, () => $"s{_keys++}");
            case 17:
                return Filled(new Chain { Title = Value(depth) }, depth, AnyKey);
            case 18:
                return Filled(new Ranks { Title = Value(depth) }, depth, NewKey);
            case 19:
                return Filled(new Table(), depth, AnyKey);
            case 20:
                return Filled(new Map(), depth, NewKey);
            case 21:
                return Added(new HashSet<Key>(), depth, (set, _) => set.Add(NewKey()));
            case 22:
                return Added(new HashSet<object>(), depth, (set, _) => set.Add(AnyKey()));
            case 23:
                return Added(new SortedSet<Key>(), depth, (set, _) => set.Add(NewKey()));
            case 24:
                return Added(new List<object?>(), depth, static (list, item) => list.Add(item));
            case 25:
                return Added(new ArrayList(), depth, static (list, item) => list.Add(item));
            case 26:
                return Added(new Things { Title = Value(depth) }, depth, static (list, item) => list.Add(item));
            case 27:
                return Added(new Queue<object?>(), depth, static (list, item) => list.Enqueue(item));
            case 28:
                return Added(new Stack<object?>(), depth, static (list, item) => list.Push(item));
            case 29:
                return Added(new LinkedList<object?>(), depth, static (list, item) => list.AddLast(item));
            case 30:
                return Met(Tuple.Create(Value(depth), Value(depth)));
            case 31:
                return Added(new Queue(), depth, static (list, item) => list.Enqueue(item));
            case 32:
                return Added(new Keyed(), depth, (list, _) => list.Add(NewKey()));
            case 33:
                var list = Added(new Collection<object?>(), depth, static (list, item) => list.Add(item));
                return random.Next(3) == 0 ? Met(new ReadOnlyCollection<object?>(list)) : list;
            case 34:
                var failure = Met(new Failure("m", Value(depth) as Exception));
                for (int i = random.Next(3); i > 0; i--)
                    failure.Data.Add(AnyKey(), Value(depth) is { } value && random.Next(2) == 0 ? value : "v");
                return failure;
            case 35:
                return Added(new List<Spot>(), depth, static (list, item) => list.Add(new() { X = 1, What = item }));
            case 36:
                var table = Met(new object?[random.Next(3), 2]);
                for (int i = 0; i < table.GetLength(0); i++)
                    (table[i, 0], table[i, 1]) = (Value(depth), Value(depth));
                return table;
            default:
                object?[] array = Met(new object?[Size()]);
                for (int i = 0; i < array.Length; i++)
                    array[i] = Value(depth);
                return array;
        }
    }
}
