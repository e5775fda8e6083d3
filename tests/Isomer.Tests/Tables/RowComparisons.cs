using System.Data;
using System.Globalization;
using System.Text;
using Isomer.Tests.Differential;
using Isomer.Tests.Formats.OfNrbf;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.OfTables;

/// <summary>
/// Rows of each table of a set through the readers that hold a part of it in memory: what comes out is what the table's own reader shows.
/// </summary>
sealed class ReadRows : TableComparison
{
    public override string Name => "Rows through readers";

    public override string? Compare(Choices choices, TableRun run)
    {
        var set = Drawn(choices);
        if (set is TableXmlTests.Generated)
            set.SchemaSerializationMode = SchemaSerializationMode.IncludeSchema;
        byte[]? payload = null;
        if (Outcome.Of(() => set.RemotingFormat = SerializationFormat.Binary).Refusal is null)
            payload = Outcome.Of(() => Nrbf.Serialize(set, set.GetType())).Result as byte[];
        foreach (DataTable table in payload is null
            ? []
            : set.Tables.Cast<DataTable>().Where(t => set.Tables.Cast<DataTable>().Count(o => o.TableName == t.TableName) == 1))
            if (run.Differs("Nrbf's rows", () => NrbfRowsTests.Current(table), () => Rows(NrbfRowsTests.Read(payload!, table.TableName)),
                (a, b) => OfPayload(table, (List<object[]>)a, b), static _ => false, static _ => false, () => Shown(set)) is { } differs)
                return differs;
        // Rows within rows come in the order of the document.
        bool isNested = set.Relations.Cast<DataRelation>().Any(static r => r.Nested);
        foreach (SerializationFormat form in payload is null
            ? (SerializationFormat[])[]
            : [SerializationFormat.Binary, SerializationFormat.Xml])
        {
            set.RemotingFormat = form;
            // What has no form in XML, and halves of characters, are refused.
            if (Outcome.Of(() => Soap.Serialize(set, set.GetType(), SoapRowsTests.Options)).Result is byte[] envelope
                && Outcome.Of(() => Soap.Deserialize(envelope, set.GetType(), SoapRowsTests.Options)).Result is DataSet back)
                foreach (DataTable table in back.Tables.Cast<DataTable>()
                    .Where(t => t.Columns.Count > 0 && back.Tables.Cast<DataTable>().Count(o => o.TableName == t.TableName) == 1))
                    if (Compared(table, form == SerializationFormat.Xml) is var compared
                        && run.Differs($"Soap's rows, {form}",
                            () => Chosen(
                                form == SerializationFormat.Binary ? AsWritten(table, set) : NrbfRowsTests.Current(table), compared),
                            () => Chosen(Rows(SoapRowsTests.Read(envelope, table.TableName)), compared),
                            isNested && form == SerializationFormat.Xml ? SameInAnyOrder : Same,
                            // The framework finds no row either, and says nothing: a table within itself in another namespace than its set.
                            e => e is WireFormatException && table.Rows.Count == 0
                                && e.Message.Contains("No element of the document is a row", StringComparison.Ordinal),
                            static _ => false, () => Shown(set)) is { } of)
                        return of;
        }
        foreach (var mode in (XmlWriteMode[])[XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram, XmlWriteMode.IgnoreSchema])
            if (Documents(set, mode, run) is { } document)
                return document;
        // Of a row that a refusal has left in its table without values the framework's reader shows nothing, and throws.
        foreach (DataTable table in set.Tables.Cast<DataTable>()
            .Where(static t => Outcome.Of(() => Rows(t.CreateDataReader())).Refusal is null))
            if (run.Differs("Compact's frames", () => Rows(table.CreateDataReader()), () => Rows(ByFrames(table)), Same, static _ => false,
                static _ => false, () => Shown(set)) is { } difference)
                return difference;
        return null;
    }

    /// <summary>
    /// The rows that came back, with what was computed when they were written: the binary form holds it, a reader shows what is held, and a
    /// set computes it anew (an average of numbers that overflow is another one then).
    /// </summary>
    static List<object[]> AsWritten(DataTable back, DataSet set)
    {
        var rows = NrbfRowsTests.Current(back);
        var written = NrbfRowsTests.Current(set.Tables[back.TableName, back.Namespace]!);
        if (rows.Count == written.Count)
            foreach (DataColumn column in back.Columns)
                if (column.Expression.Length > 0)
                    for (int i = 1; i < rows.Count; i++)
                        rows[i][column.Ordinal] = written[i][column.Ordinal];
        return rows;
    }

