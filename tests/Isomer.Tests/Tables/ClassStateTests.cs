using System.Data;
using System.Runtime.Serialization;
using Isomer.Tabular;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0038, SYSLIB0051 // the form in which it was written

namespace Isomer.Tests.OfTables;

/// <summary>
/// What classes of sets and tables do when they are made and filled, beside what their constructors make (<see cref="ChangedClasses"/>
/// draws that by lot).
/// </summary>
public class ClassStateTests
{
    /// <summary>A snapshot, by which it will know whether it was changed.</summary>
    public class Remembering : DataSet
    {
        public Remembering()
        {
            Tables.Add("T").Columns.Add("id", typeof(int));
            Snapshot = Compact.Serialize(this);
        }

        public byte[] Snapshot { get; }
    }

    /// <summary>To write it the writer makes one to compare with, which writes itself: that ended the process.</summary>
    [Fact]
    public void A_constructor_that_writes_what_it_makes()
    {
        var set = new Remembering();
        set.Tables[0].Rows.Add(1);
        Assert.Equal(1, Compact.Deserialize<Remembering>(Compact.Serialize(set))!.Tables[0].Rows[0][0]);
    }

    [Serializable]
    public class Raising : DataTable
    {
        public Raising()
        {
            TableName = "R";
            Columns.Add("id", typeof(int));
            ColumnChanging += static (_, e) => e.ProposedValue = (int)e.ProposedValue! + 100;
        }

