using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Lengths before values, streams of items, and what is built around writing and reading.</summary>
public class ProtobufStreams
{
    [ProtoContract]
    public class Person
    {
        [ProtoMember(1)]
        public string? Name { get; set; }
    }

    [ProtoContract]
    public class Address
    {
        [ProtoMember(1)]
        public string? Line { get; set; }
    }

    static readonly ProtobufVectors.Test1 Value = new() { A = 150 };

    [Theory]
    [InlineData(ProtobufPrefix.None, 0, "089601")]
    [InlineData(ProtobufPrefix.Base128, 0, "03089601")]
    [InlineData(ProtobufPrefix.Base128, 1, "0A03089601")]
    [InlineData(ProtobufPrefix.Base128, 16, "820103089601")]
    [InlineData(ProtobufPrefix.Fixed32, 0, "03000000089601")]
    [InlineData(ProtobufPrefix.Fixed32BigEndian, 0, "00000003089601")]
    [InlineData(ProtobufPrefix.Fixed32, 7, "03000000089601")]
    public void Prefixes(ProtobufPrefix prefix, int field, string hex)
    {
        var stream = new MemoryStream();
        Protobuf.SerializeWithPrefix(stream, Value, prefix, field);
        Assert.Equal(hex, Convert.ToHexString(stream.ToArray()));
        stream.Position = 0;
        Assert.Equal(150, Protobuf.DeserializeWithPrefix<ProtobufVectors.Test1>(stream, prefix, field).A);
        Assert.Equal(stream.Length, stream.Position);
        Assert.False(Protobuf.TryDeserializeWithPrefix<ProtobufVectors.Test1>(stream, prefix, field, out _));
        Assert.Throws<WireFormatException>(() => Protobuf.DeserializeWithPrefix<ProtobufVectors.Test1>(stream, prefix, field));
    }

    [Fact]
    public void Roots_with_prefix()
    {
        string Hex<T>(T value, ProtobufPrefix prefix = ProtobufPrefix.Base128, int field = 1)
        {
            var stream = new MemoryStream();
            Protobuf.SerializeWithPrefix(stream, value, prefix, field);
            return Convert.ToHexString(stream.ToArray());
        }
        Assert.Equal("0A020805", Hex(5));
        Assert.Equal("0A060A0408DA9F02", Hex(new DateTime(2020, 5, 31)));
        Assert.Equal("0A0408010802", Hex(new List<int> { 1, 2 }));
        Assert.Equal("0A00", Hex<Person?>(null));
        // Cases 51 and 52.
        Assert.Equal("020801" + "060A040888A302", Hex(1, field: 0) + Hex(new DateTime(2021, 1, 1), field: 0));
        Assert.Equal("020000000801", Hex(ProtobufVectorsOfTypes.Simple.One, ProtobufPrefix.Fixed32));
    }

    [Fact]
    public void Case_50_mixed_types_by_field_number()
    {
        string hex = "0A02087B12060A04467265641A050A03616263220E0A0C3132204C616D62204C616E65";
        object[] values = [123, new Person { Name = "Fred" }, "abc", new Address { Line = "12 Lamb Lane" }];
        var stream = new MemoryStream();
        for (int i = 0; i < values.Length; i++)
            Protobuf.SerializeWithPrefix(stream, values[i], values[i].GetType(), ProtobufPrefix.Base128, i + 1);
        Assert.Equal(hex, Convert.ToHexString(stream.ToArray()));

        Type? TypeOf(int field) => field switch { 1 => typeof(int), 2 => typeof(Person), 4 => typeof(Address), _ => null };
        stream.Position = 0;
        object[] read = [.. Protobuf.ReadItems(stream, TypeOf)];
        Assert.Equal(3, read.Length);
        Assert.Equal(123, read[0]);
        Assert.Equal("Fred", ((Person)read[1]).Name);
        Assert.Equal("12 Lamb Lane", ((Address)read[2]).Line);

        stream.Position = 0;
        var one = new List<object>();
        while (Protobuf.TryDeserializeWithPrefix(stream, ProtobufPrefix.Base128, TypeOf, out object? value))
            one.Add(value);
        Assert.Equal(3, one.Count);
        stream.Position = 0;
        Assert.Equal("Fred", Assert.Single(Protobuf.ReadItems<Person>(stream, field: 2)).Name);
    }

