using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>Roots under a provider of surrogates: filled, and in the Net form, which tells the type of what is carried.</summary>
public class ProvidedRootTests
{
    public class Order { public int Number { get; set; } public Order? Next { get; set; } }

    public class Carrier { public int N { get; set; } public Order? Next { get; set; } }
    [DataContract(IsReference = true)] public class ReferredCarrier { [DataMember] public int N { get; set; } }
    public struct ValueCarrier { public int N { get; set; } }
    public enum Numbered { Seven = 7 }

    sealed class Provider<T>(Func<Order, T> to, Func<T, Order> from) : ISerializationSurrogateProvider where T : notnull
    {
        public Type GetSurrogateType(Type type) => type == typeof(Order) ? typeof(T) : type;
        public object GetObjectToSerialize(object obj, Type targetType) => obj is Order o ? to(o) : obj;
        public object GetDeserializedObject(object obj, Type targetType) => obj is T c ? from(c) : obj;
    }

    /// <summary>Names no other type, and gives back what it is given, or another object.</summary>
    sealed class ByItself(bool isOther) : ISerializationSurrogateProvider
    {
        public Type GetSurrogateType(Type type) => type;
        public object GetObjectToSerialize(object obj, Type targetType) => obj;
        public object GetDeserializedObject(object obj, Type targetType) =>
            isOther && obj is Order o ? new Order { Number = o.Number + 1000, Next = o.Next } : obj;
    }

    static readonly ShapeTier[] s_tiers = [ShapeTier.Emitted, ShapeTier.Promoted, ShapeTier.Reflection];

    static IEnumerable<ContractXmlOptions> Options(ISerializationSurrogateProvider provider, bool isNet) =>
        from tier in s_tiers
        from form in (ContractXmlForm[])[ContractXmlForm.Text, ContractXmlForm.Binary]
        select new ContractXmlOptions
        {
            Form = form,
            NetDataContract = isNet,
            Convention = Convention.DataContract.WithSurrogateProvider(provider).WithTier(tier)
        };

    static void RoundTrip<T>(Func<Order, T> to, Func<T, Order> from) where T : notnull
    {
        foreach (var options in Options(new Provider<T>(to, from), isNet: true))
        {
            byte[] bytes = ContractXml.Serialize(new Order { Number = 7 }, options);
            Assert.Equal(7, ContractXml.Deserialize<Order>(bytes, options)!.Number);
            bytes = ContractXml.Serialize<List<Order>>([new() { Number = 7 }, new() { Number = 7 }], options);
            Assert.Equal([7, 7], ContractXml.Deserialize<List<Order>>(bytes, options)!.Select(o => o.Number));
        }
    }

    /// <summary>They were written, and refused at reading: "The type 'Order' is not known where 'Carrier' is declared."</summary>
    [Fact]
    public void A_carried_root_of_the_net_form_is_read()
    {
        RoundTrip(o => new Carrier { N = o.Number, Next = o.Next }, c => new Order { Number = c.N, Next = c.Next });
        RoundTrip(o => new ReferredCarrier { N = o.Number }, c => new Order { Number = c.N });
        RoundTrip(o => new ValueCarrier { N = o.Number }, c => new Order { Number = c.N });
        RoundTrip(o => new List<int> { o.Number }, c => new Order { Number = c[0] });
        RoundTrip(o => new Dictionary<string, int> { ["n"] = o.Number }, c => new Order { Number = c["n"] });
        RoundTrip(o => (Numbered)o.Number, c => new Order { Number = (int)c });
        RoundTrip(o => o.Number, c => new Order { Number = c });
        RoundTrip(o => $"{o.Number}", c => new Order { Number = int.Parse(c) });
    }

    /// <summary>What carries the root may hold another one, which tells no type.</summary>
    [Fact]
    public void What_a_carried_root_of_the_net_form_holds_is_read()
    {
        foreach (var options in Options(new Provider<Carrier>(o => new Carrier { N = o.Number, Next = o.Next },
            c => new Order { Number = c.N, Next = c.Next }), isNet: true))
        {
            var order = new Order { Number = 1, Next = new() { Number = 2, Next = new() { Number = 3 } } };
            byte[] bytes = ContractXml.Serialize(order, options);
            var back = ContractXml.Deserialize<Order>(bytes, options)!;
            Assert.Equal((1, 2, 3), (back.Number, back.Next!.Number, back.Next.Next!.Number));
        }
    }

    public class Urgent : Order { public int Days { get; set; } }
    public class UrgentCarrier { public int D { get; set; } }

    /// <summary>Carries a base and a class that derives from it by two carriers.</summary>
    sealed class ByClass : ISerializationSurrogateProvider
    {
        public Type GetSurrogateType(Type type) =>
            type == typeof(Order) ? typeof(Carrier) : type == typeof(Urgent) ? typeof(UrgentCarrier) : type;

