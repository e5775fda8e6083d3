using System.Runtime.InteropServices;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Isomer.Wire.Text;
using Xunit;

namespace Isomer.Tests.Wire.Text;

public class StringTests
{
    private static readonly JsonSerializerOptions Relaxed = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    [Fact]
    public void EveryCharacterIsEscapedAsSystemTextJsonDoesAndReadBack()
    {
        for (int i = 0; i < 0x10000; i++)
        {
            Check(((char)i).ToString());
            if (i < 0x200)
            {
                Check("abcdefg" + (char)i + "hijklmnopqrstuvwxyz");
            }
        }
        for (int i = 0x10000; i < 0x110000; i += 97)
        {
            Check(char.ConvertFromUtf32(i) + "x");
        }
    }

    [Fact]
    public void EveryLengthAndEveryPlaceOfASpecialCharacter()
    {
        for (int length = 0; length < 70; length++)
        {
            string plain = new('a', length);
            Check(plain);
            for (int at = 0; at < length; at++)
            {
                foreach (string special in new[] { "\"", "\\", "\n", "\0", "é", "中", "😀", "\ud83d", "\ude00", "\u007f", "Ā", "耀",
                    "\uff22" })
                {
                    Check(plain[..at] + special + plain[(at + 1)..]);
                }
            }
        }
    }

    [Fact]
    public void RandomTextsGoBothWays()
    {
        var random = new Random(10);
        for (int i = 0; i < 60_000; i++)
        {
            var text = new char[random.Next(random.Next(1, 120))];
            int kind = random.Next(6);
            for (int c = 0; c < text.Length; c++)
            {
                text[c] = (char)(kind switch
                {
                    0 => random.Next(128),
                    1 => random.Next(0x10000),
                    2 => random.Next(32, 0x180),
                    3 => random.Next(10) == 0 ? random.Next(0xD700, 0xE100) : 'x',
                    _ => random.Next(20) == 0 ? random.Next(0x3000) : random.Next('a', 'z'),
                });
            }
            Check(new string(text));
        }
        Check(new string('é', 5000) + "\"" + new string('x', 5000));
    }

    [Fact]
    public void BytesThatAreNotAStringAreRefusedAsSystemTextJsonDoes()
    {
        var random = new Random(11);
        byte[][] parts = [
            .. new[] { "a", "bcdefghij", "\\n", "\\u0041", "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\", "\\u00", "\\u00g0", "\\x", "\n",
                "\\/", "\\\"", "é", "😀", "\\uD83D\\n", "\\ud83dx" }
            .Select(Encoding.UTF8.GetBytes), [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
                [0xFF], [0x7F], [0x1F]];
        for (int i = 0; i < 40_000; i++)
        {
            var content = new List<byte>();
            for (int n = random.Next(6); n > 0; n--)
            {
                content.AddRange(parts[random.Next(random.Next(3) == 0 ? parts.Length : 7)]);
            }
            byte[] json = [(byte)'"', .. content, (byte)'"'];
            string? expected = null;
            try
            {
                expected = JsonSerializer.Deserialize<string>(json);
            }
            catch (Exception e) when (e is JsonException or InvalidOperationException)
            {
            }
            foreach (byte[] input in new[] { json[1..], [.. json[1..], .. "                                                "u8] })
            {
                bool ok = Utf8Strings.TryRead(ref input[0], input.Length, out string value, out int consumed)
                    && consumed == json.Length - 1;
                Assert.True(ok == (expected is not null) && (!ok || value == expected), Encoding.Latin1.GetString(json));
            }
            if (expected is not null)
            {
                byte[] name = Encoding.UTF8.GetBytes(expected);
                var unescaped = new byte[json.Length];
                Assert.True(Utf8Strings.TryUnescape(json.AsSpan()[1..^1], unescaped, out int written));
                Assert.Equal(name, unescaped.AsSpan(0, written).ToArray());
            }
        }
    }

    [Fact]
    public void AStringWithoutItsEndIsRefusedAndNothingBehindTheInputIsRead()
    {
        byte[] json = Encoding.UTF8.GetBytes("abcdefghijklmnopqrstuvwxyz\\u00e9é012345678901234567890123456789\\n\"");
        for (int length = 0; length < json.Length; length++)
        {
            Assert.False(Utf8Strings.TryRead(ref json[0], length, out _, out _));
        }
        Assert.True(Utf8Strings.TryRead(ref json[0], json.Length, out string value, out _));
        Assert.Equal("abcdefghijklmnopqrstuvwxyzéé012345678901234567890123456789\n", value);
    }

    [Fact]
    public void AsciiIsNarrowedAndWidenedAndOthersAreSeen()
    {
        for (int length = 0; length < 100; length++)
        {
            var random = new Random(length);
            string text = string.Create(length, random, (to, r) =>
            {
                for (int i = 0; i < to.Length; i++)
                {
                    to[i] = (char)r.Next(128);
                }
            });
            var bytes = new byte[length + 1];
            bytes[length] = 0xEE;
            ref byte first = ref MemoryMarshal.GetArrayDataReference(bytes);
            Assert.True(Utf8Strings.TryNarrowAscii(ref first, text));
            Assert.Equal(text, Encoding.Latin1.GetString(bytes, 0, length));
            Assert.Equal(0xEE, bytes[length]);
            Assert.True(Utf8Strings.TryWidenAscii(ref first, length, out string back));
            Assert.Equal(text, back);
            for (int i = 0; i < length; i++)
            {
                foreach (char other in "\u0080ÿĀ耀\uffff")
                {
                    Assert.False(Utf8Strings.TryNarrowAscii(ref first, text[..i] + other + text[(i + 1)..]));
                }
                Utf8Strings.TryNarrowAscii(ref first, text);
                bytes[i] = 0x80;
                Assert.False(Utf8Strings.TryWidenAscii(ref first, length, out _));
                bytes[i] = (byte)text[i];
            }
        }
    }

    [Fact]
    public void SplitPointsKeepPairsTogether()
    {
        Assert.Equal(2, Utf8Strings.SplitPoint("ab😀c", 3));
        Assert.Equal(4, Utf8Strings.SplitPoint("ab😀c", 4));
        Assert.Equal(5, Utf8Strings.SplitPoint("ab😀c", 9));
    }

    [Fact]
    public void Base64IsThatOfSystemTextJson()
    {
        var random = new Random(12);
        for (int length = 0; length < 200; length++)
        {
            var bytes = new byte[length];
            random.NextBytes(bytes);
            var text = new byte[Utf8Base64.MaxLength(length)];
            int written = Utf8Base64.Write(ref MemoryMarshal.GetArrayDataReference(text), bytes);
            Assert.Equal(JsonSerializer.Serialize(bytes, Relaxed).Trim('"'), Encoding.ASCII.GetString(text, 0, written));
            Assert.True(Utf8Base64.TryRead(text.AsSpan(0, written), out byte[] back));
            Assert.Equal(bytes, back);
        }
        foreach (string text in new[] { "A", "AA", "AAA", "AA=", "AA==", "AAA=", "A===", "====", "AAAA=", "AA=A", "AA AA", "AAAA AAAA",
            " AAAA", "AAAA ", "\\nAAAA", "AAB=", "AB==", "A-_A", "AAAAAA==" })
        {
            bool expected = true;
            try
            {
                JsonSerializer.Deserialize<byte[]>('"' + text + '"');
            }
            catch (JsonException)
            {
                expected = false;
            }
            byte[] content = Encoding.UTF8.GetBytes(text.Replace("\\n", "\n"));
            Assert.True(expected == Utf8Base64.TryRead(content, out _), text);
        }
    }

    private static void Check(string text)
    {
        string sound = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text));
        byte[] html = Written(text, EscapeMode.Html, sound);
        Assert.True(html.AsSpan().SequenceEqual(JsonSerializer.SerializeToUtf8Bytes(text).AsSpan()[1..]), text);
        byte[] relaxed = Written(text, EscapeMode.Relaxed, sound);
        Assert.True(relaxed.AsSpan().SequenceEqual(JsonSerializer.SerializeToUtf8Bytes(text, Relaxed).AsSpan()[1..]), text);

