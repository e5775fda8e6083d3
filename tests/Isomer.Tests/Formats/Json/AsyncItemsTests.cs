using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json.Serialization;
using Xunit;
using Stj = System.Text.Json.JsonSerializer;
using StjOptions = System.Text.Json.JsonSerializerOptions;

namespace Isomer.Tests.Formats;

/// <summary>
/// Members and values that are IAsyncEnumerable: written as they come, the text that System.Text.Json's SerializeAsync writes.
/// </summary>
public class AsyncItemsTests
{
    public sealed class Page
    {
        public string Name { get; set; } = "p";
        public IAsyncEnumerable<int>? Numbers { get; set; }
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public IAsyncEnumerable<int>? Quoted { get; set; }
        public IAsyncEnumerable<Row>? Rows { get; set; }
        public object? Any { get; set; }
        public List<IAsyncEnumerable<int>>? Lists { get; set; }
        public Dictionary<string, IAsyncEnumerable<int>>? Named { get; set; }
        public int Last { get; set; } = 9;
    }

    public sealed class Row
    {
        public int Id { get; set; }
        public IAsyncEnumerable<Row>? Children { get; set; }
        public string? Text { get; set; }
    }

    static CancellationToken Token => TestContext.Current.CancellationToken;

    static async IAsyncEnumerable<T> Come<T>(IEnumerable<T> items, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        int i = 0;
        foreach (var item in items)
        {
            if (i++ % 2 == 1)
                await Task.Yield();
            cancellationToken.ThrowIfCancellationRequested();
            yield return item;
        }
    }

    /// <summary>New each time, for each is gone through once by each of the two.</summary>
    static IEnumerable<Func<object?>> Values() =>
    [
        () => new Page(),
        () => new Page { Numbers = Come<int>([]) },
        () => new Page { Numbers = Come([1, 2, 3]), Quoted = Come([4, 5]) },
        () => new Page { Any = Come(["a", "<b>"]), Lists = [Come([1]), Come<int>([]), Come([2, 3])] },
        () => new Page { Named = new() { ["x"] = Come([1]), ["y"] = Come<int>([]) }, Last = 1 },
        () => new Page { Rows = Come(Rows(3, 3)), Numbers = Come(Enumerable.Range(0, 20_000)) },
        () => Come([1, 2]),
        () => new[] { Come([1, 2]), Come<int>([]) },
        () => new { Items = Come([new { A = 1 }, new { A = 2 }]), Next = 3 },
        () => new Page { Name = new string('x', 200_000), Numbers = Come([1]), Last = 4 },
    ];

