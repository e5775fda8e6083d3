using System.Data;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Tests.Core;
using Isomer.Tests.Differential;
using Isomer.Tests.Formats.OfNrbf;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.OfTables;

/// <summary>
/// Sets and tables as serializers carry them, as roots and as members: what is written, what is read of it, and of what somebody edited.
/// </summary>
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

    sealed record Form(string Name, Func<object, byte[]> Write, Func<byte[], Type, object?> Read, Func<object, byte[]> OriginalWrite,
        Func<byte[], Type, object?> OriginalRead);

    static readonly Form[] s_forms =
    [
        new("Xml", v => Xml.Serialize(v, v.GetType()), (b, t) => Xml.Deserialize(b, t),
            v => To(s => new XmlSerializer(v.GetType()).Serialize(s, v)), (b, t) => new XmlSerializer(t).Deserialize(new MemoryStream(b))),
        new("ContractXml", v => ContractXml.Serialize(v, v.GetType()), (b, t) => ContractXml.Deserialize(b, t),
            v => To(s => new DataContractSerializer(v.GetType()).WriteObject(s, v)),
            (b, t) => new DataContractSerializer(t).ReadObject(new MemoryStream(b))),
        new("ContractXml binary", v => ContractXml.Serialize(v, v.GetType(), ContractXmlOptions.Binary),
            (b, t) => ContractXml.Deserialize(b, t, ContractXmlOptions.Binary), WriteBinary, ReadBinary),
        new("ContractJson", v => ContractJson.Serialize(v, v.GetType()), (b, t) => ContractJson.Deserialize(b, t),
            v => To(s => new DataContractJsonSerializer(v.GetType()).WriteObject(s, v)),
            (b, t) => new DataContractJsonSerializer(t).ReadObject(new MemoryStream(b))),
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
            1 => new Holder
            {
                Set = set.GetType() == typeof(DataSet) ? set : null,
                Table = set.Tables.Count > 0 && set.Tables[0].GetType() == typeof(DataTable) ? set.Tables[0] : null,
                Behind = "b"
            },
            _ => set,
        };
        var type = value.GetType();
        byte[]? document = null;
        if (run.Differs($"{form.Name} writes", () => document = form.OriginalWrite(value), () => form.Write(value),
            (a, b) => WrittenDocuments.Bytes(a, b) is { } differs && !(form.Name == "Xml" && IsOfEmptyText(a, b, value)) ? differs : null,
            _ => false, _ => true, () => Shown(set)) is { } written)
            return written;
        if (document is null)
            return null;
        string? Known(object a, object b, byte[]? read = null) =>
            ButForWhite(
                () => ComputedAnew.Known(Difference(a, b), (a as Holder)?.Set ?? a, (b as Holder)?.Set ?? b,
                    read is not null && form.Name == "ContractJson"
                        ? Encoding.UTF8.GetBytes(System.Text.Json.JsonSerializer.Deserialize<string>(read)!)
                        : read));
        for (int edit = 0; edit < 3; edit++)
        {
            byte[] read = edit == 0 || form.Name == "ContractXml binary" ? document : Edited(document, form.Name, edit, choices);
            if (run.Differs(
                $"{form.Name} reads {(value is Holder ? "a member" : value is DataSet ? "a set" : "a table")}{(edit == 0 ? "" : ", edited")}",
                () => form.OriginalRead(edit > 0 ? Ended(read, form.Name) : read, type), () => form.Read(read, type),
                // A class that reads its rows by ReadXml without a mode infers from what somebody put before them, which ours leaves out.
                (a, b) =>
                    edit > 0 && (a is TableXmlTests.Generated || IsOfNil(b, read, form.Name))
                        ? null
                        : Known(a, b, read) is { } differs && !(edit > 0 && IsOfParts(form, read, type, (x, y) => Known(x, y, read)))
                            ? differs
                            : null,
                e => edit > 0 || IsOfAnotherTable(e), _ => true,
                () => $"\n{Encoding.UTF8.GetString(read[..Math.Min(read.Length, 6000)])}") is { } difference)
                return difference;
        }
        // NetDataContractSerializer is not here, but what it carries a set as is.
        return form.Name != "ContractXml"
            ? null
            : run.Differs("NetDataContract reads what it wrote", () => form.OriginalRead(document, type),
                () => ContractXml.Deserialize(ContractXml.Serialize(value, type, s_net), type, s_net),
            (a, b) => Known(a, b), IsOfAnotherTable, _ => true, () => Shown(set));
    }

    /// <summary>
    /// docs/xml.md: a text of nothing that a type writes by itself before elements keeps these on its line; ours indents them. So the
    /// original is asked again, by a writer to which it is none.
    /// </summary>
    static bool IsOfEmptyText(object theirs, object ours, object value)
    {
        byte[] Written(Func<Stream, XmlWriter> writer) => To(s =>
        {
            using var xml = writer(s);
            new XmlSerializer(value.GetType()).Serialize(xml, value);
        });
        return WrittenDocuments.Bytes(theirs, Written(LateTextWriter.Of)) is null
            && WrittenDocuments.Bytes(Written(static s => new LateTextWriter(s)), ours) is null;
    }

    /// <summary>docs/xml.md: what is nil is null, without its ReadXml.</summary>
    static bool IsOfNil(object? ours, byte[] document, string form)
    {
        if (ours is not null)
            return false;
        using var reader = XmlReader.Create(
            new StringReader(
                form == "ContractJson"
                    ? System.Text.Json.JsonSerializer.Deserialize<string>(document)!
                    : Encoding.UTF8.GetString(document)));
        return reader.MoveToContent() == XmlNodeType.Element
            && reader.GetAttribute("nil", "http://www.w3.org/2001/XMLSchema-instance")?.Trim() is "true" or "1";
    }

    /// <summary>
    /// docs/tables.md: at what stands between the parts of a DiffGram, where no writer puts anything, the framework stops reading it, and
    /// ours reads on. So it is asked again, of the document without that.
    /// </summary>
    static bool IsOfParts(Form form, byte[] document, Type type, Func<object, object, string?> differ)
    {
        bool isJson = form.Name == "ContractJson";
        string text = isJson ? System.Text.Json.JsonSerializer.Deserialize<string>(document)! : Encoding.UTF8.GetString(document);
        if (TableEdits.WithPartsAlone(text) is not { } bare)
            return false;
        byte[] again = isJson ? System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(bare) : Encoding.UTF8.GetBytes(bare);
        return Outcome.Of(() => form.OriginalRead(again, type)).Result is { } theirs && differ(theirs, form.Read(document, type)!) is null;
    }

    /// <summary>
    /// docs/tables.md: white space that the text of a row begins with is kept, which the framework loses where its reader shows it by
    /// itself.
    /// </summary>
    static string? ButForWhite(Func<string?> differ) =>
        TableDifference.ButFor(static (theirs, ours) => theirs == ours.TrimStart('\n', '\r', '\t', ' '), differ);

    static readonly ContractXmlOptions s_net = new() { NetDataContract = true };

    /// <summary>docs/open/17-tables.md: a table of a class of its own, alone, whose schema has what its set computes in it.</summary>
    static bool IsOfAnotherTable(Exception e) => e.Message.Contains("Carry the DataSet", StringComparison.Ordinal);

    /// <summary>
    /// docs/tables.md: at an empty element of a set, which its own writer never leaves, a contract serializer of the framework does not
    /// come back. So it has a start and an end for it.
    /// </summary>
    static byte[] Ended(byte[] document, string form)
    {
        bool isJson = form == "ContractJson";
        if (form == "Xml"
            || TableEdits.WithEnds(
                isJson
                    ? System.Text.Json.JsonSerializer.Deserialize<string>(document)!
                    : Encoding.UTF8.GetString(document)) is not { } ended)
            return document;
        return isJson ? System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(ended) : Encoding.UTF8.GetBytes(ended);
    }

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
        (Holder x, Holder y) =>
            Of(x.Set, y.Set) ?? Of(x.Table, y.Table) ?? (x.Behind == y.Behind ? null : $"behind: {x.Behind} and {y.Behind}"),
        _ => Of(a, b),
    };

    internal static string? Of(object? a, object? b) =>
        a is null || b is null
            ? ReferenceEquals(a, b) ? null : "null"
            : a is DataSet set ? TableDifference.Of(set, (DataSet)b) : TableDifference.Of((DataTable)a, (DataTable)b, true);
}

