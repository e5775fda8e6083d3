using System.Runtime.Serialization;
using Isomer.Calls;
using Xunit;

#pragma warning disable SYSLIB0050 // the pattern of an older age is what is tested

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// In which order objects are told that they are read, over random graphs of classes of every kind: BinaryFormatter's log against ours, in
/// one process.
/// </summary>
public class NrbfEventOrderTests
{
    [ThreadStatic]
    static List<string>? s_log;

    static void Log(string what, int id) => s_log?.Add($"{what} {id}");

    public interface ILinked
    {
        int Id { get; set; }

        object? First { get; set; }

        object? Second { get; set; }
    }

    [Serializable]
    public class Plain : ILinked, IDeserializationCallback
    {
        int _id;
        object? _first;
        object? _second;

        public int Id { get => _id; set => _id = value; }

        public object? First { get => _first; set => _first = value; }

        public object? Second { get => _second; set => _second = value; }

        // Nothing of it is known before its fields are.
        [OnDeserializing]
        void Reading(StreamingContext context) => Log("reading a plain one", _id);

        [OnDeserialized]
        void Read(StreamingContext context) => Log("read", _id);

        public void OnDeserialization(object? sender) => Log("callback", _id);
    }

    [Serializable]
    public class Derived : Plain
    {
        public int More;

        [OnDeserialized]
        void ReadToo(StreamingContext context) => Log("read derived", Id);
    }

    [Serializable]
    public class Quiet : ILinked
    {
        public int Id { get; set; }

        public object? First { get; set; }

        public object? Second { get; set; }

        [OnDeserialized]
        void Read(StreamingContext context) => Log("read quiet", Id);
    }

    [Serializable]
    public class Entries : ILinked, ISerializable, IDeserializationCallback
    {
        public Entries()
        {
        }

        protected Entries(SerializationInfo info, StreamingContext context)
        {
            (Id, First, Second) = (info.GetInt32("id"), info.GetValue("first", typeof(object)), info.GetValue("second", typeof(object)));
            Log("constructor", Id);
        }

        public int Id { get; set; }

        public object? First { get; set; }

        public object? Second { get; set; }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("id", Id);
            info.AddValue("first", First, typeof(object));
            info.AddValue("second", Second, typeof(object));
        }

        [OnDeserializing]
        void Reading(StreamingContext context) => Log("reading entries", 0);

        [OnDeserialized]
        void Read(StreamingContext context) => Log("read entries", Id);