    static IEnumerable<Row> Rows(int count, int depth) => Enumerable.Range(0, count).Select(i => new Row
    {
        Id = i,
        Children = depth == 0 ? null : Come(Rows(count - 1, depth - 1)),
        Text = depth % 2 == 0 ? "t" : null,
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_text_is_that_of_System_Text_Json(bool indented)
    {
        var theirs = new StjOptions { WriteIndented = indented };
        var ours = JsonOptions.Default with { Indented = indented };
        foreach (var make in Values())
        {
            var expected = new MemoryStream();
            var type = make()!.GetType();
            await Stj.SerializeAsync(expected, make(), type, theirs, Token);
            string text = Encoding.UTF8.GetString(expected.ToArray());

            var stream = new MemoryStream();
            await Json.SerializeAsync(stream, make(), type, ours, Token);
            Assert.Equal(text, Encoding.UTF8.GetString(stream.ToArray()));
            stream = new MemoryStream();
            await Json.SerializeAsync<object?>(stream, make(), ours, Token);
            Assert.Equal(text, Encoding.UTF8.GetString(stream.ToArray()));
            stream = new MemoryStream();
            var pipe = PipeWriter.Create(stream);
            await Json.SerializeAsync(pipe, make(), type, ours, Token);
            await pipe.CompleteAsync();
            Assert.Equal(text, Encoding.UTF8.GetString(stream.ToArray()));
            stream = new MemoryStream();
            await Json.WriteArrayAsync(stream, Come([make()]), ours with { Indented = false }, Token);
            Assert.Equal($"[{Compressed(text, indented)}]", Encoding.UTF8.GetString(stream.ToArray()));
            stream = new MemoryStream();
            await Json.WriteLinesAsync(stream, Come([make(), make()]), ours, Token);
            Assert.Equal($"{Compressed(text, indented)}\n{Compressed(text, indented)}\n", Encoding.UTF8.GetString(stream.ToArray()));
        }
    }

    static string Compressed(string text, bool indented) =>
        indented ? Stj.Serialize(Stj.Deserialize<System.Text.Json.JsonElement>(text)) : text;

    [Theory]
    [InlineData(ShapeTier.Auto)]
    [InlineData(ShapeTier.Reflection)]
    public async Task What_is_read_comes_one_by_one_and_is_written_again_anywhere(ShapeTier tier)
    {
        var options = JsonOptions.Default with { Convention = Convention.Plain.WithTier(tier) };
        const string Text = """{"Name":"n","Numbers":[1,2],"Quoted":null,"Rows":[{"Id":1,"Children":[{"Id":2,"Children":null,"Text":null}],"Text":"x"}],"Any":null,"Lists":[[1],[]],"Named":{"a":[7]},"Last":3}""";
        var page = Json.FromText<Page>(Text, options);
        var numbers = new List<int>();
        await foreach (int number in page.Numbers!)
            numbers.Add(number);
        Assert.Equal([1, 2], numbers);
        var theirs = Stj.Deserialize<Page>(Text)!;
        var read = new MemoryStream();
        await Stj.SerializeAsync(read, theirs, cancellationToken: Token);
        Assert.Equal(Encoding.UTF8.GetString(read.ToArray()), Json.ToText(page, options));
        Assert.Equal(Text, Json.ToText(page, options));
    }

    [Fact]
    public async Task Items_are_sent_before_the_next_is_waited_for_and_memory_does_not_grow()
    {
        var gate = new TaskCompletionSource();
        async IAsyncEnumerable<int> Slow()
        {
            yield return 1;
            await gate.Task;
            yield return 2;
        }
        var pipe = new Pipe();
        var writing = Json.SerializeAsync(pipe.Writer, new Page { Numbers = Slow() }, cancellationToken: Token).AsTask();
        var first = await pipe.Reader.ReadAsync(Token);
        Assert.Equal("""{"Name":"p","Numbers":[1""", Encoding.UTF8.GetString(first.Buffer));
        pipe.Reader.AdvanceTo(first.Buffer.End);
        gate.SetResult();
        await writing;
        var rest = await pipe.Reader.ReadAsync(Token);
        Assert.Equal(""",2],"Quoted":null,"Rows":null,"Any":null,"Lists":null,"Named":null,"Last":9}""",
            Encoding.UTF8.GetString(rest.Buffer));

        var counted = new LargestWrite();
        await Json.SerializeAsync(counted, new Page { Numbers = Come(Enumerable.Range(0, 1_000_000)) }, cancellationToken: Token);
        Assert.True(counted.Total > 6_000_000 && counted.Largest < 200_000, $"{counted.Total} bytes, {counted.Largest} at once");
    }

    public sealed class Populated
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public IAsyncEnumerable<int>? Numbers { get; set; }
    }

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public sealed class PopulatedByType
    {
        public IAsyncEnumerable<int>? Numbers { get; set; }
    }

    /// <summary>
    /// Nothing can be added to items that come: an attribute that asks for it is refused by both, at writing too. One on the type, or the
    /// options, says nothing of such members.
    /// </summary>
    [Theory]
    [InlineData(ShapeTier.Auto)]
    [InlineData(ShapeTier.Reflection)]
    public async Task What_comes_one_by_one_is_not_read_into(ShapeTier tier)
    {
        var options = JsonOptions.Default with { Convention = Convention.Plain.WithTier(tier) };
        foreach (string text in (string[])["{}", """{"Numbers":null}""", """{"Numbers":[1]}"""])
        {
            Assert.Throws<InvalidOperationException>(() => Stj.Deserialize<Populated>(text));
            Assert.Contains("nothing can be added to what is there",
                Assert.Throws<NotSupportedException>(() => Json.FromText<Populated>(text, options)).Message, StringComparison.Ordinal);
        }
        Assert.Throws<InvalidOperationException>(() => Stj.Serialize(new Populated()));
        Assert.Throws<NotSupportedException>(() => Json.ToText(new Populated(), options));
        Assert.NotNull(Stj.Deserialize<PopulatedByType>("""{"Numbers":[1]}""")!.Numbers);
        foreach (var read in (JsonOptions[])[options, options with { MergeNested = true }])
        {
            var numbers = new List<int>();
            await foreach (int number in Json.FromText<PopulatedByType>("""{"Numbers":[1,2]}""", read).Numbers!)
                numbers.Add(number);
            Assert.Equal([1, 2], numbers);
        }
    }

    /// <summary>
    /// Also behind object, where it is known only at writing that no items come later: what was written before goes out in pieces.
    /// </summary>
    [Fact]
    public async Task What_may_hold_items_is_not_kept_whole()
    {
        object large = new int[300_000];
        var counted = new LargestWrite();
        await Json.WriteArrayAsync(counted, Come([large, large, 7]), cancellationToken: Token);
        Assert.True(counted.Total > 1_200_000 && counted.Largest < 200_000, $"{counted.Total} bytes, {counted.Largest} at once");
        var pipe = new LargestSpan();
        await Json.SerializeAsync(pipe, new[] { large, Come([1]), large }, cancellationToken: Token);
        Assert.True(pipe.Largest < 200_000, $"{pipe.Largest} bytes asked for at once");
        Assert.EndsWith("0],[1],[0,", Encoding.UTF8.GetString(pipe.Bytes)[..(600_001 + 9)][^10..], StringComparison.Ordinal);
    }

    sealed class LargestSpan : PipeWriter
    {
        readonly System.Buffers.ArrayBufferWriter<byte> _bytes = new();
        public byte[] Bytes => _bytes.WrittenSpan.ToArray();
        public int Largest { get; private set; }
        public Func<FlushResult> Flushed { get; init; } = () => default;
        public override void Advance(int bytes) => _bytes.Advance(bytes);
        public override void CancelPendingFlush() => throw new NotSupportedException();
        public override void Complete(Exception? exception = null) { }
        public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) => new(Flushed());
        public override Memory<byte> GetMemory(int sizeHint = 0)
        {
            Largest = Math.Max(Largest, sizeHint);
            return _bytes.GetMemory(sizeHint);
        }
        public override Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }

