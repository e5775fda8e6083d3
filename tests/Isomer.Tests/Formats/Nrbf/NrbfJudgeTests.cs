using System.Formats.Nrbf;
using System.Globalization;
using Xunit;

#pragma warning disable SYSLIB5005 // marked experimental in 9.0
#pragma warning disable SYSLIB0011 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// System.Formats.Nrbf as the judge of what is well-formed: what it accepts our first pass accepts, and what we read it accepts. Where the
/// two differ on purpose the difference has a name here and its reason.
/// </summary>
public class NrbfJudgeTests(ITestOutputHelper output)
{
    static Exception? Theirs(byte[] payload) => Record.Exception(() => NrbfDecoder.Decode(new MemoryStream(payload)));

    /// <summary>The pass over all records, before any object is made.</summary>
    static Exception? Ours(byte[] payload, NrbfOptions options) =>
        Record.Exception(() => new Isomer.Formats.NrbfIndex().Begin(payload, options, options.Convention.ModelOf(typeof(object))));

    static Exception? Reading(byte[] payload, NrbfOptions? options = null) =>
        Record.Exception(() => Nrbf.Deserialize<object>(payload, options ?? NrbfTests.Options));

    public static TheoryData<string> Names => [.. NrbfGraphs.All.Keys];

    /// <summary>Why we refuse what they accept.</summary>
    static string? WhyOnlyWeRefuse(string message) =>
        message.Contains("nulls in a row", StringComparison.Ordinal)
            ? "a null run in a class, or behind one: they look at arrays only when these are asked for"
        : message.Contains("members cannot be in", StringComparison.Ordinal) ? "a negative number of members"
        : message.Contains("more nulls than", StringComparison.Ordinal)
            ? "null runs are a quota of ours: they leave it to the caller to look at Length"
        : message.Contains("is given to two", StringComparison.Ordinal) ? "one number of an object and a library: they keep them apart"
        : message.Contains("is no primitive type", StringComparison.Ordinal)
            ? "the primitive type that an array of primitives is said to be of, which they do not look at in a member"
        : message.Contains("cannot stand here", StringComparison.Ordinal) ? "a value as a record of its own, that nothing refers to"
        : message.Contains("tells no class", StringComparison.Ordinal) ? "a number of an object that is no class"
        : message.Contains("of kind", StringComparison.Ordinal) ? "an array whose kind and dimensions do not go together"
        : message.Contains("not UTF-8", StringComparison.Ordinal) ? "text that is not UTF-8"
        : null;

    /// <summary>Why we read what they refuse.</summary>
    static string? WhyOnlyTheyRefuse(Exception theirs)
    {
        string message = theirs.Message;
        return theirs is NotSupportedException
            ? "arrays whose first item has another number than 0; classes that do not say what their members are"
            : message.Contains("duplicate", StringComparison.OrdinalIgnoreCase)
                || message.Contains("member", StringComparison.OrdinalIgnoreCase)
                    && theirs is System.Runtime.Serialization.SerializationException
                    ? "members of one name: a class that hides a field of its base is written so"
            // The class record says what the first object held; the originals write later ones by its number all the same.
            : message is "Invalid value: `4`." or "Invalid value: `5`." or "Invalid value: `6`." or "Invalid value: `7`."
                or "Invalid value: `8`." or "Invalid value: `15`." or "Invalid value: `16`." or "Invalid value: `17`."
                    ? "a member that is declared as object, ValueType or an interface and holds another kind of value than in the object that told the class"
            : message is "Invalid value: `13`." or "Invalid value: `14`."
                ? "a run of nulls in an array of arrays or of several dimensions, which the specification has for all arrays"
            : message is "Invalid value: `12`."
                ? "a library that is told before a value within another, as the specification has it and BinaryFormatter reads it"
            // The kind of an array says nothing that its type does not say: the original takes the jagged one for the one of one dimension.
            : message is "Invalid value: `Primitive`." or "Invalid value: `String`." or "Invalid value: `Object`."
                or "Invalid value: `SystemClass`." or "Invalid value: `Class`." ? "an array of the jagged kind whose items are no arrays"
            : message.Contains("type name", StringComparison.OrdinalIgnoreCase)
                ? "a name of a type that nothing reads: of a member that holds null"
            : message.Contains("library", StringComparison.OrdinalIgnoreCase)
                || message.Contains("assembly name", StringComparison.OrdinalIgnoreCase)
                ? "the library of a member that holds null: types are found by their names alone"
            : null;
    }

