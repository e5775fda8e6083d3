using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>How many namespaces may be in scope is the same in text and in binary, to the last of them.</summary>
public class NamespaceLimitTests
{
    static bool IsRead(int count, bool isBinary)
    {
        var stream = new MemoryStream();
        using (var writer = isBinary
            ? XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false)
            : XmlDictionaryWriter.CreateTextWriter(stream, new System.Text.UTF8Encoding(false), ownsStream: false))
        {
            writer.WriteStartElement("int", "http://schemas.microsoft.com/2003/10/Serialization/");
            for (int i = 0; i < count; i++)
                writer.WriteXmlnsAttribute("p" + i, "urn:" + i);
            writer.WriteValue(7);
            writer.WriteEndElement();
        }
        var options = isBinary ? ContractXmlOptions.Binary : new ContractXmlOptions();
        var error = Record.Exception(() => Assert.Equal(7, ContractXml.Deserialize<int>(stream.ToArray(), options)));
        if (error is not null)
            Assert.Contains("namespaces are in scope", Assert.IsType<WireFormatException>(error).Message, StringComparison.Ordinal);
        return error is null;
    }

    [Fact]
    public void So_many_are_read_and_one_more_is_refused()
    {
        int most = Enumerable.Range(200, 100).Last(n => IsRead(n, isBinary: false));
        Assert.InRange(most, 250, 256);
        Assert.True(IsRead(most, isBinary: true));
        Assert.False(IsRead(most + 1, isBinary: true));
    }
}
