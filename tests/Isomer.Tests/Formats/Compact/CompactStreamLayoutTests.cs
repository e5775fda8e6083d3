using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfCompact;

/// <summary>Frames of a stream that name a layout by its fingerprint, which a frame before them told.</summary>
public class CompactStreamLayoutTests
{
    public sealed class Cat
    {
        public int Legs { get; set; }

        public string? Name { get; set; }
    }

    /// <summary>A later version of it.</summary>
    public sealed class LaterCat
    {
        public string? Name { get; set; }

        public int Legs { get; set; }

        public int Age { get; set; } = 9;
    }

    static readonly Cat s_cat = new() { Legs = 4, Name = "c" };

    [Fact]
    public async Task A_layout_is_told_once()
    {
        var stop = TestContext.Current.CancellationToken;
        var stream = new MemoryStream();
        foreach (var schema in new[] { CompactSchema.Embedded, CompactSchema.Fingerprint, CompactSchema.Fingerprint })
            await Compact.WriteStreamAsync(stream, [s_cat],
                new CompactOptions { Schema = schema, Checksum = schema == CompactSchema.Fingerprint }, stop);
        stream.Position = 0;
        int read = 0;
        await foreach (var cat in Compact.ReadStreamAsync<LaterCat>(stream, cancellationToken: stop))
        {
            Assert.Equal((4, "c", 9), (cat.Legs, cat.Name, cat.Age));
            read++;
        }
        Assert.Equal(3, read);
    }

    /// <summary>Each frame of a few bytes would cost a copy of it.</summary>
    [Theory]
    [InlineData(70_000, false)]
    [InlineData(50_000, true)]
    public void A_layout_of_more_than_64_kilobytes_is_not_kept(int length, bool isKept)
    {
        var options = new CompactOptions { Convention = Convention.Plain.WithSubtype<Cat, Cat>(new string('n', length)) };
        byte[] told = Compact.Serialize(s_cat, options with { Schema = CompactSchema.Embedded });
        byte[] named = Compact.Serialize(s_cat, options with { Schema = CompactSchema.Fingerprint });
        var layouts = new CompactStreamLayouts();
        Assert.Equal(told, layouts.Whole(told).ToArray());
        Assert.Equal(isKept ? told : named, layouts.Whole(named).ToArray());
    }
}
