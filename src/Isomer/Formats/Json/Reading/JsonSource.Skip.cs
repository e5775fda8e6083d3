using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

internal ref partial struct JsonSource
{
    /// <summary>
    /// Where identities are kept a later value may refer to an object in what is passed over: it is read all the same, and dropped.
    /// </summary>
    public void Skip(TypeModel model)
    {
        if (TrySkip())
            return;
        if (Merging.IsUnmakeable(model))
            SkipValue();
        else
            Codecs<JsonSink, JsonSource>.Of(model).ReadObject(ref this);
    }

    /// <summary>Passes over one value, checking its syntax, without recursion.</summary>
    public void SkipValue()
    {
        int outer = _depth;
        // One bit a level: whether it is an object.
        ulong[]? deeper = null;
        ulong bits = 0;
        do
        {
            byte next = Peek();
            if (next is (byte)'{' or (byte)'[')
            {
                Enter();
                int level = _depth - outer;
                bool isObject = next == (byte)'{';
                SetBit(ref bits, ref deeper, level, isObject);
                _position++;
                byte close = isObject ? (byte)'}' : (byte)']';
                if (Peek() != close)
                {
                    if (isObject)
                        SkipName();
                    continue;
                }
                _position++;
                _depth--;
            }
            else
            {
                SkipScalar(next);
            }
            // After a value: close what ends here, then go on behind a comma.
            while (_depth > outer)
            {
                bool inObject = GetBit(bits, deeper, _depth - outer);
                byte after = Peek();
                if (after == (byte)',')
                {
                    _position++;
                    byte following = Peek();
                    bool trailing = (_leniency & JsonLeniency.TrailingCommas) != 0 && following == (inObject ? (byte)'}' : (byte)']');
                    if (trailing)
                        continue;
                    if (inObject)
                        SkipName();
                    break;
                }
                if (after != (inObject ? (byte)'}' : (byte)']'))
                    Fail(inObject ? "',' or '}'" : "',' or ']'");
                _position++;
                _depth--;
            }
        }
        while (_depth > outer);
    }

    void SkipName()
    {
        ReadName(Peek());
        CheckName();
        Expect((byte)':');
    }

    /// <summary>A name that nothing looks at must be valid all the same.</summary>
    internal readonly void CheckName()
    {
        if (_nameEscaped)
            NameText(Text.Slice(_nameStart, _nameLength), true);
        else if (!System.Text.Unicode.Utf8.IsValid(Text.Slice(_nameStart, _nameLength)))
            FailInString(_nameStart);
    }

    void SkipScalar(byte next)
    {
        switch (next)
        {
            case (byte)'"' or (byte)'\''
                when _profile.KeepsTypes || (_leniency != JsonLeniency.None && _profile.Options.FastJsonRules is not null):
                // What a string may hold there is not UTF-8: half a surrogate pair as its escape.
                String();
                break;
            case (byte)'"' or (byte)'\'':
                var content = Quoted(out byte[]? rented);
                bool valid = System.Text.Unicode.Utf8.IsValid(content);
                Return(rented);
                if (!valid)
                    FailInString(LastStringStart() + 1);
                break;
            case (byte)'t':
                ExpectLiteral("true"u8);
                break;
            case (byte)'f':
                ExpectLiteral("false"u8);
                break;
            case (byte)'n':
                ExpectLiteral("null"u8);
                break;
            default:
                if (!TryUntyped(out _))
                    _position += NumberLength();
                break;
        }
    }

    /// <summary>The length of the number that stands here, by the grammar of RFC 8259.</summary>
    readonly int NumberLength()
    {
        var text = Text[_position..];
        int at = 0;
        if (at < text.Length && text[at] == (byte)'-')
            at++;
        int digits = Digits(text, at);
        if (digits == 0)
            Fail("a value");
        if (digits > 1 && text[at] == (byte)'0')
            Fail("a number without leading zeros");
        at += digits;
        if (at < text.Length && text[at] == (byte)'.')
        {
            digits = Digits(text, at + 1);
            if (digits == 0)
                Fail("digits behind the point");
            at += digits + 1;
        }
        if (at < text.Length && text[at] is (byte)'e' or (byte)'E')
        {
            int sign = at + 1 < text.Length && text[at + 1] is (byte)'+' or (byte)'-' ? 1 : 0;
            digits = Digits(text, at + 1 + sign);
            if (digits == 0)
                Fail("digits of an exponent");
            at += 1 + sign + digits;
        }
        return at;
    }

    static int Digits(ReadOnlySpan<byte> text, int at)
    {
        int count = text[at..].IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        return count < 0 ? text.Length - at : count;
    }

    void SetBit(ref ulong bits, ref ulong[]? deeper, int level, bool value)
    {
        ref ulong word = ref bits;
        if (level >= 64)
        {
            if (deeper is null || level >> 6 >= deeper.Length)
                Array.Resize(ref deeper, Math.Max(4, (level >> 6) * 2));
            word = ref deeper[level >> 6];
        }
        ulong bit = 1UL << level;
        word = value ? word | bit : word & ~bit;
    }

    static bool GetBit(ulong bits, ulong[]? deeper, int level) =>
        ((level < 64 ? bits : deeper![level >> 6]) & (1UL << level)) != 0;
}
