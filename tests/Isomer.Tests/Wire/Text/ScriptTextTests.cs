using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Wire.Text;
using Xunit;

namespace Isomer.Tests.Wire.Text;

/// <summary>
/// Text of any script, in every format beside its original: random mixes of scripts, lengths and places, escapes, characters that the
/// format has no place for, halves of surrogate pairs.
/// </summary>
public class ScriptTextTests
{
    const int Texts = 4000;

    [Fact]
    public void RunsAreWhatTheFrameworkTranscodes()
    {
        var random = new Random(1);
        byte[] written = new byte[Utf8Runs.MaxBytes(1000)];
        byte[] expected = new byte[3000];
        for (int i = 0; i < 40_000; i++)
        {
            string text = Mix(random, random.Next(i % 20 == 0 ? 900 : 200), halves: i % 4 == 0);
            bool whole = Utf8.FromUtf16(text, expected, out int read, out int bytes, replaceInvalidSequences: false)
                == OperationStatus.Done;
            Assert.Equal(whole ? bytes : -1, Utf8Runs.Write(ref written[0], text));
            Assert.Equal(read, Utf8Runs.WriteWhole(ref written[0], text, out int upTo));
            Assert.Equal(bytes, upTo);
            Assert.True(expected.AsSpan(0, bytes).SequenceEqual(written.AsSpan(0, bytes)), text);
            Assert.Equal(Encoding.UTF8.GetByteCount(text), Utf8Runs.CountBytes(text));
            Assert.Equal(whole, Utf8Runs.AreWhole(text));
            if (whole)
            {
                CheckReading(random, text, expected.AsSpan(0, bytes).ToArray());
            }
        }
    }

    /// <summary>
    /// What is stored behind the result, and what is read behind the bytes, would be seen here: each has its exact size and neighbours.
    /// </summary>
    static void CheckReading(Random random, string text, byte[] utf8)
    {
        ref byte first = ref MemoryMarshal.GetArrayDataReference(utf8);
        Assert.Equal(text, Utf8Runs.ToText(utf8));
        Assert.True(Utf8Runs.IsValid(ref first, utf8.Length, out int units));
        Assert.Equal(text.Length, units);
        Assert.Equal(text, Utf8Runs.ToText(ref first, utf8.Length, units));
        char[] around = new char[units + 40];
        Array.Fill(around, '#');
        Utf8Runs.Read(ref first, utf8.Length, ref Unsafe.As<char, ushort>(ref around[0]), units);
        Assert.Equal(text, around.AsSpan(0, units).ToString());
        Assert.True(around.AsSpan(units).IndexOfAnyExcept('#') < 0);
        for (int i = 0; i < 4 && utf8.Length > 0; i++)
        {
            utf8[random.Next(utf8.Length)] = (byte)random.Next(256);
            Assert.Equal(Utf8.IsValid(utf8), Utf8Runs.IsValid(utf8));
            var cut = utf8.AsSpan(0, random.Next(utf8.Length));
            Assert.Equal(Utf8.IsValid(cut), Utf8Runs.IsValid(cut));
        }
    }

    [Fact]
    public void HalvesThatReferencesStandForAreRead()
    {
        var random = new Random(2);
        for (int i = 0; i < 5000; i++)
        {
            string text = Mix(random, random.Next(150), halves: true);
            var bytes = new List<byte>();
            for (int at = 0; at < text.Length; at++)
            {
                if (char.IsSurrogate(text[at]) && !(at + 1 < text.Length && char.IsSurrogatePair(text[at], text[at + 1])))
                {
                    bytes.AddRange([0xED, (byte)(0x80 | ((text[at] >> 6) & 0x3F)), (byte)(0x80 | (text[at] & 0x3F))]);
                    continue;
                }
                int length = char.IsSurrogate(text[at]) ? 2 : 1;
                bytes.AddRange(Encoding.UTF8.GetBytes(text.Substring(at, length)));
                at += length - 1;
            }
            Assert.Equal(text, Utf8Runs.ToText(bytes.ToArray()));
        }
    }

