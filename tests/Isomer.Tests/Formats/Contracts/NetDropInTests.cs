using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters;
using System.Text;
using System.Xml;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

#pragma warning disable SYSLIB0050, SYSLIB0011 // the types of an older age are what this is about

/// <summary>
/// NetContractXmlSerializer: the documents of NetDataContractSerializer (by the vectors of mono's), through streams, writers and readers.
/// </summary>
public sealed class NetDropInTests
{
    static NetContractXmlSerializer Knowing(params Type[] types) => new(new ContractXmlOptions { KnownTypes = types });

    static string Written(XmlObjectSerializer serializer, object? value)
    {
        using var stream = new MemoryStream();
        serializer.WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    static string Through(Action<XmlDictionaryWriter> write)
    {
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateTextWriter(stream, Encoding.UTF8, false))
            write(writer);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    /// <summary>The constructors of the original, by its documentation: it is not in this framework.</summary>
    [Fact]
    public void Constructors_and_members_of_the_original()
    {
        Type[] tail = [typeof(StreamingContext), typeof(int), typeof(bool), typeof(FormatterAssemblyStyle), typeof(ISurrogateSelector)];
        foreach (Type[] parameters in new Type[][]
        {
            [], [typeof(StreamingContext)], tail, [typeof(string), typeof(string)], [typeof(string), typeof(string), .. tail],
            [typeof(XmlDictionaryString), typeof(XmlDictionaryString)], [typeof(XmlDictionaryString), typeof(XmlDictionaryString), .. tail],
        })
            Assert.NotNull(typeof(NetContractXmlSerializer).GetConstructor(parameters));
        foreach (var (name, type, isSet) in new[]
        {
            ("AssemblyFormat", typeof(FormatterAssemblyStyle), true), ("Binder", typeof(SerializationBinder), true),
            ("Context", typeof(StreamingContext), true),
            ("IgnoreExtensionDataObject", typeof(bool), false), ("MaxItemsInObjectGraph", typeof(int), false),
            ("SurrogateSelector", typeof(ISurrogateSelector), true),
        })
        {
            var property = typeof(NetContractXmlSerializer).GetProperty(name)!;
            Assert.Equal((type, isSet), (property.PropertyType, property.CanWrite));
        }
        foreach (var method in typeof(XmlObjectSerializer).GetMethods().Where(m => m.DeclaringType == typeof(XmlObjectSerializer)))
            Assert.NotNull(
                typeof(NetContractXmlSerializer).GetMethod(method.Name, [.. method.GetParameters().Select(p => p.ParameterType)]));
        Assert.IsAssignableFrom<IFormatter>(new NetContractXmlSerializer());
    }

    [Fact]
    public void Documents_are_the_originals_through_streams_and_writers()
    {
        foreach (var (name, original, ours) in NetCollectionVectors.Documents)
        {
            object value = NetCollectionVectors.Values[name];
            string expected = ours ?? original;
            var serializer = new NetContractXmlSerializer();
            Assert.Equal(expected, Written(serializer, value));
            // A writer has empty elements without a blank before the slash, as a stream has them; and chooses its prefixes by the same
            // rule.
            Assert.Equal(expected, Through(w => serializer.WriteObject(w, value)));
            Assert.Equal(expected, Through(w =>
            {
                serializer.WriteStartObject(w, value);
                serializer.WriteObjectContent(w, value);
                serializer.WriteEndObject(w);
            }));
            if (name == "od")
                continue;
            var knowing = Knowing(value.GetType());
            byte[] bytes = Encoding.UTF8.GetBytes(original);
            foreach (object? back in new[]
            {
                knowing.Deserialize(new MemoryStream(bytes)),
                knowing.ReadObject(XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max)),
                knowing.ReadObject(XmlReader.Create(new MemoryStream(bytes))),
                knowing.ReadObject(XmlReader.Create(new MemoryStream(bytes)), false),
            })
                Assert.Equal(Json.ToText(value, value.GetType()), Json.ToText(back, value.GetType()));
        }
    }

