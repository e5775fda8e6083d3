using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Hostile streams: what is looked for in the window before it is read has the limits of reading too.</summary>
public class ProtobufStreamSafety
{
    public sealed class Empty
    {
        public int Number { get; set; }
    }

    static readonly ProtobufOptions Plain = new() { Convention = Convention.Plain };

    /// <summary>Gives a few bytes at a time, as a slow connection does.</summary>
    sealed class Trickle(byte[] bytes, int most) : MemoryStream(bytes)
    {
        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, most)]);
    }

    [Fact]
    public void AGroupThatTricklesInIsNotLookedThroughForEachBit()
    {
        // Field 99, a group that nobody knows, of a million fields. Then the member.
        byte[] bytes = [0x9B, 0x06, .. Enumerable.Repeat<byte[]>([0x08, 0x01], 1_000_000).SelectMany(b => b), 0x9C, 0x06, 0x08, 0x07];
        var time = ThreadTime.Start();
        Assert.Equal(7, Protobuf.Deserialize<Empty>(new Trickle(bytes, 64), Plain)!.Number);
        Assert.True(time.Elapsed < TimeSpan.FromSeconds(5), time.Elapsed.ToString());
    }

    [Fact]
    public void GroupsInGroupsEndNoProcessWhateverTheLimit()
    {
        byte[] bytes = [0x9B, 0x06, .. Enumerable.Repeat((byte)0x0B, 1_000_000)];
        var options = Plain with { Limits = Limits.Default with { MaxDepth = int.MaxValue } };
        Exception? error = null;
        var thread =
            new Thread(() => error = Record.Exception(() => Protobuf.Deserialize<Empty>(new MemoryStream(bytes), options)), 512 * 1024);
        thread.Start();
        thread.Join();
        Assert.IsType<WireFormatException>(error);
    }
}
