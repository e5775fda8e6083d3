using System.Collections;
using System.Globalization;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050, SYSLIB0051 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// An object is begun, told so and asked for its entries, when BinaryFormatter does it, and what it holds is taken then: random graphs
/// whose callbacks and entries tell of themselves and change what is around them.
/// </summary>
public class NrbfOrderTests
{
    [ThreadStatic]
    static List<string>? t_log;

    /// <summary>What runs when an object is told, or asked.</summary>
    sealed class Effect(string name, List<Action<int>> actions)
    {
        int _runs;

        public void Run(string sign)
        {
            (t_log ??= []).Add(sign + name);
            if (sign != "-")
                foreach (var action in actions)
                    action(_runs++);
        }
    }

    public interface IMark;

    [Serializable]
    public class Node
    {
        public string? Text;
        public object? Next;
        public Node? Left;
        public IMark? Mark;
        public int Number;
        public List<object?>? List;
    }

    [Serializable]
    public class Telling : Node
    {
        public Telling? Other;

        [NonSerialized]
        internal object? Effect;

        [OnSerializing]
        void Fill(StreamingContext context) => ((Effect)Effect!).Run("+");

        [OnSerialized]
        void Empty(StreamingContext context) => ((Effect)Effect!).Run("-");
    }

    [Serializable]
    public sealed class Sealed
    {
        public int Id;
        public Node? Next;

        [NonSerialized]
        internal object? Effect;

        [OnSerializing]
        void Fill(StreamingContext context) => ((Effect)Effect!).Run("+");
    }

    [Serializable]
    public class Entries : ISerializable
    {
        public int Id;
        public object? Next;
        public Node? Node;
        public IMark? Mark;
        internal object? Effect;

        public Entries()
        {
        }

        protected Entries(SerializationInfo info, StreamingContext context)
        {
        }

        [OnSerializing]
        void Fill(StreamingContext context) => ((Effect)Effect!).Run("+");

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            ((Effect)Effect!).Run("?");
            info.AddValue("i", Id);
            info.AddValue("n", Next);
            info.AddValue("m", Mark, typeof(IMark));
            info.AddValue("d", Node, typeof(Node));
            info.AddValue("k", new KeyValuePair<string, object?>("key", Next));
        }

