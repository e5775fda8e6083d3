using Xunit;

namespace Isomer.Tests.Formats.OfCompact;

/// <summary>Streams of items, and references.</summary>
[Collection(Alone.Name)]
public class CompactStreams
{
    static async Task<List<T>> ReadAll<T>(Stream stream, CompactOptions? options = null)
    {
        var items = new List<T>();
        await foreach (var item in Compact.ReadStreamAsync<T>(stream, options))
            items.Add(item);
        return items;
    }

    [Fact]
    public async Task ItemsComeBack()
    {
        var items = Enumerable.Range(0, 1000).Select(i => new Animal { Name = new string('x', i) }).ToList();
        var stream = new MemoryStream();
        await Compact.WriteStreamAsync(stream, items);
        await Compact.WriteStreamAsync(stream, Async(items));
        stream.Position = 0;
        Assert.Equal(items.Concat(items).Select(a => a.Name), (await ReadAll<Animal>(new OneByOne(stream))).Select(a => a.Name));

        static async IAsyncEnumerable<Animal> Async(IEnumerable<Animal> items)
        {
            foreach (var item in items)
            {
                await Task.Yield();
                yield return item;
            }
        }
    }

    [Fact]
    public async Task ATruncatedTailIsReportedWithTheGoodItems()
    {
        var stream = new MemoryStream();
        var ends = new List<long> { 0 };
        for (int i = 0; i < 5; i++)
        {
            await Compact.WriteStreamAsync(stream, new[] { $"item {i}" }, CompactOptions.Default with { Checksum = i % 2 == 0 });
            ends.Add(stream.Length);
        }
        byte[] bytes = stream.ToArray();
        for (int length = 0; length <= bytes.Length; length++)
        {
            int whole = ends.FindLastIndex(e => e <= length);
            var cut = new MemoryStream(bytes, 0, length);
            if (ends.Contains(length))
            {
                Assert.Equal(whole, (await ReadAll<string>(cut)).Count);
                continue;
            }
            var e = await Assert.ThrowsAsync<WireFormatException>(() => ReadAll<string>(cut));
            Assert.Equal(whole, e.GoodItems);
            Assert.Equal("Compact", e.Format);
        }
    }

    [Fact]
    public async Task MemoryIsThatOfOneItem()
    {
        async IAsyncEnumerable<byte[]> Items()
        {
            for (int i = 0; i < 2000; i++)
            {
                await Task.CompletedTask;
                yield return new byte[10_000];
            }
        }

        string path = Path.GetTempFileName();
        try
        {
            await using (var file = File.Create(path))
                await Compact.WriteStreamAsync(file, Items());
            await using var back = File.OpenRead(path);
            long before = GC.GetTotalMemory(true), most = 0;
            int count = 0;
            await foreach (byte[] item in Compact.ReadStreamAsync<byte[]>(back))
                if (++count % 500 == 0)
                    most = Math.Max(most, GC.GetTotalMemory(true) - before);
            Assert.Equal(2000, count);
            Assert.InRange(most, 0, 4_000_000);
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Theory, InlineData(false), InlineData(true)]
    public void CyclesAndSharedObjects(bool reflection)
    {
        var options = Samples.Options(reflection, references: References.Preserve);
        var node = new Node { Value = 1 };
        node.Next = new Node { Value = 2, Next = node };
        node.Others = [node, node.Next, null, node];
        var back = Compact.Deserialize<Node>(Compact.Serialize(node, options));
        Assert.Same(back, back.Next!.Next);
        Assert.Same(back, back.Others![0]);
        Assert.Same(back.Next, back.Others[1]);
        Assert.Null(back.Others[2]);

        var list = new List<object?>();
        list.Add(list);
        list.Add(new object());
        list.Add(list[1]);
        var same = Compact.Deserialize<List<object?>>(Compact.Serialize(list, options), options);
        Assert.Same(same, same[0]);
        Assert.Same(same[1], same[2]);
        Assert.NotSame(same, same[1]);

        int[] numbers = [1, 2];
        var arrays = Compact.Deserialize<int[][]>(Compact.Serialize(new[] { numbers, numbers, [3] }, options), options);
        Assert.Same(arrays[0], arrays[1]);
    }

    /// <summary>Gives one byte at a time.</summary>
    sealed class OneByOne(Stream inner) : MemoryStream
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            new(inner.Read(buffer.Span[..Math.Min(1, buffer.Length)]));
    }
}
