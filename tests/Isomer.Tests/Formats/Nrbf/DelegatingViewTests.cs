using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Reflection;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Collections of the program's own that hand on what they are asked, and which a payload leads back to themselves: whoever asks one ends
/// the process, so that reading asks none. BinaryFormatter asks none either.
/// </summary>
public class DelegatingViewTests
{
    [Serializable]
    public class OnList : ArrayList
    {
        public ArrayList? Inner;

        public override object SyncRoot => Inner!.SyncRoot;

        public override int Count => Inner!.Count;

        public override IEnumerator GetEnumerator() => Inner!.GetEnumerator();

        public override void CopyTo(Array array, int arrayIndex) => Inner!.CopyTo(array, arrayIndex);
    }

    [Serializable]
    public class OnQueue : Queue
    {
        public Queue? Inner;

        public override object SyncRoot => Inner!.SyncRoot;
    }

    [Serializable]
    public class OnStack : Stack
    {
        public Stack? Inner;

        public override object SyncRoot => Inner!.SyncRoot;
    }

    [Serializable]
    public class OnSorted : SortedList
    {
        public SortedList? Inner;

        public override object SyncRoot => Inner!.SyncRoot;

        public override IList GetKeyList() => Inner!.GetKeyList();

        public override IList GetValueList() => Inner!.GetValueList();
    }

    [Serializable]
    public class OnTable : Hashtable
    {
        public Hashtable? Inner;

        public OnTable()
        {
        }

#pragma warning disable CS0672, SYSLIB0050, SYSLIB0051 // a class as they were
        protected OnTable(System.Runtime.Serialization.SerializationInfo info, System.Runtime.Serialization.StreamingContext context)
            : base(info, context) => Inner = (Hashtable?)info.GetValue("Inner", typeof(Hashtable));

        public override void GetObjectData(
            System.Runtime.Serialization.SerializationInfo info, System.Runtime.Serialization.StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.AddValue("Inner", Inner, typeof(Hashtable));
        }
#pragma warning restore CS0672, SYSLIB0050, SYSLIB0051

        public override ICollection Keys => Inner!.Keys;

        public override ICollection Values => Inner!.Values;

        public override IDictionaryEnumerator GetEnumerator() => Inner!.GetEnumerator();
    }

    [Serializable]
    public class Bag : CollectionBase;

    [Serializable]
    public class ReadBag : ReadOnlyCollectionBase;

    [Serializable]
    public class Map : DictionaryBase;

    [Serializable]
    public class OnItems<T> : IList<T>
    {
        public IList<T>? Inner;

        public T this[int index] { get => Inner![index]; set => Inner![index] = value; }

        public int Count => Inner!.Count;

        public bool IsReadOnly => Inner!.IsReadOnly;

        public void Add(T item) => Inner!.Add(item);

        public void Clear() => Inner!.Clear();

        public bool Contains(T item) => Inner!.Contains(item);

        public void CopyTo(T[] array, int arrayIndex) => Inner!.CopyTo(array, arrayIndex);

        public IEnumerator<T> GetEnumerator() => Inner!.GetEnumerator();

        public int IndexOf(T item) => Inner!.IndexOf(item);

        public void Insert(int index, T item) => Inner!.Insert(index, item);

        public bool Remove(T item) => Inner!.Remove(item);

        public void RemoveAt(int index) => Inner!.RemoveAt(index);

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    static readonly Type[] s_known =
    [
        typeof(OnList), typeof(OnQueue), typeof(OnStack), typeof(OnSorted), typeof(OnTable), typeof(Bag), typeof(ReadBag), typeof(Map),
        typeof(ObservableCollection<object>), typeof(OnItems<object>), typeof(Collection<object>)
    ];

    static NrbfOptions[] Options() =>
    [
        new() { KnownTypes = [.. s_known] },
        new() { KnownTypes = [.. s_known], Limits = new Limits { MaxDepth = 3 } },
        new() { KnownTypes = [.. s_known], Convention = Convention.Fields.WithTier(ShapeTier.Reflection) },
    ];

    // What it is read as cannot be compared by asking it: by its fields.
    static object? Held(object value, string field)
    {
        for (var type = value.GetType(); type is not null; type = type.BaseType)
            if (type.GetField(field, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public) is { } found)
                return found.GetValue(value);
        throw new ArgumentException(field);
    }

    static void Set(object value, string field, object held)
    {
        for (var type = value.GetType(); type is not null; type = type.BaseType)
            if (type.GetField(field, BindingFlags.Instance | BindingFlags.NonPublic) is { } found)
            {
                found.SetValue(value, held);
                return;
            }
        throw new ArgumentException(field);
    }

    // A view around a list that asks what it is over; and then that is led to the view, as no program could.
    static (T List, object View) Circle<T>(T list, T inner, Func<T, object> view) where T : class
    {
        var field = list.GetType().GetField("Inner")!;
        field.SetValue(list, inner);
        object made = view(list);
        field.SetValue(list, made is T ? made : list);
        return (list, made);
    }

