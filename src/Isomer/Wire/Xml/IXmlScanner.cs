using System.Xml;

namespace Isomer.Wire.Xml;

/// <summary>
/// What a format reads XML through, whichever form it has: <see cref="XmlScanner"/> over text, <see cref="XmlBinaryScanner"/> over records.
/// The members mean what they mean there.
/// </summary>
internal interface IXmlScanner<TSelf> where TSelf : struct, IXmlScanner<TSelf>, allows ref struct
{
    /// <summary>Whether offsets are places in a text, which have lines.</summary>
    static abstract bool IsText { get; }

    /// <summary>
    /// Whether it is a reader of the caller's, which is asked for names by strings of a dictionary, and has no bytes to compare.
    /// </summary>
    static abstract bool IsReader { get; }

    /// <summary>
    /// Whether it reads through a reader that is no XmlDictionaryReader: the original reads arrays of scalars otherwise there.
    /// </summary>
    bool IsPlain { get; }

    /// <summary>The input as the scanner takes it; how many bytes at its beginning are left out.</summary>
    static abstract ReadOnlySpan<byte> Prepare(ReadOnlySpan<byte> input, XmlRules rules, out int skipped);

    /// <param name="input">The whole document.</param>
    /// <param name="rules">What is taken.</param>
    /// <param name="names">The dictionary that a binary document's names are in, if there is one.</param>
    static abstract TSelf Create(ReadOnlySpan<byte> input, XmlRules rules, XmlBinaryNames? names);

    void Dispose();

    int Position { get; }

    /// <summary>How long the document is, in bytes; 0 of a reader of the caller's, which does not say.</summary>
    int Length { get; }

    bool HasAttributes { get; }

    XmlToken Peek();

    XmlToken PeekText();

    bool IsAtEnd { get; }

    void ReadStart();

    ReadOnlySpan<byte> ReadText();

    string ReadString();

    void ReadEnd();

    int Depth { get; }

    void SkipText();

    void SkipRest();

    void End();

    bool TryFindPrefix(int number, out int start, out int length);

    bool TryStart(ref byte tag, int length);

    /// <summary>Opens the element of this name if it comes next; of readers only.</summary>
    bool TryStart(XmlDictionaryString name, XmlDictionaryString ns);

    /// <summary>Whether the element that was just opened has this name; of readers only.</summary>
    bool IsStarted(XmlDictionaryString name, XmlDictionaryString ns);

    /// <summary>The name is followed by one byte more.</summary>
    bool TryStart(int prefixStart, int prefixLength, ReadOnlySpan<byte> tag);

    bool TryNil(ref byte tag, int length);

    bool TryLeafEnd(int count, ref byte tag, int length);

    int Resolve(ReadOnlySpan<byte> prefix);

    ReadOnlySpan<byte> LocalName { get; }

    int Namespace { get; }

    string NamespaceText(int number);

    int FindAttribute(int ns, ReadOnlySpan<byte> local);

    int AttributeCount { get; }

    ReadOnlySpan<byte> AttributePrefix(int index);

    ReadOnlySpan<byte> AttributeName(int index);

    int AttributeNamespace(int index);

    ReadOnlySpan<byte> AttributeValue(int index);

    // A value in its usual form and the end of the leaf that TryStart has opened, both taken; else nothing is taken.
    bool TryBoolean(ref byte tag, int length, out bool value);

    bool TryInt32(ref byte tag, int length, out int value);

    bool TryInt64(ref byte tag, int length, long least, long most, out long value);

    bool TrySingle(ref byte tag, int length, out float value);

    bool TryDouble(ref byte tag, int length, out double value);

    bool TryDecimal(ref byte tag, int length, out decimal value);

    bool TryDateTime(ref byte tag, int length, out DateTime value);

    /// <summary>The content as bytes, base64 where it is text; false if it is not that.</summary>
    bool TryBytes(out byte[] value);

    /// <summary>
    /// The items of the packed array whose item was just opened, that one and those behind it, if they are of this type, and then taken.
    /// </summary>
    T[]? TakeRest<T>() where T : unmanaged;

    /// <summary>A reader over the element that is open, at its start, with all that is declared around it. The element is taken.</summary>
    XmlReader OpenReader();

    WireFormatException Error(string problem, Exception? inner = null);
}
