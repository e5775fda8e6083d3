using System.Text;
using Isomer.Tests.Differential;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// What reading has a short way for gives the same by the long one: text by its length and script, tags of one and two bytes, dates and
/// decimals.
/// </summary>
public class ProtobufShortcuts
{
    [ProtobufContract]
    public class Texts
    {
        [ProtobufMember(1)] public string? One { get; set; }
        [ProtobufMember(2)] public List<string>? Many { get; set; }
    }

    static byte[] TextField(byte[] text, int padding)
    {
        var bytes = new List<byte> { 0x0A };
        for (int rest = text.Length; ; rest >>= 7)
        {
            bytes.Add((byte)(rest > 0x7F ? rest | 0x80 : rest));
            if (rest <= 0x7F)
                break;
        }
        bytes.AddRange(text);
        // Behind it an unknown field, so that there is room to look further than the text.
        if (padding > 0)
            bytes.AddRange([0x7A, (byte)padding, .. new byte[padding]]);
        return [.. bytes];
    }

    [Fact]
    public void Text_of_every_length_and_script()
    {
        string[] others = ["", "é", "ß", "Ж", "\u0080", "\u07FF", "\u0800", "€", "漢", "😀"];
        foreach (var tier in Tiers())
            for (int length = 0; length <= 40; length++)
                foreach (string other in others)
                    foreach (int at in new[] { 0, length / 3, length })
                    {
                        string ascii = string.Concat(Enumerable.Range(0, length).Select(i => (char)('a' + (i % 26))));
                        string text = ascii.Insert(at, other) + (length % 2 == 0 ? "" : other);
                        byte[] utf8 = Encoding.UTF8.GetBytes(text);
                        Assert.Equal(text, Protobuf.Deserialize<Texts>(TextField(utf8, 0), tier).One);
                        Assert.Equal(text, Protobuf.Deserialize<Texts>(TextField(utf8, 60), tier).One);
                    }
        Assert.Equal(0, string.Empty.Length);
        Assert.Equal('\0', string.Empty.GetPinnableReference());
    }

