using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The examples of docs/nrbf.md and docs/from-binaryformatter.md.</summary>
public class DocExamplesOfNrbf
{
    [Serializable]
    public class Order
    {
        public string? Name;
        public Customer? Of;
    }

    [Serializable]
    public class Customer
    {
        public int Number;
    }

    [Fact]
    public void Records_are_changed()
    {
        byte[] bytes = Nrbf.Serialize(new Dictionary<string, string> { ["host"] = "localhost" });
        Node records = Nrbf.RecordsFormat.ParseNode(bytes)!;
        records.SelectFirst("$..[?@.text=='localhost']")!["text"] = "db.example.com";
        byte[] changed = Nrbf.RecordsFormat.WriteNode(records);
        Assert.Equal("db.example.com", Nrbf.Deserialize<Dictionary<string, string>>(changed)["host"]);
    }

    [Fact]
    public void Names_and_styles()
    {
        var options = new NrbfOptions
        {
            KnownTypes = [typeof(Customer)],
            Renames =
            [
                FormatterRename.OfType(typeof(Order), "Northwind.Data.Order", "Northwind.Data, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null"),
                FormatterRename.OfMember(typeof(Order), "Name", "m_name"), // an auto-property is "<Name>k__BackingField"
                FormatterRename.OfLibrary("Northwind", "Northwind.Legacy, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null"),
            ],
            TypeStyle = NrbfTypeStyle.TypesAlways,
        };
        options = options with { Renames = options.Renames.Add(FormatterRename.OfLibrary("Isomer.Tests", "Northwind.Legacy, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null")) };
        byte[] bytes = Nrbf.Serialize(new Order { Name = "a", Of = new Customer { Number = 5 } }, options);
        string text = System.Text.Encoding.Latin1.GetString(bytes);
        Assert.Contains("Northwind.Data.Order", text, StringComparison.Ordinal);
        Assert.Contains("m_name", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Isomer.Tests,", text, StringComparison.Ordinal);
        Assert.Equal(("a", 5), (Nrbf.Deserialize<Order>(bytes, options).Name, Nrbf.Deserialize<Order>(bytes, options).Of!.Number));
    }

    [Fact]
    public void Sets_for_the_framework()
    {
        var shop = new System.Data.DataSet("Shop");
#pragma warning disable SYSLIB0038 // the form is what is shown
        shop.RemotingFormat = System.Data.SerializationFormat.Binary;
#pragma warning restore SYSLIB0038
        shop.Tables.Add("Orders").Columns.Add("Id", typeof(int));
        var framework = new NrbfOptions
        {
            Renames =
            [
                FormatterRename.OfLibrary("System.Private.CoreLib", "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089"),
                FormatterRename.OfLibrary("System.Data.Common", "System.Data, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089"),
            ],
        };
        byte[] forFramework = Nrbf.Serialize(shop, framework);
        string text = System.Text.Encoding.Latin1.GetString(forFramework);
        Assert.Contains("System.Int32, mscorlib, ", text, StringComparison.Ordinal);
        Assert.DoesNotContain("System.Data.Common", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Records()
    {
        byte[] bytes = Nrbf.Serialize(new Old { customer = "a" });
        var order = (NrbfClassRecord)Nrbf.Read(bytes).Root;
        string? customer = order.Get<string>("customer");
        Assert.Equal("a", customer);
    }

    [Serializable]
    public class Old
    {
        public string? customer;
    }

    [Fact]
    public void Drop_in()
    {
        var order = new Order { Name = "a" };
        using var file = new MemoryStream();
#pragma warning disable SYSLIB0011, SYSLIB0050 // the interface is obsolete for what others do behind it
        IFormatter formatter = new IsomerBinaryFormatter(new NrbfOptions { KnownTypes = [typeof(Order)] });
        formatter.Serialize(file, order);
        file.Position = 0;
        var back = (Order)formatter.Deserialize(file);
#pragma warning restore SYSLIB0011, SYSLIB0050
        Assert.Equal("a", back.Name);
    }

    [Fact]
    public void Away_from_it()
    {
        var options = new NrbfOptions { KnownTypes = [typeof(Order)] };
        string path = Path.GetTempFileName();
        File.WriteAllBytes(path, Nrbf.Serialize(new Order { Name = "a" }, options));
        var order = Nrbf.Deserialize<Order>(File.ReadAllBytes(path), options);
        byte[] bytes = Compact.Serialize(order);
        File.Delete(path);
        Assert.NotEmpty(bytes);
    }

    [Fact]
    public void Bytes_and_back()
    {
        var order = new Order { Name = "a", Of = new Customer { Number = 5 } };
        byte[] file = Nrbf.Serialize<object>(new object[] { order, order.Of });
        byte[] bytes = Nrbf.Serialize(order);
        Order back = Nrbf.Deserialize<Order>(bytes);
        object any = Nrbf.Deserialize<object>(file, new NrbfOptions { KnownTypes = [typeof(Order), typeof(Customer)] });
        Assert.Equal(5, back.Of!.Number);
        var items = Assert.IsType<object[]>(any);
        Assert.Same(((Order)items[0]).Of, items[1]);
    }
}
