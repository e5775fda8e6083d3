using System.ComponentModel;
using System.Data;
using System.Globalization;
using System.Text;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary><see cref="DataXml"/> against what sets and tables write and read of themselves.</summary>
public class DataXmlTests
{
    public static TheoryData<XmlWriteMode> Modes => [XmlWriteMode.IgnoreSchema, XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram];

    internal static byte[] Original(IListSource value, DataXmlOptions options)
    {
        var stream = new MemoryStream();
        if (value is DataSet set)
            set.WriteXml(stream, options.WriteMode);
        else
            ((DataTable)value).WriteXml(stream, options.WriteMode, options.WriteHierarchy);
        return stream.ToArray();
    }

    static void WritesAlike(IListSource value, DataXmlOptions options, string what)
    {
        var original = Outcome.Of(() => Original(value, options));
        var ours = Outcome.Of(() => DataXml.Serialize(value, options));
        if (original.Result is not byte[] expected)
        {
            // A DiffGram of one table of a set, whose rows have rows of another in them: the original looks for their places and finds
            // nothing.
            Assert.True(ours.Refusal is not null || original.Refusal is NullReferenceException,
                $"{what}: refused by the original, {original.Refusal?.Message}");
            return;
        }
        Assert.True(ours.Result is byte[], $"{what}: {ours.Refusal}");
        string text = Encoding.UTF8.GetString(expected), other = Encoding.UTF8.GetString((byte[])ours.Result!);
        if (text == other)
            return;
        int at = text.Zip(other).TakeWhile(p => p.First == p.Second).Count();
        Assert.Fail(
            $"{what}, at {at}:\n{text[Math.Max(0, at - 200)..Math.Min(text.Length, at + 200)]}\n--- ours:\n{other[Math.Max(0, at - 200)..Math.Min(other.Length, at + 200)]}");
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Random_sets_are_written_alike(XmlWriteMode mode)
    {
        for (int seed = 0; seed < 300; seed++)
        {
            var set = new RandomTables(seed, document: seed % 3 != 0).Set();
            var options = new DataXmlOptions { WriteMode = mode };
            WritesAlike(set, options, $"seed {seed}");
            foreach (DataTable table in set.Tables)
                foreach (bool hierarchy in new[] { false, true })
                    WritesAlike(table, options with { WriteHierarchy = hierarchy }, $"seed {seed}, {table.TableName}, {hierarchy}");
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Random_tables_alone_are_written_alike(XmlWriteMode mode)
    {
        for (int seed = 0; seed < 100; seed++)
            WritesAlike(new RandomTables(seed, document: seed % 3 != 0).Alone(), new DataXmlOptions { WriteMode = mode }, $"seed {seed}");
    }

    static DataSet Of(params object[] values)
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("a", values[0].GetType());
        table.Columns.Add(new DataColumn("b", values[0].GetType(), null, MappingType.Attribute));
        table.Columns.Add(new DataColumn("c", values[0].GetType(), null, MappingType.Hidden));
        foreach (object value in values)
            table.Rows.Add(value, value, value);
        return set;
    }

    public static TheoryData<string> Values => [.. s_values.Keys];

    static readonly Dictionary<string, object[]> s_values = new()
    {
        ["text"] = ["", " ", "\t\r\n", " ", "a\r\nb\rc\nd\te", "<&>\"'", "\0\u0001\u001F\u007F\u0085\u2028\uFFFD\uFFFE\uFFFF", "é😀",
            new string('x', 5000) + "\r" + new string('é', 5000)],
        ["surrogate"] = ["a\uD800"],
        ["char"] = ['a', ' ', '<', '"', 'é', '\u007F'],
        ["double"] = [0.0, -0.0, double.NaN, double.PositiveInfinity, double.NegativeInfinity, double.Epsilon, double.MaxValue, 1e15, 1e16,
            123456789012345680.0, 0.1, 1e-5, 1e-4],
        ["float"] = [0f, -0f, float.NaN, float.PositiveInfinity, float.NegativeInfinity, float.Epsilon, float.MaxValue, 1e7f, 1e8f, 0.1f,
            1e-5f],
        ["decimal"] = [0m, 0.00m, -0.0m, 1.50m, decimal.MaxValue, decimal.MinValue, 0.0000000000000000000000000001m],
        ["date"] = [DateTime.MinValue, DateTime.MaxValue, new DateTime(2020, 1, 2), new DateTime(2020, 1, 2, 3, 4, 5, 60, DateTimeKind.Utc),
            new DateTime(2020, 7, 2, 3, 4, 5, DateTimeKind.Local).AddTicks(1)],
        ["instant"] = [DateTimeOffset.MinValue, DateTimeOffset.MaxValue, new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromMinutes(-90)),
            new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.Zero)],
        ["duration"] = [TimeSpan.Zero, TimeSpan.MinValue, TimeSpan.MaxValue, TimeSpan.FromTicks(1), TimeSpan.FromDays(1),
            TimeSpan.FromHours(-25)],
        ["bytes"] = [Array.Empty<byte>(), new byte[] { 1 }, new byte[100_000], new byte[49_152]],
        ["guid"] = [Guid.Empty, Guid.AllBitsSet],
        ["bool"] = [true, false],
        ["long"] = [long.MinValue, long.MaxValue, 0L],
        ["ulong"] = [ulong.MaxValue, 0UL],
        ["sbyte"] = [sbyte.MinValue, (sbyte)0],
    };