    /// <summary>
    /// docs/tables.md: dates of columns that say no zone go through UTC in the binary form, which has no moment before its first, so that
    /// one may come back as another (in zones east of Greenwich), and a relative Uri has its text escaped. So BinaryFormatter is asked
    /// what it makes of them.
    /// </summary>
    static string? OfPayload(DataTable table, List<object[]> rows, object ours)
    {
        if (Same(rows, ours) is not { } differs)
            return null;
        foreach (DataColumn column in table.Columns)
            if (column.DataType == typeof(DateTime) || column.DataType == typeof(Uri))
            {
                var alone = new DataTable("T") { RemotingFormat = SerializationFormat.Binary };
                var dates = alone.Columns.Add("d", column.DataType);
                if (column.DataType == typeof(DateTime))
                    dates.DateTimeMode = column.DateTimeMode;
                foreach (object[] row in rows.Skip(1))
                    alone.Rows.Add(row[column.Ordinal]);
                var back = (DataTable)NrbfTests.Original(NrbfTests.Original(alone));
                for (int i = 1; i < rows.Count; i++)
                    rows[i][column.Ordinal] = back.Rows[i - 1][0];
            }
        return Same(rows, ours) is null ? null : differs;
    }

    /// <summary>
    /// The rows of each table of a document, as the framework's ReadXml makes them. docs/tables.md: what is computed has what the document
    /// says, but for a key that rows within have from their row, and what counts by itself is null where a row brings no number.
    /// </summary>
    static string? Documents(DataSet set, XmlWriteMode mode, TableRun run)
    {
        if (Outcome.Of(() => DataXmlTests.Original(set, new DataXmlOptions { WriteMode = mode })).Result is not byte[] document
            || Outcome.Of(set.Clone).Refusal is not null)
            return null;
        DataSet theirs = mode == XmlWriteMode.WriteSchema ? new DataSet() : set.Clone();
        theirs.EnforceConstraints = false;
        if (Outcome.Of(
            () => theirs.ReadXml(new MemoryStream(document),
                mode == XmlWriteMode.WriteSchema
                    ? XmlReadMode.ReadSchema
                    : mode == XmlWriteMode.DiffGram ? XmlReadMode.DiffGram : XmlReadMode.IgnoreSchema)).Refusal is not null)
            return null;
        // Rows within rows come in the order of the document.
        bool isNested = theirs.Relations.Cast<DataRelation>().Any(static r => r.Nested);
        foreach (DataTable table in theirs.Tables.Cast<DataTable>()
            .Where(t =>
                t.Columns.Count > 0 && t.Rows.Count > 0 && theirs.Tables.Cast<DataTable>().Count(o => o.TableName == t.TableName) == 1))
        {
            int[] compared = Compared(table, isDocument: true, withCounters: false);
            if (run.Differs($"rows of a document, {mode}", () => Chosen(NrbfRowsTests.Current(table), compared),
                () => Chosen(
                    Rows((mode == XmlWriteMode.WriteSchema
                        ? Tables.ReadXmlAsync(new MemoryStream(document), table.TableName)
                        : Tables.ReadXmlAsync(new MemoryStream(document),
                            set.Clone().Tables[table.TableName, table.Namespace]!)).AsTask().GetAwaiter().GetResult()), compared),
                isNested ? SameInAnyOrder : Same, static _ => false, static _ => false,
                () => $"\n{Encoding.UTF8.GetString(document)}{Shown(set)}") is { } difference)
                return difference;
        }
        return null;
    }

    /// <summary>docs/tables.md: what is computed has what the document says, but for a key that rows within have from their row.</summary>
    static int[] Compared(DataTable table, bool isDocument, bool withCounters = true) =>
        [.. table.Columns.Cast<DataColumn>()
            .Where(c =>
                !isDocument
                    || ((withCounters || !c.AutoIncrement)
                        && (c.Expression.Length == 0 || Isomer.Tabular.HeldExpressions.KeysOfNested(table).Contains(c))))
                            .Select(static c => c.Ordinal)];

    static List<object[]> Chosen(List<object[]> rows, int[] columns) => rows.ConvertAll(r => Array.ConvertAll(columns, c => r[c]));

    static IDataReader ByFrames(DataTable table)
    {
        var stream = new MemoryStream();
        Tables.WriteCompactAsync(stream, table.CreateDataReader()).GetAwaiter().GetResult();
        stream.Position = 0;
        return Tables.ReadCompactAsync(stream).AsTask().GetAwaiter().GetResult();
    }

    /// <summary>The names and values that a reader shows.</summary>
    internal static List<object[]> Rows(IDataReader reader)
    {
        using (reader)
        {
            List<object[]> rows = [[.. Enumerable.Range(0, reader.FieldCount).Select(object (i) => reader.GetName(i))]];
            while (reader.Read())
            {
                object[] row = new object[reader.FieldCount];
                reader.GetValues(row);
                rows.Add(row);
            }
            return rows;
        }
    }

