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
    [OptionalField] public bool m_isReadOnly;
    [OptionalField, FieldCache("System.Text", Declared = typeof(EncoderFallback))] public object? encoderFallback;
    [OptionalField, FieldCache("System.Text", Declared = typeof(DecoderFallback))] public object? decoderFallback;
    [OptionalField, FieldAlias("_emitUTF8Identifier")] public bool emitUTF8Identifier;
    [OptionalField, FieldAlias("_emitUTF32ByteOrderMark")] public bool emitUTF32ByteOrderMark;
    [OptionalField, FieldAlias("_isThrowException")] public bool isThrowException;
    [OptionalField, FieldAlias("_bigEndian")] public bool bigEndian;
    [OptionalField] public bool byteOrderMark;
    [NonSerialized] public bool IsUtf8;
    [NonSerialized] public bool IsUtf16;
    [NonSerialized] public bool IsUtf32;

    public readonly bool HasemitUTF8Identifier() => IsUtf8;
    public readonly bool HasemitUTF32ByteOrderMark() => IsUtf32;
    public readonly bool HasisThrowException() => IsUtf8 || IsUtf16 || IsUtf32;
    public readonly bool HasbigEndian() => IsUtf16 || IsUtf32;
    public readonly bool HasbyteOrderMark() => IsUtf16;
}

/// <summary>One of those that the runtime itself has; of others (code pages of Windows) nothing is made.</summary>
sealed class EncodingSurrogate<TEncoding> : FieldsSurrogate<TEncoding, EncodingFields> where TEncoding : Encoding
{
    const int Utf16 = 1200, Utf16BigEndian = 1201, Utf32 = 12000, Utf32BigEndian = 12001, Ascii = 20127, Utf8 = 65001;

    public override ClrName Name =>
        new(typeof(UTF8Encoding).IsAssignableFrom(typeof(TEncoding)) ? "System.Text.UTF8Encoding"
            : typeof(UnicodeEncoding).IsAssignableFrom(typeof(TEncoding)) ? "System.Text.UnicodeEncoding"
            : typeof(UTF32Encoding).IsAssignableFrom(typeof(TEncoding)) ? "System.Text.UTF32Encoding"
            : typeof(ASCIIEncoding).IsAssignableFrom(typeof(TEncoding)) ? "System.Text.ASCIIEncoding"
            : typeof(TEncoding).FullName!, []);

    public override EncodingFields ToCarrier(TEncoding value)
    {
        bool hasMark = !value.Preamble.IsEmpty, throws = value.DecoderFallback is DecoderExceptionFallback;
        if (!IsCarried(value, throws && value.CodePage != Ascii))
            throw new NotSupportedException(
                $"The encoding '{value.WebName}' does something of its own with what it cannot encode or decode, which is not carried. "
                + "Write its code page.");
        return value.CodePage switch
        {
            Utf8 => new()
            {
                m_codePage = Utf8,
                m_isReadOnly = value.IsReadOnly,
                IsUtf8 = true,
                emitUTF8Identifier = hasMark,
                isThrowException = throws
            },
            Utf16 or Utf16BigEndian =>
                new()
                {
                    m_codePage = value.CodePage,
                    m_isReadOnly = value.IsReadOnly,
                    IsUtf16 = true,
                    bigEndian = value.CodePage == Utf16BigEndian,
                    byteOrderMark = hasMark,
                    isThrowException = throws
                },
            Utf32 or Utf32BigEndian =>
                new()
                {
                    m_codePage = value.CodePage,
                    m_isReadOnly = value.IsReadOnly,
                    IsUtf32 = true,
                    emitUTF32ByteOrderMark = hasMark,
                    isThrowException = throws,
                    bigEndian = value.CodePage == Utf32BigEndian
                },
            Ascii => new() { m_codePage = Ascii, m_isReadOnly = value.IsReadOnly },
            _ => throw new NotSupportedException(
                $"The encoding '{value.WebName}' is none of those that are carried: UTF-8, UTF-16, UTF-32 and ASCII are. "
                + "Write its code page."),
        };
    }

    /// <summary>Whether both fallbacks are what its switch says: exceptions, or else what the framework's own encoding has.</summary>
    static bool IsCarried(Encoding value, bool throws) => throws
        ? value.EncoderFallback is EncoderExceptionFallback
        : value.EncoderFallback is EncoderReplacementFallback encoder && value.DecoderFallback is DecoderReplacementFallback decoder
            && (value.CodePage is not (Utf8 or Utf16 or Utf16BigEndian or Utf32 or Utf32BigEndian or Ascii)
                || encoder.DefaultString == (value.CodePage == Ascii ? "?" : "\uFFFD")
                && decoder.DefaultString == (value.CodePage == Ascii ? "?" : "\uFFFD"));

    public override TEncoding FromCarrier(EncodingFields carrier)
    {
        var made = Made(carrier);
        return (TEncoding)(carrier.m_isReadOnly ? made : made.Clone());
    }

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
        _ => throw Wrong(nameof(carrier.m_codePage), $"is {carrier.m_codePage}, of which no encoding is made"),
    };
}
