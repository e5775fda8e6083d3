using System.Collections;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>How much room a payload may claim for a table.</summary>
public class RoomTests
{
    [InlineArray(1000)]
    struct Wide
    {
        long _first;
    }

    /// <summary>The number of buckets is the framework's, which a HashSet tells.</summary>
    [Fact]
    public void Buckets_are_as_many_as_the_framework_takes()
    {
        var random = new Random(5);
        for (int i = 1; i < 3000; i++)
        {
            int least = i < 1500 ? i : i < 2990 ? random.Next(1_000_000) : random.Next(7_000_000, 9_000_000);
            Assert.Equal(new HashSet<int>(least).Capacity, Rooms.Prime(least));
        }
    }

    [Fact]
    public void Room_is_bounded_by_entries_and_by_bytes()
    {
        Assert.Equal(3, Rooms.Of<KeyValuePair<object, object>>(3, 1));
        Assert.Equal(1, Rooms.Of<KeyValuePair<object, object>>(1000, 1));
        Assert.Equal(250, Rooms.Of<KeyValuePair<Guid, decimal>>(250, 100));
        // Eight kilobytes each, of which a payload may leave out all.
        Assert.Equal(100, Rooms.Of<KeyValuePair<int, Wide>>(102, 100));
        Assert.Equal(100, Rooms.Of(102, new KeyValuePair<int, Wide>[100]));
        foreach (int said in (int[])[int.MaxValue, int.MinValue, -1])
            Assert.Equal(7, Rooms.Of<object>(said, 7));
    }

    [Fact]
    public void A_load_factor_asks_for_no_more_room_than_a_table_may_have()
    {
        Assert.Equal(0.36f, Rooms.LoadOf(0.36f, 10));
        foreach (float said in (float[])[0, -1, float.NaN, float.Epsilon, 0.07f, 1, float.PositiveInfinity, 0.72f])
            Assert.Equal(Rooms.Load, Rooms.LoadOf(said, 10));
        Assert.Equal(Rooms.Load, Rooms.LoadOf(0.08f, 1000));
        // Until it grows the table has what a program may ask for.
        var table = new Hashtable(0, 0.5f) { ["a"] = 1, ["b"] = 2 };
        byte[] payload = NrbfTests.Original(table);
        Assert.Equal(payload, Nrbf.Serialize<object>(Nrbf.Deserialize<object>(payload)!));
    }
}
