using System.ComponentModel;
using System.Data;
using System.Globalization;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Tests.Core;
using Isomer.Tests.Differential;
using Isomer.Tests.Formats.Nrbf;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.Tables;

/// <summary>What WriteXml writes of a set and of each of its tables, in every mode.</summary>
sealed class WrittenDocuments : TableComparison
{
    public override string Name => "DataXml, written";

    public override string? Compare(Choices choices, TableRun run)
    {
        var set = Drawn(choices);
        foreach (var mode in (XmlWriteMode[])[XmlWriteMode.IgnoreSchema, XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram])
            foreach (var (value, hierarchy) in set.Tables.Cast<IListSource>().SelectMany(t => ((IListSource, bool)[])[(t, false), (t, true)]).Prepend((set, false)))
            {
                var options = new DataXmlOptions { WriteMode = mode, WriteHierarchy = hierarchy };
                if (run.Differs($"{mode} of a {(value is DataSet ? "set" : "table")}{(hierarchy ? " with those below" : "")}", () => DataXmlTests.Original(value, options), () => DataXml.Serialize(value, options), Bytes, _ => false,
                    // See DataXmlTests: places of rows within rows of another table.
                    e => e is NullReferenceException, () => Shown(set)) is { } difference)
                    return difference;
            }
        return null;
    }

    internal static string? Bytes(object a, object b)
    {
        string text = Encoding.UTF8.GetString((byte[])a), other = Encoding.UTF8.GetString((byte[])b);
        if (((byte[])a).AsSpan().SequenceEqual((byte[])b))
            return null;
        int at = text.Zip(other).TakeWhile(p => p.First == p.Second).Count();
        return $"the bytes differ\nat {at}: {text[Math.Max(0, at - 200)..Math.Min(text.Length, at + 200)]}\n--- ours:\n{other[Math.Max(0, at - 200)..Math.Min(other.Length, at + 200)]}";
    }
}

/// <summary>What ReadXml reads in every mode, into nothing, the same columns, or the same rows; of documents as they were written, and edited.</summary>
sealed class ReadDocuments(XmlWriteMode form) : TableComparison
{
    public override string Name => $"DataXml, {form} read";

    public override string? Compare(Choices choices, TableRun run)
    {
        var set = Drawn(choices);
        if (Outcome.Of(() => DataXmlTests.Original(set, new DataXmlOptions { WriteMode = form })).Result is not byte[] written)
            return null;
        bool keepsRows = choices.Once(3);
        // Some of the framework's own clones break its rules for relations.
        bool hasLike = Outcome.Of(keepsRows ? set.Copy : set.Clone).Refusal is null;
        for (int edit = 0; edit < 3; edit++)
        {
            byte[] document = edit == 0 ? written : Encoding.UTF8.GetBytes(Edited(Encoding.UTF8.GetString(written), edit, choices));
            foreach (var mode in edit == 0 ? Enum.GetValues<XmlReadMode>() : [choices.Of(XmlReadMode.Auto, XmlReadMode.DiffGram, XmlReadMode.IgnoreSchema, XmlReadMode.ReadSchema, XmlReadMode.InferSchema, XmlReadMode.Fragment, XmlReadMode.InferTypedSchema)])
                foreach (bool isLike in edit == 0 ? (bool[])[true, false] : [choices.Once(2)])
                    if ((hasLike || !isLike) && Read(run, document, () => isLike ? keepsRows ? set.Copy() : set.Clone() : new DataSet("new"), $"{form} read by {mode} into {(!isLike ? "nothing" : keepsRows ? "its rows" : "its columns")}{(edit == 0 ? "" : ", edited")}", mode, edit > 0, set) is { } difference)
                        return difference;
            // A table alone has one mode.
            if (set.Tables.Count == 1 && hasLike && ReadTable(run, document, set, edit > 0) is { } other)
                return other;
        }
        return null;
    }

    static string Edited(string text, int times, Choices choices)
    {
        var edits = new TableEdits(choices, new DrawnRandom(choices));
        for (int i = 0; i < times && text.Length > 0; i++)
            text = edits.Edit(text);
        return text;
    }

    static bool IsOurs(Exception refusal) => refusal is WireFormatException { InnerException: null };

