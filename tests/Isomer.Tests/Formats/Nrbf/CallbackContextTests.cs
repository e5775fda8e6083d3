using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text;
using Isomer.Model;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050, SYSLIB0051 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// What callbacks, entries, constructors and IObjectReference are given as their StreamingContext: what the originals give. Callbacks were
/// given no state at all, and a formatter's own context reached surrogates alone.
/// </summary>
public class CallbackContextTests
{
    [ThreadStatic]
    static List<string>? t_log;

    static void Log(string what, StreamingContext context) => (t_log ??= []).Add($"{what} {context.State} {context.Context}");

    [Serializable, DataContract]
    public class Called
    {
        [DataMember]
        public int A;
        public object? Next;

        [OnSerializing]
        void Writing(StreamingContext context) => Log("writing", context);

        [OnSerialized]
        void Written(StreamingContext context) => Log("written", context);

        [OnDeserializing]
        void Reading(StreamingContext context) => Log("reading", context);

        [OnDeserialized]
        void Read(StreamingContext context) => Log("read", context);
    }

    [Serializable]
    public class Entries : ISerializable, IObjectReference
    {
        public Entries()
        {
        }

        protected Entries(SerializationInfo info, StreamingContext context) => Log("constructor", context);

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            Log("entries", context);
            info.AddValue("a", 1);
        }

        public object GetRealObject(StreamingContext context)
        {
            Log("real", context);
            return this;
        }

        [OnSerializing]
        void Writing(StreamingContext context) => Log("writing", context);

        [OnDeserialized]
        void Read(StreamingContext context) => Log("read", context);
    }

    static string Logged(Action work)
    {
        t_log = [];
        work();
        return string.Join('\n', t_log.Order(StringComparer.Ordinal).Distinct());
    }

    static void Both(IFormatter formatter, object graph)
    {
        var stream = new MemoryStream();
        formatter.Serialize(stream, graph);
        stream.Position = 0;
        formatter.Deserialize(stream);
    }

    static object Graph() => new Called { A = 1, Next = new Entries() };

    static readonly Type[] s_known = [typeof(Called), typeof(Entries)];

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void A_formatters_own_reaches_all(ShapeTier tier)
    {
        var convention = Convention.Fields.WithTier(tier);
        var nrbf = new NrbfOptions { KnownTypes = [.. s_known], Convention = convention };
        var soap = new SoapOptions { KnownTypes = [.. s_known], Convention = convention };
        foreach (var context in (StreamingContext[])[new(StreamingContextStates.Persistence, "mine"), new(StreamingContextStates.All)])
        {
            string theirs = Logged(() => Both(new BinaryFormatter(null, context), Graph()));
            Assert.Contains("real " + context.State, theirs, StringComparison.Ordinal);
            Assert.Equal(theirs, Logged(() => Both(new IsomerBinaryFormatter(nrbf) { Context = context }, Graph())));
            Assert.Equal(theirs, Logged(() => Both(new IsomerSoapFormatter(soap) { Context = context }, Graph())));
        }
        Assert.Equal(Logged(() => Both(new BinaryFormatter(), Graph())),
            Logged(() => Nrbf.Deserialize<object>(Nrbf.Serialize(Graph(), nrbf), nrbf)));
    }

    /// <summary>The context is that of the call alone, also after one that failed.</summary>
    [Fact]
    public void It_ends_with_the_call()
    {
        var nrbf = new NrbfOptions { KnownTypes = [.. s_known] };
        var formatter = new IsomerBinaryFormatter(nrbf) { Context = new(StreamingContextStates.File, "mine") };
        Assert.Throws<SerializationException>(() => formatter.Deserialize(new MemoryStream([0, 1, 2])));
        Assert.ThrowsAny<Exception>(() => formatter.Serialize(new MemoryStream(), new Called { Next = new Action(static () => { }) }));
        Assert.DoesNotContain("mine", Logged(() => Nrbf.Serialize(Graph(), nrbf)), StringComparison.Ordinal);
    }

    /// <summary>What it calls in its turn is none of the formatter's: a copy, another payload.</summary>
    [Serializable]
    public class Calling : ISerializable
    {
        public Calling()
        {
        }

        protected Calling(SerializationInfo info, StreamingContext context) => Call("constructor", context);

        [OnSerializing]
        void Writing(StreamingContext context) => Call("writing", context);

        [OnSerialized]
        void Written(StreamingContext context) => Call("written", context);

        [OnDeserialized]
        void Read(StreamingContext context) => Call("read", context);

        public void GetObjectData(SerializationInfo info, StreamingContext context) => Call("entries", context);

        static void Call(string what, StreamingContext context)
        {
            Log("outer " + what, context);
            Json.Serialize(new Called(), new JsonOptions { Convention = Convention.Fields });
            ContractJson.Serialize(new Called());
            Nrbf.Serialize<object>(new Called());
        }
    }

    [Fact]
    public void Calls_within_a_callback_have_their_own()
    {
        var context = new StreamingContext(StreamingContextStates.Persistence, "mine");
        var options = new NrbfOptions { KnownTypes = [typeof(Calling)] };
        t_log = [];
        Both(new IsomerBinaryFormatter(options) { Context = context }, new Calling());
        string[] log = [.. t_log];
        foreach (string line in log)
            Assert.Equal(line.StartsWith("outer ", StringComparison.Ordinal), line.EndsWith("Persistence mine", StringComparison.Ordinal));
        // Each tells its own objects at once.
        Assert.Equal(5, log.Count(static line => line.StartsWith("outer ", StringComparison.Ordinal)));
        Assert.Equal(["outer", "writing", "written", "writing", "written", "writing", "written", "outer"],
            log.Take(8).Select(static line => line.Split(' ')[0]));
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Contracts_are_given_the_originals(ShapeTier tier)
    {
        var value = new Called { A = 1 };
        string theirs = Logged(() =>
        {
            var stream = new MemoryStream();
            var serializer = new DataContractSerializer(typeof(Called));
            serializer.WriteObject(stream, value);
            stream.Position = 0;
            serializer.ReadObject(stream);
        });
        Assert.Contains("read All", theirs, StringComparison.Ordinal);
        var convention = Convention.DataContract.WithTier(tier);
        var xml = new ContractXmlOptions { Convention = convention };
        var json = new ContractJsonOptions { Convention = convention };
        Assert.Equal(theirs, Logged(() => ContractXml.Deserialize<Called>(ContractXml.Serialize(value, xml), xml)));
        Assert.Equal(theirs, Logged(() => ContractJson.Deserialize<Called>(ContractJson.Serialize(value, json), json)));
    }

    [Fact]
    public void NetDataContracts_formatter_hands_on_its_own()
    {
        var serializer = new NetContractXmlSerializer(new ContractXmlOptions { KnownTypes = [.. s_known] })
        {
            Context = new(StreamingContextStates.Clone, "mine")
        };
        string log = Logged(() => Both(serializer, new Called { A = 1 }));
        Assert.Equal("read Clone mine\nreading Clone mine\nwriting Clone mine\nwritten Clone mine", log);
        log = Logged(() => Both(serializer, new Entries()));
        Assert.Contains("constructor Clone mine", log, StringComparison.Ordinal);
        Assert.Contains("entries Clone mine", log, StringComparison.Ordinal);
    }
}
