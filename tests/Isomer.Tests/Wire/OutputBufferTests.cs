using System.Buffers;
using System.Runtime.Serialization;
using Isomer.Wire;
using Xunit;

namespace Isomer.Tests.Wire;

/// <summary>
/// What is written to a buffer writer comes out as it was written, whatever memory the writer offers by itself: written there, or to the
/// thread's memory and copied, or first the one and then the other.
/// </summary>
public class OutputBufferTests
{
    /// <summary>Offers so many bytes, or what is asked for where that is more, and spoils what it offered and nobody claimed.</summary>
    sealed class Offering(Func<int> size) : IBufferWriter<byte>
    {
        readonly List<byte> _written = [];
        byte[] _offered = [];

        public byte[] Written => [.. _written];

        public int Asked { get; private set; }

        public void Advance(int count)
        {
            _written.AddRange(_offered.AsSpan(0, count));
            _offered = [];
        }

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            Array.Fill(_offered, (byte)0xEE);
            Asked++;
            return _offered = new byte[Math.Max(Math.Max(size(), sizeHint), 1)];
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }

    /// <summary>How much of what was reserved sinks may write without asking again.</summary>
    const int Ahead = 32;

    [Fact]
    public void What_is_written_comes_out_whatever_is_offered()
    {
        var random = new Random(52);
        for (int round = 0; round < 3_000; round++)
        {
            int most = new[] { 0, 1, 16, 300, 4_096, 40_000, 200_000 }[random.Next(7)];
            var output = new Offering(() => random.Next(most + 1));
            var expected = new List<byte>();
            var buffer = new OutputBuffer(new OutputTarget(output));
            try
            {
                buffer.Reserve(Ahead);
                for (int i = random.Next(12); i > 0; i--)
                {
                    byte[] piece = new byte[random.Next(new[] { 2, 50, 5_000, 100_000 }[random.Next(4)])];
                    random.NextBytes(piece);
                    switch (random.Next(6))
                    {
                        case 0:
                            buffer.WriteLarge(piece);
                            buffer.Reserve(Ahead);
                            expected.AddRange(piece);
                            break;
                        case 1:
                            // Room that is not used.
                            buffer.Reserve(piece.Length);
                            break;
                        case 2:
                            // Another writes to the writer behind what is flushed.
                            buffer.Flush();
                            output.Write(piece);
                            expected.AddRange(piece);
                            break;
                        default:
                            piece.CopyTo(System.Runtime.InteropServices.MemoryMarshal.CreateSpan(
                                ref buffer.Reserve(piece.Length + Ahead), piece.Length));
                            buffer.Advance(piece.Length);
                            expected.AddRange(piece);
                            break;
                    }
                    // A sink that reserves more than it writes goes on without asking.
                    int ahead = random.Next(3) == 0 ? random.Next(1, Ahead + 1) : 0;
                    for (int b = 0; b < ahead; b++)
                    {
                        buffer.Here = (byte)b;
                        buffer.Advance(1);
                        expected.Add((byte)b);
                    }
                    buffer.Reserve(Ahead);
                    if (piece.Length > 0 && buffer.Position > 0)
                        Assert.Equal(expected[^1], System.Runtime.CompilerServices.Unsafe.Add(ref buffer.Here, -1));
                }
                if (random.Next(2) == 0)
                    buffer.Flush();
                else
                    buffer.Finish();
            }
            finally
            {
                buffer.Dispose();
            }
            Assert.True(expected.SequenceEqual(output.Written), $"round {round}");
        }
    }

    /// <summary>A buffer that is held is gone back to as far as its owner has not drained it, wherever its memory is.</summary>
    [Fact]
    public void What_is_held_can_be_gone_back_to()
    {
        var random = new Random(53);
        for (int round = 0; round < 2_000; round++)
        {
            int most = new[] { 0, 1, 16, 300, 4_096, 40_000, 200_000 }[random.Next(7)];
            var output = new Offering(() => random.Next(most + 1));
            var expected = new List<byte>();
            int drained = 0;
            var buffer = new OutputBuffer(new OutputTarget(output), isHeld: true);
            try
            {
                for (int i = random.Next(12); i > 0; i--)
                {
                    byte[] piece = new byte[random.Next(new[] { 2, 50, 5_000, 100_000 }[random.Next(4)])];
                    random.NextBytes(piece);
                    buffer.Write(piece);
                    expected.AddRange(piece);
                    int held = expected.Count - drained;
                    Assert.Equal(held, buffer.Position);
                    if (held > 0 && random.Next(2) == 0)
                    {
                        // A length that is known late.
                        int back = random.Next(1, held + 1);
                        System.Runtime.CompilerServices.Unsafe.Subtract(ref buffer.Here, back) = (byte)i;
                        expected[^back] = (byte)i;
                    }
                    switch (random.Next(4))
                    {
                        case 0:
                            buffer.Drain();
                            drained = expected.Count;
                            break;
                        case 1:
                            buffer.Drain(piece);
                            expected.AddRange(piece);
                            drained = expected.Count;
                            break;
                    }
                }
                buffer.Drain();
            }
            finally
            {
                buffer.Dispose();
            }
            Assert.True(expected.SequenceEqual(output.Written), $"round {round}");
        }
    }