    static string? Read(TableRun run, byte[] document, Func<DataSet> target, string step, XmlReadMode mode, bool isEdited, DataSet set)
    {
        DataSet theirs = target(), ours = target();
        string Show() => $"\n{Encoding.UTF8.GetString(document[..Math.Min(document.Length, 4000)])}\n--- of{(isEdited ? Shown(set) : "")}";
        return run.Differs(step, () => theirs.ReadXml(new MemoryStream(document), mode), () => DataXml.Fill(ours, document, new DataXmlOptions { ReadMode = mode }),
            (a, b) => Equals(a, b) ? Known(TableDifference.Of(theirs, ours)) : $"understood as {b}, not {a}", e => isEdited && IsOurs(e), _ => false, Show);
    }

    /// <summary>docs/tables.md: the name of a cell's type, where a schema is inferred and it becomes a value, is that of the type that was found.</summary>
    static string? Known(string? difference) => difference?.Contains(" of InstanceType: ", StringComparison.Ordinal) == true ? null : difference;

    static string? ReadTable(TableRun run, byte[] document, DataSet set, bool isEdited)
    {
        if (Outcome.Of(set.Tables[0].Clone).Refusal is not null)
            return null;
        DataTable theirs = set.Tables[0].Clone(), ours = set.Tables[0].Clone();
        return run.Differs("into a table alone" + (isEdited ? ", edited" : ""), () => theirs.ReadXml(new MemoryStream(document)), () => DataXml.Fill(ours, document), (a, b) => Equals(a, b) ? Same() : $"understood as {b}, not {a}",
            e => isEdited && IsOurs(e), _ => false, () => $"\n{Encoding.UTF8.GetString(document[..Math.Min(document.Length, 4000)])}");

        // Text of nothing but white space: DataXmlTests.Text_of_white_space_in_a_table_is_kept.
        string? Same() => Cells(ours).Any(c => c is string text && text.Length > 0 && string.IsNullOrWhiteSpace(text)) ? null : TableDifference.Of(theirs, ours);
    }

    static IEnumerable<object> Cells(DataTable table) => table.Rows.Cast<DataRow>().SelectMany(r => ((DataRowVersion[])[DataRowVersion.Original, DataRowVersion.Current]).Where(r.HasVersion).SelectMany(v => table.Columns.Cast<DataColumn>().Select(c => r[c, v])));
}

/// <summary>Sets and tables as serializers carry them, as roots and as members: what is written, what is read of it, and of what somebody edited.</summary>
sealed class CarriedSets(string name) : TableComparison
{
    public override string Name => $"Sets in documents of {name}";

    public static IEnumerable<string> Forms => s_forms.Select(static f => f.Name);

    public sealed class Holder
    {
        public DataSet? Set { get; set; }

        public DataTable? Table { get; set; }

        public string? Behind { get; set; }
    }

    sealed record Form(string Name, Func<object, byte[]> Write, Func<byte[], Type, object?> Read, Func<object, byte[]> OriginalWrite, Func<byte[], Type, object?> OriginalRead);

    static readonly Form[] s_forms =
    [
        new("Xml", v => Isomer.Xml.Serialize(v, v.GetType()), (b, t) => Isomer.Xml.Deserialize(b, t), v => To(s => new XmlSerializer(v.GetType()).Serialize(s, v)), (b, t) => new XmlSerializer(t).Deserialize(new MemoryStream(b))),
        new("ContractXml", v => ContractXml.Serialize(v, v.GetType()), (b, t) => ContractXml.Deserialize(b, t), v => To(s => new DataContractSerializer(v.GetType()).WriteObject(s, v)), (b, t) => new DataContractSerializer(t).ReadObject(new MemoryStream(b))),
        new("ContractXml binary", v => ContractXml.Serialize(v, v.GetType(), ContractXmlOptions.Binary), (b, t) => ContractXml.Deserialize(b, t, ContractXmlOptions.Binary), WriteBinary, ReadBinary),
        new("ContractJson", v => ContractJson.Serialize(v, v.GetType()), (b, t) => ContractJson.Deserialize(b, t), v => To(s => new DataContractJsonSerializer(v.GetType()).WriteObject(s, v)), (b, t) => new DataContractJsonSerializer(t).ReadObject(new MemoryStream(b))),
    ];

