using System.Runtime.Serialization;
using System.Text;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// Encodings by their code pages, as .NET Framework and mono (whose fields begin with an underscore) wrote them.

[FieldsOf(typeof(Encoding))]
struct EncodingFields
{
    public int m_codePage;
    [OptionalField, FieldCache("System.Text")] public object? dataItem;
    [OptionalField, FieldBase("Encoding", IsNameAlone = true), FieldAlias("m_isReadOnly")] public bool m_isReadOnly;
    [OptionalField, FieldCache("System.Text", Declared = typeof(EncoderFallback), IsRead = true)] public object? encoderFallback;
    [OptionalField, FieldCache("System.Text", Declared = typeof(DecoderFallback), IsRead = true)] public object? decoderFallback;
    [OptionalField, FieldAlias("_emitUTF8Identifier")] public bool emitUTF8Identifier;
    [OptionalField, FieldAlias("_emitUTF32ByteOrderMark")] public bool emitUTF32ByteOrderMark;
    [OptionalField, FieldAlias("_isThrowException")] public bool isThrowException;
    [OptionalField, FieldAlias("_bigEndian")] public bool bigEndian;
    [OptionalField] public bool byteOrderMark;

    // Of UTF-7: which characters stand for themselves is all that the tables say beside what they always are.
    [OptionalField, FieldAlias("_base64Bytes")] public byte[]? base64Bytes;
    [OptionalField, FieldAlias("_base64Values")] public sbyte[]? base64Values;
    [OptionalField, FieldAlias("_directEncode")] public bool[]? directEncode;
    [OptionalField, FieldAlias("_allowOptionals")] public bool m_allowOptionals;
    [NonSerialized] public bool IsUtf7;
    [NonSerialized] public bool IsUtf8;
    [NonSerialized] public bool IsUtf16;
    [NonSerialized] public bool IsUtf32;

    public readonly bool HasemitUTF8Identifier() => IsUtf8;
    public readonly bool HasemitUTF32ByteOrderMark() => IsUtf32;
    public readonly bool HasisThrowException() => IsUtf8 || IsUtf16 || IsUtf32;
    public readonly bool HasbigEndian() => IsUtf16 || IsUtf32;
    public readonly bool HasbyteOrderMark() => IsUtf16;
    public readonly bool Hasbase64Bytes() => IsUtf7;
    public readonly bool Hasbase64Values() => IsUtf7;
    public readonly bool HasdirectEncode() => IsUtf7;
    public readonly bool Hasm_allowOptionals() => IsUtf7;
}

/// <summary>One of those that .NET Framework writes as fields; for others see <see cref="CodePageEncoding"/>.</summary>
sealed class EncodingSurrogate<TEncoding> : FieldsSurrogate<TEncoding, EncodingFields> where TEncoding : Encoding
{
    const int Utf16 = 1200, Utf16BigEndian = 1201, Utf32 = 12000, Utf32BigEndian = 12001, Ascii = 20127, Utf7 = 65000, Utf8 = 65001;

    public override ClrName Name =>
        new(typeof(UTF8Encoding).IsAssignableFrom(typeof(TEncoding)) ? "System.Text.UTF8Encoding"
            : typeof(UnicodeEncoding).IsAssignableFrom(typeof(TEncoding)) ? "System.Text.UnicodeEncoding"
            : typeof(UTF32Encoding).IsAssignableFrom(typeof(TEncoding)) ? "System.Text.UTF32Encoding"
            : typeof(ASCIIEncoding).IsAssignableFrom(typeof(TEncoding)) ? "System.Text.ASCIIEncoding"
            : typeof(TEncoding).FullName!, []);

    public override EncodingFields ToCarrier(TEncoding value)
    {
        bool hasMark = !value.Preamble.IsEmpty;
        bool throws = value is { EncoderFallback: EncoderExceptionFallback, DecoderFallback: DecoderExceptionFallback };
        var carrier = new EncodingFields { m_codePage = value.CodePage, m_isReadOnly = value.IsReadOnly };
        switch (value.CodePage)
        {
            case Utf8:
                (carrier.IsUtf8, carrier.emitUTF8Identifier, carrier.isThrowException) = (true, hasMark, throws);
                break;
            case Utf16 or Utf16BigEndian:
                (carrier.IsUtf16, carrier.byteOrderMark, carrier.isThrowException) = (true, hasMark, throws);
                carrier.bigEndian = value.CodePage == Utf16BigEndian;
                break;
            case Utf32 or Utf32BigEndian:
                (carrier.IsUtf32, carrier.emitUTF32ByteOrderMark, carrier.isThrowException) = (true, hasMark, throws);
                carrier.bigEndian = value.CodePage == Utf32BigEndian;
                break;
            case Utf7:
                carrier.m_allowOptionals = Utf7Encodings.AllowsOptionals(value);
                (carrier.base64Bytes, carrier.base64Values, carrier.directEncode) = Utf7Encodings.Tables(carrier.m_allowOptionals);
                carrier.IsUtf7 = true;
                break;
            case Ascii:
                break;
            default:
                throw new NotSupportedException(
                    $"The encoding '{value.WebName}' has a class of its own, which is not carried. Write its code page.");
        }
        // The usual ones are what null says; where one of the two is null, .NET Framework and mono take the usual one for the other, too.
        var usual = Made(carrier with { isThrowException = false });
        if (!value.EncoderFallback.Equals(usual.EncoderFallback) || !value.DecoderFallback.Equals(usual.DecoderFallback))
            (carrier.encoderFallback, carrier.decoderFallback) =
                (EncodingFallbacks.Carried(value.EncoderFallback, value), EncodingFallbacks.Carried(value.DecoderFallback, value));
        return carrier;
    }

