using System.Text;
using System.Xml;
using Isomer.Wire;
using Isomer.Wire.Xml;
using Xunit;

namespace Isomer.Tests.Wire.OfXml;

/// <summary>The tokenizer against the framework's two readers: what they read it reads, what they refuse it refuses.</summary>
public sealed class XmlScannerTests
{
    static readonly string[] Documents =
    [
        "<a/>", "<a />", "<a></a>", "<a >x</a >", "<a b='1' c=\"2\"/>", "<a b = '1' />", "<a b='1'c='2'/>", "<a b/>", "<a b=1/>",
        "<a b='<'/>", "<a b='>'/>",
        "<a xmlns='u'><b xmlns='v'/><c/></a>", "<p:a xmlns:p='u' p:b='1' b='2'/>", "<p:a/>", "<a p:b='1'/>", "<a xmlns:p=''/>",
        "<a b='1' b='2'/>",
        "<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>", "<a xmlns:p='u' xmlns:p='u'/>", "<a xmlns:xml='u'/>", "<a xmlns:xmlns='u'/>",
        "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
        "<a xml:space='preserve' xml:lang='en'> x </a>", "<a>1<b>2</b>3</a>",
        "<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x41;&#x20AC;&#x1F600;</a>", "<a>&foo;</a>", "<a>&#x110000;</a>", "<a>&#X41;</a>",
        "<a>&#65abc;</a>", "<a>&#00000000000000000065;</a>", "<a b='&#x00000000000000000041;'/>", "<a>&#x00000000000000000000;</a>",
        "<a>&#4294967361;</a>", "<a>&#x100000041;</a>", "<a>&#x41g;</a>", "<a>&#-1;</a>", "<a>&#+65;</a>", "<a>&#x 41;</a>",
        "<a>&# 65;</a>", "<a>&#65 ;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>&#65</a>", "<a b='&#65abc;'/>", "<a>&;</a>",
        "<a>&#xFFFF;</a>",
        "<a>& </a>", "<a>a > b</a>", "<a>a]]>b</a>", "<a>a]]b]</a>", "<a><![CDATA[<x>&amp;]]]]></a>", "<a>x<![CDATA[y]]>z</a>",
        "<a><!-- c -->x<!-- d -->y</a>", "<a><!-- a -- b --></a>", "<a><!-- a ---></a>",
        "<a>x\r\ny\rz</a>", "<a b='x\r\ny\tz'/>", "<a>\u0001</a>", "<a>\uFFFE</a>", "<a b='\u0001'/>", "<a>\u0085\u2028\u00E9\uFF0C</a>",
        "<a>\uD83D\uDE00</a>",
        "<a></b>", "<a>", "<a><b></a></b>", "</a>", "", "x", "<a/>x", "<a/><b/>", "<a/><!-- e --> ", " <a/>", "<1a/>", "< a/>",
        "<a:b:c xmlns:a='u'/>", "<:a/>", "<a:/>", "<\u00E9\u00E8/>", "<a\u00B7/>",
        "<?xml version='1.0'?><a/>", "<?xml version='1.0' encoding='utf-8'?><a/>", "<?xml version='1.0' standalone='yes' ?><a/>",
        "<?xml version='1.0' standalone='no way'?><a/>", "<?xml encoding='utf-8'?><a/>", "<?xml version='1.1'?><a/>",
        " <?xml version='1.0'?><a/>", "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", "<a><![CDATA[x</a>", "<a><!-- x</a>",
        "<a b='x", "<a", "<", "<a b='&amp;&#10;&lt;'/>", "<a b='&foo;'/>", "<a xmlns='&#117;'/>",
        "<a xmlns='u' xmlns:p='v'><p:b c='1'/><b p:c='1'/></a>", "<a><b/>t<b/></a>", "<a>\n  <b/>\n</a>", "<a / >", "<a></ a>",
        "<a></a b='1'>", "<!a/>", "<a><!b></a>",
    ];

    public static TheoryData<string> All => [.. Documents];

