using System.Data;
using System.Runtime.Serialization.Formatters.Binary;

namespace Isomer.Bench.Peers;

#pragma warning disable SYSLIB0011, SYSLIB0038 // obsolete: the formats that people are leaving
/// <summary>BinaryFormatter over a DataSet whose RemotingFormat is Binary, its small form, or Xml, its default.</summary>
public sealed class DataSetBinaryFormatter(SerializationFormat format) : Peer
{
    public const string Binary = "BinaryFormatter Binary";
    public const string Xml = "BinaryFormatter Xml";

    static DataSetBinaryFormatter()
    {
        AppContext.SetSwitch("System.Runtime.Serialization.EnableUnsafeBinaryFormatterSerialization", true);
        AppContext.SetSwitch("Switch.System.Data.AllowUnsafeSerializationFormatBinary", true);
    }

    public override string Name => format == SerializationFormat.Binary ? Binary : Xml;

    public override string Version => VersionOf(typeof(BinaryFormatter));

    public override Contestant? For<T>(Case<T> @case)
    {
        if (@case.Value is not DataSet value)
            return null;
        return new(Name, Version, () => Write(value), bytes => new BinaryFormatter().Deserialize(new MemoryStream(bytes)), @case.Verify);
    }

    byte[] Write(DataSet set)
    {
        set.RemotingFormat = format;
        var stream = new MemoryStream();
        new BinaryFormatter().Serialize(stream, set);
        return stream.ToArray();
    }
}

/// <summary>DataSet's own XML: its schema, then its rows with their states as a DiffGram.</summary>
public sealed class DataSetXml : Peer
{
    public const string Id = "WriteXml";

    public override string Name => Id;

    public override string Version => VersionOf(typeof(DataSet));

    public override Contestant? For<T>(Case<T> @case) =>
        @case.Value is DataSet value ? new(Name, Version, () => Write(value), Read, @case.Verify) : null;

    static byte[] Write(DataSet set)
    {
        var stream = new MemoryStream();
        stream.Write(new byte[sizeof(int)]);
        set.WriteXmlSchema(stream);
        int schema = (int)stream.Length - sizeof(int);
        set.WriteXml(stream, XmlWriteMode.DiffGram);
        byte[] bytes = stream.ToArray();
        BitConverter.TryWriteBytes(bytes, schema);
        return bytes;
    }

    static object Read(byte[] bytes)
    {
        int schema = BitConverter.ToInt32(bytes);
        var set = new DataSet();
        set.ReadXmlSchema(new MemoryStream(bytes, sizeof(int), schema));
        set.ReadXml(new MemoryStream(bytes, sizeof(int) + schema, bytes.Length - sizeof(int) - schema), XmlReadMode.DiffGram);
        return set;
    }
}

/// <summary>Isomer's Json in the form of rows.</summary>
public sealed class JsonRows : Peer
{
    public const string Id = "Isomer Json rows";

    static readonly JsonOptions s_options = new() { Tables = TableForm.Rows };

    public override string Name => Id;

    public override string Version => VersionOf(typeof(Json));

    public override Contestant? For<T>(Case<T> @case)
    {
        T value = @case.Value;
        return new(Name, Version, () => Json.Serialize(value, s_options), bytes => Json.Deserialize<T>(bytes, s_options), @case.Verify);
    }
}
