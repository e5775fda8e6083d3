using System.Data;
using System.Data.Common;
using System.Text;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.OfTables;

/// <summary>Rows out of SoapFormatter's sets, and out of sets that were written without their schema, without a DataSet between.</summary>
public class SoapRowsTests
{
    static CancellationToken Stop => TestContext.Current.CancellationToken;

    internal static readonly SoapOptions Options = new()
    { KnownTypes = [typeof(DataSet), typeof(DataTable)], DateStyle = SoapDateStyle.KeepsKind };

    internal static DbDataReader Read(byte[] envelope, string? table = null) =>
        Tables.ReadSoapAsync(new MemoryStream(envelope), table, Options, Stop).AsTask().GetAwaiter().GetResult();

    static DataSet Shop(SerializationFormat form)
    {
        var set = new DataSet("Shop") { RemotingFormat = form };
        var orders = set.Tables.Add("Orders");
        orders.Columns.Add("Id", typeof(int));
        orders.Columns.Add("Day", typeof(DateTime));
        orders.Columns.Add("Twice", typeof(int), "Id * 2");
        orders.Rows.Add(1, new DateTime(2020, 1, 2, 3, 4, 5));
        orders.Rows.Add(2, DBNull.Value);
        orders.AcceptChanges();
        orders.Rows[0]["Id"] = 10;
        orders.Rows.Add(3, new DateTime(1999, 12, 31));
        orders.Rows[1].Delete();
        set.Tables.Add("Empty").Columns.Add("x", typeof(string));
        return set;
    }

    [Theory, InlineData(SerializationFormat.Xml), InlineData(SerializationFormat.Binary)]
    public void The_rows_of_a_table_are_read(SerializationFormat form)
    {
        byte[] envelope = Soap.Serialize(Shop(form), Options);
        using (var reader = Read(envelope, "Orders"))
        {
            Assert.Equal((3, "Id", typeof(int), typeof(DateTime)),
                (reader.FieldCount, reader.GetName(0), reader.GetFieldType(0), reader.GetFieldType(1)));
            Assert.True(reader.Read());
            Assert.Equal((10, new DateTime(2020, 1, 2, 3, 4, 5), 20), (reader.GetInt32(0), reader.GetDateTime(1), reader.GetInt32(2)));
            Assert.True(reader.Read());
            Assert.Equal((3, new DateTime(1999, 12, 31), 6), (reader.GetInt32(0), reader.GetDateTime(1), reader.GetInt32(2)));
            Assert.False(reader.Read());
        }
        using (var reader = Read(envelope, "Empty"))
            Assert.Equal((1, "x", false), (reader.FieldCount, reader.GetName(0), reader.Read()));
        Assert.Contains("'Orders'", Assert.Throws<WireFormatException>(() => Read(envelope)).Message, StringComparison.Ordinal);
        Assert.Contains("no table 'Nowhere'", Assert.Throws<WireFormatException>(() => Read(envelope, "Nowhere")).Message,
            StringComparison.Ordinal);
        // A table alone needs no name, and no class is known.
        var alone = Shop(form).Tables[0];
        alone.RemotingFormat = form;
        using var only = Read(Isomer.Soap.Serialize(alone, Options));
        Assert.True(only.Read());
        Assert.Equal(10, only.GetInt32(0));
    }

    [Fact]
    public void What_has_no_rows_is_told()
    {
        Assert.Contains("no DataSet or DataTable",
            Assert.Throws<WireFormatException>(() => Read(Soap.Serialize(new System.Collections.ArrayList { 1 }))).Message,
            StringComparison.Ordinal);
        Assert.Throws<WireFormatException>(() => Read([]));
        Assert.Throws<WireFormatException>(() => Read("<a/>"u8.ToArray()));
    }