    /// <summary>Why they refuse at once what we refuse when it is made.</summary>
    static string? WhyTheyRefuseBefore(string message) =>
        message.Contains("Ticks must be between", StringComparison.Ordinal)
            || message.Contains("un-representable DateTime", StringComparison.Ordinal)
            ? "a date that there is none of: looked at where it is read"
        : message.Contains("Decimal constructor", StringComparison.Ordinal)
            ? "a decimal of four numbers that are none: looked at where it is read"
        : message is "Invalid value: `0`." ? "a reference to the number 0, which no object has: looked at where it is followed"
        : null;

    [Theory, MemberData(nameof(Names))]
    public void Graphs_and_what_becomes_of_them_when_damaged(string name)
    {
        byte[] payload = NrbfTests.Original(NrbfGraphs.All[name]());
        var reasons = new Dictionary<string, int>();
        var random = new Random(payload.Length + name.Length);
        Note(payload, reasons);
        for (int i = 0; i < 400; i++)
        {
            byte[] damaged = [.. payload];
            for (int n = random.Next(1, 4); n > 0; n--)
                damaged[random.Next(17, damaged.Length)] = random.Next(3) == 0 ? (byte)random.Next(24) : (byte)random.Next(256);
            Note(random.Next(8) == 0 ? damaged[..random.Next(damaged.Length)] : damaged, reasons);
        }
        output.WriteLine(string.Join("\n", reasons.Select(static r => string.Create(CultureInfo.InvariantCulture, $"{r.Value} {r.Key}"))));
    }

    static void Note(byte[] payload, Dictionary<string, int> reasons)
    {
        var (difference, reason) = Judge(payload, NrbfTests.Options, isStrict: true);
        Assert.True(difference is null, difference);
        if (reason is not null)
            reasons[reason] = reasons.GetValueOrDefault(reason) + 1;
    }

    /// <summary>What only one of the two accepts without a reason that is known; else the reason, if they differ.</summary>
    /// <param name="payload">What both are given.</param>
    /// <param name="options">Which types ours knows.</param>
    /// <param name="isStrict">Whether what they refuse must have a reason also where ours refuses it later, when it makes objects.</param>
    public static (string? Difference, string? Reason) Judge(byte[] payload, NrbfOptions options, bool isStrict = false)
    {
        var (theirs, ours) = (Theirs(payload), Ours(payload, options));
        if (theirs is null && ours is not null)
            return WhyOnlyWeRefuse(ours.Message) is { } why
                ? (null, why)
                : ($"only ours refuses: {ours.Message}\n{Convert.ToHexString(payload)}", null);
        if (theirs is null || ours is not null)
            return default;
        bool isRead = Reading(payload, options) is null;
        if (isRead || isStrict)
            return (WhyOnlyTheyRefuse(theirs) ?? (isRead ? null : WhyTheyRefuseBefore(theirs.Message))) is { } why
                ? (null, why)
                : ($"only theirs refuses: {theirs.GetType()} {theirs.Message}\n{Convert.ToHexString(payload)}", null);
        return default;
    }

