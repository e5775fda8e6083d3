using System.Data;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// DataSets and DataTables in BinaryFormatter's format. What is read is also in <see cref="TableXmlTests"/>, as one of its forms.
/// </summary>
public class TableEntriesTests
{
    static object Fresh(object value) => value is DataSet set ? set.Copy() : ((DataTable)value).Copy();

    /// <summary>Byte for byte, wherever BinaryFormatter can write the set.</summary>
    [Fact]
    public void The_bytes_are_the_originals()
    {
        int written = 0;
        for (int seed = 0; seed < 120; seed++)
        {
            object value = seed % 3 == 0
                ? new RandomTables(seed).Set().Tables.Cast<DataTable>().FirstOrDefault() ?? (object)new DataTable("t")
                : new RandomTables(seed).Set();
            byte[] original;
            try
            {
                original = NrbfTests.Original(Fresh(value));
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                Assert.ThrowsAny<Exception>(() => Nrbf.Serialize(Fresh(value), value.GetType()));
                continue;
            }
            written++;
            Assert.Equal((seed, Convert.ToHexString(original)),
                (seed, Convert.ToHexString(Nrbf.Serialize(Fresh(value), value.GetType()))));
        }
        Assert.True(written > 20, $"{written}");
    }

    [Serializable]
    sealed class Holder
    {
        public DataSet? Set;
        public object? Table;
        public List<DataTable>? Tables;
    }

    /// <summary>Within other objects, shared, behind object; known where it is declared or named, and only there.</summary>
    [Fact]
    public void They_are_objects_as_others()
    {
        var set = new DataSet("Shop");
        var table = set.Tables.Add("Orders");
        table.Columns.Add("Id", typeof(int));
        table.Rows.Add(7);
        var holder = new Holder { Set = set, Table = table, Tables = [table, table] };
        byte[] bytes = Nrbf.Serialize(holder);
        Assert.Equal(NrbfTests.Original(holder), bytes);
        var copy = Nrbf.Deserialize<Holder>(bytes);
        Assert.Null(TableDifference.Of(set, copy.Set!));
        Assert.Same(copy.Table, copy.Tables![0]);
        Assert.Same(copy.Table, copy.Tables[1]);
        Assert.Null(TableDifference.Of(table, (DataTable)copy.Table!, true));
        byte[] alone = Nrbf.Serialize(set);
        Assert.Contains("KnownTypes", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(alone)).Message,
            StringComparison.Ordinal);
        Assert.IsType<DataSet>(Nrbf.Deserialize<object>(alone, new NrbfOptions { KnownTypes = [typeof(DataSet)] }));
    }

    [Serializable]
    sealed class Pair
    {
        public object? First;
        public object? Second;
        public DataTable? Third;
    }

    /// <summary>
    /// A table is not made in its place, and is known by its number all the same: behind object first, and where it is declared.
    /// </summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void A_table_is_one_wherever_it_is_referred_to(ShapeTier tier)
    {
        var table = new DataTable("Orders");
        table.Columns.Add("Id", typeof(int));
        table.Rows.Add(7);
        var pair = new Pair { First = table, Second = table, Third = table };
        var convention = Convention.Fields.WithTier(tier);
        foreach (var back in (Pair[])[
            Nrbf.Deserialize<Pair>(Nrbf.Serialize(pair), new NrbfOptions { Convention = convention }),
            Soap.Deserialize<Pair>(Soap.Serialize(pair), new SoapOptions { Convention = convention })])
        {
            Assert.Same(back.First, back.Second);
            Assert.Same(back.First, back.Third);
            Assert.Equal(7, back.Third!.Rows[0]["Id"]);
        }
    }

    /// <summary>Version 1 of .NET Framework told no version; later ones may tell any.</summary>
    [Theory]
    [InlineData("DataSet.RemotingFormat", "binary form")]
    [InlineData("XmlSchemas", "have no 'XmlSchema'")]
    public void What_is_missing_or_binary_is_said(string second, string said)
    {
        var payload = new NrbfPayload().Library(2, "System.Data, Version=2.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089")
            .Class(1, "System.Data.DataSet", 2, ("XmlDiffGram", "01"), (second, "0008")).Text(3, "<a/>").Hex("01000000");
        Assert.Contains(said, Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<DataSet>(payload.End())).Message,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("<!DOCTYPE a [<!ENTITY b 'c'>]><xs:schema/>", "<a/>")]
    [InlineData("<a>", "<b/>")]
    [InlineData("</isomer><isomer>", "<b/>")]
    [InlineData("", "")]
    public void What_is_no_schema_is_refused(string schema, string rows)
    {
        byte[] payload = new NrbfPayload().Library(2, "System.Data")
            .Class(1, "System.Data.DataSet", 2, ("XmlSchema", "01"), ("XmlDiffGram", "01")).Text(3, schema).Text(4, rows).End();
        var error = Record.Exception(() => Nrbf.Deserialize<DataSet>(payload));
        Assert.True(error is WireFormatException || (error is null && schema.Length == 0), error?.ToString());
    }
}
