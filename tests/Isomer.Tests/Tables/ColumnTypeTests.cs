using System.Data;
using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>The closed set of column types, and what is registered beside it.</summary>
public class ColumnTypeTests
{
    public enum Colour
    {
        Red,
        Green = 7,
    }

    public sealed record Point(int X, int Y);

    public struct Pair
    {
        public int A;
        public int B;
    }

    static DataTable Table(Type type, params object?[] values)
    {
        var table = new DataTable("T");
        table.Columns.Add("c", type);
        foreach (object? value in values)
            table.Rows.Add(value ?? DBNull.Value);
        return table;
    }

    static void RoundTrip(DataTable table, Func<PlainConvention, PlainConvention>? shape = null, Func<WireUnderTest, bool>? only = null)
    {
        foreach (var copy in Wires.Copies(table, shape, only: only))
            Assert.Null(TableDifference.Of(table, copy, true));
    }

    public static TheoryData<Type> BuiltIn => [.. RandomTables.Types.Keys];

    [Theory]
    [MemberData(nameof(BuiltIn))]
    public void EachType(Type type)
    {
        var random = new Random(7);
        RoundTrip(Table(type));
        RoundTrip(Table(type, null, null));
        object?[] values = [.. Enumerable.Range(0, 40).Select(i => i % 3 == 0 ? null : RandomTables.Types[type](random))];
        RoundTrip(Table(type, values));
        RoundTrip(Table(type, [.. values.Where(v => v is not null)]));
    }

    [Theory]
    [InlineData(31, 2)]
    [InlineData(32, 8)]
    [InlineData(32, 9)]
    [InlineData(2000, 3)]
    [InlineData(2000, 255)]
    [InlineData(2000, 256)]
    [InlineData(2000, 500)]
    [InlineData(2000, 501)]
    [InlineData(2000, 2000)]
    public void StringsThatRepeat(int rows, int distinct)
    {
        var table = Table(typeof(string), [.. Enumerable.Range(0, rows).Select(i => i % 7 == 0 ? null : "text" + (i * 31 % distinct))]);
        RoundTrip(table);
        string places = rows < 32 ? "" : Json.ToText(table);
        Assert.Equal(rows >= 32 && distinct <= rows / 4, places.Contains("Places", StringComparison.Ordinal));
        Assert.Equal(distinct is > 255 and <= 500 && rows == 2000, places.Contains("WidePlaces", StringComparison.Ordinal));
        RoundTrip(Table(typeof(string), new object?[rows]));
    }

    [Theory]
    [InlineData("\"Places\":\"Ag==\"")]
    [InlineData("\"Places\":\"AQE=\"")]
    [InlineData("\"WidePlaces\":[2]")]
    [InlineData("\"WidePlaces\":[]")]
    public void PlacesWithoutAString(string places) =>
        Wires.RefusesJson<DataTable>(
            $$$"""{"Columns":[{"Name":"c","Type":"String","Values":{"Strings":["a"],{{{places}}}}}],"States":"U"}""");

    [Fact]
    public void DoublesOfDecimalDigits()
    {
        var random = new Random(3);
        var column = new DataColumn("c", typeof(double));
        for (int i = 0; i < 20_000; i++)
        {
            string text = new decimal(random.Next(), random.Next(2) == 0 ? 0 : random.Next(1 << 22),
                random.Next(9) == 0 ? random.Next() : 0, random.Next(2) == 0, (byte)random.Next(29)).ToString(
                    System.Globalization.CultureInfo.InvariantCulture);
            double expected = double.Parse(text, System.Globalization.CultureInfo.InvariantCulture);
            Assert.Equal(BitConverter.DoubleToInt64Bits(expected),
                BitConverter.DoubleToInt64Bits((double)Isomer.Tabular.Cells.Convert(Json.FromText<Node>(text), column)));
        }
    }

    [Fact]
    public void RegisteredEnums()
    {
        RoundTrip(Table(typeof(Colour), Colour.Red, null, Colour.Green), c => c.WithSubtype<object, Colour>("Colour"));
        RoundTrip(Table(typeof(object), Colour.Red, 5, Colour.Green), c => c.WithSubtype<object, Colour>(4));
    }

    [Fact]
    public void RegisteredClassesAndStructs()
    {
        RoundTrip(Table(typeof(Point), new Point(1, 2), null), c => c.WithSubtype<object, Point>("Point"));
        RoundTrip(Table(typeof(Pair), new Pair { A = 1 }, null), c => c.WithSubtype<object, Pair>("Pair"));
        // In Json only an object can say which type it is.
        RoundTrip(Table(typeof(int[]), new int[] { 1, 2 }, null), c => c.WithSubtype<object, int[]>("ints"), w => w.KeepsDynamicTypes);
    }

    [Fact]
    public void OthersAreRefusedAtWriting()
    {
        Wires.RefusesToWrite(Table(typeof(Colour), Colour.Red), null, "Colour", "Register it");
        Wires.RefusesToWrite(Table(typeof(FileInfo)), null, "FileInfo", "Register it");
        Wires.RefusesToWrite(Table(typeof(Type), typeof(string)), null, "System.Type");
        Wires.RefusesToWrite(Table(typeof(object), new Point(1, 2)), null, "Point", "'c'", "'T'");
    }

    [Theory]
    [InlineData("System.IO.FileInfo")]
    [InlineData("System.IO.FileInfo, System.IO.FileSystem")]
    [InlineData("FileInfo")]
    [InlineData("System.Int32")]
    [InlineData("Type")]
    [InlineData("$Colour")]
    [InlineData("")]
    public void NamesOfOthersAreRefusedAtReading(string name)
    {
        var e = Wires.RefusesJson<DataTable>(
            $$$"""{"Name":"T","Columns":[{"Name":"c","Type":"{{{name}}}","Values":{"Strings":["a"]}}],"States":"U"}""");
        Assert.Contains($"'{name}'", e.Message, StringComparison.Ordinal);
        Assert.Contains("neither built in nor registered", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void AValueOfAnotherRegisteredType() =>
        Assert.Contains("$Point", Wires.RefusesJson<DataTable>(
            """{"Columns":[{"Name":"c","Type":"$Point","Values":{"Objects":[{"$type":"Pair"}]}}],"States":"U"}""",
            c => c.WithSubtype<object, Point>("Point").WithSubtype<object, Pair>("Pair")).Message, StringComparison.Ordinal);
}
