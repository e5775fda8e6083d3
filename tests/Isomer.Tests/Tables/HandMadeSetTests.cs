using System.Data;
using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0038, SYSLIB0051 // the form in which it was written

namespace Isomer.Tests.OfTables;

/// <summary>
/// Classes of sets that people write by hand: the constructor makes tables, computed columns and relations, and reading finds them there.
/// The framework leaves such a column as the class has it, and it was refused here.
/// </summary>
public class HandMadeSetTests
{
    [Serializable]
    public class Computed : DataSet
    {
        public Computed() : this(1)
        {
        }

        protected Computed(int kind)
        {
            (DataSetName, Namespace) = ("Hand", "urn:h");
            var table = Tables.Add("P");
            table.Columns.Add("id", typeof(int));
            table.Columns.Add("n", typeof(int), "id * 2");
            if (kind > 1)
                table.Columns.Add("m", typeof(string), "'x' + n");
            if (kind < 3)
                return;
            var child = Tables.Add("C");
            child.Columns.Add("pid", typeof(int));
            child.Columns.Add("twice", typeof(int), "pid + pid");
            var relation = new DataRelation("PC", table.Columns["id"]!, child.Columns["pid"]!, false);
            Relations.Add(relation);
            table.Columns.Add("count", typeof(int), "Count(Child(PC).pid)");
            relation.Nested = kind == 4;
        }

        protected Computed(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    public class Twice : Computed
    {
        public Twice() : base(2)
        {
        }

        protected Twice(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    public class Related : Computed
    {
        public Related() : base(3)
        {
        }

        protected Related(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    public class Nested : Computed
    {
        public Nested() : base(4)
        {
        }

        protected Nested(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    static T Fill<T>() where T : DataSet, new()
    {
        var set = new T();
        for (int i = 1; i < 4; i++)
        {
            set.Tables["P"]!.Rows.Add(i);
            set.Tables["C"]?.Rows.Add(i);
            set.Tables["C"]?.Rows.Add(i);
        }
        set.AcceptChanges();
        set.Tables["P"]!.Rows[1]["id"] = 7;
        return set;
    }

    static void Check<T>(T read, T expected) where T : DataSet
    {
        Assert.Null(TableDifference.Of((DataSet)expected, read));
        foreach (DataTable table in expected.Tables)
            foreach (DataColumn column in table.Columns)
            {
                Assert.Equal(column.Expression, read.Tables[table.TableName]!.Columns[column.ColumnName]!.Expression);
                Assert.Empty(read.Tables[table.TableName]!.Columns[column.ColumnName]!.ExtendedProperties);
            }
        Assert.Empty(read.ExtendedProperties);
        // It is computed on.
        read.Tables["P"]!.Rows[0]["id"] = 50;
        Assert.Equal(100, read.Tables["P"]!.Rows[0]["n"]);
    }

    static void InEachDocument<T>() where T : DataSet, new()
    {
        var set = Fill<T>();
        byte[] xml = Xml.Serialize(set), contract = ContractXml.Serialize(set), json = ContractJson.Serialize(set);
        using (var reader = XmlReader.Create(new MemoryStream(xml)))
            Check(Xml.Deserialize<T>(xml)!, (T)new XmlSerializer(typeof(T)).Deserialize(reader)!);
        Check(ContractXml.Deserialize<T>(contract)!, (T)new DataContractSerializer(typeof(T)).ReadObject(new MemoryStream(contract))!);
        Check(ContractJson.Deserialize<T>(json)!,
            (T)new System.Runtime.Serialization.Json.DataContractJsonSerializer(typeof(T)).ReadObject(new MemoryStream(json))!);
    }

    [Fact]
    public void Computed_columns_of_the_constructor() => InEachDocument<Computed>();

    [Fact]
    public void Several() => InEachDocument<Twice>();

    [Fact]
    public void Over_a_relation() => InEachDocument<Related>();

    [Fact]
    public void Over_a_relation_that_nests() => InEachDocument<Nested>();

    static readonly NrbfOptions s_nrbf = new() { KnownTypes = [typeof(Computed), typeof(Twice), typeof(Related), typeof(Nested)] };
    static readonly SoapOptions s_soap = new() { KnownTypes = s_nrbf.KnownTypes };

    static void InEachGraph<T>(SerializationFormat form) where T : DataSet, new()
    {
        var set = Fill<T>();
        set.RemotingFormat = form;
        byte[] payload = Nrbf.Serialize(set, s_nrbf);
        Assert.Equal(Convert.ToHexString(NrbfTests.Original(set)), Convert.ToHexString(payload));
        var expected = (T)NrbfTests.Original(payload);
        Check(Nrbf.Deserialize<T>(payload, s_nrbf)!, expected);
        Check(Soap.Deserialize<T>(Soap.Serialize(set, s_soap), s_soap)!, (T)NrbfTests.Original(payload));
    }

    [Theory, InlineData(SerializationFormat.Xml), InlineData(SerializationFormat.Binary)]
    public void As_BinaryFormatter_reads_them(SerializationFormat form)
    {
        InEachGraph<Computed>(form);
        InEachGraph<Twice>(form);
        InEachGraph<Related>(form);
        InEachGraph<Nested>(form);
    }

    /// <summary>
    /// A row that the framework refused and kept all the same, and that was changed: what it was is not computed again, nor was it by
    /// BinaryFormatter. Rows were imported into tables that compute.
    /// </summary>
    [Fact]
    public void What_a_changed_row_was_is_not_computed()
    {
        var set = Fill<Related>();
        var rows = set.Tables["P"]!.Rows;
        Assert.Throws<OverflowException>(() => rows.Add(int.MaxValue));
        rows[3].AcceptChanges();
        Assert.Throws<OverflowException>(() => rows[3]["id"] = 5);
        Assert.Equal((DataRowState.Modified, int.MaxValue), (rows[3].RowState, rows[3]["id", DataRowVersion.Original]));
        byte[] payload = Nrbf.Serialize(set, s_nrbf);
        Assert.Equal(5, ((Related)NrbfTests.Original(payload)).Tables["P"]!.Rows[3]["id"]);
        foreach (var read in (Related[])[Nrbf.Deserialize<Related>(payload, s_nrbf)!,
            Soap.Deserialize<Related>(Soap.Serialize(set, s_soap), s_soap)!])
        {
            var row = read.Tables["P"]!.Rows[3];
            Assert.Equal((DataRowState.Modified, int.MaxValue, 5, 10, 0),
                (row.RowState, row["id", DataRowVersion.Original], row["id"], row["n"], row["count"]));
            Assert.Equal(2, read.Tables["P"]!.Rows[0]["count"]);
        }
    }
}
