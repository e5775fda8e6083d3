using System.Data;
using Xunit;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.Tables;

/// <summary>Random sets in each form, both ways, against the framework in one process: 300 a run; see <see cref="TableRun"/> for longer ones.</summary>
public class TableDifferentialTests(ITestOutputHelper output)
{
    const int Cases = 300;

    void Run(TableComparison comparison) => new TableRun(comparison, output.WriteLine).Run(Cases);

    [Fact]
    public void Documents_are_written_alike() => Run(new WrittenDocuments());

    [Fact]
    public void Documents_are_read_alike() => Run(new ReadDocuments());

    [Fact]
    public void Sets_in_documents_are_carried_alike() => Run(new CarriedSets());

    [Theory, InlineData(SerializationFormat.Xml), InlineData(SerializationFormat.Binary)]
    public void Payloads_are_alike(SerializationFormat remoting) => Run(new FormattedSets(remoting));

    [Fact]
    public void Sets_come_back_whole() => Run(new FullForms());
}