/// <summary>
/// BinaryFormatter's payloads of sets and tables, of both RemotingFormats, and SoapFormatter's envelopes of the same entries.
/// </summary>
sealed class FormattedSets(SerializationFormat remoting) : TableComparison
{
    static readonly NrbfOptions s_options = new() { KnownTypes = [typeof(DataSet), typeof(DataTable), .. EnumColumns.Types] };
    static readonly SoapOptions s_soap = new() { KnownTypes = s_options.KnownTypes, DateStyle = SoapDateStyle.KeepsKind };

    public override string Name => $"Nrbf and Soap, sets of RemotingFormat {remoting}";

    public override string? Compare(Choices choices, TableRun run)
    {
        bool isBinary = remoting == SerializationFormat.Binary;
        var set = Drawn(choices, isBinary ? BinaryTablesTests.Types : null, hasEnums: isBinary);
        if (Outcome.Of(() => set.RemotingFormat = remoting).Refusal is not null)
            return null;
        object value = set;
        if (choices.Once(4) && set.Tables.Count > 0)
        {
            var table = choices.Once(2) && WrittenDocuments.Alone(set).FirstOrDefault() is DataTable alone ? alone : set.Tables[0];
            value = table;
            table.RemotingFormat = remoting;
        }
        var type = value.GetType();
        byte[]? payload = null;
        // Halves of characters are refused.
        if (run.Differs("writes", () => payload = NrbfTests.Original(value), () => Nrbf.Serialize(value, type, s_options),
            (a, b) => Again(a, b, value),
            e =>
                e.Message.Contains("half of a character", StringComparison.Ordinal)
                    || AskedAgain.IsOfCircle(e, (value as DataSet ?? ((DataTable)value).DataSet)!, () => NrbfTests.Original(value),
                        () => Nrbf.Serialize(value, type, s_options), (a, b) => Again(a, b, value)), _ => true,
            () => Shown(set)) is { } written)
            return written;
        if (payload is null)
            return null;
        object? mine = null;
        var shape = choices.Once(2) ? s_options with { Convention = Convention.Fields.WithTier(ShapeTier.Reflection) } : s_options;
        if (run.Differs("reads", () => NrbfTests.Original(payload), () => mine = Nrbf.Deserialize(payload, type, shape), Known,
            e => IsStricter(e) || FullForms.IsHalfDone(e, set), _ => true, () => Shown(set)) is { } read)
            return read;
        if (mine is null)
            return null;
        return run.Differs("reads its envelope", () => mine,
            () => Soap.Deserialize(Soap.Serialize(value, type, s_soap), type, s_soap), Known, e => e is NotSupportedException,
            _ => false, () => Shown(set));
    }

