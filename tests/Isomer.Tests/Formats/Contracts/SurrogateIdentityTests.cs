using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Which values of a provider of surrogates have an identity: each kind of type that is carried, as each kind of type that carries, in each
/// place, shared and not, with references kept and without.
/// </summary>
public class SurrogateIdentityTests
{
    public interface INumbered { int N { get; set; } }
    public class Plain : INumbered { public int N { get; set; } }
    [DataContract(IsReference = true)] public class Referred : INumbered { [DataMember] public int N { get; set; } }
    public struct Value : INumbered { public int N { get; set; } }

    public class Carrier { public int M { get; set; } }
    [DataContract(IsReference = true)] public class ReferredCarrier { [DataMember] public int M { get; set; } }
    public struct ValueCarrier { public int M { get; set; } }
    public enum EnumCarrier { }
    public class Nothing;

    public class Two<T> { public T? A, B; }
    public class Mixed<T> { public object? A; public T? B; public object? C; public T? D; }
    public class Objects { public object? A, B; public List<object?>? C; }
    public class Faces { public INumbered? A, B; public List<INumbered?>? C; }
    public struct Within<T> { public T A { get; set; } public T B { get; set; } }
    public class Outer<T> { public Within<T> W { get; set; } public object? O; }

    sealed class Provider<T, TCarrier>(Func<int, TCarrier> to, Func<TCarrier, int> from) : ISerializationSurrogateProvider
        where T : INumbered, new()
        where TCarrier : notnull
    {
        public object GetDeserializedObject(object obj, Type targetType) => obj is TCarrier c ? new T { N = from(c) } : obj;
        public object GetObjectToSerialize(object obj, Type targetType) => obj is T n ? to(n.N) : obj;
        public Type GetSurrogateType(Type type) => type == typeof(T) ? typeof(TCarrier) : type;
    }

    static readonly Dictionary<string, Action<string>> s_carriers = new()
    {
        ["class"] = kind => Check(kind, n => new Carrier { M = n }, c => c.M),
        ["class with references"] = kind => Check(kind, n => new ReferredCarrier { M = n }, c => c.M),
        ["struct"] = kind => Check(kind, n => new ValueCarrier { M = n }, c => c.M),
        ["enum"] = kind => Check(kind, n => (EnumCarrier)(n % 1), c => (int)c),
        ["int"] = kind => Check(kind, n => n, c => c),
        ["decimal"] = kind => Check(kind, n => (decimal)n, c => (int)c),
        ["guid"] = kind => Check(kind, n => new Guid(n, 0, 0, new byte[8]), c => BitConverter.ToInt32(c.ToByteArray())),
        ["date"] = kind => Check(kind, n => new DateTime(n, DateTimeKind.Utc), c => (int)c.Ticks),
        ["moment"] = kind => Check(kind, n => new DateTimeOffset(n, TimeSpan.Zero), c => (int)c.Ticks),
        ["string"] = kind => Check(kind, n => $"{n}", int.Parse),
        ["uri"] = kind => Check(kind, n => new Uri($"http://x/{n}"), c => int.Parse(c.AbsolutePath[1..])),
        ["bytes"] = kind => Check(kind, BitConverter.GetBytes, c => BitConverter.ToInt32(c)),
        ["list"] = kind => Check(kind, n => new List<int> { n }, c => c[0]),
        ["array"] = kind => Check(kind, n => new[] { n }, c => c[0]),
        ["map"] = kind => Check(kind, n => new Dictionary<string, int> { ["n"] = n }, c => c["n"]),
    };

