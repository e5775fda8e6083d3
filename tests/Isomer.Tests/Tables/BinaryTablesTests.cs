using System.Data;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0038, SYSLIB0050 // BinaryFormatter is the original
#pragma warning disable CS0649 // fields that old classes had

namespace Isomer.Tests.OfTables;

/// <summary>DataSets and DataTables in their binary form, against BinaryFormatter in this process (which a switch allows to).</summary>
public class BinaryTablesTests
{
    static readonly NrbfOptions s_options = new() { KnownTypes = [typeof(DataSet), typeof(DataTable)] };

    /// <summary>The types of columns that the original writes.</summary>
    internal static IReadOnlyList<Type> Types => s_types;

    static readonly Type[] s_types = [.. RandomTables.Types.Keys.Where(static type =>
    {
        var table = new DataTable("t");
        table.Columns.Add("c", type);
        table.Rows.Add(RandomTables.Types[type](new Random(1)));
        return Record.Exception(() => NrbfTests.Original(Binary(table))) is null;
    })];

    static DataTable Binary(DataTable table)
    {
        table.RemotingFormat = SerializationFormat.Binary;
        return table;
    }

    static DataSet Binary(DataSet set)
    {
        set.RemotingFormat = SerializationFormat.Binary;
        return set;
    }

    static object Original(byte[] payload) => new BinaryFormatter().Deserialize(new MemoryStream(payload));

    static object Case(int seed) =>
        seed % 3 == 0
            ? Binary(new RandomTables(seed, seed % 2 == 0, only: s_types).Alone())
            : Binary(new RandomTables(seed, seed % 2 == 0, only: s_types).Set());

    static byte[] Written(object value, NrbfOptions? options = null) => Nrbf.Serialize(value, value.GetType(), options);

    static string? Difference(object a, object b) =>
        a is DataSet set ? TableDifference.Of(set, (DataSet)b) : TableDifference.Of((DataTable)a, (DataTable)b, true);

    [Fact]
    public void The_bytes_are_the_originals()
    {
        Assert.True(s_types.Length >= 25, string.Join(", ", s_types));
        int same = 0;
        for (int seed = 0; seed < 200; seed++)
        {
            object value = Case(seed);
            byte[]? original = null, ours = null;
            var refused = Record.Exception(() => original = NrbfTests.Original(value));
            var error = Record.Exception(() => ours = Written(value));
            if (refused is not null)
                continue;
            // A char that is half of a character is refused, wherever it stands.
            if (error is NotSupportedException { Message: var why } && why.Contains("half of a character", StringComparison.Ordinal))
                continue;
            Assert.Null(error);
            // The name of a type is the same string twice, or equal ones, by what the collector has left of the runtime's caches.
            for (int again = 0; again < 3 && !original!.AsSpan().SequenceEqual(ours); again++)
                (original, ours) = (NrbfTests.Original(value), Written(value));
            Assert.Equal((seed, Convert.ToHexString(original!)), (seed, Convert.ToHexString(ours!)));
            same++;
        }
        Assert.True(same > 100, $"{same}");
    }

    /// <summary>
    /// What the original makes of it: all that a set has, but for what the form does not hold (DisplayExpression), and the case of a table
    /// that was not told its own and differs from its set's: it becomes the set's.
    /// </summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void What_is_read_is_what_was_written(ShapeTier tier)
    {
        var options = s_options with { Convention = Convention.Fields.WithTier(tier) };
        int same = 0;
        for (int seed = 0; seed < 120; seed++)
        {
            object value = Case(seed);
            byte[]? payload = null;
            if (Record.Exception(() => payload = NrbfTests.Original(value)) is not null)
                continue;
            object back = Nrbf.Deserialize<object>(payload!, options);
            foreach (var table in value is DataSet set ? set.Tables.Cast<DataTable>() : [(DataTable)value])
                table.DisplayExpression = "";
            object? original = null;
            if (Record.Exception(() => original = Original(payload!)) is null)
                Assert.Equal((seed, null), (seed, Difference(original!, back)));
            if (Difference(value, back) is { } difference)
                Assert.Equal((seed, "case"), (seed, difference.Contains("case: ", StringComparison.Ordinal) ? "case" : difference));
            same++;
        }
        Assert.True(same > 60, $"{same}");
    }