    /// <summary>A source that is asked for its next item while what was written cannot be sent is waited for, then disposed of.</summary>
    [Fact]
    public async Task A_stream_that_fails_tells_its_own_error()
    {
        bool disposed = false;
        async IAsyncEnumerable<int> Slow()
        {
            try
            {
                yield return 1;
                await Task.Delay(50, CancellationToken.None);
                yield return 2;
            }
            finally
            {
                disposed = true;
            }
        }
        foreach (var write in new Func<PipeWriter, Task>[]
        {
            p => Json.SerializeAsync(p, new Page { Numbers = Slow() }).AsTask(), p => Json.WriteArrayAsync(p, Slow()),
            p => Json.WriteLinesAsync(p, Slow()),
        })
        {
            disposed = false;
            await Assert.ThrowsAsync<IOException>(() => write(new LargestSpan { Flushed = () => throw new IOException("gone") }));
            Assert.True(disposed);
            disposed = false;
            await Assert.ThrowsAsync<OperationCanceledException>(
                () => write(new LargestSpan { Flushed = () => new FlushResult(isCanceled: true, isCompleted: false) }));
            Assert.True(disposed);
        }
    }

    [Fact]
    public async Task Nothing_more_is_asked_for_when_the_reader_has_gone()
    {
        int asked = 0;
        // Each tenth item comes only when what was written has been sent.
        TaskCompletionSource? waiting = null;
        async IAsyncEnumerable<int> Endless()
        {
            while (true)
            {
                if (++asked % 10 == 0)
                {
                    waiting = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                    await waiting.Task;
                }
                yield return asked;
            }
        }
        foreach (var write in new Func<PipeWriter, Task>[]
        {
            p => Json.SerializeAsync(p, new Page { Numbers = Endless() }).AsTask(), p => Json.WriteArrayAsync(p, Endless()),
            p => Json.WriteLinesAsync(p, Endless()),
        })
        {
            int flushes = 0;
            asked = 0;
            await write(new LargestSpan
            {
                Flushed = () =>
                {
                    waiting?.TrySetResult();
                    return new FlushResult(isCanceled: false, isCompleted: ++flushes > 2);
                },
            });
            Assert.InRange(asked, 1, 31);
        }
    }