    [Fact]
    public void Text_that_is_no_UTF_8_is_what_the_framework_makes_of_it_or_refused()
    {
        var random = new Random(11);
        var strict = new ProtobufOptions { StrictUtf8 = true };
        byte[] likely = [(byte)'a', (byte)'z', 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xDF, 0xE0, 0xE2, 0xED, 0xF0, 0xFF];
        for (int run = 0; run < 20_000; run++)
        {
            byte[] text = new byte[random.Next(1, 36)];
            for (int i = 0; i < text.Length; i++)
                text[i] = random.Next(3) > 0 ? (byte)'m' : likely[random.Next(likely.Length)];
            byte[] bytes = TextField(text, run % 2 * 50);
            string expected = Encoding.UTF8.GetString(text);
            Assert.Equal(expected, Protobuf.Deserialize<Texts>(bytes).One);
            if (expected.Contains('\uFFFD', StringComparison.Ordinal))
                Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Texts>(bytes, strict));
            else
                Assert.Equal(expected, Protobuf.Deserialize<Texts>(bytes, strict).One);
        }
    }

    [Fact]
    public void Text_that_reaches_beyond_its_message_is_refused()
    {
        Refuses<Texts>("0A05616263");
        Refuses<Holder>("0A040A05616263" + "12200000000000000000000000000000000000000000000000000000000000000000");
        var tight = new ProtobufOptions { Limits = new() { MaxStringLength = 3 } };
        Refuses<Texts>("0A0461626364" + "12200000000000000000000000000000000000000000000000000000000000000000", null, tight);
    }

    [ProtobufContract]
    public class Holder
    {
        [ProtobufMember(1)] public Texts? Inner { get; set; }
    }

    [ProtobufContract]
    public class Far
    {
        [ProtobufMember(15)] public int A { get; set; }
        [ProtobufMember(16)] public int B { get; set; }
        [ProtobufMember(17)] public string? C { get; set; }
        [ProtobufMember(18)] public DateTime D { get; set; }
        [ProtobufMember(19)] public decimal E { get; set; }
        [ProtobufMember(20)] public Far? F { get; set; }
        [ProtobufMember(21)] public List<Far>? G { get; set; }
        [ProtobufMember(22)] public List<int>? H { get; set; }
        [ProtobufMember(23, DataFormat = ProtobufFormat.FixedSize)] public long I { get; set; }
        [ProtobufMember(255)] public double J { get; set; }
    }

    [ProtobufContract]
    public class Farther : Base
    {
        [ProtobufMember(16)] public int B { get; set; }
        [ProtobufMember(256)] public int C { get; set; }
        [ProtobufMember(2047)] public string? D { get; set; }
        [ProtobufMember(2048)] public int E { get; set; }
    }

    [ProtobufContract, ProtobufInclude(17, typeof(Farther))]
    public class Base
    {
        [ProtobufMember(18)] public int A { get; set; }
    }

    [Fact]
    public void Numbers_with_tags_of_two_bytes_and_more()
    {
        Is("8A010E" + "800101" + "801002" + "FA7F0163" + "80800103" + "900104", new Farther { A = 4, B = 1, C = 2, D = "c", E = 3 },
            reads: false);
        var far = new Far
        {
            A = 1,
            B = 2,
            C = new string('x', 50),
            D = new DateTime(1970, 1, 2, 3, 4, 5),
            E = -1.5m,
            F = new Far { B = 10 },
            G = [new Far { A = 5, B = 6 }, new Far()],
            H = [7, 8],
            I = 10,
            J = 1
        };
        foreach (var tier in Tiers())
        {
            byte[] bytes = Protobuf.Serialize(far, tier);
            Same(far, Protobuf.Deserialize<Far>(bytes, tier), tier, "");
            Same(far, Protobuf.Deserialize<Far>(new Drip(bytes), tier), tier, "");
        }
        // Another wire type than the member's own, a tag longer than it need be, and a group where a message is expected.
        Reads("8501" + "09000000" + "F800" + "03" + "BD01" + "02000000" + "A301" + "7807" + "A401",
            new Far { A = 3, B = 9, I = 2, F = new Far { A = 7 }, D = default });
        Refuses<Far>("8001");
        Refuses<Far>("80");
        Refuses<Far>("870101");
        Refuses<Far>("8A01");
    }

    [ProtobufContract]
    public class Bcl
    {
        [ProtobufMember(1)] public DateTime Date { get; set; }
        [ProtobufMember(2)] public decimal Amount { get; set; }
        [ProtobufMember(3), ProtobufCompatibilityLevel(ProtobufLevel.Level300)] public DateTime Stamp { get; set; }
        [ProtobufMember(4), ProtobufCompatibilityLevel(ProtobufLevel.Level300)] public decimal Text { get; set; }
    }

    [Theory]
    [InlineData("12021838", "0.0000000000000000000000000000")]
    [InlineData("1200", "0")]
    [InlineData("1204" + "08051801", "-5")]
    [InlineData("1204" + "18010805", "-5")]
    [InlineData("1204" + "08051838", "0.0000000000000000000000000005")]
    [InlineData("1204" + "0805183A", null)]
    [InlineData("1204" + "080518FF", null)]
    [InlineData("1206" + "080510011802", "1844674407370955162.1")]
    [InlineData("120C" + "08FFFFFFFFFFFFFFFFFF01" + "00", null)]
    [InlineData("120B" + "08FFFFFFFFFFFFFFFFFF01", "18446744073709551615")]
    [InlineData("1203" + "0805", null)]
    public void Decimals_of_all_shapes(string hex, string? expected)
    {
        // At the end of the input, and with room behind.
        foreach (string rest in new[] { "", "7A10" + new string('0', 32) })
            if (expected is null)
                Refuses<Bcl>(hex + (hex.StartsWith("1203", StringComparison.Ordinal) ? "" : rest));
            else
                Reads(hex + rest, new Bcl { Amount = decimal.Parse(expected, System.Globalization.CultureInfo.InvariantCulture) });
    }

    [Theory]
    [InlineData("0A020802", "1970-01-02")]
    [InlineData("0A0408021001", "1970-01-01T01:00:00")]
    [InlineData("0A0410010802", "1970-01-01T01:00:00")]
    [InlineData("0A0408021006", null)]
    [InlineData("0A04" + "0802100F", "9999-12-31T23:59:59.9999999")]
    [InlineData("0A0608021001" + "1801", "1970-01-01T01:00:00Z")]
    [InlineData("0A06" + "08FFFFFFFF1F", null)]
    [InlineData("1A020802", "0001-01-01")]
    public void Dates_of_all_shapes(string hex, string? expected)
    {
        foreach (string rest in new[] { "", "7A10" + new string('0', 32) })
            if (hex.StartsWith("1A", StringComparison.Ordinal))
                Reads(hex + rest, new Bcl { Stamp = new DateTime(1970, 1, 1, 0, 0, 2, DateTimeKind.Utc) });
            else if (expected is null)
                Refuses<Bcl>(hex + rest);
            else
                Reads(hex + rest,
                    new Bcl
                    {
                        Date = DateTime.Parse(expected, System.Globalization.CultureInfo.InvariantCulture,
                        System.Globalization.DateTimeStyles.RoundtripKind)
                    });
    }

    [ProtobufContract]
    public class Reals
    {
        [ProtobufMember(1)] public float Narrow { get; set; }
        [ProtobufMember(2)] public double Wide { get; set; }
    }

    /// <summary>Either width is read where the other is declared, and nothing else is.</summary>
    [Fact]
    public void Real_numbers_of_the_other_width()
    {
        Reads("09" + "000000000000F83F", new Reals { Narrow = 1.5f });
        Reads("15" + "0000C03F", new Reals { Wide = 1.5 });
        foreach (string field in (string[])["0801", "0A080000000000000000", "1001", "12080000000000000000"])
            Refuses<Reals>(field + "7A10" + new string('0', 32));
    }

    [ProtobufContract]
    public class Single<T>
    {
        [ProtobufMember(1)] public T? Value { get; set; }
    }

    /// <summary>
    /// Every tag at either place of a small message: what the short way takes is what the long one takes, and nothing else.
    /// </summary>
    [Fact]
    public void Small_messages_of_every_tag()
    {
        Check<DateTime>();
        Check<TimeSpan>();
        Check<decimal>();

        static void Check<T>()
        {
            int read = 0;
            for (int tag = 0; tag < 256; tag++)
                foreach (byte value in (byte[])[0, 1, 5, 0x80])
                    foreach (byte[] message in (byte[][])[[(byte)tag, value], [0x08, 5, (byte)tag, value]])
                    {
                        var (longWay, shortWay) = (Read<T>(message, 0), Read<T>(message, 40));
                        Assert.True(longWay.Refusal is null == shortWay.Refusal is null && Equals(longWay.Result, shortWay.Result),
                            $"{typeof(T)}, {Convert.ToHexString(message)}: {longWay}, and {shortWay}");
                        read += longWay.Refusal is null ? 1 : 0;
                    }
            Assert.InRange(read, 100, 256 * 8 - 100);
        }

        static Outcome Read<T>(byte[] message, int padding) =>
            Outcome.Of(() => Protobuf.Deserialize<Single<T>>(TextField(message, padding)).Value);
    }
}
