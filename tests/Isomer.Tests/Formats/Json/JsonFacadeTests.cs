using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using Isomer.Battery;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>The ways in and out: spans, sequences, streams, pipes, run-time types; filling what is there.</summary>
public class JsonFacadeTests
{
    public class Customer
    {
        public string? Name { get; set; }
        public int Age { get; set; }
        public Address? Home { get; set; }
        public List<string> Tags { get; set; } = [];
        public Dictionary<string, int> Scores { get; set; } = [];
    }

    public class Address
    {
        public string? City { get; set; }
        public string? Street { get; set; }
    }

    static readonly Customer Ann = new() { Name = "Ann", Age = 30, Home = new Address { City = "Bern" }, Tags = ["a"] };

    [Fact]
    public async Task EveryWayInAndOut()
    {
        string text = JsonSerializer.Serialize(Ann);
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        void Check(object? back) => Assert.Equal(text, JsonSerializer.Serialize((Customer?)back));
        Check(Json.Deserialize<Customer>(bytes));
        Check(Json.Deserialize<Customer>(Pieces.Of(bytes, 7)));
        Check(Json.Deserialize<Customer>(new ReadOnlySequence<byte>(bytes)));
        Check(Json.Deserialize<Customer>(new MemoryStream(bytes)));
        Check(await Json.DeserializeAsync<Customer>(new Trickle(bytes)));
        Check(await Json.DeserializeAsync<Customer>(PipeReader.Create(new Trickle(bytes))));
        Check(await Json.DeserializeAsync(new MemoryStream(bytes), typeof(Customer)));
        Check(Json.Deserialize(bytes, typeof(Customer)));
        Check(Json.Deserialize(new Trickle(bytes), typeof(Customer)));
        Check(Json.FromText(text, typeof(Customer)));

        Assert.Equal(text, Json.ToText(Ann, typeof(Customer)));
        Assert.Equal(bytes, Json.Serialize((object)Ann, typeof(Customer)));
        var stream = new MemoryStream();
        await Json.SerializeAsync(stream, Ann);
        await Json.SerializeAsync(stream, (object)Ann, typeof(Customer));
        Json.Serialize(stream, (object)Ann, typeof(Customer));
        Assert.Equal(text + text + text, Encoding.UTF8.GetString(stream.ToArray()));
        var pipe = new Pipe();
        await Json.SerializeAsync(pipe.Writer, Ann);
        await pipe.Writer.CompleteAsync();
        Check(await Json.DeserializeAsync<Customer>(pipe.Reader));
        var buffer = new ArrayBufferWriter<byte>();
        Json.Serialize(buffer, Ann);
        Assert.Equal(bytes, buffer.WrittenSpan.ToArray());
        Assert.Equal("null", Json.ToText(null, typeof(Customer)));
        Assert.Throws<ArgumentException>(() => Json.Serialize("text", typeof(Customer)));
        Assert.Throws<ArgumentException>(() => Json.Serialize((object?)null, typeof(int)));
    }

    [Fact]
    public async Task ByteOrderMarksAsTheyDo()
    {
        byte[] text = [0xEF, 0xBB, 0xBF, .. "[1]"u8];
        Assert.ThrowsAny<JsonException>(() => JsonSerializer.Deserialize<int[]>(text));
        Assert.Throws<WireFormatException>(() => Json.Deserialize<int[]>(text));
        Assert.Equal([1], JsonSerializer.Deserialize<int[]>(new MemoryStream(text))!);
        Assert.Equal([1], Json.Deserialize<int[]>(new MemoryStream(text)));
        Assert.Equal(new[] { 1 }, await Json.DeserializeAsync<int[]>(new MemoryStream(text)));
        Assert.Equal(new[] { 1 }, await Json.ReadArrayAsync<int>(new MemoryStream(text)).ToListAsync());
    }