    /// <summary>
    /// A table alone that had the case of its set was read as one that has none, and so its texts were equal that were not: it keeps it,
    /// and takes that of the set that it comes to.
    /// </summary>
    [Fact]
    public void The_case_of_a_table_comes_back_as_the_original_reads_it()
    {
        foreach (bool ofSet in (bool[])[false, true])
            foreach (bool? own in (bool?[])[null, false, true])
                foreach (bool isAlone in (bool[])[false, true])
                {
                    // A table that was made before it came to its set does not take the set's.
                    var set = Binary(new DataSet("S") { CaseSensitive = ofSet });
                    var table = Binary(new DataTable("T"));
                    set.Tables.Add(table);
                    table.Columns.Add("a", typeof(string));
                    table.Rows.Add("x");
                    if (own is { } sensitive)
                        table.CaseSensitive = sensitive;
                    object value = isAlone ? table : set;
                    byte[] payload = NrbfTests.Original(value);
                    var options = new SoapOptions { KnownTypes = [typeof(DataSet), typeof(DataTable)] };
                    object[] read = [Original(payload), Nrbf.Deserialize<object>(payload, s_options)!,
                        Soap.Deserialize(Soap.Serialize(value, value.GetType(), options), value.GetType(), options)!];
                    string[] told =
                        [.. read.Select(r => r is DataSet whole ? $"{whole.CaseSensitive} {Told(whole.Tables[0])}" : Told((DataTable)r))];
                    Assert.Equal((ofSet, own, isAlone, told[0], told[0]), (ofSet, own, isAlone, told[1], told[2]));
                }

        static string Told(DataTable table)
        {
            bool before = table.CaseSensitive;
            if (table.DataSet is null)
                new DataSet { CaseSensitive = !before }.Tables.Add(table);
            return $"{before}, in another set {table.CaseSensitive}";
        }
    }

    /// <summary>Types that only .NET Framework marked: ours alone writes them, as it did.</summary>
    [Fact]
    public void Other_types_come_back()
    {
        int same = 0;
        for (int seed = 0; seed < 60; seed++)
        {
            var table = Binary(
                new RandomTables(seed,
                    only: [typeof(System.Data.SqlTypes.SqlMoney), typeof(System.Data.SqlTypes.SqlDecimal),
                        typeof(System.Data.SqlTypes.SqlBinary), typeof(System.Data.SqlTypes.SqlSingle), typeof(char)]).Alone());
            byte[]? payload = null;
            if (Record.Exception(() => payload = Written(table)) is not null)
                continue;
            table.DisplayExpression = "";
            Assert.Equal((seed, null), (seed, Difference(table, Nrbf.Deserialize<DataTable>(payload!))));
            same++;
        }
        Assert.True(same > 20, $"{same}");
    }

    /// <summary>
    /// A length makes the original fail, for what XSD says of it is no data any more. It reads what is written here, and keeps the length.
    /// </summary>
    [Fact]
    public void A_column_with_a_length_is_written()
    {
        var table = Binary(new DataTable("t"));
        table.Columns.Add("name", typeof(string)).MaxLength = 7;
        table.Rows.Add("abc");
        Assert.ThrowsAny<SerializationException>(() => NrbfTests.Original(table));
        byte[] payload = Written(table);
        Assert.Equal(7, ((DataTable)Original(payload)).Columns[0].MaxLength);
        Assert.Null(Difference(table, Nrbf.Deserialize<DataTable>(payload)));
    }

