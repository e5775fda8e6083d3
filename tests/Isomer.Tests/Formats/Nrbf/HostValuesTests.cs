using System.Globalization;
using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Classes that .NET Framework wrote and this runtime does not: what of them came back otherwise without a word, and what mono writes of
/// them.
/// </summary>
public class HostValuesTests
{
    static T Back<T>(T value)
    {
        var back = Nrbf.Deserialize<T>(Nrbf.Serialize(value))!;
        var inEnvelope = Soap.Deserialize<T>(Soap.Serialize(value))!;
        Assert.Equal(back.GetType(), inEnvelope.GetType());
        return back;
    }

    const string System4 = "0001000000ffffffff01000000000000000c020000004953797374656d2c2056657273696f6e3d342e302e302e302c2043756c747572653d6e65757472616c2c"
        + "205075626c69634b6579546f6b656e3d62373761356335363139333465303839";

    /// <summary>Written by mono 6.8: BinaryFormatter.Serialize of the address in the name of each.</summary>
    [Theory]
    [InlineData("10.1.2.3", "05010000001453797374656d2e4e65742e49504164647265737304000000115f616464726573734f7253636f70654964085f6e756d62657273095f746f53"
        + "7472696e67095f68617368436f6465000701000f0e08020000000a0102030a0a000000000b")]
    [InlineData("fe80::1%3", "05010000001453797374656d2e4e65742e49504164647265737304000000115f616464726573734f7253636f70654964085f6e756d62657273095f746f"
        + "537472696e67095f68617368436f6465000701000f0e08020000000300000009030000000a000000000f03000000080000000e80fe00000000000000000000000001000b")]
    [InlineData("[::1]:443", "05010000001553797374656d2e4e65742e4950456e64506f696e7402000000085f61646472657373055f706f727404001453797374656d2e4e65742e4950"
        + "416464726573730200000008020000000903000000bb01000005030000001453797374656d2e4e65742e49504164647265737304000000115f61646472657373"
        + "4f7253636f70654964085f6e756d62657273095f746f537472696e67095f68617368436f6465000701000f0e08020000000000000009040000000a000000000f"
        + "04000000080000000e000000000000000000000000000001000b")]
    public void Addresses_of_mono(string expected, string hex) =>
        Assert.Equal(expected, Nrbf.Deserialize<object>(Convert.FromHexString(System4 + hex))!.ToString());

    [Fact]
    public void Addresses_of_mono_in_an_envelope()
    {
        const string text = """
            <SOAP-ENV:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">
              <SOAP-ENV:Body>
                <a1:IPAddress id="ref-1" xmlns:a1="http://schemas.microsoft.com/clr/nsassem/System.Net/System%2C%20Version%3D4.0.0.0%2C%20Culture%3Dneutral%2C%20PublicKeyToken%3Db77a5c561934e089">
                  <_addressOrScopeId>50462986</_addressOrScopeId><_numbers xsi:null="1" /><_toString xsi:null="1" /><_hashCode>0</_hashCode>
                </a1:IPAddress>
              </SOAP-ENV:Body>
            </SOAP-ENV:Envelope>
            """;
        Assert.Equal(IPAddress.Parse("10.1.2.3"), Soap.Deserialize<IPAddress>(Encoding.UTF8.GetBytes(text)));
    }

    [Theory]
    [InlineData("10.1.2.3"), InlineData("fe80::1%3"), InlineData("::"), InlineData("0.0.0.0")]
    public void Addresses_come_back(string text)
    {
        var address = IPAddress.Parse(text);
        Assert.Equal(address, Back(address));
        Assert.Equal(new IPEndPoint(address, 99), Back(new IPEndPoint(address, 99)));
    }

