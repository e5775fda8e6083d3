using System.Collections.Immutable;
using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// What a surrogate carries, of every kind of carrier, in every place and every format: it comes back, or it is refused at writing. On
/// 2026-11-27 Nrbf wrote arrays of carried numbers, and nulls, that it could not read; ContractXml wrote two attributes of one name under
/// references; ContractJson keys without quotes, and names that it did not know; and Soap gave the carrier.
/// </summary>
public class CarriedPlaceTests
{
    public record C { public int V { get; set; } }
    public record struct S { public int V { get; set; } }
    public enum E { A = 1, B = 4 }

    // Carriers that are carried themselves.
    public record K { public int V { get; set; } }
    public record struct KS { public int V { get; set; } }

    [DataContract, ProtobufContract]
    public class Carrier
    {
        [DataMember(Order = 1), ProtobufMember(1)] public int A { get; set; }
        [DataMember(Order = 2), ProtobufMember(2)] public string? B { get; set; }
    }
    [DataContract, ProtobufContract]
    public struct CarrierStruct
    {
        [DataMember(Order = 1), ProtobufMember(1)] public int A { get; set; }
        [DataMember(Order = 2), ProtobufMember(2)] public string? B { get; set; }
    }

    [ProtobufContract]
    public class Two<T>
    {
        [ProtobufMember(1)] public T? X { get; set; }
        [ProtobufMember(2)] public T? Y { get; set; }
    }
    public class Any { public object? O { get; set; } }

    sealed class Map<T, TCarrier>(Func<T, TCarrier> to, Func<TCarrier, T> from) : Surrogate<T, TCarrier>
    {
        public override TCarrier ToCarrier(T value) => to(value);
        public override T FromCarrier(TCarrier carrier) => from(carrier);
    }

    static readonly Surrogate s_byClass = new Map<C, K>(v => new() { V = v.V }, s => new() { V = s.V });
    static readonly Surrogate s_ofStruct = new Map<S, KS>(v => new() { V = v.V }, s => new() { V = s.V });
    static readonly Surrogate s_byStruct = new Map<C, KS>(v => new() { V = v.V }, s => new() { V = s.V });

