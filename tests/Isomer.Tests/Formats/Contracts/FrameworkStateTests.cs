using System.Collections;
using System.Numerics;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Text.RegularExpressions;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// The framework's classes whose fields contracts carry as they lie: a state that no object of the class has is refused where it is read.
/// The originals take it, and the object fails where it is used.
/// </summary>
public sealed class FrameworkStateTests
{
    /// <summary>What holds one of them, so that the place of an error is told.</summary>
    public sealed class Holder<T>
    {
        public T? Held { get; set; }
    }

    static readonly ShapeTier[] s_tiers = [ShapeTier.Promoted, ShapeTier.Emitted, ShapeTier.Reflection];

    static string Changed(string text, string field, string to)
    {
        string changed = Regex.Replace(text, $@"(<(?:\w+:)?{field}>)[^<]*(<)|(""{field}"":)[^,}}]*", $"${{1}}${{3}}{to}$2");
        Assert.NotEqual(text, changed);
        return changed;
    }

    static void Refuses<T>(T value, string field, string to)
    {
        var holder = new Holder<T> { Held = value };
        string xml = Changed(ContractXml.ToText(holder), field, to), json = Changed(ContractJson.ToText(holder), field, to);
        foreach (var tier in s_tiers)
        {
            var convention = Convention.DataContract.WithTier(tier);
            IsRefusal(Assert.Throws<WireFormatException>(
                () => ContractXml.FromText<Holder<T>>(xml, new ContractXmlOptions { Convention = convention })));
            IsRefusal(Assert.Throws<WireFormatException>(
                () => ContractJson.FromText<Holder<T>>(json, new ContractJsonOptions { Convention = convention })));
        }
        Assert.NotNull(new DataContractSerializer(typeof(Holder<T>)).ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(xml))));
        Assert.NotNull(new DataContractJsonSerializer(typeof(Holder<T>)).ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(json))));

        void IsRefusal(WireFormatException error)
        {
            Assert.Contains($"The field '{field}' of a '{typeof(T)}' ", error.Message, StringComparison.Ordinal);
            Assert.Contains("put right what changed the document", error.Message, StringComparison.Ordinal);
            Assert.True(error.Offset > 0 && error.Path is not null);
        }
    }

    [Theory]
    [InlineData("_size", "3")]
    [InlineData("_size", "-1")]
    [InlineData("_head", "2")]
    [InlineData("_head", "-1")]
    [InlineData("_tail", "2")]
    [InlineData("_tail", "1")]
    public void A_queue(string field, string to)
    {
        Refuses(new Queue<int>([1, 2]), field, to);
        Refuses(new Queue(new[] { 1, 2 }), field, to);
    }

    [Theory]
    [InlineData("99")]
    [InlineData("1001")]
    public void A_queue_that_grows_by_what_none_grows_by(string to) => Refuses(new Queue(new[] { 1, 2 }), "_growFactor", to);

    [Theory]
    [InlineData("11")]
    [InlineData("-1")]
    public void A_stack(string to)
    {
        Refuses(new Stack<int>([1, 2]), "_size", to);
        Refuses(new Stack(new[] { 1, 2 }), "_size", "33");
    }

    [Theory]
    [InlineData("_count", "3")]
    [InlineData("_count", "-1")]
    [InlineData("_offset", "4")]
    [InlineData("_offset", "-2147483648")]
    public void A_part_of_an_array(string field, string to) => Refuses(new ArraySegment<int>([1, 2, 3], 1, 2), field, to);

    [Fact]
    public void A_part_of_no_array() => Refuses(default(ArraySegment<int>), "_count", "1");

    [Theory]
    [InlineData("2")]
    [InlineData("0")]
    public void A_number_of_more_than_its_sign_holds(string to) => Refuses(BigInteger.Pow(2, 70), "_sign", to);

    [Fact]
    public void A_number_of_its_sign_alone() => Refuses(new BigInteger(7), "_sign", "-2147483648");

    /// <summary>Also where a queue goes round the end of its array, or has room.</summary>
    [Fact]
    public void What_such_objects_have_is_read()
    {
        var around = new Queue<int>([1, 2, 3, 4]);
        around.Dequeue();
        around.Dequeue();
        around.Enqueue(5);
        Reads(around);
        Reads(new Queue<int>());
        Reads(new Queue<int>(7));
        var emptied = new Queue<int>([1, 2]);
        emptied.Dequeue();
        Reads(emptied);
        Reads(new Stack<int>(5));
        Reads(new Stack<int>([1, 2]));
        Reads(new ArraySegment<int>([1, 2, 3], 1, 2));
        Reads(new ArraySegment<int>([1, 2, 3], 3, 0));
        Reads(new ArraySegment<int>([]));
        foreach (var number in (BigInteger[])[0, -1, int.MaxValue, int.MinValue, uint.MaxValue, -(BigInteger)int.MinValue,
            BigInteger.Pow(-3, 71), ulong.MaxValue])
            Assert.Equal(number, Of(number));
        Assert.Null(Of(default(ArraySegment<int>)).Array);
        var untyped = new Queue(4, 3f);
        untyped.Enqueue(1);
        untyped.Enqueue("a");
        Assert.Equal([1, "a"], Of(untyped)!.Cast<object>());
        Assert.Equal(["a", 1], Of(new Stack(new object[] { 1, "a" }))!.Cast<object>());
        Assert.Equal([2], Of<ArraySegment<int>?>(new ArraySegment<int>([1, 2], 1, 1))!.Value);
        Assert.Null(Of<ArraySegment<int>?>(null));
    }

    static void Reads<T>(T value) where T : IEnumerable<int> => Assert.Equal(value, Of(value)!);

    static T? Of<T>(T? value)
    {
        var holder = new Holder<T> { Held = value };
        T? read = default;
        foreach (var tier in s_tiers)
        {
            var convention = Convention.DataContract.WithTier(tier);
            read = ContractXml.FromText<Holder<T>>(ContractXml.ToText(holder), new ContractXmlOptions { Convention = convention }).Held;
            var other = ContractJson.FromText<Holder<T>>(ContractJson.ToText(holder), new ContractJsonOptions { Convention = convention });
            Assert.Equal(ContractXml.ToText(read), ContractXml.ToText(other.Held));
        }
        return read;
    }

    /// <summary>In the form of NetDataContractSerializer these are fields, too.</summary>
    [Theory]
    [InlineData("_count", "3")]
    [InlineData("_offset", "3")]
    public void NetDataContract(string field, string to)
    {
        var options = new ContractXmlOptions { NetDataContract = true };
        string text = ContractXml.ToText(new ArraySegment<int>([1, 2], 0, 2), options);
        Assert.Contains(field,
            Assert.Throws<WireFormatException>(() => ContractXml.FromText<ArraySegment<int>>(Changed(text, field, to), options)).Message,
            StringComparison.Ordinal);
    }

    public sealed class Waiting : PriorityQueue<string, int>
    {
    }

    /// <summary>What belongs to the running program is written empty, as by the original: nobody reads a lock.</summary>
    [Fact]
    public void A_lock_is_no_data()
    {
        foreach (object value in new object[] { new Holder<Lock> { Held = new() }, new Holder<TaskCompletionSource> { Held = new() } })
        {
            var theirs = new MemoryStream();
            new DataContractSerializer(value.GetType()).WriteObject(theirs, value);
            Assert.Equal(Encoding.UTF8.GetString(theirs.ToArray()), ContractXml.ToText(value, value.GetType()));
        }
    }

    public static TheoryData<object> Hidden =>
    [
        new Holder<Lazy<int>> { Held = new(3) }, new Holder<PriorityQueue<string, int>> { Held = new([("a", 1)]) },
        new Holder<Waiting> { Held = new() }, new Holder<Random> { Held = new(4) },
        new Holder<System.Diagnostics.Stopwatch> { Held = new() },
    ];

    /// <summary>The original writes an empty element: the state is the framework's, and no member shows it.</summary>
    [Theory, MemberData(nameof(Hidden))]
    public void A_state_that_no_member_shows_is_refused(object value)
    {
        var type = value.GetType();
        object empty = Activator.CreateInstance(type)!;
        var theirs = new MemoryStream();
        new DataContractSerializer(type).WriteObject(theirs, value);
        foreach (var tier in s_tiers)
        {
            var convention = Convention.DataContract.WithTier(tier);
            var options = new ContractXmlOptions { Convention = convention };
            var json = new ContractJsonOptions { Convention = convention };
            foreach (var write in new Action[]
                { () => ContractXml.Serialize(value, type, options), () => ContractJson.Serialize(value, type, json) })
                Assert.Contains("its value would be lost", Assert.Throws<NotSupportedException>(write).Message, StringComparison.Ordinal);
            // Null loses nothing, and a document of the original is read.
            Assert.Contains("i:nil", ContractXml.ToText(empty, type, options), StringComparison.Ordinal);
            Assert.Equal("""{"Held":null}""", ContractJson.ToText(empty, type, json));
            Assert.NotNull(ContractXml.Deserialize(theirs.ToArray(), type, options));
            var losing = options with { Convention = convention.WithLosses() };
            Assert.Equal(Encoding.UTF8.GetString(theirs.ToArray()), ContractXml.ToText(value, type, losing));
        }
    }
}
