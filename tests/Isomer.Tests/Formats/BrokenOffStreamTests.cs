using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Items of a stream that are not enumerated to the end, and then again: until 2026-11-27 what had been read ahead was missing from the
/// second enumeration, without a word.
/// </summary>
public class BrokenOffStreamTests
{
    [ProtobufContract]
    public class Item { [ProtobufMember(1)] public int Id { get; set; } [ProtobufMember(2)] public string? Text { get; set; } }

    static readonly Item[] s_items = [.. Enumerable.Range(0, 50).Select(i => new Item { Id = i, Text = new string('x', i * 7 % 50) })];

    static byte[] Payload(string format)
    {
        var stream = new MemoryStream();
        if (format == "Compact")
            Compact.WriteStreamAsync(stream, s_items).GetAwaiter().GetResult();
        else
            Protobuf.WriteItems(stream, s_items);
        return stream.ToArray();
    }

    static IAsyncEnumerable<Item> Items(string format, Stream stream) => format switch
    {
        "Compact" => Compact.ReadStreamAsync<Item>(stream),
        "Protobuf" => Protobuf.ReadItemsAsync<Item>(stream),
        "Protobuf, at once" => Protobuf.ReadItems<Item>(stream).ToAsyncEnumerable(),
        _ => Protobuf.ReadItems(stream, _ => typeof(Item)).Cast<Item>().ToAsyncEnumerable(),
    };

    public static TheoryData<string, int> Cases => [..
        from format in (string[])["Compact", "Protobuf", "Protobuf, at once", "Protobuf, by number"]
        from taken in (int[])[0, 1, 17, 49, 50] select (format, taken)];

    static async Task<List<int>> Take(IAsyncEnumerable<Item> items, int count)
    {
        var taken = new List<int>();
        if (count > 0)
            await foreach (var item in items)
            {
                taken.Add(item.Id);
                if (taken.Count == count)
                    break;
            }
        return taken;
    }

    [Theory, MemberData(nameof(Cases))]
    public async Task A_stream_that_can_seek_goes_on_behind_the_last_item(string format, int taken)
    {
        var stream = new MemoryStream(Payload(format));
        var items = Items(format, stream);
        Assert.Equal(Enumerable.Range(0, taken), await Take(items, taken));
        Assert.Equal(Enumerable.Range(taken, 50 - taken), await Take(items, 100));
        stream.Position = 0;
        Assert.Equal(Enumerable.Range(0, 50), await Take(items, 100));
    }

    [Theory, MemberData(nameof(Cases))]
    public async Task Any_other_is_enumerated_to_its_end_or_once(string format, int taken)
    {
        var items = Items(format, new SlowStream(Payload(format)));
        Assert.Equal(Enumerable.Range(0, taken), await Take(items, taken));
        if (taken is 0 or 50)
            Assert.Equal(50 - taken, (await Take(items, 100)).Count);
        else
            await Assert.ThrowsAsync<InvalidOperationException>(() => Take(items, 100));
    }

    sealed class SlowStream(byte[] bytes) : MemoryStream(bytes)
    {
        public override bool CanSeek => false;
        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    }

    /// <summary>A stream that gives few bytes at a time and fails once, at some byte.</summary>
    sealed class Failing(byte[] bytes, int failsAt, int step, bool canSeek) : MemoryStream(bytes)
    {
        bool _hasFailed;

        public override bool CanSeek => canSeek;

        int Some(int count)
        {
            if (Position == failsAt && !_hasFailed)
            {
                _hasFailed = true;
                throw new IOException("the line is down");
            }
            return Math.Min(Math.Min(count, step), _hasFailed || Position > failsAt ? int.MaxValue : (int)(failsAt - Position));
        }

        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Some(count));

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            new(base.Read(buffer.Span[..Some(buffer.Length)]));

        public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
            Task.FromResult(Read(buffer, offset, count));
    }

    public static TheoryData<string, bool> Failures => [..
        from format in (string[])["Compact", "Protobuf", "Protobuf, at once", "Protobuf, by number"]
        from canSeek in (bool[])[true, false] select (format, canSeek)];

    /// <summary>
    /// The stream fails at any byte, within an item too: an enumeration that begins again goes on behind the last item, or says that it
    /// cannot. (Until the evening of 2026-11-27 an item was missing, or its rest was read as another.)
    /// </summary>
    [Theory, MemberData(nameof(Failures))]
    public async Task A_stream_that_fails_within_an_item_loses_none(string format, bool canSeek)
    {
        byte[] payload = Payload(format);
        foreach (int step in new[] { 1, 3, 100, int.MaxValue })
            for (int at = 0; at < payload.Length; at += step == 1 ? 1 : 7)
            {
                var stream = new Failing(payload, at, step, canSeek);
                var items = Items(format, stream);
                var seen = new List<int>();
                await Assert.ThrowsAsync<IOException>(Enumerate);
                try
                {
                    await Enumerate();
                    Assert.Equal(Enumerable.Range(0, 50), seen);
                }
                catch (InvalidOperationException e) when (!canSeek)
                {
                    Assert.Contains("Enumerate them once", e.Message, StringComparison.Ordinal);
                }

                async Task Enumerate()
                {
                    await foreach (var item in items)
                        seen.Add(item.Id);
                }
            }
    }
}
