using System.Data;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using System.Xml;
using Isomer.Cli.Lab.Data;
using Isomer.Cli.Lab.Scenarios;

#pragma warning disable SYSLIB0011 // BinaryFormatter: here it reads only what it has just written
#pragma warning disable SYSLIB0038 // RemotingFormat.Binary: the article measured it
#pragma warning disable SYSLIB0050, SYSLIB0051 // what typed DataSets are made of
namespace Isomer.Cli.Lab.Contestants;

/// <summary>How a DataSet goes through BinaryFormatter: as the surrogate of article 002, or by one of its two formats of its own.</summary>
enum DataSetForm { Surrogate, Binary, Xml }

/// <summary>
/// The three ways of article 002, and what its readers asked about: columns whose dates have no zone (DateTimeMode), and typed DataSets
/// with their schema in the payload and without (SchemaSerializationMode).
/// </summary>
/// <param name="schema">Of a typed DataSet; null for an untyped one.</param>
sealed class DataSetPeer(DataSetForm form, bool hasPlainDates = false, SchemaSerializationMode? schema = null) : LabPeer
{
    public static IReadOnlyList<DataSetPeer> All { get; } =
    [
        new(DataSetForm.Surrogate), new(DataSetForm.Binary), new(DataSetForm.Xml),
        new(DataSetForm.Binary, hasPlainDates: true), new(DataSetForm.Xml, hasPlainDates: true),
        new(DataSetForm.Binary, schema: SchemaSerializationMode.IncludeSchema),
        new(DataSetForm.Binary, schema: SchemaSerializationMode.ExcludeSchema),
        new(DataSetForm.Xml, schema: SchemaSerializationMode.IncludeSchema),
        new(DataSetForm.Xml, schema: SchemaSerializationMode.ExcludeSchema),
    ];

    public override string Name =>
        $"BinaryFormatter {(form == DataSetForm.Xml ? "XML" : form == DataSetForm.Binary ? "binary" : "surrogate")}"
        + (hasPlainDates ? ", dates unspecified" : "")
        + (schema is null ? "" : schema == SchemaSerializationMode.IncludeSchema ? ", typed" : ", typed, without schema");

    public override string Version => VersionOf(typeof(BinaryFormatter));

    public override string Options =>
        (form switch { DataSetForm.Xml => "RemotingFormat.Xml", DataSetForm.Binary => "RemotingFormat.Binary", _ => "columns as arrays" })
        + (hasPlainDates ? ", DataSetDateTime.Unspecified" : "") + (schema is null ? "" : $", SchemaSerializationMode.{schema}");

    public override bool IsVariant => hasPlainDates || schema is not null;

    /// <summary>A class for a schema is generated beforehand: there is one for the lab's own table.</summary>
    public override bool TakesPart(LabCase @case) => @case.Type == typeof(DataSet) && (schema is null || char.IsAsciiDigit(@case.Id[^1]));

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        var set = (DataSet)(object)@case.Value;
        if (form == DataSetForm.Surrogate)
        {
            return PeerCalls.OfStreams(s => new BinaryFormatter().Serialize(s, new DataSetSurrogate(set)),
                s => ((DataSetSurrogate)new BinaryFormatter().Deserialize(s)).ToDataSet());
        }
        DataSet copy = schema is { } mode ? TypedWideSet.Of(set, mode) : hasPlainDates ? WithPlainDates(set) : set.Copy();
        copy.RemotingFormat = form == DataSetForm.Binary ? SerializationFormat.Binary : SerializationFormat.Xml;
        PeerCalls calls = BinaryFormatterPeer.Of(copy);
        return schema is null ? calls : calls with { Back = read => ((TypedWideSet)read).ToUntyped() };
    }

    static DataSet WithPlainDates(DataSet set)
    {
        DataSet copy = set.Clone();
        foreach (DataColumn column in copy.Tables.Cast<DataTable>().SelectMany(t => t.Columns.Cast<DataColumn>())
            .Where(c => c.DataType == typeof(DateTime)))
            column.DateTimeMode = DataSetDateTime.Unspecified;
        copy.Merge(set, preserveChanges: true, MissingSchemaAction.Ignore);
        return copy;
    }
}