    [Theory]
    [InlineData(DataSetDateTime.Local)]
    [InlineData(DataSetDateTime.Unspecified)]
    [InlineData(DataSetDateTime.UnspecifiedLocal)]
    [InlineData(DataSetDateTime.Utc)]
    public void Dates_have_their_kind(DataSetDateTime mode)
    {
        var table = Binary(new DataTable("t"));
        table.Columns.Add("at", typeof(DateTime)).DateTimeMode = mode;
        table.Columns.Add("any", typeof(object));
        foreach (var kind in Enum.GetValues<DateTimeKind>())
            table.Rows.Add(new DateTime(2020, 7, 1, 12, 0, 0, kind), new DateTime(2020, 1, 1, 12, 0, 0, kind));
        table.Rows.Add(DBNull.Value, 5);
        byte[] payload = NrbfTests.Original(table);
        Assert.Equal(Convert.ToHexString(payload), Convert.ToHexString(Written(table)));
        var (ours, theirs) = (Nrbf.Deserialize<DataTable>(payload), (DataTable)Original(payload));
        for (int i = 0; i < 4; i++)
            for (int c = 0; c < 2; c++)
                Assert.Equal(theirs.Rows[i][c] is DateTime date ? (date, date.Kind) : theirs.Rows[i][c],
                    ours.Rows[i][c] is DateTime own ? (own, own.Kind) : ours.Rows[i][c]);
    }

    /// <summary>A class of its own has its schema, and may leave it out of the payload.</summary>
    [Theory, InlineData(SchemaSerializationMode.IncludeSchema), InlineData(SchemaSerializationMode.ExcludeSchema)]
    public void A_class_of_its_own(SchemaSerializationMode mode)
    {
        var shop = new SchemaSet { SchemaSerializationMode = mode };
        shop.Orders.Rows.Add(1, "Ann", 2.50m);
        shop.Orders.Rows.Add(2, DBNull.Value, 3m);
        shop.AcceptChanges();
        shop.Orders.Rows[1]["Name"] = "Bob";
        byte[] payload = NrbfTests.Original(Binary(shop));
        Assert.Equal(Convert.ToHexString(payload), Convert.ToHexString(Written(shop)));
        var back = Nrbf.Deserialize<SchemaSet>(payload);
        Assert.Null(TableDifference.Of(shop, back));
        Assert.Equal(mode, back.SchemaSerializationMode);
        Assert.Same(back.Orders, back.Tables[0]);
        Assert.Equal("Bob", back.Orders.Rows[1]["Name"]);
        Assert.Equal(6m, back.Orders.Rows[1]["Twice"]);
    }

    [Serializable]
    sealed class SchemaSet : DataSet
    {
        public SchemaSet()
        {
            DataSetName = "Shop";
            Orders = Tables.Add("Orders");
            Orders.Columns.Add("Id", typeof(int));
            Orders.Columns.Add("Name", typeof(string));
            Orders.Columns.Add("Price", typeof(decimal));
            Orders.Columns.Add("Twice", typeof(decimal), "Price * 2");
            Orders.PrimaryKey = [Orders.Columns[0]];
        }

        public DataTable Orders { get; }

        public override SchemaSerializationMode SchemaSerializationMode { get; set; } = SchemaSerializationMode.IncludeSchema;
    }

    public enum Color : short
    {
        Red = 7,
        Green,
    }

    [Serializable]
    public sealed class Note
    {
        public string? Text;
    }

    /// <summary>Types of one's own are columns' types where they are known.</summary>
    [Fact]
    public void Columns_of_known_types()
    {
        var table = Binary(new DataTable("t"));
        table.Columns.Add("color", typeof(Color)).DefaultValue = Color.Green;
        table.Columns.Add("note", typeof(Note));
        table.Columns.Add("any", typeof(object));
        table.ExtendedProperties["color"] = Color.Red;
        table.Rows.Add(Color.Red, new Note { Text = "a" }, Color.Green);
        table.Rows.Add(DBNull.Value, DBNull.Value, DBNull.Value);
        byte[] payload = NrbfTests.Original(table);
        Assert.Equal(Convert.ToHexString(payload), Convert.ToHexString(Written(table)));
        Assert.Contains("neither built in nor registered",
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<DataTable>(Colored())).Message, StringComparison.Ordinal);
        var back = Nrbf.Deserialize<DataTable>(payload, new NrbfOptions { KnownTypes = [typeof(Color), typeof(Note)] });
        // The framework gives the number of an enum's column.
        Assert.Equal(new[] { table.Rows[0]["color"], Color.Green, table.Columns[0].DefaultValue, Color.Red },
            [back.Rows[0]["color"], back.Rows[0]["any"], back.Columns[0].DefaultValue, back.ExtendedProperties["color"]!]);
        Assert.Equal("a", Assert.IsType<Note>(back.Rows[0]["note"]).Text);
        Assert.IsType<DBNull>(back.Rows[1]["color"]);

