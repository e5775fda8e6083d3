using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Arrays and lines item by item.</summary>
[Collection(Alone.Name)]
public class JsonStreamTests
{
    public record Item(int Id, string? Text, int[]? Numbers);

    static Item Make(int i) => new(i, i % 3 == 0 ? null : "te,xt]}\"\\é\n" + i, i % 2 == 0 ? [i, -i] : []);

    static async IAsyncEnumerable<Item> Produce(int count, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        for (int i = 0; i < count; i++)
        {
            if (i % 5 == 0)
                await Task.Yield();
            cancellationToken.ThrowIfCancellationRequested();
            yield return Make(i);
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2000)]
    public async Task ArraysBothWays(int count)
    {
        foreach (bool indented in new[] { false, true })
        {
            var options = new JsonOptions { Indented = indented };
            byte[] expected = JsonSerializer.SerializeToUtf8Bytes(Enumerable.Range(0, count).Select(Make),
                new JsonSerializerOptions { WriteIndented = indented });
            var output = new MemoryStream();
            await Json.WriteArrayAsync(output, Produce(count), options);
            Assert.Equal(Encoding.UTF8.GetString(expected), Encoding.UTF8.GetString(output.ToArray()));
            output = new MemoryStream();
            await Json.WriteArrayAsync(output, Enumerable.Range(0, count).Select(Make), options);
            Assert.Equal(expected, output.ToArray());
            var back = await Json.ReadArrayAsync<Item>(new Trickle(expected)).ToListAsync();
            Assert.Equal(expected, JsonSerializer.SerializeToUtf8Bytes(back, new JsonSerializerOptions { WriteIndented = indented }));
        }
    }

    [Fact]
    public async Task LinesBothWays()
    {
        var output = new MemoryStream();
        await Json.WriteLinesAsync(output, Produce(500), JsonOptions.Pretty);
        string[] lines = Encoding.UTF8.GetString(output.ToArray()).Split('\n');
        Assert.Equal(501, lines.Length);
        Assert.Equal(Enumerable.Range(0, 500).Select(i => JsonSerializer.Serialize(Make(i))), lines[..500]);
        Assert.Equal(500, await Json.ReadLinesAsync<Item>(new Trickle(output.ToArray())).CountAsync());
        Assert.Equal(new[] { 1, 2, 3 }, await Json.ReadLinesAsync<int>(new MemoryStream("\n1\r\n\n 2 \n3"u8.ToArray())).ToListAsync());
        Assert.Empty(await Json.ReadLinesAsync<int>(new MemoryStream()).ToListAsync());
    }

    [Fact]
    public async Task Pipes()
    {
        var pipe = new Pipe();
        var writing = Task.Run(async () =>
        {
            await Json.WriteArrayAsync(pipe.Writer, Produce(3000));
            await pipe.Writer.CompleteAsync();
        });
        int next = 0;
        await foreach (var item in Json.ReadArrayAsync<Item>(pipe.Reader))
            Assert.Equal(next++, item.Id);
        await writing;
        Assert.Equal(3000, next);
        var lines = new Pipe();
        writing = Task.Run(async () =>
        {
            await Json.WriteLinesAsync(lines.Writer, Produce(100));
            await lines.Writer.CompleteAsync();
        });
        Assert.Equal(100, await Json.ReadLinesAsync<Item>(lines.Reader).CountAsync());
        await writing;
    }

    [Fact]
    public async Task StoppingEarlyLeavesTheRestInThePipe()
    {
        var reader = PipeReader.Create(new MemoryStream("[1,2,3]"u8.ToArray()));
        await foreach (int item in Json.ReadArrayAsync<int>(reader))
            if (item == 2)
                break;
        var rest = await reader.ReadAsync();
        Assert.Equal("3]", Encoding.UTF8.GetString(rest.Buffer));
    }