    /// <summary>
    /// docs/nrbf.md: columns are of types that the framework takes in XML, which BinaryFormatter does not ask. docs/tables.md: constraints
    /// are checked, of a table alone too, whose set may have had them off; a computed column whose values overflow is told, where the
    /// framework leaves half of them.
    /// </summary>
    static bool IsStricter(Exception e) =>
        e.Message.Contains("is not allowed here", StringComparison.Ordinal)
            || e.Message.Contains("Failed to enable constraints", StringComparison.Ordinal)
            || e.Message.Contains("cannot be computed", StringComparison.Ordinal);

    static string? Known(object theirs, object ours) =>
        ComputedAnew.Known(CarriedSets.Of(theirs, ours), theirs, ours, "Original of ", "Current of ", "Proposed of ");

    /// <summary>
    /// BinaryTablesTests: the name of a type is one string twice or two equal ones, by what the collector has left of the runtime's caches.
    /// </summary>
    static string? Again(object original, object ours, object value)
    {
        for (int again = 0; again < 3 && Bytes(original, ours) is not null; again++)
            (original, ours) = (NrbfTests.Original(value), Nrbf.Serialize(value, value.GetType(), s_options));
        return Bytes(original, ours);
    }

    internal static string? Bytes(object a, object b) =>
        ((byte[])a).AsSpan().SequenceEqual((byte[])b)
            ? null
            : $"the bytes differ\nat {((byte[])a).AsSpan().CommonPrefixLength((byte[])b)}\n{Convert.ToHexString((byte[])a)}\n{Convert.ToHexString((byte[])b)}";
}

/// <summary>Formats of our own: a set comes back whole, by both tiers.</summary>
sealed class FullForms(string way) : TableComparison
{
    public override string Name => $"The full form in {way}";

    static readonly Convention s_reflected = EnumColumns.Plain.WithTier(ShapeTier.Reflection);
    static readonly JsonOptions s_json = new() { Convention = EnumColumns.Plain };
    static readonly CompactOptions s_compact = new() { Convention = EnumColumns.Plain };
    static readonly ProtobufOptions s_protobuf = new() { Convention = EnumColumns.Plain };

    public static IEnumerable<string> Ways => s_ways.Select(static w => w.Name);

