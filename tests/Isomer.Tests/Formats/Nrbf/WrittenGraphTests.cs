using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Isomer.Model;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050, SYSLIB0051 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// [OnSerialized] of all objects runs when the last of them was written: "fill it in [OnSerializing], empty it in [OnSerialized]" is what the
/// two are for. It ran behind each object's own fields, so that what these refer to was written empty.
/// </summary>
public class WrittenGraphTests
{
    [ThreadStatic]
    static List<string>? t_log;

    static void Log(string what) => (t_log ??= []).Add(what);

    [Serializable]
    public class Part
    {
        public string? Text;
        public int Number;
    }

    /// <summary>Fills its part, and empties it.</summary>
    [Serializable]
    public class Filling
    {
        public int Id;
        public object? Next;
        public Part Part = new();
        public List<string>? Words;

        [OnSerializing]
        void Fill(StreamingContext context)
        {
            Log($"+{Id}");
            (Part.Text, Part.Number, Words) = ("text " + Id, Id, ["a" + Id, "b"]);
        }

        [OnSerialized]
        void Empty(StreamingContext context)
        {
            Log($"-{Id}");
            (Part.Text, Part.Number) = (null, 0);
            Words!.Clear();
            Words = null;
        }
    }

    [Serializable]
    public struct Counted
    {
        public int Id;
        public object? Next;

        [OnSerializing]
        readonly void Fill(StreamingContext context) => Log($"+{Id}");

        [OnSerialized]
        readonly void Empty(StreamingContext context) => Log($"-{Id}");
    }

    [Serializable]
    public class Entries : ISerializable
    {
        public int Id;
        public object? Next;
        public Part Part = new();

        public Entries()
        {
        }

        protected Entries(SerializationInfo info, StreamingContext context) =>
            (Id, Next, Part) = (info.GetInt32("i"), info.GetValue("n", typeof(object)), (Part)info.GetValue("p", typeof(Part))!);

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("i", Id);
            info.AddValue("n", Next);
            info.AddValue("p", Part);
        }

        [OnSerializing]
        void Fill(StreamingContext context)
        {
            Log($"+{Id}");
            Part.Text = "text " + Id;
        }

        [OnSerialized]
        void Empty(StreamingContext context)
        {
            Log($"-{Id}");
            Part.Text = null;
        }
    }

    [Serializable]
    public class Listed : List<object?>
    {
        public int Id;

        [OnSerializing]
        void Fill(StreamingContext context) => Log($"+{Id}");

        [OnSerialized]
        void Empty(StreamingContext context) => Log($"-{Id}");
    }

    static readonly Type[] s_known = [typeof(Filling), typeof(Part), typeof(Counted), typeof(Entries), typeof(Listed), typeof(object[])];

    static readonly NrbfOptions s_options = new() { KnownTypes = [.. s_known] };

    static object Graph(Random random)
    {
        var all = new List<object>();
        for (int i = 1; i <= 1 + random.Next(6); i++)
        {
            object? next = all.Count > 0 && random.Next(4) > 0 ? all[random.Next(all.Count)] : null;
            all.Add(random.Next(5) switch
            {
                0 => new Entries { Id = i, Next = next },
                1 => new Listed { next, all.Count > 0 ? all[random.Next(all.Count)] : null },
                2 => new Counted { Id = i, Next = next },
                3 => new object?[] { next, new Filling { Id = i * 10, Next = next } },
                _ => new Filling { Id = i, Next = next },
            });
            if (all[^1] is Listed listed)
                listed.Id = i;
        }
        return random.Next(2) == 0 ? all[^1] : all.ToArray();
    }

    static (string, T) Logged<T>(Func<T> work)
    {
        t_log = [];
        var result = work();
        return (string.Join(' ', t_log), result);
    }

    [Fact]
    public void Random_graphs_are_written_and_told_as_BinaryFormatter_does()
    {
        ShapeTier[] tiers = [ShapeTier.Emitted, ShapeTier.Reflection];
        NrbfOptions[] options = [.. tiers.Select(static t => s_options with { Convention = Convention.Fields.WithTier(t) })];
        int waited = 0;
        for (int seed = 0; seed < 400; seed++)
        {
            object graph = Graph(new Random(seed));
            var (theirs, original) = Logged(() => NrbfTests.Original(graph));
            foreach (var option in options)
            {
                var (ours, payload) = Logged(() => Nrbf.Serialize(graph, option));
                Assert.True(Convert.ToHexString(original) == Convert.ToHexString(payload), $"seed {seed}, bytes");
                // A box that is referred to twice is told twice (NrbfCallbackTests says why), and some objects are told of their writing
                // earlier there (docs/open/13-paths.md, "The fourth run").
                string[] told = [.. ours.Split(' ').Distinct()];
                Assert.True(theirs.Split(' ').Order().SequenceEqual(told.Order()), $"seed {seed}: {theirs} there, {ours} here");
                int half = told.Length / 2;
                Assert.True(told[..half].Select(static t => t[1..]).SequenceEqual(told[half..].Select(static t => t[1..])),
                    $"seed {seed}: {ours}");
                Assert.True(told[..half].All(static t => t[0] == '+') && told[half..].All(static t => t[0] == '-'), $"seed {seed}: {ours}");
            }
            waited += theirs.Count(static c => c == '-') > 1 ? 1 : 0;
        }
        Assert.InRange(waited, 200, 400);
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void In_an_envelope_nothing_is_lost_either(ShapeTier tier)
    {
        var options = new SoapOptions { KnownTypes = [.. s_known], Convention = Convention.Fields.WithTier(tier), WritesGenerics = true };
        var (log, bytes) = Logged(() => Soap.Serialize<object>(
            new Filling { Id = 1, Next = new Entries { Id = 2, Next = new Filling { Id = 3 } } }, options));
        Assert.Equal("+1 +2 +3 -1 -2 -3", log);
        var back = Soap.Deserialize<Filling>(bytes, options)!;
        Assert.Equal(("text 1", 1, "a1"), (back.Part.Text, back.Part.Number, back.Words![0]));
        Assert.Equal("text 2", ((Entries)back.Next!).Part.Text);
        Assert.Equal("text 3", ((Filling)((Entries)back.Next).Next!).Part.Text);
    }

    [Serializable]
    public class Nesting
    {
        public byte[]? Inner;
        public object? Bad;

        [OnSerializing]
        void Write(StreamingContext context) =>
            Inner = Nrbf.Serialize<object>(new Filling { Id = 7, Next = new Filling { Id = 8 } }, s_options);

        [OnSerialized]
        void Written(StreamingContext context) => Log("-outer");
    }

    /// <summary>A graph within a callback of another has its end before; one that is refused has none.</summary>
    [Fact]
    public void Graphs_within_graphs_and_refused_ones()
    {
        var options = new NrbfOptions { KnownTypes = [.. s_known, typeof(Nesting)] };
        Assert.Equal("+7 +8 -7 -8 -outer", Logged(() => Nrbf.Serialize<object>(new Nesting(), options)).Item1);
        Assert.Equal("+7 +8 -7 -8", Logged(() => Record.Exception(
            () => Nrbf.Serialize<object>(new Nesting { Bad = new Action(static () => { }) }, options))).Item1);
        Assert.Equal("+7 +8 -7 -8 -outer", Logged(() => Nrbf.Serialize<object>(new Nesting(), options)).Item1);
    }
}