        protected Raising(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    public class SetOfRaising : DataSet
    {
        public SetOfRaising() => Tables.Add(new Raising());

        protected SetOfRaising(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    /// <summary>What a handler does to a value it has done before that was written.</summary>
    [Fact]
    public void Handlers_of_the_class_change_no_row_that_is_read()
    {
        var set = new SetOfRaising();
        var table = set.Tables[0];
        table.LoadDataRow([1], fAcceptChanges: true);
        table.Rows[0][0] = 5;
        table.Rows.Add(7);
        table.LoadDataRow([9], fAcceptChanges: true);
        table.Rows[2].Delete();
        table.LoadDataRow([11], fAcceptChanges: true);
        table.Rows[3].BeginEdit();
        Assert.Equal(105, table.Rows[0][0]);
        foreach (var format in (Format[])[Compact.Format, Json.Format])
            Assert.Null(TableDifference.Of((DataSet)set, format.Deserialize<SetOfRaising>(format.Serialize(set))!));
        table.Rows[3].CancelEdit();
        Assert.Null(TableDifference.Of((DataSet)set, DeepCopy.Of(set)));
        foreach (var form in (SerializationFormat[])[SerializationFormat.Xml, SerializationFormat.Binary])
        {
            set.RemotingFormat = form;
            byte[] payload = Nrbf.Serialize(set);
            // BinaryFormatter's is a plain table, of the same rows.
            Assert.Equal(105, ((DataSet)NrbfTests.Original(payload)).Tables[0].Rows[0][0]);
            Assert.Null(TableDifference.Of((DataSet)set, Nrbf.Deserialize<SetOfRaising>(payload)!));
        }
    }

    /// <summary>A typed table is found by its name where the set, or it alone, has another namespace.</summary>
    [Fact]
    public void A_typed_table_of_another_namespace_stays_the_class_s()
    {
        foreach (var change in (Action<SetOfRaising>[])[s => s.Namespace = "urn:b", s => s.Tables[0].Namespace = "urn:t"])
        {
            var set = new SetOfRaising();
            change(set);
            set.Tables[0].Rows.Add(1);
            foreach (var format in (Format[])[Compact.Format, Json.Format, Nrbf.Format])
            {
                var read = format.Deserialize<SetOfRaising>(format.Serialize(set))!;
                Assert.IsType<Raising>(Assert.Single(read.Tables.Cast<DataTable>()));
                Assert.Equal((set.Namespace, set.Tables[0].Namespace, 1),
                    (read.Namespace, read.Tables[0].Namespace, read.Tables[0].Rows.Count));
            }
        }
    }

    /// <summary>Related, with keys of its own.</summary>
    public class Keyed : DataSet
    {
        public Keyed()
        {
            var (above, below) = (Tables.Add("A"), new Raising { TableName = "B" });
            Tables.Add(below);
            above.PrimaryKey = [above.Columns.Add("id", typeof(int))];
            Relations.Add("R", above.Columns[0], below.Columns.Add("pid", typeof(int)));
        }
    }

    /// <summary>Rows that come past the indexes of keys, whole, are found by them all the same.</summary>
    [Fact]
    public void Keys_of_the_class_find_the_rows_that_are_read()
    {
        var set = new Keyed();
        for (int i = 40; i > 0; i--)
        {
            set.Tables["A"]!.Rows.Add(i);
            set.Tables["B"]!.LoadDataRow([i, i], fAcceptChanges: true);
        }
        set.Tables["A"]!.AcceptChanges();
        set.Tables["A"]!.Rows[3].SetModified();
        foreach (var format in (Format[])[Compact.Format, Json.Format])
        {
            var read = format.Deserialize<Keyed>(format.Serialize(set))!;
            Assert.Null(TableDifference.Of((DataSet)set, read));
            for (int i = 1; i <= 40; i++)
            {
                Assert.Equal(i, read.Tables["A"]!.Rows.Find(i)![0]);
                Assert.Equal(i, Assert.Single(read.Tables["A"]!.Rows.Find(i)!.GetChildRows("R"))["pid"]);
                Assert.Single(read.Tables["A"]!.Select($"id = {i}"));
            }
            Assert.Throws<ConstraintException>(() => read.Tables["A"]!.Rows.Add(7));
            Assert.Throws<InvalidConstraintException>(() => read.Tables["B"]!.LoadDataRow([1, 99], fAcceptChanges: true));
            read.Tables["A"]!.Rows.Find(7)!.Delete();
            Assert.Equal(39, read.Tables["B"]!.Select().Length);
        }
    }

    public class KeyedTable : DataTable
    {
        public KeyedTable()
        {
            TableName = "T";
            PrimaryKey = [Columns.Add("id", typeof(int))];
            Columns.Add("s", typeof(string));
        }
    }

    public class SetOfKeyed : DataSet
    {
        public SetOfKeyed() => Tables.Add(new KeyedTable());
    }

    /// <summary>Data of a plain table know nothing of the class's key, which is asked of them all the same.</summary>
    [Fact]
    public void Rows_that_break_a_key_of_the_class_are_refused()
    {
        var set = new DataSet();
        var plain = set.Tables.Add("T");
        plain.Columns.Add("id", typeof(int));
        plain.Columns.Add("s", typeof(string));
        foreach (int id in (int[])[3, 1, 2, 1])
            plain.Rows.Add(id, "s" + id);
        set.AcceptChanges();
        foreach (var format in (Format[])[Compact.Format, Json.Format])
        {
            Assert.Throws<WireFormatException>(() => format.Deserialize<KeyedTable>(format.Serialize(plain)));
            Assert.Throws<WireFormatException>(() => format.Deserialize<SetOfKeyed>(format.Serialize(set)));
        }
        plain.Rows.RemoveAt(3);
        foreach (var format in (Format[])[Compact.Format, Json.Format])
        {
            var read = format.Deserialize<KeyedTable>(format.Serialize(plain))!;
            Assert.Equal("s2", read.Rows.Find(2)!["s"]);
            Assert.Throws<ConstraintException>(() => read.Rows.Add(3, "x"));
        }
    }

    public class Failing : DataSet
    {
        public static bool Fails;

        public Failing()
        {
            if (Fails)
                throw new InvalidOperationException("not yet");
            ExtendedProperties["k"] = 1;
        }
    }

    /// <summary>A constructor that throws once is asked again.</summary>
    [Fact]
    public void A_class_that_could_not_be_made_at_first()
    {
        var set = new Failing();
        set.ExtendedProperties.Clear();
        Failing.Fails = true;
        byte[] first = Compact.Serialize(set);
        Failing.Fails = false;
        Assert.NotEmpty(first);
        Assert.Empty(Compact.Deserialize<Failing>(Compact.Serialize(set))!.ExtendedProperties);
    }

    public class Needing(int number) : DataSet
    {
        public int Number => number;
    }

    [Fact]
    public void A_class_without_a_constructor_to_call_is_told()
    {
        var refused = Assert.Throws<NotSupportedException>(() => DeepCopy.Of(new Needing(1)));
        Assert.Contains("needs a constructor without parameters", refused.Message, StringComparison.Ordinal);
    }

    public class OldKeys : DataSet
    {
        public OldKeys()
        {
            var table = Tables.Add("T");
            table.PrimaryKey = [table.Columns.Add("id", typeof(int))];
        }
    }

    public class NamedKeys : DataSet
    {
        public NamedKeys()
        {
            var table = Tables.Add("T");
            table.Constraints.Add("Key", table.Columns.Add("id", typeof(int)), true);
        }
    }

    /// <summary>Data that an older class wrote, which left the naming of its key to the framework.</summary>
    [Fact]
    public void A_key_that_has_another_name_since()
    {
        var set = new OldKeys();
        set.Tables[0].Rows.Add(4);
        var read = Compact.Deserialize<NamedKeys>(Compact.Serialize(set))!;
        Assert.Equal("Key", Assert.Single(read.Tables[0].Constraints.Cast<Constraint>()).ConstraintName);
        Assert.NotNull(read.Tables[0].Rows.Find(4));
    }

    /// <summary>As the framework's readers: there is no row behind the last result, and none when the reader is closed.</summary>
    [Fact]
    public async Task A_reader_has_no_row_behind_its_result_and_its_end()
    {
        var table = new DataTable("T");
        table.Columns.Add("id", typeof(int));
        table.Rows.Add(1);
        table.Rows.Add(2);
        using var frames = new MemoryStream();
        await Tables.WriteCompactAsync(frames, table.CreateDataReader(), cancellationToken: TestContext.Current.CancellationToken);
        frames.Position = 0;
        var reader = await Tables.ReadCompactAsync(frames, cancellationToken: TestContext.Current.CancellationToken);
        Assert.True(reader.Read());
        Assert.False(reader.NextResult());
        Assert.Throws<InvalidOperationException>(() => reader.GetInt32(0));
        Assert.False(reader.Read());
        frames.Position = 0;
        reader = await Tables.ReadCompactAsync(frames, cancellationToken: TestContext.Current.CancellationToken);
        Assert.True(reader.Read());
        reader.Close();
        Assert.Throws<InvalidOperationException>(() => reader.GetInt32(0));
    }

    [Serializable]
    public class Counted : DataTable
    {
        public Counted()
        {
            TableName = "C";
            Columns.Add(new DataColumn("n", typeof(int))
            {
                AutoIncrement = true,
                AutoIncrementSeed = 5,
                AutoIncrementStep = 2,
                Namespace = "urn:x",
            });
            Namespace = "urn:x";
        }

        protected Counted(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    /// <summary>
    /// A column that does not count any more goes on where it was once it counts again, in a plain table too; what it counted from in its
    /// class does not come back.
    /// </summary>
    [Theory, InlineData(0, 1), InlineData(5, 2), InlineData(-3, 7)]
    public void Numbers_of_a_column_that_does_not_count(long seed, long step)
    {
        foreach (var table in (DataTable[])[new Counted(), Plain()])
        {
            table.Rows.Add();
            table.Rows.Add();
            var column = table.Columns[0];
            (column.AutoIncrement, column.AutoIncrementSeed, column.AutoIncrementStep) = (false, seed, step);
            table.RemotingFormat = SerializationFormat.Binary;
            int next = Next(table.Copy());
            var nrbf = new NrbfOptions { KnownTypes = [table.GetType()] };
            object?[] all =
            [
                Json.Deserialize(Json.Serialize(table, table.GetType()), table.GetType()),
                Compact.Deserialize(Compact.Serialize(table, table.GetType()), table.GetType()),
                DeepCopy.Of(table, table.GetType()),
                Nrbf.Deserialize(Nrbf.Serialize(table, table.GetType(), nrbf), table.GetType(), nrbf),
            ];
            foreach (var back in all.Cast<DataTable>())
            {
                Assert.Equal((false, seed, step),
                    (back.Columns[0].AutoIncrement, back.Columns[0].AutoIncrementSeed, back.Columns[0].AutoIncrementStep));
                Assert.Equal(next, Next(back));
            }
        }

        static DataTable Plain()
        {
            var table = new DataTable("C");
            table.Columns.Add(new DataColumn("n", typeof(int)) { AutoIncrement = true, AutoIncrementSeed = 1 });
            return table;
        }

        static int Next(DataTable table)
        {
            table.Columns[0].AutoIncrement = true;
            return (int)table.NewRow()[0];
        }
    }

    /// <summary>The framework asks for them; who wrote a payload by hand has no need of them.</summary>
    [Fact]
    public void Numbers_may_be_missing()
    {
        var table = new DataTable("C") { RemotingFormat = SerializationFormat.Binary };
        table.Columns.Add("n", typeof(int));
        table.Rows.Add(3);
#pragma warning disable SYSLIB0050
        SerializationInfo all = new(typeof(DataTable), new FormatterConverter()), few = new(typeof(DataTable), new FormatterConverter());
        table.GetObjectData(all, new StreamingContext(StreamingContextStates.All));
        foreach (var entry in all)
            if (entry.Name.EndsWith(".AutoIncrement", StringComparison.Ordinal)
                || !entry.Name.Contains("AutoIncrement", StringComparison.Ordinal))
                few.AddValue(entry.Name, entry.Value, entry.ObjectType);
#pragma warning restore SYSLIB0050
        var back = new DataTable();
        BinaryReading.Read(back, few, Convention.Fields);
        Assert.Equal((3, 0L), (back.Rows[0][0], back.Columns[0].AutoIncrementSeed));
        Assert.True(few.MemberCount < all.MemberCount);
    }

    /// <summary>The class's column has a namespace of its own, which is that of its table, and of which a payload says nothing.</summary>
    [Theory, InlineData("urn:y"), InlineData("")]
    public void A_namespace_that_is_the_tables(string space)
    {
        var table = new Counted { Namespace = space };
        table.Columns[0].Namespace = null!;
        Assert.Equal(space, Json.Deserialize<Counted>(Json.Serialize(table))!.Columns[0].Namespace);
    }
}
