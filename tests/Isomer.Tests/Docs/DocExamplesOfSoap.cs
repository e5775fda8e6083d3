using System.Runtime.Serialization;
using System.Text;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050 // the API of an older age is what the page is about

namespace Isomer.Tests.Docs;

/// <summary>The examples of docs/soap.md.</summary>
public class DocExamplesOfSoap
{
    [Serializable]
    public class Order
    {
        public int number = 5;
        public string? name;
        public object? tag;
        public Customer? customer;
    }

    [Serializable]
    public class Customer
    {
        public int Number;
    }

    [Fact]
    public void Written_and_read()
    {
        var order = new Order { name = "Tea & Co", tag = 7 };
        using var file = new MemoryStream(Soap.Serialize(order));
        byte[] bytes = Soap.Serialize(order);
        Order back = Soap.Deserialize<Order>(bytes);
        object any = Soap.Deserialize<object>(file, new SoapOptions { KnownTypes = [typeof(Order), typeof(Customer)] });
        Assert.Equal(("Tea & Co", 7), (back.name, back.tag));
        Assert.IsType<Order>(any);
        string text = Encoding.UTF8.GetString(bytes);
        Assert.Contains("<number>5</number>\r\n<name id=\"ref-3\">Tea &#38; Co</name>\r\n<tag xsi:type=\"xsd:int\">7</tag>\r\n<customer xsi:null=\"1\"/>", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Options()
    {
        var options = new SoapOptions
        {
            KnownTypes = [typeof(Customer)],
            Renames = [FormatterRename.OfType(typeof(Order), "Northwind.Data.Order", "Northwind.Data, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null")],
            AssemblyStyle = SoapAssemblyStyle.Simple,
        };
        byte[] bytes = Soap.Serialize(new Order { tag = new Customer { Number = 3 } }, options);
        Assert.Contains("<a1:Order id=\"ref-1\" xmlns:a1=\"http://schemas.microsoft.com/clr/nsassem/Northwind.Data/Northwind.Data\">", Encoding.UTF8.GetString(bytes), StringComparison.Ordinal);
        Assert.Equal(3, ((Customer)((Order)Soap.Deserialize<object>(bytes, options)).tag!).Number);
    }

    [Fact]
    public void The_drop_in()
    {
        using var file = new MemoryStream();
        var order = new Order();
        IFormatter formatter = new IsomerSoapFormatter(new SoapOptions { KnownTypes = [typeof(Order)] });
        formatter.Serialize(file, order);
        file.Position = 0;
        var back = (Order)formatter.Deserialize(file);
        Assert.Equal(5, back.number);
    }
}
