using System.Collections;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// A provider that carries a type as another, in JSON: at the root, as an item, behind object. DataContractJsonSerializer takes no
/// provider, but it writes the same graph where the carriers stand in it by themselves: that is what ours must write, and from that it must
/// make the values again.
/// </summary>
public class ContractJsonSurrogateTests
{
    public class NoContract(int n) { public int N { get; } = n; }
    [DataContract(Name = "Carrier", Namespace = "urn:c")] public class Carrier { [DataMember] public int M { get; set; } }
    [DataContract(Name = "Two")] public class Two<T> { [DataMember] public T? A; [DataMember] public T? B; }
    [DataContract] public class Objects { [DataMember] public object? O; [DataMember] public object? Q; }
    [DataContract(Name = "Many")]
    public class Many<T>
    {
        [DataMember] public List<T>? L; [DataMember] public T[]? V; [DataMember]
        public Dictionary<string, T>? D; [DataMember] public IEnumerable<T>? E;
    }

    sealed class Provider(Type type, Func<NoContract, object> to, Func<object, NoContract?> from) : ISerializationSurrogateProvider
    {
        public object GetDeserializedObject(object obj, Type targetType) => from(obj) ?? obj;
        public object GetObjectToSerialize(object obj, Type targetType) => obj is NoContract n ? to(n) : obj;
        public Type GetSurrogateType(Type asked) => asked == typeof(NoContract) ? type : asked;
    }

    static readonly Provider Objectlike = new(typeof(Carrier), n => new Carrier { M = n.N }, o => o is Carrier c ? new(c.M) : null);
    static readonly Provider Listlike = new(typeof(List<int>), n => new List<int> { n.N }, o => o is List<int> l ? new(l[0]) : null);
    static readonly Provider Textlike =
        new(typeof(string), n => "n" + n.N, o => o is string s && s.StartsWith('n') ? new(int.Parse(s[1..])) : null);

    static IEnumerable<ContractJsonOptions> Tiers(Provider provider, params Type[] known) =>
        ((ShapeTier[])[ShapeTier.Emitted, ShapeTier.Promoted, ShapeTier.Reflection]).SelectMany(
            tier => ((EmitTypeInformation[])[EmitTypeInformation.AsNeeded, EmitTypeInformation.Always])
            .Select(emits =>
                new ContractJsonOptions
                {
                    Convention = Convention.DataContract.WithSurrogateProvider(provider).WithTier(tier),
                    KnownTypes = known,
                    EmitTypeInformation = emits
                }));

    /// <summary>The value as the original writes it with carriers in it; what is read shows the numbers again.</summary>
    static void Check<T, TCarried>(T value, TCarried carried, Provider provider, params Type[] known)
    {
        foreach (var options in Tiers(provider, known))
        {
            var stream = new MemoryStream();
            new DataContractJsonSerializer(typeof(TCarried),
                new DataContractJsonSerializerSettings
                { KnownTypes = known, EmitTypeInformation = options.EmitTypeInformation }).WriteObject(stream, carried);
            string expected = Encoding.UTF8.GetString(stream.ToArray());
            Assert.Equal(expected, ContractJson.ToText(value, options));
            var back = ContractJson.FromText<T>(expected, options);
            Assert.Equal(Shown(value), Shown(back));
            Assert.Equal(expected, ContractJson.ToText(back, options));
        }
    }

    static string Shown(object? value) => value switch
    {
        null => "null",
        NoContract n => $"N{n.N}",
        string s => s,
        IDictionary d => "{" + string.Join(",", d.Keys.Cast<object>().Select(k => Shown(k) + ":" + Shown(d[k]))) + "}",
        IEnumerable e => "[" + string.Join(",", e.Cast<object?>().Select(Shown)) + "]",
        _ when value.GetType().IsPrimitive => value.ToString()!,
        _ => "(" + string.Join(",", value.GetType().GetFields().Select(f => Shown(f.GetValue(value)))) + ")",
    };

    [Fact]
    public void At_the_root()
    {
        Check(new NoContract(5), new Carrier { M = 5 }, Objectlike);
        Check(new NoContract(5), new List<int> { 5 }, Listlike);
        Check(new NoContract(5), "n5", Textlike);
    }

