using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Counting objects without keeping where they stand takes and refuses what the pass takes and refuses that keeps it, and counts the same.
/// </summary>
public class NrbfCountTests
{
    static string ByIndex(byte[] payload)
    {
        try
        {
            var index = NrbfIndex.Of(payload, NrbfOptions.Default);
            return string.Join("; ", index.Classes.Select(static c => $"{c.Name} {c.Objects}"));
        }
        catch (WireFormatException e)
        {
            return $"{e.Offset}: {e.Message}";
        }
    }

    /// <summary>Of one index for all payloads, as a folder is read.</summary>
    static string ByCount(NrbfIndex index, byte[] payload)
    {
        try
        {
            index.Count(payload, NrbfOptions.Default);
            return string.Join("; ", index.Classes.Select(static c => $"{c.Name} {c.Objects}"));
        }
        catch (WireFormatException e)
        {
            return $"{e.Offset}: {e.Message}";
        }
        finally
        {
            index.Clear();
        }
    }

    [Fact]
    public void Counts_are_those_of_the_index()
    {
        var index = new NrbfIndex();
        var random = new Random(5);
        int refused = 0, taken = 0;
        foreach (string name in NrbfGraphs.All.Keys.Where(static n => !n.Contains("million", StringComparison.Ordinal)))
        {
            byte[] payload = NrbfTests.Original(NrbfGraphs.All[name]());
            if (payload.Length > 50_000)
                continue;
            Assert.Equal(ByIndex(payload), ByCount(index, payload));
            // Numbers of objects are what most of these damage: given twice, 0, negative, beyond what the payload can have counted to.
            for (int i = 0; i < 60; i++)
            {
                byte[] damaged = [.. payload];
                int at = random.Next(damaged.Length);
                damaged[at] = i % 3 == 0
                    ? (byte)random.Next(256)
                    : i % 3 == 1 ? (byte)(damaged[at] + 1) : damaged[random.Next(damaged.Length)];
                string expected = ByIndex(damaged);
                Assert.Equal(expected, ByCount(index, damaged));
                if (expected.Contains(": ", StringComparison.Ordinal))
                    refused++;
                else
                    taken++;
            }
        }
        Assert.True(refused > 500 && taken > 500, $"{refused} refused, {taken} taken");
    }

    [Theory]
    [InlineData(1, 1, false)]
    [InlineData(-1, 1, true)]
    [InlineData(int.MaxValue, int.MaxValue, false)]
    [InlineData(int.MinValue, int.MinValue, false)]
    [InlineData(int.MinValue, int.MaxValue, true)]
    [InlineData(-70_000, -70_000, false)]
    [InlineData(63, 64, true)]
    public void Numbers_are_given_once(int first, int second, bool isTaken)
    {
        foreach (int offset in (int[])[0, 100, 1_000_000])
        {
            var numbers = new NrbfNumbers();
            Assert.True(numbers.TryEnter(first, offset));
            Assert.Equal(isTaken, numbers.TryEnter(second, offset));
            // Met again where the payload is long enough for the number, too.
            Assert.False(numbers.TryEnter(first, int.MaxValue));
            Assert.False(numbers.TryEnter(second, int.MaxValue));
            numbers.Clear();
            Assert.True(numbers.TryEnter(second, offset));
        }
    }

    /// <summary>As many as a payload of some megabytes gives, against a set.</summary>
    [Fact]
    public void Numbers_are_those_of_a_set()
    {
        var random = new Random(7);
        var numbers = new NrbfNumbers();
        var set = new HashSet<int>();
        for (int i = 0, offset = 17; i < 300_000; i++, offset += random.Next(5, 30))
        {
            int id = random.Next(20) switch
            {
                0 => -random.Next(1, i + 2),
                1 => random.Next(int.MinValue, -1),
                2 => random.Next(1, int.MaxValue),
                3 => random.Next(1, offset * 2),
                4 => -random.Next(1, offset * 2),
                _ => i + 1
            };
            Assert.Equal(set.Add(id), numbers.TryEnter(id, offset));
        }
    }
}
