using System.Runtime.Serialization;
using System.Text;
using System.Xml.Serialization;
using Isomer.Fuzz.Running;
using Isomer.Tests.Core;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Every format x every method x (a value, null, a subtype, a damaged payload, one that is cut): all ways of calling agree with the
/// first, in bytes, in values, and in what they refuse, with what words and at what place.
/// </summary>
public sealed class WaysTests : IDisposable
{
    public WaysTests() => Loans.Forgotten();

    /// <summary>However a call ended, what the thread lent to it is back.</summary>
    public void Dispose() => Assert.Empty(Loans.Forgotten());

    [DataContract, KnownType(typeof(Puppy)), XmlInclude(typeof(Puppy)), ProtobufInclude(10, typeof(Puppy)), Subtype(typeof(Puppy), "puppy")]
    public class Dog
    {
        [DataMember(Order = 1)] public int Id { get; set; }
        [DataMember(Order = 2)] public string? Name { get; set; }
        [DataMember(Order = 3)] public List<double> Weights { get; set; } = [];
        [DataMember(Order = 4)] public Dog? Friend { get; set; }
    }

    [DataContract]
    public class Puppy : Dog
    {
        [DataMember(Order = 1)] public bool IsSmall { get; set; }
    }

    static Dog Value => new() { Id = 150, Name = "Rex é", Weights = [1.5, -2], Friend = new Dog { Id = 2 } };

    static readonly (string Name, Type Declared, Func<object?> Make)[] Cases =
    [
        ("value", typeof(Dog), () => Value), ("null", typeof(Dog), () => null),
        ("subtype", typeof(Dog), () => new Puppy { Id = 1, IsSmall = true, Friend = new Puppy { Name = "p" } }),
        ("exact", typeof(Puppy), () => new Puppy { Id = 3 }), ("list", typeof(List<Dog>), () => new List<Dog> { Value, new() }),
        ("text", typeof(string), () => "a é \n"), ("number", typeof(int), () => 150), ("array", typeof(int[]), () => new[] { 1, 2, 3 }),
    ];

    public static TheoryData<string, string> All => [.. from way in FacadeWays.All from one in Cases select (way.Name, one.Name)];

    static (Ways Ways, Type Declared, object? Value) Find(string format, string name)
    {
        var one = Cases.Single(c => c.Name == name);
        return (FacadeWays.Of(format), one.Declared, one.Make());
    }

    [Theory]
    [MemberData(nameof(All))]
    public void All_ways_of_writing_agree(string format, string name)
    {
        var (ways, declared, value) = Find(format, name);
        var writers = ways.Writers(declared).ToList();
        Assert.True(writers.Count >= 10, $"{writers.Count} ways");
        var first = Outcome.Of(() => writers[0].Write(value));
        foreach (var (way, write) in writers.Skip(1))
        {
            var other = Outcome.Of(() => write(value));
            // A text of XML declares itself as utf-16.
            if (way.StartsWith("ToText", StringComparison.Ordinal) && other.Result is byte[] bytes)
                other = new(Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(bytes).Replace("utf-16", "utf-8", StringComparison.Ordinal)),
                    null);
            Assert.True(Difference(first, other) is null, $"{way}: {Difference(first, other)}\n{first}\n{other}");
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void All_ways_of_reading_agree(string format, string name)
    {
        var (ways, declared, value) = Find(format, name);
        if (Outcome.Of(() => ways.Writers(declared).First().Write(value)).Result is not byte[] payload)
            return;
        var readers = ways.Readers(declared).ToList();
        Assert.True(readers.Count >= 12, $"{readers.Count} ways");
        Agree(readers, payload, "whole");
        // A message has no form for null: it comes back as an empty one.
        Assert.Null(new Deep(false).Difference(value ?? (format == "Protobuf" ? new Dog() : null), readers[0].Read(payload)));
        // All places of most payloads; of an envelope's thousands each fifth or so, another one for each name.
        int step = 1 + (payload.Length / Places), first = name.Length % step;
        for (int cut = first; cut < payload.Length; cut += step)
            Agree(readers, payload[..cut], $"cut at {cut}");
        for (int at = first; at < payload.Length; at += step)
        {
            byte[] damaged = [.. payload];
            damaged[at] ^= (byte)(1 << (at / step % 7));
            Agree(readers, damaged, $"damaged at {at}");
        }
    }

    const int Places = 500;

    static void Agree(List<(string Way, Ways.Reads Read)> readers, byte[] payload, string what)
    {
        var first = Outcome.Of(() => readers[0].Read(payload));
        Assert.True(first.Refusal is null or WireFormatException, $"{what}: {first}");
        foreach (var (way, read) in readers.Skip(1))
        {
            // What is no UTF-8 is no text either.
            if (way.StartsWith("FromText", StringComparison.Ordinal)
                && !Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(payload)).AsSpan().SequenceEqual(payload))
                continue;
            var other = Outcome.Of(() => read(payload));
            // An encoding is none of a string's business.
            if (way.StartsWith("FromText", StringComparison.Ordinal)
                && first.Refusal?.Message.Contains("encoding", StringComparison.Ordinal) == true)
                continue;
            string? difference = way.StartsWith("FromText", StringComparison.Ordinal)
                ? TextDifference(first, other, payload)
                : Difference(first, other);
            Assert.True(difference is null, $"{what}, {way}: {difference}\n{first}\n{other}\n{new Outcome(payload, null)}");
        }
    }