    [Fact]
    public void As_member_and_item()
    {
        Carried(Objectlike, n => new Carrier { M = n });
        Carried(Listlike, n => new List<int> { n });
        Carried(Textlike, n => "n" + n);

        static void Carried<TCarrier>(Provider provider, Func<int, TCarrier> of) where TCarrier : class
        {
            Check(new Two<NoContract> { A = new(3) }, new Two<TCarrier> { A = of(3) }, provider);
            Check(new List<NoContract?> { new(1), null, new(2) }, new List<TCarrier?> { of(1), null, of(2) }, provider);
            Check(new[] { new NoContract(1) }, new[] { of(1) }, provider);
            Check(new Dictionary<string, NoContract> { ["a"] = new(1) }, new Dictionary<string, TCarrier> { ["a"] = of(1) }, provider);
            Check(new Many<NoContract> { L = [new(1)], V = [new(2), new(3)], D = new() { ["x"] = new(4) }, E = [new(5)] },
                new Many<TCarrier> { L = [of(1)], V = [of(2), of(3)], D = new() { ["x"] = of(4) }, E = [of(5)] }, provider);
        }
    }

    [Fact]
    public void Behind_object()
    {
        Check(new Objects { O = new NoContract(3), Q = 4 }, new Objects { O = new Carrier { M = 3 }, Q = 4 }, Objectlike, typeof(Carrier));
        Check<object, object>(new NoContract(3), new Carrier { M = 3 }, Objectlike, typeof(Carrier));
        Check(new List<object?> { new NoContract(1), null, "a", new NoContract(2) },
            new List<object?> { new Carrier { M = 1 }, null, "a", new Carrier { M = 2 } }, Objectlike, typeof(Carrier));
        Check(new Dictionary<string, object> { ["a"] = new NoContract(1) },
            new Dictionary<string, object> { ["a"] = new Carrier { M = 1 } }, Objectlike, typeof(Carrier));
        // What is known nowhere is refused, as a value of any class is.
        foreach (var options in Tiers(Objectlike))
            Assert.ThrowsAny<Exception>(() => ContractJson.ToText(new Objects { O = new NoContract(3) }, options));
    }

    [Fact]
    public void As_key_and_as_null()
    {
        Check(new Dictionary<NoContract, int> { [new(1)] = 2 }, new Dictionary<Carrier, int> { [new() { M = 1 }] = 2 }, Objectlike);
        Check(new Dictionary<NoContract, NoContract?> { [new(1)] = null, [new(2)] = new(3) },
            new Dictionary<string, string?> { ["n1"] = null, ["n2"] = "n3" }, Textlike);
        Check(new Dictionary<NoContract, int> { [new(1)] = 2 }, new Dictionary<List<int>, int> { [[1]] = 2 }, Listlike);
        Check<NoContract?, Carrier?>(null, null, Objectlike);
        Check(new Two<NoContract> { B = new(1) }, new Two<Carrier> { B = new() { M = 1 } }, Objectlike);
        Check(new Objects { Q = new NoContract(1) }, new Objects { Q = new Carrier { M = 1 } }, Objectlike, typeof(Carrier));
    }

    /// <summary>
    /// JSON has no references: what stands in two places is written twice, and a carrier that asks for references is refused by both.
    /// </summary>
    [Fact]
    public void What_stands_in_two_places()
    {
        var (shared, carrier) = (new NoContract(7), new Carrier { M = 7 });
        Check(new Two<NoContract> { A = shared, B = shared }, new Two<Carrier> { A = carrier, B = carrier }, Objectlike);
        Check(new List<NoContract> { shared, shared }, new List<Carrier> { carrier, carrier }, Objectlike);
        var referring = new Provider(typeof(Referred), n => new Referred { M = n.N }, o => o is Referred r ? new(r.M) : null);
        Assert.ThrowsAny<SerializationException>(
            () => new DataContractJsonSerializer(typeof(Two<Referred>)).WriteObject(new MemoryStream(), new Two<Referred> { A = new() }));
        foreach (var options in Tiers(referring))
            Assert.ThrowsAny<Exception>(() => ContractJson.ToText(new Two<NoContract> { A = shared }, options));
    }

    [DataContract(IsReference = true)] public class Referred { [DataMember] public int M { get; set; } }
}