    [Fact]
    public async Task Items_are_one_message_with_a_repeated_field()
    {
        var items = Enumerable.Range(0, 3000).Select(i => new Person { Name = $"name {i}" }).ToList();
        var (sync, async) = (new MemoryStream(), new MemoryStream());
        Protobuf.WriteItems(sync, items);
        await Protobuf.WriteItemsAsync(async, Slowly(items));
        Assert.Equal(sync.ToArray(), async.ToArray());
        Assert.Equal(sync.ToArray(), Protobuf.Serialize(items));
        Assert.Equal(items.Select(i => i.Name), Protobuf.Deserialize<List<Person>>(sync.ToArray()).Select(i => i.Name));
        sync.Position = 0;
        Assert.Equal(items.Select(i => i.Name), Protobuf.ReadItems<Person>(sync).Select(i => i.Name));
        var read = new List<string?>();
        await foreach (var item in Protobuf.ReadItemsAsync<Person>(
            new Drip(sync.ToArray()[..2000].AsSpan(0, 2000).ToArray()[..WholeItems(sync.ToArray(), 2000)])))
            read.Add(item.Name);
        Assert.True(read.Count > 100);
        Assert.Equal(items.Take(read.Count).Select(i => i.Name), read);
    }

    /// <summary>A null item would come back as an empty message: it is refused as in a repeated field.</summary>
    [Fact]
    public async Task A_null_among_the_items_is_refused()
    {
        Person[] items = [new Person { Name = "a" }, null!, new Person { Name = "b" }];
        Assert.Throws<NotSupportedException>(() => Protobuf.Serialize(items));
        Assert.Throws<NotSupportedException>(() => Protobuf.WriteItems(new MemoryStream(), items));
        await Assert.ThrowsAsync<NotSupportedException>(() => Protobuf.WriteItemsAsync(new MemoryStream(), Slowly(items)));
    }

    /// <summary>The largest number of bytes, at most so many, that are whole items.</summary>
    static int WholeItems(byte[] bytes, int most)
    {
        int at = 0;
        while (at + 2 + bytes[at + 1] <= most)
            at += 2 + bytes[at + 1];
        return at;
    }

    static async IAsyncEnumerable<T> Slowly<T>(IEnumerable<T> items)
    {
        int i = 0;
        foreach (var item in items)
        {
            if (i++ % 500 == 0)
                await Task.Yield();
            yield return item;
        }
    }

    [Theory]
    [InlineData("0A03")]
    [InlineData("0A")]
    [InlineData("0A7F0801")]
    [InlineData("0A0208010A7F0801")]
    [InlineData("0D01000000")]
    [InlineData("0AFFFFFFFFFF")]
    public async Task A_truncated_item_is_reported(string hex)
    {
        Assert.Throws<WireFormatException>(() => Protobuf.ReadItems<ProtobufVectors.Test1>(new MemoryStream(FromHex(hex))).ToList());
        Assert.Throws<WireFormatException>(() =>
        {
            var stream = new MemoryStream(FromHex(hex));
            while (Protobuf.TryDeserializeWithPrefix<ProtobufVectors.Test1>(stream, ProtobufPrefix.Base128, 1, out _))
            {
            }
        });
        var error = await Assert.ThrowsAsync<WireFormatException>(async () =>
        {
            await foreach (var item in Protobuf.ReadItemsAsync<ProtobufVectors.Test1>(new MemoryStream(FromHex(hex))))
                Assert.NotNull(item);
        });
        Assert.Equal(hex.StartsWith("0A02", StringComparison.Ordinal) ? 1 : 0, error.GoodItems);
    }

    [ProtoContract]
    public class Wide
    {
        [ProtoMember(1)]
        public int A { get; set; }

        [ProtoMember(2)]
        public string? B { get; set; }

        [ProtoMember(3)]
        public List<int>? C { get; set; }
    }

    [ProtoContract]
    public class Narrow
    {
        [ProtoMember(1)]
        public long A { get; set; }

        [ProtoMember(3)]
        public int[]? C { get; set; }

        public UnknownFields? Rest { get; set; }
    }