    /// <summary>
    /// Readers that hold no DataTable show nulls of System.Data.SqlTypes as any others, and -0.0 as what it is. The culture of a SqlString
    /// is the reader's.
    /// </summary>
    static object Plain(object value) =>
        value is System.Data.SqlTypes.INullable { IsNull: true }
            ? DBNull.Value
            : value is System.Data.SqlTypes.SqlString text
                ? text.Value
                : value is 0.0 ? 0.0 : value is 0f ? 0f : value is decimal and 0m ? Math.Abs((decimal)value) : value;

    /// <summary>The same rows, those within others in the order of the document.</summary>
    static string? SameInAnyOrder(object a, object b) => Same(Ordered((List<object[]>)a), Ordered((List<object[]>)b));

    static List<object[]> Ordered(List<object[]> rows) =>
        [rows[0],
            .. rows.Skip(1)
                .OrderBy(
                    static r =>
                        string.Join('\0',
                            r.Select(
                                static v =>
                                    Plain(v) is byte[] bytes
                                        ? Convert.ToHexString(bytes)
                                        : Plain(v) is char[] text
                                            ? new string(text)
                                            : Convert.ToString(Plain(v), CultureInfo.InvariantCulture))), StringComparer.Ordinal)];

    internal static string? Same(object a, object b)
    {
        var (first, second) = ((List<object[]>)a, (List<object[]>)b);
        if (first.Count != second.Count)
            return $"{first.Count - 1} rows and {second.Count - 1}";
        for (int i = 0; i < first.Count; i++)
            for (int c = 0; c < first[0].Length; c++)
                if (!TableDifference.Same(Plain(first[i][c]), Plain(second[i][c])))
                    return $"row {i - 1}, column '{first[0][c]}': '{first[i][c]}' and '{second[i][c]}'";
        return null;
    }
}

/// <summary>
/// Rows that a table's own reader gives, written in each form of rows: the bytes of the table into which they were loaded where it has such
/// a form, and what comes back of the others.
/// </summary>
sealed class WrittenRows : TableComparison
{
    public override string Name => "Rows written by readers";

    public override string? Compare(Choices choices, TableRun run)
    {
        var set = Drawn(choices);
        foreach (DataTable table in set.Tables)
        {
            // Whose reader fails itself: RowWithoutValuesTests.
            if (table.Rows.Cast<DataRow>().Any(static r => r.RowState == DataRowState.Detached))
                continue;
            // Rows that are being edited show what is put into them.
            foreach (DataRow row in table.Rows)
                RichTables.Quietly(row.CancelEdit);
            var bare = Loaded(table);
            if ((Documents(bare, run) ?? Payload(bare, run) ?? Values(table, choices, run) ?? Texts(table, choices, run)) is { } difference)
                return difference + Shown(set);
        }
        return null;
    }

    /// <summary>
    /// The columns by name and type, and the rows as they are: what WriteXmlAsync, WriteNrbfAsync and WriteSoapAsync say that they write.
    /// </summary>
    static DataTable Loaded(DataTable table)
    {
        var bare = new DataTable("Table");
        foreach (DataColumn column in table.Columns)
            bare.Columns.Add(column.ColumnName, column.DataType);
        foreach (object[] row in ReadRows.Rows(table.CreateDataReader()).Skip(1))
            bare.Rows.Add(row);
        bare.AcceptChanges();
        return bare;
    }

    static string? Documents(DataTable bare, TableRun run)
    {
        if (bare.Columns.Count == 0)
            return null;
        foreach (var mode in (XmlWriteMode[])[XmlWriteMode.IgnoreSchema, XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram])
        {
            var options = new DataXmlOptions { WriteMode = mode };
            if (run.Differs($"{mode} of rows writes", () => DataXmlTests.Original(bare, options),
                () => To(s => Tables.WriteXmlAsync(s, bare.CreateDataReader(), "Table", options)), WrittenDocuments.Bytes,
                static e => e.Message.Contains("which documents have in the form of the framework's serializers", StringComparison.Ordinal),
                static _ => true, static () => "") is { } difference)
                return difference;
        }
        return null;
    }