        public void OnDeserialization(object? sender) => Log("callback of entries", Id);
    }

    /// <summary>What stands for a text, and is asked for it once however many refer to it.</summary>
    [Serializable]
    public sealed class Standing : IObjectReference
    {
        public int Id;

        public object GetRealObject(StreamingContext context)
        {
            Log("stand-in", Id);
            return "real " + Id;
        }
    }

    static ILinked Make(Random random) =>
        random.Next(5) switch { 0 => new Derived(), 1 => new Quiet(), 2 or 3 => new Entries(), _ => new Plain() };

    static object Graph(Random random, bool hasCycles, bool hasEntries)
    {
        int count = random.Next(1, 12);
        var all = new ILinked[count];
        for (int i = 0; i < count; i++)
        {
            do
                all[i] = Make(random);
            while (!hasEntries && all[i] is Entries);
            all[i].Id = i + 1;
        }
        Standing[] standing = [new() { Id = 101 }, new() { Id = 102 }];
        object? Any(int own) => random.Next(hasEntries ? 5 : 4) switch
        {
            4 => standing[random.Next(2)],
            0 => null,
            1 when !hasCycles =>
                new object[] { "x", all[random.Next(own, count)] } is var array && array[1] != (object)all[own] ? array : null,
            1 => new object?[] { all[random.Next(count)], null, all[random.Next(count)] },
            _ when hasCycles => all[random.Next(count)],
            _ => own + 1 < count ? all[random.Next(own + 1, count)] : null,
        };
        for (int i = 0; i < count; i++)
            (all[i].First, all[i].Second) = (Any(i), Any(i));
        return random.Next(3) == 0 ? all : all[0];
    }

    static List<string> Told(Action read, out Exception? error)
    {
        var log = s_log = [];
        error = Record.Exception(read);
        s_log = null;
        return log;
    }

    /// <summary>
    /// Each object is told what BinaryFormatter tells it, as often; constructors run after those of the objects within, where there is no
    /// cycle; [OnDeserialized] comes behind all constructors, first to what is within; callbacks come behind all. (The original's own order
    /// follows the numbers of objects and the references that it had to keep open: an ISerializable may be told that it is read before its
    /// constructor has run.)
    /// </summary>
    [Theory, InlineData(false, false), InlineData(false, true), InlineData(true, false), InlineData(true, true)]
    public void Each_object_is_told_in_order(bool hasCycles, bool hasEntries)
    {
        int compared = 0, events = 0;
        for (int seed = 0; seed < 400; seed++)
        {
            object graph = Graph(new Random(seed), hasCycles, hasEntries);
            byte[] payload = NrbfTests.Original(graph);
            var theirs = Told(() => NrbfTests.Original(payload), out var refused);
            foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            {
                var options = new NrbfOptions
                {
                    KnownTypes = [typeof(Plain), typeof(Derived), typeof(Quiet), typeof(Entries), typeof(Standing), typeof(ILinked[])],
                    Convention = Convention.Fields.WithTier(tier)
                };
                var ours = Told(() => Nrbf.Deserialize<object>(payload, options), out var error);
                if (refused is not null)
                    continue;
                string what = $"seed {seed}, {tier}:\n{string.Join(", ", theirs)}\n{string.Join(", ", ours)}";
                Assert.True(error is null, $"{what}\n{error}");
                Assert.True(theirs.Select(Name).Order().SequenceEqual(ours.Select(Name).Order()), what);
                foreach (string kind in (string[])["constructor", "callback", "stand-in"])
                    Assert.True(Of(theirs, kind).Order().SequenceEqual(Of(ours, kind).Order()), what);
                int callback = ours.FindIndex(static e => e.StartsWith("callback", StringComparison.Ordinal)),
                    read = ours.FindIndex(static e => e.StartsWith("read ", StringComparison.Ordinal));
                Assert.True(callback < 0 || ours.FindLastIndex(static e => !e.StartsWith("callback", StringComparison.Ordinal)) < callback,
                    what);
                Assert.True(read < 0 || ours.FindLastIndex(static e => e.StartsWith("constructor", StringComparison.Ordinal)) < read, what);
                if (!hasCycles)
                    foreach (string kind in (string[])["constructor", "read ", "callback"])
                        Assert.True(IsInwardOut(ours.Where(e => e.StartsWith(kind, StringComparison.Ordinal)), graph), what);
                compared++;
                events += theirs.Count;
            }
        }
        Assert.True(compared > 400 && events > 4000, $"{compared}, {events}");
    }

    static string Name(string told) => told[..told.LastIndexOf(' ')];

    static IEnumerable<string> Of(List<string> log, string kind) => log.Where(e => e.Split(' ')[0] == kind);

    /// <summary>Whether each comes behind those within it.</summary>
    static bool IsInwardOut(IEnumerable<string> told, object graph)
    {
        var places = told.Select(
            static (e, i) => (Id: int.Parse(e[(e.LastIndexOf(' ') + 1)..], System.Globalization.CultureInfo.InvariantCulture), Place: i))
                .GroupBy(static p => p.Id).ToDictionary(static g => g.Key, static g => g.Max(p => p.Place));
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        bool Holds(object? value, int within)
        {
            switch (value)
            {
                case Array items:
                    return items.Cast<object?>().All(i => Holds(i, within));
                case ILinked linked:
                    int place = places.GetValueOrDefault(linked.Id, -1);
                    return place <= within
                        && (!seen.Add(linked)
                            || (Holds(linked.First, place < 0 ? within : place) && Holds(linked.Second, place < 0 ? within : place)));
                default:
                    return true;
            }
        }
        return Holds(graph, int.MaxValue);
    }
}
