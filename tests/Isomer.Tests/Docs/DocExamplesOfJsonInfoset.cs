using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.XPath;
using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The code at the head of docs/jsoninfoset.md.</summary>
public class DocExamplesOfJsonInfoset
{
    [Fact]
    public void BothWays()
    {
        byte[] json = """{"orders":[{"id":1,"ship to":"Ulm"}]}"""u8.ToArray();

        XDocument xml = XDocument.Load(JsonInfoset.CreateReader(json));
        string city = xml.XPathSelectElement("/root/orders/item/*[@item='ship to']")!.Value;

        using var stream = new MemoryStream();
        using (XmlWriter writer = JsonInfoset.CreateWriter(stream))
            xml.WriteTo(writer);

        Assert.Equal("Ulm", city);
        Assert.Equal(json, stream.ToArray());
    }
}
