using System.Runtime.Serialization;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Classes that write their own XML, in binary, under names whose length takes one byte only just, and only just more: their element is
/// written by the framework's writer and its beginning taken off.
/// </summary>
public class OwnXmlLengthTests
{
    /// <summary>Knows one name under the key that is asked for.</summary>
    sealed class One : IXmlDictionary
    {
        readonly XmlDictionaryString _name;

        public One(string name, int key) => _name = new XmlDictionaryString(this, name, key);

        public XmlDictionaryString Name => _name;

        public bool TryLookup(int key, out XmlDictionaryString result)
        {
            result = _name;
            return key == _name.Key;
        }

        public bool TryLookup(string value, out XmlDictionaryString result)
        {
            result = _name;
            return value == _name.Value;
        }

        public bool TryLookup(XmlDictionaryString value, out XmlDictionaryString result) => TryLookup(value.Value, out result);
    }

    static byte[] Original(DataContractSerializer serializer, object value, IXmlDictionary? dictionary)
    {
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, dictionary))
            serializer.WriteObject(writer, value);
        return stream.ToArray();
    }

    static readonly OwnXmlTypeTests.Own s_value = new() { A = "a" };

    [Theory, InlineData(1 << 7), InlineData(1 << 14), InlineData(1 << 21)]
    public void Names_at_the_limit_of_a_length(int limit)
    {
        for (int length = limit - 1; length <= limit + 1; length++)
        {
            string name = new('n', length);
            var options = ContractXmlOptions.Binary with { RootName = name, RootNamespace = "" };
            Assert.Equal(Original(new DataContractSerializer(typeof(OwnXmlTypeTests.Own), name, ""), s_value, null),
                ContractXml.Serialize(s_value, options));
        }
    }

    /// <summary>A key of a dictionary is written twice as large as it is.</summary>
    [Theory, InlineData(1 << 6), InlineData(1 << 13), InlineData(1 << 20), InlineData(1 << 27)]
    public void Keys_at_the_limit_of_a_length(int limit)
    {
        for (int key = limit - 1; key <= limit + 1; key++)
        {
            var dictionary = new One("known", key);
            var options = ContractXmlOptions.Binary with { RootName = "known", RootNamespace = "", Dictionary = dictionary };
            Assert.Equal(
                Original(new DataContractSerializer(typeof(OwnXmlTypeTests.Own), dictionary.Name, XmlDictionaryString.Empty), s_value,
                    dictionary),
                ContractXml.Serialize(s_value, options));
        }
    }
}