    static readonly Dictionary<string, Surrogate[]> s_surrogates = new(StringComparer.Ordinal)
    {
        ["class as string"] = [new Map<C, string>(v => "c" + v.V, s => new() { V = int.Parse(s[1..]) })],
        ["class as int"] = [new Map<C, int>(v => v.V, s => new() { V = s })],
        ["class as int?"] = [new Map<C, int?>(v => v.V, s => new() { V = s ?? -1 })],
        ["class as decimal"] = [new Map<C, decimal>(v => v.V, s => new() { V = (int)s })],
        ["class as enum"] = [new Map<C, E>(v => (E)v.V, s => new() { V = (int)s })],
        ["class as bytes"] = [new Map<C, byte[]>(v => [(byte)v.V], s => new() { V = s[0] })],
        ["class as class"] = [new Map<C, Carrier>(v => new() { A = v.V, B = "x" }, s => new() { V = s.A })],
        ["class as struct"] = [new Map<C, CarrierStruct>(v => new() { A = v.V, B = "x" }, s => new() { V = s.A })],
        ["class as list"] = [new Map<C, List<int>>(v => [v.V, 1], s => new() { V = s[0] })],
        ["class as dictionary"] = [new Map<C, Dictionary<string, int>>(v => new() { ["v"] = v.V }, s => new() { V = s["v"] })],
        ["class as tuple"] = [new Map<C, (int, string)>(v => (v.V, "t"), s => new() { V = s.Item1 })],
        ["class as object"] = [new Map<C, object>(v => "o" + v.V, s => new() { V = int.Parse(((string)s)[1..]) })],
        ["struct as string"] = [new Map<S, string>(v => "c" + v.V, s => new() { V = int.Parse(s[1..]) })],
        ["struct as int"] = [new Map<S, int>(v => v.V, s => new() { V = s })],
        ["struct as class"] = [new Map<S, Carrier>(v => new() { A = v.V, B = "x" }, s => new() { V = s.A })],
        ["struct as struct"] = [new Map<S, CarrierStruct>(v => new() { A = v.V, B = "x" }, s => new() { V = s.A })],
        ["struct as list"] = [new Map<S, List<int>>(v => [v.V, 1], s => new() { V = s[0] })],
        ["class as Uri"] = [new Map<C, Uri>(v => new Uri("http://a/" + v.V), s => new() { V = int.Parse(s.AbsolutePath[1..]) })],
        ["struct as Uri"] = [new Map<S, Uri>(v => new Uri("http://a/" + v.V), s => new() { V = int.Parse(s.AbsolutePath[1..]) })],
        ["class by class as int"] = [s_byClass, new Map<K, int>(v => v.V, s => new() { V = s })],
        ["class by class as string"] = [s_byClass, new Map<K, string>(v => "k" + v.V, s => new() { V = int.Parse(s[1..]) })],
        ["class by class as Uri"] =
            [s_byClass, new Map<K, Uri>(v => new Uri("http://a/" + v.V), s => new() { V = int.Parse(s.AbsolutePath[1..]) })],
        ["class by class as class"] = [s_byClass, new Map<K, Carrier>(v => new() { A = v.V, B = "x" }, s => new() { V = s.A })],
        ["class by class as struct"] = [s_byClass, new Map<K, CarrierStruct>(v => new() { A = v.V, B = "x" }, s => new() { V = s.A })],
        ["class by class as list"] = [s_byClass, new Map<K, List<int>>(v => [v.V, 1], s => new() { V = s[0] })],
        ["class by class as bytes"] = [s_byClass, new Map<K, byte[]>(v => [(byte)v.V], s => new() { V = s[0] })],
        ["class by struct as int"] = [s_byStruct, new Map<KS, int>(v => v.V, s => new() { V = s })],
        ["class by struct as string"] = [s_byStruct, new Map<KS, string>(v => "k" + v.V, s => new() { V = int.Parse(s[1..]) })],
        ["class by struct as class"] = [s_byStruct, new Map<KS, Carrier>(v => new() { A = v.V, B = "x" }, s => new() { V = s.A })],
        ["struct by class as int"] =
            [new Map<S, K>(v => new() { V = v.V }, s => new() { V = s.V }), new Map<K, int>(v => v.V, s => new() { V = s })],
        ["struct by struct as int"] =
            [new Map<S, KS>(v => new() { V = v.V }, s => new() { V = s.V }), new Map<KS, int>(v => v.V, s => new() { V = s })],
        ["struct by struct as class"] = [s_ofStruct, new Map<KS, Carrier>(v => new() { A = v.V, B = "x" }, s => new() { V = s.A })],
        ["struct by struct as string"] = [s_ofStruct, new Map<KS, string>(v => "k" + v.V, s => new() { V = int.Parse(s[1..]) })],
        ["struct by struct as list"] = [s_ofStruct, new Map<KS, List<int>>(v => [v.V, 1], s => new() { V = s[0] })],
        ["struct by class as class"] =
            [new Map<S, K>(v => new() { V = v.V }, s => new() { V = s.V }),
                new Map<K, Carrier>(v => new() { A = v.V, B = "x" }, s => new() { V = s.A })],
        ["enum as string"] = [new Map<E, string>(v => "e" + (int)v, s => (E)int.Parse(s[1..]))],
    };

    public static TheoryData<string> Surrogates => [.. s_surrogates.Keys];

    sealed record Way(string Name, Func<object, Type, byte[]> Write, Func<byte[], Type, object?> Read);

