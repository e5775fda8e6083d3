using System.Runtime.Serialization;
using System.Text;
using Isomer.Model;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051, SYSLIB0050 // fields and entries bear the names that .NET Framework's have

// Latin-1 and the code pages of Windows. .NET Framework and mono write each as an object of another class, which stands for it: its number,
// and what it does with what it cannot encode or decode. The usual of these, the nearest character, is an object that refers back to the
// encoding. Which code pages there are is for the process to say: those of CodePagesEncodingProvider are, where it was registered.

/// <summary>
/// A class of ours that stands for one of the framework's in a graph, and is carried as its fields: an object as any other, and no carrier.
/// </summary>
interface IStandIn;

/// <summary>What payloads have in place of an encoding by its code page.</summary>
sealed class CodePageEncoding(Encoding made) : IStandIn, IObjectReference
{
    public const string Name = "System.Text.CodePageEncoding", MultiLanguage = "System.Text.MLangCodePageEncoding",
        Chinese = "System.Text.GB18030Encoding", Western = "System.Text.Latin1Encoding";

    public object GetRealObject(StreamingContext context) => made;
}

[Entries]
struct CodePageFields
{
    [OptionalField] public bool m_isReadOnly;
    [OptionalField] public object? encoderFallback;
    [OptionalField] public object? decoderFallback;
    public int m_codePage;
}

sealed class CodePageSurrogate : FieldsSurrogate<CodePageEncoding, CodePageFields>
{
    public const int Latin1 = 28591;

    public override ClrName Name => new(CodePageEncoding.Name, []);

    public override CodePageFields ToCarrier(CodePageEncoding value) =>
        throw new NotSupportedException("An encoding is written, and not what stands for it.");

    public override CodePageEncoding FromCarrier(CodePageFields carrier)
    {
        var made = Made(carrier.m_codePage);
        // One that may not be changed has what is usual, as one of .NET 1.1 has, which says nothing of it.
        if (carrier.m_isReadOnly || (carrier.encoderFallback is null && carrier.decoderFallback is null))
            return new(made);
        made = (Encoding)made.Clone();
        if (carrier.encoderFallback is not (null or NearestEncoder))
            made.EncoderFallback = carrier.encoderFallback as EncoderFallback
                ?? throw Wrong(nameof(carrier.encoderFallback), "is no fallback");
        if (carrier.decoderFallback is not (null or NearestDecoder))
            made.DecoderFallback = carrier.decoderFallback as DecoderFallback
                ?? throw Wrong(nameof(carrier.decoderFallback), "is no fallback");
        return new(made);
    }

    static Encoding Made(int codePage)
    {
        if (codePage == Latin1)
            return Encoding.Latin1;
        try
        {
            if (codePage is > 0 and <= ushort.MaxValue)
                return Encoding.GetEncoding(codePage);
        }
        catch (Exception e) when (e is ArgumentException or NotSupportedException)
        {
        }
        throw Wrong(nameof(CodePageFields.m_codePage),
            $"is {codePage}, of which this process has no encoding (Encoding.RegisterProvider(CodePagesEncodingProvider.Instance) brings those of Windows)");
    }
}

/// <summary>Writes the encodings whose class is not public, by their code pages.</summary>
sealed class CodePageWriter<TEncoding> : Surrogate<TEncoding, SerializationInfo>, IFieldsSurrogate where TEncoding : Encoding
{
    const string Core = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
    const int Gb18030 = 54936;

    public bool IsEntries => true;

    // What .NET Framework calls the class.
    public ClrName Name => new(typeof(TEncoding).DeclaringType?.FullName ?? typeof(TEncoding).FullName!, []);

