using System.Collections;
using System.Collections.ObjectModel;
using System.Reflection;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Views of collections in graphs that lead back to them: a view comes back as one object, wherever the graph is entered, for the one that
/// holds it and the one that it holds ask for the same. Random graphs of lists, tables, views around views and ranges, in both formats.
/// </summary>
public class ViewCycleTests
{
    [Serializable]
    public class Node
    {
        public object? First;
        public Node? Next;
        public object? Last;
    }

    /// <summary>Objects that refer to one another at random; each is behind one of the others, or behind an array of all.</summary>
    static object[] Graph(Random random)
    {
        var all = new List<object>();
        int plain = random.Next(1, 6);
        for (int i = 0; i < plain; i++)
            all.Add(random.Next(8) switch
            {
                0 or 1 or 2 => new ArrayList { "a", 1 },
                3 => new Queue(),
                4 => new Stack(),
                5 => new Hashtable(),
                6 => new object?[3],
                _ => new Node(),
            });
        int views = random.Next(1, 7);
        for (int i = 0; i < views; i++)
            if (Around(random, all[random.Next(all.Count)]) is { } view)
                all.Add(view);
        foreach (object value in all.ToArray())
            for (int i = random.Next(3); i > 0; i--)
                Add(value, all[random.Next(all.Count)]);
        object[] order = [.. all];
        random.Shuffle(order);
        // Often one alone is the way to the others.
        return random.Next(2) == 0 ? order[..1] : order;

        void Add(object to, object value)
        {
            switch (to)
            {
                case ArrayList { IsFixedSize: false, IsReadOnly: false } list when list.GetType() == typeof(ArrayList):
                    list.Add(value);
                    break;
                case Queue queue when queue.GetType() == typeof(Queue):
                    queue.Enqueue(value);
                    break;
                case Stack stack when stack.GetType() == typeof(Stack):
                    stack.Push(value);
                    break;
                case Hashtable table when table.GetType() == typeof(Hashtable):
                    table["k" + table.Count] = value;
                    break;
                case object?[] array:
                    array[random.Next(array.Length)] = value;
                    break;
                case Node node:
                    node.Next = value as Node ?? node.Next;
                    (node.First, node.Last) = random.Next(2) == 0 ? (value, node.Last) : (node.First, value);
                    break;
            }
        }
    }

    static object? Around(Random random, object value) => value switch
    {
        ArrayList list => random.Next(6) switch
        {
            0 => ArrayList.ReadOnly(list),
            1 => ArrayList.Synchronized(list),
            2 => ArrayList.FixedSize(list),
            3 => ArrayList.Adapter(list),
            4 => ArrayList.ReadOnly((IList)list),
            _ => list.GetType() == typeof(ArrayList) ? list.GetRange(random.Next(2), 1) : ArrayList.Synchronized((IList)list),
        },
        IList list => random.Next(4) switch
        {
            0 => ArrayList.ReadOnly(list),
            1 => ArrayList.Synchronized(list),
            2 => ArrayList.FixedSize(list),
            _ => ArrayList.Adapter(list),
        },
        Queue queue => Queue.Synchronized(queue),
        Stack stack => Stack.Synchronized(stack),
        Hashtable table => Hashtable.Synchronized(table),
        _ => null,
    };

    static readonly string[] s_inner = ["_list", "_baseList", "_table", "_q", "_s"];

    static object? Field(object value, string name) =>
        value.GetType().GetField(name, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)?.GetValue(value);

    /// <summary>What an object refers to, in an order of its own.</summary>
    static IEnumerable<object?> Parts(object value)
    {
        if (value.GetType().IsNested && value is not Node)
            return [s_inner.Select(f => Field(value, f)).First(v => v is not null), Field(value, "_baseIndex"), Field(value, "_baseSize")];
        return value switch
        {
            Node node => [node.First, node.Next, node.Last],
            Hashtable table => table.Keys.Cast<string>().Order(StringComparer.Ordinal).SelectMany(k => (object?[])[k, table[k]]),
            string or int => [],
            IEnumerable items => items.Cast<object?>(),
            _ => throw new ArgumentException(value.GetType().ToString()),
        };
    }

