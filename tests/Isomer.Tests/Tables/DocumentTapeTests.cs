using System.Data;
using System.Text;
using System.Xml;
using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Documents recorded by our own scanner against the same recorded from XmlTextReader, event by event; and documents in other encodings
/// against ReadXml.
/// </summary>
public class DocumentTapeTests
{
    static readonly string[] s_texts = ["1", "text", " x ", "", "\n  ", "\t", "a&amp;b", "&lt;", "&#65;", "&#x20;", "&#13;", "é", "😀",
        "\uFF0C", "a]b]", "a\r\nb", "a\rb", "<![CDATA[c]]>", "<![CDATA[]]>", "<![CDATA[ \r\n]]>", "x<![CDATA[<y>]]>z",
        "<!-- c -->", "a<!--c-->b", "<?pi x?>", " <!--c--> ", "&#xD800;", "2020-01-02T03:04:05", "&bad;", "]]>", "&#0;"];

    static readonly string[] s_attributes = [" x='1'", " y=\"\"", " p:x='2'", " q:x=' 3 '", " x='a&amp;b'", " z='a\nb'", " z='\t'",
        " z='é&#13;'", " xml:space='preserve'", " xml:space='default'", " xmlns=''", " xmlns='urn:d'", " xmlns='urn:&amp;'",
        " xmlns:p='urn:p'", " xmlns:q='urn:q'", " xmlns:q='urn:p'", " a=\"'\"", " xml:lang='en'", " x='<'", " undeclared:x='1'"];

    static void Element(StringBuilder text, Random random, int depth)
    {
        string name = new[] { "a", "b", "row", "p:a", "q:b", "a", "row" }[random.Next(7)];
        text.Append('<').Append(name);
        for (int i = random.Next(3); i > 0; i--)
            text.Append(s_attributes[random.Next(random.Next(4) == 0 ? s_attributes.Length : 15)]);
        if (random.Next(8) == 0)
        {
            text.Append(random.Next(2) == 0 ? "/>" : " />");
            return;
        }
        text.Append('>');
        for (int i = random.Next(depth > 4 ? 2 : 5); i > 0; i--)
        {
            if (random.Next(2) == 0 && depth < 6)
                Element(text, random, depth + 1);
            else
                text.Append(s_texts[random.Next(random.Next(6) == 0 ? s_texts.Length : 23)]);
        }
        text.Append("</").Append(name).Append(random.Next(10) == 0 ? " >" : ">");
    }

    static string Document(Random random)
    {
        var text = new StringBuilder(
            new[] { "", "", "<?xml version=\"1.0\"?>\r\n", "<!--before--> ", "<?xml version='1.0' encoding='utf-8' standalone='yes'?>",
                "<?pi?>" }[random.Next(6)]);
        text.Append("<root xmlns:p='urn:p' xmlns:q='urn:q'>");
        for (int i = random.Next(5); i >= 0; i--)
            Element(text, random, 1);
        return text.Append("</root>").Append(new[] { "", "\n", "<!--behind-->", "x", "<b/>" }[random.Next(20) is > 4 ? 0 : random.Next(5)])
            .ToString();
    }

    static List<string> Parts(XmlTape tape)
    {
        List<string> parts = [];
        foreach (ref var part in tape.Events)
        {
            var name = tape.NameOf(part);
            parts.Add(
                $"{part.Type} {part.Depth} {part.IsEmpty} {part.Attributes} {name.Prefix}|{name.Local}|{name.Namespace} [{string.Join(' ', (part.Type is XmlNodeType.Element or XmlNodeType.EndElement ? "" : tape.ValueOf(part)).Select(c => (int)c))}]");
        }
        return parts;
    }

    static XmlTape Original(byte[] document)
    {
        var reader = new XmlTextReader(new MemoryStream(document))
        { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null, WhitespaceHandling = WhitespaceHandling.Significant };
        var tape = TableXml.Record(reader);
        while (reader.Read())
        {
        }
        return tape;
    }

