using System.Runtime.Serialization;
using System.Text;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Rare differences from DataContractSerializer that docs/contractxml.md names, and rules of its known types that are easily taken for one.
/// </summary>
public class ContractDeviationTests
{
    static string Theirs<T>(T value, DataContractSerializerSettings? settings = null, ISerializationSurrogateProvider? provider = null)
    {
        var serializer = new DataContractSerializer(typeof(T), settings ?? new());
        if (provider is not null)
            serializer.SetSerializationSurrogateProvider(provider);
        var stream = new MemoryStream();
        serializer.WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    [DataContract] public class Holder { [DataMember] public object? O { get; set; } }
    [DataContract, KnownType(typeof(Derived))] public class Base { [DataMember] public int A { get; set; } }
    [DataContract] public class Derived : Base;

    [Fact]
    public void A_known_collection_makes_known_what_its_items_name()
    {
        foreach (var known in new[] { typeof(List<Base>), typeof(Base[]), typeof(Dictionary<string, Base>) })
        {
            var theirs = new DataContractSerializerSettings { KnownTypes = [known] };
            var ours = new ContractXmlOptions { KnownTypes = [known] };
            var value = new Holder { O = new Derived() };
            Assert.Equal(Theirs(value, theirs), Encoding.UTF8.GetString(ContractXml.Serialize(value, ours)));
            Assert.IsType<Derived>(ContractXml.Deserialize<Holder>(ContractXml.Serialize(value, ours), ours)!.O);
            Assert.Throws<SerializationException>(() => Theirs(new Holder { O = new Base() }, theirs));
            Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(new Holder { O = new Base() }, ours));
        }
    }
}
