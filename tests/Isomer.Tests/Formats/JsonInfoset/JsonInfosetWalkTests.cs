using System.Globalization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Random walks: the same calls, one behind the other, on our reader and on JsonReaderWriterFactory's, over the same text. After each both
/// say the same of themselves and have answered the same, or refused in the same way.
/// </summary>
public sealed class JsonInfosetWalkTests
{
    /// <summary>A call and what its arguments are made of.</summary>
    sealed record Step(int Call, int Seed);

    delegate object? Answer(XmlDictionaryReader reader, Random random);

    sealed record Call(string Name, Answer Do);

    static readonly string[] s_names = ["root", "item", "a", "b", "c d", "a:item", "type", "__type", "", "x"];
    static readonly string?[] s_spaces = ["", "item", "urn:x", null];
    static readonly XmlDictionary s_dictionary = new();

    static string Name(Random random) => s_names[random.Next(s_names.Length)];

    static string Space(Random random) => s_spaces[random.Next(3)]!;

    static XmlDictionaryString Known(string text) => s_dictionary.Add(text);

    static string Chars(Func<char[], int, int, int> read, Random random)
    {
        char[] buffer = new char[12];
        int offset = random.Next(4), count = random.Next(1, 8);
        int length = read(buffer, offset, count);
        return $"{length} '{new string(buffer, offset, length)}'";
    }

    static string Bytes(Func<byte[], int, int, int> read, Random random)
    {
        byte[] buffer = new byte[12];
        int offset = random.Next(4), count = random.Next(1, 8);
        int length = read(buffer, offset, count);
        return $"{length} {Convert.ToHexString(buffer, offset, length)}";
    }

    static string Hex(byte[] bytes) => Convert.ToHexString(bytes);

    static string Items<T>(T[] items) => string.Join(',', items);

    static string Done(Action work)
    {
        work();
        return "done";
    }

    static readonly Call[] s_moves =
    [
        new("Read", (r, _) => r.Read()),
        new("Read", (r, _) => r.Read()),
        new("Read", (r, _) => r.Read()),
        new("MoveToContent", (r, _) => r.MoveToContent()),
        new("MoveToElement", (r, _) => r.MoveToElement()),
        new("MoveToFirstAttribute", (r, _) => r.MoveToFirstAttribute()),
        new("MoveToNextAttribute", (r, _) => r.MoveToNextAttribute()),
        new("MoveToNextAttribute", (r, _) => r.MoveToNextAttribute()),
        new("ReadAttributeValue", (r, _) => r.ReadAttributeValue()),
        new("MoveToAttribute(name)", (r, x) => r.MoveToAttribute(Name(x))),
        new("MoveToAttribute(name, ns)", (r, x) => r.MoveToAttribute(Name(x), Space(x))),
        new("MoveToAttribute(i)", (r, x) => Done(() => r.MoveToAttribute(x.Next(4)))),
        new("GetAttribute(i)", (r, x) => r.GetAttribute(x.Next(4))),
        new("GetAttribute(name)", (r, x) => r.GetAttribute(Name(x))),
        new("GetAttribute(name, ns)", (r, x) => r.GetAttribute(Name(x), s_spaces[x.Next(4)])),
        new("GetAttribute(known)", (r, x) => r.GetAttribute(Known(Name(x)), Known(Space(x)))),
        new("this[name]", (r, x) => r[Name(x)]),
        new("Skip", (r, _) => Done(r.Skip)),
        new("IsStartElement", (r, _) => r.IsStartElement()),
        new("IsStartElement(name)", (r, x) => r.IsStartElement(Name(x))),
        new("IsStartElement(name, ns)", (r, x) => r.IsStartElement(Name(x), Space(x))),
        new("IsStartElement(known)", (r, x) => r.IsStartElement(Known(Name(x)), Known(Space(x)))),
        new("IsLocalName", (r, x) => r.IsLocalName(Name(x))),
        new("IsLocalName(known)", (r, x) => r.IsLocalName(Known(Name(x)))),
        new("IsNamespaceUri", (r, x) => r.IsNamespaceUri(Space(x))),
        new("IsNamespaceUri(known)", (r, x) => r.IsNamespaceUri(Known(Space(x)))),
        new("IndexOfLocalName", (r, x) => r.IndexOfLocalName(s_names, Space(x))),
        new("IndexOfLocalName(known)", (r, x) => r.IndexOfLocalName([.. s_names.Select(Known)], Known(Space(x)))),
        new("LookupNamespace", (r, x) => r.LookupNamespace(new[] { "", "a", "xml", "xmlns", "q" }[x.Next(5)])),
        new("ReadStartElement", (r, _) => Done(r.ReadStartElement)),
        new("ReadStartElement(name)", (r, x) => Done(() => r.ReadStartElement(Name(x)))),
        new("ReadStartElement(name, ns)", (r, x) => Done(() => r.ReadStartElement(Name(x), Space(x)))),
        new("ReadStartElement(known)", (r, x) => Done(() => r.ReadStartElement(Known(Name(x)), Known(Space(x))))),
        new("ReadFullStartElement", (r, _) => Done(r.ReadFullStartElement)),
        new("ReadFullStartElement(name)", (r, x) => Done(() => r.ReadFullStartElement(Name(x)))),
        new("MoveToStartElement", (r, _) => Done(r.MoveToStartElement)),
        new("MoveToStartElement(name)", (r, x) => Done(() => r.MoveToStartElement(Name(x)))),
        new("ReadEndElement", (r, _) => Done(r.ReadEndElement)),
        new("ReadToFollowing", (r, x) => r.ReadToFollowing(Name(x))),
        new("ReadToDescendant", (r, x) => r.ReadToDescendant(Name(x))),
        new("ReadToNextSibling", (r, x) => r.ReadToNextSibling(Name(x))),
        new("ResolveEntity", (r, _) => Done(r.ResolveEntity)),
        new("IsStartArray", (r, _) => $"{r.IsStartArray(out var type)} {type}"),
        new("TryGetArrayLength", (r, _) => $"{r.TryGetArrayLength(out int n)} {n}"),
        new("GetNonAtomizedNames", (r, _) =>
        {
            r.GetNonAtomizedNames(out string name, out string ns);
            return name + "|" + (r.NodeType == XmlNodeType.EndElement ? "" : ns);
        }),
        new("CanCanonicalize", (r, _) => r.CanCanonicalize),
        new("Quotas",
            (r, _) =>
                r.Quotas is { } q
                    ? $"{q.MaxDepth} {q.MaxStringContentLength} {q.MaxArrayLength} {q.MaxBytesPerRead} {q.MaxNameTableCharCount} {q.ModifiedQuotas}"
                    : "none"),
    ];

