using System.Buffers;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Numbers of objects: those of a counter, and any others that a payload chooses; and what a call allocates.</summary>
[Collection(Alone.Name)]
public class NrbfNumberTests
{
    [Serializable]
    public sealed class Chain
    {
        public int Number;
        public string? Name;
        public Chain? Next;
    }

    static string Number(int value) => Convert.ToHexString(BitConverter.GetBytes(value));

    /// <summary>An array of strings that are referred to, under these numbers; in their order, and behind the references.</summary>
    static byte[] Under(int[] numbers)
    {
        var payload = new NrbfPayload().Hex("1001000000" + Number(numbers.Length + 1)).Hex("0902000000");
        foreach (int number in numbers)
            payload.Hex("09" + Number(number));
        payload.Text(2, "first");
        foreach (int number in numbers)
            payload.Text(number, $"n{number}");
        return payload.End();
    }

    [Fact]
    public void Any_number_is_an_objects()
    {
        foreach (int seed in Enumerable.Range(0, 300))
        {
            var random = new Random(seed);
            int[] numbers = [.. Enumerable.Range(0, random.Next(1, 60)).Select(_ => random.Next(4) switch
            {
                0 => random.Next(3, 200),
                1 => random.Next(3, 20_000),
                2 => random.Next(int.MinValue, -1),
                _ => random.Next(3, int.MaxValue),
            }).Append(int.MaxValue).Append(int.MinValue).Distinct()];
            byte[] payload = Under(numbers);
            object[] read = (object[])Nrbf.Deserialize<object>(payload);
            Assert.Equal(["first", .. numbers.Select(n => $"n{n}")], read);
            var records = Nrbf.Read(payload);
            Assert.Equal(numbers.Length + 2, records.Objects.Count());
        }
    }

    /// <summary>Also where one of them was entered when the payload could not have counted to it yet, and the other later.</summary>
    [Theory, InlineData(7), InlineData(700), InlineData(70_000), InlineData(-3), InlineData(int.MinValue)]
    public void No_number_is_given_twice(int number)
    {
        var payload = new NrbfPayload().Hex("1001000000" + Number(1)).Hex("09" + Number(number)).Text(number, "a");
        for (int i = 0; i < 60_000; i++)
            payload.Text(i + 100_000, "12345678");
        Assert.Contains("given to two",
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload.Text(number, "b").End())).Message,
            StringComparison.Ordinal);
    }

    /// <summary>Each number as far from the last as a piece of the table is long: every one of them would make a piece.</summary>
    [Theory, InlineData(1), InlineData(127), InlineData(128), InlineData(129), InlineData(1024), InlineData(100_000)]
    public void Numbers_far_apart_take_no_more_than_others(int step)
    {
        var payload = new NrbfPayload().Hex("1001000000" + Number(1)).Hex("0902000000").Text(2, "x");
        for (int i = 1; i <= 20_000; i++)
            payload.Text((int)Math.Min(3L + ((long)i * step), int.MaxValue - 20_000 + i), "");
        byte[] bytes = payload.End();
        Nrbf.Deserialize<object>(bytes);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Nrbf.Deserialize<object>(bytes);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.True(allocated < 30L * bytes.Length, $"{allocated} bytes for {bytes.Length}");
    }

    // Nothing that is built of this is boxed in any tier of the JIT.
    static Chain Chained(int count)
    {
        Chain? first = null;
        for (int i = count; i > 0; i--)
            first = new Chain { Number = i, Name = new string('n', 8), Next = first };
        return first!;
    }

    /// <summary>
    /// What the code itself takes: the least of many counts, while the tiers of the JIT settle (what is boxed before they have is not
    /// afterwards).
    /// </summary>
    static long Allocated(Action action)
    {
        long least = long.MaxValue;
        for (int round = 0; round < 5; round++)
        {
            for (int i = 0; i < 100; i++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                action();
                least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
            }
            Thread.Sleep(150);
        }
        return least;
    }

    [Fact]
    public void Writing_allocates_nothing_but_the_result() => Attempts.OfThree(() =>
    {
        var chain = Chained(200);
        object[] cells = [1, 2L, 3.5, 4m, true, "text", null!, new DateTime(2020, 1, 2), DayOfWeek.Friday, 'x', new List<Chain> { chain },
            new Dictionary<string, int> { ["a"] = 1 }];
        var output = new ArrayBufferWriter<byte>(1 << 20);
        void Write(object value)
        {
            output.ResetWrittenCount();
            Nrbf.Serialize(output, value);
        }
        Assert.Equal(0, Allocated(() => Write(chain)));
        int result = Nrbf.Serialize(chain).Length;
        Assert.InRange(Allocated(() => Nrbf.Serialize(chain)), result, result + 32);
        // An enum in an object is boxed bits; a dictionary is written as the entries that it makes of itself.
        Assert.InRange(Allocated(() => Write(cells)), 0, 1500);
    });

    [Fact]
    public void Reading_allocates_the_objects_and_little_more() => Attempts.OfThree(() =>
    {
        var (few, many) = (Nrbf.Serialize(Chained(100)), Nrbf.Serialize(Chained(200)));
        long made = Allocated(() => Chained(200)) - Allocated(() => Chained(100));
        long read = Allocated(() => Nrbf.Deserialize<Chain>(many)) - Allocated(() => Nrbf.Deserialize<Chain>(few));
        Assert.InRange(read, made, made + 16);
        // The class of a payload, and its names, are made anew for each.
        Assert.InRange(Allocated(() => Nrbf.Deserialize<Chain>(few)) - Allocated(() => Chained(100)), 0, 1500);
    });
}
