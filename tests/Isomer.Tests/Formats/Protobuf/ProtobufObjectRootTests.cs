using System.Buffers;
using System.IO.Pipelines;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// A value behind object is written by its run-time type, whatever the way; and what a class that was printed from a .proto takes of
/// numbers that are too wide.
/// </summary>
public class ProtobufObjectRootTests
{
    [ProtobufContract]
    public class Order
    {
        [ProtobufMember(1)] public int Id { get; set; }
        [ProtobufMember(2)] public string? Name { get; set; }
    }

    [ProtobufContract]
    public class Line
    {
        [ProtobufMember(1)] public double Price { get; set; }
    }

    [Fact]
    public async Task By_its_type_in_every_way()
    {
        var typed = new Order { Id = 5, Name = "n" };
        object value = typed;
        byte[] expected = Protobuf.Serialize(typed);
        Assert.Equal(expected, Protobuf.Serialize(value));
        var buffer = new ArrayBufferWriter<byte>();
        Protobuf.Serialize(buffer, value);
        Assert.Equal(expected, buffer.WrittenSpan);
        var stream = new MemoryStream();
        Protobuf.Serialize(stream, value);
        Assert.Equal(expected, stream.ToArray());
        stream = new MemoryStream();
        await Protobuf.SerializeAsync(stream, value, cancellationToken: TestContext.Current.CancellationToken);
        Assert.Equal(expected, stream.ToArray());
        stream = new MemoryStream();
        var pipe = PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true));
        await Protobuf.SerializeAsync(pipe, value, cancellationToken: TestContext.Current.CancellationToken);
        await pipe.CompleteAsync();
        Assert.Equal(expected, stream.ToArray());
        Assert.Equal(expected.Length, Protobuf.Measure(value));
        Assert.Equal(expected, await Protobuf.ToHttpContent(value).ReadAsByteArrayAsync(TestContext.Current.CancellationToken));
        var copy = Assert.IsType<Order>(Protobuf.DeepClone(value));
        Assert.NotSame(typed, copy);
        Assert.Equal((5, "n"), (copy.Id, copy.Name));
    }

    [Theory]
    [InlineData(ProtobufPrefix.Base128)]
    [InlineData(ProtobufPrefix.Fixed32)]
    public void With_prefixes_and_item_by_item(ProtobufPrefix prefix)
    {
        object[] values = [new Order { Id = 5 }, new Line { Price = 1.5 }, new Order { Name = "n" }];
        var (typed, loose, buffer, items) = (new MemoryStream(), new MemoryStream(), new ArrayBufferWriter<byte>(), new MemoryStream());
        foreach (object value in values)
        {
            Protobuf.SerializeWithPrefix(typed, value, value.GetType(), prefix, 1);
            Protobuf.SerializeWithPrefix(loose, value, prefix, 1);
            Protobuf.SerializeWithPrefix(buffer, value, prefix, 1);
        }
        Protobuf.WriteItems<object>(items, values, prefix, 1);
        Assert.Equal(typed.ToArray(), loose.ToArray());
        Assert.Equal(typed.ToArray(), buffer.WrittenSpan);
        Assert.Equal(typed.ToArray(), items.ToArray());
    }

    [Fact]
    public void Printed_classes_cut_numbers_that_are_too_wide()
    {
        var assembly = CompiledProto.Compile(
            ProtobufSchema.Parse(
                "syntax = \"proto3\"; package cut; message M { int32 a = 1; uint32 b = 2; sint32 c = 3; repeated int32 d = 4; }")
                    .ToCSharp());
        var type = assembly.GetType("Cut.M", throwOnError: true)!;
        (string Hex, string Name, object Value)[] cases =
        [
            ("08FFFFFFFF7F", "A", -1), ("0881808080F0FFFFFFFF01", "A", 1), ("1081808080F0FFFFFFFF01", "B", 1u), ("188180808010", "C", -1),
            ("08FFFFFFFFFFFFFFFFFF7F", "A", -1),
        ];
        foreach (var (hex, name, value) in cases)
        {
            byte[] bytes = Convert.FromHexString(hex);
            Assert.Equal(value, type.GetProperty(name)!.GetValue(Protobuf.Deserialize(bytes, type)));
            Assert.Equal(value, type.GetProperty(name)!.GetValue(Protobuf.Deserialize(new OneByte(bytes), type)));
        }
        Assert.Equal([-1, 5],
            (IEnumerable<int>)type.GetProperty("D")!.GetValue(Protobuf.Deserialize(Convert.FromHexString("2206FFFFFFFF7F05"), type))!);
    }

    /// <summary>The end of a group that was not opened, in each place where something is read to an end.</summary>
    [ProtobufContract]
    public class Places
    {
        [ProtobufMember(1)] public Order? Message { get; set; }
        [ProtobufMember(2)] public List<Order>? List { get; set; }
        [ProtobufMember(3)] public Dictionary<int, Order>? Map { get; set; }
        [ProtobufMember(4, DataFormat = ProtobufFormat.Group)] public Order? Group { get; set; }
        [ProtobufMember(5, DataFormat = ProtobufFormat.Group)] public List<Order>? Groups { get; set; }
        [ProtobufMember(6), ProtobufNullWrappedValue(AsGroup = true)] public List<int>? Wrapped { get; set; }
    }

    [Theory]
    [InlineData("0A030801" + "0C", "message, its own number")]
    [InlineData("0A030801" + "14", "message, a member's number")]
    [InlineData("12030801" + "14", "item of a list")]
    [InlineData("1A030801" + "1C", "entry of a map")]
    [InlineData("1A070801" + "12030801" + "0C", "value of a map")]
    [InlineData("23" + "0801" + "2C", "group, another's end")]
    [InlineData("2B" + "0801" + "24", "item of groups, another's end")]
    [InlineData("33" + "0801" + "2C", "null-wrapped item, another's end")]
    [InlineData("33" + "0801" + "34" + "34", "behind a null-wrapped item")]
    [InlineData("0C", "root")]
    [InlineData("0A020801" + "24", "behind a message")]
    [InlineData("23" + "0801" + "3B" + "24" + "3C" + "24", "unknown group within a group, the outer's end")]
    public void An_end_that_nothing_began_is_refused(string hex, string where)
    {
        byte[] bytes = Convert.FromHexString(hex);
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new ProtobufOptions { Convention = Convention.Protobuf.WithTier(tier) };
            Assert.True(Record.Exception(() => Protobuf.Deserialize<Places>(bytes, options)) is WireFormatException, where);
            Assert.True(Record.Exception(() => Protobuf.Deserialize<Places>(new OneByte(bytes), options)) is WireFormatException,
                where + ", by the byte");
            Assert.True(
                Record.Exception(() => Protobuf.Deserialize<Places>(new ReadOnlySequence<byte>(bytes), options)) is WireFormatException,
                where + ", as a sequence");
        }
    }

    sealed class OneByte(byte[] bytes) : MemoryStream(bytes)
    {
        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, 1));

        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, 1)]);
    }
}
