using System.Globalization;
using System.IO.Compression;
using System.Text;
using Isomer.Cli;
using Isomer.Cli.Payloads;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// What the tool says that a file is: every payload of ours is known whatever it is wrapped in, and what is none of ours is called none of
/// ours. By generators, with seeds.
/// </summary>
public class SniffingTests
{
    static readonly string[] s_words = ["order", "the", "name", "Köln", "x", "value", "42", "a", "Quick", "brown", "fox", "jumps", "日本",
        "1.5", "true", "null", "e.g.", "(see below)", "don't", "C#", "100%"];

    static string Words(Random random, int count) =>
        string.Join(' ', Enumerable.Range(0, count).Select(_ => s_words[random.Next(s_words.Length)]));

    static string Name(Random random) => ((string[])["id", "name", "price", "q1", "Qty", "address", "list", "a", "App"])[random.Next(9)];

    static string Csv(Random random, char separator)
    {
        int columns = random.Next(2, 8);
        var text = new StringBuilder();
        for (int row = 0, rows = random.Next(2, 12); row < rows; row++)
        {
            text.AppendJoin(separator,
                Enumerable.Range(0, columns).Select(i => row == 0 ? Name(random) + i.ToString(CultureInfo.InvariantCulture)
                : random.Next(4) switch
                {
                    0 => random.Next(1000).ToString(CultureInfo.InvariantCulture),
                    1 => $"\"{Words(random, 2)}\"",
                    2 => "",
                    _ => s_words[random.Next(5)]
                }));
            text.Append(random.Next(2) == 0 ? "\n" : "\r\n");
        }
        return text.ToString();
    }

    static string Yaml(Random random) => (random.Next(3) == 0 ? "---\n" : "") + string.Concat(Enumerable.Range(0, random.Next(1, 9))
        .Select(i =>
            random.Next(3) switch
            {
                0 => $"{Name(random)}: {Words(random, 2)}\n",
                1 => $"{Name(random)}:\n  - {Words(random, 1)}\n  - {i}\n",
                _ => $"k{i}: \"{Words(random, 1)}\"\n"
            }));

    static string Foreign(Random random) => random.Next(8) switch
    {
        0 => Csv(random, ','),
        1 => Csv(random, '\t'),
        2 => Csv(random, ';'),
        3 => Yaml(random),
        4 => $"[{Name(random)}]\n{Name(random)} = {Words(random, 1)}\n",
        5 => $"2024-0{random.Next(1, 9)}-01 10:00:00 INFO {Words(random, 5)}\n2024-01-01 10:00:01 WARN {Words(random, 3)}\n",
        6 => $"<!DOCTYPE html>\n<html><head><title>{Name(random)}</title></head><body><br>{Name(random)}</body></html>",
        _ => string.Join('\n', Enumerable.Range(0, random.Next(1, 20)).Select(_ => "Well, " + Words(random, random.Next(2, 12)) + ".")),
    };

    static Sniffed? Sniff(byte[] bytes, out CliException? refused, string name = "file")
    {
        try
        {
            refused = null;
            return Sniffer.Sniff(Payload.Of(name, bytes, unwrap: true), null);
        }
        catch (CliException e)
        {
            refused = e;
            return null;
        }
    }

