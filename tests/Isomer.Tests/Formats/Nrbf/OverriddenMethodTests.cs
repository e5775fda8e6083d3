using System.Collections;
using System.Collections.Specialized;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

#pragma warning disable CS0672, SYSLIB0011, SYSLIB0050, SYSLIB0051 // BinaryFormatter is the original

/// <summary>
/// Classes that derive from the framework's old collections and override how items are added and counted. BinaryFormatter writes and sets
/// fields, and calls none of these methods: what they count, check and tell of is as it was.
/// </summary>
public class OverriddenMethodTests
{
    [Serializable]
    public class ToldList : ArrayList
    {
        public ArrayList Told = [];

        public override int Count => base.Count + 1000;

        public override int Capacity
        {
            get => base.Capacity;
            set
            {
                Told.Add($"Capacity {value}");
                base.Capacity = value;
            }
        }

        public override int Add(object? value)
        {
            Told.Add($"Add {value}");
            return base.Add(value);
        }

        public override void AddRange(ICollection c) => InsertRange(0, c);

        public override void InsertRange(int index, ICollection c)
        {
            Told.Add($"InsertRange {c.Count}");
            base.InsertRange(index, c);
        }
    }

    [Serializable]
    public class ToldQueue : Queue
    {
        public ArrayList Told = [];

        public override int Count => base.Count + 1000;

        public override void Enqueue(object? obj)
        {
            Told.Add($"Enqueue {obj}");
            base.Enqueue(obj);
        }
    }

    [Serializable]
    public class ToldStack : Stack
    {
        public ArrayList Told = [];

        public override int Count => base.Count + 1000;

        public override void Push(object? obj)
        {
            Told.Add($"Push {obj}");
            base.Push(obj);
        }
    }

    [Serializable]
    public class ToldSorted : SortedList
    {
        public ArrayList Told = [];

        public override void Add(object key, object? value)
        {
            Told.Add($"Add {key}");
            base.Add(key, value);
        }
    }

    [Serializable]
    public class ToldTable : Hashtable
    {
        public ArrayList? Told = [];

        public ToldTable()
        {
        }

        protected ToldTable(SerializationInfo info, StreamingContext context) : base(info, context) =>
            Told = (ArrayList?)info.GetValue("Told", typeof(ArrayList));

        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.AddValue("Told", Told, typeof(ArrayList));
        }

        public override void Add(object key, object? value)
        {
            Told?.Add($"Add {key}");
            base.Add(key, value);
        }

        public override bool ContainsKey(object key)
        {
            Told?.Add($"ContainsKey {key}");
            return base.ContainsKey(key);
        }
    }

    // Not [Serializable] in this runtime, so that there is no original; nor has either of them a constructor for its entries.
    [Serializable]
    public class ToldNames : NameValueCollection
    {
        public static readonly List<string> Told = [];

        public override void Add(string? name, string? value)
        {
            Told.Add($"Add {name}");
            base.Add(name, value);
        }

        public override string? Get(string? name)
        {
            Told.Add($"Get {name}");
            return base.Get(name);
        }
    }

    [Serializable]
    public class ToldTexts : StringDictionary
    {
        public static readonly List<string> Told = [];

        public override void Add(string key, string? value)
        {
            Told.Add($"Add {key}");
            base.Add(key, value);
        }

        public override bool ContainsKey(string key)
        {
            Told.Add($"ContainsKey {key}");
            return base.ContainsKey(key);
        }
    }

    static IEnumerable<object> Graphs()
    {
        foreach (int count in (int[])[0, 1, 5])
        {
            var list = new ToldList();
            var queue = new ToldQueue();
            var stack = new ToldStack();
            var sorted = new ToldSorted();
            var table = new ToldTable();
            for (int i = 0; i < count; i++)
            {
                list.Add(i);
                queue.Enqueue("q" + i);
                stack.Push(i == 1 ? stack : 's');
                sorted.Add("k" + i, i == 2 ? sorted : null);
                table.Add(i, "t");
            }
            yield return list;
            yield return queue;
            yield return stack;
            yield return sorted;
            yield return table;
            yield return new object[] { list, queue, list, stack, sorted };
        }
    }

    static string Told(object value) => value switch
    {
        object[] all => string.Join('|', all.Select(Told)),
        _ => string.Join(',', ((ArrayList)value.GetType().GetField("Told")!.GetValue(value)!).ToArray()),
    };

    static string Items(object value) => value switch
    {
        DictionaryEntry entry => $"{entry.Key}={entry.Value?.GetType()}",
        string or int or char => value.ToString()!,
        // Its enumerator asks for the count.
        ToldList list => string.Join(',', list.ToArray().Select(i => Items(i!))),
        IEnumerable items => string.Join(',', items.Cast<object?>().Select(i => i is ToldStack ? "itself" : Items(i!))),
        _ => throw new ArgumentException(value.GetType().ToString()),
    };

    [Fact]
    public void None_is_called_where_it_is_written_or_read()
    {
        Type[] known = [typeof(ToldList), typeof(ToldQueue), typeof(ToldStack), typeof(ToldSorted), typeof(ToldTable)];
        NrbfOptions[] each =
        [
            new() { KnownTypes = [.. known] },
            new() { KnownTypes = [.. known], Convention = Convention.Fields.WithTier(ShapeTier.Reflection) },
        ];
        var soap = new SoapOptions { KnownTypes = [.. known] };
        foreach (object graph in Graphs())
        {
            var stream = new MemoryStream();
            new BinaryFormatter().Serialize(stream, graph);
            byte[] theirs = stream.ToArray();
            stream.Position = 0;
            string told = Told(graph);
            Assert.Equal(told, Told(new BinaryFormatter().Deserialize(stream)));
            foreach (var options in each)
            {
                Assert.Equal(theirs, Nrbf.Serialize(graph, options));
                Check(Nrbf.Deserialize<object>(theirs, options)!);
            }
            Check(Soap.Deserialize<object>(Soap.Serialize(graph, soap), soap)!);
            Assert.Equal(told, Told(graph));

            void Check(object back)
            {
                Assert.Equal(told, Told(back));
                Assert.Equal(Items(graph), Items(back));
            }
        }
    }

    [Fact]
    public void None_of_what_this_runtime_does_not_write_any_more()
    {
        var options = new NrbfOptions { KnownTypes = [typeof(ToldNames), typeof(ToldTexts)] };
        var names = new ToldNames { { "a", "1" }, { "a", "2" }, { "b", null }, { null, "3" } };
        var texts = new ToldTexts { { "Aa", "1" }, { "b", null } };
        string told = Texts();
        object[] back = Nrbf.Deserialize<object[]>(Nrbf.Serialize<object[]>([names, texts], options), options)!;
        Assert.Equal(told, Texts());
        var (otherNames, otherTexts) = ((ToldNames)back[0], (ToldTexts)back[1]);
        Assert.Equal(names.AllKeys, otherNames.AllKeys);
        Assert.Equal(names.AllKeys.Select(names.GetValues), otherNames.AllKeys.Select(otherNames.GetValues));
        Assert.Equal(texts.Keys.Cast<string>().Order(), otherTexts.Keys.Cast<string>().Order());
        Assert.Equal(("1", null), (otherTexts["AA"], otherTexts["b"]));

        static string Texts() => string.Join(',', [.. ToldNames.Told, .. ToldTexts.Told]);
    }
}