    [Fact]
    public void Random_documents_are_recorded_as_XmlTextReader_reads_them()
    {
        int same = 0, left = 0, refused = 0;
        RandomCases.Run(5000, seed =>
        {
            string text = Document(new Random(seed));
            byte[] document = Encoding.UTF8.GetBytes(text);
            var ours = DocumentTape.TryRecord([.. document, 1, 2, 3], document.Length);
            XmlTape theirs;
            try
            {
                theirs = Original(document);
            }
            catch (Exception e) when (e is XmlException or WireFormatException)
            {
                refused++;
                return ours is null ? null : new("only we take it", text);
            }
            if (ours is null)
            {
                left++;
                return null;
            }
            same++;
            List<string> expected = Parts(theirs), found = Parts(ours);
            int at = expected.Zip(found).TakeWhile(p => p.First == p.Second).Count();
            return at == expected.Count && at == found.Count ? null
                : new($"{theirs.Events[Math.Min(at, theirs.Count - 1)].Type}",
                    $"event {at}: {expected.ElementAtOrDefault(at)}\nours: {found.ElementAtOrDefault(at)}\n{text}");
        });
        Assert.True(same > 500 && left > 0 && refused > 0, $"{same} recorded, {left} left to the framework, {refused} refused by it");
    }

    [Theory]
    [InlineData("utf-16")]
    [InlineData("utf-16BE")]
    [InlineData("iso-8859-1")]
    [InlineData("us-ascii")]
    [InlineData("utf-8")]
    public void Other_encodings_are_read_alike(string name)
    {
        var encoding = Encoding.GetEncoding(name);
        string declared = name.StartsWith("utf-16", StringComparison.Ordinal) ? "utf-16" : name;
        for (int seed = 0; seed < 60; seed++)
        {
            var set = new RandomTables(seed, document: seed % 3 != 0).Set();
            foreach (var form in new[] { XmlWriteMode.IgnoreSchema, XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram })
            {
                if (Differential.Outcome.Of(
                    () => DataXml.Serialize(set, new DataXmlOptions { WriteMode = form })).Result is not byte[] utf8)
                    continue;
                // What the encoding has no character for becomes a question mark for both.
                string text = $"<?xml version=\"1.0\" encoding=\"{declared}\"?>\n{Encoding.UTF8.GetString(utf8)}";
                byte[] document = [.. encoding.GetPreamble(), .. encoding.GetBytes(text)];
                foreach (var mode in new[] { XmlReadMode.Auto, XmlReadMode.ReadSchema, XmlReadMode.InferSchema, XmlReadMode.DiffGram })
                {
                    DataXmlTests.ReadsAlike(document, () => new DataSet("new"), mode, $"{name}, seed {seed}, {form}");
                    DataXmlTests.ReadsAlike(document, set.Clone, mode, $"{name}, seed {seed}, {form}, into its like");
                }
                DataSet theirs = new(), ours = new();
                var original = Differential.Outcome.Of(() => theirs.ReadXml(new StringReader(text)));
                var result = Differential.Outcome.Of(() => ours = DataXml.FromText<DataSet>(text));
                Assert.True(original.Refusal is null == result.Refusal is null,
                    $"{name}, seed {seed}, {form}, as text: {original}\n{result}");
                Assert.True(original.Refusal is not null || TableDifference.Of(theirs, ours) is null,
                    $"{name}, seed {seed}, {form}, as text: {TableDifference.Of(theirs, ours)}");
            }
        }
    }

    [Fact]
    public void What_is_not_in_the_encoding_that_it_names_is_refused_as_by_ReadXml()
    {
        foreach (byte[] document in (byte[][])[[.. "<a>\u00C3"u8[..4], 0xC3, .. "</a>"u8],
            [.. "<?xml version='1.0' encoding='utf-16'?><a/>"u8], [.. "<?xml version='1.0' encoding='no-such'?><a/>"u8],
            [0xFF, 0xFE, (byte)'<', 0, (byte)'a']])
        {
            Assert.ThrowsAny<Exception>(() => new DataSet().ReadXml(new MemoryStream(document)));
            Assert.Equal("DataXml", Assert.Throws<WireFormatException>(() => DataXml.Deserialize<DataSet>(document)).Format);
        }
    }

    [Fact]
    public void Elements_nest_256_deep_and_no_deeper()
    {
        static byte[] Of(int depth) =>
            Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("<a>", depth)) + string.Concat(Enumerable.Repeat("</a>", depth)));
        byte[] most = Of(TableXml.MaxDepth + 1), tooMany = Of(TableXml.MaxDepth + 2);
        Assert.NotNull(DocumentTape.TryRecord(most, most.Length));
        Assert.Null(DocumentTape.TryRecord(tooMany, tooMany.Length));
        Assert.Contains("nests deeper", Assert.Throws<WireFormatException>(() => DataXml.Deserialize<DataSet>(tooMany)).Message,
            StringComparison.Ordinal);
    }
}
