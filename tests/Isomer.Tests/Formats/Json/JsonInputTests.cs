using System.Collections;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using Isomer.Formats;
using Isomer.Fuzz.Targets;
using Isomer.Wire;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// One value of any length, read in a window that moves along a stream: as from memory, in values, errors and their places.
/// </summary>
[Collection(Alone.Name)]
public partial class JsonInputTests
{
    static readonly JsonOptions[] s_options =
    [
        new() { Numbers = JsonNumbers.NamedFloats },
        new() { Numbers = JsonNumbers.NamedFloats, Indented = true, NewLine = "\n", EnumsAsNames = true, Naming = JsonNaming.Camel },
        new() { Numbers = JsonNumbers.NamedFloats | JsonNumbers.ReadFromString | JsonNumbers.WriteAsString, Duplicates = JsonMembers.Refuse,
            Unknown = JsonMembers.Refuse, IgnoreCase = true },
        new() { Numbers = JsonNumbers.NamedFloats, Convention = Convention.Plain.WithTier(ShapeTier.Reflection) },
    ];

    static readonly byte[] s_edits = "{}[]\",:\\ 1tn-e.\n/'\u00e9"u8.ToArray();

    [GeneratedRegex("an invalid escape, .*?(?=\\. Path: )", RegexOptions.Singleline)]
    private static partial Regex EscapeRegex();

    static string Told<T>(Func<T> read, JsonOptions options)
    {
        try
        {
            return Json.ToText(read(), options);
        }
        catch (WireFormatException e)
        {
            // Of a broken escape the message quotes what follows it, as far as that has come.
            string message = EscapeRegex().Replace(e.Message, "an invalid escape");
            return $"{message} | {e.Path} at {e.Offset}, {e.Line}:{e.Column}, {e.Format}";
        }
    }

    static void Same<T>(byte[] text, JsonOptions options, Random random)
    {
        string whole = Told(() => Json.Deserialize<T>(text, options), options);
        int piece = 1 + random.Next(random.Next(2) == 0 ? 8 : 200);
        Assert.Equal(whole, Told(() => JsonWindow.Read<T>(new Drip(text, piece), options), options));
    }

    [Fact]
    public void As_from_memory()
    {
        for (int seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            var options = s_options[seed % s_options.Length];
            byte[] text = Json.Serialize(
                (JsonGraphTests.Node1?)new JsonGraphTests.Maker(seed).Make(typeof(JsonGraphTests.Node1), 1 + (seed % 4)), options);
            Same<JsonGraphTests.Node1>(text, options, random);
            Same<object>(text, options, random);
            Same<Node>(text, options, random);
            Same<Dictionary<string, object>>(text, options, random);
            for (int i = 0; i < 20; i++)
            {
                byte[] edited = [.. text];
                for (int changes = random.Next(3); changes >= 0 && edited.Length > 0; changes--)
                    edited[random.Next(edited.Length)] = s_edits[random.Next(s_edits.Length)];
                edited = random.Next(3) == 0 ? edited[..random.Next(edited.Length + 1)] : edited;
                Same<JsonGraphTests.Node1>(edited, options, random);
                Same<Node>(edited, options, random);
            }
        }
    }

    public sealed class Quoted
    {
        [JsonConverter(typeof(AsText))]
        public string? Text { get; set; }

        public Dictionary<string, Quoted>? Inner { get; set; }

        public List<int>? Numbers { get; set; }
    }

