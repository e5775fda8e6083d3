using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Our writer beside JsonReaderWriterFactory's: the same calls give the same bytes, states and refusals.</summary>
public class JsonInfosetWriterTests
{
    static readonly int Iterations = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n) ? n : 20_000;

    sealed record Call(string Name, Action<XmlDictionaryWriter> Do);

    static Call Of(string name, Action<XmlDictionaryWriter> call) => new(name, call);

    static readonly Call[] Calls =
    [
        .. new[] { "root", "item", "a", "b c", "é/\"", "__type" }.Select(n => Of("<" + n, w => w.WriteStartElement(n))),
        Of("<a:item", w => w.WriteStartElement("a", "item", "item")),
        Of("<ns", w => w.WriteStartElement("x", "urn:x")),
        Of("<p", w => w.WriteStartElement("p", "x", "")),
        Of(">", w => w.WriteEndElement()),
        Of(">", w => w.WriteEndElement()),
        Of(">", w => w.WriteEndElement()),
        Of("/>", w => w.WriteFullEndElement()),
        .. new[] { "object", "object", "array", "array", "string", "number", "boolean", "null", "no" }.Select(
            k => Of("@" + k, w => w.WriteAttributeString("type", k))),
        Of("@__type", w => w.WriteAttributeString("__type", "T:#x/\"")),
        Of("@item", w => w.WriteAttributeString("item", "a\tb")),
        Of("@no", w => w.WriteAttributeString("no", "x")),
        Of("@nstype", w => w.WriteAttributeString("type", "urn:x", "object")),
        Of("@<", w => w.WriteStartAttribute("", "type", "")),
        Of("@>", w => w.WriteEndAttribute()),
        Of("text", w => w.WriteString("x\u0001\"/\\é\n\u2028\ufffe😀\ud800")),
        Of("number", w => w.WriteString("number")),
        Of("object", w => w.WriteString("object")),
        Of("space", w => w.WriteString(" ")),
        Of("ws", w => w.WriteWhitespace("\n ")),
        Of("raw", w => w.WriteRaw("<x/>")),
        Of("chars", w => w.WriteChars("abc".ToCharArray(), 1, 2)),
        Of("cdata", w => w.WriteCData("a&b")),
        Of("comment", w => w.WriteComment("x")),
        Of("int", w => w.WriteValue(5)),
        Of("true", w => w.WriteValue(true)),
        Of("decimal", w => w.WriteValue(1.50m)),
        Of("double", w => w.WriteValue(-1e-7)),
        Of("date", w => w.WriteValue(new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc))),
        Of("base64", w => w.WriteBase64([1, 2, 3], 0, 3)),
        Of("entity", w => w.WriteCharEntity('q')),
        Of("pair", w => w.WriteSurrogateCharEntity('\uDE00', '\uD83D')),
        Of("doc", w => w.WriteStartDocument()),
        Of("end", w => w.WriteEndDocument()),
        Of("flush", w => w.Flush()),
    ];

    /// <summary>Calls, one behind the other, until one is refused: what came out, the states between, and which was refused.</summary>
    static (string Output, List<WriteState> States, int Refused, string Why) Run(XmlDictionaryWriter writer, MemoryStream stream,
        IReadOnlyList<Call> calls)
    {
        var states = new List<WriteState>();
        for (int i = 0; i < calls.Count; i++)
        {
            try
            {
                calls[i].Do(writer);
                states.Add(writer.WriteState);
            }
            catch (Exception e) when (e is XmlException or ArgumentException or InvalidOperationException or NotSupportedException)
            {
                return ("", states, i, e.Message);
            }
        }
        try
        {
            writer.WriteEndDocument();
            writer.Flush();
        }
        catch (Exception e) when (e is XmlException or ArgumentException or InvalidOperationException)
        {
            return ("", states, calls.Count, e.Message);
        }
        return (Encoding.UTF8.GetString(stream.ToArray()), states, -1, "");
    }

    [Fact]
    public void RandomCallsGiveTheSame()
    {
        int written = 0;
        int values = 0;
        for (int seed = 0; seed < Iterations * 5; seed++)
        {
            var random = new Random(seed);
            var calls = new List<Call> { Calls[0] };
            if (random.Next(4) > 0)
                calls.Add(
                    Of("@", random.Next(2) == 0
                        ? w => w.WriteAttributeString("type", "object")
                        : w => w.WriteAttributeString("type", "array")));
            for (int i = random.Next(1, 9); i > 0; i--)
                calls.Add(Calls[random.Next(Calls.Length)]);
            var theirStream = new MemoryStream();
            var theirs = Run(JsonReaderWriterFactory.CreateJsonWriter(theirStream, Encoding.UTF8, ownsStream: false), theirStream, calls);
            var ourStream = new MemoryStream();
            var ours = Run(JsonInfoset.CreateWriter(ourStream), ourStream, calls);
            string how = $"seed {seed}: {string.Join(' ', calls.Select(c => c.Name))}: theirs {theirs.Output} refused {theirs.Refused}, ours {ours.Output} refused {ours.Refused}";
            if (ours.Refused >= 0 && theirs.Refused < 0)
            {
                // Only where what the original wrote is not JSON, has __type twice, or a number that is none.
                Assert.True(!IsJson(theirs.Output) || (ours.Why.Contains("is not true or false.") || ours.Why.Contains("is not a number.")),
                    how);
                continue;
            }
            if (theirs.Refused >= 0 && ours.Refused < 0)
                Assert.Fail(how);
            if (ours.Refused >= 0)
                continue;
            values++;
            if (!IsJson(theirs.Output))
                continue;
            written++;
            Assert.True(theirs.Output == ours.Output, how);
            // Behind __type the original says Content, although more attributes may follow.
            if (!calls.Exists(c => c.Name == "@__type"))
                Assert.True(theirs.States.SequenceEqual(ours.States), how);
        }
        Assert.True(written > Iterations / 20, $"{written} of {values}");
    }

    static bool IsJson(string text)
    {
        try
        {
            System.Text.Json.JsonDocument.Parse(text,
                new System.Text.Json.JsonDocumentOptions { AllowDuplicateProperties = !text.Contains("__type") });
            return true;
        }
        catch (System.Text.Json.JsonException)
        {
            return text is "NaN" or "INF";
        }
    }

    [Fact]
    public void GeneratedTextsAreCopiedTheSame()
    {
        for (int seed = 0; seed < Iterations / 10; seed++)
        {
            byte[] json = Encoding.UTF8.GetBytes(new JsonTexts(seed).Make());
            string text = Encoding.UTF8.GetString(json);
            if (InfosetTrace.Framework(json) is null)
                Assert.Fail(text);
            string theirs = Copy(json, JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max),
                s => JsonReaderWriterFactory.CreateJsonWriter(s, Encoding.UTF8, false));
            Assert.True(theirs == Copy(json, JsonInfoset.CreateReader(json), s => JsonInfoset.CreateWriter(s)), $"seed {seed}");
            Assert.True(
                theirs == Copy(json, JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max),
                    s => JsonInfoset.CreateWriter(s)), $"seed {seed}");
            Assert.True(
                theirs == Copy(json, JsonInfoset.CreateReader(json),
                    s => JsonReaderWriterFactory.CreateJsonWriter(s, Encoding.UTF8, false)), $"seed {seed}");
            if (!theirs.Contains("\\u0000") && !theirs.Contains("\\uffff") && !theirs.Contains("\\ud800"))
            {
                var document = XDocument.Load(JsonInfoset.CreateReader(json));
                var stream = new MemoryStream();
                using (var writer = JsonInfoset.CreateWriter(stream, new JsonInfosetOptions { LeaveOpen = true }))
                    document.WriteTo(writer);
                Assert.True(theirs == Encoding.UTF8.GetString(stream.ToArray()), $"seed {seed}, XDocument");
            }
        }
    }

    static string Copy(byte[] json, XmlDictionaryReader reader, Func<Stream, XmlDictionaryWriter> create)
    {
        var stream = new MemoryStream();
        using var writer = create(stream);
        reader.Read();
        writer.WriteNode(reader, defattr: false);
        writer.Flush();
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    [Theory]
    [InlineData("{\"a\":[1,2,[],{}],\"b\":{\"__type\":\"T\",\"c\":null},\"d e\":\"\"}")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("5")]
    [InlineData("[[[]],{\"a\":{}}]")]
    public void IndentedTheSame(string text)
    {
        byte[] json = Encoding.UTF8.GetBytes(text);
        foreach (string indent in new[] { "  ", "\t" })
        {
            Assert.Equal(
                Copy(json, JsonInfoset.CreateReader(json),
                    s => JsonReaderWriterFactory.CreateJsonWriter(s, Encoding.UTF8, false, true, indent)),
                Copy(json, JsonInfoset.CreateReader(json),
                    s => JsonInfoset.CreateWriter(s, new JsonInfosetOptions { Indented = true, IndentCharacters = indent })));
        }
    }

    [Theory]
    [InlineData("number", "abc")]
    [InlineData("number", "")]
    [InlineData("number", "1,2")]
    [InlineData("boolean", "yes")]
    [InlineData("boolean", "")]
    public void WhatIsNoNumberIsRefusedUnlessUnchecked(string kind, string text)
    {
        Assert.Throws<XmlException>(() => Write(JsonInfosetOptions.Default));
        Assert.Equal(text, Write(new JsonInfosetOptions { Rules = JsonInfosetRules.Unchecked }));

        string Write(JsonInfosetOptions options)
        {
            var stream = new MemoryStream();
            var writer = JsonInfoset.CreateWriter(stream, options);
            writer.WriteStartElement("root");
            writer.WriteAttributeString("type", kind);
            writer.WriteString(text);
            writer.WriteEndElement();
            writer.Flush();
            return Encoding.UTF8.GetString(stream.ToArray());
        }
    }

    [Fact]
    public void ClosingEndsWhatIsOpenAndClosesTheStream()
    {
        var stream = new MemoryStream();
        var writer = JsonInfoset.CreateWriter(stream);
        writer.WriteStartElement("root");
        writer.WriteAttributeString("type", "array");
        writer.WriteStartElement("item");
        writer.Close();
        Assert.False(stream.CanWrite);
        Assert.Equal("[\"\"]", Encoding.UTF8.GetString(stream.ToArray()));
        Assert.Throws<InvalidOperationException>(() => writer.WriteStartElement("root"));
    }

    [Fact]
    public void NumbersAndNamesComeInPiecesOfAnyLength()
    {
        string digits = string.Concat(Enumerable.Repeat("1234567890", 50));
        var stream = new MemoryStream();
        using (var writer = JsonInfoset.CreateWriter(stream, new JsonInfosetOptions { LeaveOpen = true }))
        {
            writer.WriteStartElement("root");
            writer.WriteAttributeString("type", "object");
            for (int piece = 1; piece <= digits.Length; piece = (piece * 3) + 1)
            {
                writer.WriteStartElement("a", "item", "item");
                writer.WriteStartAttribute("item");
                Pieces(writer, piece);
                writer.WriteEndAttribute();
                writer.WriteAttributeString("type", "number");
                Pieces(writer, piece);
                writer.WriteEndElement();
            }
        }
        string member = $"\"{digits}\":{digits}";
        Assert.Equal("{" + string.Join(",", Enumerable.Repeat(member, 6)) + "}", System.Text.Encoding.UTF8.GetString(stream.ToArray()));

        void Pieces(System.Xml.XmlWriter writer, int piece)
        {
            foreach (char[] part in digits.Chunk(piece))
                writer.WriteChars(part, 0, part.Length);
        }
    }

    /// <summary>What is held back is sent when it is full: wherever that falls, nothing comes twice.</summary>
    [Fact]
    public void Numbers_and_texts_across_the_end_of_the_buffer()
    {
        foreach (int before in Enumerable.Range(16_384 - 60, 80).Concat([0, 1, 100]))
            foreach (int digits in new[] { 1, 20, 300, 16_370, 20_000 })
            {
                void write(XmlDictionaryWriter writer)
                {
                    writer.WriteStartElement("root");
                    writer.WriteAttributeString("type", "object");
                    writer.WriteStartElement("a");
                    writer.WriteString(new string('x', before));
                    writer.WriteEndElement();
                    writer.WriteStartElement("b");
                    writer.WriteAttributeString("type", "number");
                    writer.WriteString(new string('1', digits));
                    writer.WriteEndElement();
                    writer.WriteStartElement("c");
                    writer.WriteAttributeString("type", "boolean");
                    writer.WriteString("true");
                    writer.WriteEndElement();
                    writer.WriteEndElement();
                }
                var stream = new MemoryStream();
                using (var writer = JsonInfoset.CreateWriter(stream, new JsonInfosetOptions { LeaveOpen = true }))
                    write(writer);
                Assert.Equal($"{{\"a\":\"{new string('x', before)}\",\"b\":{new string('1', digits)},\"c\":true}}",
                    Encoding.UTF8.GetString(stream.ToArray()));
            }
    }
}
