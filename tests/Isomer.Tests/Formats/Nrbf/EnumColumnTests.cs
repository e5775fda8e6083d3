using System.Data;
using Isomer.Model;
using Xunit;

#pragma warning disable SYSLIB0038 // the binary form

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Columns of enums, in both forms of a set: those among the known types are read. In the form of documents they were written and refused
/// at reading.
/// </summary>
public class EnumColumnTests
{
    public enum Colour
    {
        Red,
        Green = 7,
    }

    [Flags]
    public enum Sides : byte
    {
        Left = 1,
        Right = 2,
    }

    [Serializable]
    public class Box
    {
        public DataTable? Table;
    }

    static DataSet Set(SerializationFormat format)
    {
        var set = new DataSet("Shop") { RemotingFormat = format };
        var table = set.Tables.Add("Paints");
        table.Columns.Add("colour", typeof(Colour));
        table.Columns.Add("sides", typeof(Sides));
        table.Rows.Add(Colour.Green, Sides.Left | Sides.Right);
        table.Rows.Add(DBNull.Value, Sides.Left);
        return set;
    }

    [Theory]
    [InlineData(SerializationFormat.Xml), InlineData(SerializationFormat.Binary)]
    public void Known_enums_are_types_of_columns(SerializationFormat format)
    {
        var set = Set(format);
        byte[] original = NrbfTests.Original(set);
        Assert.Equal(original, Nrbf.Serialize(set));
        var there = (DataSet)NrbfTests.Original(original);
        var known = new NrbfOptions { KnownTypes = [typeof(Colour), typeof(Sides)] };
        Same(there.Tables[0], Nrbf.Deserialize<DataSet>(original, known)!.Tables[0]);
        var soap = new SoapOptions { KnownTypes = [typeof(Colour), typeof(Sides)] };
        Same(set.Tables[0], Soap.Deserialize<DataSet>(Soap.Serialize(set, soap), soap)!.Tables[0]);
        var box = new Box { Table = set.Tables[0] };
        box.Table.RemotingFormat = format;
        Same(box.Table, Nrbf.Deserialize<Box>(Nrbf.Serialize(box), known)!.Table!);
        Same(box.Table, Soap.Deserialize<Box>(Soap.Serialize(box, soap), soap)!.Table!);
    }

    /// <summary>Rows of a payload, as the set that is read of it: those of documents took the enums of the convention alone.</summary>
    [Theory]
    [InlineData(SerializationFormat.Xml), InlineData(SerializationFormat.Binary)]
    public async Task Known_enums_are_types_of_columns_of_rows(SerializationFormat format)
    {
        var set = Set(format);
        var there = set.Tables[0];
        var stop = TestContext.Current.CancellationToken;
        foreach (bool isSoap in (bool[])[false, true])
            foreach (Type[] types in (Type[][])[[typeof(Colour), typeof(Sides)], [typeof(Colour)]])
            {
                var soap = new SoapOptions { KnownTypes = [.. types] };
                var nrbf = new NrbfOptions { KnownTypes = [.. types] };
                var payload = new MemoryStream(isSoap ? Soap.Serialize(set, soap) : NrbfTests.Original(set));
                async Task<DataTable> Read()
                {
                    using var reader = isSoap ? await Tables.ReadSoapAsync(payload, "Paints", soap, stop)
                        : await Tables.ReadNrbfAsync(payload, "Paints", nrbf, stop);
                    var rows = new DataTable("Paints");
                    for (int i = 0; i < reader.FieldCount; i++)
                        rows.Columns.Add(reader.GetName(i), reader.GetFieldType(i));
                    object[] values = new object[reader.FieldCount];
                    while (await reader.ReadAsync(stop))
                    {
                        reader.GetValues(values);
                        rows.Rows.Add(values);
                    }
                    return rows;
                }

                if (types.Length == 2)
                    Same(there, await Read());
                else if (format == SerializationFormat.Binary)
                    await Assert.ThrowsAsync<WireFormatException>(Read);
                else
                    Assert.Contains("of a column is neither built in nor registered",
                        (await Assert.ThrowsAsync<WireFormatException>(Read)).Message, StringComparison.Ordinal);
            }
    }

    /// <summary>One that nobody named is refused, and known types that are no enums are no types of columns of a document.</summary>
    [Fact]
    public void Others_are_refused()
    {
        byte[] payload = Nrbf.Serialize(Set(SerializationFormat.Xml));
        foreach (Type[] types in (Type[][])[[], [typeof(Colour)], [typeof(Sides)], [typeof(Box), typeof(Colour)]])
        {
            var refused = Assert.Throws<WireFormatException>(
                () => Nrbf.Deserialize<DataSet>(payload, new NrbfOptions { KnownTypes = [.. types] }));
            Assert.Contains("of a column is neither built in nor registered", refused.Message, StringComparison.Ordinal);
        }
        var set = new DataSet("Shop");
        set.Tables.Add("Paints").Columns.Add("box", typeof(Box));
        payload = Nrbf.Serialize(set);
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<DataSet>(payload, new NrbfOptions { KnownTypes = [typeof(Box)] }));
    }

    static void Same(DataTable there, DataTable here)
    {
        Assert.Equal(there.Columns.Cast<DataColumn>().Select(static c => (c.ColumnName, c.DataType)),
            here.Columns.Cast<DataColumn>().Select(static c => (c.ColumnName, c.DataType)));
        Assert.Equal(there.Rows.Cast<DataRow>().Select(static r => r.ItemArray), here.Rows.Cast<DataRow>().Select(static r => r.ItemArray));
    }
}
