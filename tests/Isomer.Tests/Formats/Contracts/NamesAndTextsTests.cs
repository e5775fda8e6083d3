using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Qualified names in every namespace, and texts that are also those of addresses: byte for byte as the original, and back (found by the
/// fuzzer).
/// </summary>
public class NamesAndTextsTests
{
    [DataContract(Namespace = "urn:a")]
    public class Named
    {
        [DataMember(Order = 1)]
        public XmlQualifiedName? Name { get; set; }

        [DataMember(Order = 2)]
        public string? Text { get; set; }

        [DataMember(Order = 3)]
        public Uri? Link { get; set; }

        [DataMember(Order = 4)]
        public Uri? Again { get; set; }

        [DataMember(Order = 5)]
        public object? Any { get; set; }
    }

    static readonly Convention[] s_tiers = [Convention.DataContract.WithTier(ShapeTier.Reflection),
        Convention.DataContract.WithTier(ShapeTier.Emitted)];

    static Named Same(Named value, bool preserves)
    {
        var original =
            new DataContractSerializer(typeof(Named), new DataContractSerializerSettings { PreserveObjectReferences = preserves });
        var theirs = new MemoryStream();
        original.WriteObject(theirs, value);
        var result = value;
        foreach (var tier in s_tiers)
        {
            var options = new ContractXmlOptions { Convention = (DataContractConvention)tier, PreserveObjectReferences = preserves };
            byte[] ours = ContractXml.Serialize(value, options);
            Assert.Equal(Encoding.UTF8.GetString(theirs.ToArray()), Encoding.UTF8.GetString(ours));
            result = ContractXml.Deserialize<Named>(ours, options);
            Assert.Equal(value.Name, result.Name);
            Assert.Equal(value.Link, result.Link);
            Assert.Equal(((Named)original.ReadObject(new MemoryStream(ours))!).Name, result.Name);
        }
        return result;
    }

    [Theory]
    [InlineData("n", "urn:a")]
    [InlineData("n", "urn:b")]
    [InlineData("n", "")]
    [InlineData("lang", "http://www.w3.org/XML/1998/namespace")]
    [InlineData("n", "http://www.w3.org/2001/XMLSchema-instance")]
    public void A_qualified_name_has_the_prefix_that_the_original_gives_it(string name, string ns)
    {
        Same(new Named { Name = new(name, ns) }, preserves: false);
        Same(new Named { Name = new(name, ns) }, preserves: true);
    }

    [Fact]
    public void The_text_of_an_address_is_not_the_address()
    {
        string text = "http://a/";
        var link = new Uri(text);
        Same(new Named { Text = text, Link = link, Again = new Uri(text) }, preserves: true);
        Assert.Same(
            Same(new Named { Text = link.OriginalString, Link = link, Again = link }, preserves: true) is var back ? back.Link : null,
            back.Again);
        Same(new Named { Text = text, Link = link, Any = link }, preserves: true);
        Same(new Named { Any = link, Link = link }, preserves: true);
    }
}
