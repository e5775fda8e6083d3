using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;
using System.Text.Unicode;
using System.Xml;

namespace Isomer.Wire.Xml;

/// <summary>
/// A strict pull tokenizer over one document of binary XML ([MC-NBFX]), without allocation: <see cref="XmlScanner"/>'s twin, which has the
/// same members for the same purposes. This file has what comes next and ends; .Tags elements and attributes, .Text text, .Values values.
/// </summary>
/// <remarks>
/// A record of text may end its element; then the end comes without a byte. A packed array is seen as its items, each an
/// element with one value: the header is read again for each. Names are compared as they lie in the input; only
/// those of elements that are not expected are looked at as text.
/// </remarks>
internal ref partial struct XmlBinaryScanner : IXmlScanner<XmlBinaryScanner>
{
    readonly ref byte _start;
    readonly int _length;
    readonly XmlRules _rules;
    readonly XmlBinaryNames? _names;
    readonly XmlBinaryScope _scope;
    int _position;
    int _depth;
    int _bindings;
    int _attributes;

    // What was read last was the end of the open element too.
    bool _isEnded;

    // A packed array: items that are left with the one that is open, at this depth; where their element's record is; what each is.
    int _itemsLeft;
    int _itemsDepth;
    int _itemRecord;
    int _itemRecordEnd;
    byte _itemKind;

    XmlBinaryScanner(ReadOnlySpan<byte> input, XmlRules rules, XmlBinaryNames? names)
    {
        _start = ref MemoryMarshal.GetReference(input);
        _length = input.Length;
        _rules = rules;
        _names = names;
        _scope = XmlBinaryScope.Take();
    }

    public static bool IsText => false;

    public static bool IsReader => false;

    public readonly bool IsPlain => false;

    public readonly bool TryStart(XmlDictionaryString name, XmlDictionaryString ns) => throw new NotSupportedException();

    public readonly bool IsStarted(XmlDictionaryString name, XmlDictionaryString ns) => throw new NotSupportedException();

    public static ReadOnlySpan<byte> Prepare(ReadOnlySpan<byte> input, XmlRules rules, out int skipped)
    {
        skipped = 0;
        return input;
    }

    public static XmlBinaryScanner Create(ReadOnlySpan<byte> input, XmlRules rules, XmlBinaryNames? names) => new(input, rules, names);

    public readonly void Dispose() => _scope?.Return();

    public readonly int Position => _position;

    public readonly int Length => _length;

    readonly ReadOnlySpan<byte> Input => MemoryMarshal.CreateReadOnlySpan(ref _start, _length);

    public readonly bool HasAttributes => _attributes != 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly ref byte At(int offset) => ref Unsafe.Add(ref _start, (nint)(uint)offset);

    /// <summary>Whether the item of a packed array is open.</summary>
    readonly bool IsInItem
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _itemsLeft != 0 && _depth > _itemsDepth;
    }

    /// <summary>Whether the open element ends here.</summary>
    public readonly bool IsAtEnd
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _isEnded || (_itemsLeft == 0 && _position < _length && At(_position) == XmlRecord.EndElement && _depth > 0);
    }

    static bool IsStart(byte record) => record is (>= XmlRecord.ShortElement and <= XmlRecord.LastElement) or XmlRecord.Array;

    public XmlToken Peek()
    {
        if (_position < _length && !_isEnded && _itemsLeft == 0)
        {
            byte record = At(_position);
            if (IsStart(record))
                return XmlToken.Start;
            if (record == XmlRecord.EndElement && _depth > 0)
                return XmlToken.End;
        }
        return PeekFurther(skipsWhite: true);
    }

    public XmlToken PeekText() => PeekFurther(skipsWhite: false);

    [MethodImpl(MethodImplOptions.NoInlining)]
    XmlToken PeekFurther(bool skipsWhite)
    {
        while (!_isEnded)
        {
            if (_itemsLeft != 0)
                return _depth > _itemsDepth ? XmlToken.Text : XmlToken.Start;
            if (_position >= _length)
                return _depth == 0 ? XmlToken.Nothing : throw UnexpectedEnd();
            byte record = At(_position);
            if (IsStart(record))
                return XmlToken.Start;
            if (record == XmlRecord.EndElement)
                return _depth > 0 ? XmlToken.End : throw Error("An element ends where none is open.");
            if (record == XmlRecord.Comment)
            {
                SkipComment();
                continue;
            }
            if (record < XmlRecord.Zero)
                throw Error($"A record cannot begin with {record:X2} here.");
            if (_depth == 0)
                throw Error("Text stands outside of the root element.");
            if (!skipsWhite || !TrySkipWhite())
                return XmlToken.Text;
        }
        return XmlToken.End;
    }

    void SkipComment()
    {
        int at = _position + 1;
        int length = ReadNumber(ref at);
        if (length > _length - at)
            throw UnexpectedEnd();
        _position = at + length;
    }

    /// <summary>Passes over a record of text that is white space or nothing.</summary>
    bool TrySkipWhite()
    {
        byte kind = At(_position);
        int data = ReadTextHead(_position, out int length);
        bool isWhite = (kind & ~1) == XmlRecord.Empty
            || ((kind & ~1) is XmlRecord.Chars8 or XmlRecord.Chars16 or XmlRecord.Chars32 && XmlChars.IsWhite(Input.Slice(data, length)));
        if (!isWhite)
            return false;
        _position = data + length;
        _isEnded = (kind & 1) != 0;
        return true;
    }

    public void End()
    {
        if (PeekFurther(skipsWhite: true) != XmlToken.Nothing)
            throw Error("Expected the end of the document: there is one root element.");
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ref XmlBinaryElement Push()
    {
        var elements = _scope.Elements;
        if ((uint)_depth >= (uint)elements.Length || _depth >= _rules.MaxDepth)
            elements = GrowElements();
        return ref elements[_depth++];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly XmlBinaryElement[] GrowElements()
    {
        if (_depth >= _rules.MaxDepth)
            throw Error($"Elements nest deeper than {_rules.MaxDepth} levels.");
        Array.Resize(ref _scope.Elements, Math.Min(_scope.Elements.Length * 2, Math.Max(_rules.MaxDepth, 1)));
        return _scope.Elements;
    }

    public void ReadEnd()
    {
        if (_isEnded)
            _isEnded = false;
        else if (_itemsLeft == 0 && _position < _length && At(_position) == XmlRecord.EndElement)
            _position++;
        else if (PeekFurther(skipsWhite: true) is var token and not XmlToken.End)
            throw Error(
                $"Expected the end of '{Encoding.UTF8.GetString(LocalName)}', found {(token == XmlToken.Start ? "an element" : "text")}.");
        else if (_isEnded)
            _isEnded = false;
        else
            _position++;
        _depth--;
        _bindings = _scope.Elements[_depth].Outside;
        if (_itemsLeft != 0 && _depth == _itemsDepth)
            _itemsLeft--;
    }

    /// <summary>Takes the end of an element of which nothing but text was read, if that said so.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryLeafEnd(int count, ref byte tag, int length)
    {
        if (!_isEnded || _itemsLeft != 0)
            return false;
        _isEnded = false;
        _bindings = _scope.Elements[--_depth].Outside;
        return true;
    }

    public readonly int Depth => _depth;

    public void SkipRest() => XmlScans.SkipRest(ref this);

    /// <summary>The framework's reader over the open element's records, in an element that has all that is declared around.</summary>
    public XmlReader OpenReader()
    {
        using var stream = new MemoryStream();
        stream.Write([XmlRecord.ShortElement, 1, (byte)'x']);
        for (int i = 0; i < _bindings; i++)
        {
            var prefix = TextOf(_scope.Bindings[i].Prefix);
            if (IsHidden(i, prefix))
                continue;
            stream.WriteByte(prefix.Length == 0 ? XmlRecord.ShortXmlns : XmlRecord.Xmlns);
            if (prefix.Length > 0)
                WriteName(stream, prefix);
            WriteName(stream, TextOf(_scope.Bindings[i].Uri));
        }
        int start = _scope.Elements[_depth - 1].Record;
        if (IsInItem)
        {
            // Only this item, with its value as a record of its own.
            stream.Write(Input[start.._itemRecordEnd]);
            stream.WriteByte(_itemKind);
            int value = _position;
            SkipRest();
            stream.Write(Input[value.._position]);
        }
        else
        {
            SkipRest();
            stream.Write(Input[start.._position]);
        }
        stream.WriteByte(XmlRecord.EndElement);
        var reader = XmlDictionaryReader.CreateBinaryReader(stream.GetBuffer(), 0, (int)stream.Length, _names?.Dictionary,
            XmlDictionaryReaderQuotas.Max, _names?.ReaderSession);
        reader.MoveToContent();
        reader.Read();
        reader.MoveToContent();
        return reader;
    }

    readonly bool IsHidden(int index, ReadOnlySpan<byte> prefix)
    {
        for (int i = index + 1; i < _bindings; i++)
            if (TextOf(_scope.Bindings[i].Prefix).SequenceEqual(prefix))
                return true;
        return prefix.SequenceEqual("xml"u8);
    }

    static void WriteName(MemoryStream stream, ReadOnlySpan<byte> name)
    {
        int length = name.Length;
        for (; length > 0x7F; length >>= 7)
            stream.WriteByte((byte)(length | 0x80));
        stream.WriteByte((byte)length);
        stream.Write(name);
    }

    readonly WireFormatException UnexpectedEnd()
    {
        // An element whose own name is cut off has none yet.
        ReadOnlySpan<byte> open = default;
        for (int i = _depth - 1; i >= 0 && open.IsEmpty; i--)
            open = TextOf(_scope.Elements[i].Name);
        string problem = open.IsEmpty ? "The document ends too early." : $"The document ends within '{Encoding.UTF8.GetString(open)}'.";
        return new(problem) { Offset = _length };
    }

    public readonly WireFormatException Error(string problem, Exception? inner = null) => new(problem, inner) { Offset = _position };

    static WireFormatException ErrorAt(int offset, string problem) => new(problem) { Offset = offset };
}
