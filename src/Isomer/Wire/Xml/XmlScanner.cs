using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

namespace Isomer.Wire.Xml;

/// <summary>
/// A strict pull tokenizer over one XML document in UTF-8, without allocation: names and text are spans of the input.
/// </summary>
/// <remarks>
/// <para>
/// <see cref="Peek"/> says what comes, without taking it: <see cref="ReadStart"/>, <see cref="ReadText"/> or
/// <see cref="ReadEnd"/> take it. <see cref="TryStart(ref byte, int)"/> is the short way where one tag is expected: a comparison of bytes.
/// An element without content (<c>&lt;a/&gt;</c>) is a start whose end comes at once. Comments are passed over everywhere,
/// document types refused everywhere, so that there are no entities but the five.
/// </para>
/// <para>
/// Spans that text and attribute values come in are good until the next call that reads. Namespaces are numbers
/// (<see cref="XmlNamespaces"/>); one that no type has is a negative number that says where it is declared.
/// The caller has checked that the bytes are UTF-8 (<see cref="XmlInput"/>), once for all of them.
/// </para>
/// </remarks>
internal ref partial struct XmlScanner
{
    readonly ref byte _start;
    readonly int _length;
    readonly XmlRules _rules;
    readonly XmlScope _scope;
    // The open elements, and how many there may be before more room or an error is due.
    ref XmlOpenElement _elements;
    int _room;
    int _position;
    int _depth;
    int _bindings;
    int _attributes;
    bool _isEmpty;

    public XmlScanner(ReadOnlySpan<byte> text, XmlRules rules)
    {
        _start = ref MemoryMarshal.GetReference(text);
        _length = text.Length;
        _rules = rules;
        // Before anything is lent: whoever is refused here has no scanner to dispose of.
        if (text.StartsWith("<?xml"u8) && text.Length > 5 && !XmlChars.IsName(text[5]))
            ReadDeclaration();
        _scope = XmlScope.Take();
        HoldElements();
    }

    /// <summary>Gives the arrays back. The scanner must not be used after.</summary>
    public readonly void Dispose() => _scope?.Return();

    /// <summary>The offset that has been reached.</summary>
    public readonly int Position => _position;

    public readonly int Length => _length;

    /// <summary>How many elements are open.</summary>
    public readonly int Depth => _depth;

    public readonly ReadOnlySpan<byte> Input => MemoryMarshal.CreateReadOnlySpan(ref _start, _length);

    /// <summary>Whether the element that was just opened has no content: its end comes next, without a tag.</summary>
    public readonly bool IsEmpty => _isEmpty;

    /// <summary>The bytes from the position on; text where no tag stands.</summary>
    public readonly ref byte Here
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref Unsafe.Add(ref _start, (nint)(uint)_position);
    }

    /// <summary>Whether the element that was opened last has attributes, declarations of namespaces aside.</summary>
    public readonly bool HasAttributes => _attributes != 0;

    /// <summary>How many bytes are left.</summary>
    public readonly int Left => _length - _position;

    /// <summary>Moves on, over bytes of text that the caller has looked at.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Advance(int count) => _position += count;

    /// <summary>What comes next, after white space and comments.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public XmlToken Peek()
    {
        if (_position + 1 < _length && !_isEmpty && Here == (byte)'<')
        {
            byte next = Unsafe.Add(ref Here, 1);
            if (next == (byte)'/' && _depth > 0)
                return XmlToken.End;
            if (next != (byte)'/' && next != (byte)'!' && next != (byte)'?')
                return XmlToken.Start;
        }
        return PeekFurther(skipsWhite: true);
    }

    /// <summary>What comes next, where white space is text.</summary>
    public XmlToken PeekText() => PeekFurther(skipsWhite: false);

    [MethodImpl(MethodImplOptions.NoInlining)]
    XmlToken PeekFurther(bool skipsWhite)
    {
        while (!_isEmpty)
        {
            if (_position >= _length)
                return _depth == 0 ? XmlToken.Nothing : throw UnexpectedEnd();
            byte b = Here;
            if (b == (byte)'<')
            {
                byte next = Left > 1 ? Unsafe.Add(ref Here, 1) : (byte)0;
                if (next == (byte)'/')
                    return _depth > 0 ? XmlToken.End : throw Error("An end tag stands where no element is open.");
                if (next is not ((byte)'!' or (byte)'?'))
                    return XmlToken.Start;
                if (Input[_position..].StartsWith("<![CDATA["u8))
                    return XmlToken.Text;
                SkipMarkup();
            }
            else if (skipsWhite && XmlChars.IsWhite(b))
            {
                _position++;
            }
            else if (skipsWhite && b == (byte)'&' && _depth > 0 && IsWhiteRun(Input[_position..], out int white))
            {
                _position += white;
            }
            else
            {
                return XmlToken.Text;
            }
        }
        return XmlToken.End;
    }

    /// <summary>Passes over a comment or processing instruction.</summary>
    void SkipMarkup()
    {
        var rest = Input[_position..];
        if (rest.StartsWith("<!--"u8))
        {
            int end = rest[4..].IndexOf("--"u8);
            if (end < 0)
                throw UnexpectedEnd();
            if (end + 6 >= rest.Length || rest[end + 6] != (byte)'>')
                throw Error("A comment must not contain '--' or end in '-'.");
            CheckCharacters(rest.Slice(4, end));
            _position += end + 7;
            return;
        }
        if (rest.StartsWith("<!DOCTYPE"u8))
            throw Error("A document type is refused: no input of ours has one, and entities could expand without bound.");
        if (!rest.StartsWith("<?"u8))
            throw Error("Expected a tag, a comment or a CDATA section.");
        int close = rest.IndexOf("?>"u8);
        bool isDeclaration = rest.StartsWith("<?xml"u8) && rest.Length > 5 && !XmlChars.IsName(rest[5]);
        if (!_rules.Instructions || isDeclaration || close < 0)
            throw Error(isDeclaration ? "An XML declaration may only stand at the very beginning."
                : close < 0 ? "A processing instruction does not end." : "Processing instructions are refused.");
        int behind = ReadName(_position + 2, out int prefixLength) - _position;
        if (prefixLength > 0 || behind > close || (behind < close && !XmlChars.IsWhite(rest[behind]))
            || (behind == 5 && (rest[2] | 0x20) == 'x' && (rest[3] | 0x20) == 'm' && (rest[4] | 0x20) == 'l'))
            throw Error("A processing instruction has no name, or one that is none.");
        CheckCharacters(rest[..close]);
        _position += close + 2;
    }

    /// <summary>Nothing but white space and comments may follow the root element.</summary>
    public void End()
    {
        if (PeekFurther(skipsWhite: true) != XmlToken.Nothing)
            throw Error("Expected the end of the document: there is one root element.");
    }

    /// <summary>
    /// Opens the expected element if its tag, without prefix and attributes, is what stands here byte for byte. Its namespace is
    /// the caller's business.
    /// </summary>
    /// <param name="tag">The first letter of the name in <c>&lt;/Name&gt;</c>, behind which 32 bytes may be read.</param>
    /// <param name="length">The length of the name.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryStart(ref byte tag, int length)
    {
        if (Left <= 0 || Here != (byte)'<' || _isEmpty || !IsAt(1, ref tag, length + 1))
            return false;
        ref var element = ref Push();
        element.NameStart = _position + 1;
        element.NameLength = length;
        element.PrefixLength = 0;
        element.Namespace = XmlNamespaces.Undeclared;
        element.Outside = _bindings;
        _attributes = 0;
        _position += length + 2;
        return true;
    }

    /// <summary>
    /// Opens the expected element if its tag, <c>Name&gt;</c>, is what stands here, behind which nothing more may be read, and with a
    /// prefix, if its length is not 0: one that stands elsewhere in the input.
    /// </summary>
    public bool TryStart(int prefixStart, int prefixLength, ReadOnlySpan<byte> tag)
    {
        int skip = prefixLength == 0 ? 1 : prefixLength + 2;
        if (_isEmpty || Left < tag.Length + skip || Here != (byte)'<' || (prefixLength > 0 && !HasPrefix(prefixStart, prefixLength))
            || !MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref Here, skip), tag.Length).SequenceEqual(tag))
            return false;
        ref var element = ref Push();
        element.NameStart = _position + 1;
        element.NameLength = tag.Length + skip - 2;
        element.PrefixLength = prefixLength;
        element.Namespace = XmlNamespaces.Undeclared;
        element.Outside = _bindings;
        _attributes = 0;
        _position += tag.Length + skip;
        return true;
    }

    /// <summary>
    /// Whether the expected element stands here with <c> i:nil="true"/&gt;</c> behind its name, and no prefix before it; it is taken.
    /// What the prefix i stands for is the caller's business.
    /// </summary>
    public bool TryNil(ref byte tag, int length)
    {
        if (_isEmpty || Left < length + 1 + NilMark.Length || Here != (byte)'<' || Unsafe.Add(ref Here, length + 1) != (byte)' '
            || !IsAt(1, ref tag, length)
            || !MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref Here, length + 1), NilMark.Length).SequenceEqual(NilMark))
            return false;
        _position += length + 1 + NilMark.Length;
        return true;
    }

    static ReadOnlySpan<byte> NilMark => " i:nil=\"true\"/>"u8;

    /// <summary>
    /// Takes so many bytes of text that the caller has looked at, and the end of the element that <see cref="TryStart(ref byte, int)"/>
    /// has just opened, if it comes next.
    /// </summary>
    /// <param name="count">How many bytes.</param>
    /// <param name="tag">As for TryStart.</param>
    /// <param name="length">As for TryStart.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryLeafEnd(int count, ref byte tag, int length)
    {
        if (!IsAt(count, ref Unsafe.Subtract(ref tag, 2), length + 3))
            return false;
        _position += count + length + 3;
        _depth--;
        return true;
    }

    /// <summary>Whether an end tag begins here.</summary>
    public readonly bool IsAtEnd
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Left > 1 && Unsafe.ReadUnaligned<ushort>(ref Here) == 0x2F3C && !_isEmpty;
    }

    /// <summary>Compares bytes of the input, so far behind the position, with a text behind which 32 bytes may be read.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly bool IsAt(int skip, ref byte text, int length)
    {
        int left = Left - skip;
        if (left < 32 || length > 32)
            return left >= length
                && MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref Here, skip), length)
                    .SequenceEqual(MemoryMarshal.CreateReadOnlySpan(ref text, length));
        uint equal = Vector256.Equals(Vector256.LoadUnsafe(ref Here, (nuint)skip), Vector256.LoadUnsafe(ref text))
            .ExtractMostSignificantBits();
        return System.Numerics.BitOperations.TrailingZeroCount(~equal) >= length;
    }

    readonly bool HasPrefix(int start, int length) => Unsafe.Add(ref Here, length + 1) == (byte)':'
        && Input.Slice(_position + 1, length).SequenceEqual(Input.Slice(start, length));

    /// <summary>Where in the input a span of it begins.</summary>
    public readonly int OffsetOf(ReadOnlySpan<byte> part) => (int)Unsafe.ByteOffset(ref _start, ref MemoryMarshal.GetReference(part));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ref XmlOpenElement Push()
    {
        if (_depth >= _room)
            GrowElements();
        return ref Unsafe.Add(ref _elements, (nint)(uint)_depth++);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void GrowElements()
    {
        if (_depth >= _rules.MaxDepth)
            throw Error($"Elements nest deeper than {_rules.MaxDepth} levels.");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw Error($"Elements nest deeper, {_depth} levels so far, than the thread's stack allows.");
        if (_depth >= _scope.Elements.Length)
            Array.Resize(ref _scope.Elements, _scope.Elements.Length * 2);
        HoldElements();
    }

    void HoldElements()
    {
        _elements = ref MemoryMarshal.GetArrayDataReference(_scope.Elements);
        // Every 16 levels the stack is looked at, on which whoever reads may recurse.
        _room = Math.Min(Math.Min(_scope.Elements.Length, _depth + 16), _rules.MaxDepth);
    }

    /// <summary>Takes the end of the open element, of which nothing is left.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ReadEnd()
    {
        ref var element = ref _scope.Elements[_depth - 1];
        int length = element.NameLength;
        if (!_isEmpty && Left > length + 2 && Unsafe.ReadUnaligned<ushort>(ref Here) == 0x2F3C
            && Unsafe.Add(ref Here, length + 2) == (byte)'>'
            && MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref Here, 2), length)
                .SequenceEqual(MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref _start, element.NameStart), length)))
        {
            _position += length + 3;
            _bindings = element.Outside;
            _depth--;
            return;
        }
        ReadEndSlowly();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void ReadEndSlowly()
    {
        ref var element = ref _scope.Elements[_depth - 1];
        if (!_isEmpty)
        {
            if (PeekFurther(skipsWhite: true) is var node and not XmlToken.End)
                throw Error($"Expected the end of '{NameOf(element)}', found {(node == XmlToken.Start ? "an element" : "text")}.");
            var name = Input.Slice(element.NameStart, element.NameLength);
            var rest = Input[(_position + 2)..];
            if (!rest.StartsWith(name))
                throw Error($"The end tag does not match '{NameOf(element)}'.");
            int at = _position + 2 + name.Length;
            while (at < _length && XmlChars.IsWhite(Input[at]))
                at++;
            if (at >= _length || Input[at] != (byte)'>')
                throw Error($"The end tag does not match '{NameOf(element)}'.");
            _position = at + 1;
        }
        _isEmpty = false;
        _bindings = element.Outside;
        _depth--;
    }

    /// <summary>Passes over what is left of the open element, its end included.</summary>
    public void SkipRest() => XmlScans.SkipRest(ref this);

    readonly string NameOf(in XmlOpenElement element) =>
        Encoding.UTF8.GetString(Input.Slice(element.NameStart, Math.Min(element.NameLength, 256)));

    readonly WireFormatException UnexpectedEnd() => new(_depth == 0
        ? "The document ends too early."
        : $"The document ends within '{NameOf(_scope.Elements[_depth - 1])}'.")
    { Offset = _length };

    public readonly WireFormatException Error(string problem, Exception? inner = null) => new(problem, inner) { Offset = _position };
}