    static IEnumerable<Way> Ways(Surrogate[] surrogates, ShapeTier tier, Type[] known)
    {
        var plain = surrogates.Aggregate(Convention.Plain, (c, s) => c.WithSurrogate(s)).WithTier(tier);
        foreach (var references in Enum.GetValues<References>())
        {
            var json = new JsonOptions { Convention = plain, References = references };
            yield return new($"Json, {references}", (v, t) => Json.Serialize(v, t, json), (b, t) => Json.Deserialize(b, t, json));
            var compact = new CompactOptions { Convention = plain, References = references };
            yield return new($"Compact, {references}", (v, t) => Compact.Serialize(v, t, compact),
                (b, t) => Compact.Deserialize(b, t, compact));
        }
        var fast = JsonOptions.FastJson with
        {
            Convention = surrogates.Aggregate(Convention.FastJson, (c, s) => c.WithSurrogate(s)).WithTier(tier),
            Types = JsonTypes.None.WithAssembly(typeof(C).Assembly),
        };
        yield return new("FastJson", (v, t) => Json.Serialize(v, t, fast), (b, t) => Json.Deserialize(b, t, fast));
        var protobuf = new ProtobufOptions
        { Convention = surrogates.Aggregate(Convention.Protobuf, (c, s) => c.WithSurrogate(s)).WithTier(tier) };
        yield return new("Protobuf", (v, t) => Protobuf.Serialize(v, t, protobuf),
            (b, t) => Protobuf.Deserialize(b, t, protobuf));
        var contracts = surrogates.Aggregate(Convention.DataContract, (c, s) => c.WithSurrogate(s)).WithTier(tier);
        foreach (var form in Enum.GetValues<ContractXmlForm>())
            foreach (var (preserves, net) in new[] { (false, false), (true, false), (false, true) })
            {
                var xml = new ContractXmlOptions
                {
                    Convention = contracts,
                    Form = form,
                    PreserveObjectReferences = preserves,
                    NetDataContract = net,
                    KnownTypes = known,
                };
                yield return new($"ContractXml, {form}, {(preserves ? "preserves" : net ? "net" : "plain")}",
                    (v, t) => ContractXml.Serialize(v, t, xml), (b, t) => ContractXml.Deserialize(b, t, xml));
            }
        foreach (bool simple in new[] { false, true })
        {
            var options = new ContractJsonOptions { Convention = contracts, KnownTypes = known, UseSimpleDictionaryFormat = simple };
            yield return new($"ContractJson, {simple}", (v, t) => ContractJson.Serialize(v, t, options),
                (b, t) => ContractJson.Deserialize(b, t, options));
        }
        var fields = surrogates.Aggregate(Convention.Fields.WithUnmarkedTypes(), (c, s) => c.WithSurrogate(s)).WithTier(tier);
        var nrbf = new NrbfOptions { Convention = fields, KnownTypes = [.. known] };
        yield return new("Nrbf", (v, t) => Nrbf.Serialize(v, t, nrbf), (b, t) => Nrbf.Deserialize(b, t, nrbf));
        var soap = new SoapOptions { Convention = fields, KnownTypes = [.. known], WritesGenerics = true };
        yield return new("Soap", (v, t) => Soap.Serialize(v, t, soap), (b, t) => Soap.Deserialize(b, t, soap));
    }