    /// <summary>mono calls the entry "pointer", .NET "value".</summary>
    [Fact]
    public void UIntPtr_of_mono()
    {
        byte[] payload = Nrbf.Serialize<object>(new object[] { (nuint)77 });
        string text = Encoding.Latin1.GetString(payload);
        byte[] mono = Encoding.Latin1.GetBytes(text.Replace("\u0005value", "\u0007pointer", StringComparison.Ordinal));
        Assert.NotEqual(payload.Length, mono.Length);
        Assert.Equal((nuint)77, Nrbf.Deserialize<object[]>(mono)![0]);
        Assert.Equal((nuint)77, ((NrbfArrayRecord)Nrbf.Read(mono).Root).Items[0]);
    }

    [Fact]
    public void A_culture_that_may_be_changed_may_be_changed()
    {
        var own = new CultureInfo("de-DE", useUserOverride: true);
        var back = Back(own);
        Assert.Equal((false, true, "de-DE"), (back.IsReadOnly, back.UseUserOverride, back.Name));
        back.NumberFormat.NumberDecimalSeparator = "#";
        Assert.Equal("1#5", 1.5.ToString(back));
        Assert.NotEqual("1#5", 1.5.ToString(CultureInfo.GetCultureInfo("de-DE")));
        Assert.Equal(Nrbf.Serialize(own), Nrbf.Serialize(Back(own)));
        var shared = CultureInfo.GetCultureInfo("fr-FR");
        Assert.True(Back(shared).IsReadOnly);
        Assert.Equal(CultureInfo.InvariantCulture, Back(CultureInfo.InvariantCulture));
        var without = new CultureInfo("fr-FR", false);
        Assert.Equal((false, false), (Back(without).IsReadOnly, Back(without).UseUserOverride));
    }