    /// <summary>What takes values, whole or in pieces; of these the walk goes on only where both have taken the same.</summary>
    static readonly Call[] s_values =
    [
        new("ReadValueChunk", (r, x) => Chars(r.ReadValueChunk, x)),
        new("ReadValueAsBase64", (r, x) => Bytes(r.ReadValueAsBase64, x)),
        new("ReadContentAsChars", (r, x) => Chars(r.ReadContentAsChars, x)),
        new("ReadContentAsBase64(part)", (r, x) => Bytes(r.ReadContentAsBase64, x)),
        new("ReadElementContentAsBase64(part)", (r, x) => Bytes(r.ReadElementContentAsBase64, x)),
        new("ReadContentAsBinHex(part)", (r, x) => Bytes(r.ReadContentAsBinHex, x)),
        new("ReadElementContentAsBinHex(part)", (r, x) => Bytes(r.ReadElementContentAsBinHex, x)),
        new("ReadContentAsBase64", (r, _) => Hex(r.ReadContentAsBase64())),
        new("ReadContentAsBinHex", (r, _) => Hex(r.ReadContentAsBinHex())),
        new("ReadElementContentAsBase64", (r, _) => Hex(r.ReadElementContentAsBase64())),
        new("ReadElementContentAsBinHex", (r, _) => Hex(r.ReadElementContentAsBinHex())),
        new("TryGetBase64ContentLength", (r, _) => $"{r.TryGetBase64ContentLength(out int n)} {n}"),
        new("ReadContentAsString", (r, _) => r.ReadContentAsString()),
        new("ReadContentAsString(known)", (r, _) => r.ReadContentAsString([.. s_names.Select(Known)], out int at) + at),
        new("ReadContentAsObject", (r, _) => r.ReadContentAsObject()),
        new("ReadContentAsInt", (r, _) => r.ReadContentAsInt()),
        new("ReadContentAsLong", (r, _) => r.ReadContentAsLong()),
        new("ReadContentAsDecimal", (r, _) => r.ReadContentAsDecimal()),
        new("ReadContentAsDouble", (r, _) => r.ReadContentAsDouble()),
        new("ReadContentAsFloat", (r, _) => r.ReadContentAsFloat()),
        new("ReadContentAsBoolean", (r, _) => r.ReadContentAsBoolean()),
        new("ReadContentAsDateTime", (r, _) => r.ReadContentAsDateTime()),
        new("ReadContentAsDateTimeOffset", (r, _) => r.ReadContentAsDateTimeOffset()),
        new("ReadContentAsGuid", (r, _) => r.ReadContentAsGuid()),
        new("ReadContentAsTimeSpan", (r, _) => r.ReadContentAsTimeSpan()),
        new("ReadContentAsUniqueId", (r, _) => r.ReadContentAsUniqueId()),
        new("ReadContentAsQualifiedName", (r, _) =>
        {
            r.ReadContentAsQualifiedName(out string name, out string ns);
            return name + "|" + ns;
        }),
        new("ReadContentAs(type)",
            (r, x) =>
                r.ReadContentAs(
                    new[] { typeof(string), typeof(int), typeof(object), typeof(decimal), typeof(bool), typeof(Uri),
                        typeof(Guid) }[x.Next(7)], null!)),
        new("ReadString", (r, _) => r.ReadString()),
        new("ReadElementString", (r, _) => r.ReadElementString()),
        new("ReadElementString(name)", (r, x) => r.ReadElementString(Name(x))),
        new("ReadElementContentAsString", (r, _) => r.ReadElementContentAsString()),
        new("ReadElementContentAsString(name)", (r, x) => r.ReadElementContentAsString(Name(x), "")),
        new("ReadElementContentAsInt", (r, _) => r.ReadElementContentAsInt()),
        new("ReadElementContentAsLong", (r, _) => r.ReadElementContentAsLong()),
        new("ReadElementContentAsDecimal", (r, _) => r.ReadElementContentAsDecimal()),
        new("ReadElementContentAsDouble", (r, _) => r.ReadElementContentAsDouble()),
        new("ReadElementContentAsFloat", (r, _) => r.ReadElementContentAsFloat()),
        new("ReadElementContentAsBoolean", (r, _) => r.ReadElementContentAsBoolean()),
        new("ReadElementContentAsDateTime", (r, _) => r.ReadElementContentAsDateTime()),
        new("ReadElementContentAsGuid", (r, _) => r.ReadElementContentAsGuid()),
        new("ReadElementContentAsTimeSpan", (r, _) => r.ReadElementContentAsTimeSpan()),
        new("ReadElementContentAsUniqueId", (r, _) => r.ReadElementContentAsUniqueId()),
        new("ReadElementContentAsObject", (r, _) => r.ReadElementContentAsObject()),
        new("ReadElementContentAs(type)",
            (r, x) => r.ReadElementContentAs(new[] { typeof(string), typeof(int), typeof(object) }[x.Next(3)], null!)),
        new("ReadInnerXml", (r, _) => r.ReadInnerXml()),
        new("ReadOuterXml", (r, _) => r.ReadOuterXml()),
        new("ReadSubtree", (r, _) =>
        {
            using var part = r.ReadSubtree();
            var text = new StringBuilder();
            while (part.Read())
                text.Append($"{part.NodeType} {part.Name} {part.Value};");
            return text.ToString();
        }),
        new("ReadBooleanArray", (r, _) => Items(r.ReadBooleanArray("item", ""))),
        new("ReadInt32Array", (r, _) => Items(r.ReadInt32Array("item", ""))),
        new("ReadInt64Array(known)", (r, _) => Items(r.ReadInt64Array(Known("item"), Known("")))),
        new("ReadDoubleArray", (r, _) => Items(r.ReadDoubleArray("item", ""))),
        new("ReadDecimalArray", (r, _) => Items(r.ReadDecimalArray("item", ""))),
        new("ReadArray", (r, x) =>
        {
            int[] items = new int[5];
            return $"{r.ReadArray("item", "", items, 0, x.Next(1, 5))}: {Items(items)}";
        }),
    ];