    sealed class Ends(List<string> told, string name, IAsyncEnumerable<Row> items) : IAsyncEnumerable<Row>, IAsyncEnumerator<Row>
    {
        IAsyncEnumerator<Row>? _items;
        public Row Current => _items!.Current;
        public IAsyncEnumerator<Row> GetAsyncEnumerator(CancellationToken cancellationToken = default)
        {
            _items = items.GetAsyncEnumerator(cancellationToken);
            return this;
        }
        public ValueTask<bool> MoveNextAsync() => _items!.MoveNextAsync();
        public ValueTask DisposeAsync()
        {
            told.Add(name);
            throw new InvalidOperationException(name);
        }
    }

    [Fact]
    public async Task All_sources_are_disposed_of_although_one_of_them_fails_at_it()
    {
        var told = new List<string>();
        async IAsyncEnumerable<Row> Failing()
        {
            await Task.Yield();
            yield return new Row();
            throw new InvalidOperationException("no more");
        }
        var inner = new Ends(told, "inner", Failing());
        var outer = new Ends(told, "outer", Come([new Row { Children = inner }]));
        var failure = await Assert.ThrowsAsync<InvalidOperationException>(
            () => Json.SerializeAsync(new MemoryStream(), new Page { Rows = outer }, cancellationToken: Token).AsTask());
        Assert.Equal(["inner", "outer"], told);
        Assert.Equal("outer", failure.Message);
    }

    public struct Stepwise : IAsyncEnumerable<int>
    {
        public readonly IAsyncEnumerator<int> GetAsyncEnumerator(CancellationToken cancellationToken = default) =>
            Come([1]).GetAsyncEnumerator(cancellationToken);
    }

    public sealed class Both(params int[] items) : IAsyncEnumerable<int>, IEnumerable<int>
    {
        public IAsyncEnumerator<int> GetAsyncEnumerator(CancellationToken cancellationToken = default) =>
            Come([9]).GetAsyncEnumerator(cancellationToken);
        public IEnumerator<int> GetEnumerator() => ((IEnumerable<int>)items).GetEnumerator();
        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public sealed class MisledByNumbers
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public IAsyncEnumerable<string>? Texts { get; set; }
    }

