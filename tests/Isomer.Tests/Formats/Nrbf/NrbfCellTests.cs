using System.Globalization;
using Isomer.Model;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Arrays of objects are read as a whole: what most cells are at once, anything else as any object is. Which of the two reads a cell is
/// nobody's to see.
/// </summary>
public class NrbfCellTests
{
    static readonly Type[] s_known = [typeof(int?), typeof(Cell), typeof(decimal?), typeof(Odd)];

    [Serializable]
    public class Cell
    {
        public object? Value;
        public object[]? Row;
        public string? Text;
    }

    [Serializable]
    public struct Odd
    {
        public int Number;
        public string? Text;
    }

    static object? Value(Random random, List<object> met, int depth)
    {
        switch (random.Next(24))
        {
            case < 4:
                return null;
            case < 9 when met.Count > 0:
                return met[random.Next(met.Count)];
            case 9:
                return random.Next(2) == 0;
            case 10:
                return (byte)random.Next(256);
            case 11:
                return (short)random.Next(-999, 999);
            case 12:
                return random.Next();
            case 13:
                return random.NextInt64();
            case 14:
                return random.NextDouble();
            case 15:
                return random.Next(3) switch { 0 => 'x', 1 => '一', _ => (object)(uint)random.Next() };
            case 16:
                return new DateTime(2026, 1, 1, 0, 0, 0, (DateTimeKind)random.Next(3)).AddTicks(random.NextInt64(1L << 50));
            case 17:
                return random.Next(2) == 0 ? random.Next(9999) / 100m : TimeSpan.FromTicks(random.NextInt64());
            case 18 when depth < 5:
                object?[] nested = new object?[random.Next(6)];
                met.Add(nested);
                Fill(nested, random, met, depth + 1);
                return nested;
            case 19 when depth < 5:
                var cell = new Cell();
                met.Add(cell);
                cell.Value = Value(random, met, depth + 1);
                cell.Text = met.OfType<string>().LastOrDefault();
                cell.Row = met.OfType<object[]>().LastOrDefault();
                return cell;
            case 20:
                return new Odd { Number = random.Next(), Text = "odd" };
            case 21:
                return new string((char)('a' + random.Next(26)), random.Next(3) == 0 ? random.Next(120, 140) : random.Next(20));
            case 22:
                return "größer " + random.Next(9);
            default:
                string text = random.Next(99).ToString(CultureInfo.InvariantCulture);
                met.Add(text);
                return text;
        }
    }

    static void Fill(object?[] row, Random random, List<object> met, int depth)
    {
        for (int i = 0; i < row.Length; i++)
            row[i] = Value(random, met, depth);
    }

