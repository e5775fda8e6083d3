using System.Buffers;
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
            var buffer = new OutputBuffer(BufferWriterTarget.Of(output));
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

    /// <summary>A small message is written where it stays: the writer is asked once, and nothing is copied.</summary>
    [Fact]
    public void A_small_message_is_written_where_it_stays()
    {
        var output = new Offering(() => 256);
        Json.Serialize(output, new[] { 1, 2, 3 });
        Assert.Equal(("[1,2,3]", 1), (System.Text.Encoding.UTF8.GetString(output.Written), output.Asked));
    }

    /// <summary>What is written on behind that is kept, and the thread's target is free for the next.</summary>
    [Fact]
    public void What_is_kept_gives_the_target_back()
    {
        var output = new Offering(() => 256);
        var target = BufferWriterTarget.Of(output);
        var buffer = new OutputBuffer(target);
        buffer.Write("[1"u8);
        buffer.Keep();
        buffer.Write(",2]"u8);
        Assert.Equal(",2]"u8.ToArray(), buffer.ToArray());
        buffer.Dispose();
        Assert.Equal("[1"u8.ToArray(), output.Written);
        var next = BufferWriterTarget.Of(output);
        Assert.Same(target, next);
        next.Release();
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
