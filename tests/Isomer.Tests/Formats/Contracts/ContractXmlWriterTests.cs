using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// ContractXmlSerializer through writers and readers of the framework's, beside DataContractSerializer, over the whole corpus: the calls
/// that a writer gets, the bytes of binary ones with dictionaries and sessions, plain XmlWriters, and values read back from each.
/// </summary>
public sealed class ContractXmlWriterTests
{
    /// <summary>A way to write an element: into what, and what becomes of it as text or bytes.</summary>
    public enum Way
    {
        /// <summary>The calls themselves.</summary>
        Calls,
        /// <summary>The calls inside of an envelope that has a default namespace and prefixes.</summary>
        Inside,
        Binary,
        BinaryInside,
        Dictionary,
        Session,
        Text16,
        Indented,
        Tree,
        Parts,
        /// <summary>The parts through a writer that is no dictionary's.</summary>
        PlainParts,
        /// <summary>An XmlDocument that is built.</summary>
        Document,
        /// <summary>Calls, with a resolver for this call.</summary>
        Resolved,
    }

    public static TheoryData<Way> Ways => [.. Enum.GetValues<Way>()];

    static string Written(Way way, XmlObjectSerializer serializer, object? value)
    {
        using var stream = new MemoryStream();
        switch (way)
        {
            case Way.Calls:
                var calls = new CallRecorder(XmlDictionaryWriter.CreateTextWriter(stream));
                serializer.WriteObject(calls, value);
                return calls.Calls;
            case Way.Inside:
                var inside = new CallRecorder(XmlDictionaryWriter.CreateTextWriter(stream));
                Enclose(inside, () => serializer.WriteObject(inside, value));
                inside.Flush();
                return inside.Calls + Encoding.UTF8.GetString(stream.ToArray());
            case Way.Tree:
                var tree = new XDocument();
                using (var writer = tree.CreateWriter())
                {
                    writer.WriteStartElement("outer", "urn:outer");
                    serializer.WriteObject(writer, value);
                    writer.WriteEndElement();
                }
                return tree.ToString(SaveOptions.DisableFormatting);
            case Way.Indented:
                using (var writer = XmlWriter.Create(stream, new XmlWriterSettings { Indent = true, CheckCharacters = false }))
                {
                    writer.WriteStartElement("outer");
                    serializer.WriteObject(writer, value);
                    writer.WriteEndElement();
                }
                return Encoding.UTF8.GetString(stream.ToArray());
            case Way.Text16:
                using (var writer = XmlDictionaryWriter.CreateTextWriter(stream, Encoding.Unicode))
                    serializer.WriteObject(writer, value);
                return Encoding.Unicode.GetString(stream.ToArray());
            case Way.PlainParts:
                using (var writer = XmlWriter.Create(stream, new XmlWriterSettings { CheckCharacters = false }))
                {
                    writer.WriteStartElement("outer", "urn:outer");
                    serializer.WriteStartObject(writer, value);
                    writer.WriteAttributeString("more", "1");
                    serializer.WriteObjectContent(writer, value);
                    serializer.WriteEndObject(writer);
                    writer.WriteEndElement();
                }
                return Encoding.UTF8.GetString(stream.ToArray());
            case Way.Document:
                var document = new XmlDocument();
                using (var writer = document.CreateNavigator()!.AppendChild())
                {
                    writer.WriteStartElement("outer", "urn:outer");
                    serializer.WriteObject(writer, value);
                    writer.WriteEndElement();
                }
                return document.OuterXml;
            case Way.Resolved:
                var resolved = new CallRecorder(XmlDictionaryWriter.CreateTextWriter(stream));
                if (serializer is DataContractSerializer original)
                    original.WriteObject(resolved, value, new Resolver());
                else
                    ((ContractXmlSerializer)serializer).WriteObject(resolved, value, new Resolver());
                return resolved.Calls;
            case Way.Parts:
                var parts = new CallRecorder(XmlDictionaryWriter.CreateTextWriter(stream));
                Enclose(parts, () =>
                {
                    serializer.WriteStartObject(parts, value);
                    parts.WriteAttributeString("more", "1");
                    serializer.WriteObjectContent(parts, value);
                    serializer.WriteEndObject(parts);
                });
                parts.Flush();
                return parts.Calls + Encoding.UTF8.GetString(stream.ToArray());
            default:
                using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, way == Way.Dictionary ? new TextDictionary() : null,
                    way == Way.Session ? new XmlBinaryWriterSession() : null, ownsStream: false))
                {
                    if (way == Way.BinaryInside)
                        Enclose(writer, () => serializer.WriteObject(writer, value));
                    else
                        serializer.WriteObject(writer, value);
                }
                return Convert.ToHexString(stream.ToArray());
        }
    }

    /// <summary>Names two types, and leaves the others to the known types.</summary>
    sealed class Resolver : DataContractResolver
    {
        public override Type? ResolveName(string typeName, string? typeNamespace, Type? declaredType,
            DataContractResolver knownTypeResolver) =>
            (typeName, typeNamespace) switch
            {
                ("first", "urn:resolved") => typeof(Level1),
                ("circle", "urn:resolved") => typeof(Circle),
                _ => knownTypeResolver.ResolveName(typeName, typeNamespace, declaredType, null!),
            };

        public override bool TryResolveType(Type type, Type? declaredType, DataContractResolver knownTypeResolver,
            out XmlDictionaryString? typeName, out XmlDictionaryString? typeNamespace)
        {
            string? name = type == typeof(Level1) ? "first" : type == typeof(Circle) ? "circle" : null;
            if (name is null)
                return knownTypeResolver.TryResolveType(type, declaredType, null!, out typeName, out typeNamespace);
            var names = new XmlDictionary();
            (typeName, typeNamespace) = (names.Add(name), names.Add("urn:resolved"));
            return true;
        }
    }

    static void Enclose(XmlDictionaryWriter writer, Action write)
    {
        writer.WriteStartElement("s", "Envelope", "urn:envelope");
        writer.WriteXmlnsAttribute("a", "urn:a");
        writer.WriteXmlnsAttribute("", "urn:default");
        writer.WriteXmlnsAttribute("k", "http://www.w3.org/2001/XMLSchema");
        writer.WriteStartElement("s", "Body", "urn:envelope");
        write();
        writer.WriteEndElement();
        writer.WriteEndElement();
    }

    /// <summary>What is refused is an empty text: what was written before that depends on where it is found out.</summary>
    static string? Try(Func<string> work, out string problem)
    {
        problem = "";
        try
        {
            return work();
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException or ArgumentException
            or InvalidOperationException or XmlException or FormatException or OverflowException)
        {
            problem = e.Message;
            return null;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WhatAWriterGetsIsTheOriginals(Way way)
    {
        var failures = new List<string>();
        int count = 0, same = 0;
        foreach (var value in CorpusValues.All())
        {
            string? expected = Try(() => Written(way, new DataContractSerializer(value.Type, value.KnownTypes), value.Value), out _);
            string? actual =
                Try(() => Written(way, new ContractXmlSerializer(value.Type, value.KnownTypes), value.Value), out string problem);
            count++;
            same += expected is not null && expected == actual ? 1 : 0;
            // What a contract loses in silence is refused here on purpose.
            if (expected == actual || (actual is null && problem.Contains("WithLosses", StringComparison.Ordinal)))
                continue;
            failures.Add($"{value.Name}: {problem}\n  expected {Around(expected, actual)}\n  actual   {Around(actual, expected)}");
        }
        Assert.True(failures.Count == 0, $"{failures.Count} of {count} values:\n{string.Join("\n", failures.Take(12))}");
        Assert.InRange(same, 1000, count);
    }

    /// <summary>A way to read an element.</summary>
    public enum From
    {
        Binary,
        BinaryStream,
        BinaryInside,
        Dictionary,
        Session,
        Text,
        Plain,
        PlainInside,
        Tree,
        /// <summary>A reader over the nodes of an XmlDocument.</summary>
        Nodes,
        /// <summary>A reader around a reader.</summary>
        Wrapped,
        /// <summary>The part of a reader that is one element.</summary>
        Subtree,
    }

    public static TheoryData<From> Sources => [.. Enum.GetValues<From>()];

    /// <summary>What the original wrote, in the form that the reader wants, and a reader at its root element.</summary>
    static Func<XmlReader> ReaderOf(From from, CorpusValue value)
    {
        var original = new DataContractSerializer(value.Type, value.KnownTypes);
        using var stream = new MemoryStream();
        if (from is From.Text or From.Plain or From.PlainInside or From.Tree or From.Nodes or From.Wrapped or From.Subtree)
        {
            using (var writer = XmlDictionaryWriter.CreateTextWriter(stream, Encoding.UTF8, ownsStream: false))
                if (from == From.PlainInside)
                    Enclose(writer, () => original.WriteObject(writer, value.Value));
                else
                    original.WriteObject(writer, value.Value);
            byte[] text = stream.ToArray();
            return () => from switch
            {
                From.Text => XmlDictionaryReader.CreateTextReader(text, XmlDictionaryReaderQuotas.Max),
                From.Nodes => new XmlNodeReader(Loaded(text)),
                From.Wrapped =>
                    XmlReader.Create(XmlReader.Create(new MemoryStream(text), new XmlReaderSettings { CheckCharacters = false }),
                        new XmlReaderSettings { IgnoreComments = true, CheckCharacters = false }),
                From.Subtree => SubtreeOf(XmlReader.Create(new MemoryStream(text), new XmlReaderSettings { CheckCharacters = false })),
                From.Tree =>
                    XDocument.Load(XmlReader.Create(new MemoryStream(text), new XmlReaderSettings { CheckCharacters = false }))
                        .CreateReader(),
                _ => XmlReader.Create(new MemoryStream(text), new XmlReaderSettings { CheckCharacters = false }),
            };
        }
        var dictionary = from == From.Dictionary ? new TextDictionary() : null;
        var session = from == From.Session ? new WriterSession() : null;
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, dictionary, session, ownsStream: false))
            if (from == From.BinaryInside)
                Enclose(writer, () => original.WriteObject(writer, value.Value));
            else
                original.WriteObject(writer, value.Value);
        byte[] bytes = stream.ToArray();
        return () => from == From.BinaryStream
            ? XmlDictionaryReader.CreateBinaryReader(new MemoryStream(bytes), XmlDictionaryReaderQuotas.Max)
            : XmlDictionaryReader.CreateBinaryReader(bytes, 0, bytes.Length, dictionary, XmlDictionaryReaderQuotas.Max,
                session?.ForReader());
    }

    static XmlDocument Loaded(byte[] text)
    {
        var document = new XmlDocument { PreserveWhitespace = true };
        document.Load(XmlReader.Create(new MemoryStream(text), new XmlReaderSettings { CheckCharacters = false }));
        return document;
    }

    static XmlReader SubtreeOf(XmlReader reader)
    {
        reader.MoveToContent();
        var part = reader.ReadSubtree();
        part.Read();
        return part;
    }

    static string Read(Func<XmlReader> open, bool isInside, CorpusValue value, XmlObjectSerializer serializer)
    {
        using var reader = open();
        if (isInside)
        {
            reader.MoveToContent();
            reader.ReadStartElement("Envelope", "urn:envelope");
            reader.ReadStartElement("Body", "urn:envelope");
        }
        object? read = serializer.ReadObject(reader, true);
        if (isInside)
        {
            reader.ReadEndElement();
            reader.ReadEndElement();
        }
        using var stream = new MemoryStream();
        new DataContractSerializer(value.Type, value.KnownTypes).WriteObject(stream, read);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    [Theory]
    [MemberData(nameof(Sources))]
    public void WhatAReaderHasIsReadAsByTheOriginal(From from)
    {
        var failures = new List<string>();
        int count = 0, same = 0;
        foreach (var value in CorpusValues.All())
        {
            Func<XmlReader>? open = null;
            if (Try(() => (open = ReaderOf(from, value)).ToString()!, out _) is null)
                continue;
            bool isInside = from is From.BinaryInside or From.PlainInside;
            string? expected = Try(() => Read(open!, isInside, value, new DataContractSerializer(value.Type, value.KnownTypes)), out _);
            string? actual =
                Try(() => Read(open!, isInside, value, new ContractXmlSerializer(value.Type, value.KnownTypes)), out string problem);
            count++;
            same += expected is not null && expected == actual ? 1 : 0;
            // Reading more than the original does is no loss.
            if (expected is not null && expected != actual && !problem.Contains("WithLosses", StringComparison.Ordinal))
                failures.Add($"{value.Name}: {problem}\n  expected {Around(expected, actual)}\n  actual   {Around(actual, expected)}");
        }
        Assert.True(failures.Count == 0, $"{failures.Count} of {count} values:\n{string.Join("\n", failures.Take(12))}");
        Assert.InRange(same, 1000, count);
    }

    [Fact]
    public void WhateverTheBytesAReaderGivesAValueOrTheOneException()
    {
        var random = new Random(17);
        var payloads = new List<(ContractXmlSerializer Serializer, byte[] Bytes)>();
        foreach (var value in CorpusValues.All().Where(v => v.Value is not null).Where((_, i) => i % 6 == 0))
            if (Try(() => Written(Way.Binary, new DataContractSerializer(value.Type, value.KnownTypes), value.Value), out _) is { } hex)
                payloads.Add((new ContractXmlSerializer(value.Type, value.KnownTypes), Convert.FromHexString(hex)));
        int refused = 0;
        for (int i = 0; i < ContractXmlReadingTests.Iterations / 10; i++)
        {
            var (serializer, bytes) = payloads[random.Next(payloads.Count)];
            byte[] changed = random.Next(4) == 0 ? bytes[..random.Next(bytes.Length)] : [.. bytes];
            for (int k = random.Next(3); k >= 0 && changed.Length > 0; k--)
                changed[random.Next(changed.Length)] = (byte)random.Next(256);
            try
            {
                serializer.ReadObject(XmlDictionaryReader.CreateBinaryReader(changed, XmlDictionaryReaderQuotas.Max), random.Next(2) == 0);
            }
            catch (WireFormatException e)
            {
                refused++;
                Assert.StartsWith("/", e.Path, StringComparison.Ordinal);
            }
            catch (InvalidDataContractException)
            {
                // The type has no contract: known before anything is read.
            }
        }
        Assert.InRange(refused, 1, int.MaxValue);
    }

    [Theory]
    [InlineData("Child")]
    [InlineData("unknown")]
    public void DepthIsLimitedWhateverTheReaderTakes(string name)
    {
        const int Depth = 5_000;
        using var stream = new MemoryStream();
        stream.Write(Encoding.UTF8.GetBytes("<Recursive xmlns='http://schemas.datacontract.org/2004/07/Isomer.Tests.Corpus'>"));
        for (int i = 0; i < Depth; i++)
            stream.Write(Encoding.UTF8.GetBytes($"<{name}>"));
        byte[] text = stream.ToArray();
        var serializer = new ContractXmlSerializer(typeof(Recursive));
        var error = Assert.Throws<WireFormatException>(() => serializer.ReadObject(XmlReader.Create(new MemoryStream(text)), true));
        Assert.NotNull(error.Path);
        Assert.Throws<WireFormatException>(
            () => serializer.ReadObject(XmlDictionaryReader.CreateTextReader(text, XmlDictionaryReaderQuotas.Max), true));
    }

    /// <summary>User code may end its own elements only, and what it leaves unread is passed over.</summary>
    [Fact]
    public void TypesThatWriteAndReadThemselvesKeepToTheirElement()
    {
        var serializer = new ContractXmlSerializer(typeof(Unruly[]));
        foreach (string how in new[] { "ends too much", "leaves open" })
        {
            var error = Record.Exception(() => Written(Way.Calls, serializer, new[] { new Unruly { How = how } }));
            Assert.IsAssignableFrom<SerializationException>(error);
        }
        string bytes = Written(Way.Binary, serializer, new[] { new Unruly { How = "x" }, new Unruly { How = "y" } });
        foreach (bool all in new[] { false, true })
        {
            Unruly.ReadsAll = all;
            var read = (Unruly[])serializer.ReadObject(
                XmlDictionaryReader.CreateBinaryReader(Convert.FromHexString(bytes), XmlDictionaryReaderQuotas.Max), true)!;
            Assert.Equal(["x", "y"], read.Select(u => u.How));
        }
    }

    public sealed class Unruly : System.Xml.Serialization.IXmlSerializable
    {
        [ThreadStatic]
        static bool t_readsAll;

        public static bool ReadsAll { get => t_readsAll; set => t_readsAll = value; }

        public string? How { get; set; }

        public System.Xml.Schema.XmlSchema? GetSchema() => null;

        public void ReadXml(XmlReader reader)
        {
            How = reader.GetAttribute("how");
            while (ReadsAll && reader.Read())
            {
            }
        }

        public void WriteXml(XmlWriter writer)
        {
            writer.WriteAttributeString("how", How);
            writer.WriteStartElement("child");
            if (How == "leaves open")
                return;
            writer.WriteEndElement();
            if (How == "ends too much")
                writer.WriteEndElement();
            else
                writer.WriteElementString("more", "text");
        }
    }

    /// <summary>A session that a reader of the same process can have.</summary>
    internal sealed class WriterSession : XmlBinaryWriterSession
    {
        readonly List<string> _strings = [];

        public override bool TryAdd(XmlDictionaryString value, out int key)
        {
            if (!base.TryAdd(value, out key))
                return false;
            _strings.Add(value.Value);
            return true;
        }

        public IReadOnlyList<string> Strings => _strings;

        public XmlBinaryReaderSession ForReader()
        {
            var session = new XmlBinaryReaderSession();
            for (int i = 0; i < _strings.Count; i++)
                session.Add(i, _strings[i]);
            return session;
        }
    }

    /// <summary>What stands where two texts differ.</summary>
    static string? Around(string? text, string? other)
    {
        if (text is null || other is null)
            return text?.ReplaceLineEndings(" ");
        int at = text.AsSpan().CommonPrefixLength(other);
        return text[Math.Max(at - 100, 0)..Math.Min(at + 100, text.Length)].ReplaceLineEndings(" ");
    }
}