    public static TheoryData<string, string> Cases()
    {
        var cases = new TheoryData<string, string>();
        foreach (string carrier in s_carriers.Keys)
            foreach (string kind in (string[])["class", "class with references", "struct"])
                cases.Add(kind, carrier);
        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Identities_are_the_originals(string kind, string carrier) => s_carriers[carrier](kind);

    static void Check<TCarrier>(string kind, Func<int, TCarrier> to, Func<TCarrier, int> from) where TCarrier : notnull
    {
        if (kind == "class")
            Check(new Plain { N = 7 }, new Provider<Plain, TCarrier>(to, from), typeof(TCarrier));
        else if (kind == "struct")
            Check(new Value { N = 7 }, new Provider<Value, TCarrier>(to, from), typeof(TCarrier));
        else
            Check(new Referred { N = 7 }, new Provider<Referred, TCarrier>(to, from), typeof(TCarrier));
    }

    static void Check<T>(T shared, ISerializationSurrogateProvider provider, Type carrier) where T : INumbered, new()
    {
        var other = new T { N = 8 };
        object box = shared;
        // Among the known types may be what is carried, too: what carries it is told all the same.
        foreach (var (preserves, known) in new (bool, Type[])[] { (true, [carrier]), (false, [carrier]), (true, [carrier, typeof(T)]) })
        {
            var oracle = new ContractOracle("xb") { Provider = provider, Preserves = preserves, KnownTypes = known, ReadsMore = true };
            oracle.Check(shared);
            oracle.Check(box, typeof(object));
            oracle.Check(new Two<T> { A = shared, B = shared });
            oracle.Check(new Two<T> { A = shared, B = other });
            oracle.Check(new List<T> { shared, other, shared });
            oracle.Check(new[] { shared, shared });
            oracle.Check(new Dictionary<string, T> { ["a"] = shared, ["b"] = shared });
            oracle.Check(new Objects { A = box, B = box, C = [box, other, null, box] });
            oracle.Check(new Faces { A = (INumbered)box, B = (INumbered)box, C = [(INumbered)box, other, null, (INumbered)box] });
            oracle.Check(new Mixed<T> { A = box, B = shared, C = box, D = shared });
            oracle.Check(new Outer<T> { W = new() { A = shared, B = shared }, O = box });
            oracle.Check(new List<object> { box, other, box });
            if (shared is Value value)
            {
                oracle.Check(new Two<Value?> { A = value, B = null });
                oracle.Check<Value?>(value);
                oracle.Check(new List<Value?> { value, null });
            }
            oracle.Done();
        }
    }

    /// <summary>
    /// A boxed struct whose carrier is no known type had two numbers, which no reader takes. DataContractSerializer refuses it; here it is
    /// told by its own name, as an object of a class is.
    /// </summary>
    [Fact]
    public void Boxes_whose_carrier_is_unknown_have_one_number()
    {
        Check(new Value { N = 7 }, new Provider<Value, Carrier>(n => new Carrier { M = n }, c => c.M));
        Check(new Plain { N = 7 }, new Provider<Plain, Carrier>(n => new Carrier { M = n }, c => c.M));

        static void Check<T>(T carried, ISerializationSurrogateProvider provider) where T : INumbered
        {
            foreach (object root in new object[] { carried, new List<object> { carried, carried }, new Objects { A = carried } })
                foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
                    foreach (var form in new[] { ContractXmlForm.Text, ContractXmlForm.Binary })
                    {
                        var options = new ContractXmlOptions
                        {
                            Convention = Convention.DataContract.WithSurrogateProvider(provider).WithTier(tier),
                            KnownTypes = [typeof(T), typeof(List<object>), typeof(Objects)],
                            PreserveObjectReferences = true,
                            Form = form,
                        };
                        byte[] bytes = ContractXml.Serialize(root, typeof(object), options);
                        object back = ContractXml.Deserialize(bytes, typeof(object), options)!;
                        Assert.Equal(7, ((INumbered)((back as Objects)?.A ?? (back as List<object>)?[1] ?? back)).N);
                    }
        }
    }

    public class Loop
    {
        public object? O;
        public Loop? L;
        public Plain? P;
    }

    public class Member
    {
        public Member? Self { get; set; }
        public List<Member>? All { get; set; }
        public object? Any { get; set; }
        public Plain? P { get; set; }
    }

    /// <summary>A cycle that does not lead through the root: of a class that the provider leaves as it is.</summary>
    [Fact]
    public void Cycles_of_members()
    {
        var provider = new Provider<Plain, Carrier>(n => new Carrier { M = n }, c => c.M);
        var inner = new Member { P = new Plain { N = 5 } };
        inner.All = [inner];
        var root = new Member { Self = inner, Any = inner };
        Type[] known = [typeof(Member), typeof(Carrier)];
        var settings = new DataContractSerializerSettings { KnownTypes = known, PreserveObjectReferences = true };
        var original = new DataContractSerializer(typeof(Member), settings);
        original.SetSerializationSurrogateProvider(provider);
        var document = new MemoryStream();
        original.WriteObject(document, root);
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new ContractXmlOptions
            {
                Convention = Convention.DataContract.WithSurrogateProvider(provider).WithTier(tier),
                KnownTypes = [.. known],
                PreserveObjectReferences = true,
            };
            Assert.Equal(System.Text.Encoding.UTF8.GetString(document.ToArray()), ContractXml.ToText(root, options));
            foreach (var form in new[] { options, options with { Form = ContractXmlForm.Binary } })
            {
                byte[] payload = form == options ? document.ToArray() : ContractXml.Serialize(root, form);
                var back = ContractXml.Deserialize<Member>(payload, form)!;
                Assert.Same(back.Self, back.Self!.All![0]);
                Assert.Same(back.Self, back.Any);
                Assert.Equal(5, back.Self.P!.N);
            }
        }
    }