    static readonly Call[] s_calls = [.. s_moves, .. s_moves, .. s_values];

    /// <summary>Texts of which each value is one node in both: the original parts them where escapes stand.</summary>
    static string TextOf(Random random)
    {
        var text = new StringBuilder();
        Value(3);
        return text.ToString();

        void Value(int depth)
        {
            switch (random.Next(depth > 0 ? 12 : 8))
            {
                case 0:
                    text.Append(
                        new[] { "0", "12", "-5", "1.50", "1e3", "12345678901", "99999999999999999999", "NaN", "INF",
                            "007" }[random.Next(10)]);
                    break;
                case 1:
                    text.Append(new[] { "true", "false", "null" }[random.Next(3)]);
                    break;
                case < 8:
                    Quoted(new[] { "", "x", "5", " 7 ", "true", "AQIDBA==", "AQ", "0a0B", "abc", "2020-01-02T03:04:05Z", "P1DT2H",
                        "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "é€😀", "a b  c", "root", "INF",
                        "urn:uuid:6f9619ff-8b86-d011-b42d-00cf4fc964ff", "1.5",
                        "longer than what a chunk holds, so that it comes in pieces: é€😀éé€€😀",
                        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIj", "12345678901" }[random.Next(21)]);
                    break;
                case < 10:
                    text.Append('[');
                    for (int i = random.Next(4); i > 0; i--)
                    {
                        Value(depth - 1);
                        text.Append(i > 1 ? "," : "");
                    }
                    text.Append(']');
                    break;
                default:
                    text.Append('{');
                    int count = random.Next(4);
                    for (int i = 0; i < count; i++)
                    {
                        if (i == 0 && random.Next(4) == 0)
                        {
                            text.Append("\"__type\":\"T:#x\"");
                        }
                        else
                        {
                            Quoted(new[] { "a", "b", "c d", "a", "x", "item" }[random.Next(6)]);
                            text.Append(random.Next(8) == 0 ? " : " : ":");
                            Value(depth - 1);
                        }
                        text.Append(i + 1 < count ? "," : "");
                    }
                    text.Append('}');
                    break;
            }
        }

        void Quoted(string value) => text.Append('"').Append(value).Append('"');
    }

    /// <summary>What a reader says of itself.</summary>
    static string StateOf(XmlDictionaryReader r)
    {
        string ns = r.NodeType == XmlNodeType.EndElement ? "" : r.NamespaceURI;
        return $"{r.NodeType} {r.Depth} {r.Name}|{r.Prefix}|{r.LocalName}|{ns} {r.HasValue} {r.AttributeCount} {r.HasAttributes} {r.EOF} {r.ReadState} {r.IsEmptyElement} {r.IsDefault} {r.QuoteChar} {r.XmlSpace} {r.XmlLang} {r.BaseURI} {r.ValueType} {r.CanReadValueChunk} {r.CanReadBinaryContent} {r.CanResolveEntity} {r.SchemaInfo is null} {r.Settings is null}";
    }

    static (string Answer, bool Refused) Try(Call call, XmlDictionaryReader reader, int seed)
    {
        try
        {
            object? answer = call.Do(reader, new Random(seed));
            return (Convert.ToString(answer, CultureInfo.InvariantCulture) ?? "null", false);
        }
        catch (Exception e) when (e is XmlException or ArgumentException or InvalidOperationException or FormatException
            or NotSupportedException or OverflowException or InvalidCastException)
        {
            return (KindOf(e), true);
        }
    }

    /// <summary>The types that callers tell apart.</summary>
    static string KindOf(Exception e) => e switch
    {
        ArgumentOutOfRangeException => nameof(ArgumentOutOfRangeException),
        ArgumentNullException => nameof(ArgumentNullException),
        ArgumentException => nameof(ArgumentException),
        _ => e.GetType().Name,
    };

    /// <summary>Where the two part, or null.</summary>
    static string? Walk(byte[] json, List<Step> steps, bool fromStream, out bool refused)
    {
        refused = false;
        using var theirs = JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max);
        using var ours = fromStream
            ? JsonInfoset.CreateReader(new InfosetTrace.Drip(json, 3), InfosetTrace.Deep)
            : JsonInfoset.CreateReader(json, XmlDictionaryReaderQuotas.Max);
        string? digits = null;
        foreach (var step in steps)
        {
            var call = s_calls[step.Call];
            // Where bytes were read in pieces, what is left of the text is in a buffer of the original's: only the same call goes on.
            if (digits is not null && call.Name != digits)
                return null;
            if (call.Name.EndsWith("(part)", StringComparison.Ordinal) || call.Name == "ReadValueAsBase64")
                digits = call.Name;
            if (fromStream && call.Name == "Quotas")
                continue;
            // The original reads the second attribute of an element for ever, until memory ends.
            if ((theirs.NodeType == XmlNodeType.Attribute || theirs.NodeType == XmlNodeType.Text) && theirs.AttributeCount > 1
                && call.Name.StartsWith("ReadContentAs", StringComparison.Ordinal))
                continue;
            // Of a prefix further in, and of the namespace of an element at its end, the original knows nothing any more
            // (What_the_original_forgets).
            if (call.Name == "LookupNamespace"
                ? !(ours.NodeType == XmlNodeType.Element && ours.Prefix.Length > 0)
                : ours.NodeType == XmlNodeType.EndElement
                    && (call.Name.StartsWith("IsNamespaceUri", StringComparison.Ordinal)
                        || call.Name.StartsWith("IndexOfLocalName", StringComparison.Ordinal)))
                continue;
            // Nor, asked by a string of a dictionary, behind such an element which namespace others are in: it keeps those objects for the
            // next that needs one.
            if (call.Name is "IsNamespaceUri(known)" or "IndexOfLocalName(known)" && ours.NamespaceURI.Length == 0
                && json.AsSpan().IndexOf("\"c d\""u8) >= 0)
                continue;
            // What is left of an attribute of which bytes were read is said by nobody; of its text, or of one that is empty, the original
            // reads on in what is behind it.
            bool isOfAttribute = (ours.NodeType == XmlNodeType.Attribute || ours.NodeType == XmlNodeType.Text && ours.AttributeCount > 0)
                && (call.Name.StartsWith("ReadContentAsB", StringComparison.Ordinal) && call.Name != "ReadContentAsBoolean");
            if (isOfAttribute && (ours.NodeType == XmlNodeType.Text || ours.Value.Length == 0))
                return null;
            var (expected, expectedRefused) = Try(call, theirs, step.Seed);
            // Of digits that are none the original finds a place before the text now and then, and fails over its own message.
            if (expected == nameof(ArgumentOutOfRangeException) && call.Name.Contains("BinHex", StringComparison.Ordinal))
                return null;
            var (actual, actualRefused) = Try(call, ours, step.Seed);
            if (expected != actual || expectedRefused != actualRefused)
                return $"{call.Name}: theirs {expected}, ours {actual}";
            // What is left of a value that was refused is not said by anyone.
            if (expectedRefused)
                refused = true;
            if (expectedRefused || isOfAttribute)
                return null;
            if (StateOf(theirs) is var state && state != StateOf(ours))
                return $"behind {call.Name}: theirs {state}\n  ours   {StateOf(ours)}";
        }
        // Last, for of the original a value that was looked at is read on in another way; and what is left behind pieces it keeps in a
        // buffer.
        bool isWhole = !steps.Exists(
            s => s_calls[s.Call].Name is var name
                && (name.EndsWith("(part)", StringComparison.Ordinal)
                    || name is "ReadValueChunk" or "ReadContentAsChars" or "ReadValueAsBase64"));
        if (isWhole && theirs.Value != ours.Value)
            return $"the value: theirs '{theirs.Value}', ours '{ours.Value}'";
        return null;
    }

    /// <summary>Where the walks do not follow: docs/jsoninfoset.md says what ours does there.</summary>
    [Fact]
    public void What_the_original_forgets()
    {
        byte[] json = """{"c d":{"x":[1]}}"""u8.ToArray();
        using var theirs = JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max);
        using var ours = JsonInfoset.CreateReader(json, XmlDictionaryReaderQuotas.Max);
        foreach (var reader in new[] { theirs, ours })
        {
            Assert.True(reader.ReadToFollowing("item", "item"));
            Assert.Equal("item", reader.LookupNamespace("a"));
            reader.Read();
        }
        Assert.Equal(("", "item"), (theirs.LookupNamespace("a"), ours.LookupNamespace("a")));
        theirs.Skip();
        ours.Skip();
        Assert.Equal((XmlNodeType.EndElement, "a:item"), (ours.NodeType, ours.Name));
        Assert.Equal((false, true), (theirs.IsNamespaceUri("item"), theirs.IsNamespaceUri("")));
        Assert.Equal((true, false), (ours.IsNamespaceUri("item"), ours.IsNamespaceUri("")));
    }

