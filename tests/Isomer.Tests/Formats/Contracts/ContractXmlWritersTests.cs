using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>ContractXmlSerializer in the place of DataContractSerializer, on every kind of XmlDictionaryWriter and XmlDictionaryReader.</summary>
public sealed class ContractXmlWritersTests
{
    public static TheoryData<string> Kinds => ["text", "binary", "binary with dictionary", "binary with session", "mtom"];

    sealed class Kind(string name)
    {
        readonly XmlDictionary _dictionary = Names();
        readonly XmlBinaryWriterSession _written = new NumberedSession();

        static XmlDictionary Names()
        {
            var names = new XmlDictionary();
            names.Add("Child");
            names.Add("urn:other");
            return names;
        }

        public byte[] Write(XmlObjectSerializer serializer, object? value)
        {
            using var stream = new MemoryStream();
            using var writer = name switch
            {
                "text" => XmlDictionaryWriter.CreateTextWriter(stream, Encoding.UTF8, ownsStream: false),
                "mtom" => XmlDictionaryWriter.CreateMtomWriter(stream, Encoding.UTF8, int.MaxValue, "info", "boundary", "urn:start", writeMessageHeaders: true, ownsStream: false),
                "binary" => XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false),
                "binary with dictionary" => XmlDictionaryWriter.CreateBinaryWriter(stream, _dictionary, null, ownsStream: false),
                _ => XmlDictionaryWriter.CreateBinaryWriter(stream, null, _written, ownsStream: false),
            };
            serializer.WriteObject(writer, value);
            writer.Flush();
            return stream.ToArray();
        }

        public object? Read(XmlObjectSerializer serializer, byte[] bytes)
        {
            var session = new XmlBinaryReaderSession();
            foreach (var (key, text) in ((NumberedSession)_written).Names)
                session.Add(key, text);
            using var reader = name switch
            {
                "text" => XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max),
                "mtom" => XmlDictionaryReader.CreateMtomReader(bytes, 0, bytes.Length, Encoding.UTF8, XmlDictionaryReaderQuotas.Max),
                "binary" => XmlDictionaryReader.CreateBinaryReader(bytes, XmlDictionaryReaderQuotas.Max),
                "binary with dictionary" => XmlDictionaryReader.CreateBinaryReader(bytes, 0, bytes.Length, _dictionary, XmlDictionaryReaderQuotas.Max),
                _ => XmlDictionaryReader.CreateBinaryReader(bytes, 0, bytes.Length, null, XmlDictionaryReaderQuotas.Max, session),
            };
            return serializer.ReadObject(reader);
        }
    }

    /// <summary>A session that tells its strings, as one that sends them ahead of a message would.</summary>
    sealed class NumberedSession : XmlBinaryWriterSession
    {
        public Dictionary<int, string> Names { get; } = [];

        public override bool TryAdd(XmlDictionaryString value, out int key)
        {
            if (!base.TryAdd(value, out key))
                return false;
            Names.Add(key, value.Value);
            return true;
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void TheOriginalReadsWhatWeWriteAndWeWhatItWrites(string name)
    {
        int count = 0;
        foreach (var value in CorpusValues.All().Where((_, i) => i % 4 == 0))
        {
            var kind = new Kind(name);
            var original = new DataContractSerializer(value.Type, value.KnownTypes);
            var ours = new ContractXmlSerializer(value.Type, value.KnownTypes);
            byte[] theirs, written;
            string expected;
            try
            {
                theirs = kind.Write(original, value.Value);
                expected = Text(original, kind.Read(original, theirs));
                written = kind.Write(ours, value.Value);
            }
            catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException or ArgumentException or XmlException)
            {
                continue;
            }
            count++;
            Assert.Equal((value.Name, expected), (value.Name, Text(original, kind.Read(original, written))));
            Assert.Equal((value.Name, expected), (value.Name, Text(original, kind.Read(ours, theirs))));
            if (name == "binary with session" && theirs.Length < 200)
                Assert.Equal((value.Name, theirs.Length), (value.Name, written.Length));
        }
        Assert.InRange(count, 150, int.MaxValue);
    }

    static string Text(XmlObjectSerializer serializer, object? value)
    {
        using var stream = new MemoryStream();
        serializer.WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }
}