    static byte[] To(Action<Stream> write)
    {
        var stream = new MemoryStream();
        write(stream);
        return stream.ToArray();
    }

    static byte[] WriteBinary(object value) => To(s =>
    {
        using var writer = XmlDictionaryWriter.CreateBinaryWriter(s, null, null, ownsStream: false);
        new DataContractSerializer(value.GetType()).WriteObject(writer, value);
    });

    static object? ReadBinary(byte[] bytes, Type type)
    {
        using var reader = XmlDictionaryReader.CreateBinaryReader(bytes, XmlDictionaryReaderQuotas.Max);
        return new DataContractSerializer(type).ReadObject(reader);
    }

    public override string? Compare(Choices choices, TableRun run)
    {
        var form = Array.Find(s_forms, f => f.Name == name)!;
        var set = Drawn(choices);
        object value = choices.Below(4) switch
        {
            0 when set.Tables.Count > 0 => set.Tables[0],
            1 => new Holder { Set = set.GetType() == typeof(DataSet) ? set : null, Table = set.Tables.Count > 0 && set.Tables[0].GetType() == typeof(DataTable) ? set.Tables[0] : null, Behind = "b" },
            _ => set,
        };
        var type = value.GetType();
        byte[]? document = null;
        if (run.Differs($"{form.Name} writes", () => document = form.OriginalWrite(value), () => form.Write(value), WrittenDocuments.Bytes, _ => false, _ => true, () => Shown(set)) is { } written)
            return written;
        if (document is null)
            return null;
        for (int edit = 0; edit < 3; edit++)
        {
            byte[] read = edit == 0 || form.Name == "ContractXml binary" ? document : Edited(document, form.Name, edit, choices);
            if (run.Differs($"{form.Name} reads {(value is Holder ? "a member" : value is DataSet ? "a set" : "a table")}{(edit == 0 ? "" : ", edited")}", () => form.OriginalRead(read, type), () => form.Read(read, type),
                // A class that reads its rows by ReadXml without a mode infers from what somebody put before them, which ours leaves out.
                (a, b) => edit > 0 && a is TableXmlTests.Generated ? null : Known(Difference(a, b), edit > 0),
                e => edit > 0 || IsOfAnotherTable(e), _ => true, () => $"\n{Encoding.UTF8.GetString(read[..Math.Min(read.Length, 6000)])}") is { } difference)
                return difference;
        }
        // NetDataContractSerializer is not here, but what it carries a set as is.
        return form.Name != "ContractXml" ? null : run.Differs("NetDataContract reads what it wrote", () => form.OriginalRead(document, type), () => ContractXml.Deserialize(ContractXml.Serialize(value, type, s_net), type, s_net),
            Difference, IsOfAnotherTable, _ => true, () => Shown(set));
    }

    /// <summary>docs/tables.md: at white space between the parts of a DiffGram, which no writer puts there, the framework stops reading it where the reader shows it that: errors of rows are lost, which ours reads.</summary>
    static string? Known(string? difference, bool isEdited) => isEdited && difference is not null && (difference.Contains(" error: ''", StringComparison.Ordinal) || difference.Contains("has errors: 'False'", StringComparison.Ordinal)
        || difference.Contains("columns in error: ''", StringComparison.Ordinal)) ? null : difference;

    static readonly ContractXmlOptions s_net = new() { NetDataContract = true };

    /// <summary>docs/open/17-tables.md: a table of a class of its own, alone, whose schema has what its set computes in it.</summary>
    static bool IsOfAnotherTable(Exception e) => e.Message.Contains("Carry the DataSet", StringComparison.Ordinal);

    static byte[] Edited(byte[] document, string form, int times, Choices choices)
    {
        string text = Encoding.UTF8.GetString(document);
        bool isJson = form == "ContractJson";
        if (isJson)
        {
            if (System.Text.Json.Nodes.JsonNode.Parse(text) is not System.Text.Json.Nodes.JsonValue value)
                return document;
            text = value.GetValue<string>();
        }
        var edits = new TableEdits(choices, new DrawnRandom(choices));
        for (int i = 0; i < times && text.Length > 0; i++)
            text = edits.Edit(text);
        return isJson ? System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(text) : Encoding.UTF8.GetBytes(text);
    }

