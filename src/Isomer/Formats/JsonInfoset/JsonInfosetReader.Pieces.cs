using System.Xml;

namespace Isomer.Formats;

/// <summary>Values in pieces: characters, and the bytes that base64 or hexadecimal digits stand for.</summary>
internal sealed partial class JsonInfosetReader
{
    // How many characters of the text have been taken in pieces.
    int _taken;

    // Attributes of which characters were taken: one bit each. As in the original nothing is left of them then, whoever asks.
    int _emptied;

    // Bytes of a block of which the caller's buffer held only a part.
    readonly byte[] _rest = new byte[3];

    // An element's bytes are being read: its end is theirs.
    bool _inElement;
    int _restAt = 3;

    public override bool CanReadValueChunk => true;

    public override bool CanReadBinaryContent => true;

    /// <summary>What is left of the value; the value itself as long as nothing was taken.</summary>
    string Left(string value) => _taken == 0 ? value : value[_taken..];

    public override int ReadValueChunk(char[] buffer, int offset, int count)
    {
        CheckRange(buffer, offset, count);
        return TakeChars(buffer.AsSpan(offset, count));
    }

    int TakeChars(Span<char> target)
    {
        var left = WholeValue.AsSpan(_taken);
        int length = Math.Min(target.Length, left.Length);
        // A pair of surrogates is not parted, unless there is room for half of it alone: the original then says that nothing is left, and
        // passes over it.
        if (length > 1 && length < left.Length && char.IsHighSurrogate(left[length - 1]) && char.IsLowSurrogate(left[length]))
            length--;
        left[..length].CopyTo(target);
        if (_attribute >= 0)
            _emptied |= 1 << (int)Attribute(_attribute);
        else
            _taken += length;
        return length;
    }

    /// <summary>
    /// Text that is nothing but white space is passed over, as by the original. The text of an attribute's value is content too.
    /// </summary>
    public override XmlNodeType MoveToContent()
    {
        if (_inAttributeValue && (!WholeValue.AsSpan().IsWhiteSpace() || !Read()))
            return NodeType;
        MoveToElement();
        while (_node is XmlNodeType.Text or XmlNodeType.None && (_node == XmlNodeType.None || WholeValue.AsSpan(_taken).IsWhiteSpace()))
            if (!Read())
                return NodeType;
        return NodeType;
    }

    public override void ReadEndElement()
    {
        if (NodeType != XmlNodeType.EndElement && MoveToContent() != XmlNodeType.EndElement)
        {
            if (_open == 0 || (_open == 1 && _node == XmlNodeType.Element && !_inAttributeValue))
                throw new InvalidOperationException("No element is open.");
            throw new XmlException(
                $"Expected the end of an element, found {(_node == XmlNodeType.Element ? $"the element '{Name}'" : "text")}.", null,
                LineNumber, LinePosition);
        }
        Read();
    }

    /// <summary>The text of an element of this name, read as without the name: the base's method reads otherwise.</summary>
    public override string ReadElementString(string name)
    {
        if (NodeType != XmlNodeType.Element)
            MoveToStartElement();
        return Name == name ? ReadElementString() : throw Unnamed(name);
    }

    public override string ReadElementString(string localname, string ns)
    {
        if (NodeType != XmlNodeType.Element)
            MoveToStartElement();
        return LocalName == localname && NamespaceURI == ns ? ReadElementString() : throw Unnamed(localname);
    }

    XmlException Unnamed(string name) => new($"Expected the element '{name}', found '{Name}'.", null, LineNumber, LinePosition);

    public override int ReadContentAsBase64(byte[] buffer, int offset, int count) => ReadBytes(buffer, offset, count, isHex: false);

    public override int ReadContentAsBinHex(byte[] buffer, int offset, int count) => ReadBytes(buffer, offset, count, isHex: true);

    public override int ReadElementContentAsBase64(byte[] buffer, int offset, int count) =>
        ReadElementBytes(buffer, offset, count, isHex: false);

    public override int ReadElementContentAsBinHex(byte[] buffer, int offset, int count) =>
        ReadElementBytes(buffer, offset, count, isHex: true);

    public override int ReadValueAsBase64(byte[] buffer, int offset, int count) =>
        ReadBytes(buffer, offset, count, isHex: false, isWithin: true);

    /// <summary>Before the first node the reader goes to it.</summary>
    XmlNodeType MoveToContentOnce() => _node == XmlNodeType.None ? MoveToContent() : NodeType;

