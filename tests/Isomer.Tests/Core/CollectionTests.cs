using Xunit;

namespace Isomer.Tests.Core;

/// <summary>Every scalar with its edges, in every place where a scalar can stand, in our own formats.</summary>
public class ScalarTests() : ScalarBattery(Core.Wires.Ours);

/// <summary>Collections in our own formats, and what JSON alone can say of them.</summary>
public class CollectionTests() : CollectionBattery(Core.Wires.Ours)
{
    [Fact]
    public void Arrays_that_are_jagged_are_refused()
    {
        Core.Wires.RefusesJson<int[,]>("[[1,2],[3]]");
        Core.Wires.RefusesJson<int[,,]>("[[[1]],[[1],[2]]]");
        Core.Wires.RefusesJson<int[,]>("[[1],null]");
    }

    [Fact]
    public void A_set_may_have_many_equal_items_in_the_input()
    {
        string json = "[" + string.Join(',', Enumerable.Range(0, 300).Concat(Enumerable.Repeat(7, 1000))) + "]";
        Assert.All(Core.Wires.FromJson<HashSet<int>>(json), s => Assert.Equal(300, s.Count));
    }

    [Fact]
    public void Keys_that_collide_are_refused_rather_than_slow()
    {
        // Multiples of a prime number of buckets that a table of this size has on its way.
        string json = "{" + string.Join(',', Enumerable.Range(0, 5000).Select(i => $"\"{i * 11197L * 31L}\":0")) + "}";
        string same = "{" + string.Join(',', Enumerable.Range(1, 5000).Select(i => $"\"{((long)i << 32) | (uint)i}\":0")) + "}";
        Core.Wires.RefusesJson<Dictionary<long, int>>(same);
        Assert.All(Core.Wires.FromJson<Dictionary<long, int>>(json), m => Assert.Equal(5000, m.Count));
    }

    /// <summary>Json.SerializeAsync waits for them (<see cref="Formats.AsyncItemsTests"/>).</summary>
    [Fact]
    public void Streams_of_items_are_refused_where_nothing_waits_for_them() =>
        Core.Wires.RefusesToWrite(new Holder<IAsyncEnumerable<int>> { Value = Come() }, null, "IAsyncEnumerable", "Json.SerializeAsync",
            "collect");

    static async IAsyncEnumerable<int> Come()
    {
        await Task.CompletedTask;
        yield return 1;
    }
}