    static string? Difference(object a, object b) => (a, b) switch
    {
        (Holder x, Holder y) => Of(x.Set, y.Set) ?? Of(x.Table, y.Table) ?? (x.Behind == y.Behind ? null : $"behind: {x.Behind} and {y.Behind}"),
        _ => Of(a, b),
    };

    internal static string? Of(object? a, object? b) => a is null || b is null ? ReferenceEquals(a, b) ? null : "null" : a is DataSet set ? TableDifference.Of(set, (DataSet)b) : TableDifference.Of((DataTable)a, (DataTable)b, true);
}

/// <summary>BinaryFormatter's payloads of sets and tables, of both RemotingFormats, and SoapFormatter's envelopes of the same entries.</summary>
sealed class FormattedSets(SerializationFormat remoting) : TableComparison
{
    static readonly NrbfOptions s_options = new() { KnownTypes = [typeof(DataSet), typeof(DataTable)] };
    static readonly SoapOptions s_soap = new() { KnownTypes = [typeof(DataSet), typeof(DataTable)], DateStyle = SoapDateStyle.KeepsKind };

    public override string Name => $"Nrbf and Soap, sets of RemotingFormat {remoting}";

    public override string? Compare(Choices choices, TableRun run)
    {
        var set = Drawn(choices, remoting == SerializationFormat.Binary ? BinaryTablesTests.Types : null);
        if (Outcome.Of(() => set.RemotingFormat = remoting).Refusal is not null)
            return null;
        object value = set;
        if (choices.Once(4) && set.Tables.Count > 0)
        {
            value = set.Tables[0];
            set.Tables[0].RemotingFormat = remoting;
        }
        var type = value.GetType();
        byte[]? payload = null;
        // Halves of characters are refused.
        if (run.Differs("writes", () => payload = NrbfTests.Original(value), () => Isomer.Nrbf.Serialize(value, type, s_options), (a, b) => Again(a, b, value), e => e.Message.Contains("half of a character", StringComparison.Ordinal), _ => true, () => Shown(set)) is { } written)
            return written;
        if (payload is null)
            return null;
        object? mine = null;
        var shape = choices.Once(2) ? s_options with { Convention = Convention.Fields.WithTier(ShapeTier.Reflection) } : s_options;
        if (run.Differs("reads", () => NrbfTests.Original(payload), () => mine = Isomer.Nrbf.Deserialize(payload, type, shape), CarriedSets.Of, IsStricter, _ => true, () => Shown(set)) is { } read)
            return read;
        if (mine is null)
            return null;
        return run.Differs("reads its envelope", () => mine, () => Isomer.Soap.Deserialize(Isomer.Soap.Serialize(value, type, s_soap), type, s_soap), CarriedSets.Of, e => e is NotSupportedException, _ => false, () => Shown(set));
    }

    /// <summary>
    /// docs/nrbf.md: columns are of types that the framework takes in XML, which BinaryFormatter does not ask. docs/tables.md: constraints are checked, of a table alone too, whose set may have had them off; a computed column whose
    /// values overflow is told, where the framework leaves half of them.
    /// </summary>
    static bool IsStricter(Exception e) => e.Message.Contains("is not allowed here", StringComparison.Ordinal) || e.Message.Contains("Failed to enable constraints", StringComparison.Ordinal) || e.Message.Contains("cannot be computed", StringComparison.Ordinal);

    /// <summary>BinaryTablesTests: the name of a type is one string twice or two equal ones, by what the collector has left of the runtime's caches.</summary>
    static string? Again(object original, object ours, object value)
    {
        for (int again = 0; again < 3 && Bytes(original, ours) is not null; again++)
            (original, ours) = (NrbfTests.Original(value), Isomer.Nrbf.Serialize(value, value.GetType(), s_options));
        return Bytes(original, ours);
    }

    static string? Bytes(object a, object b) => ((byte[])a).AsSpan().SequenceEqual((byte[])b) ? null : $"the bytes differ\nat {((byte[])a).AsSpan().CommonPrefixLength((byte[])b)}\n{Convert.ToHexString((byte[])a)}\n{Convert.ToHexString((byte[])b)}";
}

/// <summary>Formats of our own: a set comes back whole, by both tiers.</summary>
sealed class FullForms(string way) : TableComparison
{
    public override string Name => $"The full form in {way}";