    [Theory]
    [InlineData("""{"a":"x"}""", "root")]
    [InlineData("""["x"]""", "root")]
    [InlineData("""[1,2]""", "root")]
    [InlineData("\"x\"", "root")]
    [InlineData("\"x\"", "a")]
    [InlineData("[]", "root")]
    public void The_string_of_a_named_element(string json, string name)
    {
        var said = new List<string>();
        foreach (var reader in new[] { JsonReaderWriterFactory.CreateJsonReader(Encoding.UTF8.GetBytes(json),
            XmlDictionaryReaderQuotas.Max), JsonInfoset.CreateReader(Encoding.UTF8.GetBytes(json), XmlDictionaryReaderQuotas.Max) })
        {
            using (reader)
            {
                string answer = Record.Exception(() => said.Add(reader.ReadElementString(name))) is { } error ? error.GetType().Name : "";
                said.Add(answer + reader.NodeType);
            }
        }
        Assert.Equal(said[..(said.Count / 2)], said[(said.Count / 2)..]);
    }

    [Theory]
    [InlineData("\"é€😀x\"", 3)]
    [InlineData("\"😀😀\"", 3)]
    [InlineData("\"ab😀\"", 2)]
    public void A_chunk_does_not_part_a_pair(string json, int count)
    {
        foreach (bool fromStream in new[] { false, true })
        {
            byte[] bytes = Encoding.UTF8.GetBytes(json);
            using var theirs = JsonReaderWriterFactory.CreateJsonReader(bytes, XmlDictionaryReaderQuotas.Max);
            using var ours = fromStream
                ? JsonInfoset.CreateReader(new MemoryStream(bytes))
                : JsonInfoset.CreateReader(bytes, XmlDictionaryReaderQuotas.Max);
            var chunks = new List<string>[] { [], [] };
            foreach (var (reader, to) in new[] { (theirs, chunks[0]), (ours, chunks[1]) })
            {
                reader.Read();
                reader.Read();
                char[] buffer = new char[count];
                while (reader.ReadValueChunk(buffer, 0, count) is > 0 and var length)
                    to.Add(new string(buffer, 0, length));
            }
            Assert.Equal(chunks[0], chunks[1]);
        }
    }