    [Fact]
    public async Task LongOutputGoesInPieces()
    {
        var value = Enumerable.Range(0, 20_000)
            .Select(i => new Customer { Name = new string((char)('a' + (i % 26)), i % 50), Age = i, Tags = ["<é>"] }).ToList();
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(value);
        var stream = new MemoryStream();
        Json.Serialize(stream, value);
        Assert.Equal(expected, stream.ToArray());
        var pretty = new MemoryStream();
        Json.Serialize(pretty, value, JsonOptions.Pretty);
        Assert.Equal(JsonSerializer.SerializeToUtf8Bytes(value, new JsonSerializerOptions { WriteIndented = true }), pretty.ToArray());
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        await Json.SerializeAsync(pipe.Writer, value);
        await pipe.Writer.CompleteAsync();
        Assert.Equal(value.Count, (await Json.DeserializeAsync<List<Customer>>(pipe.Reader)).Count);
        string longText = new string('x', 1_000_000) + "é\"" + new string('y', 1_000_000);
        stream = new MemoryStream();
        Json.Serialize(stream, longText);
        Assert.Equal(JsonSerializer.SerializeToUtf8Bytes(longText), stream.ToArray());
    }

    [Fact]
    public void Fill()
    {
        foreach (var options in JsonCheck.Tiers())
        {
            var target = new Customer
            { Name = "old", Age = 5, Home = new Address { City = "c", Street = "s" }, Tags = ["x"], Scores = { ["a"] = 1 } };
            var home = target.Home;
            Assert.Same(target, Json.Fill(target, """{"Age":6,"Home":{"City":"new"},"Tags":["y"]}"""u8, options));
            Assert.Equal(("old", 6, "new", null), (target.Name, target.Age, target.Home!.City, target.Home.Street));
            Assert.NotSame(home, target.Home);
            Assert.Equal(["y"], target.Tags);
            target = new Customer { Home = home, Tags = ["x"], Scores = { ["a"] = 1 } };
            Json.Fill(target, """{"Home":{"City":"merged"},"Tags":["y"],"Scores":{"b":2}}"""u8, options with { MergeNested = true });
            Assert.Same(home, target.Home);
            Assert.Equal(("merged", "s"), (home!.City, home.Street));
            Assert.Equal(["x", "y"], target.Tags);
            Assert.Equal(2, target.Scores.Count);
            var list = new List<int> { 1 };
            Json.Fill(list, "[2,3]"u8, options);
            Assert.Equal([1, 2, 3], list);
            var map = new Dictionary<string, int> { ["a"] = 1, ["b"] = 1 };
            Json.Fill(map, """{"b":2,"c":3}"""u8, options);
            Assert.Equal(3, map.Count);
            Assert.Equal((7, 2), Json.Fill((1, 2), """{"Item1":7}"""u8, options));
            object boxed = new Customer { Name = "kept" };
            Json.Fill<object>(boxed, """{"Age":1}"""u8, options);
            Assert.Equal(("kept", 1), (((Customer)boxed).Name, ((Customer)boxed).Age));
            Assert.Throws<WireFormatException>(() => Json.Fill(new Customer(), "null"u8, options));
            Assert.Equal("$.Age", Assert.Throws<WireFormatException>(() => Json.Fill(new Customer(), """{"Age":"x"}"""u8, options)).Path);
        }
    }
}

/// <summary>A stream that gives one byte, then two, then three at a time, not at once.</summary>
sealed class Trickle(byte[] bytes) : MemoryStream(bytes)
{
    int _next;

    public override bool CanSeek => false;

    public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, 1 + (_next++ % 3)));

    public override int Read(Span<byte> buffer)
    {
        byte[] some = new byte[Math.Min(buffer.Length, 3)];
        int count = Read(some, 0, some.Length);
        some.AsSpan(0, count).CopyTo(buffer);
        return count;
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await Task.Yield();
        return Read(buffer.Span);
    }
}