    /// <summary>The words of a refusal and its place count too.</summary>
    static string? Difference(Outcome first, Outcome other) => Outcome.Difference(first, other)
        ?? (first.Refusal is { } a && other.Refusal is { } b && (a.GetType() != b.GetType() || a.Message != b.Message)
            ? "the refusals differ"
            : null);

    /// <summary>The offset of a text counts its characters.</summary>
    static string? TextDifference(Outcome first, Outcome other, byte[] payload) => Outcome.Difference(first, other)
        ?? (first.Refusal is WireFormatException a && other.Refusal is WireFormatException b
            ? (a.Path, Words(a), a.Offset < 0 ? a.Offset : Encoding.UTF8.GetCharCount(payload, 0, (int)a.Offset), a.Line)
                == (b.Path, Words(b), b.Offset, b.Line) ? null : "the refusals differ"
            : null);

    static string Words(WireFormatException e) => System.Text.RegularExpressions.Regex.Replace(e.Message, " (Path|Offset): .*", "");

    /// <summary>
    /// One rule in all formats: what is there is filled; null, another type and damage are refused; the target comes back.
    /// </summary>
    [Theory]
    [MemberData(nameof(All))]
    public void Filling_follows_one_rule(string format, string name)
    {
        var (ways, declared, value) = Find(format, name);
        if (value is null || name is "text" or "number" or "array"
            || Outcome.Of(() => ways.Writers(declared).First().Write(value)).Result is not byte[] payload)
            return;
        object target = Activator.CreateInstance(value.GetType())!;
        Assert.Same(target, ways.Filler(declared)!(target, payload));
        Assert.Null(new Deep(false).Difference(value, target));
        // Where the call says no type, the target does.
        if (name is "exact" or "value" or "list")
        {
            object other = Activator.CreateInstance(value.GetType())!;
            Assert.Same(other, ways.Filler(typeof(object))!(other, payload));
            Assert.Null(new Deep(false).Difference(value, other));
        }
        for (int cut = 0; cut < payload.Length; cut++)
            if (Outcome.Of(() => ways.Filler(declared)!(Activator.CreateInstance(value.GetType())!, payload[..cut])).Refusal is { } refusal)
                Assert.IsType<WireFormatException>(refusal);
    }