    /// <summary>Whether one object here is one object there, all the way.</summary>
    static void AssertSame(object expected, object actual)
    {
        var there = new Dictionary<object, object>(ReferenceEqualityComparer.Instance);
        var here = new HashSet<object>(ReferenceEqualityComparer.Instance);
        var waiting = new Queue<(object?, object?)>([(expected, actual)]);
        while (waiting.TryDequeue(out var pair))
        {
            if (pair is not (object one, object other))
            {
                Assert.True(pair is (null, null));
                continue;
            }
            Assert.Equal(one.GetType(), other.GetType());
            if (one is string or int)
            {
                Assert.Equal(one, other);
                continue;
            }
            if (there.TryGetValue(one, out object? known))
            {
                Assert.True(ReferenceEquals(known, other), $"A '{one.GetType()}' came back as two.");
                continue;
            }
            there.Add(one, other);
            Assert.True(here.Add(other), $"Two of '{one.GetType()}' came back as one.");
            object?[] parts = [.. Parts(one)], others = [.. Parts(other)];
            Assert.Equal(parts.Length, others.Length);
            foreach (var next in parts.Zip(others))
                waiting.Enqueue(next);
            // It can be asked, too: what it is around is whole.
            if (other is ICollection asked)
                asked.CopyTo(new object?[asked.Count + 1], 1);
        }
    }

    [Theory, InlineData(1), InlineData(2), InlineData(3), InlineData(4)]
    public void Views_in_cycles_come_back_as_one(int seed)
    {
        NrbfOptions[] each =
        [
            new() { KnownTypes = [typeof(Node)] },
            new() { KnownTypes = [typeof(Node)], Limits = new Limits { MaxDepth = 3 } },
            new() { KnownTypes = [typeof(Node)], Convention = Convention.Fields.WithTier(ShapeTier.Reflection) },
        ];
        var soap = new SoapOptions { KnownTypes = [typeof(Node)] };
        for (int i = 0; i < 700; i++)
        {
            object[] graph = Graph(new Random((seed * 10_000) + i));
            try
            {
                foreach (var options in each)
                {
                    byte[] payload = Nrbf.Serialize(graph, options);
                    object[] back;
                    try
                    {
                        back = Nrbf.Deserialize<object[]>(payload, options)!;
                    }
                    catch (WireFormatException e) when (options.Limits.MaxDepth == 3 && e.Message.Contains("deep", StringComparison.Ordinal))
                    {
                        continue;
                    }
                    AssertSame(graph, back);
                }
                AssertSame(graph, Soap.Deserialize<object[]>(Soap.Serialize(graph, soap), soap)!);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                throw new InvalidOperationException($"Graph {(seed * 10_000) + i}: {e.Message}", e);
            }
        }
    }

    [Serializable]
    public class OwnItems : CollectionBase
    {
        public OwnItems(params object[] items) => InnerList.AddRange(items);
    }

    /// <summary>A list of the program's own, which asks the one that it is over.</summary>
    [Serializable]
    public class OwnList : IList
    {
        public ArrayList Inner = [];

        public object? this[int index] { get => Inner[index]; set => Inner[index] = value; }

        public bool IsFixedSize => Inner.IsFixedSize;

        public bool IsReadOnly => Inner.IsReadOnly;

        public int Count => Inner.Count;

        public bool IsSynchronized => Inner.IsSynchronized;

        public object SyncRoot => Inner.SyncRoot;

        public int Add(object? value) => Inner.Add(value);

        public void Clear() => Inner.Clear();

        public bool Contains(object? value) => Inner.Contains(value);

        public void CopyTo(Array array, int index) => Inner.CopyTo(array, index);

        public IEnumerator GetEnumerator() => Inner.GetEnumerator();

        public int IndexOf(object? value) => Inner.IndexOf(value);

        public void Insert(int index, object? value) => Inner.Insert(index, value);

        public void Remove(object? value) => Inner.Remove(value);

        public void RemoveAt(int index) => Inner.RemoveAt(index);
    }

    static T Cyclic<T>(T list, Func<T, object> view) where T : IList
    {
        list.Add(view(list));
        return list;
    }

