using System.Data;
using Isomer.Tests.Tables;
using IsomerMono;
using Xunit;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.Formats.Mono;

/// <summary>Sets with relations, keys and computed columns between mono and here: in their binary form, and as documents in envelopes.</summary>
public class MonoSetTests
{
    [Fact]
    public void A_binary_set_with_relations_is_read()
    {
        byte[] payload = MonoTests.Hex(Path.Combine(MonoTests.Corpus, "Related.nrbf.txt"));
        var set = Isomer.Nrbf.Deserialize<DataSet>(payload);
        Assert.Equal(Sets.Describe(Sets.Related(SerializationFormat.Binary)), Sets.Describe(set));
        using var rows = NrbfRowsTests.Read(payload, "Customers");
        Assert.True(rows.Read());
        Assert.Equal((1, "Anna"), (rows.GetInt32(0), rows.GetString(1)));
        // What is written here in this form is what was read.
        set.RemotingFormat = SerializationFormat.Binary;
        Assert.Null(TableDifference.Of(set, Isomer.Nrbf.Deserialize<DataSet>(Isomer.Nrbf.Serialize(set))));
    }

    [Fact]
    public void An_envelope_of_a_set_with_relations_is_read()
    {
        var set = Isomer.Soap.Deserialize<DataSet>(File.ReadAllBytes(Path.Combine(MonoTests.Corpus, "Related.soap")))!;
        Assert.Equal(Sets.Describe(Sets.Related(SerializationFormat.Xml)), Sets.Describe(set));
    }

    /// <summary>In the binary form types of columns are named with .NET's own library, as BinaryFormatter of .NET has them: mono does not have it, nor has .NET Framework.</summary>
    [Theory, InlineData("soap"), InlineData("nrbf")]
    public void Mono_reads_a_set_with_relations(string format)
    {
        MonoProgram.Need();
        string folder = Directory.CreateTempSubdirectory("isomer-mono-set").FullName;
        try
        {
            var set = Sets.Related(SerializationFormat.Xml);
            File.WriteAllBytes(Path.Combine(folder, "Related." + format), format == "soap" ? Isomer.Soap.Serialize(set) : Isomer.Nrbf.Serialize(set));
            MonoProgram.Run("read-dataset", format, folder);
            Assert.False(File.Exists(Path.Combine(folder, "Related.refused")), File.Exists(Path.Combine(folder, "Related.refused")) ? File.ReadAllText(Path.Combine(folder, "Related.refused")) : "");
            Assert.Equal(Sets.Describe(set), File.ReadAllText(Path.Combine(folder, "Related.read")));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
