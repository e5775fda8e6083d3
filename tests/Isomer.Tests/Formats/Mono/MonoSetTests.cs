using System.Data;
using Isomer.Tests.OfTables;
using IsomerMono;
using Xunit;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.Formats.Mono;

/// <summary>
/// Sets with relations, keys and computed columns between mono and here: in their binary form, and as documents in envelopes.
/// </summary>
public class MonoSetTests
{
    [Fact]
    public void A_binary_set_with_relations_is_read()
    {
        byte[] payload = MonoTests.Hex(Path.Combine(MonoTests.Corpus, "Related.nrbf.txt"));
        var set = Nrbf.Deserialize<DataSet>(payload);
        Assert.Equal(Sets.Describe(Sets.Related(SerializationFormat.Binary)), Sets.Describe(set));
        using var rows = NrbfRowsTests.Read(payload, "Customers");
        Assert.True(rows.Read());
        Assert.Equal((1, "Anna"), (rows.GetInt32(0), rows.GetString(1)));
        // What is written here in this form is what was read.
        set.RemotingFormat = SerializationFormat.Binary;
        Assert.Null(TableDifference.Of(set, Nrbf.Deserialize<DataSet>(Nrbf.Serialize(set))));
    }

    [Fact]
    public void An_envelope_of_a_set_with_relations_is_read()
    {
        var set = Soap.Deserialize<DataSet>(File.ReadAllBytes(Path.Combine(MonoTests.Corpus, "Related.soap")))!;
        Assert.Equal(Sets.Describe(Sets.Related(SerializationFormat.Xml)), Sets.Describe(set));
    }

    static readonly FormatterRename s_core =
        FormatterRename.OfLibrary("System.Private.CoreLib", "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089");
    static readonly FormatterRename s_data =
        FormatterRename.OfLibrary("System.Data.Common", "System.Data, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089");

    /// <summary>
    /// In the binary form types of columns are named with .NET's own library, as BinaryFormatter of .NET has them: mono does not have it,
    /// nor has .NET Framework, so theirs is named in its place.
    /// </summary>
    [Theory, InlineData("soap", SerializationFormat.Xml), InlineData("nrbf", SerializationFormat.Xml),
        InlineData("nrbf", SerializationFormat.Binary)]
    public void Mono_reads_a_set_with_relations(string format, SerializationFormat form)
    {
        MonoProgram.Need();
        string folder = Directory.CreateTempSubdirectory("isomer-mono-set").FullName;
        try
        {
            var set = Sets.Related(form);
            System.Collections.Immutable.ImmutableArray<FormatterRename> renames = form == SerializationFormat.Binary
                ? [s_core, s_data]
                : [];
            File.WriteAllBytes(Path.Combine(folder, "Related." + format),
                format == "soap"
                    ? Soap.Serialize(set, new SoapOptions { Renames = renames })
                    : Nrbf.Serialize(set, new NrbfOptions { Renames = renames }));
            MonoProgram.Run("read-dataset", format, folder);
            Assert.False(File.Exists(Path.Combine(folder, "Related.refused")),
                File.Exists(Path.Combine(folder, "Related.refused")) ? File.ReadAllText(Path.Combine(folder, "Related.refused")) : "");
            Assert.Equal(Sets.Describe(set), File.ReadAllText(Path.Combine(folder, "Related.read")));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>
    /// The types of columns are called as the options say, in a set, a table alone and rows; all else is as without, and it is read back.
    /// </summary>
    [Fact]
    public async Task Types_of_columns_have_the_library_that_the_options_name()
    {
        var options = new NrbfOptions { Renames = [s_core] };
        var set = Sets.Related(SerializationFormat.Binary);
        var table = new DataTable("T") { RemotingFormat = SerializationFormat.Binary };
        table.Columns.Add("a", typeof(int));
        table.Columns.Add("b", typeof(byte[]));
        table.Columns.Add("c", typeof(System.Data.SqlTypes.SqlInt32));
        table.Rows.Add(1);
        var rows = new MemoryStream();
        await Tables.WriteNrbfAsync(rows, table.CreateDataReader(), "T", options, TestContext.Current.CancellationToken);
        foreach (byte[] payload in (byte[][])[Nrbf.Serialize(set, options), Nrbf.Serialize(table, options), rows.ToArray(),
            Soap.Serialize(table, new SoapOptions { Renames = [s_core] })])
        {
            string text = System.Text.Encoding.Latin1.GetString(payload);
            Assert.DoesNotContain("System.Private.CoreLib", text, StringComparison.Ordinal);
            Assert.Contains("System.Int32, mscorlib, Version=4.0.0.0", text, StringComparison.Ordinal);
        }
        Assert.Contains("System.Byte[], mscorlib", System.Text.Encoding.Latin1.GetString(rows.ToArray()), StringComparison.Ordinal);
        // Of another library nothing is said.
        Assert.Contains("SqlInt32, System.Data.Common, Version=1", System.Text.Encoding.Latin1.GetString(rows.ToArray()),
            StringComparison.Ordinal);
        Assert.Null(TableDifference.Of(set, Nrbf.Deserialize<DataSet>(Nrbf.Serialize(set, options))));
    }
}