    static object[] AroundLater()
    {
        ArrayList[] lists = [.. Enumerable.Range(0, 6).Select(_ => new ArrayList { "a", "b" })];
        var collection = new OwnItems("a", "b");
        var own = new OwnList { Inner = { "a", "b" } };
        var items = new Collection<object> { "a", "b" };
        var plain = new List<object> { "a", "b" };
        return
        [
            // Ranges of views of the list that is being read.
            Cyclic(lists[0], l => ArrayList.ReadOnly(l).GetRange(1, 1)),
            Cyclic(lists[1], l => ArrayList.Synchronized(l).GetRange(0, 2)),
            Cyclic(lists[2], l => ArrayList.FixedSize(l).GetRange(0, 2).GetRange(1, 1)),
            Cyclic(lists[3], l => ArrayList.Adapter(l).GetRange(1, 1)),
            Cyclic(lists[4], l => ArrayList.ReadOnly(ArrayList.ReadOnly(l).GetRange(1, 1))),
            // What holds its items elsewhere answers when these have been read.
            new Node { First = ArrayList.Synchronized((IList)collection), Last = ArrayList.Adapter(collection).GetRange(1, 1) },
            new Node { First = ArrayList.Synchronized(ArrayList.Adapter(collection)) },
            new Node { First = ArrayList.Adapter(own).GetRange(1, 1), Last = own },
            Cyclic(new OwnList { Inner = { "a", "b" } }, o => ArrayList.Synchronized((IList)o)),
            Cyclic(new OwnList { Inner = { "a", "b" } }, o => ArrayList.Adapter(o).GetRange(1, 1)),
            Cyclic(items, c => ArrayList.Synchronized((IList)c)),
            Cyclic(plain, l => ArrayList.Adapter(l).GetRange(1, 1)),
        ];
    }

    [Fact]
    public void Views_of_what_is_whole_later_are_made_later()
    {
        object[] graphs = AroundLater();
        Type[] known = [typeof(Node), typeof(OwnItems), typeof(OwnList), typeof(Collection<object>), typeof(List<object>)];
        NrbfOptions[] each =
        [
            new() { KnownTypes = [.. known] },
            new() { KnownTypes = [.. known], Limits = new Limits { MaxDepth = 3 } },
            new() { KnownTypes = [.. known], Convention = Convention.Fields.WithTier(ShapeTier.Reflection) },
        ];
        var soap = new SoapOptions { KnownTypes = [.. known.Where(t => !t.IsGenericType)] };
        foreach (object graph in graphs)
        {
            foreach (var options in each)
                Check(graph, Nrbf.Deserialize<object>(Nrbf.Serialize(graph, options), options)!);
            if (!graph.GetType().IsGenericType)
                Check(graph, Soap.Deserialize<object>(Soap.Serialize(graph, soap), soap)!);
        }

        Assert.True(graphs.OfType<IList>().Count(g => Texts(g[g.Count - 1]!) is not null) >= 5);

        // A range whose list has changed cannot be asked: some that stand in their own list.
        static string[]? Texts(object view)
        {
            try
            {
                return [.. ((IList)view).OfType<string>()];
            }
            catch (InvalidOperationException)
            {
                return null;
            }
        }

        static void Check(object expected, object actual)
        {
            Assert.Equal(expected.GetType(), actual.GetType());
            var views = expected is Node one ? new[] { one.First, one.Last } : [((IList)expected)[((IList)expected).Count - 1]];
            var others = actual is Node other ? new[] { other.First, other.Last } : [((IList)actual)[((IList)actual).Count - 1]];
            foreach (var (view, came) in views.Zip(others).Where(p => p.First is not null))
            {
                Assert.Equal(view!.GetType(), came!.GetType());
                if (Texts(view) is { } texts)
                    Assert.Equal(texts, Texts(came));
                // What locks a view is what locks the list that it is around.
                if (expected is not Node && view.GetType().Name == "SyncIList")
                    Assert.Same(((ICollection)actual).SyncRoot, ((ICollection)came).SyncRoot);
            }
        }
    }

    /// <summary>Whatever a payload makes of references among views: an error, or objects of which each can be asked.</summary>
    [Theory, InlineData(1), InlineData(2)]
    public void Changed_references_end_nobody(int seed)
    {
        var random = new Random(seed);
        var options = new NrbfOptions { KnownTypes = [typeof(Node)] };
        int read = 0;
        for (int i = 0; i < 4000; i++)
        {
            byte[] payload = Nrbf.Serialize(Graph(random), options);
            for (int change = random.Next(1, 4); change > 0; change--)
            {
                int at = random.Next(17, payload.Length - 4);
                while (at < payload.Length - 4 && !(payload[at] == 9 && payload[at + 2] == 0))
                    at++;
                payload[at + 1] = (byte)random.Next(1, 14);
            }
            object[] back;
            try
            {
                back = Nrbf.Deserialize<object[]>(payload, options)!;
            }
            catch (WireFormatException e)
            {
                Assert.DoesNotContain("Object reference not set", e.Message, StringComparison.Ordinal);
                continue;
            }
            read++;
            foreach (object? value in back)
                if (value is ICollection asked)
                    asked.CopyTo(new object?[asked.Count + 1], 1);
        }
        Assert.True(read > 400, $"{read} were read.");
    }
}