    public override SerializationInfo ToCarrier(TEncoding value)
    {
        int page = value.CodePage;
        // Those that a library of Internet Explorer's brought once: of Asia, with escapes between their sets, and of India.
        bool isOfMany = page is >= 50220 and <= 50229 or 51932 or 52936 or >= 57002 and <= 57011;
        var entries = new SerializationInfo(typeof(TEncoding), new FormatterConverter())
        {
            FullTypeName = page switch
            {
                CodePageSurrogate.Latin1 => CodePageEncoding.Western,
                Gb18030 => CodePageEncoding.Chinese,
                _ => isOfMany ? CodePageEncoding.MultiLanguage : CodePageEncoding.Name,
            },
            AssemblyName = Core,
        };
        entries.AddValue("m_isReadOnly", value.IsReadOnly);
        bool isNearest = IsNearest(value.EncoderFallback);
        entries.AddValue("encoderFallback", isNearest ? new NearestEncoder(value) : EncodingFallbacks.Carried(value.EncoderFallback, value));
        // Of Latin-1 each byte is a character, so that nothing is asked what another would be.
        entries.AddValue("decoderFallback",
            IsNearest(value.DecoderFallback)
                || (page == CodePageSurrogate.Latin1 && isNearest && value.DecoderFallback.Equals(DecoderFallback.ReplacementFallback))
                ? new NearestDecoder(value)
                : EncodingFallbacks.Carried(value.DecoderFallback, value));
        entries.AddValue("m_codePage", page);
        entries.AddValue("dataItem", null);
        entries.AddValue("Encoding+m_codePage", page);
        entries.AddValue("Encoding+dataItem", null);
        int most = value.IsSingleByte ? 1 : 2;
        if (page == CodePageSurrogate.Latin1)
        {
            entries.AddValue("CodePageEncoding+maxCharSize", most);
            entries.AddValue("CodePageEncoding+m_codePage", page);
            entries.AddValue("CodePageEncoding+dataItem", null);
        }
        else if (page != Gb18030)
        {
            entries.AddValue(isOfMany ? "m_maxByteSize" : "maxCharSize", most);
        }
        return entries;
    }

    static bool IsNearest(object fallback) => fallback is NearestEncoder or NearestDecoder || fallback.GetType().FullName
        is "System.Text.EncoderLatin1BestFitFallback" or "System.Text.InternalEncoderBestFitFallback"
        or "System.Text.InternalDecoderBestFitFallback";

    public override TEncoding FromCarrier(SerializationInfo carrier) =>
        throw new WireFormatException($"A '{typeof(TEncoding)}' stands in a payload, in which another class stands for it.");
}

/// <summary>What of an encoding is for what it cannot encode or decode.</summary>
static class EncodingFallbacks
{
    /// <summary>The usual one of UTF-7, which nobody can make.</summary>
    public const string Utf7 = "System.Text.UTF7Encoding+DecoderUTF7Fallback";

    /// <summary>One that is carried; an error of a class of somebody's own.</summary>
    public static object Carried(object fallback, Encoding value) =>
        fallback is EncoderExceptionFallback or DecoderExceptionFallback || fallback.GetType() == typeof(EncoderReplacementFallback)
            || fallback.GetType() == typeof(DecoderReplacementFallback) || fallback.GetType().FullName == Utf7
            ? fallback
            : throw new NotSupportedException(
                $"The encoding '{value.WebName}' has a '{fallback.GetType()}' for what it cannot encode or decode, which is not carried. "
                + "Write its code page.");
}

/// <summary>The character of a code page that is nearest to one that it has not.</summary>
/// <param name="encoding">Whose it is; null of one that was read.</param>
sealed class NearestEncoder(Encoding? encoding) : EncoderFallback, IStandIn
{
    public const string Name = "System.Text.InternalEncoderBestFitFallback";

    public Encoding? Encoding { get; } = encoding;

    public override int MaxCharCount => 1;

    public override EncoderFallbackBuffer CreateFallbackBuffer() =>
        (Encoding ?? System.Text.Encoding.Latin1).EncoderFallback.CreateFallbackBuffer();
}

[FieldsOf(NearestEncoder.Name)]
struct NearestEncoderFields
{
    [OptionalField, FieldCache("System.Text", Declared = typeof(Encoding))] public object? encoding;
    [OptionalField, FieldCache("System", Declared = typeof(char[]))] public object? arrayBestFit;
    [OptionalField] public bool bIsMicrosoftBestFitFallback;
}

