using System.Data;
using System.Data.Common;
using System.Globalization;
using System.Text;
using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Rows as CSV and back: against a splitter of RFC 4180 that is nothing but its grammar, and against the values that were written.
/// </summary>
public class CsvTests
{
    static readonly Type[] s_types =
    [
        typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long),
        typeof(ulong), typeof(Int128), typeof(UInt128), typeof(System.Numerics.BigInteger),
        typeof(Half), typeof(float), typeof(double), typeof(decimal), typeof(string), typeof(byte[]), typeof(char[]), typeof(Guid),
        typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan), typeof(DateOnly), typeof(TimeOnly),
        typeof(Uri), typeof(CultureInfo), typeof(DayOfWeek),
    ];

    static DataTable Random(int seed, IReadOnlyList<Type> types, int rows)
    {
        var random = new Random(seed);
        var table = new DataTable();
        for (int i = 0; i < random.Next(1, 9); i++)
            table.Columns.Add("c" + i + (random.Next(4) == 0 ? " \",é" : ""), types[random.Next(types.Count)]);
        for (int r = 0; r < rows; r++)
            table.Rows.Add(
                [.. table.Columns.Cast<DataColumn>()
                    .Select(c =>
                        random.Next(5) == 0
                            ? DBNull.Value
                            : c.DataType == typeof(DayOfWeek) ? (DayOfWeek)random.Next(7) : RandomTables.Types[c.DataType](random))]);
        return table;
    }

    static async Task<byte[]> Written(IDataReader rows, CsvOptions? options = null)
    {
        using var stream = new MemoryStream();
        await Tables.WriteCsvAsync(stream, rows, options, TestContext.Current.CancellationToken);
        return stream.ToArray();
    }

    static async Task<DataTable> Read(byte[] csv, DataTable? schema = null, CsvOptions? options = null)
    {
        await using var reader =
            await Tables.ReadCsvAsync(new MemoryStream(csv), schema, options, TestContext.Current.CancellationToken);
        return Loaded(reader);
    }

    static DataTable Loaded(DbDataReader reader)
    {
        var table = new DataTable();
        for (int i = 0; i < reader.FieldCount; i++)
            table.Columns.Add(reader.GetName(i), reader.GetFieldType(i));
        object[] values = new object[reader.FieldCount];
        while (reader.Read())
        {
            reader.GetValues(values);
            table.Rows.Add(values);
        }
        return table;
    }

    static bool Same(object a, object b) => a switch
    {
        byte[] bytes => b is byte[] other && bytes.AsSpan().SequenceEqual(other),
        char[] text => b is char[] other && text.AsSpan().SequenceEqual(other),
        DateTime date => b is DateTime other && date == other && date.Kind == other.Kind,
        DateTimeOffset date => b is DateTimeOffset other && date.EqualsExact(other),
        // Their number of places too.
        decimal number =>
            b is decimal other && number.ToString(CultureInfo.InvariantCulture) == other.ToString(CultureInfo.InvariantCulture),
        _ => a.Equals(b),
    };

    static void AssertSame(DataTable expected, DataTable actual, string what)
    {
        Assert.Equal(expected.Columns.Cast<DataColumn>().Select(c => c.ColumnName),
            actual.Columns.Cast<DataColumn>().Select(c => c.ColumnName));
        Assert.True(expected.Rows.Count == actual.Rows.Count, $"{actual.Rows.Count} rows of {expected.Rows.Count}: {what}");
        for (int r = 0; r < expected.Rows.Count; r++)
            for (int c = 0; c < expected.Columns.Count; c++)
                Assert.True(Same(expected.Rows[r][c], actual.Rows[r][c]),
                    $"row {r}, column {c}: {expected.Rows[r][c]} became {actual.Rows[r][c]}: {what}");
    }

    static readonly CsvOptions s_days = new() { Convention = Convention.Plain.WithSubtype<object, DayOfWeek>("day") };

    /// <summary>
    /// Every type, every value, null or not, by the columns of the table that was written, in each of the forms that options make.
    /// </summary>
    [Fact]
    public async Task What_was_written_comes_back()
    {
        for (int seed = 0; seed < 300; seed++)
        {
            var options = s_days with
            {
                Separator = ",;\t|"[seed % 4],
                NewLine = seed % 3 == 0 ? "\n" : "\r\n",
                HasHeader = seed % 5 != 0,
                WritesMark = seed % 7 == 0,
            };
            var table = Random(seed, s_types, seed % 40);
            byte[] csv = await Written(table.CreateDataReader(), options);
            var read = await Read(csv, table.Clone(), options);
            AssertSame(table, read, $"seed {seed}\n{Encoding.UTF8.GetString(csv)}");
        }
    }

    /// <summary>A number with an exponent without it.</summary>
    static System.Numerics.BigInteger Exact(string number)
    {
        int e = number.IndexOf('E', StringComparison.Ordinal);
        string digits = e < 0 ? number : number[..e];
        int point = digits.IndexOf('.', StringComparison.Ordinal);
        // 400 places are more than a double has.
        int exponent = (e < 0
            ? 0
            : int.Parse(number.AsSpan(e + 1), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture)) - (point < 0
                ? 0
                : digits.Length - point - 1);
        return System.Numerics.BigInteger.Parse(digits.Replace(".", "", StringComparison.Ordinal),
            CultureInfo.InvariantCulture) * System.Numerics.BigInteger.Pow(10, 400 + exponent);
    }

    /// <summary>
    /// A type that was found changes no text, but for the form of a number with an exponent: what was written by us and is read by the
    /// types that are found is written again as it was.
    /// </summary>
    [Fact]
    public async Task Types_that_are_found_lose_nothing()
    {
        var found = new HashSet<Type>();
        for (int seed = 0; seed < 300; seed++)
        {
            var table = Random(seed, s_types, 1 + (seed % 10));
            byte[] csv = await Written(table.CreateDataReader(), s_days);
            var read = await Read(csv);
            found.UnionWith(read.Columns.Cast<DataColumn>().Select(c => c.DataType));
            var (before, after) = (Split(Encoding.UTF8.GetString(csv), ',')!,
                Split(Encoding.UTF8.GetString(await Written(read.CreateDataReader())), ',')!);
            Assert.Equal(before.Count, after.Count);
            for (int r = 0; r < before.Count; r++)
                for (int c = 0; c < before[r].Count; c++)
                    Assert.True(
                        before[r][c] == after[r][c]
                            || (read.Columns[c].DataType == typeof(double) && Exact(before[r][c]!) == Exact(after[r][c]!)),
                                $"seed {seed}, row {r}, column {c}: {before[r][c]} became {after[r][c]}");
        }
        Assert.Superset(
            new HashSet<Type>
                { typeof(bool), typeof(long), typeof(decimal), typeof(double), typeof(DateOnly), typeof(DateTime), typeof(DateTimeOffset),
                    typeof(Guid), typeof(string) }, found);
    }

    [Theory]
    [InlineData("7,-12,0", typeof(long))]
    [InlineData("007", typeof(string))]
    [InlineData("7,+1", typeof(string))]
    [InlineData("-0", typeof(decimal))]
    [InlineData("7,x", typeof(string))]
    [InlineData("9223372036854775808", typeof(decimal))]
    [InlineData("99999999999999999999999999999999", typeof(string))]
    [InlineData("1.50,2", typeof(decimal))]
    [InlineData(".5", typeof(string))]
    [InlineData("1.", typeof(string))]
    [InlineData("-", typeof(string))]
    [InlineData("-0.00,12345678901234567890.12345678", typeof(decimal))]
    [InlineData("0.30000000000000004,1E-7", typeof(double))]
    [InlineData("0.30000000000000005,1E-7", typeof(string))]
    [InlineData("1.2345678901234567890123456789012", typeof(string))]
    [InlineData("1e5,1.5", typeof(double))]
    [InlineData("1e400", typeof(string))]
    [InlineData("1e-400", typeof(string))]
    [InlineData("0.1000000000000000055511151231257827", typeof(string))]
    [InlineData("true,FALSE", typeof(bool))]
    [InlineData("true,1", typeof(string))]
    [InlineData("2020-02-29", typeof(DateOnly))]
    [InlineData("2021-02-29", typeof(string))]
    [InlineData("2020-02-29T01:02:03,2020-02-29 01:02:03.5", typeof(DateTime))]
    [InlineData("2020-02-29T01:02:03Z", typeof(DateTime))]
    [InlineData("2020-02-29T01:02:03.12345678", typeof(string))]
    [InlineData("2020-02-29T01:02:03Z,2020-02-29T01:02:03+02:00", typeof(DateTimeOffset))]
    [InlineData("2020-02-29T01:02:03,2020-02-29T01:02:03+02:00", typeof(string))]
    [InlineData("2020-02-29,2020-02-29T01:02:03", typeof(string))]
    [InlineData("01/02/2020", typeof(string))]
    [InlineData("6F9619FF-8B86-D011-B42D-00C04FC964FF", typeof(Guid))]
    [InlineData("\"\",1", typeof(string))]
    [InlineData("\"1\",2", typeof(long))]
    [InlineData("NaN", typeof(string))]
    [InlineData(" 1", typeof(string))]
    public async Task Types_are_found(string fields, Type type)
    {
        string csv = "a,b\n" + string.Concat(fields.Split(',').Select(f => $"{f},\n"));
        var table = await Read(Encoding.UTF8.GetBytes(csv));
        Assert.Equal((type, typeof(string)), (table.Columns[0].DataType, table.Columns[1].DataType));
        Assert.All(table.Rows.Cast<DataRow>(), r => Assert.IsType<DBNull>(r[1]));
    }

    /// <summary>By the grammar alone, a character at a time.</summary>
    static List<List<string?>>? Split(string text, char separator)
    {
        var records = new List<List<string?>>();
        int at = 0;
        while (at < text.Length)
        {
            var record = new List<string?>();
            while (true)
            {
                var field = new StringBuilder();
                bool isQuoted = at < text.Length && text[at] == '"';
                if (isQuoted)
                {
                    at++;
                    while (true)
                    {
                        if (at == text.Length)
                            return null;
                        if (text[at] != '"')
                            field.Append(text[at++]);
                        else if (at + 1 < text.Length && text[at + 1] == '"')
                            (_, at) = (field.Append('"'), at + 2);
                        else
                            break;
                    }
                    at++;
                    if (at < text.Length && text[at] != separator && text[at] is not ('\r' or '\n'))
                        return null;
                }
                while (at < text.Length && text[at] != separator && text[at] is not ('\r' or '\n'))
                    field.Append(text[at++]);
                record.Add(field.Length == 0 && !isQuoted ? null : field.ToString());
                if (at == text.Length || text[at] != separator)
                    break;
                at++;
            }
            if (at < text.Length)
                at += text[at] == '\r' && at + 1 < text.Length && text[at + 1] == '\n' ? 2 : 1;
            records.Add(record);
        }
        return records;
    }

    /// <summary>Random texts of the characters that matter, through windows of a few bytes.</summary>
    [Fact]
    public async Task Records_are_those_of_the_grammar()
    {
        var random = new Random(4);
        int refused = 0, read = 0;
        for (int i = 0; i < 20_000; i++)
        {
            string text = string.Concat(Enumerable.Range(0, random.Next(40)).Select(_ => ",,\"\"\r\n\nabé "[random.Next(11)]));
            var expected = Split(text, ',');
            var found = new List<List<string?>>();
            bool isRefused = false;
            var records = new CsvInput(new MemoryStream(Encoding.UTF8.GetBytes(text)), CsvOptions.Default, window: random.Next(1, 30));
            try
            {
                do
                {
                    while (records.TryNext(1000))
                    {
                        var record = new List<string?>();
                        foreach (var field in records.Fields)
                            record.Add(field is { Length: 0, IsQuoted: false } ? null : Encoding.UTF8.GetString(records.TextOf(field)));
                        found.Add(record);
                    }
                }
                while (await records.FillAsync(TestContext.Current.CancellationToken));
            }
            catch (WireFormatException e)
            {
                Assert.Equal("Csv", e.Format);
                Assert.InRange(e.Offset, 0, Encoding.UTF8.GetByteCount(text));
                isRefused = true;
            }
            Assert.True(isRefused == expected is null, $"{(isRefused ? "refused" : "read")}: {text}");
            if (expected is null)
            {
                refused++;
                continue;
            }
            read++;
            Assert.Equal(expected.Select(r => string.Join('|', r.Select(f => f ?? "null"))),
                found.Select(r => string.Join('|', r.Select(f => f ?? "null"))));
        }
        Assert.True(refused > 2000 && read > 2000, $"{refused} refused, {read} read");
    }

    static async Task<WireFormatException> Refused(string csv, DataTable? schema = null, CsvOptions? options = null)
    {
        var error = await Assert.ThrowsAsync<WireFormatException>(() => Read(Encoding.UTF8.GetBytes(csv), schema, options));
        Assert.Equal("Csv", error.Format);
        return error;
    }

    static DataTable Columns(params (string Name, Type Type)[] columns)
    {
        var table = new DataTable();
        foreach (var (name, type) in columns)
            table.Columns.Add(name, type);
        return table;
    }

    [Fact]
    public async Task What_is_no_value_of_its_column_is_told_with_its_place()
    {
        var error = await Refused("a,b\r\n1,\"x\r\ny\"\r\n2x,z\r\n", Columns(("a", typeof(int)), ("b", typeof(string))));
        Assert.Contains("Line 4: Column 'a' is of type Int32, and '2x' is none.", error.Message, StringComparison.Ordinal);
        Assert.Equal((15L, 1L), (error.Offset, error.GoodItems));
        Assert.Contains("Line 3: The record has 1 fields, and the first line 2.", (await Refused("a,b\n1,2\n3\n")).Message,
            StringComparison.Ordinal);
        Assert.Contains("more than 2 fields", (await Refused("a,b\n1,2,3\n")).Message, StringComparison.Ordinal);
        Assert.Contains("has no end", (await Refused("a,b\n1,\"2\n")).Message, StringComparison.Ordinal);
        Assert.Contains("Two columns are called 'a'", (await Refused("a,a\n1,2\n")).Message, StringComparison.Ordinal);
        Assert.Contains("Two columns are called 'a'", (await Refused("a,A\n1,2\n", Columns(("a", typeof(int))))).Message,
            StringComparison.Ordinal);
        Assert.Contains("no first line", (await Refused("")).Message, StringComparison.Ordinal);
        Assert.Contains("None of the names", (await Refused("a;b\n1;2\n", Columns(("a", typeof(int))))).Message, StringComparison.Ordinal);
    }

    /// <summary>Numbers and dates that a culture, a type or a zone would change are refused.</summary>
    [Theory]
    [InlineData("1,5", typeof(double))]
    [InlineData("1e400", typeof(double))]
    [InlineData("1e40", typeof(float))]
    [InlineData("1.5", typeof(int))]
    [InlineData("1.2345678901234567890123456789012", typeof(decimal))]
    [InlineData("1e-29", typeof(decimal))]
    [InlineData("1e-4716251350", typeof(decimal))]
    [InlineData("01/02/2020", typeof(DateTime))]
    [InlineData("2020-01-02T03:04:05.12345678", typeof(DateTime))]
    [InlineData("2020-01-02T03:04:05", typeof(DateTimeOffset))]
    [InlineData("01/02/2020", typeof(DateOnly))]
    [InlineData("yes", typeof(bool))]
    [InlineData("256", typeof(byte))]
    [InlineData("", typeof(int))]
    public async Task What_would_change_is_refused(string text, Type type) =>
        Assert.Contains($"is of type {type.Name}", (await Refused($"a\n\"{text}\"\n", Columns(("a", type)))).Message,
            StringComparison.Ordinal);

    [Theory]
    [InlineData("1e2", 100)]
    [InlineData("1.2300000000000000000000000000000", 1.23)]
    [InlineData("0.00000000000000000000000000000000", 0)]
    [InlineData(" 12 ", 12)]
    public async Task Decimals_that_are_exact_are_read(string text, double value) =>
        Assert.Equal((decimal)value, (await Read(Encoding.UTF8.GetBytes($"a\n{text}\n"), Columns(("a", typeof(decimal))))).Rows[0][0]);

    /// <summary>A text that begins as a byte order mark does is no mark.</summary>
    [Fact]
    public async Task A_mark_within_a_text_stays()
    {
        var table = Columns(("a", typeof(string)));
        table.Rows.Add("\uFEFFx");
        var options = new CsvOptions { HasHeader = false };
        Assert.Equal("\uFEFFx", (await Read(await Written(table.CreateDataReader(), options), table.Clone(), options)).Rows[0][0]);
    }

    [Fact]
    public async Task Fields_are_found_by_their_names()
    {
        var schema = Columns(("b", typeof(int)), ("missing", typeof(string)), ("a", typeof(string)));
        var table = await Read("a,other,B\nx,,1\n"u8.ToArray(), schema);
        Assert.Equal([1, DBNull.Value, "x"], table.Rows[0].ItemArray);
        Assert.Empty((await Read("a,b\n"u8.ToArray(), schema)).Rows);
        // Empty lines are none of several fields, and nulls of one.
        Assert.Equal(2, (await Read("a,b\n\nx,1\n\ny,2\n\n"u8.ToArray(), schema)).Rows.Count);
        Assert.Equal(2, (await Read("a\n\nx\n"u8.ToArray())).Rows.Count);
    }

    [Fact]
    public async Task Texts_come_in_any_encoding()
    {
        const string Csv = "a,b\r\né,1\r\n";
        foreach (var encoding in (Encoding[])[new UTF8Encoding(true), Encoding.Unicode, Encoding.BigEndianUnicode])
        {
            var table = await Read([.. encoding.GetPreamble(), .. encoding.GetBytes(Csv)]);
            Assert.Equal(["é", 1L], table.Rows[0].ItemArray);
            // The mark alone is nothing, whatever it is.
            Assert.Equal(await Outcome([]), await Outcome(encoding.GetPreamble()));
        }
        Assert.Equal("é", (await Read(Encoding.Latin1.GetBytes(Csv), null, new CsvOptions { Encoding = Encoding.Latin1 })).Rows[0][0]);
        var error = await Assert.ThrowsAsync<WireFormatException>(() => Read(Encoding.Latin1.GetBytes(Csv)));
        Assert.Contains("CsvOptions.Encoding", error.Message, StringComparison.Ordinal);
        error = await Assert.ThrowsAsync<WireFormatException>(() => Read([0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x00]));
        Assert.Contains("encoding", error.Message, StringComparison.Ordinal);

        static async Task<string> Outcome(byte[] text)
        {
            try
            {
                var table = await Read(text);
                return $"{table.Columns.Count} columns, {table.Rows.Count} rows";
            }
            catch (WireFormatException e)
            {
                return e.Message.Split(" Offset")[0];
            }
        }
    }

    [Fact]
    public async Task What_has_no_form_is_refused_at_writing()
    {
        var half = Columns(("a", typeof(string)));
        half.Rows.Add("x\uD800");
        Assert.Contains("half of a surrogate pair",
            (await Assert.ThrowsAsync<NotSupportedException>(() => Written(half.CreateDataReader()))).Message, StringComparison.Ordinal);
        var array = Columns(("a", typeof(int[])));
        array.Rows.Add(new int[] { 1 });
        Assert.Contains("column 'a': a value of type System.Int32[]",
            (await Assert.ThrowsAsync<NotSupportedException>(() => Written(array.CreateDataReader()))).Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentException>(() => new CsvOptions { Separator = '"' });
        Assert.Throws<ArgumentException>(() => new CsvOptions { NewLine = "" });
    }

    [Fact]
    public async Task Formulas_are_guarded_where_that_is_asked_for()
    {
        var table = Columns(("=a", typeof(string)), ("n", typeof(int)));
        table.Rows.Add("=1+1", -1);
        table.Rows.Add("@x", DBNull.Value);
        table.Rows.Add("x=1", 1);
        Assert.Equal("=a,n\r\n=1+1,-1\r\n@x,\r\nx=1,1\r\n", Encoding.UTF8.GetString(await Written(table.CreateDataReader())));
        Assert.Equal("\"'=a\",n\r\n\"'=1+1\",-1\r\n\"'@x\",\r\nx=1,1\r\n",
            Encoding.UTF8.GetString(await Written(table.CreateDataReader(), new CsvOptions { GuardsFormulas = true })));
    }

    /// <summary>A stream that cannot be read twice needs a schema, or is read as texts.</summary>
    [Fact]
    public async Task Streams_that_cannot_seek_have_no_first_pass()
    {
        var forward = new Forward("a\n007\n"u8.ToArray());
        Assert.Contains("IsTextOnly",
            (await Assert.ThrowsAsync<NotSupportedException>(
                () => Tables.ReadCsvAsync(forward, cancellationToken: TestContext.Current.CancellationToken).AsTask())).Message,
                    StringComparison.Ordinal);
        await using var reader =
            await Tables.ReadCsvAsync(forward, null, new CsvOptions { IsTextOnly = true }, TestContext.Current.CancellationToken);
        Assert.Equal("007", Loaded(reader).Rows[0][0]);
    }

    sealed class Forward(byte[] bytes) : MemoryStream(bytes)
    {
        public override bool CanSeek => false;
    }

    /// <summary>
    /// However many rows there are, the stream is never more than a window and a batch before the row that is shown, and the window does
    /// not grow.
    /// </summary>
    [Fact]
    public async Task Rows_come_as_they_are_read()
    {
        byte[] row = "12345,some text that is not too short,2020-01-02T03:04:05,1.50\r\n"u8.ToArray();
        var rows = new Repeated("id,name,at,total\r\n"u8.ToArray(), row, 200_000);
        await using var reader = await Tables.ReadCsvAsync(rows,
            Columns(("id", typeof(int)), ("at", typeof(DateTime)), ("total", typeof(decimal))),
            cancellationToken: TestContext.Current.CancellationToken);
        long count = 0, most = 0, before = GC.GetAllocatedBytesForCurrentThread();
        while (reader.Read())
            most = Math.Max(most, rows.Position - (++count * row.Length));
        Assert.Equal(200_000, count);
        // Three vectors, whose values take 28 bytes a row, and a table for each batch.
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.InRange(allocated, 0, 200_000 * 40);
        Assert.InRange(most, 0, (1 << 18) + (1025 * row.Length));
    }

    /// <summary>A head and so many times a body, never in memory as a whole.</summary>
    sealed class Repeated(byte[] head, byte[] body, int times) : Stream
    {
        long _at;

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => head.Length + ((long)body.Length * times);

        public override long Position { get => _at; set => throw new NotSupportedException(); }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override int Read(Span<byte> buffer)
        {
            int count = (int)Math.Min(buffer.Length, Length - _at);
            for (int i = 0; i < count; i++, _at++)
                buffer[i] = _at < head.Length ? head[_at] : body[(_at - head.Length) % body.Length];
            return count;
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            new(Read(buffer.Span));

        public override void Flush() => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }

    /// <summary>What an option tells is obeyed in both directions: the encoding was that of reading alone, and nothing said so.</summary>
    [Fact]
    public async Task An_encoding_is_written_and_read()
    {
        var table = new DataTable();
        table.Columns.Add("Größe", typeof(string));
        table.Columns.Add("N", typeof(int));
        for (int i = 0; i < 9_000; i++)
            table.Rows.Add(i % 2 == 0 ? "naïve, \"ja\"" : "Straße", i);
        foreach (var encoding in new[]
            { Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.UTF32, Encoding.Latin1, new UTF8Encoding(false) })
            foreach (bool marked in new[] { false, true })
            {
                var options = new CsvOptions { Encoding = encoding, WritesMark = marked };
                byte[] csv = await Written(table.CreateDataReader(), options);
                string plain = Encoding.UTF8.GetString(await Written(table.CreateDataReader()));
                byte[] mark = marked ? [.. (encoding is UTF8Encoding ? Encoding.UTF8 : encoding).Preamble] : [];
                Assert.Equal([.. mark, .. encoding.GetBytes(plain)], csv);
                Assert.Equal(Rows(table), Rows(await Read(csv, options: options)));
                // A mark tells the encoding to who was not told.
                if (mark.Length > 0)
                    Assert.Equal(Rows(table), Rows(await Read(csv)));
            }
        table.Rows.Add("\u20AC", 1);
        var refused = await Assert.ThrowsAsync<NotSupportedException>(
            () => Written(table.CreateDataReader(), new CsvOptions { Encoding = Encoding.Latin1 }));
        Assert.Contains("U+20AC, which the encoding 'iso-8859-1' has not", refused.Message, StringComparison.Ordinal);

        static List<string> Rows(DataTable rows) =>
            [string.Join("|", rows.Columns.Cast<DataColumn>().Select(c => c.ColumnName)),
                .. rows.Rows.Cast<DataRow>().Select(r => string.Create(CultureInfo.InvariantCulture, $"{r[0]}|{r[1]}"))];
    }

    [Fact]
    public async Task A_mark_of_UTF_32_is_none_of_UTF_16()
    {
        foreach (bool isBig in new[] { false, true })
        {
            var encoding = new UTF32Encoding(isBig, byteOrderMark: true);
            var read = await Read([.. encoding.Preamble, .. encoding.GetBytes("a,b\r\n1,é\r\n")]);
            Assert.Equal(("b", "é"), (read.Columns[1].ColumnName, read.Rows[0][1]));
        }
    }
}
