using System.Collections;
using System.Runtime.Serialization;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Providers of surrogates that replace an object by another of the same type: asked for each object, as by the original.
/// </summary>
public class SameTypeSurrogateTests
{
    [DataContract, KnownType(typeof(Derived))] public class Base { [DataMember] public int A { get; set; } }
    [DataContract] public class Derived : Base { [DataMember] public string? B { get; set; } }
    [DataContract(IsReference = true)]
    public class Referred { [DataMember] public int A { get; set; } [DataMember] public Referred? Next { get; set; } }
    public struct Point { public int X; }
    [Serializable] public class Fields { public int A; }
    public class Holder
    {
        public Base? B { get; set; }
        public object? O { get; set; }
        public List<Base>? L { get; set; }
        public Base[]? Array { get; set; }
        public Dictionary<string, Base>? D { get; set; }
        public Point P { get; set; }
        public Point? N { get; set; }
        public Fields? F { get; set; }
        public Referred? R { get; set; }
        public Referred? S { get; set; }
        public List<Base> GetOnly { get; } = [];
        public int Number { get; set; }
    }

    /// <summary>Adds a hundred at writing and a thousand at reading: what is replaced twice, or never, is seen.</summary>
    sealed class Adding : ISerializationSurrogateProvider
    {
        public Type GetSurrogateType(Type type) => type;
        public object GetObjectToSerialize(object obj, Type targetType) => With(obj, 100);
        public object GetDeserializedObject(object obj, Type targetType) => With(obj, 1000);

        static object With(object obj, int more) => obj switch
        {
            Derived d => new Derived { A = d.A + more, B = d.B },
            Base b => new Base { A = b.A + more },
            Point p => new Point { X = p.X + more },
            Fields f => new Fields { A = f.A + more },
            Referred r => new Referred { A = r.A + more, Next = r.Next },
            _ => obj,
        };
    }

    static void Check(object? value, Type type)
    {
        foreach (bool preserves in (bool[])[false, true])
        {
            var oracle = new ContractOracle("xb")
            {
                Provider = new Adding(),
                Preserves = preserves,
                KnownTypes = [typeof(Point), typeof(Fields), typeof(Base), typeof(Referred)]
            };
            oracle.Check(value, type);
            oracle.Done();
        }
    }

    [Fact]
    public void As_root_and_item()
    {
        Check(new Base { A = 1 }, typeof(Base));
        Check(new Derived { A = 1 }, typeof(Base));
        Check(new Derived { A = 1 }, typeof(object));
        Check(new Point { X = 1 }, typeof(Point));
        Check(new Fields { A = 1 }, typeof(Fields));
        Check(new List<Base> { new() { A = 1 }, new Derived { A = 2 }, null! }, typeof(List<Base>));
        Check(new[] { new Point { X = 1 } }, typeof(Point[]));
        Check(new ArrayList { new Base { A = 1 }, new Point(), 5 }, typeof(ArrayList));
        Check(new Dictionary<string, Base> { ["a"] = new() { A = 1 } }, typeof(Dictionary<string, Base>));
        Check(null, typeof(Base));
    }

    [Fact]
    public void As_member()
    {
        Check(new Holder { B = new() { A = 1 } }, typeof(Holder));
        Check(new Holder { B = new Derived { A = 1, B = "b" } }, typeof(Holder));
        Check(new Holder { O = new Derived { A = 1, B = "b" } }, typeof(Holder));
        Check(new Holder { O = new Point { X = 1 } }, typeof(Holder));
        Check(new Holder { L = [new() { A = 1 }, new Derived { A = 2 }], Array = [new Derived()], D = new() { ["a"] = new() } },
            typeof(Holder));
        Check(new Holder { P = new() { X = 1 }, N = new Point { X = 2 }, F = new() { A = 3 } }, typeof(Holder));
        Check(new Holder { GetOnly = { new Base { A = 1 } } }, typeof(Holder));
    }

    /// <summary>
    /// By themselves: the original's table of identities loses some that were replaced, by where they happen to lie in memory, and it asks
    /// again for each reference.
    /// </summary>
    [Fact]
    public void With_references()
    {
        var shared = new Base { A = 1 };
        var referred = new Referred { A = 1 };
        foreach (bool preserves in (bool[])[false, true])
            foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            {
                var options = new ContractXmlOptions
                {
                    Convention = Convention.DataContract.WithSurrogateProvider(new Adding()).WithTier(tier),
                    PreserveObjectReferences = preserves,
                    KnownTypes = [typeof(Base)]
                };
                var back = ContractXml.Deserialize<Holder>(
                    ContractXml.Serialize(
                        new Holder { B = shared, O = shared, L = [shared, shared], R = new() { A = 2, Next = referred }, S = referred },
                        options), options)!;
                Assert.Equal((1101, 1101, 1102, 1101), (back.B!.A, back.L![1].A, back.R!.A, back.S!.A));
                Assert.Equal((preserves, preserves, preserves), (back.B == back.O, back.L[0] == back.L[1], back.B == back.L[0]));
                Assert.Same(back.R.Next, back.S);
            }
    }

    /// <summary>DataContractJsonSerializer refuses providers: here the same as in XML.</summary>
    [Fact]
    public void In_json()
    {
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new ContractJsonOptions
            { Convention = Convention.DataContract.WithSurrogateProvider(new Adding()).WithTier(tier) };
            string text = ContractJson.ToText(
                new Holder { B = new Derived { A = 1, B = "b" }, O = new Base { A = 2 }, P = new() { X = 3 } },
                options with { KnownTypes = [typeof(Base)] });
            Assert.Contains("\"A\":101,\"B\":\"b\"", text, StringComparison.Ordinal);
            var back = ContractJson.FromText<Holder>(text, options with { KnownTypes = [typeof(Base)] })!;
            Assert.Equal((1101, 1102, 1103), (back.B!.A, ((Base)back.O!).A, back.P.X));
        }
    }

    sealed class OtherType : ISerializationSurrogateProvider
    {
        public Type GetSurrogateType(Type type) => type;
        public object GetObjectToSerialize(object obj, Type targetType) => obj is Base ? new Fields() : obj;
        public object GetDeserializedObject(object obj, Type targetType) => obj;
    }

    [Fact]
    public void Another_type_that_was_not_named_is_refused()
    {
        var options = new ContractXmlOptions { Convention = Convention.DataContract.WithSurrogateProvider(new OtherType()) };
        Assert.Contains("GetSurrogateType",
            Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(new Holder { B = new() }, options)).Message,
            StringComparison.Ordinal);
    }
}