    /// <summary>The differences on purpose, one by one.</summary>
    [Fact]
    public void Where_the_two_differ_on_purpose()
    {
        // Arrays that begin elsewhere are data: BinaryFormatter writes them.
        byte[] offset = NrbfTests.Original(NrbfGraphs.All["offset"]());
        Assert.IsType<NotSupportedException>(Theirs(offset));
        Assert.Null(Reading(offset));
        // Classes that do not say what their members are, where the type is known.
        byte[] untyped =
            Nrbf.Serialize(new Link { Value = 1 }, NrbfTests.Options with { TypeStyle = NrbfTypeStyle.TypesWhenNeeded });
        Assert.IsType<NotSupportedException>(Theirs(untyped));
        Assert.Null(Reading(untyped));
        // Members of one name, which a class has that hides a field of its base.
        byte[] twice = NrbfTests.Original(new Hiding());
        Assert.NotNull(Theirs(twice));
        Assert.Null(Record.Exception(() => Nrbf.Deserialize<Hiding>(twice)));
        // A member that held a struct of a library, and holds one of mscorlib in the next object of its class.
        byte[] others =
            NrbfTests.Original(new Held[] { new() { Value = new Small { N = 1 } }, new() { Value = KeyValuePair.Create("a", 1) } });
        Assert.Contains("`4`", Theirs(others)!.Message, StringComparison.Ordinal);
        Assert.Equal(KeyValuePair.Create("a", 1),
            Nrbf.Deserialize<Held[]>(others,
                NrbfTests.Options with { KnownTypes = [typeof(Held), typeof(Small), typeof(KeyValuePair<string, int>)] })![1].Value);
        // A library may be told before each value.
        byte[] told = new NrbfPayload().Hex("1001000000" + "01000000").Library(9, "x")
            .Class(3, "System.Version", 0, ("_Major", "0008"), ("_Minor", "0008"), ("_Build", "0008"), ("_Revision", "0008"))
                .Hex("01000000" + "02000000" + "03000000" + "04000000").End();
        Assert.Contains("`12`", Theirs(told)!.Message, StringComparison.Ordinal);
        Assert.Equal(new Version(1, 2, 3, 4), Nrbf.Deserialize<object[]>(told)![0]);
        Assert.Equal(new Version(1, 2, 3, 4),
            ((object[])new System.Runtime.Serialization.Formatters.Binary.BinaryFormatter().Deserialize(new MemoryStream(told)))[0]);
        // An array of the jagged kind whose items are no arrays is one of one dimension to BinaryFormatter too.
        byte[] jagged = NrbfTests.Original(new Small[] { new() { N = 1 } });
        jagged[jagged.AsSpan().IndexOf("\u0007\u0001\0\0\0"u8) + 5] = 1;
        Assert.Contains("`Class`", Theirs(jagged)!.Message, StringComparison.Ordinal);
        Assert.Equal(1, Nrbf.Deserialize<Small[]>(jagged, NrbfTests.Options with { KnownTypes = [typeof(Small)] })![0].N);
        Assert.Equal(1,
            ((Small[])new System.Runtime.Serialization.Formatters.Binary.BinaryFormatter().Deserialize(new MemoryStream(jagged)))[0].N);
        // A class of a library that was never told, be its number 0, is refused by all.
        byte[] untold = NrbfTests.Original(new Small { N = 1 });
        untold[untold.AsSpan().LastIndexOf("\u0002\0\0\0\u0001\0\0\0"u8)] = 0;
        Assert.NotNull(Theirs(untold));
        Assert.Contains("has not been told", Reading(untold, NrbfTests.Options with { KnownTypes = [typeof(Small)] })!.Message,
            StringComparison.Ordinal);
        // The text of a decimal must be one, also in a member that nobody has.
        byte[] text = NrbfTests.Original(new Priced { Price = 12.5m });
        text[text.AsSpan().IndexOf("12.5"u8)] = (byte)'x';
        text[text.AsSpan().IndexOf("Price"u8)] = (byte)'p';
        Assert.NotNull(Theirs(text));
        Assert.Contains("decimal", Record.Exception(() => Nrbf.Deserialize<Priced>(text))!.Message, StringComparison.Ordinal);
        // Less than no members.
        byte[] none = new NrbfPayload().Hex("04" + "01000000" + "0D").End()[..^1];
        none = [.. none, .. "System.Object"u8, 255, 255, 255, 255, 11];
        Assert.NotNull(Reading(none));
    }

    /// <summary>
    /// A struct of another library in an array of ValueType or of an interface of mscorlib: BinaryFormatter leaves its library out, and
    /// then cannot read it.
    /// </summary>
    [Fact]
    public void What_the_original_writes_and_cannot_read_is_written_so_that_it_is_read()
    {
        var options = NrbfTests.Options with
        {
            KnownTypes = [typeof(Small), typeof(ValueType[]), typeof(IComparable[]),
            typeof(IFormattable[]), typeof(System.Numerics.BigInteger)]
        };
        foreach (Array array in new Array[] { new ValueType[] { new Small { N = 7 } },
            new IFormattable[] { new System.Numerics.BigInteger(5), 1 }, new IComparable[] { System.Numerics.BigInteger.One } })
        {
            byte[] theirs = NrbfTests.Original(array), ours = Nrbf.Serialize<object>(array, options);
            Assert.NotEqual(theirs, ours);
            Assert.NotNull(
                Record.Exception(
                    () => new System.Runtime.Serialization.Formatters.Binary.BinaryFormatter().Deserialize(new MemoryStream(theirs))));
            Assert.Null(Theirs(ours));
            Assert.Equal(array, Nrbf.Deserialize<object>(ours, options));
            Assert.Equal(array, Nrbf.Deserialize<object>(theirs, options));
        }
        // Where nothing but the library stood in the way, it reads ours.
        byte[] small = Nrbf.Serialize<object>(new ValueType[] { new Small { N = 7 } }, options);
        Assert.Equal(new Small { N = 7 },
            ((ValueType[])new System.Runtime.Serialization.Formatters.Binary.BinaryFormatter().Deserialize(new MemoryStream(small)))[0]);
    }

    [Serializable]
    public class Held
    {
        public ValueType? Value;
    }

    [Serializable]
    public struct Small
    {
        public int N;
    }

    [Serializable]
    public class Priced
    {
        public decimal Price;
    }

    [Serializable]
    public class Hidden
    {
        protected string tag = "base";

        public string Base => tag;
    }

    [Serializable]
    public class Hiding : Hidden
    {
        public new string tag = "own";
    }
}
