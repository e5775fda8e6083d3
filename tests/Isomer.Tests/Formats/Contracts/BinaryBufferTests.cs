using System.Runtime.Serialization;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Whether the record of a long text says that its element ends depends on where the framework's buffer of 512 bytes was emptied: also
/// behind what writes itself, and where the buffer was emptied within the name of its element.
/// </summary>
public class BinaryBufferTests
{
    [CollectionDataContract(ItemName = "i", Namespace = "")]
    public class Steps : List<bool>;

    [DataContract(Name = "R", Namespace = "")]
    public class WithLetter
    {
        [DataMember(Order = 1)] public string? Fine { get; set; }
        [DataMember(Order = 2)] public Steps? Coarse { get; set; }
        [DataMember(Order = 3, Name = "N")] public XmlNode[]? Nodes { get; set; }
        [DataMember(Order = 4)] public string? Long { get; set; }
    }

    [DataContract(Name = "R", Namespace = "")]
    public class WithAccents
    {
        [DataMember(Order = 1)] public string? Fine { get; set; }
        [DataMember(Order = 2)] public Steps? Coarse { get; set; }
        [DataMember(Order = 3, Name = "éé")] public XmlNode[]? Nodes { get; set; }
        [DataMember(Order = 4)] public string? Long { get; set; }
    }

    [DataContract(Name = "R", Namespace = "")]
    public class WithLongName
    {
        [DataMember(Order = 1)] public string? Fine { get; set; }
        [DataMember(Order = 2)] public Steps? Coarse { get; set; }

        [DataMember(Order = 3, Name = "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFG")]
        public XmlNode[]? Nodes { get; set; }

        [DataMember(Order = 4)] public string? Long { get; set; }
    }

    static readonly XmlNode[] s_nodes = [new XmlDocument().CreateTextNode("0")];

    [Fact]
    public void Behind_a_name_of_one_letter() => Compare((fine, coarse, text) =>
        new WithLetter { Fine = fine, Coarse = coarse, Nodes = s_nodes, Long = text });

    [Fact]
    public void Behind_a_name_of_letters_of_two_bytes() => Compare((fine, coarse, text) =>
        new WithAccents { Fine = fine, Coarse = coarse, Nodes = s_nodes, Long = text });

    [Fact]
    public void Behind_a_name_that_is_written_in_pieces() => Compare((fine, coarse, text) =>
        new WithLongName { Fine = fine, Coarse = coarse, Nodes = s_nodes, Long = text });

    /// <summary>Each place of the buffer at which the element can begin, before each length that decides.</summary>
    static void Compare<T>(Func<string, Steps, string, T> make)
    {
        var original = new DataContractSerializer(typeof(T));
        for (int before = 280; before < 500; before++)
            for (int length = 140; length <= 170; length++)
            {
                var value = make(new string('a', 2 + (before % 4)), [.. new bool[before / 4]], new string('b', length));
                using var stream = new MemoryStream();
                using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
                    original.WriteObject(writer, value);
                byte[] ours = ContractXml.Serialize(value, ContractXmlOptions.Binary);
                Assert.True(ours.AsSpan().SequenceEqual(stream.ToArray()), $"{before} bytes before, a text of {length}");
            }
    }
}
