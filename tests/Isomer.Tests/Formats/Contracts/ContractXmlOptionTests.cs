using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>The settings of DataContractSerializer, over the whole corpus and over what each is for, through the drop-in class.</summary>
public sealed class ContractXmlOptionTests
{
    static string Text(XmlObjectSerializer serializer, object? value)
    {
        var stream = new MemoryStream();
        serializer.WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    static string? Try(Func<string> work)
    {
        try
        {
            return work();
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException or ArgumentException
            or InvalidOperationException or XmlException)
        {
            return null;
        }
    }

    /// <summary>Written, and read back, with the same settings by both.</summary>
    static void SameOverCorpus(Func<CorpusValue, DataContractSerializerSettings> settings, Func<CorpusValue, bool>? where = null)
    {
        var failures = new List<string>();
        foreach (var value in CorpusValues.All().Where(where ?? (_ => true)))
        {
            var original = new DataContractSerializer(value.Type, settings(value));
            var ours = new ContractXmlSerializer(value.Type, settings(value));
            if (Try(() => Text(original, value.Value)) is not { } expected)
                continue;
            string? actual = Try(() => Text(ours, value.Value));
            // Refused on purpose: a value that would be lost, as the original itself shows by reading it back.
            if (actual is null
                && Try(() => Text(original, original.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(expected))))) != expected)
                continue;
            if (actual != expected)
                failures.Add($"{value.Name}\n  expected {Around(expected, actual)}\n  actual   {Around(actual, expected)}");
            // An empty array is read as one that is shared, which counts as one object.
            else if (!expected.Contains("z:Size=\"0\"", StringComparison.Ordinal)
                && Try(() => Text(original, original.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(expected))))) is { } back
                && Try(() => Text(original, ours.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(expected))))) is var read
                && read != back)
                failures.Add($"{value.Name}\n  read by the original {Around(back, read)}\n  read by us           {Around(read, back)}");
        }
        Assert.True(failures.Count == 0, $"{failures.Count}:\n{string.Join("\n", failures.Take(8))}");
    }

    /// <summary>The text around the first difference.</summary>
    static string? Around(string? text, string? other)
    {
        if (text is null || other is null)
            return text;
        int at = text.AsSpan().CommonPrefixLength(other);
        return text[Math.Max(0, at - 120)..Math.Min(text.Length, at + 120)];
    }

    [Fact]
    public void ReferencesArePreservedAsTheOriginalDoes() =>
        SameOverCorpus(v => new DataContractSerializerSettings { PreserveObjectReferences = true, KnownTypes = v.KnownTypes },
            v => v.Value is not (XElement or XmlElement or HoldsXml));

    [Fact]
    public void RootsAreRenamedAsTheOriginalDoes()
    {
        var names = new XmlDictionary();
        SameOverCorpus(
            v => new DataContractSerializerSettings
            { RootName = names.Add("R"), RootNamespace = names.Add("urn:r"), KnownTypes = v.KnownTypes },
                    v => v.Value is not (XElement or XmlElement));
        SameOverCorpus(
            v => new DataContractSerializerSettings { RootName = names.Add("R"), RootNamespace = names.Add(""), KnownTypes = v.KnownTypes },
            v => v.Value is not (XElement or XmlElement));
    }

    [Fact]
    public void ItemsAreCountedAsTheOriginalDoes()
    {
        object[] values = [new[] { 1, 2, 3 }, new Pair(), new List<Pair> { default, default },
            new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 }, new Recursive { Child = new Recursive(), Children = [new Recursive()] },
            new byte[5], "text", new Level2 { Inner = new Level0() }];
        foreach (object value in values)
        {
            for (int limit = 0; limit < 30; limit++)
            {
                var settings = new DataContractSerializerSettings { MaxItemsInObjectGraph = limit };
                bool expected = Try(() => Text(new DataContractSerializer(value.GetType(), settings), value)) is not null;
                Assert.True(expected == Try(() => Text(new ContractXmlSerializer(value.GetType(), settings), value)) is not null,
                    $"{value.GetType()} at {limit}: {expected}");
            }
        }
    }

    sealed class Resolver : DataContractResolver
    {
        public override Type? ResolveName(string typeName, string? typeNamespace, Type? declaredType,
            DataContractResolver knownTypeResolver) =>
            typeNamespace == "urn:resolved" ? typeof(Level1) : knownTypeResolver.ResolveName(typeName, typeNamespace, declaredType, null!);

        public override bool TryResolveType(Type type, Type? declaredType, DataContractResolver knownTypeResolver,
            out XmlDictionaryString? typeName, out XmlDictionaryString? typeNamespace)
        {
            if (type != typeof(Level1))
                return knownTypeResolver.TryResolveType(type, declaredType, null!, out typeName, out typeNamespace);
            var names = new XmlDictionary();
            (typeName, typeNamespace) = (names.Add("first"), names.Add("urn:resolved"));
            return true;
        }
    }

    [Fact]
    public void ResolversNameTypes()
    {
        var settings = new DataContractSerializerSettings { DataContractResolver = new Resolver() };
        var value = new Holder { Any = new Level1 { B1 = 5 }, Shape = new Circle { Radius = 1 }, Things = [1, new Level1()] };
        string expected = Text(new DataContractSerializer(typeof(Holder), settings), value);
        var ours = new ContractXmlSerializer(typeof(Holder), settings);
        Assert.Equal(expected, Text(ours, value));
        var back = (Holder)ours.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(expected)))!;
        Assert.Equal(5, Assert.IsType<Level1>(back.Any).B1);
        Assert.IsType<Circle>(back.Shape);
    }

    public sealed class NoContract(int number)
    {
        public int Number { get; } = number;
    }

    [DataContract(Name = "Carrier", Namespace = "urn:carrier")]
    public sealed class Carrier
    {
        [DataMember] public int N;
    }

    [DataContract]
    public sealed class Carries
    {
        [DataMember] public NoContract? One;
        [DataMember] public List<NoContract>? Many;
    }

    sealed class Provider : ISerializationSurrogateProvider
    {
        public Type GetSurrogateType(Type type) => type == typeof(NoContract) ? typeof(Carrier) : type;

        public object GetObjectToSerialize(object obj, Type targetType) => obj is NoContract n ? new Carrier { N = n.Number } : obj;

        public object GetDeserializedObject(object obj, Type targetType) => obj is Carrier c ? new NoContract(c.N) : obj;
    }

    [Fact]
    public void SurrogateProvidersCarryTypes()
    {
        var provider = new Provider();
        var original = new DataContractSerializer(typeof(Carries));
        original.SetSerializationSurrogateProvider(provider);
        var ours = new ContractXmlSerializer(typeof(Carries));
        ours.SetSerializationSurrogateProvider(provider);
        var value = new Carries { One = new NoContract(1), Many = [new NoContract(2)] };
        byte[] bytes = Encoding.UTF8.GetBytes(Text(ours, value));
        // Names and prefixes of replaced types may differ; what is read does not, in both directions.
        var back = (Carries)ours.ReadObject(new MemoryStream(bytes))!;
        Assert.Equal((1, 2), (back.One!.Number, back.Many![0].Number));
        back = (Carries)ours.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(Text(original, value))))!;
        Assert.Equal((1, 2), (back.One!.Number, back.Many![0].Number));
    }

    public struct StructOf { public int N; }
    public class AnyOf { public object? O { get; set; } public List<object>? L { get; set; } }

    sealed class StructProvider : ISerializationSurrogateProvider
    {
        public Type GetSurrogateType(Type type) => type == typeof(StructOf) ? typeof(Carrier) : type;

        public object GetObjectToSerialize(object obj, Type targetType) => obj is StructOf s ? new Carrier { N = s.N } : obj;

        public object GetDeserializedObject(object obj, Type targetType) => obj is Carrier c ? new StructOf { N = c.N } : obj;
    }

    /// <summary>A struct that a provider carries as a class has an identity behind object, as the class would have.</summary>
    [Fact]
    public void A_struct_that_a_provider_carries_has_its_identity_behind_object()
    {
        foreach (bool preserves in new[] { false, true })
        {
            var settings = new DataContractSerializerSettings { PreserveObjectReferences = preserves, KnownTypes = [typeof(Carrier)] };
            var original = new DataContractSerializer(typeof(AnyOf), settings);
            original.SetSerializationSurrogateProvider(new StructProvider());
            var ours = new ContractXmlSerializer(typeof(AnyOf), settings);
            ours.SetSerializationSurrogateProvider(new StructProvider());
            var value = new AnyOf { O = new StructOf { N = 5 }, L = [new StructOf { N = 6 }, 7, new StructOf { N = 8 }] };
            string text = Text(original, value);
            Assert.Equal(text, Text(ours, value));
            var back = (AnyOf)ours.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(text)))!;
            Assert.Equal((5, 8), (((StructOf)back.O!).N, ((StructOf)back.L![2]).N));
        }
    }

    [Fact]
    public void UnknownElementsComeBackAtTheirPlaces()
    {
        var value = new Extended { A = "a", B = 1, C = new Level0 { A0 = "q" }, M = "m", Z = [1, 2], ZZ = 5 };
        byte[] bytes = Encoding.UTF8.GetBytes(Text(new DataContractSerializer(typeof(Extended)), value));
        var ours = new ContractXmlSerializer(typeof(Extensible));
        var kept = (Extensible)ours.ReadObject(new MemoryStream(bytes))!;
        Assert.Equal((1, "m"), (kept.B, kept.M));
        byte[] again = Encoding.UTF8.GetBytes(Text(ours, kept));
        var back = (Extended)new DataContractSerializer(typeof(Extended)).ReadObject(new MemoryStream(again))!;
        Assert.Equal(Text(new DataContractSerializer(typeof(Extended)), value), Text(new DataContractSerializer(typeof(Extended)), back));
        var dropping =
            new ContractXmlSerializer(typeof(Extensible), new DataContractSerializerSettings { IgnoreExtensionDataObject = true });
        Assert.DoesNotContain("<A>", Text(dropping, dropping.ReadObject(new MemoryStream(bytes))), StringComparison.Ordinal);
    }

    [Fact]
    public void ReadersAndWritersOfTheFrameworkAreTaken()
    {
        var value = new Holder { Any = new Level0(), Shapes = [new Circle(), null], Map = new Dictionary<string, object?> { ["a"] = 1 } };
        var original = new DataContractSerializer(typeof(Holder));
        var ours = new ContractXmlSerializer(typeof(Holder));
        foreach (bool parts in new[] { false, true })
        {
            string Written(XmlObjectSerializer serializer)
            {
                var stream = new MemoryStream();
                using (var writer = XmlDictionaryWriter.CreateTextWriter(stream))
                {
                    writer.WriteStartElement("envelope");
                    if (parts)
                    {
                        serializer.WriteStartObject(writer, value);
                        serializer.WriteObjectContent(writer, value);
                        serializer.WriteEndObject(writer);
                    }
                    else
                    {
                        serializer.WriteObject(writer, value);
                    }
                    writer.WriteEndElement();
                }
                return Encoding.UTF8.GetString(stream.ToArray());
            }
            var expected = XDocument.Parse(Written(original));
            Assert.True(XNode.DeepEquals(Normal(expected.Root!), Normal(XDocument.Parse(Written(ours)).Root!)), Written(ours));
        }
        using var reader = XmlReader.Create(
            new StringReader(
                $"<e xmlns:outer='http://www.w3.org/2001/XMLSchema'>{Text(original, value).Replace("i:type=\"b:int\"", "i:type=\"outer:int\"", StringComparison.Ordinal)}<next/></e>"));
        reader.ReadStartElement();
        Assert.True(ours.IsStartObject(XmlDictionaryReader.CreateDictionaryReader(reader)));
        Assert.Equal(Text(original, value), Text(original, ours.ReadObject(reader, true)));
        Assert.Equal("next", reader.LocalName);
    }

    /// <summary>Without declarations, which stand where each writer likes.</summary>
    static XElement Normal(XElement element) => new(element.Name,
        element.Attributes().Where(a => !a.IsNamespaceDeclaration)
            .Select(a => new XAttribute(a.Name, a.Value[(a.Value.IndexOf(':', StringComparison.Ordinal) + 1)..])),
        element.Nodes().Select(n => n is XElement e ? Normal(e) : n));

    [Fact]
    public void WhatIsNoContractIsRefusedLikeTheOriginal()
    {
        Assert.Throws<InvalidDataContractException>(
            () => new ContractXmlSerializer(typeof(NoContract)).WriteObject(new MemoryStream(), new NoContract(1)));
        Assert.Throws<SerializationException>(
            () => new ContractXmlSerializer(typeof(object)).WriteObject(new MemoryStream(), new Level0()));
        Assert.ThrowsAny<SerializationException>(
            () => new ContractXmlSerializer(typeof(Level0)).ReadObject(new MemoryStream("<x/>"u8.ToArray())));
        Assert.Throws<NotSupportedException>(() => ContractXml.Serialize((Half)1));
        Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(new ListWithMore()));
    }

    public sealed class ListWithMore : List<int>
    {
        public string? More { get; set; }
    }
}
