using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Encodings of which another object stands in payloads. What mono writes of them, and reads, is in <c>MonoHostedTests</c>; its package has
/// no code pages of Windows.
/// </summary>
public class CodePageTests
{
    /// <summary>Brings the code pages of Windows to the tests that ask for them, and to no other.</summary>
    sealed class Pages : EncodingProvider
    {
        public static readonly Pages Instance = new();

        [ThreadStatic]
        public static bool AreHere;

        static Pages() => Encoding.RegisterProvider(Instance);

        public override Encoding? GetEncoding(int codepage) => AreHere ? CodePagesEncodingProvider.Instance.GetEncoding(codepage) : null;

        public override Encoding? GetEncoding(string name) => null;
    }

    static Encoding Page(int page) => CodePagesEncodingProvider.Instance.GetEncoding(page)!;

    static IEnumerable<T> Back<T>(T value) where T : class
    {
        _ = Pages.Instance;
        Pages.AreHere = true;
        try
        {
            foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            {
                var nrbf = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(Held)] };
                yield return Nrbf.Deserialize<T>(Nrbf.Serialize(value, nrbf), nrbf)!;
                var soap = new SoapOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(Held)] };
                yield return Soap.Deserialize<T>(Soap.Serialize(value, soap), soap)!;
            }
        }
        finally
        {
            Pages.AreHere = false;
        }
    }

    static string What(Encoding encoding)
    {
        string Tried(Func<string> work)
        {
            try
            {
                return work();
            }
            catch (ArgumentException e)
            {
                return e.GetType().Name;
            }
        }
        return $"{encoding.CodePage} {encoding.IsReadOnly} "
            + Tried(() => Convert.ToHexString(encoding.GetBytes("a\u00E9\u0100\u20AC\u4E2D\u0416")))
            + " " + Tried(() => encoding.GetString([0x41, 0x81, 0xE9, 0xFF]));
    }

    public static TheoryData<int> All => [28591, 1252, 437, 866, 932, 936, 949, 950, 10000, 20866, 28605, 50220, 51932, 54936, 57002];

    [Theory, MemberData(nameof(All))]
    public void An_encoding_comes_back(int page)
    {
        var usual = page == 28591 ? Encoding.Latin1 : Page(page);
        foreach (var encoding in (Encoding[])[usual, (Encoding)usual.Clone(),
            With(usual, EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback),
            With(usual, new EncoderReplacementFallback("x"), usual.DecoderFallback),
            With(usual, usual.EncoderFallback, new DecoderReplacementFallback("y"))])
            foreach (var back in Back(encoding))
                Assert.Equal(What(encoding), What(back));
    }

    static Encoding With(Encoding encoding, EncoderFallback encoder, DecoderFallback decoder)
    {
        var own = (Encoding)encoding.Clone();
        (own.EncoderFallback, own.DecoderFallback) = (encoder, decoder);
        return own;
    }

    [Serializable]
    public class Held
    {
        public Encoding? First;
        public object? Second;
        public Encoding[]? Third;
    }

    /// <summary>Wherever one stands, and it is one object; what stands for it refers to it from within.</summary>
    [Fact]
    public void An_encoding_is_one_object()
    {
        var own = (Encoding)Page(1252).Clone();
        foreach (var back in Back(new Held { First = own, Second = own, Third = [own, Encoding.Latin1, Page(932)] }))
        {
            Assert.Equal(1252, back.First!.CodePage);
            Assert.Same(back.First, back.Second);
            Assert.Same(back.First, back.Third![0]);
            Assert.Same(Encoding.Latin1, back.Third[1]);
            Assert.Equal(What(Page(932)), What(back.Third[2]));
        }
    }

    /// <summary>The names that .NET Framework's class for each has, as its sources have them.</summary>
    [Theory]
    [InlineData(1252, "System.Text.CodePageEncoding", "\u000BmaxCharSize"), InlineData(28591, "System.Text.Latin1Encoding", "CodePageEncoding+maxCharSize")]
    [InlineData(50220, "System.Text.MLangCodePageEncoding", "m_maxByteSize"), InlineData(54936, "System.Text.GB18030Encoding", "m_codePage")]
    public void Entries_are_those_of_the_Framework(int page, string name, string entry)
    {
        string text = Encoding.Latin1.GetString(Nrbf.Serialize(page == 28591 ? Encoding.Latin1 : Page(page)));
        Assert.Contains(name, text, StringComparison.Ordinal);
        Assert.Contains(entry, text, StringComparison.Ordinal);
        Assert.Contains("Encoding+m_codePage", text, StringComparison.Ordinal);
        Assert.DoesNotContain("mscorlib", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_code_page_that_the_process_has_not_is_refused_with_what_brings_it()
    {
        byte[] payload = Nrbf.Serialize(Page(1252)), envelope = Soap.Serialize(Page(1252));
        foreach (var error in (WireFormatException[])[
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Encoding>(payload)),
            Assert.Throws<WireFormatException>(() => Soap.Deserialize<Encoding>(envelope))])
            Assert.Contains("CodePagesEncodingProvider", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_no_encoding_has_is_refused()
    {
        byte[] payload = Nrbf.Serialize(With(Encoding.Latin1, EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback));
        int page = payload.AsSpan().IndexOf(BitConverter.GetBytes(28591));
        foreach (int wrong in (int[])[0, -1, int.MaxValue, int.MinValue, 65000, 1])
        {
            byte[] other = [.. payload];
            BitConverter.TryWriteBytes(other.AsSpan(page), wrong);
            Assert.Contains($"is {wrong}", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(other)).Message,
                StringComparison.Ordinal);
        }
        // The encoder's fallback where the decoder's should be, and the encoding itself.
        int at = payload.AsSpan().IndexOf((byte[])[0x09, 2, 0, 0, 0, 0x09, 3, 0, 0, 0]);
        Assert.True(at > 0);
        foreach (var (first, second) in ((byte, byte)[])[(3, 2), (1, 1), (1, 3), (2, 1)])
        {
            byte[] other = [.. payload];
            (other[at + 1], other[at + 6]) = (first, second);
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(other));
        }
    }
}
