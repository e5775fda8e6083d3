using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Documents that are not what a writer writes: changed at random and by hand. What the original reads of them we read, what
/// it refuses we refuse; whatever the bytes, the outcome is a value or the one exception.
/// </summary>
public sealed class ContractXmlReadingTests
{
    static readonly DataContractConvention s_convention = Convention.DataContract.WithLosses();

    internal static int Iterations => int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n) ? n : 20_000;

    static string? Original(CorpusValue value, byte[] bytes)
    {
        try
        {
            var serializer = new DataContractSerializer(value.Type, value.KnownTypes);
            var stream = new MemoryStream();
            serializer.WriteObject(stream, serializer.ReadObject(new MemoryStream(bytes)));
            return Encoding.UTF8.GetString(stream.ToArray());
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException or XmlException or ArgumentException
            or NotSupportedException or NullReferenceException or FormatException or InvalidOperationException or OverflowException)
        {
            return null;
        }
    }

    static string? Ours(CorpusValue value, byte[] bytes)
    {
        var options = new ContractXmlOptions { Convention = s_convention, KnownTypes = [.. value.KnownTypes] };
        try
        {
            object? read = ContractXml.Deserialize(bytes, value.Type, options);
            // Who has kept unknown elements is who can write them.
            if (read is Extensible)
                return Encoding.UTF8.GetString(ContractXml.Serialize(read, value.Type, options));
            var stream = new MemoryStream();
            new DataContractSerializer(value.Type, value.KnownTypes).WriteObject(stream, read);
            return Encoding.UTF8.GetString(stream.ToArray());
        }
        catch (Exception e) when (e is WireFormatException or NotSupportedException)
        {
            return null;
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException)
        {
            return "read, but cannot be written again";
        }
    }

    /// <summary>Elements in another order, twice, left out, unknown ones between, other white space, comments.</summary>
    static void Change(XDocument document, Random random)
    {
        var elements = document.Root!.DescendantsAndSelf().ToList();
        var one = elements[random.Next(elements.Count)];
        switch (random.Next(7))
        {
            case 0 when one.Parent is not null:
                one.Remove();
                break;
            case 1 when one.Parent is not null:
                one.AddAfterSelf(new XElement(one));
                break;
            case 2 when one.ElementsBeforeSelf().LastOrDefault() is { } before:
                one.Remove();
                before.AddBeforeSelf(one);
                break;
            case 3 when one.Parent is not null:
                one.AddBeforeSelf(new XElement(XName.Get("unknown", "urn:unknown"), new XAttribute("a", "1"), new XElement("b", "t")));
                break;
            case 4:
                one.AddFirst(new XComment(" c "));
                break;
            case 5 when one.HasElements:
                one.AddFirst("\n  ");
                break;
            case 6 when !one.HasElements:
                one.Value = " " + one.Value + "\n";
                break;
        }
    }

    [Fact]
    public void ChangedDocumentsAreReadAlike()
    {
        var random = new Random(11);
        var failures = new List<string>();
        int count = 0;
        foreach (var value in CorpusValues.All().Where(v => v.Value is not (null or XElement or XmlElement)))
        {
            byte[] bytes;
            try
            {
                var stream = new MemoryStream();
                new DataContractSerializer(value.Type, value.KnownTypes).WriteObject(stream, value.Value);
                bytes = stream.ToArray();
                XDocument.Load(new MemoryStream(bytes));
            }
            catch (Exception e) when (e is SerializationException or InvalidDataContractException or XmlException or NotSupportedException)
            {
                continue;
            }
            for (int i = 0; i < 3; i++)
            {
                var document = XDocument.Load(new MemoryStream(bytes), LoadOptions.PreserveWhitespace);
                for (int k = 0; k <= i; k++)
                    Change(document, random);
                byte[] changed = Encoding.UTF8.GetBytes(document.ToString(SaveOptions.DisableFormatting));
                string? expected = Original(value, changed);
                string? actual = Ours(value, changed);
                count++;
                if (expected != actual && !IsKnownDifference(value, expected, actual) && !IsOfState(value, changed))
                    failures.Add(
                        $"{value.Name}\n  document {Encoding.UTF8.GetString(changed)}\n  original {expected ?? "refuses"}\n  ours     {actual ?? "refuses"}");
            }
        }
        Assert.True(failures.Count == 0,
            $"{failures.Count} of {count}:\n{string.Join("\n", failures.Take(int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FAILURES"), out int most) ? most : 6))}");
    }

    /// <summary>
    /// We read collections that the original can only write, and pass over an unknown first element where the original does only among
    /// others.
    /// </summary>
    static bool IsKnownDifference(CorpusValue value, string? expected, string? actual) =>
        (expected is null && actual is not null && (value.Type.IsInterface || typeof(Plain).IsAssignableFrom(value.Type)))
        // The original takes white space for a part of the name, and so loses the namespace.
        || value.Value is XmlQualifiedName;

    /// <summary>Fields of a framework's class that no object has are refused here (<see cref="FrameworkStateTests"/>).</summary>
    static bool IsOfState(CorpusValue value, byte[] changed) =>
        value.Type.Namespace == typeof(Queue<>).Namespace && Record.Exception(() => ContractXml.Deserialize(changed, value.Type))
            is WireFormatException { Message: var message } && message.Contains("No object of that class writes this", StringComparison.Ordinal);

    [Theory]
    [InlineData(typeof(int), "<int xmlns='SER'>+5</int>")]
    [InlineData(typeof(int), "<int xmlns='SER'>007</int>")]
    [InlineData(typeof(int), "<int xmlns='SER'> 5\n</int>")]
    [InlineData(typeof(int), "<int xmlns='SER'>5.0</int>")]
    [InlineData(typeof(int), "<int xmlns='SER'/>")]
    [InlineData(typeof(int), "<int xmlns='SER'>2147483648</int>")]
    [InlineData(typeof(int), "<int xmlns='SER'><!-- a -->5<!-- b --></int>")]
    [InlineData(typeof(int), "<int xmlns='SER'><![CDATA[5]]></int>")]
    [InlineData(typeof(int), "<int xmlns='SER'>&#53;</int>")]
    [InlineData(typeof(int), "<int xmlns='SER' xmlns:i='XSI' i:nil='true'/>")]
    [InlineData(typeof(int), "<wrong xmlns='SER'>5</wrong>")]
    [InlineData(typeof(int?), "<int xmlns='SER' xmlns:i='XSI' i:nil='1'/>")]
    [InlineData(typeof(int?), "<int xmlns='SER' xmlns:i='XSI' i:nil='false'>3</int>")]
    [InlineData(typeof(bool), "<boolean xmlns='SER'>1</boolean>")]
    [InlineData(typeof(bool), "<boolean xmlns='SER'> true </boolean>")]
    [InlineData(typeof(bool), "<boolean xmlns='SER'>True</boolean>")]
    [InlineData(typeof(double), "<double xmlns='SER'>INF</double>")]
    [InlineData(typeof(double), "<double xmlns='SER'>1e5</double>")]
    [InlineData(typeof(double), "<double xmlns='SER'>Infinity</double>")]
    [InlineData(typeof(double), "<double xmlns='SER'> -1.5 </double>")]
    [InlineData(typeof(decimal), "<decimal xmlns='SER'>1e2</decimal>")]
    [InlineData(typeof(decimal), "<decimal xmlns='SER'>1.500</decimal>")]
    [InlineData(typeof(decimal), "<decimal xmlns='SER'>.5</decimal>")]
    [InlineData(typeof(DateTime), "<dateTime xmlns='SER'>2020-01-02</dateTime>")]
    [InlineData(typeof(DateTime), "<dateTime xmlns='SER'>2020-01-02T03:04:05+02:00</dateTime>")]
    [InlineData(typeof(DateTime), "<dateTime xmlns='SER'>2020-01-02T03:04:05.123456789Z</dateTime>")]
    [InlineData(typeof(DateTime), "<dateTime xmlns='SER'>2020-01-02T03:04</dateTime>")]
    [InlineData(typeof(DateTime), "<dateTime xmlns='SER'>2020-01-02T24:00:00</dateTime>")]
    [InlineData(typeof(DateTime), "<dateTime xmlns='SER'>2020-13-02T00:00:00</dateTime>")]
    [InlineData(typeof(TimeSpan), "<duration xmlns='SER'>P1M</duration>")]
    [InlineData(typeof(TimeSpan), "<duration xmlns='SER'>P1Y2M3DT4H5M6.7S</duration>")]
    [InlineData(typeof(TimeSpan), "<duration xmlns='SER'>1.02:03:04</duration>")]
    [InlineData(typeof(Guid), "<guid xmlns='SER'>00000000-0000-0000-0000-000000000001</guid>")]
    [InlineData(typeof(Guid), "<guid xmlns='SER'>{00000000-0000-0000-0000-00000000000A}</guid>")]
    [InlineData(typeof(Guid), "<guid xmlns='SER'>x</guid>")]
    [InlineData(typeof(char), "<char xmlns='SER'>65</char>")]
    [InlineData(typeof(char), "<char xmlns='SER'>A</char>")]
    [InlineData(typeof(byte[]), "<base64Binary xmlns='SER'>A Q=\n=</base64Binary>")]
    [InlineData(typeof(byte[]), "<base64Binary xmlns='SER'>***</base64Binary>")]
    [InlineData(typeof(string), "<string xmlns='SER'> a\r\nb </string>")]
    [InlineData(typeof(string), "<string xmlns='SER'/>")]
    [InlineData(typeof(string), "<string xmlns='SER'>a<b/></string>")]
    [InlineData(typeof(Rights), "<Rights xmlns='CORPUS'>Read  Execute</Rights>")]
    [InlineData(typeof(Rights), "<Rights xmlns='CORPUS'/>")]
    [InlineData(typeof(Rights), "<Rights xmlns='CORPUS'>read</Rights>")]
    [InlineData(typeof(Rights), "<Rights xmlns='CORPUS'>1</Rights>")]
    [InlineData(typeof(Color), "<Color xmlns='CORPUS'> Red </Color>")]
    [InlineData(typeof(Color), "<Color xmlns='CORPUS'/>")]
    [InlineData(typeof(object), "<z:anyType xmlns:z='SER' xmlns:i='XSI' xmlns:x='XSD' i:type='x:int'>5</z:anyType>")]
    [InlineData(typeof(object), "<z:anyType xmlns:z='SER' xmlns:i='XSI' i:type='z:int'>5</z:anyType>")]
    [InlineData(typeof(object), "<z:anyType xmlns:z='SER' xmlns:i='XSI' xmlns:x='XSD' i:type='x:unknown'>5</z:anyType>")]
    [InlineData(typeof(object), "<z:anyType xmlns:z='SER' xmlns:i='XSI' i:type='q:int'>5</z:anyType>")]
    [InlineData(typeof(object), "<z:anyType xmlns:z='SER'/>")]
    [InlineData(typeof(Required), "<Required xmlns='CORPUS'><B>1</B></Required>")]
    [InlineData(typeof(Required), "<Required xmlns='CORPUS'><A>1</A><C>1</C></Required>")]
    [InlineData(typeof(Plain), "<Plain xmlns='CORPUS'/>")]
    [InlineData(typeof(Plain), "<Plain xmlns='CORPUS'>text</Plain>")]
    [InlineData(typeof(Plain), "<p:Plain xmlns:p='CORPUS'><p:Property>3</p:Property></p:Plain>")]
    [InlineData(typeof(Plain), "<Plain xmlns='CORPUS'><Filled xmlns:a='ARR'><a:int>1</a:int><x/><a:int>2</a:int></Filled></Plain>")]
    [InlineData(typeof(Level2), "<L2 xmlns=''><Z0 xmlns='urn:base'>1</Z0><C2>3</C2></L2>")]
    [InlineData(typeof(DateTimeOffset),
        "<DateTimeOffset xmlns='DCN System'><DateTime>2020-01-01T00:00:00Z</DateTime><OffsetMinutes>60</OffsetMinutes></DateTimeOffset>")]
    [InlineData(typeof(DateTimeOffset), "<DateTimeOffset xmlns='DCN System'><DateTime>2020-01-01T00:00:00Z</DateTime></DateTimeOffset>")]
    [InlineData(typeof(DateTimeOffset),
        "<DateTimeOffset xmlns='DCN System'><DateTime>2020-01-01T00:00:00Z</DateTime><OffsetMinutes>6000</OffsetMinutes></DateTimeOffset>")]
    public void WrittenByHandIsReadAlike(Type type, string document)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(
            document.Replace("'SER'", "'http://schemas.microsoft.com/2003/10/Serialization/'", StringComparison.Ordinal)
            .Replace("'ARR'", "'http://schemas.microsoft.com/2003/10/Serialization/Arrays'", StringComparison.Ordinal)
            .Replace("'XSI'", "'http://www.w3.org/2001/XMLSchema-instance'", StringComparison.Ordinal)
                .Replace("'XSD'", "'http://www.w3.org/2001/XMLSchema'", StringComparison.Ordinal)
            .Replace("'CORPUS'", "'http://schemas.datacontract.org/2004/07/Isomer.Tests.Corpus'", StringComparison.Ordinal)
                .Replace("'DCN ", "'http://schemas.datacontract.org/2004/07/", StringComparison.Ordinal));
        var value = new CorpusValue(type, null, type.Name, []);
        if (Ours(value, bytes) is null && Original(value, bytes) is not null)
            ContractXml.Deserialize(bytes, type, new ContractXmlOptions { Convention = s_convention });
        Assert.Equal(Original(value, bytes), Ours(value, bytes));
    }

    [Fact]
    public void MutationsEndInAValueOrTheOneException()
    {
        var random = new Random(5);
        var options = new ContractXmlOptions { Convention = s_convention, KnownTypes = [typeof(Level1), typeof(Entries), typeof(int[])] };
        var payloads = CorpusValues.All().Where(v => v.Value is not null && v.KnownTypes.Length == 0).Where((_, i) => i % 7 == 0)
            .Select(v => (v.Type, Bytes: TryWrite(v, options))).Where(p => p.Bytes is not null).ToList();
        for (int i = 0; i < Iterations; i++)
        {
            var (type, bytes) = payloads[random.Next(payloads.Count)];
            byte[] changed = [.. bytes!];
            if (random.Next(4) == 0)
                changed = changed[..random.Next(changed.Length)];
            for (int k = random.Next(3); k >= 0 && changed.Length > 0; k--)
                changed[random.Next(changed.Length)] = random.Next(2) == 0
                    ? (byte)random.Next(256)
                    : (byte)"<>/=\"'&;: xai0-"[random.Next(15)];
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

    static byte[]? TryWrite(CorpusValue value, ContractXmlOptions options)
    {
        try
        {
            return ContractXml.Serialize(value.Value, value.Type, options);
        }
        catch (NotSupportedException)
        {
            return null;
        }
    }

    [Fact]
    public void HostileDocumentsAreRefused()
    {
        const string Start = "<Recursive xmlns=\"http://schemas.datacontract.org/2004/07/Isomer.Tests.Corpus\">";
        string[] documents =
        [
            Start + string.Concat(Enumerable.Repeat("<Child>", 1_000_000)),
            Start + string.Concat(Enumerable.Repeat("<unknown>", 1_000_000)),
            "<!DOCTYPE a [<!ENTITY b 'x'>]>" + Start + "<Value>&b;</Value></Recursive>",
            Start + $"<{new string('n', 10_000_000)}/></Recursive>",
            Start + $"<x {string.Concat(Enumerable.Range(0, 100_000).Select(i => $"xmlns:n{i}='u{i}' "))}/></Recursive>",
            Start + $"<x {string.Concat(Enumerable.Range(0, 100_000).Select(i => $"a{i}='' "))}/></Recursive>",
            "",
            "   ",
            "<",
        ];
        foreach (string document in documents)
            Assert.Throws<WireFormatException>(() => ContractXml.FromText<Recursive>(document));
        var deep = new Recursive();
        for (int i = 0; i < 100_000; i++)
            deep = new Recursive { Child = deep };
        Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(deep));
    }

    [Fact]
    public void MembersOutOfOrderAreAsTheOptionSays()
    {
        byte[] bytes =
            Encoding.UTF8.GetBytes("<Pair xmlns=\"http://schemas.datacontract.org/2004/07/Isomer.Tests.Corpus\"><B>b</B><A>5</A></Pair>");
        Assert.Equal(0, ContractXml.Deserialize<Pair>(bytes).A);
        Assert.Equal(5, ContractXml.Deserialize<Pair>(bytes, new ContractXmlOptions { Order = ContractXmlOrder.Any }).A);
        var error = Assert.Throws<WireFormatException>(
            () => ContractXml.Deserialize<Pair>(bytes, new ContractXmlOptions { Order = ContractXmlOrder.Strict }));
        Assert.Equal(("ContractXml", "/Pair/A"), (error.Format, error.Path));
    }

    [DataContract(Namespace = "")]
    public sealed class Three
    {
        [DataMember]
        public int A, B, C;
    }

    /// <summary>Each sequence of up to four elements; some with an attribute, which are not read the short way.</summary>
    [Fact]
    public void InAnyOrderTheFirstOfTwoCounts()
    {
        var options = new ContractXmlOptions { Order = ContractXmlOrder.Any };
        string[] tags = ["A", "B", "C", "A x='1'", "B x='1'", "Unknown"];
        for (int number = 0; number < 6 * 6 * 6 * 6; number++)
        {
            string text = "";
            var first = new Dictionary<char, int>();
            for (int i = 1, rest = number; i <= 4; i++, rest /= 6)
            {
                string tag = tags[rest % 6];
                text += $"<{tag}>{i}</{tag.Split(' ')[0]}>";
                first.TryAdd(tag[0], i);
            }
            var read = ContractXml.FromText<Three>($"<ContractXmlReadingTests.Three>{text}</ContractXmlReadingTests.Three>", options);
            Assert.True(
                (read.A, read.B, read.C) == (first.GetValueOrDefault('A'), first.GetValueOrDefault('B'), first.GetValueOrDefault('C')),
                $"{text}: {read.A} {read.B} {read.C}");
        }
    }

    /// <summary>Of an unknown element that has elements no text is kept: it was put together run by run, and so copied with each.</summary>
    [Fact]
    public void TextBetweenUnknownElementsIsReadInLinearTime()
    {
        string text = $"<Extensible xmlns=\"http://schemas.datacontract.org/2004/07/Isomer.Tests.Corpus\"><Unknown>{string.Concat(Enumerable.Repeat(" \n<b/>", 20_000))}</Unknown></Extensible>";
        ContractXml.FromText<Extensible>(text[..text.IndexOf("<Unknown>", StringComparison.Ordinal)] + "</Extensible>");
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.NotNull(ContractXml.FromText<Extensible>(text).ExtensionData);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 200L * text.Length);
    }

    /// <summary>Beyond the 64th member too.</summary>
    [Fact]
    public void ARequiredMemberThatIsLeftOutAtItsDefaultIsAnError()
    {
        Assert.ThrowsAny<Exception>(() => new DataContractSerializer(typeof(Wide)).WriteObject(Stream.Null, new Wide()));
        var error = Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(new Wide()));
        Assert.Contains(nameof(Wide.Last), error.Message, StringComparison.Ordinal);
        Assert.Equal(7, ContractXml.Deserialize<Wide>(ContractXml.Serialize(new Wide { Last = 7 })).Last);
    }

    [DataContract]
    public sealed class Wide
    {
        [DataMember]
        public int A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, C0, C1, C2, C3, C4, C5, C6, C7, C8, C9,
            D0, D1, D2, D3, D4, D5,
            D6, D7, D8, D9, E0, E1, E2, E3, E4, E5, E6, E7, E8, E9, F0, F1, F2, F3, F4, F5, F6, F7, F8, F9, G0, G1, G2, G3;

        [DataMember(Order = 1, EmitDefaultValue = false, IsRequired = true)]
        public int Last;
    }

    [Fact]
    public void ErrorsSayWhere()
    {
        byte[] bytes = Encoding.UTF8.GetBytes(
            "<ArrayOfPair xmlns=\"http://schemas.datacontract.org/2004/07/Isomer.Tests.Corpus\">\n<Pair><A>1</A></Pair>\n<Pair><A>x</A></Pair></ArrayOfPair>");
        var error = Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<List<Pair>>(bytes));
        Assert.Equal(("/ArrayOfPair/Pair[2]/A", 3), (error.Path, error.Line));
    }
}