        public object GetObjectToSerialize(object obj, Type targetType) => obj switch
        {
            Urgent u => new UrgentCarrier { D = u.Days },
            Order o => new Carrier { N = o.Number, Next = o.Next },
            _ => obj,
        };

        public object GetDeserializedObject(object obj, Type targetType) => obj switch
        {
            UrgentCarrier u => new Urgent { Days = u.D },
            Carrier c => new Order { Number = c.N, Next = c.Next },
            _ => obj,
        };
    }

    /// <summary>One of a derived class was written, and refused at reading.</summary>
    [Fact]
    public void A_carried_root_of_a_derived_class_is_read_in_the_net_form()
    {
        foreach (var plain in Options(new ByClass(), isNet: true))
        {
            var options = plain with { KnownTypes = [typeof(Urgent), typeof(UrgentCarrier)] };
            byte[] bytes = ContractXml.Serialize<Order>(new Urgent { Days = 3 }, options);
            Assert.Equal(3, Assert.IsType<Urgent>(ContractXml.Deserialize<Order>(bytes, options)).Days);
            bytes = ContractXml.Serialize(new Order { Number = 1, Next = new Urgent { Days = 4 } }, options);
            Assert.Equal(4, Assert.IsType<Urgent>(ContractXml.Deserialize<Order>(bytes, options)!.Next).Days);
        }
    }

    /// <summary>IsStartObject looked for the root of the type that is carried; what is written is that of the carrier.</summary>
    [Fact]
    public void A_carried_root_is_where_it_stands()
    {
        var provider = new Provider<Carrier>(o => new Carrier { N = o.Number }, c => new Order { Number = c.N });
        var original = new DataContractSerializer(typeof(Order));
        original.SetSerializationSurrogateProvider(provider);
        var ours = new ContractXmlSerializer(typeof(Order));
        ours.SetSerializationSurrogateProvider(provider);
        using var stream = new MemoryStream();
        original.WriteObject(stream, new Order { Number = 7 });
        string text = System.Text.Encoding.UTF8.GetString(stream.ToArray());
        const string OfOrder = "<Order xmlns='http://schemas.datacontract.org/2004/07/Isomer.Tests.Formats.Contracts'/>";
        foreach (string document in (string[])[text, OfOrder])
        {
            Assert.Equal(document == text, Starts(original, document));
            Assert.Equal(document == text, Starts(ours, document));
        }

        static bool Starts(XmlObjectSerializer by, string document)
        {
            using var reader = System.Xml.XmlReader.Create(new StringReader(document));
            reader.MoveToContent();
            return by.IsStartObject(reader);
        }
    }

    /// <summary>Fill made another object, and left the target as it was.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Fill_fills_what_a_provider_leaves_as_it_is(bool isNet)
    {
        foreach (var options in Options(new ByItself(isOther: false), isNet))
        {
            byte[] bytes = ContractXml.Serialize(new Order { Number = 7 }, options);
            var target = new Order { Number = 1 };
            Assert.Same(target, ContractXml.Fill(target, bytes, options));
            Assert.Equal(7, target.Number);
        }
        // What stands in its place is given back.
        foreach (var options in Options(new ByItself(isOther: true), isNet))
            Assert.Equal(1007, ContractXml.Fill(new Order(), ContractXml.Serialize(new Order { Number = 7 }, options), options).Number);
    }

#pragma warning disable SYSLIB0050 // the pattern of an older age is what this is about
    /// <summary>Stands for another object, or for itself.</summary>
    [Serializable]
    public class Stand : IObjectReference
    {
        public int Number;
        [NonSerialized] public object? Real;
        public object GetRealObject(StreamingContext context) => Real ?? this;
    }
#pragma warning restore SYSLIB0050

    [Fact]
    public void Fill_gives_back_what_stands_in_the_place_of_what_it_filled()
    {
        foreach (var tier in s_tiers)
        {
            var options = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) };
            byte[] bytes = ContractXml.Serialize(new Stand { Number = 7 }, options);
            var (itself, other) = (new Stand(), new Stand());
            Assert.Same(itself, ContractXml.Fill(itself, bytes, options));
            Assert.Same(other, ContractXml.Fill(new Stand { Real = other }, bytes, options));
            Assert.Equal((7, 0), (itself.Number, other.Number));
            Assert.Contains("The payload holds a 'System.String'",
                Assert.Throws<WireFormatException>(() => ContractXml.Fill(new Stand { Real = "text" }, bytes, options)).Message,
                StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Fill_of_json_fills_what_a_provider_leaves_as_it_is()
    {
        foreach (var tier in s_tiers)
        {
            var options = new ContractJsonOptions
            { Convention = Convention.DataContract.WithSurrogateProvider(new ByItself(isOther: false)).WithTier(tier) };
            var target = new Order();
            Assert.Same(target, ContractJson.Fill(target, """{"Number":7}"""u8, options));
            Assert.Equal(7, target.Number);
        }
    }
}
