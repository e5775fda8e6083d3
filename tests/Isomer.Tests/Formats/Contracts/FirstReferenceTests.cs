using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// A type with IsReference = true whose first value in a process stands behind an interface, or behind object by a resolver's name: its
/// objects have an identity from the first on. Each is asked in a process of its own, for of contracts that were met it is known.
/// </summary>
public class FirstReferenceTests
{
    [Fact]
    public void Behind_an_interface() => ChildRun.Of(typeof(FirstReferenceBehindInterface), megabytes: 500, minutes: 10);

    [Fact]
    public void By_a_name_of_a_resolver() => ChildRun.Of(typeof(FirstReferenceByResolver), megabytes: 500, minutes: 10);

    internal static void IsWrittenAsThere(object value, DataContractResolver? resolver)
    {
        string ours = ContractXml.ToText(value, value.GetType(), new ContractXmlOptions { Resolver = resolver });
        var stream = new MemoryStream();
        new DataContractSerializer(value.GetType(), new DataContractSerializerSettings { DataContractResolver = resolver })
            .WriteObject(stream, value);
        Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()), ours);
        Assert.Contains("z:Ref=\"i1\"", ours, StringComparison.Ordinal);
    }
}

[CollectionDataContract(IsReference = true)]
public class FirstReferenced : List<int>;

public class FirstReferenceBehindInterface
{
    [DataContract]
    public class Owner
    {
        [DataMember] public IList<int>? A;
        [DataMember] public IList<int>? B;
    }

    [Fact(Explicit = true)]
    public void A_list()
    {
        var list = new FirstReferenced { 1 };
        FirstReferenceTests.IsWrittenAsThere(new Owner { A = list, B = list }, null);
    }
}

public class FirstReferenceByResolver
{
    [DataContract]
    public class Owner
    {
        [DataMember] public object? A;
        [DataMember] public object? B;
    }

    sealed class Names : DataContractResolver
    {
        public override bool TryResolveType(Type type, Type? declaredType, DataContractResolver knownTypeResolver,
            out XmlDictionaryString typeName, out XmlDictionaryString typeNamespace)
        {
            var dictionary = new XmlDictionary();
            (typeName, typeNamespace) = (dictionary.Add(type.Name), dictionary.Add("urn:r"));
            return true;
        }

        public override Type ResolveName(string typeName, string? typeNamespace, Type? declaredType,
            DataContractResolver knownTypeResolver) => typeof(FirstReferenced);
    }

    [Fact(Explicit = true)]
    public void A_list()
    {
        var list = new FirstReferenced { 1 };
        FirstReferenceTests.IsWrittenAsThere(new Owner { A = list, B = list }, new Names());
    }
}