        [OnSerialized]
        void Empty(StreamingContext context) => ((Effect)Effect!).Run("-");
    }

    [Serializable]
    public struct Asked : ISerializable, IMark
    {
        public int Id;
        public object? Next;

        [NonSerialized]
        internal object? Effect;

        Asked(SerializationInfo info, StreamingContext context) => this = default;

        public readonly void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            ((Effect?)Effect)?.Run("?");
            info.AddValue("i", Id);
            info.AddValue("n", Next);
        }
    }

    [Serializable]
    public class Listed : List<object?>
    {
        public int Id;

        [NonSerialized]
        internal object? Effect;

        [OnSerializing]
        void Fill(StreamingContext context) => ((Effect)Effect!).Run("+");

        [OnSerialized]
        void Empty(StreamingContext context) => ((Effect)Effect!).Run("-");
    }

    [Serializable]
    public struct Counted : IMark
    {
        public int Id;
        public object? Next;
        public Node? Node;

        [NonSerialized]
        internal object? Effect;

        [OnSerializing]
        readonly void Fill(StreamingContext context) => ((Effect?)Effect)?.Run("+");

        [OnSerialized]
        readonly void Empty(StreamingContext context) => ((Effect?)Effect)?.Run("-");
    }

    [Serializable]
    public struct Plain : IMark
    {
        public string? Text;
        public Telling? Telling;
        public object? Next;
    }

    [Serializable]
    public class Holder : Node
    {
        public Plain Plain;
        public Telling? Telling;
        public Counted Counted;
        public Counted? Perhaps;
        public Sealed? Sealed;
        public Plain[]? Many;
        public Asked Asked;
        public KeyValuePair<string, object?> Pair;
    }

    static readonly NrbfOptions s_options = new()
    {
        KnownTypes = [typeof(Holder), typeof(Node), typeof(Telling), typeof(Entries), typeof(Listed), typeof(Counted), typeof(Plain),
            typeof(Asked), typeof(Sealed), typeof(object[])],
    };

    /// <summary>The graph of a seed: made anew each time, for it changes when it is written.</summary>
    sealed class Graph
    {
        readonly Random _random;
        readonly List<object> _all = [];
        readonly bool _changes;
        int _id;

        public Graph(int seed, bool changes = true)
        {
            (_random, _changes) = (new Random(seed), changes);
            int count = 1 + _random.Next(9);
            double telling = _random.NextDouble();
            for (int i = 0; i < count; i++)
                _all.Add(Make(telling));
            foreach (object made in _all)
                Join(made);
            Root = _random.Next(3) == 0 ? _all.ToArray() : _all[_random.Next(_all.Count)];
        }

        public object Root { get; }

        object Any() => _all[_random.Next(_all.Count)];

        T? One<T>() where T : class =>
            _random.Next(3) > 0 && _all.OfType<T>().ToArray() is { Length: > 0 } all ? all[_random.Next(all.Length)] : null;

        object Effect() => new Effect((++_id).ToString(CultureInfo.InvariantCulture), _changes
            ? [.. Enumerable.Range(0, _random.Next(3)).Select(_ => Change())] : []);

        public Action<int> Change()
        {
            int target = _random.Next(1 << 20), other = _random.Next(1 << 20), kind = _random.Next(3), id = _id;
            return run =>
            {
                object at = _all[target % _all.Count], held = _all[other % _all.Count];
                string text = $"{id}/{run}";
                switch (at)
                {
                    case Node node when kind == 0:
                        node.Text = text;
                        break;
                    case Holder holder when kind == 1:
                        (holder.Plain.Text, holder.Counted.Node, holder.Plain.Next) = (text, held as Node, held);
                        if (holder.Many is { Length: > 0 } many)
                            many[other % many.Length].Next = held;
                        break;
                    case Node node:
                        (node.Next, node.Left) = (held, held as Node ?? node.Left);
                        break;
                    case Entries entries:
                        (entries.Id, entries.Next) = (id, held);
                        break;
                    case List<object?> list:
                        if (kind == 0)
                            list.Add(text);
                        else if (list.Count > 0)
                            list[other % list.Count] = held;
                        break;
                    case object?[] array when array.GetType() == typeof(object[]):
                        array[other % array.Length] = held;
                        break;
                    case Plain[] { Length: > 0 } plains:
                        plains[other % plains.Length].Text = text;
                        break;
                    case Dictionary<string, object?> map:
                        map["a"] = text;
                        break;
                }
            };
        }

        object Make(double telling) => _random.NextDouble() < telling
            ? _random.Next(6) switch
            {
                0 => new Entries(),
                1 => new Listed(),
                2 => new Sealed(),
                3 => new Counted { Id = ++_id, Effect = Effect() },
                4 => new Asked { Id = ++_id, Effect = Effect() },
                _ => new Telling(),
            }
            : _random.Next(8) switch
            {
                0 => new object?[3],
                1 => new List<object?>(),
                2 => new Dictionary<string, object?>(),
                3 => new Holder(),
                4 => new Plain[2],
                5 => new Plain[1, 2],
                6 => new IMark[2],
                _ => new Node(),
            };

        IMark? Mark() => _random.Next(5) switch
        {
            0 => Counted(),
            1 => Plain(),
            2 => new Asked { Id = ++_id, Next = Any(), Effect = Effect() },
            _ => null,
        };

        Counted Counted() => new() { Id = ++_id, Next = Any(), Node = One<Node>(), Effect = Effect() };

        Plain Plain() => new() { Text = "p" + ++_id, Telling = One<Telling>(), Next = Any() };

        void Join(object made)
        {
            switch (made)
            {
                case Node node:
                    (node.Number, node.Next, node.Left, node.Mark) = (++_id, Any(), One<Node>(), Mark());
                    node.List = One<List<object?>>();
                    if (node is Telling telling)
                        (telling.Effect, telling.Other) = (Effect(), One<Telling>());
                    if (node is Holder holder)
                        Fill(holder);
                    break;
                case Sealed own:
                    (own.Id, own.Next, own.Effect) = (++_id, One<Node>(), Effect());
                    break;
                case Entries entries:
                    (entries.Id, entries.Next, entries.Node, entries.Mark, entries.Effect) = (++_id, Any(), One<Node>(), Mark(), Effect());
                    break;
                case List<object?> list:
                    for (int i = _random.Next(4); i > 0; i--)
                        list.Add(Any());
                    if (list is Listed listed)
                        (listed.Id, listed.Effect) = (++_id, Effect());
                    break;
                case Dictionary<string, object?> map:
                    for (int i = _random.Next(4); i > 0; i--)
                        map["k" + i] = Any();
                    break;
                case Plain[] plains:
                    for (int i = 0; i < plains.Length; i++)
                        plains[i] = Plain();
                    break;
                case Plain[,] plains:
                    (plains[0, 0], plains[0, 1]) = (Plain(), Plain());
                    break;
                case IMark?[] marks:
                    (marks[0], marks[1]) = (Mark(), Mark());
                    break;
                case object?[] array:
                    for (int i = 0; i < array.Length; i++)
                        array[i] = _random.Next(4) > 0 ? Any() : null;
                    break;
            }
        }

        void Fill(Holder holder)
        {
            holder.Plain = Plain();
            holder.Counted = Counted();
            holder.Perhaps = _random.Next(2) == 0 ? Counted() : null;
            holder.Asked = new Asked { Id = ++_id, Next = Any(), Effect = Effect() };
            (holder.Telling, holder.Sealed) = (One<Telling>(), One<Sealed>());
            holder.Pair = new("pair", Any());
            holder.Many = _random.Next(3) switch { 0 => null, 1 => [], _ => [Plain(), Plain()] };
        }
    }

    static (string Log, byte[] Payload) Logged(Func<byte[]> work)
    {
        t_log = [];
        byte[] payload = work();
        return (string.Join(' ', t_log), payload);
    }

    [Theory, InlineData(ShapeTier.Emitted, true), InlineData(ShapeTier.Reflection, true), InlineData(ShapeTier.Emitted, false)]
    public void Random_graphs_that_change_are_written_in_the_originals_order(ShapeTier tier, bool changes)
    {
        var options = s_options with { Convention = Convention.Fields.WithTier(tier) };
        int told = 0;
        for (int seed = 0; seed < 1000; seed++)
        {
            var theirs = Logged(() => NrbfTests.Original(new Graph(seed, changes).Root));
            var ours = Logged(() => Nrbf.Serialize(new Graph(seed, changes).Root, options));
            Assert.True(theirs.Log == ours.Log, $"seed {seed}:\n{theirs.Log} there\n{ours.Log} here");
            Assert.True(theirs.Payload.AsSpan().SequenceEqual(ours.Payload), $"seed {seed}, bytes; {ours.Log}");
            told += ours.Log.Length > 0 ? 1 : 0;
        }
        Assert.InRange(told, 500, 1000);
    }

    /// <summary>Asked of nodes and of structs.</summary>
    sealed class Chosen(List<Action<int>> actions) : ISerializationSurrogate
    {
        int _runs;

        public void GetObjectData(object value, SerializationInfo info, StreamingContext context)
        {
            (t_log ??= []).Add("!" + (value as Node)?.Number + (value is Plain { Text: var text } ? text : ""));
            foreach (var action in actions)
                action(_runs++);
            if (value is Node node)
            {
                info.AddValue("t", node.Text);
                info.AddValue("n", node.Next);
                info.AddValue("l", node.Left, typeof(Node));
                info.AddValue("m", node.Mark, typeof(IMark));
            }
            else if (value is Plain plain)
            {
                info.AddValue("t", plain.Text);
                info.AddValue("e", plain.Telling, typeof(Telling));
                info.AddValue("n", plain.Next);
            }
        }

        public object SetObjectData(object value, SerializationInfo info, StreamingContext context, ISurrogateSelector? selector) => value;
    }

    static byte[] Written(int seed, Func<ISurrogateSelector, IFormatter> formatterOf)
    {
        var graph = new Graph(seed);
        var selector = new SurrogateSelector();
        var context = new StreamingContext(StreamingContextStates.All);
        selector.AddSurrogate(typeof(Node), context, new Chosen([graph.Change()]));
        selector.AddSurrogate(seed % 2 == 0 ? typeof(Plain) : typeof(Holder), context, new Chosen([graph.Change(), graph.Change()]));
        var stream = new MemoryStream();
        formatterOf(selector).Serialize(stream, graph.Root);
        return stream.ToArray();
    }

    [Fact]
    public void Surrogates_are_asked_in_the_originals_order()
    {
        for (int seed = 0; seed < 500; seed++)
        {
            var theirs = Logged(() => Written(seed, static selector => new BinaryFormatter { SurrogateSelector = selector }));
            var ours = Logged(() => Written(seed, static selector =>
                new IsomerBinaryFormatter(s_options) { SurrogateSelector = selector }));
            Assert.True(theirs.Log == ours.Log, $"seed {seed}:\n{theirs.Log} there\n{ours.Log} here");
            Assert.True(theirs.Payload.AsSpan().SequenceEqual(ours.Payload), $"seed {seed}, bytes; {ours.Log}");
        }
    }

    /// <summary>A stream gets a long payload in pieces: what has gone cannot be begun again.</summary>
    [Fact]
    public void Long_graphs_are_in_order_from_the_first_callback_on()
    {
        for (int seed = 0; seed < 60; seed++)
        {
            object Long()
            {
                var graph = new Graph(seed, changes: false);
                return new object[] { Enumerable.Range(0, 3000).Select(static i => new Node { Number = i, Text = "node " + i }).ToArray(),
                    new Node { Text = "last", Next = graph.Root } };
            }

            var theirs = Logged(() => NrbfTests.Original(Long()));
            var ours = Logged(() =>
            {
                var stream = new MemoryStream();
                Nrbf.Serialize(stream, Long(), s_options);
                return stream.ToArray();
            });
            Assert.True(theirs.Payload.AsSpan().SequenceEqual(ours.Payload), $"seed {seed}, bytes; {ours.Log}");
            Assert.True(theirs.Log.Split(' ').Order().SequenceEqual(ours.Log.Split(' ').Order()),
                $"seed {seed}:\n{theirs.Log} there\n{ours.Log} here");
        }
    }
}