    [Fact]
    public void Changing_types_cloning_measuring()
    {
        var wide = new Wide { A = 1, B = "b", C = [1, 2] };
        var narrow = Protobuf.ChangeType<Wide, Narrow>(wide);
        Assert.Equal((1L, 2), (narrow.A, narrow.C!.Length));
        Assert.Equal("120162", Convert.ToHexString(narrow.Rest!.Bytes));
        Assert.Equal("b", Protobuf.ChangeType<Narrow, Wide>(narrow).B);
        var clone = Protobuf.DeepClone(wide);
        Assert.NotSame(wide, clone);
        Assert.NotSame(wide.C, clone.C);
        Assert.Equal(wide.C, clone.C);
        Assert.Null(Protobuf.DeepClone<Wide?>(null));
        Assert.Equal(Protobuf.Serialize(wide).Length, Protobuf.Measure(wide));
        Assert.Equal([1, 2, 1, 2], Protobuf.Merge(wide, new MemoryStream(Protobuf.Serialize(clone))).C);
    }

    [Fact]
    public void Unknown_fields_are_asked_and_appended()
    {
        var fields = new UnknownFields();
        fields.Append(40, "a");
        fields.Append(41, 150);
        fields.Append(42, new ProtobufVectors.Test1 { A = 150 });
        fields.Append(40, "b");
        Assert.Equal("C2020161 C802 9601 D20203089601 C2020162".Replace(" ", "", StringComparison.Ordinal),
            Convert.ToHexString(fields.Bytes));
        Assert.True(fields.TryGet<string>(40, out var last));
        Assert.Equal("b", last);
        Assert.Equal(["a", "b"], fields.GetAll<string>(40));
        Assert.Equal(150, fields.Get<int>(41));
        Assert.Equal(150, fields.Get<ProtobufVectors.Test1>(42)!.A);
        Assert.False(fields.TryGet<int>(43, out _));
    }

    [ProtoContract]
    public class Bridged : ISerializable, IXmlSerializable
    {
        public Bridged()
        {
        }

#pragma warning disable SYSLIB0050, SYSLIB0051
        protected Bridged(SerializationInfo info, StreamingContext context) => Protobuf.MergeFrom(this, info);

        void ISerializable.GetObjectData(SerializationInfo info, StreamingContext context) => Protobuf.WriteTo(info, this);
#pragma warning restore SYSLIB0050, SYSLIB0051

        [ProtoMember(1)]
        public int V { get; set; }

        XmlSchema? IXmlSerializable.GetSchema() => null;

        void IXmlSerializable.ReadXml(XmlReader reader) => Protobuf.MergeFrom(this, reader);

        void IXmlSerializable.WriteXml(XmlWriter writer) => Protobuf.WriteTo(writer, this);
    }

    [Fact]
    public void Bridges_to_other_serializers()
    {
        var serializer = new XmlSerializer(typeof(Bridged));
        foreach (int value in new[] { 150, 0 })
        {
            var text = new StringWriter();
            serializer.Serialize(text, new Bridged { V = value });
            Assert.Contains(value == 0 ? "<Bridged />" : "<Bridged>CJYB</Bridged>", text.ToString(), StringComparison.Ordinal);
            Assert.Equal(value, ((Bridged)serializer.Deserialize(new StringReader(text.ToString()))!).V);
        }
#pragma warning disable SYSLIB0050
        var info = new SerializationInfo(typeof(Bridged), new FormatterConverter());
#pragma warning restore SYSLIB0050
        Protobuf.WriteTo(info, new Bridged { V = 150 });
        Assert.Equal(1, info.MemberCount);
        Assert.Equal("089601", Convert.ToHexString((byte[])info.GetValue("proto", typeof(byte[]))!));
        var target = new Bridged();
        Protobuf.MergeFrom(target, info);
        Assert.Equal(150, target.V);
    }

    [Fact]
    public async Task Http_content()
    {
        using var content = Protobuf.ToHttpContent(new Wide { A = 5 });
        Assert.Equal("application/x-protobuf", content.Headers.ContentType!.MediaType);
        Assert.Equal(5, (await Protobuf.ReadContentAsync<Wide>(content)).A);
    }

    [Fact]
    public void A_large_message_streams_through_a_small_window()
    {
        var items = Enumerable.Range(0, 200_000).Select(i => new Person { Name = "some name or other" }).ToList();
        byte[] bytes = Protobuf.Serialize(items);
        var output = new CountingStream();
        Protobuf.Serialize(output, items);
        Assert.Equal(bytes.Length, output.Length);
        Assert.True(output.Largest < 300_000, $"{output.Largest}");
        Assert.Equal(200_000, Protobuf.Deserialize<List<Person>>(new MemoryStream(bytes)).Count);
        Assert.Equal(200_000, Protobuf.Deserialize<People>(new MemoryStream(bytes)).Items!.Count);
    }

