using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>The drop-in's depth is 64 unless its options say another one, in every way in which it writes and reads.</summary>
public class ContractDepthTests
{
    [DataContract(Namespace = "urn:n")]
    public class Chain
    {
        [DataMember] public Chain? Next { get; set; }
    }

    static Chain Of(int depth)
    {
        var value = new Chain();
        for (int i = 1; i < depth; i++)
            value = new Chain { Next = value };
        return value;
    }

    static int DepthOf(object? value)
    {
        int depth = 0;
        for (var at = (Chain?)value; at is not null; at = at.Next)
            depth++;
        return depth;
    }

    static readonly (string Name, Func<MemoryStream, XmlDictionaryWriter?> Writer, Func<MemoryStream, XmlReader?> Reader)[] s_ways =
    [
        ("stream", _ => null, _ => null),
        ("XmlWriter", s => XmlDictionaryWriter.CreateDictionaryWriter(XmlWriter.Create(s)), s => XmlReader.Create(s)),
        ("text dictionary", s => XmlDictionaryWriter.CreateTextWriter(s, Encoding.UTF8, false),
            s => XmlDictionaryReader.CreateTextReader(s, XmlDictionaryReaderQuotas.Max)),
        ("binary dictionary", s => XmlDictionaryWriter.CreateBinaryWriter(s),
            s => XmlDictionaryReader.CreateBinaryReader(s, XmlDictionaryReaderQuotas.Max)),
    ];

    static byte[] Write(XmlObjectSerializer serializer, object value, Func<MemoryStream, XmlDictionaryWriter?> way, bool plain)
    {
        var stream = new MemoryStream();
        using var writer = way(stream);
        if (writer is null)
            serializer.WriteObject(stream, value);
        else if (plain)
            serializer.WriteObject((XmlWriter)writer, value);
        else
            serializer.WriteObject(writer, value);
        writer?.Flush();
        return stream.ToArray();
    }

    static object? Read(XmlObjectSerializer serializer, byte[] bytes, Func<MemoryStream, XmlReader?> way, bool plain)
    {
        var stream = new MemoryStream(bytes);
        using var reader = way(stream);
        return reader is null
            ? serializer.ReadObject(stream)
            : plain || reader is not XmlDictionaryReader dictionary ? serializer.ReadObject(reader) : serializer.ReadObject(dictionary);
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void It_is_an_option(ShapeTier tier)
    {
        var convention = Convention.DataContract.WithTier(tier);
        var usual = new ContractXmlSerializer(typeof(Chain), new ContractXmlOptions { Convention = convention });
        var deep = new ContractXmlSerializer(typeof(Chain),
            new ContractXmlOptions { Convention = convention, Limits = new Limits { MaxDepth = 200 } });
        var original = new DataContractSerializer(typeof(Chain));
        foreach (var (name, writer, reader) in s_ways)
        {
            foreach (bool plain in (bool[])[false, true])
            {
                byte[] bytes = Write(original, Of(100), writer, plain);
                Assert.Equal(bytes, Write(deep, Of(100), writer, plain));
                Assert.Equal(100, DepthOf(Read(deep, bytes, reader, plain)));
                Assert.True(Record.Exception(() => Write(usual, Of(100), writer, plain)) is SerializationException,
                    $"{name} writes beyond its depth");
                Assert.True(Record.Exception(() => Read(usual, bytes, reader, plain)) is SerializationException,
                    $"{name} reads beyond its depth");
                Assert.Equal(60, DepthOf(Read(usual, Write(usual, Of(60), writer, plain), reader, plain)));
                Assert.True(Record.Exception(() => Write(deep, Of(201), writer, plain)) is SerializationException,
                    $"{name} writes beyond the option's depth");
            }
        }
    }

    public static TheoryData<string> Broken =>
        ["&#65abc;", "&#xG;", "&#1114112;", "&nope;", "&;", "& ", "&#x41", "&#-1;", "&#99999999999;"];

    /// <summary>
    /// References that are none, in text and in attributes, from bytes and over the caller's readers: refused as by the original.
    /// </summary>
    [Theory, MemberData(nameof(Broken))]
    public void Malformed_references_are_refused(string reference)
    {
        string[] documents = [$"<string xmlns=\"http://schemas.microsoft.com/2003/10/Serialization/\">a{reference}b</string>",
            $"<string z=\"{reference}\" xmlns=\"http://schemas.microsoft.com/2003/10/Serialization/\">a</string>"];
        foreach (string document in documents)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(document);
            Assert.ThrowsAny<Exception>(() => new DataContractSerializer(typeof(string)).ReadObject(new MemoryStream(bytes)));
            Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<string>(bytes));
            Assert.Throws<WireFormatException>(() => ContractXml.FromText<string>(document));
            Assert.Throws<WireFormatException>(() => ContractXml.Format.ParseNode(bytes));
            Assert.ThrowsAny<Exception>(() => new ContractXmlSerializer(typeof(string)).ReadObject(new MemoryStream(bytes)));
            Assert.ThrowsAny<Exception>(
                () => new ContractXmlSerializer(typeof(string)).ReadObject(XmlReader.Create(new MemoryStream(bytes))));
        }
    }
}
