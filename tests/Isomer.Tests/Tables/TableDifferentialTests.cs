using System.Data;
using Xunit;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.OfTables;

/// <summary>
/// Random sets in each form, both ways, against the framework in one process: 300 a run for each; see <see cref="TableRun"/> for longer
/// ones.
/// </summary>
public class TableDifferentialTests(ITestOutputHelper output)
{
    const int Cases = 300;

    internal static void Run(TableComparison comparison, ITestOutputHelper output) => new TableRun(comparison, output.WriteLine).Run(Cases);

    [Fact]
    public void Documents_are_written_alike() => Run(new WrittenDocuments(), output);

    [Theory, InlineData(SerializationFormat.Xml), InlineData(SerializationFormat.Binary)]
    public void Payloads_are_alike(SerializationFormat remoting) => Run(new FormattedSets(remoting), output);

    [Fact]
    public void Rows_are_read_alike() => Run(new ReadRows(), output);
}

/// <inheritdoc cref="TableDifferentialTests"/>
public class TableReadingDifferentialTests(ITestOutputHelper output)
{
    [Theory, InlineData(XmlWriteMode.IgnoreSchema), InlineData(XmlWriteMode.WriteSchema), InlineData(XmlWriteMode.DiffGram)]
    public void Documents_are_read_alike(XmlWriteMode form) => TableDifferentialTests.Run(new ReadDocuments(form), output);
}

/// <inheritdoc cref="TableDifferentialTests"/>
public class TableCarryingDifferentialTests(ITestOutputHelper output)
{
    public static TheoryData<string> Forms => [.. CarriedSets.Forms];

    public static TheoryData<string> Ways => [.. FullForms.Ways];

    public static TheoryData<string> ClassForms => [.. ChangedClasses.Forms];

    [Theory, MemberData(nameof(Forms))]
    public void Sets_in_documents_are_carried_alike(string form) => TableDifferentialTests.Run(new CarriedSets(form), output);

    [Theory, MemberData(nameof(Ways))]
    public void Sets_come_back_whole(string way) => TableDifferentialTests.Run(new FullForms(way), output);

    [Theory, MemberData(nameof(ClassForms))]
    public void Changed_classes_come_back(string form) => TableDifferentialTests.Run(new ChangedClasses(form), output);
}

/// <inheritdoc cref="TableDifferentialTests"/>
public class TableRowsDifferentialTests(ITestOutputHelper output)
{
    [Fact]
    public void Rows_are_written_alike() => TableDifferentialTests.Run(new WrittenRows(), output);

    [Fact]
    public void Schemas_are_alike() => TableDifferentialTests.Run(new WrittenSchemas(), output);
}