    [Fact]
    public void LettersThatTheRelaxedEncoderLetsThroughWholeAreSuch()
    {
        var encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping;
        byte[] written = new byte[Utf8Runs.MaxBytes(16)];
        for (int c = 0x80; c < 0x10000; c++)
        {
            string text = new((char)c, 16);
            int taken = Utf8Runs.Write(ref written[0], text, ref EscapeTables.RowOf(EscapeMode.Relaxed), RunStops.Relaxed, out _);
            Assert.Equal(char.IsSurrogate((char)c) || encoder.WillEncode(c) ? 0 : 16, taken);
        }
    }

    [Fact]
    public void JsonIsThatOfSystemTextJson()
    {
        var relaxed = new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
        var ours = JsonOptions.Default with { Escaping = JsonEscaping.Relaxed };
        foreach (var texts in Batches(3, halves: true))
        {
            byte[] escaped = JsonSerializer.SerializeToUtf8Bytes(texts);
            Assert.Equal(escaped, Json.Serialize(texts));
            Assert.Equal(JsonSerializer.SerializeToUtf8Bytes(texts, relaxed), Json.Serialize(texts, ours));
            Assert.Equal(JsonSerializer.Deserialize<List<string>>(escaped), Json.Deserialize<List<string>>(escaped));
            foreach (string text in texts)
            {
                CheckDamaged(text);
            }
        }
    }

    /// <summary>Escapes beside raw text of all scripts, with bytes of them changed: read or refused as by System.Text.Json.</summary>
    static void CheckDamaged(string text)
    {
        var random = new Random(text.Length);
        var mixed = new StringBuilder("\"");
        foreach (char c in text)
        {
            mixed.Append(random.Next(3) == 0 || c < ' ' || c is '"' or '\\' ? $"\\u{(int)c:x4}" : c.ToString());
        }
        byte[] json = Encoding.UTF8.GetBytes(mixed.Append('"').ToString());
        for (int i = 0; i < 2; i++)
        {
            string? expected = Try(() => JsonSerializer.Deserialize<string>(json));
            Assert.Equal(expected, Try(() => Json.Deserialize<string>(json)));
            json[random.Next(json.Length)] = (byte)random.Next(i == 0 ? 128 : 256);
        }
    }

    static string? Try(Func<string?> read)
    {
        try
        {
            return read();
        }
        catch (Exception e) when (e is JsonException or WireFormatException)
        {
            return null;
        }
    }

    [Fact]
    public void FastJsonComesBackAndItsRawFormIsThatOfTheMinimalOne()
    {
        foreach (var texts in Batches(4, halves: false))
        {
            Assert.Equal(texts, Json.Deserialize<List<string>>(Json.Serialize(texts, JsonOptions.FastJson), JsonOptions.FastJson));
            var raw = JsonOptions.Default with { Escaping = JsonEscaping.Minimal };
            string written = Encoding.UTF8.GetString(Json.Serialize(texts, raw));
            Assert.Equal(texts, JsonSerializer.Deserialize<List<string>>(written));
            // Nothing beyond ASCII is escaped: what is gone without escapes is what stood there.
            Assert.Equal(texts.Sum(t => t.Count(c => c >= 0x80)), written.Count(c => c >= 0x80));
        }
    }

    [Fact]
    public void ContractXmlIsThatOfDataContractSerializer()
    {
        var serializer = new DataContractSerializer(typeof(List<string>));
        foreach (var texts in Batches(5, halves: true))
        {
            var text = new MemoryStream();
            serializer.WriteObject(text, texts);
            Assert.Equal(text.ToArray(), ContractXml.Serialize(texts));
            Assert.Equal((List<string>)serializer.ReadObject(new MemoryStream(text.ToArray()))!,
                ContractXml.Deserialize<List<string>>(text.ToArray()));
        }
        foreach (var texts in Batches(6, halves: false))
        {
            var binary = new MemoryStream();
            using (var writer = XmlDictionaryWriter.CreateBinaryWriter(binary, null, null, ownsStream: false))
                serializer.WriteObject(writer, texts);
            Assert.Equal(binary.ToArray(), ContractXml.Serialize(texts, ContractXmlOptions.Binary));
            Assert.Equal(texts, ContractXml.Deserialize<List<string>>(binary.ToArray(), ContractXmlOptions.Binary));
        }
    }

