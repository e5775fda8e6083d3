using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The code of docs/xml.md and docs/from-xmlserializer.md; <see cref="DocFiles"/> compares the two.</summary>
public class DocExamplesOfXml
{
    public class Order
    {
        public int OrderID { get; set; }
        public string? ShipName { get; set; }
    }

    [Fact]
    public void First()
    {
        var order = new Order { OrderID = 10248, ShipName = "Vins et alcools Chevalier" };
        byte[] bytes = Xml.Serialize(order);
        Order back = Xml.Deserialize<Order>(bytes);
        string text = Xml.ToText(order);                  // declares utf-16, as XmlSerializer on a StringWriter

        Assert.Equal(order.ShipName, back.ShipName);
        Assert.StartsWith("<?xml version=\"1.0\" encoding=\"utf-16\"?>", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Rows()
    {
        var rows = new List<object[]> { new object[] { 1, "Ann", DBNull.Value, new DateTime(2020, 1, 2) } };
        byte[] xml = Xml.Serialize(rows, new XmlOptions { DBNulls = XmlDBNulls.AsNull });

        Assert.Equal([1, "Ann", null!, new DateTime(2020, 1, 2)], Xml.Deserialize<List<object[]>>(xml)[0]);
        Assert.Contains("DBNulls", Assert.Throws<NotSupportedException>(() => Xml.Serialize(rows)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Extensions()
    {
        var options = new XmlOptions { Convention = Convention.XmlAttributes.With(XmlExtensions.All) };
        byte[] xml = Xml.Serialize(new Dictionary<string, int> { ["a"] = 1 }, options);
        // <Entry><Key>a</Key><Value>1</Value></Entry>

        Assert.Equal(1, Xml.Deserialize<Dictionary<string, int>>(xml, options)["a"]);
    }

    [Fact]
    public void Drop_in()
    {
        var serializer = new IsomerXmlSerializer(typeof(Order), new XmlRootAttribute("order"));
        using var stream = new MemoryStream();
        serializer.Serialize(stream, new Order { OrderID = 1 });
        stream.Position = 0;
        var order = (Order)serializer.Deserialize(stream)!;

        Assert.Equal(1, order.OrderID);
    }
    [Fact]
    public void Soap()
    {
        var order = new Order { OrderID = 1 };
        var text = new StringWriter();
        var writer = System.Xml.XmlWriter.Create(text);
        var serializer = new IsomerXmlSerializer(new SoapReflectionImporter().ImportTypeMapping(typeof(Order)));
        writer.WriteStartElement("body");                 // what is referred to stands behind the root: there is more than one element
        serializer.Serialize(writer, order);
        writer.WriteEndElement();
        writer.Flush();

        Assert.Contains("id=\"id1\"", text.ToString(), StringComparison.Ordinal);
    }
}
