using Isomer.Tests.OfTables;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// The cost model of docs/security.md: reading n bytes takes time in proportion to n, and at most 100 n bytes of memory and a million,
/// whatever the bytes say. What the page names as an exception is one here.
/// </summary>
[JudgedAlone("times of one thread, to which collections of what other tests hold are added")]
public class CostModelTests
{
    public static TheoryData<Format> Formats => [.. Format.All];

    static void Check(IEnumerable<Attack> attacks, params (string Name, int PerByte)[] named)
    {
        var problems = new List<string>();
        foreach (var attack in attacks)
        {
            int perByte = named.FirstOrDefault(n => attack.Name.Contains(n.Name, StringComparison.Ordinal)) is (not null, var more)
                ? more
                : Costs.PerByte;
            if (Costs.Excess(attack, perByte) is { } problem)
                problems.Add(problem);
        }
        Assert.True(problems.Count == 0, string.Join('\n', problems));
    }

    [Theory]
    [MemberData(nameof(Formats))]
    public void Values(Format format) => Check(CostTypes.Of(format), ("Compact: chains, as nodes", 200));

    [Fact]
    public void JsonTexts() => Check(CostTexts.OfJson(), ("expandos", 200));

    [Fact]
    public void Rows() => Check(CostTexts.OfRows());

    [Fact]
    public void XmlTexts() => Check(CostTexts.OfXml());

    [Fact]
    public void Elements() => Check(CostTexts.OfElements(), ("ContractXml: elements that are kept", 300));

    [Fact]
    public void CompactPayloads() => Check(CostTexts.OfCompact());

    [Fact]
    public void ProtobufPayloads() => Check(CostTexts.OfProtobuf());

    [Fact]
    public void ProtobufPayloadsAsJson() => Check(CostProtoJson.Attacks());

    /// <summary>
    /// DataSets as XML of their own: the framework takes about a kilobyte for a column, and as much for a row and a cell.
    /// </summary>
    [Fact]
    public void TablesAsXml()
    {
        foreach (var form in TableXmlForm.All)
        {
            void read(byte[] b) => form.Read(b, typeof(System.Data.DataSet));
            // Not too many: the framework compares columns with each other, 4,472 of them, which are the most, in three seconds
            // (docs/security.md).
            static string columns(int n) => string.Concat(Enumerable.Range(0, n / 200).Select(i => TableXmlParts.Column("c" + i)));
            byte[] wrap(string columns, string rows, string before = "") =>
                form.Wrap(TableXmlParts.Content(columns, rows, before), typeof(System.Data.DataSet));
            Check(
            [
                new Attack($"{form}: rows", n => wrap(TableXmlParts.Column("a"), TableXmlParts.Rows(n / 60, i => "<a>1</a>")), read),
                new Attack($"{form}: empty rows", n => wrap(TableXmlParts.Column("a"), TableXmlParts.Rows(n / 50, i => "")), read),
                new Attack($"{form}: original rows", n => wrap(TableXmlParts.Column("a"), "", TableXmlParts.Rows(n / 60, i => "<a>1</a>")),
                    read),
                new Attack($"{form}: unknown cells",
                    n => wrap(TableXmlParts.Column("a"),
                        TableXmlParts.Row(0, string.Concat(Enumerable.Range(0, n / 6).Select(i => "<b/>")))), read),
                new Attack($"{form}: columns", n => wrap(columns(n), ""), read),
                new Attack($"{form}: columns and a row", n => wrap(columns(n), TableXmlParts.Row(0, "<c0>1</c0>")), read),
                // The framework alone takes 7 ms for 300 computed columns of fifty rows, and 57 for 870.
                new Attack($"{form}: computed columns",
                    n => wrap(
                        TableXmlParts.Column("a")
                            + string.Concat(
                                Enumerable.Range(0, Math.Min(n / 110, 450)).Select(i => TableXmlParts.Computed("c" + i, "a + 1"))),
                                    TableXmlParts.Rows(50, i => "<a>1</a>")), read),
            ],
            ("computed columns", 400), ("unknown cells", 150));
        }
    }
}
