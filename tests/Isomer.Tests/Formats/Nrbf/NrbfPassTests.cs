using System.Globalization;
using System.Text;
using Isomer.Formats;
using Xunit;

#pragma warning disable SYSLIB0011 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// The pass over a payload before anything is read of it, where it takes a short way: texts of decimals, and what arrays say of their
/// items.
/// </summary>
public class NrbfPassTests
{
    static Exception? Passed(byte[] payload) =>
        Record.Exception(() => new NrbfIndex().Begin(payload, NrbfTests.Options, NrbfTests.Options.Convention.ModelOf(typeof(object))));

    /// <summary>What is passed over as a decimal is what the framework's parser takes for one, whatever stands behind it.</summary>
    [Fact]
    public void A_decimal_is_the_text_of_one()
    {
        var random = new Random(5);
        var (taken, refused) = (0, 0);
        for (int i = 0; i < 20_000; i++)
        {
            string alphabet = random.Next(4) == 0 ? "0123456789.,-+ ex\0" : "0123456789.";
            string text = string.Concat(Enumerable.Range(0, random.Next(24)).Select(_ => alphabet[random.Next(alphabet.Length)]));
            var payload = new NrbfPayload().Hex("1001000000" + "02000000" + "0805").Lps(text);
            byte[] bytes = (random.Next(2) == 0 ? payload.Hex("0A") : payload.Text(3, new string('9', 40))).End();
            bool isOne = decimal.TryParse(text, NumberStyles.Number, CultureInfo.InvariantCulture, out _);
            Assert.True(isOne == Passed(bytes) is null, $"'{text}' is {(isOne ? "" : "not ")}a decimal");
            Assert.Equal(isOne, Record.Exception(() => Nrbf.Deserialize<object>(bytes)) is null);
            _ = isOne ? taken++ : refused++;
        }
        Assert.True(taken > 3000 && refused > 3000, $"{taken} taken, {refused} refused");
    }

    [Serializable]
    public struct One<T>
    {
        public T Value;
    }

    static Array Random(Random random) => random.Next(14) switch
    {
        0 => new One<int>[] { new() { Value = random.Next() } },
        1 => new One<string>[] { new() { Value = "a" }, default },
        2 => new One<long>[random.Next(3)],
        3 => new One<byte>[] { default },
        4 => new One<short>[] { default, default },
        5 => new Uri?[] { new("http://a"), null },
        6 => new Version?[] { new(1, 2), null, null },
        7 => new int[]?[] { [1, 2], null, [] },
        8 => new string?[]?[] { ["a", null], null },
        9 => Array.CreateInstance(typeof(One<int>), [2], [random.Next(-3, 3)]),
        10 => new One<int>[1, 2],
        11 => new decimal[] { 1.5m, random.Next(), -0.000_000_000_000_000_01m, decimal.MaxValue },
        12 => new DateTime[] { DateTime.UnixEpoch },
        _ => new DayOfWeek[] { DayOfWeek.Friday, (DayOfWeek)random.Next(7) },
    };

    static readonly NrbfOptions[] s_tiers =
    [
        .. new[] { ShapeTier.Emitted, ShapeTier.Reflection }.Select(static tier => new NrbfOptions
        {
            Convention = Convention.Fields.WithTier(tier),
            KnownTypes = [typeof(One<int>[]), typeof(One<string>[]), typeof(One<long>[]), typeof(One<byte>[]), typeof(One<short>[]),
                typeof(One<int>[,]), typeof(Uri[]), typeof(Version[]), typeof(int[][]), typeof(string[][]), typeof(DateTime[]),
                typeof(DayOfWeek[])],
        }),
    ];

    /// <summary>Arrays of more kinds than are kept, in any order: as BinaryFormatter has them.</summary>
    [Fact]
    public void Arrays_are_what_they_say()
    {
        var random = new Random(6);
        for (int i = 0; i < 300; i++)
        {
            object[] graph = [.. Enumerable.Range(0, random.Next(1, 40)).Select(_ => Random(random))];
            byte[] theirs = NrbfTests.Original(graph);
            var options = s_tiers[i % 2];
            Assert.Equal(Convert.ToHexString(theirs), Convert.ToHexString(Nrbf.Serialize<object>(graph, options)));
            Assert.Null(SameGraph.Difference(graph, Nrbf.Deserialize<object>(theirs, options)));
        }
    }

    /// <summary>An array that says what one before it said is looked at as that one was: its length, and the items.</summary>
    [Fact]
    public void Arrays_that_say_the_same_are_looked_at_too()
    {
        byte[] payload = NrbfTests.Original(new object[] { new Version[] { new(1, 2) }, new Version[] { new(3, 4) } });
        byte[] said = [0, 1, 0, 0, 0, 1, 0, 0, 0, 3, .. Encoding.ASCII.GetBytes("\u000ESystem.Version")];
        int second = payload.AsSpan().LastIndexOf(said);
        Assert.True(payload.AsSpan().IndexOf(said) < second);
        foreach (int length in (int[])[-1, int.MinValue, int.MaxValue, 0])
            foreach (bool isFirst in (bool[])[true, false])
            {
                byte[] damaged = [.. payload];
                BitConverter.TryWriteBytes(damaged.AsSpan((isFirst ? payload.AsSpan().IndexOf(said) : second) + 5), length);
                var error = Assert.IsType<WireFormatException>(Record.Exception(() => Nrbf.Deserialize<object>(damaged)));
                Assert.InRange(error.Offset, 17, damaged.Length);
            }
    }
}