    public static IEnumerable<string> Ways => s_ways.Select(static w => w.Name);

    static readonly (string Name, Func<DataSet, DataSet?> Copy)[] s_ways =
    [
        ("Json", s => Json.Deserialize<DataSet>(Json.Serialize(s))),
        ("Json, reflected", s => Json.Deserialize<DataSet>(Json.Serialize(s), new JsonOptions { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) })),
        ("Compact", s => Compact.Deserialize<DataSet>(Compact.Serialize(s))),
        ("Compact, reflected", s => Compact.Deserialize<DataSet>(Compact.Serialize(s), new CompactOptions { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) })),
        ("a member of Json", s => Json.Deserialize<List<DataSet>>(Json.Serialize(new List<DataSet> { s }))![0]),
        ("Protobuf", s => Protobuf.Deserialize<DataSet>(Protobuf.Serialize(s))),
        ("DeepCopy", s => DeepCopy.Of(s)),
    ];

    public override string? Compare(Choices choices, TableRun run)
    {
        var set = new RichTables(new DrawnRandom(choices)).Set();
        var copy = Array.Find(s_ways, w => w.Name == way).Copy;
        return run.Differs(way, () => set, () => copy(set), Difference, IsOpen, _ => false, () => Shown(set));
    }

    /// <summary>docs/open/17-tables.md: what the framework leaves half done of a set that it refuses, and what it inherits.</summary>
    static bool IsOpen(Exception e) => e.Message.Contains("cannot be computed", StringComparison.Ordinal) || e.Message.Contains("containing a SimpleContent column", StringComparison.Ordinal);

    static string? Difference(object a, object b) =>
        CarriedSets.Of(a, b) is { } difference && !((string[])["parent key: ", "Proposed of "]).Any(open => difference.Contains(open, StringComparison.Ordinal)) ? difference : null;
}

/// <summary>Rows of each table of a set through the readers that hold a part of it in memory: what comes out is what the table's own reader shows.</summary>
sealed class ReadRows : TableComparison
{
    public override string Name => "Rows through readers";

    public override string? Compare(Choices choices, TableRun run)
    {
        var set = new RichTables(new DrawnRandom(choices)).Set();
        byte[]? payload = null;
        if (Outcome.Of(() => set.RemotingFormat = SerializationFormat.Binary).Refusal is null && set.GetType() == typeof(DataSet))
            payload = Outcome.Of(() => Isomer.Nrbf.Serialize(set, typeof(DataSet))).Result as byte[];
        foreach (DataTable table in payload is null ? [] : set.Tables.Cast<DataTable>().Where(t => set.Tables.Cast<DataTable>().Count(o => o.TableName == t.TableName) == 1))
            if (run.Differs("Nrbf's rows", () => NrbfRowsTests.Current(table), () => Rows(NrbfRowsTests.Read(payload!, table.TableName)), Same, static _ => false, static _ => false, () => Shown(set)) is { } differs)
                return differs;
        // Rows within rows come in the order of the document.
        bool isNested = set.Relations.Cast<DataRelation>().Any(static r => r.Nested);
        foreach (SerializationFormat form in payload is null ? (SerializationFormat[])[] : [SerializationFormat.Binary, SerializationFormat.Xml])
        {
            set.RemotingFormat = form;
            // What has no form in XML, and halves of characters, are refused.
            if (Outcome.Of(() => Isomer.Soap.Serialize(set, typeof(DataSet), SoapRowsTests.Options)).Result is byte[] envelope && Outcome.Of(() => Isomer.Soap.Deserialize(envelope, typeof(DataSet), SoapRowsTests.Options)).Result is DataSet back)
                foreach (DataTable table in back.Tables.Cast<DataTable>().Where(t => t.Columns.Count > 0 && back.Tables.Cast<DataTable>().Count(o => o.TableName == t.TableName) == 1))
                    if (run.Differs($"Soap's rows, {form}", () => NrbfRowsTests.Current(table), () => Rows(SoapRowsTests.Read(envelope, table.TableName)), isNested && form == SerializationFormat.Xml ? SameInAnyOrder : Same, static _ => false, static _ => false, () => Shown(set)) is { } of)
                        return of;
        }
        foreach (var mode in (XmlWriteMode[])[XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram, XmlWriteMode.IgnoreSchema])
            if (Documents(set, mode, run) is { } document)
                return document;
        foreach (DataTable table in set.Tables)
            if (run.Differs("Compact's frames", () => Rows(table.CreateDataReader()), () => Rows(ByFrames(table)), Same, static _ => false, static _ => false, () => Shown(set)) is { } difference)
                return difference;
        return null;
    }

