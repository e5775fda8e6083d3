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

    [ProtobufContract]
    public sealed class Wide
    {
        [ProtobufMember(1)] public int Number { get; set; }
        [ProtobufMember(2)] public float Single { get; set; }
        [ProtobufMember(3)] public double Double { get; set; }
        [ProtobufMember(4)] public string? Text { get; set; }
        [ProtobufMember(5)] public byte[]? Bytes { get; set; }
        [ProtobufMember(6)] public List<float>? Singles { get; set; }
        [ProtobufMember(7)] public List<string>? Texts { get; set; }
        [ProtobufMember(8)] public Dictionary<int, double>? Map { get; set; }
        [ProtobufMember(9)] public Wide? Inner { get; set; }
        [ProtobufMember(10)] public Guid Id { get; set; }
        [ProtobufMember(11)] public DateTime Date { get; set; }
        [ProtobufMember(12)] public decimal Decimal { get; set; }
        [ProtobufMember(13)] public List<Wide>? All { get; set; }
        [ProtobufMember(20)] public long Long { get; set; }
        [ProtobufMember(300)] public float Far { get; set; }
        [ProtobufMember(301)] public double FarDouble { get; set; }
        [ProtobufMember(302)] public TimeSpan Span { get; set; }
    }

    static ProtobufOptions[] Tiers =>
        [ProtobufOptions.Default, new() { Convention = Convention.Protobuf.WithTier(ShapeTier.Reflection) }, Plain];

    static Wide? Random(Random random, int depth) => depth == 0 ? null : new Wide
    {
        Number = random.Next(3) == 0 ? random.Next() : 0,
        Single = random.Next(2) == 0 ? random.NextSingle() : 0,
        Double = random.Next(2) == 0 ? random.NextDouble() : 0,
        Text = random.Next(2) == 0 ? new string('x', random.Next(200)) : null,
        Bytes = random.Next(3) == 0 ? new byte[random.Next(9)] : null,
        Singles = random.Next(3) == 0 ? [1, 2, random.NextSingle()] : null,
        Texts = random.Next(3) == 0 ? ["a", new string('y', random.Next(9))] : null,
        Map = random.Next(3) == 0 ? new() { [1] = 2, [random.Next(2, 9)] = random.NextDouble() } : null,
        Inner = random.Next(2) == 0 ? Random(random, depth - 1) : null,
        Id = random.Next(2) == 0 ? Guid.NewGuid() : default,
        Date = random.Next(2) == 0 ? new DateTime(2026, 1, 2).AddTicks(random.Next()) : default,
        Decimal = random.Next(3) == 0 ? random.Next() / 7m : 0,
        All = random.Next(3) == 0 ? [.. Enumerable.Range(0, random.Next(3)).Select(_ => Random(random, depth - 1) ?? new Wide())] : null,
        Long = random.Next(2) == 0 ? random.NextInt64() : 0,
        Far = random.Next(2) == 0 ? random.NextSingle() : 0,
        FarDouble = random.Next(2) == 0 ? random.NextDouble() : 0,
        Span = random.Next(2) == 0 ? TimeSpan.FromTicks(random.Next()) : default,
    };

    /// <summary>
    /// What is cut off is refused in the words, at the place and on the path of an array, in whatever pieces it comes.
    /// </summary>
    [Fact]
    public void What_is_cut_off_is_refused_alike() => RandomCases.Run(60, seed =>
    {
        var random = new Random(seed);
        foreach (var options in Tiers)
        {
            byte[] whole = Protobuf.Serialize(Random(random, 3)!, options);
            for (int length = 0; length < whole.Length; length += whole.Length > 300 ? random.Next(1, 8) : 1)
            {
                byte[] cut = whole[..length];
                string expected = Refusal(() => Protobuf.Deserialize<Wide>(cut, options));
                foreach (int most in (int[])[1, 3, 64, int.MaxValue])
                    if (Refusal(() => Protobuf.Deserialize<Wide>(new Trickle(cut, most), options)) is var found && found != expected)
                        return new("differs", $"{Convert.ToHexString(cut)} in pieces of {most}:\n{expected}\n{found}");
            }
        }
        return null;
    });

    static string Refusal(Func<object?> read)
    {
        try
        {
            read();
            return "read";
        }
        catch (WireFormatException e)
        {
            return $"{e.Message} at {e.Offset}, {e.Path}";
        }
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