    static string? Payload(DataTable bare, TableRun run)
    {
        foreach (var form in (SerializationFormat[])[SerializationFormat.Binary, SerializationFormat.Xml])
        {
            // A schema needs a column.
            if (form == SerializationFormat.Xml && bare.Columns.Count == 0)
                continue;
            bare.RemotingFormat = form;
            if ((Differ("Nrbf", () => NrbfTests.Original(bare), () => To(s => Tables.WriteNrbfAsync(s, bare.CreateDataReader(), form)))
                ?? Differ("Soap", () => Soap.Serialize(bare), () => To(s => Tables.WriteSoapAsync(s, bare.CreateDataReader(), form))))
                is { } difference)
                return difference;
            string? Differ(string format, Func<byte[]> original, Func<byte[]> ours) =>
                run.Differs($"{format} of rows writes ({form})", original, ours, (a, b) =>
                {
                    // BinaryTablesTests: the name of a type is one string twice or two equal ones.
                    for (int again = 0; again < 3 && FormattedSets.Bytes(a, b) is not null; again++)
                        (a, b) = (original(), ours());
                    return FormattedSets.Bytes(a, b);
                },
                static e => IsTold(e, "half of a character"),
                static _ => true, static () => "");
        }
        return null;
    }

    static string? Values(DataTable table, Choices choices, TableRun run)
    {
        var format = choices.Of([.. Format.All]);
        return run.Differs($"a reader as a value of {format}", () => ReadRows.Rows(table.CreateDataReader()),
            () => ReadRows.Rows(format.Deserialize<IDataReader>(format.Serialize<IDataReader>(table.CreateDataReader()))), ReadRows.Same,
            static e =>
                IsTold(e, "cannot be serialized as a data contract", "is not a known type",
                    "is an interface, which XmlSerializer does not take", "has no form in JSON"), static _ => false, static () => "");
    }

    /// <summary>By the columns of the table.</summary>
    static string? Texts(DataTable table, Choices choices, TableRun run)
    {
        if (table.Columns.Count == 0)
            return null;
        (string name, Func<byte[]> write, Func<byte[], IDataReader> read) = choices.Below(3) switch
        {
            0 => ("CSV", (Func<byte[]>)(() => To(s => Tables.WriteCsvAsync(s, table.CreateDataReader()))),
                (Func<byte[], IDataReader>)(b =>
                    Tables.ReadCsvAsync(new MemoryStream(b), Schema(table)).AsTask().GetAwaiter().GetResult())),
            1 => ("lines of JSON", () => To(s => Tables.WriteJsonLinesAsync(s, table.CreateDataReader())),
                b => Tables.ReadJsonLinesAsync(new MemoryStream(b), Schema(table)).AsTask().GetAwaiter().GetResult()),
            _ => ("an array of JSON", () => To(s => Tables.WriteJsonAsync(s, table.CreateDataReader())),
                b => Tables.ReadJsonAsync(new MemoryStream(b), Schema(table)).AsTask().GetAwaiter().GetResult()),
        };
        return run.Differs($"rows through {name}", () => ReadRows.Rows(table.CreateDataReader()), () => ReadRows.Rows(read(write())),
            (a, b) => ReadRows.Same(a, AsTexts(table, (List<object[]>)a, (List<object[]>)b)),
            // docs/tables.md: arrays are written as Json.NET writes them, types of System.Data.SqlTypes as plain ones; no such column of a
            // reader takes them.
            static e =>
                IsTold(e, "has no form in JSON", "has no form in CSV", "half of a surrogate pair")
                    || e.Message.Contains("it is a NodeArray", StringComparison.Ordinal)
                    || e.Message.Contains(" is of type Sql", StringComparison.Ordinal), static _ => false, static () => "");
    }

    static bool IsTold(Exception e, params string[] told) =>
        e is NotSupportedException && told.Any(t => e.Message.Contains(t, StringComparison.Ordinal));

    /// <summary>
    /// docs/tables.md: a text does not say of which type a value of a column of objects was. That there is one, and each text, is compared.
    /// </summary>
    static List<object[]> AsTexts(DataTable table, List<object[]> theirs, List<object[]> ours)
    {
        var objects = table.Columns.Cast<DataColumn>().Where(static c => c.DataType == typeof(object)).Select(static c => c.Ordinal)
            .ToList();
        for (int i = 1; i < Math.Min(theirs.Count, ours.Count); i++)
            foreach (int c in objects)
                if (theirs[i][c] is not (string or DBNull) && ours[i][c] is not DBNull)
                    ours[i][c] = theirs[i][c];
        return ours;
    }

    static DataTable Schema(DataTable table)
    {
        var columns = new DataTable("Table");
        foreach (DataColumn column in table.Columns)
            columns.Columns.Add(column.ColumnName, column.DataType).DateTimeMode = column.DataType == typeof(DateTime)
                ? column.DateTimeMode
                : DataSetDateTime.UnspecifiedLocal;
        return columns;
    }

    static byte[] To(Func<Stream, Task> write)
    {
        var stream = new MemoryStream();
        write(stream).GetAwaiter().GetResult();
        return stream.ToArray();
    }
}
