using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>Surrogates of the framework's kind: as roots, where their type is not declared, and with references kept.</summary>
public class SurrogateReferenceTests
{
    public class NoContract(int n) { public int N { get; } = n; }
    public class Carrier { public int M { get; set; } }
    [DataContract(IsReference = true)] public class Referred { [DataMember] public int M { get; set; } }
    public class Two { public NoContract? A, B; }
    public class Objects { public object? O, Q; }

    sealed class Provider : ISerializationSurrogateProvider
    {
        public object GetDeserializedObject(object obj, Type targetType) => obj is Carrier c ? new NoContract(c.M) : obj;
        public object GetObjectToSerialize(object obj, Type targetType) => obj is NoContract n ? new Carrier { M = n.N } : obj;
        public Type GetSurrogateType(Type type) => type == typeof(NoContract) ? typeof(Carrier) : type;
    }

    sealed class ReferringProvider : ISerializationSurrogateProvider
    {
        public object GetDeserializedObject(object obj, Type targetType) => obj is Referred c ? new NoContract(c.M) : obj;
        public object GetObjectToSerialize(object obj, Type targetType) => obj is NoContract n ? new Referred { M = n.N } : obj;
        public Type GetSurrogateType(Type type) => type == typeof(NoContract) ? typeof(Referred) : type;
    }

    sealed class ListProvider : ISerializationSurrogateProvider
    {
        public object GetDeserializedObject(object obj, Type targetType) => obj is List<int> c ? new NoContract(c[0]) : obj;
        public object GetObjectToSerialize(object obj, Type targetType) => obj is NoContract n ? new List<int> { n.N } : obj;
        public Type GetSurrogateType(Type type) => type == typeof(NoContract) ? typeof(List<int>) : type;
    }

    [Fact]
    public void A_root_is_its_carriers_contract()
    {
        var oracle = new ContractOracle("xb") { Provider = new Provider() };
        oracle.Check(new NoContract(5));
        oracle.Check(new List<NoContract> { new(5), null! });
        oracle.Check(new[] { new NoContract(5) });
        oracle.Check(new Dictionary<string, NoContract> { ["a"] = new(1) });
        oracle.Check(new Two { A = new(3) });
        oracle.Done();
    }

    [Fact]
    public void Where_an_object_is_declared_the_carrier_is_known()
    {
        foreach (bool preserves in (bool[])[false, true])
        {
            var oracle = new ContractOracle("xb") { Provider = new Provider(), KnownTypes = [typeof(Carrier)], Preserves = preserves };
            oracle.Check(new Objects { O = new NoContract(3), Q = new NoContract(4) });
            oracle.Check(new NoContract(3), typeof(object));
            oracle.Done();
        }
    }

    [Fact]
    public void References_are_to_what_is_carried()
    {
        var shared = new NoContract(7);
        foreach (var provider in (ISerializationSurrogateProvider[])[new Provider(), new ReferringProvider(), new ListProvider()])
            foreach (bool preserves in (bool[])[false, true])
            {
                var oracle = new ContractOracle("xb") { Provider = provider, Preserves = preserves };
                oracle.Check(new Two { A = shared, B = shared });
                oracle.Check(new Two { A = shared, B = new(8) });
                oracle.Check(new Two { B = shared });
                oracle.Check(new List<NoContract> { shared, shared });
                oracle.Check(shared);
                oracle.Done();
            }
    }

    [Fact]
    public void They_come_back_as_one()
    {
        var options = new ContractXmlOptions
        { Convention = Convention.DataContract.WithSurrogateProvider(new Provider()), PreserveObjectReferences = true };
        var shared = new NoContract(7);
        var back = ContractXml.Deserialize<Two>(ContractXml.Serialize(new Two { A = shared, B = shared }, options), options);
        Assert.Same(back.A, back.B);
        Assert.Equal(7, back.A!.N);
    }

    /// <summary>The type itself known, which the original refuses: one identity, not two.</summary>
    [Fact]
    public void A_known_type_that_is_carried_has_one_identity()
    {
        var options = new ContractXmlOptions
        {
            Convention = Convention.DataContract.WithSurrogateProvider(new Provider()),
            KnownTypes = [typeof(NoContract)],
            PreserveObjectReferences = true
        };
        var shared = new NoContract(7);
        var back = ContractXml.Deserialize<Objects>(ContractXml.Serialize(new Objects { O = shared, Q = shared }, options), options);
        Assert.Equal(7, Assert.IsType<NoContract>(back.O).N);
        Assert.Same(back.O, back.Q);
    }
}