    /// <summary>Rows, settings, logs, pages and prose are told as none of ours, in a sentence, and never as a binary format.</summary>
    [Fact]
    public void Texts_of_others_are_called_none_of_ours()
    {
        for (int seed = 0; seed < 4000; seed++)
        {
            string text = Foreign(new Random(seed));
            byte[] bytes = seed % 5 == 0
                ? [.. Encoding.Unicode.GetPreamble(), .. Encoding.Unicode.GetBytes(text)]
                : Encoding.UTF8.GetBytes(text);
            Sniffed? found;
            CliException? refused;
            try
            {
                found = Sniff(bytes, out refused);
            }
            catch (WireFormatException e)
            {
                throw new InvalidOperationException($"Seed {seed} is called damaged {e.Format}: {text}", e);
            }
            Assert.True(found is null, $"Seed {seed} is called {found?.Name}: {text}");
            Assert.Equal(ExitCode.Corrupt, refused!.Code);
            Assert.Contains("none of ours", refused.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("a,b\n1,2\n3,4\n", "CSV")]
    [InlineData("a\tb\n1\t2\n", "TSV")]
    [InlineData("a;b;c\n1;2;3\n", "--separator ';'")]
    [InlineData("name: x\nlist:\n  - 1\n", "YAML")]
    [InlineData("[section]\nkey = value\n", "INI")]
    [InlineData("Hello world, this is text.\nAnother line\n", "plain text")]
    [InlineData("<!DOCTYPE html><html><br></html>", "HTML")]
    [InlineData("{a: 1, 'b': 2}", "--lenient")]
    public void What_it_seems_to_be_is_told(string text, string told)
    {
        Assert.Null(Sniff(Encoding.UTF8.GetBytes(text), out CliException? refused));
        Assert.Contains(told, refused!.Message, StringComparison.Ordinal);
    }

    /// <summary>
    /// Bytes by chance are never one of the formats that say what they are. One in thousands is fields of protobuf from end to end, which
    /// nothing disproves.
    /// </summary>
    [Fact]
    public void Random_bytes_are_called_none_of_ours()
    {
        int called = 0;
        for (int seed = 0; seed < 4000; seed++)
        {
            var random = new Random(seed);
            byte[] bytes = new byte[random.Next(24, 600)];
            random.NextBytes(bytes);
            if (Sniff(bytes, out CliException? refused) is { } found)
            {
                Assert.Equal("Protobuf", found.Format.Name);
                called++;
            }
            else
            {
                Assert.Equal(ExitCode.Corrupt, refused!.Code);
            }
        }
        Assert.InRange(called, 0, 12);
    }

    static Node? Value(Random random, int depth) => random.Next(depth > 3 ? 5 : 8) switch
    {
        0 => random.Next(-1000, 1000),
        1 => Words(random, random.Next(1, 4)),
        2 => random.NextDouble() * 1000,
        3 => random.Next(2) == 0,
        4 => depth == 0 ? new NodeObject { ["a"] = 1 } : null,
        5 or 6 => Object(random, depth),
        _ => new NodeArray(Enumerable.Range(0, random.Next(0, 5)).Select(_ => Value(random, depth + 1))),
    };

    static NodeObject Object(Random random, int depth)
    {
        var o = new NodeObject();
        for (int i = random.Next(1, 6); i > 0; i--)
            o[Name(random) + i.ToString(CultureInfo.InvariantCulture)] = Value(random, depth + 1);
        return o;
    }

    static byte[] Wrap(byte[] bytes, int how, bool isText, out string wrapping)
    {
        var output = new MemoryStream();
        Stream? stream = null;
        wrapping = how switch
        {
            1 => "gzip",
            2 => "zlib",
            3 => "br",
            4 => "base64",
            5 => isText ? "UTF-16" : "",
            6 => isText ? "UTF-32" : "",
            7 => isText ? "UTF-16 (big-endian)" : "",
            _ => ""
        };
        switch (how)
        {
            case 1:
                stream = new GZipStream(output, CompressionLevel.Fastest);
                break;
            case 2:
                stream = new ZLibStream(output, CompressionLevel.Fastest);
                break;
            case 3:
                stream = new BrotliStream(output, CompressionLevel.Fastest);
                break;
            case 4:
                return Encoding.ASCII.GetBytes(Convert.ToBase64String(bytes, Base64FormattingOptions.InsertLineBreaks));
            case 5 when isText:
                return Encoding.Convert(Encoding.UTF8, Encoding.Unicode, bytes); // no mark
            case 6 when isText:
                return [.. Encoding.UTF32.GetPreamble(), .. Encoding.Convert(Encoding.UTF8, Encoding.UTF32, bytes)];
            case 7 when isText:
                return [.. Encoding.BigEndianUnicode.GetPreamble(), .. Encoding.Convert(Encoding.UTF8, Encoding.BigEndianUnicode, bytes)];
            default:
                return bytes;
        }
        using (stream)
            stream.Write(bytes);
        return output.ToArray();
    }

    /// <summary>Payloads of every format, as they are and wrapped, are known as that, and hold what was written.</summary>
    [Fact]
    public void Payloads_of_ours_are_known_whatever_they_are_wrapped_in()
    {
        foreach (Format format in Format.All)
        {
            for (int seed = 0; seed < 200; seed++)
            {
                var random = new Random(seed);
                // An object, for a protobuf message is one; its fields have numbers.
                NodeObject value = Object(random, 0);
                if (format == Protobuf.Format)
                    value = new NodeObject
                    {
                        ["1"] = random.Next(1, 100000),
                        ["2"] = "text " + Words(random, 3),
                        ["3:double"] = 0.5 + random.Next(100),
                        ["4"] = new NodeObject { ["1"] = random.Next(1, 1000) }
                    };
                byte[] bytes = format.WriteNode(value);
                Node? plain = format.ParseNode(bytes);
                byte[] wrapped = Wrap(bytes, seed % 8, format.IsText, out string wrapping);
                Sniffed? found = Sniff(wrapped, out CliException? refused, wrapping == "br" ? "file.br" : "file");
                Assert.True(found is not null, $"{format.Name}, seed {seed} in '{wrapping}': {refused?.Message}");
                string expected = format.Name == "ContractJson" ? "Json" : format.Name == "ContractXml" ? "Xml" : format.Name;
                Assert.True(expected == found.Format.Name, $"{format.Name}, seed {seed} in '{wrapping}' is called {found.Name}");
                Assert.Equal(plain, found.Node);
                Assert.Equal(wrapping.Length == 0 ? [] : (string[])[wrapping],
                    Payload.Of(wrapping == "br" ? "file.br" : "file", wrapped, unwrap: true).Wrappings);
            }
        }
    }

    /// <summary>What is cut off is told as damaged, and not as the half of it that can be read.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Compressed_files_that_are_cut_off_are_not_read(int how)
    {
        byte[] bytes = Encoding.UTF8.GetBytes("[" + string.Join(',', Enumerable.Range(0, 2000).Select(i => i * 7919 % 10007)) + "]");
        byte[] whole = Wrap(bytes, how, true, out _);
        Assert.Equal(2000, ((NodeArray)Sniff(whole, out _)!.Node!).Count);
        for (int length = 12; length < whole.Length; length += 97)
            Assert.Null(Sniff(whole[..length], out _));
    }

    /// <summary>gzip files that were joined are one file.</summary>
    [Fact]
    public void Joined_gzip_is_read_to_its_end()
    {
        byte[] both = [.. Wrap("[1,2,"u8.ToArray(), 1, true, out _), .. Wrap("3]"u8.ToArray(), 1, true, out _)];
        Assert.Equal(3, ((NodeArray)Sniff(both, out _)!.Node!).Count);
    }

    [Theory]
    [InlineData(new byte[] { 0x28, 0xB5, 0x2F, 0xFD, 1, 2, 3, 4, 5, 6, 7, 8 }, "zstd")]
    [InlineData(new byte[] { 0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26 }, "bzip2")]
    [InlineData(new byte[] { 0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4 }, "xz")]
    [InlineData(new byte[] { 0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D }, "PNG")]
    public void What_cannot_be_opened_has_its_name(byte[] bytes, string name)
    {
        Assert.Null(Sniff(bytes, out CliException? refused));
        Assert.Contains(name, refused!.Message, StringComparison.Ordinal);
    }

    /// <summary>Comments before and within, and a comma at the end, as files of settings have them.</summary>
    [Fact]
    public void Comments_are_passed_over()
    {
        Sniffed found = Sniff("// one\n/* two */ {\"a\": [1, 2,], // three\n}"u8.ToArray(), out _)!;
        Assert.Equal(Json.ParseNode("""{"a":[1,2]}"""), found.Node);
        Assert.Equal("Json", found.Name);
    }

    [Fact]
    public void Lines_have_places_and_a_damaged_one_its_number()
    {
        Sniffed lines = Sniff("{\"a\":1}\r\n\n  {\"b\":\"x\"}\n"u8.ToArray(), out _)!;
        Assert.Equal("Json lines", lines.Name);
        Assert.True(lines.Places.TryGet(((NodeArray)lines.Node!)[1]!["b"], out int offset, out int length));
        Assert.Equal((17, 3), (offset, length));
        Assert.Null(Sniff("{\"a\":1}\n{\"b\":\n"u8.ToArray(), out CliException? refused));
        Assert.Contains("Line 2", refused!.Message, StringComparison.Ordinal);
    }
}
