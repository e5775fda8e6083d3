using System.Runtime.Serialization;
using System.Xml;

namespace Isomer.Fuzz.Targets;

/// <summary>Classes that stand for the framework's: they refuse with the framework's exceptions.</summary>
sealed class DropIn(string name, Language language, Func<IEnumerable<byte[]>> seeds, Action<byte[], bool> read, params Type[] refusals)
    : Target(name, language)
{
    public override IEnumerable<byte[]> Seeds => seeds();

    public override int Ways => 2;

    /// <summary>Of the class that keeps unknown elements as the typed reading of it.</summary>
    public override long MemoryBound(int length) =>
        Name is nameof(IsomerXmlSerializer) or nameof(ContractXmlSerializer) ? (300L * length) + (1 << 20) : base.MemoryBound(length);

    public override int Try(Input input, int way)
    {
        Refusal("drop-in", input.Array.Length, () =>
        {
            try
            {
                read(input.Array, way % 2 == 0);
            }
            catch (Exception e) when (e is not WireFormatException && refusals.Contains(e.GetType()))
            {
            }
        });
        return 1;
    }

    public static DropIn ContractXml() =>
        new("ContractXmlSerializer", Language.Xml,
            () => [Isomer.ContractXml.Serialize(Contract.Sample()),
                Isomer.ContractXml.Serialize(Contract.Sample(), new() { PreserveObjectReferences = true })],
        static (bytes, byStream) =>
        {
            if (byStream)
                Xml.Contract.ReadObject(new MemoryStream(bytes));
            else if (Reader(bytes) is { } reader)
                Xml.Contract.ReadObject(reader);
        }, typeof(SerializationException), typeof(XmlException));

    /// <summary>
    /// The framework's reader, which the user makes before ours sees a byte; null for the bytes over which it fails by an index of its own
    /// (a byte order mark and a byte).
    /// </summary>
    static XmlDictionaryReader? Reader(byte[] bytes)
    {
        try
        {
            return XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max);
        }
        catch (IndexOutOfRangeException)
        {
            return null;
        }
    }

    public static DropIn ContractBinary() =>
        new("ContractXmlSerializer.Binary", Language.BinaryXml,
            () => [Isomer.ContractXml.Serialize(Contract.Sample(), ContractXmlOptions.Binary)],
        static (bytes, _) => Xml.Contract.ReadObject(XmlDictionaryReader.CreateBinaryReader(bytes, XmlDictionaryReaderQuotas.Max)),
        typeof(SerializationException), typeof(XmlException));

    public static DropIn XmlSerializer() => new("IsomerXmlSerializer", Language.Xml, () => [Isomer.Xml.Serialize(Marked.Sample())],
        static (bytes, byStream) =>
        {
            if (byStream)
                Xml.Marked.Deserialize(new MemoryStream(bytes));
            else
                Xml.Marked.Deserialize(XmlReader.Create(new MemoryStream(bytes)));
        }, typeof(InvalidOperationException), typeof(XmlException));

    public static DropIn ContractJson() =>
        new("ContractJsonSerializer", Language.Json, () => [Isomer.ContractJson.Serialize(Plain.Sample())],
        static (bytes, byStream) =>
        {
            if (byStream)
                Xml.Json.ReadObject(new MemoryStream(bytes));
            else
                Xml.Json.ReadObject(JsonInfoset.CreateReader(bytes));
        }, typeof(SerializationException), typeof(XmlException));

    public static DropIn Infoset() =>
        new("JsonInfoset", Language.Json,
            () => [Isomer.ContractJson.Serialize(Plain.Sample()), """{"a":[1,"x",null,{"__type":"b","":true}]}"""u8.ToArray()],
        static (bytes, byStream) =>
        {
            using XmlDictionaryReader reader = byStream ? JsonInfoset.CreateReader(new Drip(bytes, 3)) : JsonInfoset.CreateReader(bytes);
            while (reader.Read())
                _ = (reader.Depth, reader.Name, reader.Value, reader.MoveToFirstAttribute() ? reader.Value : "", reader.MoveToElement());
        }, typeof(XmlException));

    static class Xml
    {
        public static readonly ContractXmlSerializer Contract = new(typeof(Contract));
        public static readonly IsomerXmlSerializer Marked = new(typeof(Marked));
        public static readonly ContractJsonSerializer Json = new(typeof(Plain));
    }
}