    [ProtoContract]
    public class Shelf
    {
        [ProtoMember(1)] public int Id { get; set; }
        [ProtoMember(2)] public Shelf? Inner { get; set; }
        [ProtoMember(3)] public List<Shelf> Shelves { get; } = [];
        [ProtoMember(4)] public List<string> Texts { get; } = [];
        [ProtoMember(5)] public int[]? Numbers { get; set; }
        [ProtoMember(6)] public Dictionary<string, Person> People { get; } = [];
        [ProtoMember(7, DataFormat = DataFormat.Group)] public List<Person> Grouped { get; } = [];
        [ProtoMember(20)] public List<Person> Late { get; } = [];
    }

    static Shelf Random(Random random, int depth)
    {
        var shelf = new Shelf
        {
            Id = random.Next(),
            Numbers = random.Next(3) == 0 ? [random.Next(), 2] : null,
            Inner = depth < 3 && random.Next(3) == 0 ? Random(random, depth + 1) : null
        };
        for (int i = depth < 3 ? random.Next(12) : 0; i > 0; i--)
            shelf.Shelves.Add(Random(random, depth + 1));
        for (int i = random.Next(3); i > 0; i--)
        {
            shelf.Texts.Add(new string('t', Size(random)));
            shelf.People["p" + i] = new Person { Name = new string('p', Size(random)) };
            shelf.Grouped.Add(new Person { Name = new string('g', Size(random)) });
            shelf.Late.Add(new Person { Name = new string('l', Size(random)) });
        }
        return shelf;
    }

    /// <summary>Of a length of one byte, of two, of three, and of none.</summary>
    static int Size(Random random) =>
        random.Next(40) switch { 0 => random.Next(16_000, 80_000), < 5 => random.Next(100, 400), < 8 => 0, _ => random.Next(1, 30) };

    /// <summary>Gives as much as it likes at a time.</summary>
    sealed class Chunks(byte[] bytes, Random random) : MemoryStream(bytes)
    {
        public override int Read(Span<byte> buffer) =>
            base.Read(
                buffer[..Math.Min(buffer.Length,
                    random.Next(3) switch { 0 => random.Next(1, 20), 1 => random.Next(1, 5000), _ => buffer.Length })]);
    }

    [Fact]
    public void Lists_in_a_stream_are_read_as_from_an_array_wherever_it_is_cut()
    {
        var random = new Random(7);
        foreach (var tier in Tiers())
            for (int run = 0; run < 20; run++)
            {
                var shelf = Random(random, 0);
                Same(shelf);
                Same(shelf.Shelves);
                Same(shelf.Shelves.Select(s => s.Texts).ToList());
                Same(shelf.Late);
                Same(shelf.Texts);

                void Same<T>(T value)
                {
                    byte[] bytes = Protobuf.Serialize(value, tier);
                    Assert.Equal(bytes, Protobuf.Serialize(Protobuf.Deserialize<T>(new Chunks(bytes, random), tier), tier));
                    Assert.Equal(bytes,
                        Protobuf.Serialize(Protobuf.Deserialize(new Chunks(bytes, random), typeof(T), tier), typeof(T), tier));
                    int cut = random.Next(bytes.Length + 1);
                    // The same ends are refused, and the same are read.
                    Assert.Equal(Record.Exception(() => Protobuf.Deserialize<T>(bytes.AsSpan(0, cut), tier)) is WireFormatException,
                        Record.Exception(() => Protobuf.Deserialize<T>(new Chunks(bytes[..cut], random), tier)) is WireFormatException);
                }
            }
    }

    [ProtoContract]
    public class People
    {
        [ProtoMember(1)]
        public List<Person>? Items { get; set; }
    }

    sealed class CountingStream : Stream
    {
        long _length;

        public int Largest { get; private set; }

        public override bool CanRead => false;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => _length;

        public override long Position { get => _length; set => throw new NotSupportedException(); }

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            _length += buffer.Length;
            Largest = Math.Max(Largest, buffer.Length);
        }

        public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

        public override void Flush()
        {
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();
    }
}
