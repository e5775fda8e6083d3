using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// ContractJsonSerializer through writers and readers of the caller's beside DataContractJsonSerializer, over the whole corpus: each
/// overload against the same one of the original, under every way to give a root name.
/// </summary>
public sealed class ContractJsonThroughTests
{
    static readonly XmlDictionary s_names = new();

    /// <summary>Both, made by the same constructor.</summary>
    static (XmlObjectSerializer Theirs, XmlObjectSerializer Ours) Make(int constructor, Type type, Type[] known)
    {
        var root = s_names.Add("other");
        var settings = new DataContractJsonSerializerSettings { KnownTypes = known, RootName = "other", UseSimpleDictionaryFormat = true };
        return constructor switch
        {
            0 => (new DataContractJsonSerializer(type), new ContractJsonSerializer(type)),
            1 => (new DataContractJsonSerializer(type, known), new ContractJsonSerializer(type, known)),
            2 => (new DataContractJsonSerializer(type, "other"), new ContractJsonSerializer(type, "other")),
            3 => (new DataContractJsonSerializer(type, root), new ContractJsonSerializer(type, root)),
            4 => (new DataContractJsonSerializer(type, "other", known), new ContractJsonSerializer(type, "other", known)),
            5 => (new DataContractJsonSerializer(type, root, known), new ContractJsonSerializer(type, root, known)),
            6 => (new DataContractJsonSerializer(type, settings), new ContractJsonSerializer(type, settings)),
            _ => (new DataContractJsonSerializer(type, "a b", known), new ContractJsonSerializer(type, "a b", known)),
        };
    }

    public static TheoryData<int> Constructors => [.. Enumerable.Range(0, 8)];