    /// <summary>Keeps the text of its value, whatever that is: Isomer hands it over whole.</summary>
    public sealed class AsText : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            return document.RootElement.GetRawText();
        }

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteRawValue(value);
    }

    /// <summary>A value that a converter takes stays in the window until it is there whole, however many windows that takes.</summary>
    [Fact]
    public void What_a_converter_takes_is_kept()
    {
        string value = "[" + string.Join(',', Enumerable.Range(0, 2000).Select(i => $"{{\"a\":[{i},\"x,]\\\"\"]}}")) + "]";
        byte[] text = Encoding.UTF8.GetBytes($"{{\"Numbers\":[1,2],\"Text\":{value},\"Inner\":{{\"a\":{{\"Text\":1.50}}}}}}");
        foreach (int piece in (int[])[1, 7, 1000, 1 << 20])
        {
            var read = JsonWindow.Read<Quoted>(new Drip(text, piece), JsonOptions.Default);
            Assert.Equal(value, read.Text);
            Assert.Equal("1.50", read.Inner!["a"].Text);
            Assert.Equal([1, 2], read.Numbers);
        }
    }

    [Theory]
    [InlineData("""{"Inner":{"x":{"Numbers":[1,2,3,4,x]}}}""", "$.Inner.x.Numbers[4]")]
    [InlineData("""{"Inner":{"a.b\"":{"Numbers":[1],"Inner":{"é\u00e9\\":{"Inner":{},"Numbers":[7,8,true]}}}}}""",
        "$.Inner['a.b\"'].Inner['éé\\'].Numbers[2]")]
    [InlineData("""{"Numbers":[1,2,3], "Inner": {"k":null,"l":{"Numbers":null},"m":{"Inner":"x"}}}""", "$.Inner.m.Inner")]
    [InlineData("""{"Numbers":[1,2,3],""", "$")]
    [InlineData("""{"Numbers":[1,2,3,""", "$.Numbers[3]")]
    [InlineData("""{"Numbers":[1,2,3],"Inner":{"a":""", "$.Inner.a")]
    [InlineData("""{"Numbers":[1,2,3],"Text":"abc""", "$.Text")]
    public void Paths_are_those_of_the_whole_text(string text, string path)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text.Replace(",", ",\n ", StringComparison.Ordinal));
        for (int piece = 1; piece <= bytes.Length; piece++)
        {
            Assert.Equal(Told(() => Json.Deserialize<Quoted>(bytes), JsonOptions.Default),
                Told(() => JsonWindow.Read<Quoted>(new Drip(bytes, piece), JsonOptions.Default), JsonOptions.Default));
            Assert.Equal(path,
                Assert.Throws<WireFormatException>(() => JsonWindow.Read<Quoted>(new Drip(bytes, piece), JsonOptions.Default)).Path);
        }
    }

    public sealed class WithNode
    {
        public NodeArray? Items { get; set; }

        public NodeValue? Scalar { get; set; }
    }

    [Theory]
    [InlineData("{\"Items\":{\"a\":1,\n\"b\":2}}")]
    [InlineData("{\"Items\":[1,2],\"Scalar\":[1,2,3]}")]
    [InlineData("{\"Scalar\":5,\"Items\":\"a,b\"}")]
    [InlineData("{\"Scalar\":null,\"Items\":null}")]
    public void A_node_of_another_kind_is_refused_at_its_place(string text)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        for (int piece = 1; piece <= bytes.Length; piece++)
            Assert.Equal(Told(() => Json.Deserialize<WithNode>(bytes), JsonOptions.Default),
                Told(() => JsonWindow.Read<WithNode>(new Drip(bytes, piece), JsonOptions.Default), JsonOptions.Default));
    }

    /// <summary>The last comma outside of strings, found 64 bytes at a time, against one byte at a time.</summary>
    [Fact]
    public void Cuts_are_commas_between_values()
    {
        for (int seed = 0; seed < 2000; seed++)
        {
            var random = new Random(seed);
            byte[] text = new byte[random.Next(400)];
            for (int i = 0; i < text.Length; i++)
                text[i] = (byte)"\"\"\\\\,,ab {}[]"[random.Next(random.Next(3) == 0 ? 13 : 4)];
            var commas = default(JsonCommas);
            bool inside = false, escaped = false;
            for (int at = 0; at < text.Length;)
            {
                int count = Math.Min(1 + random.Next(150), text.Length - at), last = -1;
                for (int i = 0; i < count; i++)
                {
                    byte b = text[at + i];
                    if (b == '"' && !escaped)
                        inside = !inside;
                    else if (b == ',' && !inside)
                        last = i;
                    escaped = b == '\\' && !escaped;
                }
                Assert.Equal(last, commas.Last(text.AsSpan(at, count)));
                at += count;
            }
        }
    }

    /// <summary>Counts its items and keeps none.</summary>
    public sealed class Counted : ICollection<JsonStreamTests.Item>
    {
        public int Count { get; private set; }

        public long Sum { get; private set; }

        public bool IsReadOnly => false;

        public void Add(JsonStreamTests.Item item) => (Count, Sum) = (Count + 1, Sum + item.Id);

        public void Clear() => Count = 0;

        public bool Contains(JsonStreamTests.Item item) => false;

        public void CopyTo(JsonStreamTests.Item[] array, int arrayIndex)
        {
        }

        public bool Remove(JsonStreamTests.Item item) => false;

        public IEnumerator<JsonStreamTests.Item> GetEnumerator() => Enumerable.Empty<JsonStreamTests.Item>().GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public sealed class Holder
    {
        public string? Title { get; set; }

        public Counted? Items { get; set; }

        public int After { get; set; }
    }

    /// <summary>An object with items without end, nearly: one line over and over, and the bytes behind it.</summary>
    sealed class Long(long items, bool isAsynchronous, bool knowsLength = false) : ForwardStream
    {
        static readonly byte[] s_item = """{"Id":1,"Text":"a, \"b\" and c","Numbers":[1,2,3]}"""u8.ToArray();
        static readonly byte[] s_head = "\uFEFF{\"Title\":\"t\",\"Items\":["u8.ToArray(), s_tail = "],\"After\":5}"u8.ToArray();
        long _written;
        byte[] _current = s_head;
        int _at;
        bool _isTail;

        public override bool CanSeek => knowsLength;

        public override long Length => s_head.Length + (items * (s_item.Length + 1)) - 1 + s_tail.Length;

        public override long Position { get; set; }

        public override int Read(Span<byte> buffer)
        {
            Assert.False(isAsynchronous, "this stream is read asynchronously alone, as a web server's request");
            return Next(buffer);
        }

        int Next(Span<byte> buffer)
        {
            int written = 0;
            while (written < buffer.Length)
            {
                if (_at == _current.Length)
                {
                    if (_isTail)
                        break;
                    _isTail = _written == items;
                    _current = _isTail ? s_tail : _written++ == 0 ? s_item : s_comma;
                    _at = 0;
                }
                int part = Math.Min(_current.Length - _at, buffer.Length - written);
                _current.AsSpan(_at, part).CopyTo(buffer[written..]);
                _at += part;
                written += part;
            }
            Position += written;
            return written;
        }

        static readonly byte[] s_comma = [(byte)',', .. s_item];

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (Position % 3 == 0)
                await Task.Yield();
            return Next(buffer.Span[..Math.Min(buffer.Length, 50_000)]);
        }
    }

    static void Check(Holder holder, int count)
    {
        Assert.Equal(("t", count, count, 5), (holder.Title, holder.Items!.Count, (int)holder.Items.Sum, holder.After));
    }

    /// <summary>
    /// Half a million items of 50 bytes; ISOMER_HUGE_GIGABYTES makes them as many gigabytes, more than an array can have. Each item is an
    /// object of its own, so it is the memory in use that is looked at.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_long_value_is_read_in_the_memory_of_a_window(bool knowsLength)
    {
        int count = double.TryParse(Environment.GetEnvironmentVariable("ISOMER_HUGE_GIGABYTES"),
            System.Globalization.CultureInfo.InvariantCulture, out double gigabytes) ? (int)(gigabytes * 20e6) : 500_000;
        Check(Json.Deserialize<Holder>(new Long(1000, false, knowsLength)), 1000);
        long before = GC.GetTotalMemory(forceFullCollection: true);
        var holder = Json.Deserialize<Holder>(new Long(count, false, knowsLength));
        long after = GC.GetTotalMemory(forceFullCollection: true);
        Check(holder, count);
        // The pool keeps what it lent: a window of 1 MB at most, and what it grew from.
        Assert.InRange(after - before, long.MinValue, 4 << 20);
        Check((Holder)Json.Deserialize(new Long(count, false, knowsLength), typeof(Holder))!, count);
        Check(await Json.DeserializeAsync<Holder>(new Long(count, true, knowsLength)), count);
        Check((Holder)(await Json.DeserializeAsync(new Long(count, true, knowsLength), typeof(Holder)))!, count);
        Check(await Json.DeserializeAsync<Holder>(PipeReader.Create(new Long(count, true, knowsLength))), count);
        Check((Holder)(await Json.DeserializeAsync(PipeReader.Create(new Long(count, true, knowsLength)), typeof(Holder)))!, count);
    }

    /// <summary>Formats without a window say so before they take memory for it.</summary>
    [Fact]
    public async Task What_is_longer_than_an_array_is_refused_where_there_is_no_window()
    {
        Stream huge() => new Long(60_000_000, false, knowsLength: true);
        foreach (Action read in (Action[])
            [
                () => Xml.Deserialize<Holder>(huge()),
                () => Compact.Deserialize<Holder>(huge()),
                () => ContractJson.Deserialize<Holder>(huge()),
                () => Json.Deserialize<Holder>(huge(), JsonOptions.Graph),
            ])
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Assert.Contains("longer than an array", Assert.Throws<WireFormatException>(read).Message, StringComparison.Ordinal);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
        }
        await Assert.ThrowsAsync<WireFormatException>(async () => await Xml.DeserializeAsync<Holder>(huge()));
    }

    /// <summary>Fails in the midst.</summary>
    sealed class Failing(Stream inner, Exception failure) : ForwardStream
    {
        long _left = 20 << 20;

        public override int Read(Span<byte> buffer) => (_left -= buffer.Length) < 0 ? throw failure : inner.Read(buffer);

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            new(Read(buffer.Span));
    }

    [Fact]
    public async Task What_the_stream_throws_passes()
    {
        var failure = new InvalidDataException("the disk is gone");
        Stream failing() => new Failing(new Long(1_000_000, false), failure);
        Assert.Same(failure, Assert.Throws<InvalidDataException>(() => Json.Deserialize<Holder>(failing())));
        Assert.Same(failure, await Assert.ThrowsAsync<InvalidDataException>(async () => await Json.DeserializeAsync<Holder>(failing())));
        using var cancelling = new CancellationTokenSource();
        var reading = Json.DeserializeAsync<Holder>(new Long(int.MaxValue, true), cancellationToken: cancelling.Token).AsTask();
        await cancelling.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => reading);
    }

    /// <summary>An error behind many windows has the path, offset, line and column that it has from memory.</summary>
    [Fact]
    public async Task What_is_refused_late_tells_its_place()
    {
        byte[] text = [.. "{\"Items\":["u8, .. Enumerable.Repeat("""{"Id":1},"""u8.ToArray(), 3_000_000).SelectMany(b => b),
            .. "\n{\"Id\":\"no\"}],\"After\":5}"u8];
        string whole = Told(() => Json.Deserialize<Holder>(text), JsonOptions.Default);
        Assert.Contains("$.Items[3000000].Id at 27000017, 2:7", whole, StringComparison.Ordinal);
        Assert.Equal(whole, Told(() => Json.Deserialize<Holder>(new MemoryStream(text)), JsonOptions.Default));
        Assert.Equal(whole, Told(() => Json.Deserialize<Holder>(new Drip(text, 100_000)), JsonOptions.Default));
        string waited = "";
        try
        {
            await Json.DeserializeAsync<Holder>(new Drip(text, 100_000));
        }
        catch (WireFormatException e)
        {
            waited = Told<int>(() => throw e, JsonOptions.Default);
        }
        Assert.Equal(whole, waited);
    }
}