    [Theory]
    [MemberData(nameof(Values))]
    public void Values_at_their_limits_are_written_alike(string name)
    {
        foreach (var mode in new[] { XmlWriteMode.IgnoreSchema, XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram })
            foreach (var dates in name == "date"
                ? new[] { DataSetDateTime.Local, DataSetDateTime.Unspecified, DataSetDateTime.UnspecifiedLocal, DataSetDateTime.Utc }
                : [DataSetDateTime.UnspecifiedLocal])
            {
                var set = Of(s_values[name]);
                if (name == "date")
                {
                    // A column that is one of its set's: rows are put in anew.
                    var empty = set.Clone();
                    foreach (DataColumn column in empty.Tables[0].Columns)
                        column.DateTimeMode = dates;
                    foreach (DataRow row in set.Tables[0].Rows)
                        empty.Tables[0].Rows.Add(row.ItemArray);
                    set = empty;
                }
                WritesAlike(set, new DataXmlOptions { WriteMode = mode }, $"{name}, {mode}, {dates}");
            }
    }

    public static TheoryData<XmlReadMode> ReadModes => [.. Enum.GetValues<XmlReadMode>()];

    internal static void ReadsAlike(byte[] document, Func<DataSet> target, XmlReadMode mode, string what)
    {
        DataSet theirs = target(), ours = target();
        var original = Outcome.Of(() => theirs.ReadXml(new MemoryStream(document), mode));
        var result = Outcome.Of(() => DataXml.Fill(ours, document, new DataXmlOptions { ReadMode = mode }));
        string text = Encoding.UTF8.GetString(document[..Math.Min(document.Length, 3000)]);
        Assert.True(result.Refusal is null or WireFormatException { Format: "DataXml" }, $"{what}, {mode}: {result.Refusal}\n{text}");
        if (original.Refusal is not null)
        {
            Assert.True(result.Refusal is not null, $"{what}, {mode}: refused by the original, {original.Refusal}\n{text}");
            return;
        }
        Assert.True(result.Refusal is null, $"{what}, {mode}: {result.Refusal}\n{text}");
        Assert.True(Equals(original.Result, result.Result),
            $"{what}, {mode}: understood as {result.Result}, not {original.Result}\n{text}");
        if (TableDifference.Of(theirs, ours) is { } difference)
            Assert.Fail($"{what}, {mode}: {difference}\n{text}");
    }

    [Theory]
    [MemberData(nameof(ReadModes))]
    public void Random_sets_are_read_alike(XmlReadMode mode)
    {
        for (int seed = 0; seed < 60; seed++)
        {
            var set = new RandomTables(seed, document: seed % 3 != 0).Set();
            foreach (var form in new[] { XmlWriteMode.IgnoreSchema, XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram })
            {
                if (Outcome.Of(() => Original(set, new DataXmlOptions { WriteMode = form })).Result is not byte[] document)
                    continue;
                ReadsAlike(document, () => new DataSet("new"), mode, $"seed {seed}, {form}");
                ReadsAlike(document, set.Clone, mode, $"seed {seed}, {form}, into its like");
            }
        }
    }

