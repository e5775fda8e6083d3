using System.Data;
using System.Runtime.Serialization;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0038, SYSLIB0051 // the form in which it was written

namespace Isomer.Tests.OfTables;

/// <summary>
/// What constructors of classes of sets and tables make beside columns: properties, rows, a case, no schema; and what was added or removed
/// behind them. BinaryFormatter runs another constructor, which begins with nothing.
/// </summary>
public class HandMadeStateTests
{
    /// <summary>Its tables come from its class, for the payload has no schema.</summary>
    [Serializable]
    public class WithoutSchema : DataSet
    {
        SchemaSerializationMode _mode = SchemaSerializationMode.IncludeSchema;

        public WithoutSchema()
        {
            Init();
            _mode = SchemaSerializationMode.ExcludeSchema;
        }

        protected WithoutSchema(SerializationInfo info, StreamingContext context) : base(info, context, false)
        {
            if (DetermineSchemaSerializationMode(info, context) == SchemaSerializationMode.ExcludeSchema)
                Init();
            else
                ReadXmlSchema(new StringReader(info.GetString("XmlSchema")!));
            GetSerializationData(info, context);
        }

        public override SchemaSerializationMode SchemaSerializationMode { get => _mode; set => _mode = value; }

        void Init()
        {
            var table = Tables.Add("T");
            table.Columns.Add("id", typeof(int));
            table.Columns.Add("s", typeof(string));
        }
    }

    [Serializable]
    public class WithProperties : DataSet
    {
        public WithProperties()
        {
            ExtendedProperties["k"] = "v";
            Tables.Add("T").Columns.Add("id", typeof(int));
        }

        protected WithProperties(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    public class OfCase : DataSet
    {
        public OfCase() : this(false)
        {
        }

        protected OfCase(bool constrains)
        {
            CaseSensitive = true;
            var (above, below) = (Tables.Add("A"), Tables.Add("B"));
            above.Columns.Add("id", typeof(int));
            below.Columns.Add("pid", typeof(int));
            Relations.Add(new DataRelation("R", above.Columns[0], below.Columns[0], constrains));
        }

        protected OfCase(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    public class OfCaseAndKey : OfCase
    {
        public OfCaseAndKey() : base(true)
        {
        }

        protected OfCaseAndKey(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    public class WithRows : DataTable
    {
        public WithRows()
        {
            TableName = "C";
            IdColumn = Columns.Add("id", typeof(int));
            PrimaryKey = [IdColumn];
            Rows.Add(1);
        }

        protected WithRows(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }

        public DataColumn? IdColumn { get; }
    }

    [Serializable]
    public class SetWithRows : DataSet
    {
        public SetWithRows() => Tables.Add(new WithRows());

        protected SetWithRows(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    static readonly NrbfOptions s_nrbf = new() { KnownTypes = [typeof(WithRows)] };

    static readonly SoapOptions s_soap = new() { KnownTypes = s_nrbf.KnownTypes };

    /// <summary>Both forms of the originals, and what they read.</summary>
    static void InBoth<T>(T value, params SerializationFormat[] forms) where T : System.ComponentModel.IListSource
    {
        foreach (var form in forms is [] ? [SerializationFormat.Xml, SerializationFormat.Binary] : forms)
        {
            if (value is DataSet set)
                set.RemotingFormat = form;
            else
                ((DataTable)(object)value).RemotingFormat = form;
            byte[] payload = Nrbf.Serialize(value, s_nrbf);
            Assert.Equal(Convert.ToHexString(NrbfTests.Original(value)), Convert.ToHexString(payload));
            object expected = NrbfTests.Original(payload);
            var (nrbf, soap) = (Nrbf.Deserialize<T>(payload, s_nrbf), Soap.Deserialize<T>(Soap.Serialize(value, s_soap), s_soap));
            foreach (object read in (object[])[nrbf, soap])
                Assert.Equal((form, null),
                    (form,
                        expected is DataSet whole
                            ? TableDifference.Of(whole, (DataSet)read)
                            : TableDifference.Of((DataTable)expected, (DataTable)read)));
        }
    }

    [Fact]
    public void Tables_of_the_class_where_the_schema_was_left_out()
    {
        var set = new WithoutSchema();
        set.Tables["T"]!.Rows.Add(1, "a");
        InBoth(set);
        Assert.Single(Nrbf.Deserialize<WithoutSchema>(Nrbf.Serialize(set))!.Tables["T"]!.Rows);
    }

    [Fact]
    public void Properties_of_the_constructor()
    {
        var set = new WithProperties();
        set.Tables[0].Rows.Add(7);
        InBoth(set);
        set.ExtendedProperties["k"] = "other";
        set.ExtendedProperties["more"] = "x";
        InBoth(set);
    }

    [Fact]
    public void Case_of_the_constructor()
    {
        foreach (var set in (OfCase[])[new OfCase(), new OfCaseAndKey()])
        {
            set.Tables["A"]!.Rows.Add(1);
            set.Tables["B"]!.Rows.Add(1);
            foreach (var form in (SerializationFormat[])[SerializationFormat.Xml, SerializationFormat.Binary])
            {
                set.RemotingFormat = form;
                byte[] payload = Nrbf.Serialize(set, set.GetType());
                var (expected, read) = ((OfCase)NrbfTests.Original(payload), (OfCase)Nrbf.Deserialize(payload, set.GetType())!);
                Assert.Null(TableDifference.Of((DataSet)expected, read));
                Assert.Equal(expected.Tables["A"]!.CaseSensitive, read.Tables["A"]!.CaseSensitive);
                Assert.True(read.Tables["B"]!.CaseSensitive);
            }
        }
    }

    [Fact]
    public void Rows_of_the_constructor()
    {
        var table = new WithRows();
        table.Rows.Add(2);
        InBoth(table);
        var set = new SetWithRows();
        set.Tables[0].Rows.Add(3);
        foreach (var format in (Format[])[Compact.Format, Json.Format])
        {
            Assert.Null(TableDifference.Of(table, format.Deserialize<WithRows>(format.Serialize(table))!));
            Assert.Null(TableDifference.Of((DataSet)set, format.Deserialize<SetWithRows>(format.Serialize(set))!));
        }
        Assert.Null(TableDifference.Of(table, DeepCopy.Of(table)));
        Assert.Null(TableDifference.Of((DataSet)set, DeepCopy.Of(set)));
        Assert.Equal(2, Compact.Deserialize<WithRows>(Compact.Serialize(table))!.Rows.Count);
    }

    [Fact]
    public void Columns_that_came_behind_the_constructor()
    {
        var table = new WithRows();
        table.Rows.Clear();
        table.Columns.Add("later", typeof(string)).MaxLength = 20;
        table.Columns.Add(new DataColumn("when", typeof(DateTime)) { DateTimeMode = DataSetDateTime.Utc });
        table.Columns.Add("twice", typeof(int), "id * 2");
        table.Columns.Add("code", typeof(int)).Unique = true;
        table.Rows.Add(5, "x", new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), null, 9);
        InBoth(table, SerializationFormat.Xml);
        var back = Nrbf.Deserialize<WithRows>(Nrbf.Serialize(table, s_nrbf), s_nrbf)!;
        Assert.Equal("x", back.Rows[0]["later"]);
        // The class's own column is the one that its property leads to.
        Assert.Same(back.Columns["id"], back.IdColumn);
        table = new WithRows();
        table.PrimaryKey = [];
        table.Columns.Add("b", typeof(int));
        table.Columns.Remove("id");
        table.Rows.Add(5);
        InBoth(table, SerializationFormat.Xml);
    }
}