    /// <summary>Through a writer and a reader the corpus is what it is through a stream.</summary>
    [Fact]
    public void The_corpus_goes_through_writers_and_readers()
    {
        var failures = new List<string>();
        int same = 0;
        foreach (var value in CorpusValues.All()
            .Where(v =>
                v.Value is not (null or Callbacks or Overrides or HoldsXml or WritesItself or System.Xml.Linq.XElement or XmlElement)))
        {
            Type[] known = [value.Type, value.Value!.GetType(), .. value.KnownTypes,
                .. value.Value is object[] items ? items.OfType<object>().Select(i => i.GetType()) : []];
            var serializer = new NetContractXmlSerializer(
                new ContractXmlOptions { KnownTypes = known, Convention = Convention.DataContract.WithLosses() });
            string streamed;
            try
            {
                streamed = Written(serializer, value.Value);
            }
            catch (Exception e) when (e is SerializationException or InvalidDataContractException)
            {
                continue;
            }
            try
            {
                string written = Through(w => serializer.WriteObject(w, value.Value));
                string again = Written(serializer,
                    serializer.ReadObject(
                        XmlDictionaryReader.CreateTextReader(Encoding.UTF8.GetBytes(streamed), XmlDictionaryReaderQuotas.Max)));
                string expected = Written(serializer, serializer.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(streamed))));
                if (written != streamed || again != expected)
                    failures.Add($"{value.Name}:\n  stream {streamed}\n  writer {written}\n  stream {expected}\n  reader {again}");
                else
                    same++;
            }
            catch (SerializationException e) when (e.Message.Contains("can be written but not read", StringComparison.Ordinal)
                || e.Message.Contains("without the constructor", StringComparison.Ordinal))
            {
            }
            catch (SerializationException e)
            {
                failures.Add($"{value.Name}: {e.Message}\n  {streamed}");
            }
        }
        Assert.True(failures.Count == 0 && same > 700, $"{failures.Count} beside {same}:\n{string.Join("\n", failures.Take(10))}");
    }

    sealed class Binder(params Type[] types) : SerializationBinder
    {
        public List<string> Asked { get; } = [];

        public override Type? BindToType(string assemblyName, string typeName)
        {
            Asked.Add($"{typeName}, {assemblyName}");
            return types.FirstOrDefault(t => t.FullName == typeName || "short." + t.Name == typeName);
        }

        public override void BindToName(Type serializedType, out string? assemblyName, out string? typeName) =>
            (assemblyName, typeName) = types.Contains(serializedType) ? ("Short", "short." + serializedType.Name) : (null, null);
    }

    [Fact]
    public void No_type_is_found_but_known_ones_and_those_of_the_binder()
    {
        var value = new Level1 { B1 = 5, Inner = new Level0() };
        var serializer = new NetContractXmlSerializer();
        string text = Written(serializer, value);
        Assert.ThrowsAny<SerializationException>(() => serializer.Deserialize(new MemoryStream(Encoding.UTF8.GetBytes(text))));
        Assert.Equal(5, Assert.IsType<Level1>(Knowing(typeof(Level1)).Deserialize(new MemoryStream(Encoding.UTF8.GetBytes(text)))).B1);
        var binder = new Binder(typeof(Level1));
        serializer.Binder = binder;
        Assert.Equal(5, Assert.IsType<Level1>(serializer.Deserialize(new MemoryStream(Encoding.UTF8.GetBytes(text)))).B1);
        Assert.StartsWith($"{typeof(Level1).FullName}, {typeof(Level1).Assembly.GetName().Name},", binder.Asked[0],
            StringComparison.Ordinal);
        string named = Written(serializer, value);
        Assert.Contains("z:Type=\"short.Level1\" z:Assembly=\"Short\"", named, StringComparison.Ordinal);
        foreach (XmlReader? reader in new[] { null, XmlReader.Create(new StringReader(named)) })
            Assert.IsType<Level1>(
                reader is null ? serializer.Deserialize(new MemoryStream(Encoding.UTF8.GetBytes(named))) : serializer.ReadObject(reader));
        // What a binder returns must go where it stands.
        serializer.Binder = new Binder(typeof(Version));
        Assert.ThrowsAny<SerializationException>(() => serializer.Deserialize(new MemoryStream(Encoding.UTF8.GetBytes(text))));
    }

    [Fact]
    public void Root_names_and_settings()
    {
        var names = new XmlDictionary();
        foreach (var serializer in new[]
        {
            new NetContractXmlSerializer("r", "urn:r"), new NetContractXmlSerializer(names.Add("r"), names.Add("urn:r")),
            new NetContractXmlSerializer("r", "urn:r", new StreamingContext(StreamingContextStates.All), 10, true,
                FormatterAssemblyStyle.Full, null),
            new NetContractXmlSerializer(names.Add("r"), names.Add("urn:r"), new StreamingContext(StreamingContextStates.All), 10, true,
                FormatterAssemblyStyle.Full, null),
        })
        {
            string text = Written(serializer, "x");
            Assert.StartsWith("<r ", text, StringComparison.Ordinal);
            Assert.Equal("x", serializer.ReadObject(XmlReader.Create(new StringReader(text))));
            Assert.True(serializer.IsStartObject(XmlReader.Create(new StringReader(text))));
            Assert.False(serializer.IsStartObject(XmlReader.Create(new StringReader("<s/>"))));
            Assert.ThrowsAny<SerializationException>(
                () => serializer.ReadObject(XmlReader.Create(new StringReader(text.Replace("urn:r", "urn:s", StringComparison.Ordinal)))));
            Assert.Equal("x",
                serializer.ReadObject(XmlReader.Create(new StringReader(text.Replace("urn:r", "urn:s", StringComparison.Ordinal))), false));
        }
        var few =
            new NetContractXmlSerializer(new StreamingContext(StreamingContextStates.All), 2, false, FormatterAssemblyStyle.Simple, null);
        Assert.Equal((2, false), (few.MaxItemsInObjectGraph, few.IgnoreExtensionDataObject));
        Assert.Throws<SerializationException>(() => Written(few, new[] { 1, 2, 3, 4 }));
        Assert.Throws<ArgumentException>(() => few.AssemblyFormat = (FormatterAssemblyStyle)9);
        Assert.Throws<NotSupportedException>(() => few.SurrogateSelector = new SurrogateSelector());
        Assert.Throws<ArgumentOutOfRangeException>(
            () => new NetContractXmlSerializer(new StreamingContext(StreamingContextStates.All), -1, false, FormatterAssemblyStyle.Simple,
                null));
        Assert.Throws<ArgumentNullException>(() => new NetContractXmlSerializer((string)null!, ""));
        var formatter = (IFormatter)new NetContractXmlSerializer();
        var stream = new MemoryStream();
        formatter.Serialize(stream, new Version(1, 2));
        stream.Position = 0;
        Assert.Equal(new Version(1, 2), formatter.Deserialize(stream));
    }
}