    public override TEncoding FromCarrier(EncodingFields carrier)
    {
        var made = Made(carrier);
        var (encoder, decoder) = (Fallback<EncoderFallback>(carrier.encoderFallback, nameof(carrier.encoderFallback)),
            Fallback<DecoderFallback>(carrier.decoderFallback, nameof(carrier.decoderFallback)));
        bool isUsual = encoder?.Equals(made.EncoderFallback) != false && decoder?.Equals(made.DecoderFallback) != false;
        if (isUsual && carrier.m_isReadOnly)
            return (TEncoding)made;
        // One that may be changed: there is no other with fallbacks of its own.
        var own = (Encoding)made.Clone();
        (own.EncoderFallback, own.DecoderFallback) = (encoder ?? own.EncoderFallback, decoder ?? own.DecoderFallback);
        return (TEncoding)own;
    }

    static TFallback? Fallback<TFallback>(object? value, string field) where TFallback : class =>
        value is null or TFallback ? (TFallback?)value : throw Wrong(field, "is no fallback");

    static Encoding Made(in EncodingFields carrier) => carrier.m_codePage switch
    {
        Utf8 => carrier.emitUTF8Identifier && !carrier.isThrowException && typeof(TEncoding).IsInstanceOfType(Encoding.UTF8)
            ? Encoding.UTF8
            : new UTF8Encoding(carrier.emitUTF8Identifier, carrier.isThrowException),
        Utf16 or Utf16BigEndian =>
            new UnicodeEncoding(carrier.m_codePage == Utf16BigEndian, carrier.byteOrderMark, carrier.isThrowException),
        Utf32 or Utf32BigEndian =>
            new UTF32Encoding(carrier.m_codePage == Utf32BigEndian, carrier.emitUTF32ByteOrderMark, carrier.isThrowException),
        Ascii => Encoding.ASCII,
        Utf7 => Utf7Encodings.Make(carrier.m_allowOptionals || carrier.directEncode is { Length: > '!' } and { } direct && direct['!']),
        _ => throw Wrong(nameof(carrier.m_codePage), $"is {carrier.m_codePage}, of which no encoding is made"),
    };
}

// What an encoding does with what it cannot encode or decode. The runtime's usual ones are not written (null says them).

[FieldsOf(typeof(EncoderExceptionFallback))]
struct EncoderThrowsFields;

sealed class EncoderThrowsSurrogate : FieldsSurrogate<EncoderExceptionFallback, EncoderThrowsFields>
{
    public override ClrName Name => new("System.Text.EncoderExceptionFallback", []);

    public override EncoderThrowsFields ToCarrier(EncoderExceptionFallback value) => default;

    public override EncoderExceptionFallback FromCarrier(EncoderThrowsFields carrier) => new();
}

[FieldsOf(typeof(DecoderExceptionFallback))]
struct DecoderThrowsFields;

sealed class DecoderThrowsSurrogate : FieldsSurrogate<DecoderExceptionFallback, DecoderThrowsFields>
{
    public override ClrName Name => new("System.Text.DecoderExceptionFallback", []);

    public override DecoderThrowsFields ToCarrier(DecoderExceptionFallback value) => default;

    public override DecoderExceptionFallback FromCarrier(DecoderThrowsFields carrier) => new();
}

[FieldsOf(typeof(EncoderReplacementFallback))]
struct EncoderReplacesFields
{
    public string? strDefault;
    [OptionalField, FieldBase("EncoderFallback")] public bool bIsMicrosoftBestFitFallback;

    public readonly bool HasbIsMicrosoftBestFitFallback() => false;
}

sealed class EncoderReplacesSurrogate : FieldsSurrogate<EncoderReplacementFallback, EncoderReplacesFields>
{
    public override ClrName Name => new("System.Text.EncoderReplacementFallback", []);

    public override EncoderReplacesFields ToCarrier(EncoderReplacementFallback value) => new() { strDefault = value.DefaultString };

    public override EncoderReplacementFallback FromCarrier(EncoderReplacesFields carrier)
    {
        string text = Given(carrier.strDefault, nameof(carrier.strDefault));
        try
        {
            return new EncoderReplacementFallback(text);
        }
        catch (ArgumentException e)
        {
            throw Wrong(nameof(carrier.strDefault), $"is no text that replaces others ({e.Message})");
        }
    }
}

[FieldsOf(typeof(DecoderReplacementFallback))]
struct DecoderReplacesFields
{
    public string? strDefault;
    [OptionalField, FieldBase("DecoderFallback")] public bool bIsMicrosoftBestFitFallback;

    public readonly bool HasbIsMicrosoftBestFitFallback() => false;
}

sealed class DecoderReplacesSurrogate : FieldsSurrogate<DecoderReplacementFallback, DecoderReplacesFields>
{
    public override ClrName Name => new("System.Text.DecoderReplacementFallback", []);

    public override DecoderReplacesFields ToCarrier(DecoderReplacementFallback value) => new() { strDefault = value.DefaultString };

    public override DecoderReplacementFallback FromCarrier(DecoderReplacesFields carrier)
    {
        string text = Given(carrier.strDefault, nameof(carrier.strDefault));
        try
        {
            return new DecoderReplacementFallback(text);
        }
        catch (ArgumentException e)
        {
            throw Wrong(nameof(carrier.strDefault), $"is no text that replaces others ({e.Message})");
        }
    }
}
