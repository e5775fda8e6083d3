using Xunit;

namespace Isomer.Tests.Core;

/// <summary>The tiers refuse the same input in the same words, also where it is the runtime that refuses.</summary>
public class TierWordsTests
{
    public enum OfSByte : sbyte { A }
    public enum OfByte : byte { A }
    public enum OfInt16 : short { A }
    public enum OfUInt16 : ushort { A }
    public enum OfInt32 { A }
    public enum OfUInt32 : uint { A }

    public sealed class Enums
    {
        public OfSByte SByte { get; set; }
        public OfByte Byte { get; set; }
        public OfInt16 Int16 { get; set; }
        public OfUInt16 UInt16 { get; set; }
        public OfInt32 Int32 { get; set; }
        public OfUInt32 UInt32 { get; set; }
        public OfByte? Nullable { get; set; }
        public List<OfByte>? List { get; set; }
        public OfByte[]? Array { get; set; }
        public Dictionary<OfByte, OfByte>? Map { get; set; }
    }

    static string Refusal(Func<object?> read)
    {
        try
        {
            read();
            return "read";
        }
        catch (WireFormatException e)
        {
            return $"{e.Message} {e.InnerException?.GetType()}";
        }
    }

    static readonly PlainConvention[] s_tiers =
        [Convention.Plain.WithTier(ShapeTier.Emitted), Convention.Plain.WithTier(ShapeTier.Reflection)];

    [Theory]
    [InlineData("{\"SByte\":128}")]
    [InlineData("{\"SByte\":-129}")]
    [InlineData("{\"Byte\":256}")]
    [InlineData("{\"Byte\":-1}")]
    [InlineData("{\"Int16\":32768}")]
    [InlineData("{\"UInt16\":-1}")]
    [InlineData("{\"UInt16\":65536}")]
    [InlineData("{\"Int32\":2147483648}")]
    [InlineData("{\"UInt32\":-1}")]
    [InlineData("{\"UInt32\":4294967296}")]
    [InlineData("{\"Nullable\":256}")]
    [InlineData("{\"List\":[1,256]}")]
    [InlineData("{\"Array\":[1,256]}")]
    [InlineData("{\"Map\":{\"A\":256}}")]
    public void Enums_beyond_their_range(string text)
    {
        string[] said = [.. s_tiers.Select(t => Refusal(() => Json.FromText<Enums>(text, new JsonOptions { Convention = t })))];
        Assert.NotEqual("read", said[0]);
        Assert.Equal(said[0], said[1]);
    }
}
