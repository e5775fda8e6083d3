using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// Copies under Convention.Fields: what stands where its base is declared is copied as what it is, and what is carried by entries is
/// refused, where it once ended the process by recursion.
/// </summary>
public class CopyByFieldsTests
{
    [Serializable]
    class Lists : List<int>
    {
        public int More = 3;
    }

    [Serializable]
    class Queues : Queue;

    [Serializable]
    class Collections : Collection<int>;

    [Serializable]
    class Bases : CollectionBase;

    [Serializable]
    sealed class Entries : ISerializable
    {
        public Entries()
        {
        }

        Entries(SerializationInfo info, StreamingContext context)
        {
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("A", 1);
    }

    [Serializable]
    class Holder
    {
        public object? Any;
        public Queue? Queue;
        public Stack? Stack;
        public ArrayList? List;
        public List<int>? Numbers;
        public Hashtable? Table;
        public IList? Interface;
    }

    static readonly Convention[] s_tiers = [Convention.Fields, Convention.Fields.WithTier(ShapeTier.Reflection)];

    public static TheoryData<object> ByEntries =>
    [
        new InvalidOperationException("x"), new Lists { 1 }, new Queues(), new Collections { 1 }, new Bases(), new Entries(),
    ];

    [Theory, MemberData(nameof(ByEntries), DisableDiscoveryEnumeration = true)]
    public void What_is_carried_by_entries_is_refused(object value)
    {
        foreach (var fields in s_tiers)
        {
            Assert.Contains("Nrbf", Assert.Throws<NotSupportedException>(() => DeepCopy.Of(value, value.GetType(), fields)).Message);
            Assert.Contains("Nrbf", Assert.Throws<NotSupportedException>(() => DeepCopy.Of(new Holder { Any = value }, fields)).Message);
            if (value is Lists numbers)
                Assert.Throws<NotSupportedException>(() => DeepCopy.Of(new Holder { Numbers = numbers }, fields));
        }
        // What the error says to do.
        var back = Nrbf.Deserialize<Holder>(Nrbf.Serialize(new Holder { Any = value }),
            new NrbfOptions { KnownTypes = [value.GetType(), typeof(Holder)] });
        Assert.Equal(value.GetType(), back!.Any!.GetType());
    }

    public class Plain
    {
        public int A { get; set; }
    }

    /// <summary>Values that a convention has no form for in memory: told, in every convention, where they once ended the process.</summary>
    [Fact]
    public void What_has_no_form_is_refused_under_every_convention()
    {
        object[] values =
        [
            new InvalidOperationException("x"), typeof(int), (Action)(() => { }), new MemoryStream(), Task.CompletedTask,
            new IntPtr(3), new System.Data.DataTable("T"), new System.Xml.XmlDocument(), new ConcurrentStack<int>([1]), new { A = 1 },
            new System.Text.RegularExpressions.Regex("a"), new WeakReference(null), DBNull.Value, Enumerable.Range(0, 3).Where(i => i > 0),
        ];
        Convention[] conventions =
        [
            Convention.Plain, Convention.DataContract, Convention.XmlAttributes, Convention.FastJson,
            Convention.Protobuf, Convention.Fields, Convention.Fields.WithTier(ShapeTier.Reflection),
            Convention.DataContract.WithTier(ShapeTier.Reflection),
        ];
        int refused = 0;
        foreach (var convention in conventions)
            foreach (object value in values)
                foreach (var copy in new Func<object?>[]
                {
                    () => DeepCopy.Of(value, convention),
                    () => Json.Serialize(value, value.GetType(), JsonOptions.Graph with { Convention = convention }),
                    () => Json.Serialize(value, new JsonOptions { Convention = convention }),
                })
                {
                    try
                    {
                        _ = copy();
                    }
                    // What a getter of the framework throws passes.
                    catch (Exception e) when (e is not (InvalidCastException or NullReferenceException))
                    {
                        refused++;
                    }
                }
        Assert.True(refused > 100, $"{refused}");
        // An ordinary class has JSON under the conventions of others.
        foreach (var convention in conventions[..4])
            Assert.Equal("{\"A\":1}", Json.ToText(new Plain { A = 1 }, new JsonOptions { Convention = convention }));
    }

    [Fact]
    public void Views_are_copied_as_what_they_are()
    {
        var list = new ArrayList { 1, "b" };
        var holder = new Holder
        {
            Queue = Queue.Synchronized(new Queue(new object[] { 1, 2 })),
            Stack = Stack.Synchronized(new Stack(new object[] { 1, 2 })),
            List = ArrayList.ReadOnly(list),
            Table = Hashtable.Synchronized(new Hashtable { ["a"] = list }),
            Interface = list.GetRange(1, 1),
            Any = new[] { ArrayList.Synchronized(list), list },
        };
        foreach (var fields in s_tiers)
        {
            var copy = DeepCopy.Of(holder, fields);
            Assert.Equal(holder.Queue.GetType(), copy.Queue!.GetType());
            Assert.Equal([1, 2], copy.Queue.Cast<object>());
            Assert.Equal(holder.Stack.GetType(), copy.Stack!.GetType());
            Assert.Equal([2, 1], copy.Stack.Cast<object>());
            Assert.Equal(holder.List.GetType(), copy.List!.GetType());
            Assert.Equal([1, "b"], copy.List.Cast<object>());
            Assert.Equal(holder.Table.GetType(), copy.Table!.GetType());
            Assert.Equal(list.ToArray(), ((ArrayList)copy.Table["a"]!).ToArray());
            Assert.Equal(["b"], copy.Interface!.Cast<object>());
            // One object stays one: the list within the views is the list beside them.
            var lists = (ArrayList[])copy.Any!;
            Assert.NotSame(list, lists[1]);
            Assert.Same(lists[1], copy.Table["a"]);
            lists[1].Add(3);
            Assert.Equal([1, "b", 3], lists[0].Cast<object>());
            Assert.Equal([1, "b", 3], copy.List.Cast<object>());
        }
        Assert.Equal(2, list.Count);
    }
}
