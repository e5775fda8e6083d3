using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Specialized;
using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;
using Xunit;

#pragma warning disable SYSLIB0050, SYSLIB0051 // the marks of an older age are what is tested

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// The text of an exception is that of all exceptions within it, made by recursion. Who asks for the text of an entry, or shows a key in a
/// message, asks for it: a chain of 150,000 ended the process, and one of 1,000 took 75 MB. Here chains are 1,000 long, for a test must be
/// able to fail.
/// </summary>
public class NrbfTextOfObjectTests
{
    const int Depth = 1_000;
    const string Mark = "MARK-OF-A-KEY";

    /// <summary>A table of one's own, by its entries.</summary>
    [Serializable]
    public class Register : Dictionary<object, int>
    {
        public Register()
        {
        }

        protected Register(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    public class Index : Hashtable
    {
        public Index()
        {
        }

        protected Index(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    /// <summary>Asks for the text of what it finds.</summary>
    [Serializable]
    public class Asking : ISerializable
    {
        public Asking(object? value) => Value = value;

        protected Asking(SerializationInfo info, StreamingContext context) => Value = info.GetString("value");

        public object? Value { get; }

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("value", Value, typeof(object));
    }

    static readonly NrbfOptions s_options = new()
    { KnownTypes = [typeof(Register), typeof(Index), typeof(Asking), typeof(DayOfWeek), typeof(Version)] };
    static readonly SoapOptions s_soap = new() { KnownTypes = s_options.KnownTypes, WritesGenerics = true };

    /// <summary>
    /// A chain of exceptions, and behind as long a way an object that refers to the first where it has a text: when it is read the whole
    /// chain is there.
    /// </summary>
    static object[] Graph(Func<Exception, object> last)
    {
        var chain = new Exception("x");
        for (int i = 0; i < Depth; i++)
            chain = new Exception("y", chain);
        object way = last(chain);
        for (int i = 0; i < Depth + 200; i++)
            way = new object[] { way };
        return [chain, way];
    }

    static Dictionary<string, Func<Exception, object>> Places() => new()
    {
        ["the message of an exception"] = _ => new Exception(Mark),
        ["an entry of one's own"] = _ => new Asking(Mark),
        ["Hashtable"] = e => new Hashtable { [e] = 1, [Mark] = 2 },
        ["ListDictionary"] = e => new ListDictionary { { e, 1 }, { Mark, 2 } },
        ["HybridDictionary"] = e => new HybridDictionary { { e, 1 }, { Mark, 2 } },
        ["OrderedDictionary"] = e => new OrderedDictionary { { e, 1 }, { Mark, 2 } },
        ["Dictionary"] = e => new Dictionary<object, int> { [e] = 1, [Mark] = 2 },
        ["ConcurrentDictionary"] = e => new ConcurrentDictionary<object, int> { [e] = 1, [Mark] = 2 },
        ["Data of an exception"] = e => new Exception("d") { Data = { [e] = 1, [Mark] = 2 } },
        ["a Dictionary that derives"] = e => new Register { [e] = 1, [Mark] = 2 },
        ["a Hashtable that derives"] = e => new Index { [e] = 1, [Mark] = 2 },
    };

    public static TheoryData<string> Names => [.. Places().Keys];

    [Theory, MemberData(nameof(Names))]
    public void No_chain_of_exceptions_is_made_a_text(string name)
    {
        byte[] payload = Nrbf.Serialize<object>(Graph(Places()[name]));
        // The text is a record of six bytes and itself, in whose place the reference to the chain comes, which is object 2.
        int at = payload.AsSpan().IndexOf(Encoding.ASCII.GetBytes(Mark));
        Assert.Equal(6, payload[at - 6]);
        byte[] hostile = [.. payload[..(at - 6)], 9, 2, 0, 0, 0, .. payload[(at + Mark.Length)..]];
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            Refused(hostile,
                () => Nrbf.Deserialize<object>(hostile, s_options with { Convention = Convention.Fields.WithTier(tier) }));
        if (name.Contains("Concurrent", StringComparison.Ordinal))
            return; // SOAP of .NET Framework has no such class.
        string envelope = Encoding.UTF8.GetString(Soap.Serialize<object>(Graph(Places()[name]), s_soap));
        string changed = Regex.Replace(envelope, $"<(\\w+)[^<>]*>{Mark}</\\w+>", "<$1 href=\"#ref-2\"/>");
        Assert.NotEqual(envelope, changed);
        byte[] hostileEnvelope = Encoding.UTF8.GetBytes(changed);
        Refused(hostileEnvelope, () => Soap.Deserialize<object>(hostileEnvelope, s_soap));
    }

    static void Refused(byte[] payload, Func<object?> read)
    {
        // What the runtime makes once is none of this payload's cost.
        Assert.Throws<WireFormatException>(read);
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Assert.Throws<WireFormatException>(read);
        Assert.True(error.Offset >= 0 && error.Message.Length < 10_000 && Regex.IsMatch(error.Message, "asks for text|twice"),
            error.Message);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, (payload.Length * 100L) + 200_000);
    }

    /// <summary>Values that hold no others have the text that FormatterConverter makes of them.</summary>
    [Fact]
    public void Texts_of_values_are_the_originals()
    {
        foreach (object? value in (object?[])["text", 5, 1.5, 2.5m, true, 'c', DayOfWeek.Monday, new DateTime(2020, 1, 2, 3, 4, 5),
            TimeSpan.FromSeconds(3), Guid.Empty, new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.Zero), new Version(1, 2), null])
        {
            byte[] payload = NrbfTests.Original(new Asking(value));
            Assert.Equal(((Asking)NrbfTests.Original(payload)).Value, Nrbf.Deserialize<Asking>(payload, s_options)!.Value);
        }
    }
}