    [Theory]
    [MemberData(nameof(All))]
    public void SameAsContractReader(string document)
    {
        string expected =
            Original(() => XmlDictionaryReader.CreateTextReader(Encoding.UTF8.GetBytes(document), XmlDictionaryReaderQuotas.Max));
        Assert.Equal(expected, Ours(Encoding.UTF8.GetBytes(document), XmlRules.Contract));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void SameAsXmlReader(string document)
    {
        string expected = Original(() => XmlReader.Create(new MemoryStream(Encoding.UTF8.GetBytes(document))));
        Assert.Equal(expected, Ours(Encoding.UTF8.GetBytes(document), XmlRules.Reader));
    }

    /// <summary>The reader under DataContractSerializer takes them for U+0000.</summary>
    [Theory]
    [InlineData("<a>&#x;</a>")]
    [InlineData("<a>&#;</a>")]
    [InlineData("<a b='&#x;'/>")]
    [InlineData("<a b='&#;'/>")]
    public void ReferencesWithoutDigitsAreRefused(string document)
    {
        Assert.Equal("!", Original(() => XmlReader.Create(new MemoryStream(Encoding.UTF8.GetBytes(document)))));
        Assert.Equal("!", Ours(Encoding.UTF8.GetBytes(document), XmlRules.Reader));
        Assert.Equal("!", Ours(Encoding.UTF8.GetBytes(document), XmlRules.Contract));
    }

    [Fact]
    public void AnyPrefixAndAnyChangeEndsInAResultOrTheOneException()
    {
        var random = new Random(7);
        foreach (string document in Documents)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(document);
            for (int i = 0; i < bytes.Length; i++)
                Ours(bytes[..i], XmlRules.Contract);
            for (int i = 0; i < 50 && bytes.Length > 0; i++)
            {
                byte[] changed = [.. bytes];
                changed[random.Next(changed.Length)] = (byte)"<>/&;'\"= xa:!-[]?#\0"[random.Next(19)];
                Ours(changed, i % 2 == 0 ? XmlRules.Contract : XmlRules.Reader);
            }
        }
    }

    [Theory]
    [InlineData("utf-16")]
    [InlineData("utf-16BE")]
    [InlineData("iso-8859-1")]
    public void OtherEncodingsAreTranscoded(string name)
    {
        var encoding = Encoding.GetEncoding(name);
        byte[] bytes = [.. encoding.GetPreamble(),
            .. encoding.GetBytes($"<?xml version='1.0' encoding='{name.Replace("BE", "", StringComparison.Ordinal)}'?><a>\u00E9</a>")];
        Assert.Equal("<{}a>[\u00E9]</>", Ours(bytes, XmlRules.Reader));
    }

    [Fact]
    public void LimitsHold()
    {
        string deep = string.Concat(Enumerable.Repeat("<a>", 1_000_000));
        Assert.Equal("!", Ours(Encoding.UTF8.GetBytes(deep), XmlRules.Contract));
        Assert.Equal("!", Ours(Encoding.UTF8.GetBytes($"<{new string('a', 10_000_000)}/>"), XmlRules.Contract));
        Assert.Equal("!",
            Ours(Encoding.UTF8.GetBytes($"<a {string.Concat(Enumerable.Range(0, 5000).Select(i => $"b{i}='' "))}/>"), XmlRules.Contract));
        Assert.Equal("!",
            Ours(Encoding.UTF8.GetBytes($"<a {string.Concat(Enumerable.Range(0, 5000).Select(i => $"xmlns:b{i}='{i}' "))}/>"),
                XmlRules.Contract));
        Assert.Equal("!", Ours("<a>12345</a>"u8, XmlRules.Contract with { MaxText = 4 }));
        Assert.Equal("!", Ours("<a b='12345'/>"u8, XmlRules.Contract with { MaxText = 4 }));
    }

    [Fact]
    public void SurrogatesByReferenceComeBack() =>
        Assert.Equal("<{}a>[x\uD800y\uD83D\uDE00]</>", Ours("<a>x&#xD800;y&#xD83D;&#xDE00;</a>"u8, XmlRules.Contract));

    [Fact]
    public void NumberedNamespacesAreNumbersAndOthersAreTexts()
    {
        int known = XmlNamespaces.Number("urn:isomer:scanner");
        var scanner = new XmlScanner("<a xmlns='urn:isomer:scanner' xmlns:p='urn:isomer:no&#116; known'/>"u8, XmlRules.Contract);
        scanner.ReadStart();
        Assert.Equal(known, scanner.Namespace);
        int other = scanner.Resolve("p"u8);
        Assert.True(other < -1);
        Assert.Equal("urn:isomer:not known", scanner.NamespaceText(other));
        Assert.True(scanner.TryFindPrefix(other, out var prefix) && prefix.SequenceEqual("p"u8));
        scanner.ReadEnd();
        scanner.End();
        scanner.Dispose();
    }