    /// <summary>docs/from-system-text-json.md tells them.</summary>
    [Fact]
    public async Task What_is_otherwise_than_in_System_Text_Json()
    {
        foreach (var refuses in new Action[] { () => Json.Serialize(default(Stepwise)), () => Json.ToText<object>(default(Stepwise)),
            () => Json.GetSchema<Stepwise?>(), () => Json.FromText<List<Stepwise>>("[[1]]") })
            Assert.Contains("is a struct of items that come one by one: declare it as IAsyncEnumerable<Int32>",
                Assert.ThrowsAny<NotSupportedException>(refuses).Message, StringComparison.Ordinal);
        var stream = new MemoryStream();
        await Json.SerializeAsync(stream, new Both(1, 2), cancellationToken: Token);
        Assert.Equal("[1,2]", Encoding.UTF8.GetString(stream.ToArray()));
        // As there: it would say nothing.
        Assert.Contains("[JsonNumberHandling]", Assert.Throws<NotSupportedException>(() => Json.FromText<MisledByNumbers>("{}")).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_deep_copy_has_items_of_its_own()
    {
        var page = Json.FromText<Page>("""{"Rows":[{"Id":1}]}""");
        var copy = DeepCopy.Of(page);
        var (mine, its) = (new List<Row>(), new List<Row>());
        await foreach (var row in page.Rows!)
            mine.Add(row);
        await foreach (var row in copy.Rows!)
            its.Add(row);
        Assert.Equal(1, Assert.Single(its).Id);
        Assert.NotSame(Assert.Single(mine), its[0]);
        Assert.Contains("Json.SerializeAsync",
            Assert.ThrowsAny<NotSupportedException>(() => DeepCopy.Of(new Page { Numbers = Come([1]) })).Message, StringComparison.Ordinal);
    }

    sealed class LargestWrite : Stream
    {
        public long Total { get; private set; }
        public int Largest { get; private set; }
        public override bool CanRead => false;
        public override bool CanSeek => false;
        public override bool CanWrite => true;
        public override long Length => Total;
        public override long Position { get => Total; set => throw new NotSupportedException(); }
        public override void Flush() { }
        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();
        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
        public override void SetLength(long value) => throw new NotSupportedException();
        public override void Write(byte[] buffer, int offset, int count) => (Total, Largest) = (Total + count, Math.Max(Largest, count));
        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            (Total, Largest) = (Total + buffer.Length, Math.Max(Largest, buffer.Length));
            return default;
        }
    }

    [Fact]
    public async Task Sources_are_disposed_of_when_writing_ends_in_the_midst()
    {
        var ended = new List<string>();
        async IAsyncEnumerable<Row> Outer()
        {
            try
            {
                yield return new Row { Children = Inner() };
                await Task.Yield();
            }
            finally
            {
                ended.Add("outer");
            }
        }
        async IAsyncEnumerable<Row> Inner()
        {
            try
            {
                yield return new Row();
                await Task.Yield();
                throw new InvalidOperationException("no more");
            }
            finally
            {
                ended.Add("inner");
            }
        }
        var failure = await Assert.ThrowsAsync<InvalidOperationException>(
            () => Json.SerializeAsync(new MemoryStream(), new Page { Rows = Outer() }, cancellationToken: Token).AsTask());
        Assert.Equal("no more", failure.Message);
        Assert.Equal(["inner", "outer"], ended);
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => Json.SerializeAsync(new MemoryStream(), new Page { Numbers = Come([1, 2, 3]) }, cancellationToken: cancelled.Token)
                .AsTask());
    }

    [Fact]
    public async Task Items_within_items_keep_to_the_depth_that_is_allowed()
    {
        static async IAsyncEnumerable<Row> Endless()
        {
            await Task.CompletedTask;
            yield return new Row { Children = Endless() };
        }
        var failure = await Assert.ThrowsAsync<NotSupportedException>(
            () => Json.SerializeAsync(new MemoryStream(), new Page { Rows = Endless() }, cancellationToken: Token).AsTask());
        Assert.Contains("Limits.MaxDepth", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Who_cannot_wait_says_who_can()
    {
        var page = new Page { Numbers = Come([1]) };
        foreach (var refuses in new Action[]
        {
            () => Json.Serialize(page), () => Json.ToText(page), () => Json.Serialize(new MemoryStream(), page),
            () => Json.ToText<object>(Come([1])),
            () => Compact.Serialize(page), () => Json.Serialize(page, JsonOptions.Graph),
        })
            Assert.Contains("Json.SerializeAsync", Assert.ThrowsAny<NotSupportedException>(refuses).Message, StringComparison.Ordinal);
        foreach (var options in new[] { JsonOptions.Default with { References = References.Preserve }, JsonOptions.Graph,
            JsonOptions.Default with { CyclesAsNull = true } })
        {
            var refused = await Assert.ThrowsAsync<NotSupportedException>(
                () => Json.SerializeAsync(new MemoryStream(), page, options, Token).AsTask());
            Assert.Contains("without references", refused.Message, StringComparison.Ordinal);
        }
        // What was read is all there, for every format.
        var read = Json.FromText<Page>("""{"Numbers":[1,2]}""");
        Assert.Equal(Json.ToText(read), Json.ToText(Compact.Deserialize<Page>(Compact.Serialize(read))));
    }
}