    [Fact]
    public void Damaged_envelopes_are_read_or_refused()
    {
        var random = new Random(3);
        int refused = 0;
        foreach (var form in (SerializationFormat[])[SerializationFormat.Binary, SerializationFormat.Xml])
        {
            byte[] envelope = Soap.Serialize(Shop(form), Options);
            for (int i = 0; i < 800; i++)
            {
                byte[] damaged = [.. envelope];
                for (int n = random.Next(1, 4); n > 0; n--)
                    damaged[random.Next(17, damaged.Length)] = (byte)random.Next(256);
                var error = Record.Exception(() =>
                {
                    using var reader = Read(damaged, "Orders");
                    ReadRows.Rows(reader);
                });
                Assert.True(error is null or WireFormatException { Format: not null }, error?.ToString());
                refused += error is null ? 0 : 1;
            }
        }
        Assert.True(refused > 300, $"{refused}");
    }

    /// <summary>
    /// What is wrong with a set in its XML form is told by its place in the text that the payload has, not in one that was put together.
    /// </summary>
    [Fact]
    public void Errors_have_their_place_in_the_entry()
    {
        byte[] payload = NrbfTests.Original(Shop(SerializationFormat.Xml));
        string text = Encoding.Latin1.GetString(payload);
        int rows = text.IndexOf("<diffgr:diffgram", StringComparison.Ordinal),
            value = text.IndexOf("<Id>10</Id>", rows, StringComparison.Ordinal) + 4;
        payload[value] = (byte)'x';
        var error = Assert.Throws<WireFormatException>(() => Drained(NrbfRowsTests.Read(payload, "Orders")));
        Assert.Equal(("Nrbf", -1L), (error.Format, error.Offset));
        var match = System.Text.RegularExpressions.Regex.Match(error.Message, "In 'XmlDiffGram', at byte ([0-9]+) of its text: ");
        Assert.True(match.Success, error.Message);
        Assert.InRange(int.Parse(match.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture), 0, value - rows);
        string written = Encoding.UTF8.GetString(Soap.Serialize(Shop(SerializationFormat.Xml), Options)),
            changed = System.Text.RegularExpressions.Regex.Replace(written, "(Id(&gt;|&#62;|>))10", "$1x0");
        Assert.NotEqual(written, changed);
        byte[] envelope = Encoding.UTF8.GetBytes(changed);
        Assert.StartsWith("Soap: In 'XmlDiffGram', at byte ",
            Assert.Throws<WireFormatException>(() => Drained(Read(envelope, "Orders"))).Message, StringComparison.Ordinal);
    }

    static List<object[]> Drained(DbDataReader reader)
    {
        using (reader)
            return ReadRows.Rows(reader);
    }

    public static TheoryData<bool, SerializationFormat> Bare =>
        new() { { false, SerializationFormat.Xml }, { false, SerializationFormat.Binary }, { true, SerializationFormat.Xml },
            { true, SerializationFormat.Binary } };

    /// <summary>A set without its schema has rows where its class says what they are; a set with one is read by its own.</summary>
    [Theory, MemberData(nameof(Bare))]
    public void Rows_of_a_set_without_its_schema_have_those_of_its_class(bool isSoap, SerializationFormat form)
    {
        foreach (var mode in (SchemaSerializationMode[])[SchemaSerializationMode.ExcludeSchema, SchemaSerializationMode.IncludeSchema])
        {
            var set = new TableXmlTests.Generated { SchemaSerializationMode = mode, RemotingFormat = form };
            set.Tables[0].Rows.Add(7, "Ann");
            set.Tables[0].Rows.Add(8, DBNull.Value);
            byte[] payload = isSoap ? Soap.Serialize(set, Options) : Nrbf.Serialize(set);
            DbDataReader Open(DataTable? schema) => (schema, isSoap) switch
            {
                (null, true) => Read(payload, "Customers"),
                (null, false) => NrbfRowsTests.Read(payload, "Customers"),
                (_, true) =>
                    Tables.ReadSoapAsync(new MemoryStream(payload), schema, Options, Stop).AsTask().GetAwaiter().GetResult(),
                _ => Tables.ReadNrbfAsync(new MemoryStream(payload), schema, null, Stop).AsTask().GetAwaiter().GetResult(),
            };
            Assert.Null(
                ReadRows.Same(NrbfRowsTests.Current(set.Tables[0]), Drained(Open(new TableXmlTests.Generated().Tables["Customers"]))));
            if (mode == SchemaSerializationMode.ExcludeSchema)
                Assert.Contains("ExcludeSchema", Assert.Throws<WireFormatException>(() => Drained(Open(null))).Message,
                    StringComparison.Ordinal);
            else
                Assert.Null(ReadRows.Same(NrbfRowsTests.Current(set.Tables[0]), Drained(Open(null))));
            // Other columns than were written are an error, and not other values.
            var other = new DataTable("Customers");
            other.Columns.Add("Id", typeof(int));
            if (form == SerializationFormat.Binary && mode == SchemaSerializationMode.ExcludeSchema)
                Assert.Contains("columns", Assert.Throws<WireFormatException>(() => Open(other)).Message, StringComparison.Ordinal);
            Assert.Throws<ArgumentException>(() => Open(new DataTable("Customers")));
        }
    }