    static readonly (string Name, Func<DataSet, DataSet?> Copy)[] s_ways =
    [
        ("Json", s => Json.Deserialize<DataSet>(Json.Serialize(s, s_json), s_json)),
        ("Json, reflected", s => Json.Deserialize<DataSet>(Json.Serialize(s, s_json), s_json with { Convention = s_reflected })),
        ("Compact", s => Compact.Deserialize<DataSet>(Compact.Serialize(s, s_compact), s_compact)),
        ("Compact, reflected",
            s => Compact.Deserialize<DataSet>(Compact.Serialize(s, s_compact), s_compact with { Convention = s_reflected })),
        ("a member of Json", s => Json.Deserialize<List<DataSet>>(Json.Serialize(new List<DataSet> { s }, s_json), s_json)![0]),
        ("Protobuf", s => Protobuf.Deserialize<DataSet>(Protobuf.Serialize(s, s_protobuf), s_protobuf)),
        ("DeepCopy", s => DeepCopy.Of(s, EnumColumns.Plain)),
        ("Json, of its class", s => (DataSet?)Json.Deserialize(Json.Serialize(s, s.GetType(), s_json), s.GetType(), s_json)),
        ("Compact, of its class",
            s => (DataSet?)Compact.Deserialize(Compact.Serialize(s, s.GetType(), s_compact), s.GetType(), s_compact)),
    ];

    public override string? Compare(Choices choices, TableRun run)
    {
        // A class that makes its own schema comes back as itself where it is declared.
        var set = way.EndsWith("of its class", StringComparison.Ordinal)
            ? Drawn(choices, hasEnums: true)
            : new RichTables(new DrawnRandom(choices), hasEnums: true).Set();
        // Some rows have no values at all, which no writer can show. (GetXml refuses some sets by their columns, before it comes to a row.)
        if (Outcome.Of(set.GetXml).Refusal is RowNotInTableException or VersionNotFoundException
            || set.Tables.Cast<DataTable>().Any(t => t.Rows.Cast<DataRow>().Any(r => r.RowState == DataRowState.Detached)))
            return null;
        var copy = Array.Find(s_ways, w => w.Name == way).Copy;
        return run.Differs(way, () => set, () => copy(set), Difference, e => IsOpen(e, set) || IsOfKeys(), _ => false, () => Shown(set));

        // docs/tables.md: a key of columns that cannot be compared. Without it the set comes back.
        bool IsOfKeys() =>
            EarlyRefusals.RemoveKeys(set) && Outcome.Of(() => copy(set)).Result is DataSet back && Difference(set, back) is null;
    }

    /// <summary>JSON has no NaN and no infinity (an option of its own).</summary>
    bool IsOpen(Exception e, DataSet set) =>
        IsHalfDone(e, set)
            || way.Contains("Json", StringComparison.Ordinal) && e.Message.Contains("has no form in JSON", StringComparison.Ordinal);

    /// <summary>
    /// docs/tables.md: what the framework leaves half done of a set that it refuses, and rows that no longer nest as their relations say:
    /// it makes no copy of the set either, or does not write it, or does not compute again what it has.
    /// </summary>
    internal static bool IsHalfDone(Exception e, DataSet set) =>
        ((string[])["cannot be computed", "containing a SimpleContent column", "A child row has multiple parents"]).Any(
            open => e.Message.Contains(open, StringComparison.Ordinal))
                && (Outcome.Of(set.Copy).Refusal ?? Outcome.Of(set.GetXml).Refusal) is not null
        || e.Message.Contains("cannot be computed", StringComparison.Ordinal) && !ComputedAnew.IsPossible(set);

    static string? Difference(object a, object b)
    {
        Unlink((DataSet)a, (DataSet)b);
        return ComputedAnew.Known(CarriedSets.Of(a, b), a, b, "Original of ", "Current of ", "Proposed of ");
    }

    /// <summary>
    /// docs/tables.md: a relation that was made without constraints, before a unique key of its parent columns, refers to that key when it
    /// is read, as one that is made behind it does.
    /// </summary>
    static void Unlink(DataSet theirs, DataSet ours)
    {
        foreach (var (original, copy) in theirs.Relations.Cast<DataRelation>().Zip(ours.Relations.Cast<DataRelation>()))
            if (original.ParentKeyConstraint is null && copy.ParentKeyConstraint is { } key
                && new HashSet<DataColumn>(key.Columns).SetEquals(copy.ParentColumns))
                s_parentKey.SetValue(copy, null);
    }

    static readonly System.Reflection.FieldInfo s_parentKey = typeof(DataRelation).GetField("_parentKeyConstraint",
        System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!;
}
