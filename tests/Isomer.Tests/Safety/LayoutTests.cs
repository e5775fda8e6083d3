using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>Layouts made to cost more than their bytes.</summary>
public class LayoutTests
{
    const byte Object = 7;
    const byte Alias = 8;
    const int FirstIndex = 64;

    public sealed class Any
    {
        public int Value { get; set; }
    }

    /// <summary>
    /// Each object is twice the next one, by way of an alias, and none takes a byte: to skip the first would take two to the
    /// power of the levels.
    /// </summary>
    [Theory]
    [InlineData(10)]
    [InlineData(60)]
    public void AliasesDoNotHideObjectsWithoutBytes(int levels)
    {
        var layout = new List<byte>();
        Number(layout, FirstIndex);
        Number(layout, (2 * levels) + 1);
        for (int i = 0; i < levels; i++)
        {
            int alias = FirstIndex + (2 * i) + 1;
            layout.AddRange([Object, 0]);
            Number(layout, 2);
            for (byte hash = 1; hash <= 2; hash++)
            {
                layout.AddRange([hash, 0, 0, 0]);
                Number(layout, alias << 2);
            }
            Number(layout, 0);
            layout.AddRange([Alias, 0]);
            Number(layout, alias + 1);
        }
        layout.AddRange([Object, 0]);
        Number(layout, 0);
        Number(layout, 0);
        Refuses(layout, "no bytes");
    }

    [Fact]
    public void AnAliasDoesNotHideACircle()
    {
        var layout = new List<byte>();
        Number(layout, FirstIndex);
        Number(layout, 2);
        layout.AddRange([Object, 0]);
        Number(layout, 1);
        layout.AddRange([1, 0, 0, 0]);
        Number(layout, (FirstIndex + 1) << 2);
        Number(layout, 0);
        layout.AddRange([Alias, 0]);
        Number(layout, FirstIndex);
        Refuses(layout, "contains itself");
    }

    static void Refuses(List<byte> layout, string why)
    {
        var payload = new List<byte> { 1 };
        Number(payload, layout.Count);
        payload.AddRange(layout);
        var watch = ThreadTime.Start();
        Assert.Contains(why, Assert.Throws<WireFormatException>(() => Compact.Deserialize<Any>(payload.ToArray())).Message,
            StringComparison.Ordinal);
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(5));
    }

    /// <summary>Compact's varint of one or two bytes.</summary>
    static void Number(List<byte> to, int value)
    {
        if (value < 1 << 7)
        {
            to.Add((byte)((value << 1) | 1));
            return;
        }
        Assert.True(value < 1 << 14);
        to.AddRange([(byte)((value << 2) | 2), (byte)(value >> 6)]);
    }
}
