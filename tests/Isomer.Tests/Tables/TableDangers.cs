using System.Data;
using System.Diagnostics;
using Isomer.Tabular;
using Isomer.Tests.Safety;
using Xunit;
using static Isomer.Tests.OfTables.TableXmlParts;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Tables that overflowed the stack, never ended, or took all memory: in every form that carries one. In a process of its own
/// (<see cref="TableDangerProcessTests"/>), which any of them would kill.
/// </summary>
public class TableDangers
{
    static readonly TimeSpan s_limit = TimeSpan.FromSeconds(20);

    static void Refused(string what, Func<object?> read)
    {
        foreach (int kilobytes in new[] { 256, 1024 })
        {
            Console.Error.WriteLine($"{what}, {kilobytes} KB");
            var watch = Stopwatch.StartNew();
            ChildRun.OnStack(kilobytes, () => Assert.Throws<WireFormatException>(read));
            Assert.True(watch.Elapsed < s_limit, $"{what}: {watch.Elapsed}");
        }
    }

    /// <summary>A set of one table, as the full form carries it: what no DataSet can be made of first.</summary>
    static TableSet Full(int rows, params (string Name, string? Expression)[] columns) => new()
    {
        Name = "S",
        Tables =
        [
            new Table
            {
                Name = "T",
                States = new string('U', rows),
                Columns = [
                    .. columns.Select(
                        c => new TableColumn
                            { Name = c.Name, Type = "Int32", Expression = c.Expression,
                                Values = c.Expression is null ? new TableValues { Int32s = [.. Enumerable.Repeat(1, rows)] } : null })],
            },
        ],
    };

    static readonly (string Name, Func<TableSet, byte[]> Write, Func<byte[], object?> Read)[] s_full =
    [
        ("Json", v => Json.Serialize(v), b => Json.Deserialize<DataSet>(b)),
        ("Json, reflected", v => Json.Serialize(v),
            b => Json.Deserialize<DataSet>(b, new JsonOptions { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) })),
        ("Compact", v => Compact.Serialize(v), b => Compact.Deserialize<DataSet>(b)),
        ("Protobuf", v => Protobuf.Serialize(v), b => Protobuf.Deserialize<DataSet>(b)),
        ("Json, filled", v => Json.Serialize(v), b => Json.Fill(new Holder(), [.. "{\"Set\":"u8, .. b, (byte)'}'])),
    ];

    public sealed class Holder
    {
        public DataSet? Set { get; set; }
    }

    [Fact(Explicit = true)]
    public void In_the_full_form()
    {
        foreach (var (name, write, read) in s_full)
        {
            Assert.NotNull(read(write(Full(3, ("a", null), ("b", "a * 2")))));
            Refused($"{name}: c1 = c0 + c0",
                () => read(
                    write(Full(1, [("c0", null), .. Enumerable.Range(1, 60).Select(i => ("c" + i, (string?)$"c{i - 1} + c{i - 1}"))]))));
            Refused($"{name}: each of all before it, last first",
                () => read(
                    write(Full(1,
                        [.. Enumerable.Range(1, 60).Reverse()
                            .Select(i => ("c" + i, (string?)string.Join(" + ", Enumerable.Range(0, i).Select(k => "c" + k)))),
                                ("c0", null)]))));
            Refused($"{name}: aggregates of aggregates",
                () => read(
                    write(Full(2000, [("c0", null), .. Enumerable.Range(1, 900).Select(i => ("c" + i, (string?)$"c0 / Sum(c{i - 1})"))]))));
            Refused($"{name}: sums in all columns",
                () => read(write(Full(8000, [("a", null), .. Enumerable.Range(1, 900).Select(i => ("c" + i, (string?)"Sum(a)"))]))));
            Refused($"{name}: negations over columns",
                () => read(
                    write(Full(1,
                        [("c0", null),
                            .. Enumerable.Range(1, 500).Select(i => ("c" + i, (string?)(new string('-', 1900) + "c" + (i - 1))))]))));
            Refused($"{name}: in a circle", () => read(write(Full(1, ("a", "b + 1"), ("b", "a + 1")))));
            Refused($"{name}: long", () => read(write(Full(1, ("a", string.Concat(Enumerable.Repeat("1+", 29_000)) + "1")))));
        }
    }

    [Fact(Explicit = true)]
    public void As_XML_of_its_own()
    {
        foreach (var form in TableXmlForm.All)
        {
            void refused(string what, string content) =>
                Refused($"{form}: {what}", () => form.Read(form.Wrap(content, typeof(DataSet)), typeof(DataSet)));
            string any = Column("o", "xs:anyType", "msdata:DataType=\"System.Object\"");
            refused("58 KB of sums",
                Content(Column("a") + Computed("b", string.Concat(Enumerable.Repeat("1+", 29_000)) + "1"), Row(0, "<a>1</a>")));
            refused("58 KB of sums to show",
                Content(Column("a"), Row(0, "<a>1</a>"))
                    .Replace("<xs:element name=\"T\">",
                        $"<xs:element name=\"T\" msdata:DisplayExpression=\"{string.Concat(Enumerable.Repeat("1+", 29_000))}1\">",
                        StringComparison.Ordinal));
            refused("an untyped cell among original rows", Content(any, "", Row(0, "<o>x</o>", "diffgr:hasChanges=\"modified\"")));
            refused("an untyped cell with elements", Content(any, "", Row(0, "<o><x/></o>")));
            refused("sums in all columns",
                Content(Column("a") + string.Concat(Enumerable.Range(0, 900).Select(i => Computed("c" + i, "Sum(a)"))),
                    Rows(8000, _ => "<a>1</a>")));
            refused("sums in 8,000 columns",
                Content(Column("a") + string.Concat(Enumerable.Range(0, 8000).Select(i => Computed("c" + i, "Sum(a)"))),
                    Rows(8000, _ => "<a>1</a>")));
            refused("a part of a sum in each row", Content(Column("a") + Computed("b", "a / Sum(a)"), Rows(8000, _ => "<a>1</a>")));
            refused("c1 = c0 + c0",
                Content(Column("c0") + string.Concat(Enumerable.Range(1, 60).Select(i => Computed("c" + i, $"c{i - 1} + c{i - 1}"))),
                    Row(0, "<c0>1</c0>")));
            refused("a far place", Content(Column("a"), Row(2_000_000_000, "<a>1</a>")));
            refused("texts put together",
                Content(Column("c0", "xs:string")
                    + string.Concat(Enumerable.Range(1, 20).Select(i => Computed("c" + i, $"c{i - 1} + c{i - 1}", "xs:string"))),
                        Row(0, $"<c0>{new string('x', 10_000)}</c0>")));
            refused("10,000 rows in rows",
                Content(Column("a"),
                    string.Concat(Enumerable.Repeat("<T diffgr:id=\"T1\">", 10_000)) + string.Concat(Enumerable.Repeat("</T>", 10_000))));
        }
    }
}

/// <summary>Runs the dangerous tables where they can kill nothing else.</summary>
[JudgedAlone("times")]
public class TableDangerProcessTests
{
    [Fact]
    public void No_table_ends_the_process() => ChildRun.Of(typeof(TableDangers), megabytes: 1500, minutes: 25);
}
