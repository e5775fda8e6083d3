using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>
/// Namespaces of a megabyte are compared where they are declared, and not for each pair of attributes: 20,000 elements took a minute and a
/// gigabyte for each thousand.
/// </summary>
public class XmlLongNamespaceTests
{
    [DataContract(Name = "Root", Namespace = "")]
    public class Root
    {
        [DataMember] public int A { get; set; }
    }

    static readonly string s_space = new('n', 1 << 20);

    [Fact]
    public void Pairs_of_attributes_cost_what_their_names_do()
    {
        string document = $"<Root xmlns:p='{s_space}1' xmlns:q='{s_space}2' xmlns:s='&#x61;{s_space}' xmlns:t='&#x62;{s_space}'>{string.Concat(Enumerable.Repeat("<e p:a='' q:a='' s:a='' t:a=''/>", 20_000))}<A>5</A></Root>";
        foreach (var read in new Func<byte[], Root>[] { d => Xml.Deserialize<Root>(d)!,
            d => ContractXml.Deserialize<Root>(d, new ContractXmlOptions { IgnoreExtensionDataObject = true })! })
        {
            var watch = ThreadTime.Start();
            Assert.Equal(5, read(Encoding.UTF8.GetBytes(document)).A);
            Assert.InRange(watch.Elapsed.TotalSeconds, 0, 15);
        }
    }

    /// <summary>
    /// Two prefixes of one namespace are one, however it is written, in both forms; also where another is declared between.
    /// </summary>
    [Theory]
    [InlineData("urn:a", "urn:a", true)]
    [InlineData("urn:a&amp;b", "urn:a&#38;b", true)]
    [InlineData("urn:&#x61;", "urn:a", true)]
    [InlineData("urn:a", "urn:b", false)]
    [InlineData("urn:&#x61;", "urn:b", false)]
    [InlineData("urn:a", "urn:aa", false)]
    public void Two_attributes_of_one_name_are_refused(string first, string second, bool isOne)
    {
        foreach (string document in new[]
        {
            $"<Root xmlns:p='{first}' xmlns:q='{second}'><e p:a='' q:a=''/><A>5</A></Root>",
            $"<Root xmlns:p='{first}'><e xmlns:x='urn:x' xmlns:q='{second}' p:a='' q:a=''/><A>5</A></Root>",
            $"<Root xmlns:p='{first}'><w xmlns:p='urn:x'><e xmlns:q='{second}' q:a='' p:a=''/></w><e xmlns:q='{second}' p:a='' q:a=''/><A>5</A></Root>",
        })
        {
            Assert.Equal(isOne, Record.Exception(() => new XmlDocument().LoadXml(document)) is XmlException);
            Assert.Equal(isOne, Record.Exception(() => Xml.FromText<Root>(document)) is WireFormatException);
            Assert.Equal(isOne, Record.Exception(() => ContractXml.FromText<Root>(document)) is WireFormatException);
        }
    }
}