    [Fact]
    public void A_view_is_made_without_asking_what_it_is_around()
    {
        (object List, object View, string Field)[] cases =
        [
            Of(Circle<ArrayList>(new OnList(), ["a"], ArrayList.Synchronized), "_list"),
            Of(Circle<ArrayList>(new OnList(), ["a"], l => ArrayList.Synchronized(ArrayList.ReadOnly(l))), "_list", "_list"),
            Of(Circle<ArrayList>(new OnList(), ["a"], l => ArrayList.Synchronized((IList)l)), "_list"),
            Of(Circle<ArrayList>(new OnList(), ["a"], l => ArrayList.Synchronized(ArrayList.Adapter(l))), "_list", "_list"),
            Of(Circle<ArrayList>(new OnList { "a", "b" }, ["a", "b"], l => l.GetRange(1, 1)), "_baseList"),
            Of(Circle<ArrayList>(new OnList(), ["a", "b"], l => ArrayList.Adapter(l).GetRange(0, 2)), "_baseList", "_list"),
            Of(Circle<Queue>(new OnQueue(), new(), Queue.Synchronized), "_q"),
            Of(Circle<Stack>(new OnStack(), new(), Stack.Synchronized), "_s"),
            Of(Circle<SortedList>(new OnSorted(), new(), SortedList.Synchronized), "_list"),
            Of(Circle<SortedList>(new OnSorted(), new(), l => new SortedList { { "a", "b" } }.GetKeyList()), "sortedList"),
            Of(Circle<SortedList>(new OnSorted(), new(), l => new SortedList { { "a", "b" } }.GetValueList()), "sortedList"),
            Of(Circle<Hashtable>(new OnTable(), [], l => new Hashtable { { "a", "b" } }.Keys), "_hashtable"),
            Of(Circle<Hashtable>(new OnTable(), [], l => new Hashtable { { "a", "b" } }.Values), "_hashtable"),
        ];
        // What asks for keys and values was asked of another table: it is led to this one.
        foreach (var (list, view, field) in cases[^4..])
            Set(view, field, list);
        // Twice, the outer first and the inner first: either may be begun before it can be made.
        foreach (var (list, view, path) in cases)
            foreach (bool isListFirst in (bool[])[true, false])
            {
                object[] graph = isListFirst ? [list, view] : [view, list];
                foreach (var options in Options())
                {
                    object[] back = Nrbf.Deserialize<object[]>(Nrbf.Serialize(graph, options), options)!;
                    var (other, came) = isListFirst ? (back[0], back[1]) : (back[1], back[0]);
                    Check(list, other, view, came, path);
                }
                var soap = new SoapOptions { KnownTypes = [.. s_known.Where(t => !t.IsGenericType)] };
                object[] read = Soap.Deserialize<object[]>(Soap.Serialize(graph, soap), soap)!;
                Check(list, isListFirst ? read[0] : read[1], view, isListFirst ? read[1] : read[0], path);
            }

        static (object, object, string) Of<T>((T List, object View) pair, params string[] path) where T : class =>
            (pair.List, pair.View, string.Join('/', path));

        static void Check(object list, object other, object view, object came, string path)
        {
            Assert.Equal(list.GetType(), other.GetType());
            Assert.Equal(view.GetType(), came.GetType());
            object inner = path.Split('/').Aggregate(came, (at, field) => Held(at, field)!);
            Assert.Same(other, inner);
            Assert.Same(Held(list, "Inner") == list ? other : came, Held(other, "Inner"));
            if (view.GetType().Name is "Range")
                Assert.Equal((Held(view, "_baseIndex"), Held(view, "_baseSize")), (Held(came, "_baseIndex"), Held(came, "_baseSize")));
        }
    }

    [Fact]
    public void What_locks_a_view_is_what_its_payload_says_where_nobody_may_be_asked()
    {
        var list = new OnList { Inner = ["a"] };
        var view = ArrayList.Synchronized(list);
        object[] back = Nrbf.Deserialize<object[]>(Nrbf.Serialize<object[]>([view, list], Options()[0]), Options()[0])!;
        Assert.Same(((ICollection)back[1]).SyncRoot, ((ICollection)back[0]).SyncRoot);
        Assert.Same(list.SyncRoot, view.SyncRoot);
        // A queue's view is complete beside what it is around, as one that nothing derives from: it is written to equal bytes.
        var queue = new OnQueue { Inner = new Queue() };
        byte[] written = Nrbf.Serialize<object>(Queue.Synchronized(queue), Options()[0]);
        Assert.Equal(written, Nrbf.Serialize(Nrbf.Deserialize<object>(written, Options()[0]), Options()[0]));
    }

    [Fact]
    public void A_list_of_a_class_of_ones_own_where_the_framework_has_its_own_is_refused()
    {
        var list = new OnList { Inner = ["a"] };
        list.Inner = ArrayList.ReadOnly((ArrayList)list);
        var table = new OnTable();
        table.Inner = table;
        var items = new OnItems<object>();
        items.Inner = new ReadOnlyCollection<object>(items);
        (object Value, string Field, object Held)[] cases =
        [
            (new StringCollection(), "data", list), (new Bag(), "_list", list), (new ReadBag(), "<InnerList>k__BackingField", list),
            (new Map(), "_hashtable", table), (new ObservableCollection<object>(), "items", items),
        ];
        foreach (var (value, field, held) in cases)
        {
            Set(value, field, held);
            foreach (var options in Options())
            {
                byte[] payload = Nrbf.Serialize(value, options);
                var e = Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload, options));
                Assert.Contains("holds a 'Isomer.Tests.", e.Message, StringComparison.Ordinal);
            }
        }
    }
}
