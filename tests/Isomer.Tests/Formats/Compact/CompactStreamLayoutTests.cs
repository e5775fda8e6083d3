using Xunit;

namespace Isomer.Tests.Formats.CompactTests;

/// <summary>Frames of a stream that name a layout by its fingerprint, which a frame before them told.</summary>
public class CompactStreamLayoutTests
{
    public class Animal
    {
        public int Legs { get; set; }
    }

    public sealed class Cat : Animal
    {
        public string? Name { get; set; }
    }

    static async Task<byte[]> Frames(Convention convention)
    {
        var stream = new MemoryStream();
        foreach (var schema in new[] { CompactSchema.Embedded, CompactSchema.Fingerprint, CompactSchema.Fingerprint })
            await Compact.WriteStreamAsync(stream, [new Cat { Legs = 4, Name = "c" }], new CompactOptions { Schema = schema, Convention = convention, Checksum = schema == CompactSchema.Fingerprint }, TestContext.Current.CancellationToken);
        return stream.ToArray();
    }

    [Fact]
    public async Task A_layout_is_told_once()
    {
        byte[] bytes = await Frames(Convention.Plain);
        var nodes = new List<Isomer.Node?>();
        await foreach (var node in Compact.ReadStreamAsync<Isomer.Node>(new MemoryStream(bytes), cancellationToken: TestContext.Current.CancellationToken))
            nodes.Add(node);
        Assert.Equal(3, nodes.Count);
        Assert.All(nodes, n => Assert.Equal("""{"Name":"c","Legs":4}""", Json.ToText(n)));
    }

    /// <summary>Each frame of a few bytes would cost a copy of it.</summary>
    [Fact]
    public async Task A_layout_of_more_than_64_kilobytes_is_not_kept()
    {
        var convention = Convention.Plain.WithSubtype<Cat, Cat>(new string('n', 70_000));
        byte[] bytes = await Frames(convention);
        var error = await Assert.ThrowsAsync<WireFormatException>(async () =>
        {
            await foreach (var node in Compact.ReadStreamAsync<Isomer.Node>(new MemoryStream(bytes), cancellationToken: TestContext.Current.CancellationToken))
                _ = node;
        });
        Assert.Equal(1, error.GoodItems);
    }
}