    static IEnumerable<(string Place, object Value, Type Type)> Places<T>(T a, T b) where T : notnull
    {
        yield return ("root", a, typeof(T));
        yield return ("member", new Two<T> { X = a, Y = b }, typeof(Two<T>));
        yield return ("shared", new Two<T> { X = a, Y = a }, typeof(Two<T>));
        yield return ("member of a member", new Two<Two<T>> { X = new() { X = a, Y = b } }, typeof(Two<Two<T>>));
        yield return ("list", new List<T> { a, b }, typeof(List<T>));
        yield return ("array", new[] { a, b }, typeof(T[]));
        yield return ("grid", new Two<T[,]> { X = new[,] { { a, b }, { b, a } } }, typeof(Two<T[,]>));
        yield return ("lists in a list", new Two<List<List<T>>> { X = [[a], [b, a]] }, typeof(Two<List<List<T>>>));
        yield return ("set", new Two<HashSet<T>> { X = [a, b] }, typeof(Two<HashSet<T>>));
        yield return ("values", new Dictionary<string, T> { ["p"] = a, ["q"] = b }, typeof(Dictionary<string, T>));
        yield return ("keys", new Two<Dictionary<T, string>> { X = new() { [a] = "1", [b] = "2" } }, typeof(Two<Dictionary<T, string>>));
        yield return ("pair", new Two<KeyValuePair<T, T>> { X = new(a, b) }, typeof(Two<KeyValuePair<T, T>>));
        yield return ("tuple", new Two<(T, int)> { X = (a, 5) }, typeof(Two<(T, int)>));
        yield return ("object", new Any { O = a }, typeof(Any));
        yield return ("list behind object", new Any { O = new List<T> { a, b } }, typeof(Any));
        if (default(T) is not null)
            yield break;
        yield return ("null member", new Two<T> { Y = b }, typeof(Two<T>));
        yield return ("null item", new List<T?> { a, default, b }, typeof(List<T>));
        yield return ("null value", new Dictionary<string, T?> { ["p"] = default, ["q"] = b }, typeof(Dictionary<string, T>));
    }

    static IEnumerable<(string Place, object Value, Type Type)> OfStructs<T>(T a, T b) where T : struct => Places(a, b).Concat(
    [
        ("nullable", new Two<T?> { X = a }, typeof(Two<T?>)), ("list of nullables", new List<T?> { a, null, b }, typeof(List<T?>)),
        ("nullable root", a, typeof(T?)), ("default", new Two<T> { Y = b }, typeof(Two<T>)),
    ]);

    [Theory, MemberData(nameof(Surrogates))]
    public void Comes_back_or_is_refused_at_writing(string name)
    {
        var surrogates = s_surrogates[name];
        var surrogate = surrogates[0];
        var places = surrogate.Type == typeof(C) ? Places(new C { V = 5 }, new C { V = 77 })
            : surrogate.Type == typeof(S) ? OfStructs(new S { V = 5 }, new S { V = 77 })
            : OfStructs(E.A, E.B);
        Type[] known = [surrogate.Type, typeof(Any), typeof(List<>).MakeGenericType(surrogate.Type), surrogate.Type.MakeArrayType()];
        var wrong = new List<string>();
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
            foreach (var way in Ways(surrogates, tier, known))
                foreach (var (place, value, type) in places)
                    if (!IsTold(way.Name, place) && Tried(way, value, type) is { } fault)
                        wrong.Add($"{way.Name}, {tier}, {place}: {fault}");
        Assert.True(wrong.Count == 0, string.Join('\n', wrong.Take(40)));
    }

    /// <summary>
    /// What the pages tell: texts without types give nodes behind object, protobuf has no null in a map, fastJSON no lengths of dimensions.
    /// </summary>
    static bool IsTold(string way, string place) => place.EndsWith("object", StringComparison.Ordinal)
        ? way.StartsWith("Json", StringComparison.Ordinal) || way is "FastJson"
        : (place == "null value" && way is "Protobuf") || (place == "grid" && way is "FastJson");

    static string? Tried(Way way, object value, Type type)
    {
        byte[] payload;
        try
        {
            payload = way.Write(value, type);
        }
        catch (NotSupportedException)
        {
            return null;
        }
        object? back;
        try
        {
            back = way.Read(payload, type);
        }
        catch (WireFormatException e)
        {
            return e.Message;
        }
        string expected = Seen(value), actual = Seen(back);
        return expected == actual ? null : $"{expected} became {actual}";
    }

    static readonly JsonOptions s_seen = new() { TypeNames = JsonTypeNames.Objects, Convention = Convention.Plain };

    // In JSON of contracts a list behind object comes back as an array of objects.
    static string Seen(object? value) => value is null ? "" : value is Any { O: System.Collections.IList items }
        ? string.Join(',', items.Cast<object?>().Select(Seen))
        : $"{(value as Any)?.O?.GetType()} {Json.ToText(value, value.GetType(), s_seen)}";
}
