namespace Isomer.Wire.Xml;

/// <summary>
/// The first bytes of the records of binary XML ([MC-NBFX]). Those with a letter have the prefix a..z in the byte itself; those of text are
/// even, and odd where the element ends behind them.
/// </summary>
internal static class XmlRecord
{
    public const byte EndElement = 0x01, Comment = 0x02, Array = 0x03;

    public const byte ShortAttribute = 0x04, Attribute = 0x05, ShortDictionaryAttribute = 0x06, DictionaryAttribute = 0x07;

    public const byte ShortXmlns = 0x08, Xmlns = 0x09, ShortDictionaryXmlns = 0x0A, DictionaryXmlns = 0x0B;

    public const byte LetterDictionaryAttribute = 0x0C, LetterAttribute = 0x26, LastAttribute = 0x3F;

    public const byte ShortElement = 0x40, Element = 0x41, ShortDictionaryElement = 0x42, DictionaryElement = 0x43;

    public const byte LetterDictionaryElement = 0x44, LetterElement = 0x5E, LastElement = 0x77;

    public const byte Zero = 0x80, One = 0x82, False = 0x84, True = 0x86, Int8 = 0x88, Int16 = 0x8A, Int32 = 0x8C, Int64 = 0x8E;

    public const byte Single = 0x90, Double = 0x92, Decimal = 0x94, DateTime = 0x96, Chars8 = 0x98, Chars16 = 0x9A, Chars32 = 0x9C;

    public const byte Bytes8 = 0x9E, Bytes16 = 0xA0, Bytes32 = 0xA2, StartList = 0xA4, EndList = 0xA6, Empty = 0xA8, Dictionary = 0xAA;

    public const byte UniqueId = 0xAC, TimeSpan = 0xAE, Guid = 0xB0, UInt64 = 0xB2, Bool = 0xB4, Unicode8 = 0xB6, Unicode16 = 0xB8,
        Unicode32 = 0xBA;

    public const byte QName = 0xBC;

    /// <summary>Added to a text record behind which the element ends.</summary>
    public const byte WithEnd = 1;
}
