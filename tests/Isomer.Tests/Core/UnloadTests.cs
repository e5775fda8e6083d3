using Isomer.Copying;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// Nothing of ours keeps an assembly that its host wants to unload. In a process of their own (<see cref="UnloadProcessTests"/>): what
/// three thousand other tests leave behind in the framework keeps a context too, once in a few runs.
/// </summary>
[JudgedAlone("contexts that the collector has yet to let go")]
public class UnloadTests
{
    public sealed class Unloadable
    {
        public int A { get; set; }
        public List<Unloadable>? More { get; set; }
        public Dictionary<string,
        UnloadableKind>? Map
        { get; set; }
        public UnloadablePart? Part { get; set; }
    }
    public enum UnloadableKind { X, Y }
    public struct UnloadablePart { public string? Text { get; set; } internal static int Unused => 0; }

    /// <summary>For the formats that see neither dictionaries nor other things than members with numbers.</summary>
    [System.Runtime.Serialization.DataContract]
    public sealed class Numbered
    {
        [System.Runtime.Serialization.DataMember(Order = 1)] public int A { get; set; }
        [System.Runtime.Serialization.DataMember(Order = 2)] public List<NumberedPart>? More { get; set; }
        [System.Runtime.Serialization.DataMember(Order = 3)] public UnloadableKind Kind { get; set; }
        [System.Runtime.Serialization.DataMember(Order = 4)] public string? Text { get; set; }
    }

    [System.Runtime.Serialization.DataContract]
    public struct NumberedPart
    {
        [System.Runtime.Serialization.DataMember(Order = 1)] public string? Name { get; set; }
    }

    static readonly PlainConvention Promoted = Convention.Plain.WithTier(ShapeTier.Promoted);

    static void UseWires<T>(Convention convention)
    {
        byte[] json = """{"A":1,"More":[{"A":2,"More":null,"Map":null,"Part":{"Text":"t"}}],"Map":{"k":1},"Part":null}"""u8.ToArray();
        foreach (var wire in Wires.All)
        {
            var value = new JsonUnderTest().Read<T>(json, convention, Setup.Default);
            var copy = wire.Read<T>(wire.Write(value, convention, Setup.Default), convention, Setup.Default);
            Assert.Null(new Deep(true).Difference(value, copy));
        }
    }

