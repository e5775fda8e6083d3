using System.Data;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>Random DataSets and DataTables come back whole from every format, by both tiers.</summary>
public class TableRoundTrips
{
    static readonly int s_seeds = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n)
        ? Math.Max(60, n / 100)
        : 60;

    public sealed class Holder
    {
        public DataSet? Set { get; set; }

        public DataTable? Table { get; set; }

        public List<DataTable?> Tables { get; set; } = [];
    }

    /// <summary>
    /// The value itself, whole; but for a format that has the form of an original, what that makes of it: its XML loses and refuses
    /// much (null then).
    /// </summary>
    static T? Expected<T>(Format format, T value) where T : class
    {
        try
        {
            var stream = new MemoryStream();
            switch (format.Name)
            {
                case "ContractXml" or "ContractXmlBinary":
                    var contract = new DataContractSerializer(typeof(T));
                    using (var writer = format.IsText
                        ? XmlDictionaryWriter.CreateTextWriter(stream, Encoding.UTF8, ownsStream: false)
                        : XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
                        contract.WriteObject(writer, value);
                    stream.Position = 0;
                    using (var reader = format.IsText
                        ? XmlDictionaryReader.CreateTextReader(stream, XmlDictionaryReaderQuotas.Max)
                        : XmlDictionaryReader.CreateBinaryReader(stream, XmlDictionaryReaderQuotas.Max))
                        return (T?)contract.ReadObject(reader);
                case "ContractJson":
                    var json = new System.Runtime.Serialization.Json.DataContractJsonSerializer(typeof(T));
                    json.WriteObject(stream, value);
                    stream.Position = 0;
                    return (T?)json.ReadObject(stream);
                case "Xml":
                    var xml = new System.Xml.Serialization.XmlSerializer(typeof(T));
                    xml.Serialize(stream, value);
                    stream.Position = 0;
                    return (T?)xml.Deserialize(stream);
                default:
                    return value;
            }
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return null;
        }
    }

    [Fact]
    public void Sets()
    {
        for (int seed = 0; seed < s_seeds; seed++)
        {
            var set = new RandomTables(seed).Set();
            foreach (var format in Format.All)
                if (Expected(format, set) is { } expected)
                    Assert.Equal((seed, format, null),
                        (seed, format, TableDifference.Of(expected, format.Deserialize<DataSet>(format.Serialize(set)))));
            foreach (var copy in Wires.Copies(set))
                Assert.Equal((seed, null), (seed, TableDifference.Of(set, copy)));
        }
    }

    [Fact]
    public void Tables()
    {
        for (int seed = 0; seed < s_seeds; seed++)
        {
            var table = new RandomTables(seed).Alone();
            foreach (var format in Format.All)
                if (Expected(format, table) is { } expected)
                    Assert.Equal((seed, format, null),
                        (seed, format, TableDifference.Of(expected, format.Deserialize<DataTable>(format.Serialize(table)), true)));
            foreach (var copy in Wires.Copies(table))
                Assert.Equal((seed, null), (seed, TableDifference.Of(table, copy, true)));
        }
    }

    [Fact]
    public void MembersAndItems()
    {
        var holder = new Holder
        { Set = new RandomTables(1).Set(), Table = new RandomTables(2).Alone(), Tables = { new RandomTables(3).Alone(), null } };
        foreach (var copy in Wires.Copies(holder))
        {
            Assert.Null(TableDifference.Of(holder.Set, copy.Set!));
            Assert.Null(TableDifference.Of(holder.Table, copy.Table!));
            Assert.Null(TableDifference.Of(holder.Tables[0]!, copy.Tables[0]!));
            Assert.Null(copy.Tables[1]);
        }
    }
}
