using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Binary XML beside the framework's writer and reader: where records end, dictionaries, records of other writers. The corpus has the rest.
/// </summary>
public sealed class ContractXmlBinaryTests
{
    const string Ns = "http://schemas.datacontract.org/2004/07/Isomer.Tests.Formats.Contracts";

    static readonly DataContractConvention s_losing = Convention.DataContract.WithLosses();

    static byte[] Original(object? value, Type type, IXmlDictionary? dictionary = null, IEnumerable<Type>? known = null)
    {
        using var stream = new MemoryStream();
        using var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, dictionary, null, ownsStream: false);
        new DataContractSerializer(type, known).WriteObject(writer, value);
        writer.Flush();
        return stream.ToArray();
    }

    static string Text(object? value, Type type)
    {
        using var stream = new MemoryStream();
        new DataContractSerializer(type, [typeof(XmlNode[])]).WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    [Fact]
    public void EndsOfLongTextsFallAsInTheOriginalsBuffer()
    {
        var random = new Random(11);
        for (int i = 0; i < 300; i++)
        {
            var value = new Lengths
            {
                Text = RandomText(random),
                Bytes = random.Next(3) == 0 ? null : RandomBytes(random),
                Numbers = random.Next(3) == 0 ? null : [.. Enumerable.Range(0, random.Next(200)).Select(n => n * 7)],
                More = [.. Enumerable.Range(0, random.Next(6)).Select(_ => RandomText(random))],
                Dates = random.Next(4) == 0
                    ? [.. Enumerable.Range(0, random.Next(100)).Select(n => new DateTime(n, (DateTimeKind)(n % 3)))]
                    : null,
                Xml = random.Next(3) == 0 ? new XmlDocument().CreateElement("x" + new string('y', random.Next(200))) : null,
                NameOfMoreThanFortyTwoCharactersWhichIsWrittenInPieces = random.Next(),
                Änderung = random.Next(40_000),
                Last = RandomText(random),
            };
            byte[] expected = Original(value, typeof(Lengths));
            byte[] actual = ContractXml.Serialize(value, ContractXmlOptions.Binary);
            Assert.Equal(Convert.ToHexString(expected), Convert.ToHexString(actual));
            Assert.Equal(expected, Original(ContractXml.Deserialize<Lengths>(actual, ContractXmlOptions.Binary), typeof(Lengths)));
        }
    }

    static string RandomText(Random random)
    {
        int length = random.Next(4) switch { 0 => random.Next(4), 1 => random.Next(90), 2 => random.Next(80, 700), _ => random.Next(2000) };
        string letters = random.Next(4) switch { 0 => "01", 1 => "aé", 2 => "日本語a", _ => "abcdefgh" };
        var text = new StringBuilder();
        while (text.Length < length)
            text.Append(random.Next(40) == 0 ? "😀" : letters[random.Next(letters.Length)].ToString());
        return text.ToString();
    }

    static byte[] RandomBytes(Random random)
    {
        byte[] bytes = new byte[random.Next(2) == 0 ? random.Next(8) : random.Next(1600)];
        random.NextBytes(bytes);
        return bytes;
    }

    [Fact]
    public void StreamsAndWritersGetTheSameBytes()
    {
        var value = Enumerable.Range(0, 5000).Select(i => new Lengths { Text = new string('x', i % 700), Last = $"{i}" }).ToList();
        byte[] whole = ContractXml.Serialize(value, ContractXmlOptions.Binary);
        Assert.True(whole.Length > 1_000_000);
        Assert.Equal(Original(value, typeof(List<Lengths>)), whole);
        var stream = new MemoryStream();
        ContractXml.Serialize(stream, value, ContractXmlOptions.Binary);
        Assert.Equal(whole, stream.ToArray());
        var writer = new System.Buffers.ArrayBufferWriter<byte>();
        ContractXml.Serialize(writer, value, ContractXmlOptions.Binary);
        Assert.Equal(whole, writer.WrittenSpan.ToArray());
        stream.Position = 0;
        Assert.Equal(5000, ContractXml.Deserialize<List<Lengths>>(stream, ContractXmlOptions.Binary).Count);
    }

    [Fact]
    public void WithADictionaryThatFindsTextTheWholeCorpusIsTheOriginals()
    {
        int count = 0;
        foreach (var value in CorpusValues.All())
        {
            var dictionary = new TextDictionary();
            var options = new ContractXmlOptions
            { Form = ContractXmlForm.Binary, Dictionary = dictionary, Convention = s_losing, KnownTypes = [.. value.KnownTypes] };
            byte[] expected, actual;
            try
            {
                expected = Original(value.Value, value.Type, dictionary, value.KnownTypes);
                actual = ContractXml.Serialize(value.Value, value.Type, options);
            }
            catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException
                or ArgumentException)
            {
                continue;
            }
            count++;
            Assert.True(expected.AsSpan().SequenceEqual(actual),
                $"{value.Name}:\n{Convert.ToHexString(expected)}\n{Convert.ToHexString(actual)}");
            string read;
            try
            {
                var reader = XmlDictionaryReader.CreateBinaryReader(actual, 0, actual.Length, dictionary, XmlDictionaryReaderQuotas.Max);
                read = Convert.ToHexString(
                    Original(new DataContractSerializer(value.Type, value.KnownTypes).ReadObject(reader), value.Type, null,
                        value.KnownTypes));
            }
            catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException
                or ArgumentException)
            {
                continue;
            }
            Assert.Equal(read,
                Convert.ToHexString(Original(ContractXml.Deserialize(actual, value.Type, options), value.Type, null, value.KnownTypes)));
        }
        Assert.InRange(count, 1000, int.MaxValue);
    }

    [Fact]
    public void NamesOfAnXmlDictionaryAreNumbers()
    {
        var dictionary = new XmlDictionary();
        foreach (string name in new[] { "Lengths", Ns, "Text", "Last", "nil", "http://www.w3.org/2001/XMLSchema-instance" })
            dictionary.Add(name);
        var options = ContractXmlOptions.Binary with { Dictionary = dictionary };
        var value = new Lengths { Text = "a", Last = "b" };
        byte[] bytes = ContractXml.Serialize(value, options);
        Assert.InRange(bytes.Length, 1, ContractXml.Serialize(value, ContractXmlOptions.Binary).Length - 130);
        Assert.Equal(bytes, ContractXml.Serialize(ContractXml.Deserialize<Lengths>(bytes, options), options));
        var read = (Lengths)new DataContractSerializer(typeof(Lengths)).ReadObject(
            XmlDictionaryReader.CreateBinaryReader(bytes, 0, bytes.Length, dictionary, XmlDictionaryReaderQuotas.Max))!;
        Assert.Equal(("a", "b"), (read.Text, read.Last));
        var error = Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<Lengths>(bytes, ContractXmlOptions.Binary));
        Assert.Contains("dictionary", error.Message, StringComparison.Ordinal);
    }

    public static TheoryData<Type> Scalars =>
    [
        typeof(bool), typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong),
        typeof(float), typeof(double), typeof(decimal),
        typeof(DateTime), typeof(TimeSpan), typeof(Guid), typeof(string), typeof(byte[]), typeof(Uri), typeof(DayOfWeek), typeof(char),
        typeof(int?), typeof(object), typeof(int[]), typeof(List<double>),
        typeof(bool[]), typeof(DateTime[]), typeof(decimal[]), typeof(long[]), typeof(List<string>), typeof(object[]), typeof(DateOnly),
    ];

    static readonly Action<XmlDictionaryWriter>[] s_contents =
    [
        w => w.WriteValue(true), w => w.WriteValue(false), w => w.WriteValue(0), w => w.WriteValue(1), w => w.WriteValue(-5),
        w => w.WriteValue(300), w => w.WriteValue(70_000), w => w.WriteValue(1L << 40),
        w => w.WriteValue(new UniqueId(new Guid("00112233-4455-6677-8899-aabbccddeeff"))),
        w => w.WriteValue(new Guid("00112233-4455-6677-8899-aabbccddeeff")), w => w.WriteValue(TimeSpan.FromHours(30)),
        w => w.WriteValue(1.5f), w => w.WriteValue(0.1), w => w.WriteValue(double.NaN), w => w.WriteValue(1e300), w => w.WriteValue(1.10m),
        w => w.WriteValue(new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc)),
        w => w.WriteValue(new DateTime(2020, 1, 2)), w => w.WriteString("5"), w => w.WriteString(" 5 "), w => w.WriteString("true"),
        w => w.WriteString("日本語日本語"), w => w.WriteString("Monday"),
        w => w.WriteString("2020-01-02T03:04:05"), w => w.WriteString("PT1H"), w => w.WriteString(""), w => w.WriteString("1.5"),
        w => w.WriteString("QUI="), w => w.WriteBase64([1, 2, 3, 4, 5], 0, 5),
        w => w.WriteString("a"), w => { w.WriteString("1"); w.WriteString("2"); w.WriteString("3"); },
        w => { w.WriteString("4"); w.WriteComment("x"); w.WriteString("5"); },
        w => { w.WriteComment("x"); w.WriteValue(7); w.WriteComment("y"); },
        w => { w.WriteBase64([1], 0, 1); w.WriteString(""); w.WriteBase64([2, 3], 0, 2); },
        w => w.WriteValue(new object[] { 1, 2, "x" }.Select(o => o.ToString()!).Aggregate((a, b) => a + " " + b)),
        w => w.WriteElementString("x", "y"), w => { w.WriteString(" "); w.WriteElementString("x", "y"); },
        w => w.WriteArray(null, "int", Arrays, [1, 2, 300], 0, 3), w => w.WriteArray(null, "double", Arrays, [1.5, 2], 0, 2),
        w => w.WriteArray(null, "boolean", Arrays, [true, false], 0, 2),
        w => w.WriteArray(null, "long", Arrays, [1L, 1L << 40], 0, 2),
        w => w.WriteArray(null, "dateTime", Arrays, [new DateTime(2020, 1, 2)], 0, 1),
        w => w.WriteArray(null, "decimal", Arrays, [1.5m, 2m], 0, 2),
        w => w.WriteArray(null, "int", Arrays, new short[] { 1, 2 }, 0, 2), w => w.WriteArray(null, "guid", Arrays, [Guid.Empty], 0, 1),
        w => w.WriteArray(null, "string", Arrays, [TimeSpan.Zero, TimeSpan.MaxValue], 0, 2),
        w => w.WriteArray(null, "anyType", Arrays, [1f, 2.5f], 0, 2),
        w => { w.WriteArray(null, "int", Arrays, [1], 0, 1); w.WriteArray(null, "int", Arrays, [2, 3], 0, 2); w.WriteElementString("int",
            Arrays, "4"); },
    ];

    const string Arrays = "http://schemas.microsoft.com/2003/10/Serialization/Arrays";

    [Theory]
    [MemberData(nameof(Scalars))]
    public void RecordsOfOtherWritersAreReadAlike(Type type)
    {
        var holder = typeof(Holder<>).MakeGenericType(type);
        var serializer = new DataContractSerializer(holder, "H", Ns);
        var options = new ContractXmlOptions { Form = ContractXmlForm.Binary, RootName = "H", RootNamespace = Ns };
        for (int i = 0; i < s_contents.Length; i++)
        {
            using var stream = new MemoryStream();
            using var writer = XmlDictionaryWriter.CreateBinaryWriter(stream);
            writer.WriteStartElement("H", Ns);
            writer.WriteStartElement("After", Ns);
            s_contents[i](writer);
            writer.WriteEndElement();
            writer.WriteStartElement("Value", Ns);
            s_contents[i](writer);
            writer.WriteEndElement();
            writer.WriteElementString("Zero", Ns, "7");
            writer.WriteEndElement();
            writer.Flush();
            byte[] bytes = stream.ToArray();
            string? expected = null, actual = null;
            try
            {
                expected =
                    Text(serializer.ReadObject(XmlDictionaryReader.CreateBinaryReader(bytes, XmlDictionaryReaderQuotas.Max)), holder);
            }
            catch (Exception e) when (e is SerializationException or XmlException or FormatException or InvalidCastException)
            {
            }
            try
            {
                actual = Text(ContractXml.Deserialize(bytes, holder, options), holder);
            }
            catch (WireFormatException e)
            {
                actual = expected is null ? null : e.Message;
            }
            // Content that nothing names the type of, where an object is declared: refused by the original, nodes for us, as in text.
            if (expected is null && (type == typeof(object) || type == typeof(object[])))
                continue;
            Assert.True(expected == actual, $"content {i}: {Convert.ToHexString(bytes.AsSpan(60))}\n{expected}\n{actual}");
        }
    }

    [Fact]
    public void MutationsEndInAValueOrTheOneException()
    {
        var random = new Random(7);
        var options = new ContractXmlOptions
        { Form = ContractXmlForm.Binary, Convention = s_losing, KnownTypes = [typeof(Level1), typeof(Entries), typeof(int[])] };
        var payloads = new List<(Type Type, byte[] Bytes)>();
        foreach (var value in CorpusValues.All().Where(v => v.Value is not null && v.KnownTypes.Length == 0).Where((_, i) => i % 5 == 0))
            try
            {
                payloads.Add((value.Type, ContractXml.Serialize(value.Value, value.Type, options)));
            }
            catch (NotSupportedException)
            {
            }
        for (int i = 0; i < ContractXmlReadingTests.Iterations; i++)
        {
            var (type, bytes) = payloads[random.Next(payloads.Count)];
            byte[] changed = [.. bytes];
            if (random.Next(4) == 0)
                changed = changed[..random.Next(changed.Length)];
            for (int k = random.Next(3); k >= 0 && changed.Length > 0; k--)
                changed[random.Next(changed.Length)] = random.Next(2) == 0
                    ? (byte)random.Next(256)
                    : s_records[random.Next(s_records.Length)];
            try
            {
                ContractXml.Deserialize(changed, type, options);
            }
            catch (WireFormatException e)
            {
                Assert.InRange(e.Offset, 0, changed.Length);
                Assert.NotNull(e.Path);
            }
        }
    }

    static readonly byte[] s_records = [0x01, 0x02, 0x03, 0x04, 0x08, 0x09, 0x0A, 0x40, 0x41, 0x42, 0x5E, 0x80, 0x83, 0x87, 0x89, 0x8D,
        0x98, 0x99, 0x9E, 0x9F, 0xA4, 0xA6, 0xA9, 0xAA, 0xB5, 0xBC];

    [Fact]
    public void HostileDocumentsAreRefused()
    {
        byte[] start = [0x40, 9, .. "Recursive"u8, 0x08, (byte)"http://schemas.datacontract.org/2004/07/Isomer.Tests.Corpus"u8.Length,
            .. "http://schemas.datacontract.org/2004/07/Isomer.Tests.Corpus"u8];
        byte[] attributes =
            [.. Enumerable.Range(0, 100_000).SelectMany(i => (byte[])[0x04, 6, .. Encoding.ASCII.GetBytes($"a{i:00000}"), 0x80])];
        byte[] declarations =
            [.. Enumerable.Range(0, 100_000).SelectMany(i => (byte[])[0x09, 6, .. Encoding.ASCII.GetBytes($"a{i:00000}"), 1, (byte)'u'])];
        byte[][] documents =
        [
            [.. start, .. Enumerable.Repeat("@\u0005Child", 1_000_000).SelectMany(s => Encoding.ASCII.GetBytes(s))],
            [.. start, .. Enumerable.Repeat("@\u0007unknown", 1_000_000).SelectMany(s => Encoding.ASCII.GetBytes(s))],
            [.. start, 0x40, 0x80, 0xAD, 0xE2, 0x04, .. new byte[10_000_000], 1, 1],
            [.. start, 0x40, 1, (byte)'x', .. attributes, 1, 1],
            [.. start, 0x40, 1, (byte)'x', .. declarations, 1, 1],
            [.. start, 0x40, 5, .. "Value"u8, 0x9C, 0xFF, 0xFF, 0xFF, 0x7F],
            [.. start, 0x40, 5, .. "Value"u8, 0x9C, 0xFF, 0xFF, 0xFF, 0xFF],
            [.. start, 0x03, 0x40, 5, .. "Value"u8, 1, 0x8D, 0xFF, 0xFF, 0xFF, 0xFF, 0x07],
            [.. start, 0x03, 0x40, 5, .. "Value"u8, 1, 0x8D, 0],
            [.. start, 0x42, 2, 1, 1],
            [.. start, 0x42, 3, 1, 1],
            [.. start],
            [],
            [0x01],
            [0x99, 1, (byte)'x'],
        ];
        foreach (byte[] document in documents)
            Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<Recursive>(document, ContractXmlOptions.Binary));
        // An array whose element is long is not read again and again.
        byte[] name = [0x80, 0x20, .. new byte[4096].Select(_ => (byte)'n')];
        byte[] array = [.. start, 0x03, 0x40, .. name, 1, 0xB5, 0xC0, 0x84, 0x3D, .. new byte[1_000_000], 1];
        Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<Recursive>(array, ContractXmlOptions.Binary));
    }

    [Fact]
    public void HalfASurrogatePairIsRefusedInBinary() =>
        Assert.Throws<NotSupportedException>(() => ContractXml.Serialize("a\uD800", ContractXmlOptions.Binary));

    [Fact]
    public void BinaryIsNoText()
    {
        Assert.Throws<NotSupportedException>(() => ContractXml.ToText(1, ContractXmlOptions.Binary));
        Assert.Throws<NotSupportedException>(() => ContractXml.FromText<int>("1", ContractXmlOptions.Binary));
    }

    [Fact]
    public void ErrorsSayWhere()
    {
        byte[] bytes = ContractXml.Serialize<List<Holder<string>>>([new() { Value = "1" }, new() { Value = "x" }],
            ContractXmlOptions.Binary with { RootName = "L", RootNamespace = "" });
        bytes[bytes.AsSpan().LastIndexOf("x"u8)] = 0xFF;
        var error = Assert.Throws<WireFormatException>(
            () => ContractXml.Deserialize<List<Holder<string>>>(bytes,
                ContractXmlOptions.Binary with { RootName = "L", RootNamespace = "" }));
        Assert.Equal("ContractXml", error.Format);
        Assert.EndsWith("[2]/Value", error.Path, StringComparison.Ordinal);
    }

    public sealed class Lengths
    {
        public string? Text { get; set; }

        public byte[]? Bytes { get; set; }

        public int[]? Numbers { get; set; }

        public DateTime[]? Dates { get; set; }

        public XmlElement? Xml { get; set; }

        public List<string>? More { get; set; }

        public int NameOfMoreThanFortyTwoCharactersWhichIsWrittenInPieces { get; set; }

        public int Änderung { get; set; }

        public string? Last { get; set; }
    }

    [DataContract(Namespace = Ns, Name = "H{0}")]
    public sealed class Holder<T>
    {
        [DataMember]
        public T? Value { get; set; }

        [DataMember]
        public int Zero { get; set; }
    }

    /// <summary>An array is one record with one name: as text it has the name with each item.</summary>
    [Fact]
    public void NodesOfAnArrayThatWouldBecomeGigabytesAreRefused()
    {
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
        {
            writer.WriteStartElement("a");
            writer.WriteArray(null, new string('n', 1000), null, new bool[100_000], 0, 100_000);
            writer.WriteEndElement();
        }
        var error = Assert.Throws<WireFormatException>(() => ContractXml.BinaryFormat.ParseNode(stream.ToArray()));
        Assert.Contains("times as long", error.Message, StringComparison.Ordinal);
    }
}