    [Theory]
    [MemberData(nameof(Formats))]
    public void Null_does_not_fill(string format)
    {
        var ways = FacadeWays.Of(format);
        if (Outcome.Of(() => ways.Writers(typeof(Dog)).First().Write(null)).Result is byte[] payload && ways.Name != "Protobuf")
            Assert.Contains("null", Assert.Throws<WireFormatException>(() => ways.Filler(typeof(Dog))!(new Dog(), payload)).Message,
                StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Formats))]
    public void Another_subtype_does_not_fill(string format)
    {
        var ways = FacadeWays.Of(format);
        byte[] payload = ways.Writers(typeof(Dog)).First().Write(new Puppy());
        if (ways.Name != "Protobuf")
            Assert.Contains("Puppy", Assert.Throws<WireFormatException>(() => ways.Filler(typeof(Dog))!(new Dog(), payload)).Message,
                StringComparison.Ordinal);
    }

    /// <summary>Gives or takes some bytes, then throws.</summary>
    sealed class Breaking(byte[] bytes) : MemoryStream(bytes, writable: true)
    {
        public override bool CanSeek => false;
        public override int Read(byte[] buffer, int offset, int count) =>
            Position == Length ? throw new IOException("broken") : base.Read(buffer, offset, Math.Min(count, 3));
        public override void Write(byte[] buffer, int offset, int count) => throw new IOException("broken");
        public override void Write(ReadOnlySpan<byte> buffer) => throw new IOException("broken");
        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            throw new IOException("broken");
    }

    /// <summary>What a stream throws is not the format's: it passes as it is, and the next call is as if nothing had been.</summary>
    [Theory]
    [MemberData(nameof(Formats))]
    public void What_a_stream_throws_passes(string format)
    {
        var ways = FacadeWays.Of(format);
        byte[] payload = ways.Writers(typeof(Dog)).First().Write(Value);
        var writers = ways.WritersTo(typeof(Dog), new Breaking([]), CancellationToken.None).ToList();
        Assert.True(writers.Count >= 8, $"{writers.Count} ways");
        foreach (var (way, write) in writers)
        {
            Assert.True(Assert.ThrowsAny<IOException>(() => write(Value)).Message == "broken", way);
            Assert.True(ways.Writers(typeof(Dog)).First().Write(Value).AsSpan().SequenceEqual(payload), way);
        }
        for (int cut = 0; cut < payload.Length; cut++)
            foreach (var (way, read) in ways.ReadersOf(typeof(Dog), () => new Breaking(payload[..cut]), CancellationToken.None))
                Assert.True(Record.Exception(read) is IOException { Message: "broken" }, $"{way}, broken at {cut}");
    }

    [Theory]
    [MemberData(nameof(Formats))]
    public void Who_has_cancelled_gets_neither_value_nor_bytes(string format)
    {
        var ways = FacadeWays.Of(format);
        byte[] payload = ways.Writers(typeof(Dog)).First().Write(Value);
        var token = new CancellationToken(canceled: true);
        var writers = ways.WritersTo(typeof(Dog), new MemoryStream(), token).ToList();
        var readers = ways.ReadersOf(typeof(Dog), () => new MemoryStream(payload), token).ToList();
        Assert.True(writers.Count >= 4 && readers.Count >= 4, $"{writers.Count} and {readers.Count} ways");
        Assert.All(writers, w => Assert.ThrowsAny<OperationCanceledException>(() => w.Write(Value)));
        Assert.All(readers, r => Assert.ThrowsAny<OperationCanceledException>(r.Read));
    }

    /// <summary>In pieces a mark is no part of a text, but of the input: offsets count it.</summary>
    [Theory]
    [MemberData(nameof(Formats))]
    public void Offsets_count_a_byte_order_mark(string format)
    {
        var ways = FacadeWays.Of(format);
        if (!ways.IsText)
            return;
        byte[] payload = ways.Writers(typeof(Dog)).First().Write(Value);
        // An envelope of SOAP ends in a line's end, which nobody misses.
        byte[] damaged = payload.AsSpan().TrimEnd("\r\n"u8)[..^1].ToArray();
        foreach (var (way, read) in ways.ReadersOf(typeof(Dog), () => new MemoryStream([0xEF, 0xBB, 0xBF, .. damaged]),
            CancellationToken.None))
        {
            long plain = Assert.Throws<WireFormatException>(() => ways.Readers(typeof(Dog)).First().Read(damaged)).Offset;
            Assert.True(plain + 3 == Assert.Throws<WireFormatException>(read).Offset, way);
        }
    }

    public static TheoryData<string> Formats => [.. FacadeWays.All.Select(w => w.Name)];
}