        byte[] minimal = Written(text, EscapeMode.Minimal, sound);
        int needed = sound.Sum(c => c is '"' or '\\' or '\b' or '\t' or '\n' or '\f' or '\r' ? 1 : c < ' ' ? 5 : 0);
        Assert.Equal(Encoding.UTF8.GetByteCount(text) + needed, minimal.Length - 1);
        byte[] ascii = Written(text, EscapeMode.AsciiOnly, sound);
        Assert.True(Ascii.IsValid(ascii));
        Assert.Equal(sound.Sum(c => c >= 0x80 ? 6 : 1) + needed, ascii.Length - 1);
    }

    private static byte[] Written(string text, EscapeMode mode, string sound)
    {
        var room = new byte[Utf8Strings.MaxLength(text.Length) + 1];
        room[^1] = 0xEE;
        int written = Utf8Strings.Write(ref room[0], text, mode);
        Assert.True(room[^1] == 0xEE);
        room[written] = (byte)'"';
        Assert.True(
            Utf8Strings.TryRead(ref room[0], room.Length, out string back, out int consumed) && consumed == written + 1 && back == sound,
            text);
        Assert.True(Utf8Strings.TryRead(ref room[0], written + 1, out back, out consumed) && consumed == written + 1 && back == sound,
            text);
        return room[..(written + 1)];
    }

    /// <summary>Every character, alone and among others, as DataContractJsonSerializer writes it; and back, halves of pairs too.</summary>
    [Fact]
    public void ContractEscapesAsDataContractJsonSerializer()
    {
        var serializer = new System.Runtime.Serialization.Json.DataContractJsonSerializer(typeof(string));
        for (int i = 0; i < 0x10000; i += 0x40)
        {
            for (int shift = 0; shift < 2; shift++)
            {
                string text =
                    string.Concat(Enumerable.Range(i, 0x40).Select(c => (shift == 0 ? "" : "plain text of some length/") + (char)c));
                var stream = new MemoryStream();
                serializer.WriteObject(stream, text);
                byte[] ours = new byte[Utf8Strings.MaxLength(text.Length) + 1];
                int length = Utf8Strings.Write(ref ours[0], text, EscapeMode.Contract);
                Assert.Equal(Encoding.UTF8.GetString(stream.ToArray())[1..^1], Encoding.UTF8.GetString(ours, 0, length));
                ours[length] = (byte)'"';
                Assert.True(Utf8Strings.TryReadLoose(ref ours[0], length + 1, out string back, out int consumed));
                Assert.Equal(text, back);
                Assert.Equal(length + 1, consumed);
            }
        }
    }
}
