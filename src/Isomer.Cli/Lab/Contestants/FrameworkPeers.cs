using System.Data;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Cli.Lab.Scenarios;

#pragma warning disable SYSLIB0011 // BinaryFormatter: here it reads only what it has just written
#pragma warning disable SYSLIB0038 // RemotingFormat.Binary: the article measured it
#pragma warning disable SYSLIB0050 // Type.IsSerializable
namespace Isomer.Cli.Lab.Contestants;

/// <summary>The forms in which DataContractSerializer and its JSON sibling write.</summary>
enum ContractForm { Xml, BinaryXml, Json, Infoset }

/// <summary>The data contract serializers.</summary>
sealed class DataContractPeer(ContractForm form) : LabPeer
{
    public override string Name => form switch
    {
        ContractForm.Xml => "DataContractSerializer",
        ContractForm.BinaryXml => "DataContractSerializer binary",
        ContractForm.Json => "DataContractJsonSerializer",
        _ => "JSON as XML infoset",
    };

    public override string Version => VersionOf(typeof(DataContractSerializer));

    public override string Options =>
        form switch
        {
            ContractForm.BinaryXml => "XmlDictionaryWriter.CreateBinaryWriter",
            ContractForm.Infoset => "JsonReaderWriterFactory",
            _ => "defaults"
        };

    /// <summary>The infoset is article 000's third form.</summary>
    public override bool TakesPart(LabCase @case) =>
        form != ContractForm.Infoset || @case.Id.StartsWith("datacontract", StringComparison.Ordinal);

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        T value = @case.Value;
        if (form is ContractForm.Xml or ContractForm.BinaryXml)
        {
            var xml = new DataContractSerializer(typeof(T), KnownTypes(@case));
            return form == ContractForm.Xml
                ? PeerCalls.OfStreams(s => xml.WriteObject(s, value), s => xml.ReadObject(s)!)
                : PeerCalls.OfStreams(s =>
                {
                    using var writer = XmlDictionaryWriter.CreateBinaryWriter(s, null, null, ownsStream: false);
                    xml.WriteObject(writer, value);
                }, s => xml.ReadObject(XmlDictionaryReader.CreateBinaryReader(s, XmlDictionaryReaderQuotas.Max))!) with
                { Read = bytes => xml.ReadObject(XmlDictionaryReader.CreateBinaryReader(bytes, XmlDictionaryReaderQuotas.Max))! };
        }
        var json = new DataContractJsonSerializer(typeof(T), KnownTypes(@case));
        if (form == ContractForm.Json)
            return PeerCalls.OfStreams(s => json.WriteObject(s, value), s => json.ReadObject(s)!);
        return new PeerCalls(() =>
        {
            using var reader =
                JsonReaderWriterFactory.CreateJsonReader(PeerCalls.Written(s => json.WriteObject(s, value)), XmlDictionaryReaderQuotas.Max);
            reader.Read();
            return Encoding.UTF8.GetBytes(reader.ReadOuterXml());
        }, bytes => json.ReadObject(XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max))!);
    }

    static Type[] KnownTypes(LabCase @case) =>
        [.. @case.Polymorphic ? (Type[])[typeof(class1), typeof(class2), typeof(baseclass)] : [], .. @case.CellTypes];
}

/// <summary>XmlSerializer, kept and used again, as its documentation says.</summary>
sealed class XmlSerializerPeer : LabPeer
{
    public override string Name => "XmlSerializer";

    public override string Version => VersionOf(typeof(XmlSerializer));

    public override (string Language, string Text)? SchemaOf<T>()
    {
        var schemas = new XmlSchemas();
        new XmlSchemaExporter(schemas).ExportTypeMapping(new XmlReflectionImporter().ImportTypeMapping(typeof(T)));
        var text = new StringWriter();
        schemas[0].Write(text);
        return ("XSD", text.ToString());
    }

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        T value = @case.Value;
        // With types it makes another assembly each time; without, it keeps the one that it made.
        var serializer = @case.CellTypes.Count == 0 ? new XmlSerializer(typeof(T)) : new XmlSerializer(typeof(T), [.. @case.CellTypes]);
        return PeerCalls.OfStreams(s => serializer.Serialize(s, value), s => serializer.Deserialize(s)!);
    }
}

/// <summary>BinaryFormatter, from its compatibility package; only here, and only on what it wrote itself.</summary>
sealed class BinaryFormatterPeer : LabPeer
{
    public override string Name => "BinaryFormatter";

    public override string Version => VersionOf(typeof(BinaryFormatter));

    public override string? WhyNot(LabCase @case) => @case.Type == typeof(DataSet) ? "takes part in its three forms: surrogate, binary, XML"
        : !@case.Type.IsSerializable ? $"{@case.Type.Name} is not [Serializable]" : null;

    public override PeerCalls For<T>(LabCase<T> @case) => Of(@case.Value);

    public static PeerCalls Of(object value) =>
        PeerCalls.OfStreams(s => new BinaryFormatter().Serialize(s, value), s => new BinaryFormatter().Deserialize(s));
}

/// <summary>DataSet's own XML: with its schema, and as a diffgram, which keeps row states.</summary>
sealed class DataSetXmlPeer : LabPeer
{
    public override string Name => "DataSet.WriteXml";

    public override string Version => VersionOf(typeof(DataSet));

    public override string Options => "schema, then diffgram";

    public override bool TakesPart(LabCase @case) => @case.Type == typeof(DataSet);

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        var set = (DataSet)(object)@case.Value;
        return PeerCalls.OfStreams(s =>
        {
            using var writer = XmlWriter.Create(s);
            writer.WriteStartElement("DataSet");
            set.WriteXmlSchema(writer);
            set.WriteXml(writer, XmlWriteMode.DiffGram);
            writer.WriteEndElement();
        }, s =>
        {
            using var reader = XmlReader.Create(s);
            reader.ReadStartElement("DataSet");
            var result = new DataSet();
            result.ReadXmlSchema(reader);
            result.ReadXml(reader, XmlReadMode.DiffGram);
            return result;
        });
    }
}
