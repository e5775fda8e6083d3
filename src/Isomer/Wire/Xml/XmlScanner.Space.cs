using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Isomer.Wire.Xml;

/// <summary>White space: what xml:space says of it, and text in runs, as a reader that ignores white space has it.</summary>
internal ref partial struct XmlScanner
{
    /// <summary>Passes over white space, 16 bytes at a time: lines are indented.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SkipWhite()
    {
        while (Left >= 16 && !_isEmpty)
        {
            var bytes = Vector128.LoadUnsafe(ref Here);
            var white = Vector128.Equals(bytes, Vector128.Create((byte)' ')) | Vector128.Equals(bytes, Vector128.Create((byte)'\n'))
                | Vector128.Equals(bytes, Vector128.Create((byte)'\r')) | Vector128.Equals(bytes, Vector128.Create((byte)'\t'));
            int count = BitOperations.TrailingZeroCount(~white.ExtractMostSignificantBits());
            _position += Math.Min(count, 16);
            if (count < 16)
                return;
        }
    }

    /// <summary>Stands before the white space that was passed over last.</summary>
    public void BackOverWhite()
    {
        while (_position > 0 && XmlChars.IsWhite(Input[_position - 1]))
            _position--;
    }

    /// <summary>Whether xml:space says of the innermost open element that its white space counts.</summary>
    public readonly bool Preserves => PreservesAt(_depth);

    /// <summary>Whether white space alone between markup stays, whatever xml:space says.</summary>
    public readonly bool KeepsWhite => !_rules.IgnoresWhite;

    /// <summary>Whether white space alone stays in the element whose end was taken last.</summary>
    public readonly bool Preserved => PreservesAt(_depth + 1);

    readonly bool PreservesAt(int depth)
    {
        for (int i = _scope.SpaceCount - 1; i >= 0; i--)
        {
            ref var mark = ref _scope.Spaces[i];
            if (mark.Depth <= depth && _scope.Elements[mark.Depth - 1].NameStart == mark.Element)
                return mark.Preserves;
        }
        return false;
    }

    /// <summary>
    /// Keeps what xml:space says in the element that is being opened. One mark a depth: there are never more than open elements.
    /// </summary>
    readonly void MarkSpace(in XmlAttributeSpan attribute)
    {
        // As XmlReader has it; the one under DataContractSerializer takes no white space around it.
        var value = _rules.Instructions ? XmlChars.Trim(ValueOf(attribute)) : ValueOf(attribute);
        bool preserves = value.SequenceEqual("preserve"u8);
        if (!preserves && !value.SequenceEqual("default"u8))
            throw new WireFormatException("xml:space must be 'preserve' or 'default'.") { Offset = attribute.ValueStart };
        while (_scope.SpaceCount > 0 && _scope.Spaces[_scope.SpaceCount - 1].Depth >= _depth)
            _scope.SpaceCount--;
        if (_scope.SpaceCount == _scope.Spaces.Length)
            Array.Resize(ref _scope.Spaces, Math.Max(4, _scope.SpaceCount * 2));
        _scope.Spaces[_scope.SpaceCount++] = new XmlSpaceMark
        { Depth = _depth, Element = _scope.Elements[_depth - 1].NameStart, Preserves = preserves };
    }

    /// <summary>
    /// What comes next; where it is text, a run of it begins here: white space alone, even preserved, is passed over before.
    /// </summary>
    public XmlToken PeekRun()
    {
        while (true)
        {
            var token = PeekFurther(skipsWhite: false);
            if (token != XmlToken.Text)
                return token;
            var rest = Input[_position..];
            int white = 0;
            while (white < rest.Length && XmlChars.IsWhite(rest[white]))
                white++;
            if (white == rest.Length)
                throw UnexpectedEnd();
            if (rest[white] == (byte)'<')
            {
                // A section is a run of its own, whatever is in it.
                if (white == 0)
                    return token;
                _position += white;
                continue;
            }
            if (rest[white] != (byte)'&' || !IsWhiteRun(rest, out int length))
                return token;
            _position += length;
        }
    }

    /// <summary>Whether text up to the next tag is white space, some of it by reference.</summary>
    readonly bool IsWhiteRun(ReadOnlySpan<byte> text, out int length)
    {
        Span<byte> character = stackalloc byte[4];
        for (length = 0; length < text.Length && text[length] != (byte)'<';)
        {
            if (XmlChars.IsWhite(text[length]))
            {
                length++;
                continue;
            }
            if (text[length] != (byte)'&')
                return false;
            int used = ReadReference(text[length..], _position + length, character, out int size);
            if (size != 1 || !XmlChars.IsWhite(character[0]))
                return false;
            length += used;
        }
        return length < text.Length && !SaysText(text[..length]);
    }

    /// <summary>The text from here to the next tag, comment or instruction.</summary>
    public ReadOnlySpan<byte> ReadRun()
    {
        var rest = Input[_position..];
        int length = _isEmpty ? -1 : XmlChars.IndexOfTextStop(rest);
        if (length < 0 || length > _rules.MaxText || rest[length] != (byte)'<' || length + 1 >= rest.Length
            || rest[length + 1] is (byte)'!' or (byte)'?')
            return ReadTextSlowly(keeps: true, XmlTextEnd.Comment);
        _position += length;
        return rest[..length];
    }
}