    [Theory]
    [InlineData("")]
    [InlineData("plain")]
    [InlineData("plain text of some length, more than thirty-two characters in all")]
    [InlineData("a<b>c&d\"e'f\r\n\tg\u0001\uFFFE\uD800x\uD83D\uDE00\u20AC\u00E9")]
    [InlineData("0123456789abcdef0123456789abcdef<0123456789abcdef0123456789abcdef>0123456789")]
    public void EscapesAsTheOriginal(string text)
    {
        for (int cut = 0; cut <= text.Length; cut++)
        {
            var stream = new MemoryStream();
            using (var writer = XmlDictionaryWriter.CreateTextWriter(stream))
            {
                writer.WriteStartElement("a");
                writer.WriteString(text[cut..]);
                writer.WriteEndElement();
            }
            var output = new OutputBuffer(default);
            output.Write("<a>"u8);
            XmlEscape.Write(ref output, text.AsSpan(cut), XmlEscaping.ContractText);
            output.Write("</a>"u8);
            string expected = Encoding.UTF8.GetString(stream.ToArray());
            Assert.Equal(expected == "<a/>" ? "<a></a>" : expected, Encoding.UTF8.GetString(output.ToArray()));
            output.Dispose();
        }
    }

    /// <summary>The events of a document in a line; "!" if it is refused.</summary>
    static string Ours(ReadOnlySpan<byte> bytes, XmlRules rules)
    {
        var result = new StringBuilder();
        try
        {
            var scanner = new XmlScanner(XmlInput.ToUtf8(bytes, rules, out _), rules);
            try
            {
                Walk(ref scanner, result);
            }
            finally
            {
                scanner.Dispose();
            }
            return result.ToString();
        }
        catch (WireFormatException e)
        {
            Assert.InRange(e.Offset, 0, Math.Max(bytes.Length * 2, 1));
            return "!";
        }
    }

    static void Walk(ref XmlScanner scanner, StringBuilder result)
    {
        bool content = false;
        while (true)
        {
            if (content && scanner.Depth == 0)
            {
                scanner.End();
                return;
            }
            var node = scanner.Depth == 0 ? scanner.Peek() : scanner.PeekText();
            switch (node)
            {
                case XmlToken.Start:
                    scanner.ReadStart();
                    result.Append($"<{{{scanner.NamespaceText(scanner.Namespace)}}}{Encoding.UTF8.GetString(scanner.LocalName)}");
                    foreach (var attribute in scanner.Attributes)
                        result.Append(
                            $" {{{scanner.NamespaceText(attribute.Namespace)}}}{Encoding.UTF8.GetString(scanner.LocalNameOf(attribute))}={XmlScanner.ToUtf16(scanner.ValueOf(attribute))}");
                    result.Append('>');
                    content = true;
                    break;
                case XmlToken.End:
                    scanner.ReadEnd();
                    result.Append("</>");
                    break;
                case XmlToken.Text when scanner.Depth == 0:
                    throw scanner.Error("Text stands outside of the root.");
                case XmlToken.Text:
                    if (scanner.ReadText() is { Length: > 0 } text)
                        result.Append($"[{XmlScanner.ToUtf16(text)}]");
                    break;
                default:
                    throw scanner.Error("There is no root element.");
            }
        }
    }

    static string Original(Func<XmlReader> create)
    {
        var result = new StringBuilder();
        try
        {
            using var reader = create();
            var text = new StringBuilder();
            while (reader.Read())
            {
                if (reader.NodeType is XmlNodeType.Text or XmlNodeType.CDATA or XmlNodeType.Whitespace or XmlNodeType.SignificantWhitespace)
                {
                    if (reader.Depth > 0)
                        text.Append(reader.Value);
                    continue;
                }
                if (reader.NodeType is not (XmlNodeType.Element or XmlNodeType.EndElement))
                    continue;
                if (text.Length > 0)
                    result.Append($"[{text}]");
                text.Clear();
                if (reader.NodeType == XmlNodeType.EndElement)
                {
                    result.Append("</>");
                    continue;
                }
                bool empty = reader.IsEmptyElement;
                result.Append($"<{{{reader.NamespaceURI}}}{reader.LocalName}");
                while (reader.MoveToNextAttribute())
                    if (reader.NamespaceURI != "http://www.w3.org/2000/xmlns/" && reader.Name != "xmlns")
                        result.Append($" {{{reader.NamespaceURI}}}{reader.LocalName}={reader.Value}");
                result.Append(empty ? "></>" : ">");
            }
            return result.ToString();
        }
        catch (XmlException)
        {
            return "!";
        }
    }
}
