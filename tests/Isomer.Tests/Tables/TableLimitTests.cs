using System.Data;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0038 // the form in which it was written

namespace Isomer.Tests.OfTables;

/// <summary>Where <see cref="Limits.MaxItems"/> is asked of the rows of tables, and where it is not: as docs/tables.md says.</summary>
public class TableLimitTests
{
    const int Rows = 100;

    static readonly Limits s_few = new() { MaxItems = Rows - 1 }, s_enough = new() { MaxItems = Rows };

    static DataSet Set(SerializationFormat remoting = SerializationFormat.Xml)
    {
        var set = new DataSet("S") { RemotingFormat = remoting };
        var table = set.Tables.Add("T");
        table.Columns.Add("id", typeof(int));
        for (int i = 0; i < Rows; i++)
            table.Rows.Add(i);
        return set;
    }

    static readonly JsonOptions s_rows = new() { Tables = TableForm.Rows };

    static readonly Dictionary<string, (bool IsAsked, Func<Limits, DataSet?> Read)> s_ways = new()
    {
        ["Json"] = (true, l => Json.Deserialize<DataSet>(Json.Serialize(Set()), new JsonOptions { Limits = l })),
        ["Json, rows"] = (true, l => Json.Deserialize<DataSet>(Json.Serialize(Set(), s_rows), s_rows with { Limits = l })),
        ["Protobuf"] = (true, l => Protobuf.Deserialize<DataSet>(Protobuf.Serialize(Set()), new ProtobufOptions { Limits = l })),
        ["Nrbf, binary"] = (true, l => Nrbf.Deserialize<DataSet>(NrbfTests.Original(Set(SerializationFormat.Binary)),
            new NrbfOptions { Limits = l })),
        ["Soap, binary"] = (true, l => Soap.Deserialize<DataSet>(Soap.Serialize(Set(SerializationFormat.Binary)),
            new SoapOptions { Limits = l })),
        ["Compact"] = (false, l => Compact.Deserialize<DataSet>(Compact.Serialize(Set()), new CompactOptions { Limits = l })),
        ["Nrbf, XML"] = (false, l => Nrbf.Deserialize<DataSet>(NrbfTests.Original(Set()), new NrbfOptions { Limits = l })),
        ["Soap, XML"] = (false, l => Soap.Deserialize<DataSet>(Soap.Serialize(Set()), new SoapOptions { Limits = l })),
        ["Xml"] = (false, l => Xml.Deserialize<DataSet>(Xml.Serialize(Set()), new XmlOptions { Limits = l })),
        ["ContractXml"] = (false, l => ContractXml.Deserialize<DataSet>(ContractXml.Serialize(Set()),
            new ContractXmlOptions { Limits = l })),
        ["ContractJson"] = (false, l => ContractJson.Deserialize<DataSet>(ContractJson.Serialize(Set()),
            new ContractJsonOptions { Limits = l })),
    };

    public static TheoryData<string> Ways => [.. s_ways.Keys];

    [Theory, MemberData(nameof(Ways))]
    public void Rows_are_counted_where_they_are_an_array(string way)
    {
        var (isAsked, read) = s_ways[way];
        Assert.Equal(Rows, read(s_enough)!.Tables[0].Rows.Count);
        if (isAsked)
            Assert.Contains("MaxItems", Assert.Throws<WireFormatException>(() => read(s_few)).Message, StringComparison.Ordinal);
        else
            Assert.Equal(Rows, read(s_few)!.Tables[0].Rows.Count);
    }
}
