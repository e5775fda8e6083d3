using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Random documents through readers of the caller's: what the original wrote, edited at random (comments, white space, CDATA, elements and
/// attributes that nobody expects, elements gone, twice, in another order), read by ContractXmlSerializer and DataContractSerializer
/// through every kind of reader: the same value, or refused by both. The reader is left at the same place.
/// </summary>
public sealed class ContractXmlWalkTests
{
    static readonly (string Name, Func<byte[], XmlReader> Open)[] s_readers =
    [
        ("text", b => XmlDictionaryReader.CreateTextReader(b, XmlDictionaryReaderQuotas.Max)),
        ("stream", b => XmlDictionaryReader.CreateTextReader(new InfosetTrace.Drip(b, 7), XmlDictionaryReaderQuotas.Max)),
        ("plain", b => XmlReader.Create(new MemoryStream(b), s_settings)),
        ("nodes", b =>
        {
            var document = new XmlDocument { PreserveWhitespace = true };
            document.Load(XmlReader.Create(new MemoryStream(b), s_settings));
            return new XmlNodeReader(document);
        }),
        ("tree", b => XDocument.Load(XmlReader.Create(new MemoryStream(b), s_settings), LoadOptions.PreserveWhitespace).CreateReader()),
        ("wrapped",
            b => XmlReader.Create(XmlReader.Create(new MemoryStream(b), s_settings),
                new XmlReaderSettings
                    { CheckCharacters = false, IgnoreComments = true, IgnoreWhitespace = true, IgnoreProcessingInstructions = true })),
        ("binary", b =>
        {
            var stream = new MemoryStream();
            using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, false))
            using (var reader = XmlReader.Create(new MemoryStream(b), s_settings))
                writer.WriteNode(reader, false);
            return XmlDictionaryReader.CreateBinaryReader(stream.ToArray(), XmlDictionaryReaderQuotas.Max);
        }),
    ];

    static readonly XmlReaderSettings s_settings = new() { CheckCharacters = false };

    /// <summary>Values of types that say nothing else on purpose: see docs/contractxml.md.</summary>
    static readonly Lazy<(CorpusValue Value, byte[] Text)[]> s_values = new(() =>
    {
        var values = new List<(CorpusValue, byte[])>();
        foreach (var value in CorpusValues.All()
            .Where(v =>
                v.Value is not (null or XmlQualifiedName or XElement or XmlElement or HoldsXml or WritesItself or Callbacks or Overrides
                    or Extensible)))
        {
            try
            {
                using var stream = new MemoryStream();
                new DataContractSerializer(value.Type, value.KnownTypes).WriteObject(stream, value.Value);
                new ContractXmlSerializer(value.Type, value.KnownTypes).WriteObject(new MemoryStream(), value.Value);
                // Characters that no XML has can be written, but not edited.
                XDocument.Parse(Encoding.UTF8.GetString(stream.ToArray()), LoadOptions.PreserveWhitespace);
                values.Add((value, stream.ToArray()));
            }
            catch (Exception e) when (e is SerializationException or InvalidDataContractException or XmlException or ArgumentException
                or InvalidOperationException or NotSupportedException)
            {
            }
        }
        return [.. values];
    });

    /// <summary>Edits that leave most of the document as it was: of each that is random, only its number.</summary>
    static byte[] Edited(byte[] text, IEnumerable<int> edits)
    {
        var document = XDocument.Parse(Encoding.UTF8.GetString(text), LoadOptions.PreserveWhitespace);
        foreach (int edit in edits)
            Edit(document.Root!, new Random(edit));
        return Encoding.UTF8.GetBytes(document.ToString(SaveOptions.DisableFormatting));
    }

    static void Edit(XElement root, Random random)
    {
        XElement[] elements = [.. root.DescendantsAndSelf()];
        var element = elements[random.Next(elements.Length)];
        XText[] texts = [.. root.DescendantNodes().OfType<XText>().Where(t => t.Value.Length > 0)];
        switch (random.Next(11))
        {
            case 0:
                element.AddFirst(new XComment(" c "));
                break;
            case 1:
                element.Add(new XProcessingInstruction("p", "i"));
                break;
            case 2 when element.HasElements:
                element.AddFirst(new XText(" \n\t"));
                break;
            case 3 when texts.Length > 0:
                var text = texts[random.Next(texts.Length)];
                int at = random.Next(text.Value.Length);
                if (at > 0 && char.IsLowSurrogate(text.Value[at]))
                    break;
                text.ReplaceWith(new XText(text.Value[..at]), new XComment("in"), new XCData(text.Value[at..]));
                break;
            case 4 when texts.Length > 0:
                text = texts[random.Next(texts.Length)];
                text.Value = new[] { "", "x", " 5 ", "-1", "1e2", "true", "\n" + text.Value + " ", "99999999999999999999" }[random.Next(8)];
                break;
            case 5 when element != root:
                element.AddBeforeSelf(
                    new XElement(element.Name.Namespace + new[] { "A", "zzz", "Name", element.Name.LocalName }[random.Next(4)],
                        new XElement("in", "1"), "t"));
                break;
            case 6 when element != root:
                element.AddAfterSelf(new XElement("{urn:other}" + element.Name.LocalName, 7));
                break;
            case 7 when element != root:
                element.Remove();
                break;
            case 8 when element != root:
                element.AddAfterSelf(new XElement(element));
                break;
            case 9 when element.ElementsBeforeSelf().Any():
                var before = element.ElementsBeforeSelf().Last();
                before.Remove();
                element.AddAfterSelf(before);
                break;
            case 10:
                element.SetAttributeValue(XName.Get("more", random.Next(2) == 0 ? "" : "urn:more"), "1");
                break;
        }
    }

    static string Read(XmlReader reader, CorpusValue value, XmlObjectSerializer serializer)
    {
        object? back = serializer.ReadObject(reader, true);
        using var stream = new MemoryStream();
        new DataContractSerializer(value.Type, value.KnownTypes).WriteObject(stream, back);
        return Encoding.UTF8.GetString(stream.ToArray()) + reader.NodeType + reader.Depth;
    }

    static string? Try(Func<string> work, out string problem)
    {
        problem = "";
        try
        {
            return work();
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException or ArgumentException
            or InvalidOperationException or XmlException or FormatException or OverflowException or NullReferenceException
            or InvalidCastException or MemberAccessException)
        {
            problem = $"{e.GetType().Name}: {e.Message}";
            return null;
        }
    }

    /// <summary>
    /// White space around a qualified name is dropped; the original makes it a part of the name or of the prefix, which then stands for
    /// nothing (docs/contractxml.md).
    /// </summary>
    static readonly Regex QNameInSpace = new(@"QName[^>]*>(\s+(\w+:)?\w+\s*|\s*(\w+:)?\w+\s+)<"),
        QNameWritten = new(@"<q:QName[^>]*>[^<]*</q:QName>");

    static string? Differs(CorpusValue value, byte[] text, Func<byte[], XmlReader> open, out bool isRead)
    {
        string? expected = Try(() => Read(open(text), value, new DataContractSerializer(value.Type, value.KnownTypes)), out string theirs);
        string? actual = Try(() => Read(open(text), value, new ContractXmlSerializer(value.Type, value.KnownTypes)), out string ours);
        isRead = expected is not null;
        // White space behind the colon of a qualified name is dropped (docs/contractxml.md).
        expected = expected?.Replace(": 5 <", ":5<", StringComparison.Ordinal);
        if (QNameInSpace.IsMatch(Encoding.UTF8.GetString(text)))
            (expected, actual) = (expected is null ? null : QNameWritten.Replace(expected, ""),
                actual is null ? null : QNameWritten.Replace(actual, ""));
        // Reading more than the original does is no loss; among the items of an array it passes over what is none, in a list it refuses
        // that, as we do in both.
        return expected == actual || (expected is null && actual is not null)
            || ours.Contains("stands among the items", StringComparison.Ordinal)
            // Fields that no object of the framework's class has (FrameworkStateTests).
            || ours.Contains("No object of that class writes this", StringComparison.Ordinal)
            ? null
            : $"theirs {expected ?? theirs}\n  ours   {actual ?? ours}";
    }

    [Fact]
    public void Random_documents_through_every_reader()
    {
        int read = 0, refused = 0;
        RandomCases.Run(4_000, seed =>
        {
            var random = new Random(seed);
            var (value, text) = s_values.Value[random.Next(s_values.Value.Length)];
            int[] edits = [.. Enumerable.Range(0, random.Next(5)).Select(_ => random.Next())];
            var (name, open) = s_readers[random.Next(s_readers.Length)];
            if (Differs(value, Edited(text, edits), open, out bool isRead) is null)
            {
                _ = isRead ? read++ : refused++;
                return null;
            }
            var fewer = RandomCases.Shrink(edits, less => Differs(value, Edited(text, less), open, out _) is not null);
            string how = Differs(value, Edited(text, fewer), open, out _)!;
            return new RandomCases.Difference($"{value.Type}",
                $"{value.Name}, {name}: {Encoding.UTF8.GetString(Edited(text, fewer))}\n  {how}");
        });
        Assert.True(read > refused, $"{read} read, {refused} refused");
    }
}