    /// <summary>A class whose two tables have the same columns.</summary>
    [Serializable]
    public sealed class Alike : DataSet
    {
        public Alike()
        {
            foreach (string name in (string[])["Lines", "Orders"])
            {
                var table = Tables.Add(name);
                table.Columns.Add("Id", typeof(int));
                table.Columns.Add("Name", typeof(string));
            }
        }

        public override SchemaSerializationMode SchemaSerializationMode { get; set; } = SchemaSerializationMode.ExcludeSchema;
    }

    /// <summary>Rows without a schema stand by the numbers of their tables: no table is given those of another.</summary>
    [Fact]
    public void Rows_without_a_schema_are_those_of_the_table_that_was_asked_for()
    {
        var set = new Alike { RemotingFormat = SerializationFormat.Binary };
        set.Tables["Lines"]!.Rows.Add(1, "a line");
        set.Tables["Orders"]!.Rows.Add(2, "an order");
        byte[] payload = Nrbf.Serialize(set), envelope = Soap.Serialize(set, Options);
        DbDataReader Open(bool isSoap, DataTable schema) => isSoap
            ? Tables.ReadSoapAsync(new MemoryStream(envelope), schema, Options, Stop).AsTask().GetAwaiter().GetResult()
            : Tables.ReadNrbfAsync(new MemoryStream(payload), schema, null, Stop).AsTask().GetAwaiter().GetResult();
        foreach (bool isSoap in (bool[])[false, true])
        {
            foreach (string name in (string[])["Lines", "Orders"])
                Assert.Null(ReadRows.Same(NrbfRowsTests.Current(set.Tables[name]!), Drained(Open(isSoap, new Alike().Tables[name]!))));
            Assert.Contains("2 tables",
                Assert.Throws<WireFormatException>(() => Open(isSoap, new Alike().Tables["Orders"]!.Clone())).Message,
                StringComparison.Ordinal);
            var more = new Alike();
            more.Tables.Add("Third");
            Assert.Contains("2 tables", Assert.Throws<WireFormatException>(() => Open(isSoap, more.Tables["Orders"]!)).Message,
                StringComparison.Ordinal);
        }
    }

    /// <summary>What other tables hold is passed over.</summary>
    [Fact]
    public void Other_tables_are_not_made()
    {
        var set = Shop(SerializationFormat.Binary);
        var large = set.Tables.Add("Large");
        large.Columns.Add("x", typeof(double));
        for (int i = 0; i < 5_000; i++)
            large.Rows.Add(i);
        string text = Encoding.UTF8.GetString(Soap.Serialize(set, Options));
        // Whatever is wrong with them.
        int at = text.IndexOf("<DataTable_2.RowStates", StringComparison.Ordinal);
        Assert.True(at > 0);
        string wrong = text[..at]
            + text[at..].Replace("<DataTable_2.RowStates", "<DataTable_2.Unknown", StringComparison.Ordinal)
                .Replace("</DataTable_2.RowStates", "</DataTable_2.Unknown", StringComparison.Ordinal);
        Assert.Equal(3, Drained(Read(Encoding.UTF8.GetBytes(wrong), "Orders")).Count);
        Assert.Throws<WireFormatException>(() => Drained(Read(Encoding.UTF8.GetBytes(wrong), "Large")));
    }
}
