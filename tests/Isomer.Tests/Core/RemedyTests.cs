using System.Runtime.Serialization;
using System.Text;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>What an error says is to be done names the means of the format that was called, and helps.</summary>
public class RemedyTests
{
    [DataContract, ProtobufContract]
    public class Base { [DataMember(Order = 1), ProtobufMember(1)] public int A { get; set; } }

    [DataContract, ProtobufContract]
    public class Derived : Base { [DataMember(Order = 2), ProtobufMember(1)] public int B { get; set; } }

    public class Link { public Uri? To { get; set; } public System.Net.IPAddress? From { get; set; } }

    static string Refusal(Action write)
    {
        string message = Assert.Throws<NotSupportedException>(write).Message;
        Assert.DoesNotContain("Convention.Plain", message, StringComparison.Ordinal);
        return message;
    }

    static void IsDerived(Base back) => Assert.Equal(2, Assert.IsType<Derived>(back).B);

    [Fact]
    public void UnknownSubtypeOfXml()
    {
        Base value = new Derived { B = 2 };
        string message = Refusal(() => Xml.Serialize(value));
        Assert.Contains("[XmlInclude(typeof(Derived))]", message, StringComparison.Ordinal);
        Assert.Contains("Convention.XmlAttributes.With(typeof(Derived))", message, StringComparison.Ordinal);
        var options = new XmlOptions { Convention = Convention.XmlAttributes.With(typeof(Derived)) };
        IsDerived(Xml.Deserialize<Base>(Xml.Serialize(value, options), options));
        Assert.Contains("Convention.XmlAttributes.With(typeof(Derived))", Refusal(() => Xml.Serialize(new object[] { value })),
            StringComparison.Ordinal);
    }

    [Fact]
    public void UnknownSubtypeOfProtobuf()
    {
        Base value = new Derived { B = 2 };
        string message = Refusal(() => Protobuf.Serialize(value));
        Assert.Contains("[ProtobufInclude(n, typeof(Derived))]", message, StringComparison.Ordinal);
        Assert.Contains("Convention.Protobuf.WithSubtype<Base, Derived>(n)", message, StringComparison.Ordinal);
        var options = new ProtobufOptions { Convention = Convention.Protobuf.WithSubtype<Base, Derived>(10) };
        IsDerived(Protobuf.Deserialize<Base>(Protobuf.Serialize(value, options), options));
    }

    [Fact]
    public void UnknownSubtypeOfDataContracts()
    {
        Base value = new Derived { B = 2 };
        foreach (string message in new[] { Refusal(() => ContractXml.Serialize(value)), Refusal(() => ContractJson.Serialize(value)) })
        {
            Assert.Contains("[KnownType(typeof(Derived))]", message, StringComparison.Ordinal);
            Assert.Contains("KnownTypes of the options", message, StringComparison.Ordinal);
        }
        var xml = new ContractXmlOptions { KnownTypes = [typeof(Derived)] };
        IsDerived(ContractXml.Deserialize<Base>(ContractXml.Serialize(value, xml), xml));
        var json = new ContractJsonOptions { KnownTypes = [typeof(Derived)] };
        IsDerived(ContractJson.Deserialize<Base>(ContractJson.Serialize(value, json), json));
    }

    /// <summary>Types of the framework that have a form as text are helped by that, not by constructors.</summary>
    [Fact]
    public void ScalarsThatXmlSerializerDoesNotTake()
    {
        Assert.Contains("XmlExtensions.Scalars", Refusal(() => Xml.Serialize(new Link { To = new("http://a/b") })),
            StringComparison.Ordinal);
        var options = new XmlOptions { Convention = Convention.XmlAttributes.With(XmlExtensions.Scalars) };
        var back = Xml.Deserialize<Link>(Xml.Serialize(new Link { To = new("http://a/b"), From = System.Net.IPAddress.Loopback }, options),
            options);
        Assert.Equal("http://a/b", back.To!.ToString());
        Assert.Equal(System.Net.IPAddress.Loopback, back.From);
    }

    [Fact]
    public async Task AsynchronousItems()
    {
        async IAsyncEnumerable<int> Items()
        {
            yield return 1;
            await Task.Yield();
            yield return 2;
        }
        string message = Refusal(() => Json.Serialize(Items()));
        Assert.Contains("Json.WriteArrayAsync", message, StringComparison.Ordinal);
        using var stream = new MemoryStream();
        await Json.WriteArrayAsync(stream, Items(), cancellationToken: TestContext.Current.CancellationToken);
        Assert.Equal("[1,2]", Encoding.UTF8.GetString(stream.ToArray()));
    }
}
