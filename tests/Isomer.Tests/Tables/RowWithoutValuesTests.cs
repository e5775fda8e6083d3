using System.Data;
using System.Reflection;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0038 // the form in which it was written

namespace Isomer.Tests.OfTables;

/// <summary>
/// A row that the framework was taking out of a table when an exception came stays among its rows without any values (random sets with
/// columns of SqlXml have such). Nrbf wrote it as a row of nobody's values; BinaryFormatter refuses it.
/// </summary>
public class RowWithoutValuesTests
{
    static DataTable Make(SerializationFormat form)
    {
        var table = new DataTable("T") { Columns = { { "Id", typeof(int) }, { "Name", typeof(string) } }, RemotingFormat = form };
        for (int i = 0; i < 3; i++)
            table.Rows.Add(i, "row " + i);
        foreach (string record in (string[])["_oldRecord", "_newRecord"])
            typeof(DataRow).GetField(record, BindingFlags.NonPublic | BindingFlags.Instance)!.SetValue(table.Rows[1], -1);
        Assert.Equal(DataRowState.Detached, table.Rows[1].RowState);
        return table;
    }

    [Fact]
    public void It_is_refused_with_its_place()
    {
        var table = Make(SerializationFormat.Binary);
        Assert.ThrowsAny<Exception>(() => NrbfTests.Original(table));
        (string Way, Action Write)[] all = [("Nrbf", () => Nrbf.Serialize(table)), ("Compact", () => Compact.Serialize(table)),
            ("Json", () => Json.Serialize(table)), ("Protobuf", () => Protobuf.Serialize(table)), ("DeepCopy", () => DeepCopy.Of(table)),
            ("Soap", () => Soap.Serialize(table, SoapRowsTests.Options))];
        foreach (var (way, write) in all)
            Assert.Contains("Table 'T': row 1 has been taken out", way + ": " + Record.Exception(write)?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_forms_of_XML_refuse_it_as_the_framework_does()
    {
        var table = Make(SerializationFormat.Xml);
        Assert.ThrowsAny<Exception>(() => NrbfTests.Original(table));
        foreach (var write in (Action[])[() => Nrbf.Serialize(table), () => DataXml.Serialize(table), () => Xml.Serialize(table),
            () => ContractXml.Serialize(table)])
            Assert.ThrowsAny<Exception>(write);
    }
}