/// <summary>The lab's table as a typed DataSet: what a designer generates, as far as it is for serializers.</summary>
[Serializable]
sealed class TypedWideSet : DataSet
{
    SchemaSerializationMode _mode = SchemaSerializationMode.IncludeSchema;

    /// <summary>Only a class that has its schema itself may leave it out.</summary>
    public override SchemaSerializationMode SchemaSerializationMode
    {
        get => _mode;
        set => _mode = value;
    }

    public TypedWideSet()
    {
        Locale = System.Globalization.CultureInfo.InvariantCulture;
        AddColumns();
    }

    /// <summary>The base reads the binary form; of XML the class reads the schema, where there is one, and the rows.</summary>
    TypedWideSet(SerializationInfo info, StreamingContext context) : base(info, context, ConstructSchema: false)
    {
        if (IsBinarySerialized(info, context))
            return;
        if (DetermineSchemaSerializationMode(info, context) == SchemaSerializationMode.IncludeSchema)
        {
            using var text = new StringReader((string)info.GetValue("XmlSchema", typeof(string))!);
            using var reader = XmlReader.Create(text);
            ReadXmlSchema(reader);
        }
        else if (Tables.Count == 0)
        {
            // Where the base has not called for them already, as of a payload without a schema it does.
            AddColumns();
        }
        GetSerializationData(info, context);
    }

    /// <summary>Without a schema in the payload the class has it.</summary>
    protected override void InitializeDerivedDataSet() => AddColumns();

    void AddColumns()
    {
        DataSetName = "NewDataSet";
        DataTable table = Tables.Add("Table");
        foreach (var (name, type) in WideRows.Columns)
            table.Columns.Add(name, ClrColumns.TypeOf(type));
    }

    public static TypedWideSet Of(DataSet set, SchemaSerializationMode mode)
    {
        var typed = new TypedWideSet { SchemaSerializationMode = mode };
        typed.Merge(set, preserveChanges: true, MissingSchemaAction.Error);
        return typed;
    }

    public DataSet ToUntyped()
    {
        var set = new DataSet(DataSetName) { Locale = System.Globalization.CultureInfo.InvariantCulture };
        set.Merge(this, preserveChanges: true, MissingSchemaAction.Add);
        return set;
    }
}

/// <summary>Our binary form: the bytes of RemotingFormat.Binary.</summary>
sealed class NrbfSetPeer : LabPeer
{
    public override string Name => "Isomer Nrbf binary";

    public override string Version => VersionOf(typeof(Format));

    public override string Options => "RemotingFormat.Binary";

    public override bool IsOurs => true;

    public override bool TakesPart(LabCase @case) => @case.Type == typeof(DataSet);

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        DataSet copy = ((DataSet)(object)@case.Value).Copy();
        copy.RemotingFormat = SerializationFormat.Binary;
        return new PeerCalls(() => Nrbf.Serialize(copy), bytes => Nrbf.Deserialize<DataSet>(bytes)!)
        {
            WriteStream = s => Nrbf.Serialize(s, copy),
            ReadStream = s => Nrbf.Deserialize<DataSet>(s)!,
        };
    }
}

/// <summary>Our WriteXml: schema and rows. Rows that are read are new ones, so they are accepted, as everybody does it.</summary>
sealed class DataXmlPeer : LabPeer
{
    static readonly DataXmlOptions s_options = new() { WriteMode = XmlWriteMode.WriteSchema };

    public override string Name => "Isomer DataXml";

    public override string Version => VersionOf(typeof(Format));

    public override string Options => "XmlWriteMode.WriteSchema, AcceptChanges";

    public override bool IsOurs => true;

    public override bool TakesPart(LabCase @case) => @case.Type == typeof(DataSet);

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        var set = (DataSet)(object)@case.Value;
        return new PeerCalls(() => DataXml.Serialize(set, s_options), bytes =>
        {
            var read = DataXml.Deserialize<DataSet>(bytes)!;
            read.AcceptChanges();
            return read;
        });
    }
}