    [Fact]
    public void XmlIsThatOfXmlSerializer()
    {
        var serializer = new XmlSerializer(typeof(List<string>));
        foreach (var texts in Batches(7, halves: false))
        {
            // What XML 1.0 has no place for is refused by both, and tested where that is.
            var allowed = texts.ConvertAll(t => string.Concat(t.Where(c => XmlConvert.IsXmlChar(c) || char.IsSurrogate(c))));
            var expected = new MemoryStream();
            serializer.Serialize(expected, allowed);
            byte[] bytes = Isomer.Xml.Serialize(allowed);
            Assert.Equal(expected.ToArray(), bytes);
            Assert.Equal((List<string>)serializer.Deserialize(new MemoryStream(bytes))!, Isomer.Xml.Deserialize<List<string>>(bytes));
        }
    }

    [Fact]
    public void WhatXmlHasNoPlaceForIsRefusedWhereverItStands()
    {
        foreach (char refused in "\0\u0001\u001F\uFFFE\uFFFF\uD800\uDC00")
        {
            for (int before = 0; before < 40; before++)
            {
                string text = new string('\u0436', before) + refused + "\u0436 and more";
                Assert.Throws<NotSupportedException>(() => Isomer.Xml.Serialize(text));
            }
        }
    }

    [Fact]
    public void CompactAndProtobufComeBack()
    {
        foreach (var texts in Batches(8, halves: true))
        {
            Assert.Equal(texts, Compact.Deserialize<List<string>>(Compact.Serialize(texts)));
            var whole = texts.Where(t => Utf8Runs.AreWhole(t)).Select(t => new Message { Text = t });
            foreach (var message in whole)
            {
                byte[] bytes = Protobuf.Serialize(message);
                Assert.Equal(message.Text, Protobuf.Deserialize<Message>(bytes).Text);
                Assert.True(bytes.AsSpan().EndsWith(Encoding.UTF8.GetBytes(message.Text)));
            }
        }
    }

    [DataContract]
    public sealed class Message
    {
        [DataMember(Order = 1)] public string Text { get; set; } = "";
    }

    static IEnumerable<List<string>> Batches(int seed, bool halves)
    {
        var random = new Random(seed);
        for (int i = 0; i < Texts; i += 100)
        {
            yield return [.. Enumerable.Range(0, 100).Select(_ => Mix(random, random.Next(200), halves))];
        }
        yield return [Mix(random, 9000, halves), Mix(random, 3000, halves: false)];
    }

    /// <summary>Runs of one script each, of one to twenty characters.</summary>
    static string Mix(Random random, int length, bool halves)
    {
        var text = new StringBuilder();
        while (text.Length < length)
        {
            int script = random.Next(halves ? 11 : 10);
            for (int run = random.Next(1, 21); run > 0 && text.Length < length; run--)
            {
                char c = script switch
                {
                    0 or 1 => (char)random.Next(0x20, 0x7F),
                    2 => (char)random.Next(0xA0, 0x180),
                    3 => (char)random.Next(0x400, 0x460),
                    4 => (char)random.Next(0x4E00, 0xA000),
                    5 => (char)random.Next(0xAC00, 0xD7A4),
                    6 => (char)random.Next(0x80),
                    7 => "\"\\/<>&'+\t\r\n]\u0085\u2028\u2029\uFEFF\uFFFD\uFFFE\uFFFF\u007F"[random.Next(20)],
                    8 => (char)random.Next(0xE000, 0x10000),
                    9 => '\0',
                    _ => (char)random.Next(0xD800, 0xE000),
                };
                if (script != 9)
                {
                    text.Append(c);
                }
                else if (text.Length + 2 <= length)
                {
                    text.Append(char.ConvertFromUtf32(random.Next(0x10000, 0x110000)));
                }
            }
        }
        return text.ToString();
    }
}
