using System.Runtime.Serialization;
using System.Text.RegularExpressions;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// A binary document that is cut off anywhere: the refusal names an element that is open there, and no bytes that stand elsewhere; it is
/// one and the same in every way of reading.
/// </summary>
public partial class CutBinaryXmlTests
{
    [DataContract(Namespace = "urn:cut", IsReference = true)]
    public sealed class Branch
    {
        [DataMember]
        public string? Leaf { get; set; }
        [DataMember]
        public Branch? Inner { get; set; }
        [DataMember]
        public int[]? Numbers { get; set; }
    }

    [Fact]
    public async Task It_names_what_is_open()
    {
        var options = ContractXmlOptions.Binary;
        byte[] whole = ContractXml.Serialize(new Branch { Leaf = "a", Inner = new() { Leaf = "b", Numbers = [1, 2] } }, options);
        string[] names = ["CutBinaryXmlTests.Branch", "Leaf", "Inner", "Numbers", "int"];
        for (int length = 0; length < whole.Length; length++)
        {
            byte[] cut = whole[..length];
            // What a call before left in buffers that are kept is not shown.
            ContractXml.Serialize(new Branch { Leaf = new string('#', 300) }, options);
            var error = Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<Branch>(cut, options));
            if (Within().Match(error.Message) is { Success: true } match)
                Assert.Contains(match.Groups[1].Value, names);
            var streamed = await Assert.ThrowsAsync<WireFormatException>(
                async () => await ContractXml.DeserializeAsync<Branch>(new MemoryStream(cut), options));
            Assert.Equal(error.Message, streamed.Message);
        }
    }

    [GeneratedRegex("ends within '(.*?)'")]
    private static partial Regex Within();
}