    int ReadElementBytes(byte[] buffer, int offset, int count, bool isHex)
    {
        CheckRange(buffer, offset, count);
        if (count == 0)
            return 0;
        if (!_inElement)
        {
            if (MoveToContent() != XmlNodeType.Element)
                throw new XmlException("The reader does not stand at the start of an element.", null, LineNumber, LinePosition);
            ReadStartElement();
            _inElement = true;
        }
        int length = ReadBytes(buffer, offset, count, isHex);
        if (length == 0)
        {
            _inElement = false;
            ReadEndElement();
        }
        return length;
    }

    /// <summary>
    /// As many whole blocks as the buffer holds, or a part of one, of which the rest comes next; 0 at the end of the content.
    /// </summary>
    /// <param name="buffer">Where the bytes go.</param>
    /// <param name="offset">Where in it.</param>
    /// <param name="count">How many at most.</param>
    /// <param name="isHex">Whether the text is hexadecimal digits, else base64.</param>
    /// <param name="isWithin">Whether the node is all there is: the reader stays at it.</param>
    int ReadBytes(byte[] buffer, int offset, int count, bool isHex, bool isWithin = false)
    {
        CheckRange(buffer, offset, count);
        if (count == 0)
            return 0;
        if (_restAt < _rest.Length)
        {
            int rest = Math.Min(count, _rest.Length - _restAt);
            _rest.AsSpan(_restAt, rest).CopyTo(buffer.AsSpan(offset));
            _restAt += rest;
            return rest;
        }
        if (isWithin
            ? NodeType != XmlNodeType.Text || _attribute >= 0
            : MoveToContentOnce() is XmlNodeType.Element or XmlNodeType.EndElement or XmlNodeType.None)
            return 0;
        const int Most = 512;
        int digits = isHex ? 2 : 4, bytes = isHex ? 1 : 3;
        int blocks = Math.Max(Math.Min(count, Most) / bytes, 1);
        char[] text = _digits ??= new char[Most * 2];
        Span<byte> decoded = stackalloc byte[Most + 2];
        int decodedLength = TakeBytes(text, blocks * digits, digits, isHex, isWithin, decoded);
        int taken = Math.Min(decodedLength, count);
        decoded[..taken].CopyTo(buffer.AsSpan(offset));
        if (taken < decodedLength)
        {
            _restAt = _rest.Length - (decodedLength - taken);
            decoded[taken..decodedLength].CopyTo(_rest.AsSpan(_restAt));
        }
        return taken;
    }

    // Digits that were taken and are no whole block yet.
    readonly char[] _pending = new char[3];
    int _pendingCount;
    char[]? _digits;

    /// <summary>
    /// The bytes of the next whole blocks of the content. White space is looked for only where there is something wrong, and then taken
    /// out, as in the original.
    /// </summary>
    int TakeBytes(char[] text, int room, int block, bool isHex, bool isWithin, Span<byte> decoded)
    {
        int length = 0;
        while (true)
        {
            _pending.AsSpan(0, _pendingCount).CopyTo(text.AsSpan(length));
            length += _pendingCount;
            _pendingCount = 0;
            while (length < block)
            {
                int read = isWithin ? ReadValueChunk(text, length, room - length) : ReadContentAsChars(text, length, room - length);
                if (read == 0)
                    break;
                if (read > 1 || isWithin || text[length] != '\n')
                    length += read;
            }
            if (length > block)
            {
                _pendingCount = length % block;
                length -= _pendingCount;
                text.AsSpan(length, _pendingCount).CopyTo(_pending);
            }
            if (TryDecode(text.AsSpan(0, length), decoded, isHex, out int written))
                return written;
            int kept = 0;
            for (int i = 0; i < length; i++)
                if (text[i] is not (' ' or '\t' or '\r' or '\n'))
                    text[kept++] = text[i];
            if (kept == length)
                throw new XmlException($"'{new string(text, 0, length)}' is not {(isHex ? "in pairs of hexadecimal digits" : "base64")}.",
                    null, LineNumber, LinePosition);
            length = kept;
        }
    }

    static bool TryDecode(ReadOnlySpan<char> text, Span<byte> bytes, bool isHex, out int written) => isHex
        ? Convert.FromHexString(text, bytes, out _, out written) == System.Buffers.OperationStatus.Done
        : Convert.TryFromBase64Chars(text, bytes, out written);

    static void CheckRange<T>(T[] buffer, int offset, int count)
    {
        ArgumentNullException.ThrowIfNull(buffer);
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(offset, buffer.Length);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, buffer.Length - offset);
    }
}
