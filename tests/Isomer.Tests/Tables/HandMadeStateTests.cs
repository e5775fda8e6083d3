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

    public class Bare : DataSet
    {
        public Bare() => Tables.Add("T").Columns.Add("id", typeof(int));
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
            // The runtime may forget the names of types while one of both writes, and makes others: then they are no longer one string.
            for (int i = 0; i < 5 && !payload.AsSpan().SequenceEqual(NrbfTests.Original(value)); i++)
                payload = Nrbf.Serialize(value, s_nrbf);
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

    /// <summary>Of everything that a column, a table, and a set may have.</summary>
    [Serializable]
    public class Furnished : DataSet
    {
        public Furnished()
        {
            var (above, below, alone) = (Tables.Add("A"), Tables.Add("B"), Tables.Add("C"));
            alone.Columns.Add("x", typeof(int));
            below.Columns.Add("pid", typeof(int));
            var id = above.Columns.Add("id", typeof(int));
            above.PrimaryKey = [id];
            var text = above.Columns.Add("text", typeof(string));
            (text.MaxLength, text.Caption, text.DefaultValue, text.Namespace, text.Prefix) = (20, "Words", "none", "urn:c", "c");
            above.Columns.Add("when", typeof(DateTime)).DateTimeMode = DataSetDateTime.Utc;
            var number = above.Columns.Add("number", typeof(int));
            (number.AutoIncrement, number.AutoIncrementSeed, number.AutoIncrementStep) = (true, 10, 5);
            above.Columns.Add("twice", typeof(int), "id * 2");
            above.Columns.Add("mapped", typeof(string)).ColumnMapping = MappingType.Attribute;
            above.Columns.Add("last", typeof(int)).Unique = true;
            above.ExtendedProperties["t"] = "1";
            text.ExtendedProperties["c"] = "2";
            above.DisplayExpression = "id";
            above.MinimumCapacity = 80;
            above.CaseSensitive = below.CaseSensitive = true;
            Relations.Add(new DataRelation("R", id, below.Columns[0]));
            above.Columns.Add("children", typeof(int), "Count(Child(R).pid)");
        }

        protected Furnished(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    public class FurnishedTable : DataTable
    {
        public FurnishedTable()
        {
            using var set = new Furnished();
            var table = set.Tables[0];
            table.Columns.Remove("children");
            (TableName, CaseSensitive, MinimumCapacity) = ("A", true, 80);
            foreach (DataColumn column in table.Columns)
                Columns.Add(new DataColumn(column.ColumnName, column.DataType)
                {
                    MaxLength = column.MaxLength,
                    Caption = column.Caption,
                    ColumnMapping = column.ColumnMapping,
                    Namespace = column.ColumnName == "text" ? "urn:c" : null,
                    Prefix = column.Prefix,
                });
            Columns["when"]!.DateTimeMode = DataSetDateTime.Utc;
            Columns["text"]!.DefaultValue = "none";
            Columns["number"]!.AutoIncrement = true;
            Columns["twice"]!.Expression = "id * 2";
            Columns["text"]!.ExtendedProperties["c"] = "2";
            ExtendedProperties["t"] = "1";
            PrimaryKey = [Columns["id"]!];
            Columns["last"]!.Unique = true;
            DisplayExpression = "id";
        }

        protected FurnishedTable(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    /// <summary>What is taken off a table, or changed in it, behind its constructor.</summary>
    static readonly (string Name, Action<DataTable> Change)[] s_changes =
    [
        ("nothing", _ => { }),
        ("a length", t => t.Columns["text"]!.MaxLength = -1),
        ("another length", t => t.Columns["text"]!.MaxLength = 7),
        ("a caption", t => t.Columns["text"]!.Caption = "text"),
        ("a default", t => t.Columns["text"]!.DefaultValue = DBNull.Value),
        ("another default", t => t.Columns["text"]!.DefaultValue = "some"),
        ("a namespace", t => t.Columns["text"]!.Namespace = null),
        ("a prefix", t => t.Columns["text"]!.Prefix = ""),
        ("a property", t => t.Columns["text"]!.ExtendedProperties.Clear()),
        ("a mode", t => t.Columns["when"]!.DateTimeMode = DataSetDateTime.UnspecifiedLocal),
        ("another mode", t => t.Columns["when"]!.DateTimeMode = DataSetDateTime.Local),
        ("numbers", t => t.Columns["number"]!.AutoIncrement = false),
        ("a seed", t => t.Columns["number"]!.AutoIncrementSeed = 100),
        ("an expression", t => t.Columns["twice"]!.Expression = ""),
        ("another expression", t => t.Columns["twice"]!.Expression = "id * 3"),
        ("a mapping", t => t.Columns["mapped"]!.ColumnMapping = MappingType.Element),
        ("a key", t => t.Constraints.Remove(t.Constraints.OfType<UniqueConstraint>().Single(u => u.Columns[0].ColumnName == "last"))),
        ("a column", t => t.Columns.Remove("mapped")),
        ("the first column but one", t => t.Columns.Remove("text")),
        ("an order", t => t.Columns["mapped"]!.SetOrdinal(0)),
        ("properties", t => t.ExtendedProperties.Clear()),
        ("what is shown", t => t.DisplayExpression = ""),
        ("a room", t => t.MinimumCapacity = 50),
        ("a column more", t => t.Columns.Add("more", typeof(string)).DefaultValue = "m"),
        ("a case, which no table of a relation changes", t => t.CaseSensitive = t.DataSet is not null),
        ("a column computed of one behind it", t =>
        {
            t.Columns.Add("more", typeof(int));
            t.Columns.Add("before", typeof(int), "more + 1").SetOrdinal(0);
        }),
        ("a computed column more", t => t.Columns.Add("more", typeof(int), "id + 1")),
    ];

    static readonly (string Name, Action<DataSet> Change)[] s_changesOfSets =
    [
        ("a table", s => s.Tables.Remove("C")),
        ("a relation", s =>
        {
            s.Tables["A"]!.Columns.Remove("children");
            s.Relations.Remove("R");
        }),
        ("a relation and its key", s =>
        {
            s.Tables["A"]!.Columns.Remove("children");
            s.Relations.Remove("R");
            s.Tables["B"]!.Constraints.Clear();
        }),
        ("two tables", s =>
        {
            s.Tables["A"]!.Columns.Remove("children");
            s.Relations.Clear();
            s.Tables["B"]!.Constraints.Clear();
            s.Tables.Remove("B");
            s.Tables.Remove("C");
        }),
        ("all", s =>
        {
            s.Tables["A"]!.Columns.Remove("children");
            s.Relations.Clear();
            s.Tables["B"]!.Constraints.Clear();
            s.Tables.Clear();
        }),
    ];

    static void Fill(DataTable table)
    {
        for (int i = 1; i < 4; i++)
        {
            var row = table.NewRow();
            foreach (DataColumn column in table.Columns)
                if (!column.ReadOnly && !column.AutoIncrement)
                    row[column] = column.DataType == typeof(int) ? i : column.DataType == typeof(DateTime)
                        ? new DateTime(2020, 1, i, 0, 0, 0, DateTimeKind.Utc) : "t" + i;
            table.Rows.Add(row);
        }
    }

    public static TheoryData<int> ChangesOfTables => [.. Enumerable.Range(0, s_changes.Length)];

    public static TheoryData<int> ChangesOfSets => [.. Enumerable.Range(0, s_changes.Length + s_changesOfSets.Length)];

    [Theory, MemberData(nameof(ChangesOfTables))]
    public void Changed_tables(int change)
    {
        var table = new FurnishedTable();
        s_changes[change].Change(table);
        Fill(table);
        Everywhere(table, s_changes[change].Name, (a, b) => TableDifference.Of(a, b));
    }

    [Theory, MemberData(nameof(ChangesOfSets))]
    public void Changed_sets(int change)
    {
        var set = new Furnished();
        string name;
        if (change < s_changes.Length)
        {
            name = s_changes[change].Name;
            s_changes[change].Change(set.Tables["A"]!);
        }
        else
        {
            name = s_changesOfSets[change - s_changes.Length].Name;
            s_changesOfSets[change - s_changes.Length].Change(set);
        }
        set.EnforceConstraints = false;
        foreach (DataTable table in set.Tables)
            Fill(table);
        set.EnforceConstraints = true;
        Everywhere(set, name, (a, b) => TableDifference.Of((DataSet)a, b));
    }

    /// <summary>Formats of our own bring back what there was; Nrbf and Soap what BinaryFormatter does.</summary>
    static void Everywhere<T>(T value, string name, Func<T, T, string?> difference) where T : class, System.ComponentModel.IListSource
    {
        foreach (var format in (Format[])[Compact.Format, Json.Format])
            Assert.Equal((format.Name, name, null),
                (format.Name, name, difference(value, format.Deserialize<T>(format.Serialize(value))!)));
        Assert.Equal((name, null), (name, difference(value, DeepCopy.Of(value))));
        InBoth(value, SerializationFormat.Xml);
        DataTable[] tables = value is DataSet set ? [.. set.Tables.Cast<DataTable>()] : [(DataTable)(object)value];
        // BinaryFormatter of this runtime refuses lengths in the binary form, which has no DisplayExpression.
        if (!tables.Any(t => t.Columns.Cast<DataColumn>().Any(c => c.MaxLength >= 0)))
            InBoth(value, SerializationFormat.Binary);
        else if (value is DataSet whole)
            whole.RemotingFormat = SerializationFormat.Binary;
        else
            tables[0].RemotingFormat = SerializationFormat.Binary;
        foreach (var table in tables)
            table.DisplayExpression = "";
        Assert.Equal((name, null), (name, difference(value, Nrbf.Deserialize<T>(Nrbf.Serialize(value, s_nrbf), s_nrbf)!)));
    }

    /// <summary>A payload of an older class: what the class makes today stays.</summary>
    [Fact]
    public void What_the_class_makes_today_stays()
    {
        var older = new DataSet("Furnished");
        older.Tables.Add("A").Columns.Add("id", typeof(int));
        older.Tables[0].CaseSensitive = true;
        older.Tables[0].Rows.Add(4);
        foreach (var format in (Format[])[Compact.Format, Json.Format])
        {
            var set = format.Deserialize<Furnished>(format.Serialize(older))!;
            Assert.Equal(["A", "B", "C"], set.Tables.Cast<DataTable>().Select(t => t.TableName));
            var row = set.Tables[0].Rows[0];
            Assert.Equal((8, 4, 20), (row["twice"], row["id"], row.Table.Columns["text"]!.MaxLength));
        }
    }

    /// <summary>XmlSerializer's set has what its class makes; a computed column that came later is passed over as any other.</summary>
    [Fact]
    public void A_computed_column_that_came_later_is_passed_over_by_Xml()
    {
        var set = new Bare();
        set.Tables[0].Columns.Add("later", typeof(int), "id + 1");
        set.Tables[0].Columns.Add("plain", typeof(int));
        set.Tables[0].Rows.Add(1, null, 2);
        string text = Xml.ToText(set);
        var expected = (DataSet)new System.Xml.Serialization.XmlSerializer(typeof(Bare)).Deserialize(new StringReader(text))!;
        Assert.Null(TableDifference.Of(expected, (DataSet)Xml.FromText<Bare>(text)!));
        Assert.Equal(["id"], expected.Tables[0].Columns.Cast<DataColumn>().Select(c => c.ColumnName));
    }
}