    /// <summary>
    /// The rows of each table of a document, as the framework's ReadXml makes them. docs/tables.md: what is computed has what the document says, but for a key that rows within have from their row, and what counts by itself is null where a row brings no number.
    /// </summary>
    static string? Documents(DataSet set, XmlWriteMode mode, TableRun run)
    {
        if (Outcome.Of(() => DataXmlTests.Original(set, new DataXmlOptions { WriteMode = mode })).Result is not byte[] document || Outcome.Of(set.Clone).Refusal is not null)
            return null;
        DataSet theirs = mode == XmlWriteMode.WriteSchema ? new DataSet() : set.Clone();
        theirs.EnforceConstraints = false;
        if (Outcome.Of(() => theirs.ReadXml(new MemoryStream(document), mode == XmlWriteMode.WriteSchema ? XmlReadMode.ReadSchema : mode == XmlWriteMode.DiffGram ? XmlReadMode.DiffGram : XmlReadMode.IgnoreSchema)).Refusal is not null)
            return null;
        // Rows within rows come in the order of the document.
        bool isNested = theirs.Relations.Cast<DataRelation>().Any(static r => r.Nested);
        foreach (DataTable table in theirs.Tables.Cast<DataTable>().Where(t => t.Columns.Count > 0 && t.Rows.Count > 0 && theirs.Tables.Cast<DataTable>().Count(o => o.TableName == t.TableName) == 1))
        {
            var compared = table.Columns.Cast<DataColumn>().Where(c => !c.AutoIncrement && (c.Expression.Length == 0 || Isomer.Tabular.HeldExpressions.KeysOfNested(table).Contains(c))).Select(static c => c.Ordinal).ToArray();
            if (run.Differs($"rows of a document, {mode}", () => Chosen(NrbfRowsTests.Current(table), compared),
                () => Chosen(Rows((mode == XmlWriteMode.WriteSchema ? Isomer.Tables.ReadXmlAsync(new MemoryStream(document), table.TableName) : Isomer.Tables.ReadXmlAsync(new MemoryStream(document), set.Clone().Tables[table.TableName, table.Namespace]!)).AsTask().GetAwaiter().GetResult()), compared),
                isNested ? SameInAnyOrder : Same, static _ => false, static _ => false, () => $"\n{Encoding.UTF8.GetString(document)}{Shown(set)}") is { } difference)
                return difference;
        }
        return null;
    }

    static List<object[]> Chosen(List<object[]> rows, int[] columns) => rows.ConvertAll(r => Array.ConvertAll(columns, c => r[c]));

    static IDataReader ByFrames(DataTable table)
    {
        var stream = new MemoryStream();
        Isomer.Tables.WriteCompactAsync(stream, table.CreateDataReader()).GetAwaiter().GetResult();
        stream.Position = 0;
        return Isomer.Tables.ReadCompactAsync(stream).AsTask().GetAwaiter().GetResult();
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

    /// <summary>Readers that hold no DataTable show nulls of System.Data.SqlTypes as any others, and -0.0 as what it is. The culture of a SqlString is the reader's.</summary>
    static object Plain(object value) => value is System.Data.SqlTypes.INullable { IsNull: true } ? DBNull.Value : value is System.Data.SqlTypes.SqlString text ? text.Value : value is 0.0 ? 0.0 : value is 0f ? 0f : value;

    /// <summary>The same rows, those within others in the order of the document.</summary>
    static string? SameInAnyOrder(object a, object b) => Same(Ordered((List<object[]>)a), Ordered((List<object[]>)b));

    static List<object[]> Ordered(List<object[]> rows) =>
        [rows[0], .. rows.Skip(1).OrderBy(static r => string.Join('\0', r.Select(static v => Plain(v) is byte[] bytes ? Convert.ToHexString(bytes) : Plain(v) is char[] text ? new string(text) : Convert.ToString(Plain(v), CultureInfo.InvariantCulture))), StringComparer.Ordinal)];

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