    /// <summary>What was read is written as it was: kinds of cells, what is shared, nulls in rows, arrays within themselves.</summary>
    [Theory]
    [InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection), InlineData(ShapeTier.Auto)]
    public void Rows_are_those_of_the_original(ShapeTier tier)
    {
        var options = new NrbfOptions { KnownTypes = [.. s_known], Convention = Convention.Fields.WithTier(tier) };
        // Deep ones are promised.
        var shallow = options with { Limits = new Limits { MaxDepth = 3 } };
        int inThemselves = 0;
        for (int seed = 0; seed < 400; seed++)
        {
            var random = new Random(seed);
            var met = new List<object>();
            object?[] row = new object?[random.Next(1, 30)];
            met.Add(row);
            Fill(row, random, met, 0);
            inThemselves += row.Contains(row) ? 1 : 0;
            byte[] original = NrbfTests.Original(row);
            foreach (var each in (NrbfOptions[])[options, shallow])
            {
                object?[] back = Nrbf.Deserialize<object?[]>(original, each)!;
                Assert.Equal(original, NrbfTests.Original(back));
                Assert.Equal(original, Nrbf.Serialize((object)back, each));
                Assert.Equal(original, NrbfTests.Original(Nrbf.Deserialize<object>(original, each)!));
            }
            object?[]?[] table = [row, null, new object?[300], row];
            Assert.Equal(NrbfTests.Original(table),
                NrbfTests.Original(Nrbf.Deserialize<object?[]?[]>(NrbfTests.Original(table), options)!));
            // As the array within a list.
            var list = Nrbf.Deserialize<List<object?[]?>>(NrbfTests.Original(table.ToList()), options)!;
            Assert.Equal(NrbfTests.Original(table), NrbfTests.Original(list.ToArray()));
        }
        Assert.True(inThemselves > 10, $"{inThemselves}");
    }

    [Theory]
    [InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection), InlineData(ShapeTier.Auto)]
    public void A_refused_cell_is_told_by_its_place(ShapeTier tier)
    {
        var options = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), Limits = new Limits { MaxStringLength = 9 } };
        byte[] long10 = NrbfTests.Original(new object[] { 1, "short", new object[] { null!, null!, "longer than 9" } });
        var error = Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object[]>(long10, options));
        Assert.Equal("$[2][2]", error.Path);
        Assert.Contains("MaxStringLength", error.Message, StringComparison.Ordinal);

        byte[] odd = NrbfTests.Original(new object[] { "a", true, new DateTime(2026, 1, 1), "a long text behind all the others" });
        // The byte of the bool, and the highest of the ticks.
        byte[] written = [8, 13, .. BitConverter.GetBytes(new DateTime(2026, 1, 1).Ticks)];
        int date = odd.AsSpan().IndexOf(written);
        odd[date - 1] = 2;
        Assert.Equal(true, Nrbf.Deserialize<object[]>(odd, options with { Limits = Limits.Default })![1]);
        odd[date + 9] = 0x3F;
        error = Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object[]>(odd, options));
        Assert.Equal("$[2]", error.Path);
    }

    sealed class TruthText : Surrogate<bool, string>
    {
        public override string ToCarrier(bool value) => value ? "yes" : "no";

        public override bool FromCarrier(string carrier) => carrier == "yes";
    }

    sealed class NumberWide : Surrogate<int, long>
    {
        public override long ToCarrier(int value) => value * 1_000_000_007L;

        public override int FromCarrier(long carrier) => (int)(carrier / 1_000_000_007L);
    }

    [Serializable]
    public class Carried
    {
        public bool[]? Truths;
        public object? Held;
        public List<bool>? List;
        public bool[][]? Jagged;
        public bool[,]? Grid;
        public int[]? Numbers;
        public int[,]? NumberGrid;
        public object? Any;
    }

    /// <summary>
    /// A surrogate that carries a primitive: an array of it had the head of an array of primitives, behind which the carriers stood.
    /// </summary>
    [Theory]
    [InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection), InlineData(ShapeTier.Auto)]
    public void Arrays_of_carried_primitives_come_back(ShapeTier tier)
    {
        var options = new NrbfOptions
        {
            Convention = Convention.Fields.WithTier(tier).WithSurrogate(new TruthText()).WithSurrogate(new NumberWide()),
            KnownTypes = [typeof(bool[]), typeof(int[])],
        };
        bool[] truths = [true, false, true];
        var value = new Carried
        {
            Truths = truths,
            Held = truths,
            Jagged = [truths, [false]],
            Grid = new[,] { { true, false }, { false, true } },
            Numbers = [1, 2, -3],
            NumberGrid = new[,] { { 5 }, { -6 } },
            Any = new[] { 7, 8 },
            List = [true, true, false],
        };
        byte[] payload = Nrbf.Serialize(value, options);
        // The items are carriers, and the heads say so: the judge takes it.
        Assert.NotNull(System.Formats.Nrbf.NrbfDecoder.Decode(new MemoryStream(payload)));
        var back = Nrbf.Deserialize<Carried>(payload, options)!;
        Assert.Equal(truths, back.Truths);
        Assert.Same(back.Truths, back.Held);
        Assert.Same(back.Truths, back.Jagged![0]);
        Assert.Equal([false], back.Jagged[1]);
        Assert.Equal(value.Grid, back.Grid);
        Assert.Equal(value.Numbers, back.Numbers);
        Assert.Equal(value.NumberGrid, back.NumberGrid);
        Assert.Equal([7, 8], Assert.IsType<int[]>(back.Any));
        Assert.Equal(value.List, back.List);
        Assert.Equal(truths, Nrbf.Deserialize<bool[]>(Nrbf.Serialize(truths, options), options));
    }

    /// <summary>Nulls of nullables stand in runs, as those of objects: a thousand of them were refused.</summary>
    [Theory, InlineData(0), InlineData(1), InlineData(255), InlineData(256), InlineData(1000), InlineData(2700)]
    public void Nullables_that_are_null_come_back(int count)
    {
        var options = new NrbfOptions { KnownTypes = [typeof(int?[]), typeof(decimal?[]), typeof(int?[,])] };
        Same(new int?[count]);
        Same(new decimal?[count]);
        int?[] some = new int?[count];
        if (count > 0)
            some[count / 2] = 5;
        Same(some);
        object[] within = [1, new object[] { new int?[count] }];
        var back = Nrbf.Deserialize<object[]>(NrbfTests.Original(within), options with { Limits = new Limits { MaxDepth = 1 } })!;
        Assert.Equal(new int?[count], ((object[])back[1])[0]);

        void Same<T>(T?[] nullables) where T : struct
        {
            byte[] original = NrbfTests.Original(nullables);
            Assert.Equal(original, Nrbf.Serialize(nullables, options));
            Assert.Equal((T?[])NrbfTests.Original(original), Nrbf.Deserialize<T?[]>(original, options));
            Assert.Equal(nullables, Assert.IsType<T?[]>(Nrbf.Deserialize<object>(original, options)));
        }
    }

    /// <summary>Nulls in arrays of all kinds, ranks and bounds: a run is one record, or each null is its own.</summary>
    [Fact]
    public void Nulls_are_the_records_of_the_original()
    {
        object[] values = ["x", 5, new Cell(), new[] { 'a' }, new[] { new[] { "a" } }, new int[1, 1], new object?[] { null, null, 1 }];
        var random = new Random(5);
        int compared = 0;
        foreach (object value in values)
            for (int turn = 0; turn < 36; turn++)
            {
                var element = value is int ? typeof(int?) : turn % 9 == 0 ? typeof(object) : value.GetType();
                int[] lengths = new int[(turn % 3) + 1], starts = new int[lengths.Length];
                for (int i = 0; i < lengths.Length; i++)
                    (lengths[i], starts[i]) = (random.Next(1, 6), turn % 2 * random.Next(9));
                var array = Array.CreateInstance(element, lengths, starts);
                int count = array.Length;
                for (int n = 0; n < count; n++)
                {
                    int rest = n;
                    int[] place = new int[lengths.Length];
                    for (int i = lengths.Length - 1; i >= 0; rest /= lengths[i], i--)
                        place[i] = starts[i] + (rest % lengths[i]);
                    array.SetValue(random.Next(4) < turn / 9 ? value : null, place);
                }
                byte[] original;
                try
                {
                    original = NrbfTests.Original(array);
                }
                catch (InvalidCastException)
                {
                    // It takes arrays of objects for object[], which those with another first index are not.
                    continue;
                }
                var options = new NrbfOptions { KnownTypes = [element, array.GetType(), .. s_known] };
                Assert.Equal(original, Nrbf.Serialize((object)array, options));
                Assert.Equal(original, NrbfTests.Original(Nrbf.Deserialize<object>(original, options)!));
                compared++;
            }
        Assert.True(compared > 150, $"{compared}");
    }
}