    [Theory]
    [InlineData("", 0, "$[0]")]
    [InlineData("{}", 0, "$[0]")]
    [InlineData("null", 0, "$[0]")]
    [InlineData("[", 0, "$[0]")]
    [InlineData("[1,2", 1, "$[1]")]
    [InlineData("[1,2,", 2, "$[2]")]
    [InlineData("[1,2,]", 2, "$[2]")]
    [InlineData("[,1]", 0, "$[0]")]
    [InlineData("[1,,2]", 1, "$[1]")]
    [InlineData("[1}", 0, "$[0]")]
    [InlineData("[1] x", 1, "$[1]")]
    [InlineData("[1][2]", 1, "$[1]")]
    [InlineData("[1,\"x\",3]", 1, "$[1]")]
    public async Task BrokenArraysTellTheGoodItems(string text, int good, string path)
    {
        var read = new List<int>();
        var error = await Assert.ThrowsAsync<WireFormatException>(async () =>
        {
            await foreach (int item in Json.ReadArrayAsync<int>(new Trickle(Encoding.UTF8.GetBytes(text))))
                read.Add(item);
        });
        Assert.Equal(good, error.GoodItems);
        Assert.Equal(path, error.Path);
        Assert.Equal("Json", error.Format);
        Assert.True(read.Count >= good || good > 0);
    }

    [Fact]
    public async Task ThePlaceIsThatInTheWhole()
    {
        byte[] text = Encoding.UTF8.GetBytes("[\n{\"Id\":1},\n  {\"Id\":2,\n   \"Numbers\":[1,x]}]");
        var error =
            await Assert.ThrowsAsync<WireFormatException>(async () => await Json.ReadArrayAsync<Item>(new Trickle(text)).ToListAsync());
        Assert.Equal(("$[1].Numbers[1]", 4, 17, Array.IndexOf(text, (byte)'x'), 1),
            (error.Path, error.Line, error.Column, (int)error.Offset, (int)error.GoodItems!));
        text = Encoding.UTF8.GetBytes("{\"Id\":1}\n{\"Id\":2}\n{\"Id\":");
        error = await Assert.ThrowsAsync<WireFormatException>(async () => await Json.ReadLinesAsync<Item>(new Trickle(text)).ToListAsync());
        Assert.Equal(("$[2].Id", 3, 7, text.Length, 2), (error.Path, error.Line, error.Column, (int)error.Offset, (int)error.GoodItems!));
    }

    [Fact]
    public async Task OneItemIsBounded()
    {
        var options = new JsonOptions { Limits = new Limits { MaxStreamItem = 1000 } };
        var endless = new MemoryStream([.. "[1,\""u8, .. new byte[100_000].Select(_ => (byte)'a')]);
        var error =
            await Assert.ThrowsAsync<WireFormatException>(async () => await Json.ReadArrayAsync<Node>(endless, options).ToListAsync());
        Assert.Contains("MaxStreamItem", error.Message, StringComparison.Ordinal);
        Assert.Equal(1, error.GoodItems);
    }

    [Fact]
    public async Task LenientArrays()
    {
        var options = new JsonOptions { Leniency = JsonLeniency.Comments | JsonLeniency.TrailingCommas | JsonLeniency.SingleQuotes };
        byte[] text = "[/*,]*/ 'a,]' // ],\n , \"it's\\\"\", 'q\\'s', /**/ ] // end"u8.ToArray();
        Assert.Equal(new[] { "a,]", "it's\"", "q's" }, await Json.ReadArrayAsync<string>(new Trickle(text), options).ToListAsync());
    }

    /// <summary>A hundred thousand items through a pipe that holds 64 KB: memory stays that of one item.</summary>
    [Fact]
    public async Task MemoryIsConstant()
    {
        var pipe = new Pipe();
        var writing = Task.Run(async () =>
        {
            await Json.WriteArrayAsync(pipe.Writer, Numbers());
            await pipe.Writer.CompleteAsync();
        });
        long sum = 0, peak = 0, start = GC.GetTotalMemory(true);
        await foreach (long item in Json.ReadArrayAsync<long>(pipe.Reader))
        {
            sum += item;
            if (item % 20_000 == 0)
                peak = Math.Max(peak, GC.GetTotalMemory(true) - start);
        }
        await writing;
        Assert.Equal(100_000L * 99_999 / 2, sum);
        Assert.True(peak < 64 << 20, $"{peak} bytes");

        static async IAsyncEnumerable<long> Numbers()
        {
            for (long i = 0; i < 100_000; i++)
                yield return i;
            await Task.CompletedTask;
        }
    }
}