    [Serializable, DataContract]
    [ProtobufContract]
    public sealed class Branch
    {
        [DataMember(Order = 1), ProtobufMember(1)]
        public int Number { get; set; }

        [DataMember(Order = 2), ProtobufMember(2)]
        public string? Text { get; set; }

        [DataMember(Order = 3), ProtobufMember(3)]
        public double[]? Numbers { get; set; }

        [DataMember(Order = 4), ProtobufMember(4)]
        public List<Branch>? Branches { get; set; }
    }

    static Branch Draw(Random random, int depth) => new()
    {
        Number = random.Next(3) == 0 ? 0 : random.Next(),
        Text = random.Next(3) == 0 ? null : new string('x', random.Next(new[] { 3, 200, 30_000 }[random.Next(3)])),
        Numbers = random.Next(3) == 0 ? null : new double[random.Next(new[] { 2, 100, 20_000 }[random.Next(3)])],
        Branches = depth == 0 ? null : [.. Enumerable.Range(0, random.Next(6)).Select(_ => Draw(random, depth - 1))],
    };

    public static TheoryData<string> Formats =>
        ["Json", "Compact", "Protobuf", "groups", "Xml", "ContractXml", "binary", "FastJson", "Nrbf"];

    static void Write(string format, IBufferWriter<byte>? output, Branch value, out byte[] whole)
    {
        whole = [];
        var binary = ContractXmlOptions.Default with { Form = ContractXmlForm.Binary };
        var groups = ProtobufOptions.Default with { Groups = true };
        if (output is null)
            whole = format switch
            {
                "Json" => Json.Serialize(value),
                "Compact" => Compact.Serialize(value),
                "Protobuf" => Protobuf.Serialize(value),
                "groups" => Protobuf.Serialize(value, groups),
                "Xml" => Xml.Serialize(value),
                "ContractXml" => ContractXml.Serialize(value),
                "binary" => ContractXml.Serialize(value, binary),
                "FastJson" => Json.Serialize(value, JsonOptions.FastJson),
                _ => Nrbf.Serialize(value),
            };
        else if (format == "Json")
            Json.Serialize(output, value);
        else if (format == "Compact")
            Compact.Serialize(output, value);
        else if (format == "Protobuf")
            Protobuf.Serialize(output, value);
        else if (format == "groups")
            Protobuf.Serialize(output, value, groups);
        else if (format == "Xml")
            Xml.Serialize(output, value);
        else if (format == "ContractXml")
            ContractXml.Serialize(output, value);
        else if (format == "binary")
            ContractXml.Serialize(output, value, binary);
        else if (format == "FastJson")
            Json.Serialize(output, value, JsonOptions.FastJson);
        else
            Nrbf.Serialize(output, value);
    }

    /// <summary>A format's bytes are those of its array, whatever memory the writer offers, small and large, flat and deep.</summary>
    [Theory, MemberData(nameof(Formats))]
    public void Formats_write_to_any_writer_what_they_write_to_an_array(string format)
    {
        var random = new Random(530);
        for (int round = 0; round < 60; round++)
        {
            int most = new[] { 0, 1, 16, 300, 4_096, 40_000, 200_000 }[random.Next(7)];
            var output = new Offering(() => random.Next(most + 1));
            var value = Draw(random, random.Next(4));
            Write(format, null, value, out byte[] whole);
            Write(format, output, value, out _);
            Assert.True(whole.AsSpan().SequenceEqual(output.Written), $"round {round}");
        }
    }

    /// <summary>A small message is written where it stays: the writer is asked once, and nothing is copied.</summary>
    [Fact]
    public void A_small_message_is_written_where_it_stays()
    {
        var output = new Offering(() => 256);
        Json.Serialize(output, new[] { 1, 2, 3 });
        Assert.Equal(("[1,2,3]", 1), (System.Text.Encoding.UTF8.GetString(output.Written), output.Asked));
    }

    /// <summary>What comes behind is kept, and goes to nobody else.</summary>
    [Fact]
    public void What_comes_behind_can_be_kept()
    {
        var output = new Offering(() => 256);
        var buffer = new OutputBuffer(new OutputTarget(output));
        buffer.Write("[1"u8);
        buffer.Keep();
        buffer.Write(",2]"u8);
        Assert.Equal(",2]"u8.ToArray(), buffer.ToArray());
        buffer.Dispose();
        Assert.Equal("[1"u8.ToArray(), output.Written);
    }

    /// <summary>What cannot be written leaves nothing behind, as long as it is short.</summary>
    [Fact]
    public void What_fails_leaves_nothing()
    {
        var output = new Offering(() => 256);
        Assert.Throws<NotSupportedException>(() => Json.Serialize(output, new object?[] { 1, double.NaN }));
        Assert.Empty(output.Written);
        Json.Serialize(output, 5);
        Assert.Equal("5"u8.ToArray(), output.Written);
    }
}