    static readonly (string Name, Func<XmlObjectSerializer, object?, string> Write)[] s_ways =
    [
        ("a stream", (s, v) => Bytes(stream => s.WriteObject(stream, v))),
        ("JSON", (s, v) => Bytes(stream =>
        {
            using var writer = JsonReaderWriterFactory.CreateJsonWriter(stream, Encoding.UTF8, false);
            s.WriteObject(writer, v);
        })),
        ("JSON of ours", (s, v) => Bytes(stream =>
        {
            using var writer = JsonInfoset.CreateWriter(stream, Encoding.UTF8, false);
            s.WriteObject(writer, v);
        })),
        ("text", (s, v) => Bytes(stream =>
        {
            using var writer = XmlDictionaryWriter.CreateTextWriter(stream, Encoding.UTF8, false);
            s.WriteObject(writer, v);
        })),
        ("a plain writer", (s, v) => Bytes(stream =>
        {
            using var writer = XmlWriter.Create(stream, new XmlWriterSettings { CheckCharacters = false, OmitXmlDeclaration = true });
            s.WriteObject(writer, v);
        })),
        ("parts", (s, v) => Bytes(stream =>
        {
            using var writer = XmlDictionaryWriter.CreateTextWriter(stream, Encoding.UTF8, false);
            s.WriteStartObject(writer, v);
            writer.WriteAttributeString("more", "1");
            s.WriteObjectContent(writer, v);
            s.WriteEndObject(writer);
        })),
        ("parts of a plain writer", (s, v) => Bytes(stream =>
        {
            using var writer = XmlWriter.Create(stream, new XmlWriterSettings { CheckCharacters = false, OmitXmlDeclaration = true });
            s.WriteStartObject(writer, v);
            s.WriteObjectContent(writer, v);
            s.WriteEndObject(writer);
        })),
        // What a binary writer makes of numbers depends on their type, which JSON has not: what a reader then shows is the same, but for
        // the sign of a zero, which the original's record of an integer loses.
        ("binary", (s, v) =>
        {
            var stream = new MemoryStream();
            using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, false))
                s.WriteObject(writer, v);
            return XDocument.Load(XmlDictionaryReader.CreateBinaryReader(stream.ToArray(), XmlDictionaryReaderQuotas.Max)).ToString()
                .Replace(">-0<", ">0<", StringComparison.Ordinal);
        }),
    ];

    static string Bytes(Action<Stream> write)
    {
        using var stream = new MemoryStream();
        write(stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    /// <summary>What is refused, by the kinds of exceptions that callers tell apart.</summary>
    static (string? Result, string? Refusal, string Message) Try(Func<string> work)
    {
        try
        {
            return (work(), null, "");
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException or ArgumentException
            or InvalidOperationException or XmlException or FormatException or OverflowException or MemberAccessException
            or InvalidCastException)
        {
            return (null, e is SerializationException ? nameof(SerializationException) : e.GetType().Name, e.Message);
        }
    }

    /// <summary>What the pages say is refused more.</summary>
    static bool IsMeant(string message) =>
        message.Contains("WithLosses", StringComparison.Ordinal) || message.Contains("the type's name only", StringComparison.Ordinal);

    static bool IsXml(string? text)
    {
        try
        {
            return text is not null && XDocument.Parse(text.TrimStart('\uFEFF')) is not null;
        }
        catch (XmlException)
        {
            return false;
        }
    }

    [Theory, MemberData(nameof(Constructors))]
    public void What_is_written_is_the_originals(int constructor)
    {
        var failures = new List<string>();
        int same = 0;
        // Types that are written by reference are refused, by the original where it sees that it writes JSON.
        foreach (var value in CorpusValues.All().Where(v => v.Type != typeof(Linked)))
        {
            var (theirs, ours) = Make(constructor, value.Type, value.KnownTypes);
            foreach (var (name, write) in s_ways)
            {
                var expected = Try(() => write(theirs, value.Value));
                var actual = Try(() => write(ours, value.Value));
                if (expected.Result is not null && expected.Result == actual.Result)
                    same++;
                else if ((expected.Result is null && actual.Result is null) || IsMeant(actual.Message))
                    continue;
                // A key that no element can have as its name: the original writes what is not XML.
                else if (constructor == 6 && !name.Contains("JSON", StringComparison.Ordinal)
                    && actual.Result?.Contains("<a:item", StringComparison.Ordinal) == true && !IsXml(expected.Result))
                    continue;
                // What is under an empty key is in the key's namespace there, where its own reader does not find it.
                else if (constructor == 6 && actual.Result?.Contains("<item item=\"\" type=\"object\"", StringComparison.Ordinal) == true
                    && actual.Result.Replace(" xmlns=\"\"", "", StringComparison.Ordinal) == expected.Result)
                    continue;
                else
                    failures.Add(
                        $"{value.Name}, {name}:\n  theirs {expected.Result ?? expected.Message}\n  ours   {actual.Result ?? actual.Message}");
            }
        }
        Assert.True(failures.Count == 0, $"{failures.Count} beside {same} that are the same:\n{string.Join("\n", failures.Take(12))}");
        Assert.InRange(same, 1000, int.MaxValue);
    }

    static readonly (string Name, Func<byte[], byte[], XmlReader> Open)[] s_sources =
    [
        ("JSON", (json, _) => JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max)),
        ("JSON of ours", (json, _) => JsonInfoset.CreateReader(json, XmlDictionaryReaderQuotas.Max)),
        ("text", (_, xml) => XmlDictionaryReader.CreateTextReader(xml, XmlDictionaryReaderQuotas.Max)),
        ("a plain reader", (_, xml) => XmlReader.Create(new MemoryStream(xml), new XmlReaderSettings { CheckCharacters = false })),
        ("a tree",
            (_, xml) =>
                XDocument.Load(XmlReader.Create(new MemoryStream(xml), new XmlReaderSettings { CheckCharacters = false }),
                    LoadOptions.PreserveWhitespace).CreateReader()),
        ("a document", (_, xml) =>
        {
            var document = new XmlDocument { PreserveWhitespace = true };
            document.Load(XmlReader.Create(new MemoryStream(xml), new XmlReaderSettings { CheckCharacters = false }));
            return new XmlNodeReader(document);
        }),
    ];

    [Fact]
    public void What_is_read_is_what_the_original_reads()
    {
        var failures = new List<string>();
        int same = 0;
        foreach (var value in CorpusValues.All().Where(v => v.Type != typeof(Linked)))
        {
            var (theirs, ours) = Make(1, value.Type, value.KnownTypes);
            byte[] json = [], xml = [];
            if (Try(() =>
            {
                json = Encoding.UTF8.GetBytes(s_ways[0].Write(theirs, value.Value));
                xml = Encoding.UTF8.GetBytes(s_ways[4].Write(theirs, value.Value));
                return "";
            }).Result is null)
                continue;
            foreach (var (name, open) in s_sources)
            {
                string Read(XmlObjectSerializer serializer)
                {
                    using var reader = open(json, xml);
                    object? back = serializer.ReadObject(reader, true);
                    return s_ways[0].Write(theirs, back) + reader.NodeType;
                }
                var expected = Try(() => Read(theirs));
                var actual = Try(() => Read(ours));
                if (expected.Result is not null && expected.Result == actual.Result)
                    same++;
                else if (expected.Result is not null && !IsMeant(actual.Message))
                    failures.Add(
                        $"{value.Name}, {name}: {Encoding.UTF8.GetString(json)}\n  theirs {expected.Result}\n  ours   {actual.Result ?? actual.Message}");
            }
        }
        Assert.True(failures.Count == 0, $"{failures.Count} beside {same} that are the same:\n{string.Join("\n", failures.Take(12))}");
        Assert.InRange(same, 1000, int.MaxValue);
    }

    [DataContract]
    public class Two
    {
        [DataMember] public int A;
        [DataMember] public List<int>? B;
    }

    /// <summary>XML that others wrote: what is none of the infoset is passed over, as there.</summary>
    [Theory]
    [InlineData("<root><A>5</A></root>")]
    [InlineData("<root> <A>5</A> </root>")]
    [InlineData("<root type='object'><A>5</A></root>")]
    [InlineData("<root type='object' x='1' xmlns:q='u' q:y='2'><A type='number'>5</A></root>")]
    [InlineData("<root type='null'/>")]
    [InlineData("<root/>")]
    [InlineData("<root type='object'><q:A xmlns:q='u' type='number'>5</q:A><B type='array'/></root>")]
    [InlineData("<root type='object'><!--c--><A type='number'> <!--d--> 5<?p?></A> <B type='array'><item type='number'>1</item></B></root>")]
    [InlineData("<root type='object'><A type='number'><![CDATA[5]]></A></root>")]
    [InlineData("<root type='object'>x<A type='number'>5</A></root>")]
    [InlineData("<other type='object'><A type='number'>5</A></other>")]
    [InlineData("<root type='object'><A type='number'>5</A>")]
    [InlineData("<root")]
    [InlineData("")]
    public void Xml_of_others(string xml)
    {
        foreach (bool verify in new[] { true, false })
        {
            string Read(XmlObjectSerializer serializer)
            {
                var read = (Two?)serializer.ReadObject(XmlReader.Create(new StringReader(xml)), verify);
                return read is null ? "null" : $"{read.A} {(read.B is null ? "none" : string.Join(',', read.B))}";
            }
            var expected = Try(() => Read(new DataContractJsonSerializer(typeof(Two))));
            var actual = Try(() => Read(new ContractJsonSerializer(typeof(Two))));
            Assert.Equal((expected.Result, expected.Refusal), (actual.Result, actual.Refusal));
        }
        var start =
            Try(() => new DataContractJsonSerializer(typeof(Two)).IsStartObject(XmlReader.Create(new StringReader(xml))).ToString());
        var ourStart = Try(() => new ContractJsonSerializer(typeof(Two)).IsStartObject(XmlReader.Create(new StringReader(xml))).ToString());
        Assert.Equal((start.Result, start.Refusal), (ourStart.Result, ourStart.Refusal));
    }

    /// <summary>A value of another type than the declared one, and none at all.</summary>
    [Fact]
    public void Values_of_other_types_than_the_declared_one()
    {
        foreach (var (type, value) in new (Type, object?)[] { (typeof(int), "x"), (typeof(int), null), (typeof(string), 5),
            (typeof(Two), new[] { 1 }), (typeof(Two), new Level0()), (typeof(DateTime), null), (typeof(int?), null) })
        {
            var expected = Try(() => s_ways[0].Write(new DataContractJsonSerializer(type, [typeof(Level0)]), value));
            var actual = Try(() => s_ways[0].Write(new ContractJsonSerializer(type, [typeof(Level0)]), value));
            Assert.Equal((type, expected.Result, expected.Refusal), (type, actual.Result, actual.Refusal));
        }
    }

    [Fact]
    public void Arguments_are_refused_alike()
    {
        foreach (var make in new (Func<object> Theirs, Func<object> Ours)[]
        {
            (() => new DataContractJsonSerializer(null!), () => new ContractJsonSerializer(null!)),
            (() => new DataContractJsonSerializer(typeof(int), ""), () => new ContractJsonSerializer(typeof(int), "")),
            (() => new DataContractJsonSerializer(typeof(int), s_names.Add("")),
                () => new ContractJsonSerializer(typeof(int), s_names.Add(""))),
            (() => new DataContractJsonSerializer(typeof(int), new DataContractJsonSerializerSettings { MaxItemsInObjectGraph = -1 }),
                () => new ContractJsonSerializer(typeof(int), new DataContractJsonSerializerSettings { MaxItemsInObjectGraph = -1 })),
            (() => new DataContractJsonSerializer(typeof(int), (string)null!),
                () => new ContractJsonSerializer(typeof(int), (string?)null)),
            (() => new DataContractJsonSerializer(typeof(int), (IEnumerable<Type>)null!),
                () => new ContractJsonSerializer(typeof(int), (IEnumerable<Type>?)null)),
        })
        {
            Assert.Equal(Record.Exception(() => make.Theirs())?.GetType(), Record.Exception(() => make.Ours())?.GetType());
        }
        foreach (var serializer in new XmlObjectSerializer[] { new DataContractJsonSerializer(typeof(int)),
            new ContractJsonSerializer(typeof(int)), new DataContractSerializer(typeof(int)), new ContractXmlSerializer(typeof(int)),
            new NetContractXmlSerializer() })
        {
            Action[] calls =
            [
                () => serializer.WriteObject((Stream)null!, 5), () => serializer.WriteObject((XmlWriter)null!, 5),
                () => serializer.WriteObject((XmlDictionaryWriter)null!, 5),
                () => serializer.WriteStartObject((XmlWriter)null!, 5), () => serializer.WriteStartObject((XmlDictionaryWriter)null!, 5),
                () => serializer.WriteObjectContent((XmlWriter)null!, 5),
                () => serializer.WriteObjectContent((XmlDictionaryWriter)null!, 5), () => serializer.WriteEndObject((XmlWriter)null!),
                () => serializer.WriteEndObject((XmlDictionaryWriter)null!),
                () => serializer.ReadObject((Stream)null!), () => serializer.ReadObject((XmlReader)null!),
                () => serializer.ReadObject((XmlDictionaryReader)null!), () => serializer.ReadObject((XmlReader)null!, false),
                () => serializer.ReadObject((XmlDictionaryReader)null!, false), () => serializer.IsStartObject((XmlReader)null!),
                () => serializer.IsStartObject((XmlDictionaryReader)null!),
            ];
            Assert.All(calls,
                c => Assert.Contains(Assert.Throws<ArgumentNullException>(c).ParamName, new[] { "stream", "writer", "reader" }));
        }
    }

    /// <summary>Options of our own: deeper values than by default.</summary>
    [Fact]
    public void Depth_is_an_option()
    {
        var value = new Recursive();
        for (int i = 0; i < 100; i++)
            value = new Recursive { Child = value };
        string text = s_ways[0].Write(new DataContractJsonSerializer(typeof(Recursive)), value);
        Assert.Throws<SerializationException>(() => s_ways[0].Write(new ContractJsonSerializer(typeof(Recursive)), value));
        var deep = new ContractJsonSerializer(typeof(Recursive), new ContractJsonOptions { Limits = new Limits { MaxDepth = 200 } });
        foreach (var (_, write) in s_ways.Take(2))
            Assert.Equal(text, write(deep, value));
        Assert.NotNull(
            deep.ReadObject(JsonReaderWriterFactory.CreateJsonReader(Encoding.UTF8.GetBytes(text), XmlDictionaryReaderQuotas.Max)));
    }

    sealed class Provider : ISerializationSurrogateProvider
    {
        public object GetDeserializedObject(object obj, Type targetType) => obj;

        public object GetObjectToSerialize(object obj, Type targetType) => obj;

        public Type GetSurrogateType(Type type) => type;
    }

    [Fact]
    public void One_provider_is_one_convention()
    {
        var provider = new Provider();
        var (first, second) = (new ContractJsonSerializer(typeof(int)), new ContractJsonSerializer(typeof(string)));
        first.SetSerializationSurrogateProvider(provider);
        second.SetSerializationSurrogateProvider(provider);
        Assert.Same(first.Options.Convention, second.Options.Convention);
        Assert.Same(provider, first.GetSerializationSurrogateProvider());
        first.SetSerializationSurrogateProvider(null);
        Assert.Same(Convention.DataContract, first.Options.Convention);
        Assert.Same(Convention.DataContract.WithReadOnlyTypes(), Convention.DataContract.WithReadOnlyTypes());
    }
}