    [Theory(Explicit = true)]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Promoted)]
    [InlineData(ShapeTier.Reflection)]
    public void A_context_unloads_after_its_types_were_used(ShapeTier tier)
    {
        var convention = tier switch { ShapeTier.Emitted => Convention.Plain, ShapeTier.Promoted => Promoted, _ => Wires.Reflected };
        Unloading.Check(typeof(UnloadTests), nameof(UseWires), typeof(Unloadable), convention);
        // And again, for the same types in a new context.
        Unloading.Check(typeof(UnloadTests), nameof(UseWires), typeof(Unloadable), convention);
    }

    static void UseFormat<T>(Format format)
    {
        var value = Value<T>();
        for (int i = 0; i < 50; i++)
            Assert.Null(new Deep(true).Difference(value, format.Deserialize<T>(format.Serialize(value))));
        Assert.Null(new Deep(true).Difference(value, (T)format.Deserialize(format.Serialize(value, typeof(T)), typeof(T))!));
    }

    static void UseJson<T>(JsonOptions options)
    {
        var value = Value<T>();
        for (int i = 0; i < 50; i++)
            Assert.Null(new Deep(true).Difference(value, Json.Deserialize<T>(Json.Serialize(value, options), options)));
    }

    static void UseCopy<T>(string unused)
    {
        var value = Value<T>();
        for (int i = 0; i < 50; i++)
            Assert.Null(new Deep(true).Difference(value, DeepCopy.Of(value)));
    }

    static T Value<T>() => Json.Deserialize<T>("""{"A":1,"More":[{"Name":"a"},{"Name":"b"}],"Kind":1,"Text":"ä"}"""u8);

    public static TheoryData<string> Formats => [.. Format.All.Select(f => f.Name)];

    [Theory(Explicit = true)]
    [MemberData(nameof(Formats))]
    public void A_context_unloads_after_a_format_used_its_types(string format) =>
        Unloading.Check(typeof(UnloadTests), nameof(UseFormat), typeof(Numbered), Format.Find(format)!);

    [Fact(Explicit = true)]
    public void A_context_unloads_after_Graph_FastJson_and_copies()
    {
        Unloading.Check(typeof(UnloadTests), nameof(UseJson), typeof(Numbered), JsonOptions.Graph);
        Unloading.Check(typeof(UnloadTests), nameof(UseJson), typeof(Numbered), JsonOptions.FastJson);
        Unloading.Check(typeof(UnloadTests), nameof(UseCopy), typeof(Numbered), "");
    }

    [System.Runtime.Serialization.KnownType(typeof(KeptMore))]
    public class Kept : System.Runtime.Serialization.IExtensibleDataObject
    {
        public int A { get; set; }
        public object? O { get; set; }
        public System.Runtime.Serialization.ExtensionDataObject? ExtensionData { get; set; }
    }

    public class KeptMore : Kept { public int B { get; set; } }

    [Serializable]
    public class Fields
    {
        public int A = 1;
        List<Fields>? _more = [];
        Dictionary<string, Fields>? _map = [];
        object? _any = "x";
        Fields[]? _array = [];
        public int Count => (_more?.Count ?? 0) + (_map?.Count ?? 0) + (_array?.Length ?? 0) + (_any is null ? 0 : 1);
        public void Clear() => (_more, _map, _any, _array) = (null, null, null, null);
    }

    static void UseKept<T>(ContractJsonOptions options)
    {
        string type = typeof(T).FullName!.Split('+')[0];
        for (int i = 0; i < 50; i++)
        {
            var value = ContractJson.Deserialize<T>(
                System.Text.Encoding.UTF8.GetBytes(
                    $$$"""{"A":1,"Z":{"q":1},"O":{"__type":"UnloadTests.KeptMore:#{{{type[..type.LastIndexOf('.')]}}}","A":2,"Y":[1],"B":3}}"""),
                        options);
            Assert.Contains("\"Y\":[1]", ContractJson.ToText(value, options), StringComparison.Ordinal);
        }
    }

    static void UseKnown<T>(string unused)
    {
        var options = new ContractJsonOptions { KnownTypes = [typeof(T)] };
        for (int i = 0; i < 50; i++)
        {
            byte[] json = ContractJson.Serialize(new object?[] { Activator.CreateInstance<T>() }, options);
            Assert.IsType<T>(Assert.Single(ContractJson.Deserialize<object?[]>(json, options)));
        }
    }

    /// <summary>What a thread keeps of known types for the next value of a root is nothing of a context's types.</summary>
    [Fact(Explicit = true)]
    public void Contexts_unload_after_their_types_were_known_within_a_root_that_stays()
    {
        for (int i = 0; i < 3; i++)
            Unloading.Check(typeof(UnloadTests), nameof(UseKnown), typeof(KeptMore), "");
    }

    static void UseFields<T>(ContractXmlOptions options)
    {
        for (int i = 0; i < 50; i++)
            ContractXml.Deserialize<T>(ContractXml.Serialize(Activator.CreateInstance<T>(), options), options);
    }

    /// <summary>Five contexts: what is made for the first must not be kept by what all have in common, such as object.</summary>
    [Theory(Explicit = true)]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Promoted)]
    [InlineData(ShapeTier.Reflection)]
    public void Contexts_unload_after_contracts_with_known_types_and_unknown_members(ShapeTier tier)
    {
        var options = new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) };
        for (int i = 0; i < 5; i++)
            Unloading.Check(typeof(UnloadTests), nameof(UseKept), i % 2 == 0 ? typeof(KeptMore) : typeof(Kept), options);
    }

    [Theory(Explicit = true)]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Promoted)]
    [InlineData(ShapeTier.Reflection)]
    public void Contexts_unload_after_NetDataContract_with_fields(ShapeTier tier)
    {
        var options = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier), NetDataContract = true };
        for (int i = 0; i < 5; i++)
            Unloading.Check(typeof(UnloadTests), nameof(UseFields), typeof(Fields), options);
    }
}