    /// <summary>Elements, attributes and text that nobody has described.</summary>
    static void Any(StringBuilder text, Random random, int depth)
    {
        string name = "abcde"[random.Next(5)].ToString();
        text.Append('<').Append(name);
        foreach (char attribute in "xyz")
            if (random.Next(4) == 0)
                text.Append(CultureInfo.InvariantCulture,
                    $" {attribute}='{(random.Next(2) == 0 ? random.Next(100).ToString(CultureInfo.InvariantCulture) : "t")}'");
        text.Append('>');
        int parts = depth > 3 ? 0 : random.Next(4);
        for (int i = 0; i < parts; i++)
            Any(text, random, depth + 1);
        if (parts == 0 && random.Next(3) > 0)
            text.Append(new[] { "1", "1.5", "true", "2020-01-02T03:04:05", "text", " ", "<!-- c -->", "<![CDATA[d]]>" }[random.Next(8)]);
        text.Append("</").Append(name).Append('>');
    }

    [Theory]
    [MemberData(nameof(ReadModes))]
    public void Documents_of_nobody_are_read_alike(XmlReadMode mode)
    {
        for (int seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            var text = new StringBuilder("<root>");
            for (int i = random.Next(4); i >= 0; i--)
                Any(text, random, 0);
            text.Append("</root>");
            ReadsAlike(Encoding.UTF8.GetBytes(text.ToString()), () => new DataSet("new"), mode, $"seed {seed}");
        }
    }

    [Fact]
    public void Tables_are_read_alike()
    {
        for (int seed = 0; seed < 60; seed++)
        {
            var table = new RandomTables(seed, document: seed % 3 != 0).Alone();
            foreach (var form in new[] { XmlWriteMode.IgnoreSchema, XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram })
            {
                if (Outcome.Of(() => Original(table, new DataXmlOptions { WriteMode = form })).Result is not byte[] document)
                    continue;
                foreach (var target in new Func<DataTable>[] { () => new DataTable(), table.Clone })
                {
                    DataTable theirs = target(), ours = target();
                    var original = Outcome.Of(() => theirs.ReadXml(new MemoryStream(document)));
                    var result = Outcome.Of(() => DataXml.Fill(ours, document));
                    Assert.True(original.Refusal is null == result.Refusal is null && Equals(original.Result, result.Result),
                        $"seed {seed}, {form}: {original}\n{result}");
                    // See Text_of_white_space_in_a_table_is_kept.
                    if (Encoding.UTF8.GetString(document).Contains("xml:space", StringComparison.Ordinal))
                        continue;
                    Assert.True(original.Refusal is not null || TableDifference.Of(theirs, ours) is null,
                        $"seed {seed}, {form}: {TableDifference.Of(theirs, ours)}");
                }
            }
        }
    }

    /// <summary>A set's ReadXml keeps it too; that of a table alone does not.</summary>
    [Fact]
    public void Text_of_white_space_in_a_table_is_kept()
    {
        var table = new DataTable("T");
        table.Columns.Add("a");
        table.Rows.Add("\n");
        byte[] document = DataXml.Serialize(table, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema });
        var theirs = new DataTable();
        theirs.ReadXml(new MemoryStream(document));
        Assert.Equal("", theirs.Rows[0][0]);
        Assert.Equal("\n", DataXml.Deserialize<DataTable>(document).Rows[0][0]);
    }

    [Fact]
    public void Every_way_in_and_out_is_one()
    {
        var set = new RandomTables(4, document: true).Set();
        var options = new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema, WriteDeclaration = true };
        string file = Path.GetTempFileName();
        set.WriteXml(file, XmlWriteMode.WriteSchema);
        byte[] expected = File.ReadAllBytes(file);
        File.Delete(file);
        Assert.Equal(expected, DataXml.Serialize(set, options));
        var stream = new MemoryStream();
        DataXml.Serialize(stream, set, options);
        Assert.Equal(expected, stream.ToArray());
        Assert.Equal(set.GetXml(), DataXml.ToText(set));
        stream.Position = 0;
        Assert.All(
            [DataXml.Deserialize<DataSet>(expected), DataXml.Deserialize<DataSet>(stream),
                DataXml.FromText<DataSet>(Encoding.UTF8.GetString(expected))],
            back => Assert.Null(TableDifference.Of(Read(expected), back)));

        static DataSet Read(byte[] document)
        {
            var theirs = new DataSet();
            theirs.ReadXml(new MemoryStream(document));
            return theirs;
        }
    }

    [Fact]
    public void Rows_that_nest_without_an_end_are_refused_and_the_process_lives()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("parent", typeof(int));
        // A table that nests in itself is the framework's to write, which goes there by recursion.
        set.Relations.Add(new DataRelation("r", table.Columns[0], table.Columns[1], false) { Nested = true });
        table.Rows.Add(1, DBNull.Value);
        table.Rows.Add(2, 1);
        WritesAlike(set, DataXmlOptions.Default, "in itself");
    }
}