sealed class NearestEncoderSurrogate : FieldsSurrogate<NearestEncoder, NearestEncoderFields>
{
    public override ClrName Name => new(NearestEncoder.Name, []);

    public override NearestEncoderFields ToCarrier(NearestEncoder value) =>
        new() { encoding = value.Encoding, bIsMicrosoftBestFitFallback = true };

    public override NearestEncoder FromCarrier(NearestEncoderFields carrier) => new(null);
}

/// <summary>The character that is nearest to a byte of which a code page has none.</summary>
/// <inheritdoc cref="NearestEncoder"/>
sealed class NearestDecoder(Encoding? encoding) : DecoderFallback, IStandIn
{
    public const string Name = "System.Text.InternalDecoderBestFitFallback";

    public const char Replacement = '?';

    public Encoding? Encoding { get; } = encoding;

    public override int MaxCharCount => 1;

    public override DecoderFallbackBuffer CreateFallbackBuffer() =>
        (Encoding?.DecoderFallback ?? new DecoderReplacementFallback(Replacement.ToString())).CreateFallbackBuffer();
}

[FieldsOf(NearestDecoder.Name)]
struct NearestDecoderFields
{
    [OptionalField, FieldCache("System.Text", Declared = typeof(Encoding))] public object? encoding;
    [OptionalField, FieldCache("System", Declared = typeof(char[]))] public object? arrayBestFit;
    [OptionalField] public char cReplacement;
    [OptionalField] public bool bIsMicrosoftBestFitFallback;
}

sealed class NearestDecoderSurrogate : FieldsSurrogate<NearestDecoder, NearestDecoderFields>
{
    public override ClrName Name => new(NearestDecoder.Name, []);

    public override NearestDecoderFields ToCarrier(NearestDecoder value) =>
        new() { encoding = value.Encoding, cReplacement = NearestDecoder.Replacement, bIsMicrosoftBestFitFallback = true };

    public override NearestDecoder FromCarrier(NearestDecoderFields carrier) => new(null);
}

/// <summary>What UTF-7 does with what it cannot decode: of a class that nobody can name.</summary>
[FieldsOf(EncodingFallbacks.Utf7)]
struct Utf7DecoderFields
{
    [OptionalField] public bool bIsMicrosoftBestFitFallback;
}

sealed class Utf7DecoderSurrogate<TFallback> : FieldsSurrogate<TFallback, Utf7DecoderFields> where TFallback : DecoderFallback
{
    public override ClrName Name => new(EncodingFallbacks.Utf7, []);

    public override Utf7DecoderFields ToCarrier(TFallback value) => default;

    public override TFallback FromCarrier(Utf7DecoderFields carrier) => (TFallback)Utf7Encodings.UsualDecoder;
}

/// <summary>The encoding that is no longer recommended, in one place.</summary>
static class Utf7Encodings
{
#pragma warning disable SYSLIB0001 // what files hold
    public static DecoderFallback UsualDecoder => new UTF7Encoding().DecoderFallback;

    public static Encoding Make(bool allowsOptionals) => new UTF7Encoding(allowsOptionals);

    /// <summary>Whether "!" stands for itself, which no property says.</summary>
    public static bool AllowsOptionals(Encoding value) => value.GetByteCount("!") == 1;
#pragma warning restore SYSLIB0001

    const string Direct = "\t\n\r '(),-./0123456789:?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        Optional = "!\"#$%&*;<=>@[]^_`{|}", Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    /// <summary>How many of ASCII there are.</summary>
    const int All = 128;

    /// <summary>The digits of its base 64, what each character is of these, and which characters stand for themselves.</summary>
    public static (byte[] Digits, sbyte[] Values, bool[] Direct) Tables(bool allowsOptionals)
    {
        byte[] digits = Encoding.ASCII.GetBytes(Digits);
        sbyte[] values = new sbyte[All];
        Array.Fill(values, (sbyte)-1);
        for (int i = 0; i < digits.Length; i++)
            values[digits[i]] = (sbyte)i;
        bool[] direct = new bool[All];
        foreach (char c in allowsOptionals ? Direct + Optional : Direct)
            direct[c] = true;
        return (digits, values, direct);
    }
}