        static byte[] Colored()
        {
            var table = Binary(new DataTable("t"));
            table.Columns.Add("color", typeof(Color));
            return NrbfTests.Original(table);
        }
    }

    /// <summary>Written by mono: .NET Framework's names of types and libraries.</summary>
    [Fact]
    public void A_set_of_mono_is_read()
    {
        string hex = string.Concat(
            File.ReadLines(Path.Combine(Formats.Mono.MonoTests.Corpus, "DataSet.nrbf.txt"))
                .TakeWhile(static l => l.Length > 0 && l.All(char.IsAsciiHexDigit)));
        var set = Nrbf.Deserialize<DataSet>(Convert.FromHexString(hex));
        Assert.Equal(("Shop", 1, 2), (set.DataSetName, set.Tables.Count, set.Tables[0].Rows.Count));
        Assert.Equal(["Id", "Name", "Paid"], set.Tables[0].Columns.Cast<DataColumn>().Select(c => c.ColumnName));
        Assert.Equal([typeof(int), typeof(string), typeof(bool)], set.Tables[0].Columns.Cast<DataColumn>().Select(c => c.DataType));
        Assert.Equal(1, set.Tables[0].Rows[0]["Id"]);
    }

    static DataSet Small()
    {
        var set = Binary(new DataSet("Shop"));
        foreach (string name in new[] { "A", "B" })
        {
            var table = set.Tables.Add(name);
            table.Columns.Add("Id", typeof(int));
            table.Columns.Add("Text", typeof(string));
            for (int i = 0; i < 5; i++)
                table.Rows.Add(i, "t" + i);
            table.PrimaryKey = [table.Columns[0]];
            table.Rows[2].RowError = "bad";
            table.Rows[2].SetColumnError(1, "worse");
        }
        set.Relations.Add("r", set.Tables[0].Columns[0], set.Tables[1].Columns[0]);
        set.ExtendedProperties["x"] = "y";
        return set;
    }

    [Fact]
    public void What_is_damaged_is_read_or_refused()
    {
        byte[] payload = Written(Small());
        var random = new Random(5);
        int refused = 0;
        for (int i = 0; i < 4000; i++)
        {
            byte[] damaged = [.. payload];
            for (int n = random.Next(1, 4); n > 0; n--)
                damaged[random.Next(17, damaged.Length)] = random.Next(3) == 0 ? (byte)random.Next(18) : (byte)random.Next(256);
            long before = GC.GetAllocatedBytesForCurrentThread();
            var error = Record.Exception(() => Nrbf.Deserialize<DataSet>(damaged));
            Assert.True(error is null or WireFormatException { Offset: >= 0, Path: not null }, $"{i}: {error}");
            Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < (payload.Length * 100L) + (2 << 20), $"{i}");
            refused += error is null ? 0 : 1;
        }
        Assert.True(refused > 500, $"{refused}");
    }

    /// <summary>
    /// The payload of a table within that of the set: its types are those of the same closed set, and nothing of it is loaded.
    /// </summary>
    [Theory]
    [InlineData("System.Windows.Data.ObjectDataProvider", "PresentationFramework, Version=4.0.0.0")]
    [InlineData("System.Data.DataSet", "System.Data")]
    public void A_payload_within_has_the_same_types(string name, string library)
    {
        byte[] inner = new NrbfPayload().Library(2, library).Class(1, "System.Data.DataTable", 2, ("DataTable.ExtendedProperties", "02"))
            .Hex("0903000000")
            .Class(3, name, 2, ("x", "02")).Hex("0A").End();
        byte[] payload = Outer(1, inner);
        var error = Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<DataSet>(payload));
        Assert.Contains(name == "System.Data.DataSet" ? "XmlDiffGram" : name, error.Message + error.InnerException?.Message,
            StringComparison.Ordinal);
    }

    static byte[] Outer(int tables, byte[] inner)
    {
        List<(string, string)> members = [("DataSet.RemotingFormat", "0008"), ("DataSet.Tables.Count", "0008"), ("DataSet.Namespace", "02"),
            .. Enumerable.Range(0, tables).Select(i => ($"DataSet.Tables_{i}", "02"))];
        var payload = new NrbfPayload().Library(2, "System.Data").Class(1, "System.Data.DataSet", 2, [.. members]).Hex("01000000")
            .Hex(Convert.ToHexString(BitConverter.GetBytes(tables))).Hex("0A");
        for (int i = 0; i < tables; i++)
            payload.Hex("0909000000");
        return payload.Hex("0F09000000" + Convert.ToHexString(BitConverter.GetBytes(inner.Length)) + "02" + Convert.ToHexString(inner))
            .End();
    }

    /// <summary>One payload of 20 KB that is that of ten thousand tables is 200 MB of work.</summary>
    [Fact]
    public void One_payload_is_not_that_of_many_tables()
    {
        byte[] inner = new NrbfPayload().Library(2, "System.Data").Class(1, "System.Data.DataTable", 2, ("x", "07" + "02"))
            .Hex("0F03000000" + "20400000" + "02" + new string('0', 0x4020 * 2)).End();
        byte[] payload = Outer(9_000, inner);
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<DataSet>(payload));
        Assert.Contains("longer than what they stand in", error.Message, StringComparison.Ordinal);
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < payload.Length * 100L);
    }

    /// <summary>A row whose cells are all null takes a few bits.</summary>
    [Fact]
    public void Rows_of_nothing_are_bounded()
    {
        var table = Binary(new DataTable("t"));
        table.Columns.Add("c", typeof(string));
        for (int i = 0; i < 100_000; i++)
            table.Rows.Add(DBNull.Value);
        Assert.Contains("only 0 values",
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<DataTable>(Written(table))).Message, StringComparison.Ordinal);
    }

    [Serializable]
    sealed class Many
    {
        public DataSet? First;
        public object? Second;
        public List<DataTable>? Tables;
        public Many? Next;
    }

    /// <summary>Among other objects: shared, behind object, deeper than the reader's depth.</summary>
    [Fact]
    public void They_are_objects_as_others()
    {
        var many = new Many { First = Small(), Tables = [Binary(new DataTable("x"))] };
        many.Second = many.First;
        for (int i = 0; i < 200; i++)
            many = new Many { Next = many };
        byte[] payload = NrbfTests.Original(many);
        Assert.Equal(Convert.ToHexString(payload), Convert.ToHexString(Nrbf.Serialize(many)));
        var back = Nrbf.Deserialize<Many>(payload);
        while (back.Next is not null)
            (back, many) = (back.Next, many.Next!);
        Assert.Same(back.First, back.Second);
        Assert.Null(TableDifference.Of(many.First!, back.First!));
        Assert.Equal("y", back.First!.ExtendedProperties["x"]);
        Assert.Equal("x", back.Tables![0].TableName);
    }

    /// <summary>
    /// The schema of each table is a payload of BinaryFormatter's as base64, as .NET Framework's formatters share what a DataSet says of
    /// itself.
    /// </summary>
    [Fact]
    public void Envelopes_carry_the_binary_form()
    {
        int same = 0;
        foreach (int seed in Enumerable.Range(1, 60))
        {
            object tables = Case(seed);
            byte[]? envelope = null;
            // Text in the schema that is no whole character has no NRBF, within an envelope neither.
            if (Record.Exception(() => envelope = Soap.Serialize(tables, s_soap)) is { } refused)
            {
                Assert.IsType<NotSupportedException>(refused);
                continue;
            }
            object back = Soap.Deserialize<object>(envelope!, s_soap)!;
            foreach (var table in tables is DataSet set ? set.Tables.Cast<DataTable>() : [(DataTable)tables])
                table.DisplayExpression = "";
            Assert.Equal((seed, null), (seed, Difference(tables, back)));
            Assert.DoesNotContain("XmlSchema",
                System.Text.Encoding.UTF8.GetString(envelope!).Replace("http://www.w3.org/2001/XMLSchema", "", StringComparison.Ordinal),
                StringComparison.Ordinal);
            same++;
        }
        Assert.True(same > 30, $"{same}");
    }

    static readonly SoapOptions s_soap = new() { KnownTypes = [.. s_options.KnownTypes], DateStyle = SoapDateStyle.KeepsKind };

    /// <summary>
    /// One payload to which all tables of a set refer costs as often as it is referred to, and no more than a few times the envelope.
    /// </summary>
    [Fact]
    public void Payloads_within_envelopes_are_charged_to_them()
    {
        string envelope = System.Text.Encoding.UTF8.GetString(Soap.Serialize(Small(), s_soap));
        Assert.Contains("DataSet.Tables_0", envelope, StringComparison.Ordinal);
        int at = envelope.IndexOf("<DataSet.Tables_0 href=\"", StringComparison.Ordinal);
        Assert.True(at > 0);
        string element = envelope[at..(envelope.IndexOf("/>", at, StringComparison.Ordinal) + 2)];
        string many = envelope.Replace(element,
            string.Concat(Enumerable.Range(0, 2000).Select(i => element.Replace("Tables_0", "Tables_" + i, StringComparison.Ordinal))),
            StringComparison.Ordinal);
        byte[] bytes = System.Text.Encoding.UTF8.GetBytes(many);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Contains("together they are longer",
            Assert.Throws<WireFormatException>(() => Soap.Deserialize<DataSet>(bytes, s_soap)).Message, StringComparison.Ordinal);
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < (bytes.Length * 100L) + 1_000_000);
    }

    [Fact]
    public void Damaged_envelopes_of_the_binary_form_are_read_or_refused()
    {
        byte[] envelope = Soap.Serialize(Small(), s_soap);
        var random = new Random(5);
        int refused = 0;
        for (int i = 0; i < 3000; i++)
        {
            byte[] damaged = [.. envelope];
            for (int n = random.Next(1, 4); n > 0; n--)
                damaged[random.Next(damaged.Length)] = (byte)(random.Next(2) == 0 ? "<>/#\"0A9z=&"[random.Next(11)] : random.Next(32, 127));
            var error = Record.Exception(() => Soap.Deserialize<object>(damaged, s_soap));
            Assert.True(error is null or WireFormatException { Path: not null }, error?.Message);
            refused += error is null ? 0 : 1;
        }
        Assert.True(refused > 1000, $"{refused}");
    }

    /// <summary>
    /// The classes of KB 829740, with the fields that they had. (This runtime cannot write CultureInfo and Type: their records are put
    /// together here.)
    /// </summary>
    [Serializable]
    sealed class DataSetSurrogate
    {
        public string _datasetName = "Shop";
        public string _namespace = "";
        public string _prefix = "";
        public bool _caseSensitive = true;
        public object? _locale;
        public bool _enforceConstraints = true;
        public System.Collections.ArrayList _fkConstraints = [
            new System.Collections.ArrayList
                { "fk", new[] { 0, 0 }, new[] { 1, 1 }, new[] { 0, 1, 1 }, new System.Collections.Hashtable() }];
        public System.Collections.ArrayList _relations =
            [new System.Collections.ArrayList { "rel", new[] { 0, 0 }, new[] { 1, 1 }, false, new System.Collections.Hashtable() }];
        public System.Collections.Hashtable _extendedProperties = new() { ["x"] = 5 };
        public DataTableSurrogate[] _dataTableSurrogates =
        [
            new() { _tableName = "Customers",
                _dataColumnSurrogates = [new("Id", "System.Int32"), new("Name", "System.String") { _maxLength = 9 }],
                _uniqueConstraints = [new System.Collections.ArrayList { "pk", new[] { 0 }, true, new System.Collections.Hashtable() }],
                _rowStates = new([false, false, true, false]), _records = [[1, null, 2, 2], ["Ann", null, "Bob", "Bert"]],
                _rowErrors = new() { [1] = "bad" },
                _colErrors = new() { [1] = new System.Collections.ArrayList { new[] { 1 }, new[] { "worse" } } } },
            new() { _tableName = "Orders",
                _dataColumnSurrogates = [new("Id", "System.Guid"), new("Customer", "System.Int32"), new("Price", "System.Decimal"),
                    new("Twice", "System.Decimal") { _expression = "Price * 2" }],
                _rowStates = new([false, true, true, true]),
                _records = [[null, Guid.Empty, new Guid(7, 0, 0, new byte[8]), null], [null, 1, 2, null], [null, 2.50m, DBNull.Value, null],
                    [null, 5m, DBNull.Value, null]] },
        ];
    }

    [Serializable]
    sealed class DataTableSurrogate
    {
        public string? _tableName;
        public string _namespace = "";
        public string _prefix = "";
        public bool _caseSensitive = true;
        public object? _locale;
        public string _displayExpression = "";
        public int _minimumCapacity = 50;
        public DataColumnSurrogate[]? _dataColumnSurrogates;
        public System.Collections.ArrayList _uniqueConstraints = [];
        public System.Collections.Hashtable _extendedProperties = [];
        public System.Collections.BitArray? _rowStates;
        public object?[][]? _records;
        public System.Collections.Hashtable _rowErrors = [];
        public System.Collections.Hashtable _colErrors = [];
    }

    [Serializable]
    sealed class DataColumnSurrogate(string name, string type)
    {
        public string _columnName = name;
        public string _namespace = "";
        public string _prefix = "";
        public MappingType _columnMapping = MappingType.Element;
        public bool _allowNull = true;
        public bool _autoIncrement;
        public long _autoIncrementStep = 1;
        public long _autoIncrementSeed;
        public string _caption = name;
        public object? _defaultValue = DBNull.Value;
        public bool _readOnly;
        public int _maxLength = -1;
        public object _dataType = new TypeHolder(type);
        public string _expression = "";
        public System.Collections.Hashtable _extendedProperties = [];
    }

    /// <summary>As .NET Framework wrote a Type.</summary>
    [Serializable]
    sealed class TypeHolder(string type) : ISerializable
    {
        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.FullTypeName = "System.UnitySerializationHolder";
            info.AssemblyName = typeof(object).Assembly.FullName!;
            info.AddValue("Data", type);
            info.AddValue("UnityType", 4);
            info.AddValue("AssemblyName", "mscorlib, Version=2.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089");
        }
    }

    /// <summary>A payload of them.</summary>
    internal static byte[] Surrogate() => NrbfTests.Original(new DataSetSurrogate());

    [Fact]
    public void The_classes_of_KB_829740_are_sets_and_tables()
    {
        byte[] payload = NrbfTests.Original(new DataSetSurrogate());
        foreach (var set in new[] { Nrbf.Deserialize<DataSet>(payload),
            (DataSet)Nrbf.Deserialize<object>(payload, s_options) })
        {
            Assert.Equal(("Shop", true, 5), (set.DataSetName, set.CaseSensitive, set.ExtendedProperties["x"]));
            var (customers, orders) = (set.Tables["Customers"]!, set.Tables["Orders"]!);
            Assert.Equal([DataRowState.Unchanged, DataRowState.Modified], customers.Rows.Cast<DataRow>().Select(r => r.RowState));
            Assert.Equal([DataRowState.Added, DataRowState.Deleted], orders.Rows.Cast<DataRow>().Select(r => r.RowState));
            Assert.Equal(("Ann", "Bob", "Bert"),
                (customers.Rows[0]["Name"], customers.Rows[1]["Name", DataRowVersion.Original], customers.Rows[1]["Name"]));
            Assert.Equal(("bad", "worse", 9),
                (customers.Rows[1].RowError, customers.Rows[1].GetColumnError(1), customers.Columns[1].MaxLength));
            Assert.Equal((2.50m, 5m, Guid.Empty), (orders.Rows[0]["Price"], orders.Rows[0]["Twice"], orders.Rows[0]["Id"]));
            Assert.Equal((new Guid(7, 0, 0, new byte[8]), DBNull.Value),
                (orders.Rows[1]["Id", DataRowVersion.Original], orders.Rows[1]["Price", DataRowVersion.Original]));
            Assert.Equal(["Id"], customers.PrimaryKey.Select(c => c.ColumnName));
            Assert.Equal(Rule.Cascade, Assert.IsType<ForeignKeyConstraint>(orders.Constraints["fk"]).DeleteRule);
            Assert.Equal("Customer", set.Relations["rel"]!.ChildColumns[0].ColumnName);
        }
        var table = Nrbf.Deserialize<DataTable>(NrbfTests.Original(new DataSetSurrogate()._dataTableSurrogates[0]));
        Assert.Equal(("Customers", 2), (table.TableName, table.Rows.Count));
        // They are sets where a DataSet is known, and only there.
        Assert.Contains("KnownTypes", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Damaged_surrogates_are_read_or_refused()
    {
        byte[] payload = NrbfTests.Original(new DataSetSurrogate());
        var random = new Random(9);
        for (int i = 0; i < 3000; i++)
        {
            byte[] damaged = [.. payload];
            for (int n = random.Next(1, 4); n > 0; n--)
                damaged[random.Next(17, damaged.Length)] = random.Next(3) == 0 ? (byte)random.Next(18) : (byte)random.Next(256);
            var error = Record.Exception(() => Nrbf.Deserialize<DataSet>(damaged));
            Assert.True(error is null or WireFormatException { Offset: >= 0, Path: not null }, $"{i}: {error}");
        }
    }

    /// <summary>
    /// The schema of a table is the buffer of a stream, with the zeros behind its end: how many depends on the pieces in which the original
    /// writes texts and arrays.
    /// </summary>
    [Theory]
    [InlineData(30_000)]
    [InlineData(65_537)]
    [InlineData(200_000)]
    public void Long_values_of_a_schema_have_the_originals_bytes(int length)
    {
        foreach (object value in new object[]
        {
            Enumerable.Range(0, length).Select(i => (byte)i).ToArray(), Enumerable.Range(0, length / 4).ToArray(),
            Enumerable.Range(0, length / 8).Select(i => i / 8.0).ToArray(), new bool[length], new string('a', length).ToCharArray(),
            (new string('\u20AC', length / 3) + "a\u00E9").ToCharArray(), new string('a', length), new string('\u20AC', length),
            string.Concat(Enumerable.Repeat("a\U0001F600\u00E9", length / 7)),
        })
            foreach (bool isDefault in new[] { false, true })
            {
                var set = Binary(new DataSet("S"));
                var table = set.Tables.Add("T");
                var column = table.Columns.Add("C", isDefault ? value.GetType() : typeof(int));
                if (isDefault)
                    column.DefaultValue = value;
                else
                    table.ExtendedProperties["x"] = value;
                table.Rows.Add();
                byte[]? original = null;
                if (Record.Exception(() => original = NrbfTests.Original(set)) is not null)
                    continue;
                byte[] ours = Nrbf.Serialize(set);
                Assert.Equal((value.GetType(), original!.Length), (value.GetType(), ours.Length));
                Assert.True(original.AsSpan().SequenceEqual(ours), value.GetType().ToString());
                var back = Nrbf.Deserialize<DataSet>(ours).Tables[0];
                Assert.Equal(value, isDefault ? back.Columns[0].DefaultValue : back.ExtendedProperties["x"]);
            }
    }
}