    /// <summary>What refers to itself behind object is known as soon as it is made, whatever the provider carries elsewhere.</summary>
    [Fact]
    public void Cycles_behind_object()
    {
        var provider = new Provider<Plain, Carrier>(n => new Carrier { M = n }, c => c.M);
        var loop = new Loop { P = new Plain { N = 5 } };
        (loop.O, loop.L) = (new List<object> { loop, loop.P }, loop);
        var settings = new DataContractSerializerSettings
        { KnownTypes = [typeof(Loop), typeof(List<object>), typeof(Carrier)], PreserveObjectReferences = true };
        var original = new DataContractSerializer(typeof(object), settings);
        original.SetSerializationSurrogateProvider(provider);
        var document = new MemoryStream();
        original.WriteObject(document, loop);
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new ContractXmlOptions
            {
                Convention = Convention.DataContract.WithSurrogateProvider(provider).WithTier(tier),
                KnownTypes = [typeof(Loop), typeof(List<object>), typeof(Carrier)],
                PreserveObjectReferences = true,
            };
            Assert.Equal(System.Text.Encoding.UTF8.GetString(document.ToArray()), ContractXml.ToText(loop, typeof(object), options));
            var back = (Loop)ContractXml.Deserialize(document.ToArray(), typeof(object), options)!;
            Assert.Same(back, back.L);
            Assert.Same(back, ((List<object>)back.O!)[0]);
            Assert.Equal(5, back.P!.N);
        }
    }

    public class Sub : Plain { public string? S { get; set; } }
    public class Further : Plain { public int F { get; set; } }
    public class FurtherCarrier { public int M { get; set; } }

    public class Node
    {
        public Plain? P;
        public object? O;
        public INumbered? I;
        public Sub? S;
        public List<Plain?>? L;
        public Dictionary<string, Plain>? D;
        public Plain[]? A;
        public Node? Next;
    }

    /// <summary>Names something for two classes alone: what derives from one of them stays as it is, or is carried by another.</summary>
    sealed class ByClass : ISerializationSurrogateProvider
    {
        public object GetDeserializedObject(object obj, Type targetType) => obj switch
        {
            Carrier c => new Plain { N = c.M },
            FurtherCarrier f => new Further { F = f.M },
            _ => obj,
        };

        public object GetObjectToSerialize(object obj, Type targetType) => obj switch
        {
            Further f => new FurtherCarrier { M = f.F },
            Plain p when p.GetType() == typeof(Plain) => new Carrier { M = p.N },
            _ => obj,
        };

        public Type GetSurrogateType(Type type) =>
            type == typeof(Plain) ? typeof(Carrier) : type == typeof(Further) ? typeof(FurtherCarrier) : type;
    }

    static Node Graph(Random random)
    {
        Plain Any() => random.Next(3) switch
        {
            0 => new Plain { N = random.Next(9) },
            1 => new Sub { N = random.Next(9), S = "s" },
            _ => new Further { F = random.Next(9) },
        };
        Plain[] pool = [Any(), Any(), Any()];
        Plain Some() => random.Next(2) == 0 ? pool[random.Next(3)] : Any();
        Plain? Maybe() => random.Next(3) == 0 ? null : Some();
        Node? first = null;
        for (int i = random.Next(1, 4); i > 0; i--)
            first = new Node
            {
                P = Maybe(),
                O = Maybe(),
                I = Maybe(),
                S = Maybe() as Sub,
                L = random.Next(2) == 0 ? null : [Maybe(), Some(), Some()],
                D = random.Next(2) == 0 ? null : new() { ["a"] = Some(), ["b"] = Some() },
                A = random.Next(2) == 0 ? null : [Some(), Some()],
                Next = first,
            };
        return first!;
    }

    /// <summary>Objects of derived classes where their base is carried, in all places, shared and not.</summary>
    [Theory]
    [InlineData(true), InlineData(false)]
    public void Graphs_of_derived_classes(bool preserves)
    {
        for (int seed = 0; seed < 80; seed++)
        {
            var oracle = new ContractOracle("xb")
            {
                Provider = new ByClass(),
                Preserves = preserves,
                KnownTypes = [typeof(Carrier), typeof(FurtherCarrier), typeof(Sub), typeof(Further)],
                ReadsMore = true,
            };
            var random = new Random(seed);
            oracle.Check(Graph(random));
            oracle.Check(Graph(random).P ?? new Sub { N = 1 }, typeof(Plain));
            oracle.Done();
        }
    }

    public class Faced { public INumbered? I; }

    /// <summary>What a name makes must be what is declared.</summary>
    [Fact]
    public void A_type_that_does_not_fit_is_refused()
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new ContractXmlOptions
            {
                Convention = Convention.DataContract.WithSurrogateProvider(new ByClass()).WithTier(tier),
                KnownTypes = [typeof(Node)],
            };
            string text = ContractXml.ToText(new Objects { A = new Node() }, options);
            string faced = text.Replace("Objects", "Faced", StringComparison.Ordinal).Replace("<A ", "<I ", StringComparison.Ordinal)
                .Replace("</A>", "</I>", StringComparison.Ordinal);
            var error = Assert.Throws<WireFormatException>(() => ContractXml.FromText<Faced>(faced, options));
            Assert.Contains("INumbered", error.Message, StringComparison.Ordinal);
        }
    }
}