    [Theory]
    [InlineData("zh-CHS", "zh-Hans"), InlineData("zh-CHT", "zh-Hant")]
    [InlineData("de-DE_phoneb", "de-DE"), InlineData("es-ES_tradnl", "es-ES")]
    public void Cultures_by_names_of_the_Framework(string name, string like)
    {
        byte[] payload = Nrbf.Serialize(CultureInfo.GetCultureInfo("de-DE"));
        string text = Encoding.Latin1.GetString(payload);
        text = text.Replace("\u0005de-DE", (char)name.Length + name, StringComparison.Ordinal);
        var back = Nrbf.Deserialize<CultureInfo>(Encoding.Latin1.GetBytes(text))!;
        Assert.Equal(CultureInfo.GetCultureInfo(like).NumberFormat.NumberDecimalSeparator, back.NumberFormat.NumberDecimalSeparator);
        Assert.Equal(CultureInfo.GetCultureInfo(like).TwoLetterISOLanguageName, back.TwoLetterISOLanguageName);
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<CultureInfo>(
            Encoding.Latin1.GetBytes(text.Replace(name, new string('q', name.Length), StringComparison.Ordinal))));
    }

    public static TheoryData<string> Encodings => [.. s_encodings.Keys];

    static readonly Dictionary<string, Encoding> s_encodings = new()
    {
        ["UTF-8"] = Encoding.UTF8,
        ["without a mark"] = new UTF8Encoding(false),
        ["strict"] = new UTF8Encoding(true, true),
        ["UTF-16"] = Encoding.Unicode,
        ["strict big-endian"] = new UnicodeEncoding(true, false, true),
        ["UTF-32"] = Encoding.UTF32,
        ["strict big-endian UTF-32"] = new UTF32Encoding(true, false, true),
        ["ASCII"] = Encoding.ASCII,
        ["read-write"] = (Encoding)Encoding.UTF8.Clone(),
    };

    [Theory, MemberData(nameof(Encodings))]
    public void Encodings_do_what_they_did(string name)
    {
        var encoding = s_encodings[name];
        var back = Back(encoding);
        Assert.Equal(Outcome(() => encoding.GetString([0x41, 0xFF, 0xD8])), Outcome(() => back.GetString([0x41, 0xFF, 0xD8])));
        Assert.Equal(Outcome(() => Convert.ToHexString(encoding.GetBytes("a\uD800\u20AC"))),
            Outcome(() => Convert.ToHexString(back.GetBytes("a\uD800\u20AC"))));
        Assert.Equal(encoding.Preamble.ToArray(), back.Preamble.ToArray());

        static string Outcome(Func<string> work)
        {
            string? result = null;
            return Record.Exception(() => result = work()) is { } error ? error.GetType().Name : result!;
        }
    }

    /// <summary>What the usual ones have is not written; others are, as .NET Framework and mono have them.</summary>
    [Fact]
    public void An_encoding_keeps_fallbacks_of_its_own()
    {
        foreach (var encoding in (Encoding[])[
            Encoding.GetEncoding("us-ascii", EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback),
            Encoding.GetEncoding("utf-8", new EncoderReplacementFallback("!"), new DecoderReplacementFallback("#")),
            Encoding.GetEncoding("utf-8", EncoderFallback.ReplacementFallback, DecoderFallback.ExceptionFallback),
            Encoding.GetEncoding("utf-32", EncoderFallback.ExceptionFallback, new DecoderReplacementFallback("")),
            Encoding.GetEncoding("utf-16", EncoderFallback.ExceptionFallback, new DecoderReplacementFallback("\uFFFD"))])
            foreach (var back in (Encoding[])[Back(encoding), Soap.Deserialize<Encoding>(Soap.Serialize<Encoding>(encoding))!])
            {
                Assert.Equal(encoding.EncoderFallback, back.EncoderFallback);
                Assert.Equal(encoding.DecoderFallback, back.DecoderFallback);
                Assert.Equal((encoding.CodePage, encoding.IsReadOnly), (back.CodePage, back.IsReadOnly));
            }
        var own = (Encoding)Encoding.UTF8.Clone();
        own.EncoderFallback = new OwnFallback();
        Assert.Contains("cannot encode", Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(own)).Message, StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => Soap.Serialize(own));
    }

    sealed class OwnFallback : EncoderFallback
    {
        public override int MaxCharCount => 1;

        public override EncoderFallbackBuffer CreateFallbackBuffer() => ReplacementFallback.CreateFallbackBuffer();
    }

    /// <summary>The field is private there, so the class that has it stands before its name.</summary>
    [Fact]
    public void An_encodings_own_field_is_written_with_its_class()
    {
        string text = Encoding.Latin1.GetString(Nrbf.Serialize<Encoding>(Encoding.UTF8));
        Assert.Contains("\u0015Encoding+m_isReadOnly", text, StringComparison.Ordinal);
        // Earlier versions wrote it without.
        byte[] before = Encoding.Latin1.GetBytes(text.Replace("\u0015Encoding+m_isReadOnly", "\u000Cm_isReadOnly", StringComparison.Ordinal));
        Assert.True(Nrbf.Deserialize<Encoding>(before)!.IsReadOnly);
    }

    [Fact]
    public void Streams_come_back_as_they_were()
    {
        var closed = new MemoryStream([1, 2, 3]);
        closed.Dispose();
        MemoryStream Grown()
        {
            var stream = new MemoryStream();
            stream.Write([1, 2, 3, 4]);
            return stream;
        }
        var behind = Grown();
        behind.Position = 10;
        MemoryStream[] all = [new([1, 2, 3], false), new([1, 2, 3]), new([1, 2, 3], 1, 2, true, true), Grown(), new(), behind];
        foreach (var stream in all)
        {
            var back = Back(stream);
            Assert.Equal(stream.ToArray(), back.ToArray());
            Assert.Equal((stream.CanWrite, stream.Position, stream.TryGetBuffer(out _)),
                (back.CanWrite, back.Position, back.TryGetBuffer(out _)));
            stream.Position = back.Position = stream.Length;
            if (stream.CanWrite)
                Assert.Equal(Record.Exception(() => stream.Write([9, 9]))?.GetType(),
                    Record.Exception(() => back.Write([9, 9]))?.GetType());
        }
        behind.Position = 2_000_000_000;
        Assert.Contains("behind its end", Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(behind)).Message, StringComparison.Ordinal);
        Nrbf.Serialize(closed);
    }

    /// <summary>The limits of every format: items of a collection, and bytes of a blob as those of a text.</summary>
    [Fact]
    public void Collections_are_held_to_the_limits()
    {
        object[] values = [new List<int>(new int[20]), new int[20], new string[20], new object[20], new int[5, 4],
            Enumerable.Range(0, 20).ToDictionary(static i => i),
            new System.Collections.Hashtable(Enumerable.Range(0, 40).ToDictionary(static i => i)), new LinkedList<int>(new int[20])];
        foreach (object value in values)
            foreach (int most in (int[])[10, 200])
            {
                var limits = new Limits { MaxItems = most };
                var nrbf = Record.Exception(() => Nrbf.Deserialize<object>(Nrbf.Serialize(value), new NrbfOptions { Limits = limits }));
                var soap = value.GetType().IsGenericType ? nrbf
                    : Record.Exception(() => Soap.Deserialize<object>(Soap.Serialize(value), new SoapOptions { Limits = limits }));
                foreach (var error in (Exception?[])[nrbf, soap])
                    if (most == 10)
                        Assert.Contains("MaxItems (10)", Assert.IsType<WireFormatException>(error).Message, StringComparison.Ordinal);
                    else
                        Assert.Null(error);
            }
        byte[] bytes = Nrbf.Serialize(new byte[20]);
        Assert.Equal(20, Nrbf.Deserialize<byte[]>(bytes, new NrbfOptions { Limits = new Limits { MaxItems = 10 } })!.Length);
        var few = new NrbfOptions { Limits = new Limits { MaxStringLength = 10 } };
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<byte[]>(bytes, few));
    }

    /// <summary>mono writes an underscore before what they do.</summary>
    [Fact]
    public void Encodings_of_mono()
    {
        foreach (var (name, encoding) in new (string, Encoding)[]
        {
            ("utf8mark", new UTF8Encoding(true, true)), ("utf16", new UnicodeEncoding(true, false, true)),
            ("utf32", new UTF32Encoding(true, false, true)),
        })
        {
            byte[] payload = Mono.MonoTests.Hex(Path.Combine(Mono.MonoTests.Corpus, "views", name + ".nrbf.txt"));
            Assert.Equal(encoding, Nrbf.Deserialize<object>(payload));
        }
    }

    /// <summary>
    /// What finds in linear time keeps doing so where the pattern is small. A thousand sets of two characters took 38 s to make, so that
    /// others come back with the engine that finds the same.
    /// </summary>
    [Fact]
    public void A_pattern_without_backtracking_stays_so_where_it_is_small()
    {
        const RegexOptions linear = RegexOptions.NonBacktracking;
        string[] small = [@"^\d{4}-\d{2}$", "(a|b)*c", @"^[\w.]+@\w+\.[a-z]{2,6}$"];
        string sets = string.Concat(Enumerable.Range(0, 1000).Select(static i => $"[{(char)(0x4E00 + i * 2)}{(char)(0x6000 + i * 3)}]"));
        string[] large = ["^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", @"\p{Lu}", "ä", sets, "(?#{99999})a{2}"];
        foreach (string pattern in small)
            Assert.Equal(linear, Back(new Regex(pattern, linear)).Options);
        foreach (string pattern in large)
        {
            // Of the thousand sets the automaton is not made here either: the options are changed in the payload.
            byte[] payload = Nrbf.Serialize(new Regex(pattern, RegexOptions.RightToLeft));
            int at = payload.AsSpan().LastIndexOf((byte[])[(byte)RegexOptions.RightToLeft, 0, 0, 0]);
            BitConverter.TryWriteBytes(payload.AsSpan(at), (int)linear);
            var watch = System.Diagnostics.Stopwatch.StartNew();
            var back = Nrbf.Deserialize<Regex>(payload)!;
            Assert.Equal((pattern, RegexOptions.None), (back.ToString(), back.Options));
            Assert.True(watch.Elapsed < TimeSpan.FromSeconds(5), $"{watch.Elapsed}");
        }
        byte[] ahead = Nrbf.Serialize(new Regex("(?=a)b", RegexOptions.RightToLeft));
        int place = ahead.AsSpan().LastIndexOf((byte[])[(byte)RegexOptions.RightToLeft, 0, 0, 0]);
        BitConverter.TryWriteBytes(ahead.AsSpan(place), (int)linear);
        Assert.Contains("NonBacktracking", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Regex>(ahead)).Message,
            StringComparison.Ordinal);
    }

    /// <summary>A clone's fallbacks may be set, and so may those of what comes back.</summary>
    [Fact]
    public void An_encoding_that_may_be_changed_stays_so()
    {
        Encoding[] all = [new UTF8Encoding(), Encoding.UTF8, Encoding.Unicode, Encoding.ASCII, new UTF32Encoding()];
        foreach (var encoding in all)
        {
            Assert.True(Back(encoding).IsReadOnly);
            Assert.False(Back((Encoding)encoding.Clone()).IsReadOnly);
        }
    }

    /// <summary>What mono's encodings do with what they cannot encode or decode; a clone whose fallbacks changed may change.</summary>
    [Fact]
    public void Fallbacks_of_encodings()
    {
        (string Name, int CodePage, EncoderFallback Encoder, DecoderFallback Decoder)[] all =
        [
            ("asciithrows", 20127, EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback),
            ("utf16replaces", 1200, new EncoderReplacementFallback("X"), new DecoderReplacementFallback("X")),
            ("utf32encodes", 12000, EncoderFallback.ReplacementFallback, DecoderFallback.ExceptionFallback),
            ("utf8decodes", 65001, EncoderFallback.ExceptionFallback, DecoderFallback.ReplacementFallback),
        ];
        foreach (var (name, codePage, encoder, decoder) in all)
        {
            byte[] payload = Mono.MonoTests.Hex(Path.Combine(Mono.MonoTests.Corpus, "views", name + ".nrbf.txt"));
            foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            {
                var back = (Encoding)Nrbf.Deserialize<object>(payload,
                    new NrbfOptions { Convention = Convention.Fields.WithTier(tier) })!;
                Assert.Equal((name, codePage, encoder, decoder, false),
                    (name, back.CodePage, back.EncoderFallback, back.DecoderFallback, back.IsReadOnly));
            }
        }
        Assert.Throws<EncoderFallbackException>(() => ((Encoding)Nrbf.Deserialize<object>(Mono.MonoTests.Hex(
            Path.Combine(Mono.MonoTests.Corpus, "views", "asciithrows.nrbf.txt")))!).GetBytes("ä"));
        // Not their own: the encoder's is where the decoder's should be, and a text of half a character.
        byte[] wrong = Mono.MonoTests.Hex(Path.Combine(Mono.MonoTests.Corpus, "views", "utf16replaces.nrbf.txt"));
        byte[] exchanged = [.. wrong];
        int at = exchanged.AsSpan().IndexOf((byte[])[0x09, 2, 0, 0, 0, 0x09, 3, 0, 0, 0]);
        (exchanged[at + 1], exchanged[at + 6]) = (3, 2);
        Assert.Contains("is no fallback", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(exchanged)).Message,
            StringComparison.Ordinal);
    }

    /// <summary>Records and nodes of a payload are no way around the limit of texts.</summary>
    [Fact]
    public void Texts_of_records_and_nodes_have_their_limit()
    {
        byte[] payload = Nrbf.Serialize<object>(new object[] { "0123456789", new string('x', 50) });
        var few = new NrbfOptions { Limits = new Limits { MaxStringLength = 10 } };
        Assert.Contains("MaxStringLength", Assert.Throws<WireFormatException>(() =>
            ((NrbfArrayRecord)Nrbf.Read(payload, few).Root).Items.ToArray()).Message, StringComparison.Ordinal);
        Assert.Contains("MaxStringLength", Assert.Throws<WireFormatException>(() => Nrbf.Format.With(few).ParseNode(payload)).Message,
            StringComparison.Ordinal);
        Assert.NotNull(Nrbf.Format.With(new NrbfOptions { Limits = new Limits { MaxStringLength = 50 } }).ParseNode(payload));
    }
}