    /// <summary>An attribute of which characters were taken is empty from then on.</summary>
    [Fact]
    public void What_was_taken_of_an_attribute_empties_it()
    {
        byte[] json = """{"c d":"x"}"""u8.ToArray();
        using var theirs = JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max);
        using var ours = JsonInfoset.CreateReader(json, XmlDictionaryReaderQuotas.Max);
        var said = new List<string>();
        foreach (var reader in new[] { theirs, ours })
        {
            reader.ReadToFollowing("item", "item");
            reader.MoveToAttribute("type");
            char[] buffer = new char[2];
            int length = reader.ReadValueChunk(buffer, 0, 2);
            said.Add(
                $"{length} {new string(buffer)} {reader.Value} {reader.ReadValueChunk(buffer, 0, 2)} {reader.GetAttribute("type")} {reader.GetAttribute("item")}");
            reader.MoveToElement();
            reader.Read();
            said[^1] += reader.Value;
        }
        Assert.Equal(said[0], said[1]);
        Assert.Equal("2 st  0  c dx", said[1]);
    }

    [Fact]
    public void Random_walks_of_readers()
    {
        int refusals = 0, whole = 0;
        RandomCases.Run(20_000, seed =>
        {
            var random = new Random(seed);
            byte[] json = Encoding.UTF8.GetBytes(TextOf(random));
            var steps = new List<Step>();
            for (int i = random.Next(1, 25); i > 0; i--)
                steps.Add(new Step(random.Next(s_calls.Length), random.Next()));
            bool fromStream = random.Next(3) == 0;
            if (Walk(json, steps, fromStream, out bool refused) is null)
            {
                _ = refused ? refusals++ : whole++;
                return null;
            }
            steps = RandomCases.Shrink(steps, fewer => Walk(json, fewer, fromStream, out _) is not null);
            string how = Walk(json, steps, fromStream, out _)!;
            return new RandomCases.Difference(how[..how.IndexOf(':', StringComparison.Ordinal)],
                $"{Encoding.UTF8.GetString(json)}{(fromStream ? " (stream)" : "")}: {string.Join(" ", steps.Select(s => s_calls[s.Call].Name))}\n  {how}");
        });
    }
}
