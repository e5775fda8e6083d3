using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Checks on both tiers at once: emitted shapes and the reflection tier.</summary>
static class ProtobufCheck
{
    public static ProtobufOptions[] Tiers(Func<ProtobufConvention, ProtobufConvention>? shape = null, ProtobufOptions? options = null)
    {
        var convention = Shaped(shape);
        options ??= ProtobufOptions.Default;
        return [options with { Convention = convention }, options with { Convention = convention.WithTier(ShapeTier.Reflection) }];
    }

    // Conventions keep their models; one for each shape of a test is enough.
    static ProtobufConvention Shaped(Func<ProtobufConvention, ProtobufConvention>? shape) =>
        shape is null ? Convention.Protobuf : shape(Convention.Protobuf);

    public static string Hex(string hex) => hex.Replace(" ", "", StringComparison.Ordinal).Replace("_", "", StringComparison.Ordinal);

    public static byte[] FromHex(string hex) => Convert.FromHexString(Hex(hex));

    /// <summary>The value is written as these bytes, to an array, a stream and a buffer; and reads back as an equal one.</summary>
    public static void Is<T>(string hex, T value, Func<ProtobufConvention, ProtobufConvention>? shape = null,
        ProtobufOptions? options = null, bool reads = true)
    {
        foreach (var tier in Tiers(shape, options))
        {
            byte[] bytes = Protobuf.Serialize(value, tier);
            Assert.Equal(Hex(hex), Convert.ToHexString(bytes));
            var stream = new MemoryStream();
            Protobuf.Serialize(stream, value, tier);
            Assert.Equal(Hex(hex), Convert.ToHexString(stream.ToArray()));
            if (reads)
                Same(value, Protobuf.Deserialize<T>(bytes, tier), tier, hex);
        }
        if (reads)
            Reads(hex, value, shape, options);
    }

    /// <summary>These bytes are read as the value, from memory, and from a stream that gives one byte at a time.</summary>
    public static void Reads<T>(string hex, T expected, Func<ProtobufConvention, ProtobufConvention>? shape = null,
        ProtobufOptions? options = null)
    {
        foreach (var tier in Tiers(shape, options))
        {
            Same(expected, Protobuf.Deserialize<T>(FromHex(hex), tier), tier, hex);
            Same(expected, Protobuf.Deserialize<T>(new Drip(FromHex(hex)), tier), tier, hex);
        }
    }

    public static void Same<T>(T expected, T actual, ProtobufOptions tier, string hex)
    {
        if (new Deep(true).Difference(expected, actual) is { } difference)
            Assert.Fail($"{tier.Convention.Tier}, {typeof(T)}: {difference}\n{hex}");
    }

    /// <summary>These bytes are refused by both tiers.</summary>
    public static WireFormatException Refuses<T>(string hex, Func<ProtobufConvention, ProtobufConvention>? shape = null,
        ProtobufOptions? options = null)
    {
        WireFormatException? last = null;
        foreach (var tier in Tiers(shape, options))
        {
            last = Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<T>(FromHex(hex), tier));
            Assert.Equal("Protobuf", last.Format);
            Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<T>(new Drip(FromHex(hex)), tier));
        }
        return last!;
    }

    /// <summary>The type or value is refused by both tiers, with all of these words.</summary>
    public static void NotSupported<T>(T value, params string[] words)
    {
        foreach (var tier in Tiers())
        {
            var e = Assert.Throws<NotSupportedException>(() => Protobuf.Serialize(value, tier));
            Assert.All(words, w => Assert.Contains(w, e.Message, StringComparison.Ordinal));
        }
    }

    /// <summary>A stream that gives one byte at a time.</summary>
    public sealed class Drip(byte[] bytes) : MemoryStream(bytes)
    {
        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, 1)]);
    }
}
