using System.Buffers;
using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer.Formats;

internal ref partial struct JsonSource
{
    public bool Boolean()
    {
        byte next = Peek();
        if (_key == JsonKeys.Bare)
            return BooleanKey();
        if (next == (byte)'t')
        {
            ExpectLiteral("true"u8);
            return true;
        }
        if (next != (byte)'f')
            Fail("true or false");
        ExpectLiteral("false"u8);
        return false;
    }

    /// <summary>As the key of a map, True and False, in any case, also with escapes.</summary>
    bool BooleanKey()
    {
        if (_keyQuote == 0)
        {
            _position++;
            if (TryContent(out var content, out byte[]? rented, out int length))
            {
                bool isTrue = System.Text.Ascii.EqualsIgnoreCase(content, "true"u8),
                    isFalse = System.Text.Ascii.EqualsIgnoreCase(content, "false"u8);
                Return(rented);
                if (isTrue || isFalse)
                {
                    _position += length + 1;
                    return isTrue;
                }
            }
            Fail("true or false");
        }
        var rest = Text[_position..];
        bool value = rest.Length >= 4 && System.Text.Ascii.EqualsIgnoreCase(rest[..4], "true"u8);
        if (!value && !(rest.Length >= 5 && System.Text.Ascii.EqualsIgnoreCase(rest[..5], "false"u8)))
            Fail("true or false");
        _position += value ? 4 : 5;
        return value;
    }

    public char Char()
    {
        // One ASCII character between quotes, which needs no string.
        if (Peek() == (byte)'"' && _length - _position >= 3 && Unsafe.Add(ref Here, 2) == (byte)'"'
            && Unsafe.Add(ref Here, 1) is >= (byte)' ' and < 0x7F and not ((byte)'\\' or (byte)'"'))
        {
            char value = (char)Unsafe.Add(ref Here, 1);
            _position += 3;
            return value;
        }
        string? text = String();
        return text is { Length: 1 } ? text[0] : throw Error("Expected a string of one character.");
    }

    public string? String()
    {
        byte next = Peek();
        if (_dollarKey >= 0 && _dollarKey == _position)
        {
            // A dollar of the key itself has been doubled.
            _dollarKey = -1;
            return String()![1..];
        }
        if (next == (byte)'"')
        {
            _position++;
            if (!Utf8Strings.TryRead(ref Here, _length - _position, out string value, out int consumed)
                && !(_profile.KeepsTypes && Utf8Strings.TryReadLoose(ref Here, _length - _position, out value, out consumed)))
            {
                if ((_leniency & JsonLeniency.Strings) == 0)
                    FailInString(_position);
                _position--;
                return LenientString((byte)'"');
            }
            if (consumed - 1 > _profile.Options.Limits.MaxStringLength)
                FailTooLong();
            _position += consumed;
            return value;
        }
        if (_bareKey)
            return BareKey();
        if (next == (byte)'n' && _key == JsonKeys.Strings)
        {
            ExpectLiteral("null"u8);
            return null;
        }
        if (next != (byte)'\'' || (_leniency & JsonLeniency.SingleQuotes) == 0)
            Fail("a string");
        return SingleQuoted();
    }

    string BareKey()
    {
        _bareKey = false;
        ReadBareName();
        return ExtraName();
    }

    string SingleQuoted()
    {
        int at = _position++;
        ScanSingleQuoted(out _, out _);
        _position = at;
        return LenientString((byte)'\'');
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly void FailTooLong() =>
        throw Error($"A string is longer than {_profile.Options.Limits.MaxStringLength} bytes (Limits.MaxStringLength).");

    public byte[]? Bytes()
    {
        byte next = Peek();
        if (next == (byte)'n')
        {
            ExpectLiteral("null"u8);
            return null;
        }
        if (_namesTypes && next == (byte)'{')
            return NamedBytes();
        return _preserves && _keepsTypes && next == (byte)'{' ? BytesWithMetadata() : ReadBytes();
    }

    byte[] ReadBytes()
    {
        var content = Quoted(out byte[]? rented);
        int most = _profile.Options.Limits.MaxStringLength;
        if (content.Length / 4 > most)
            throw TooManyBytes(most);
        byte[] result = new byte[Base64.GetMaxDecodedFromUtf8Length(content.Length)];
        // White space in it is passed over, as line breaks every 76 characters are common.
        bool valid = Base64.DecodeFromUtf8(content, result, out _, out int written) == OperationStatus.Done;
        Return(rented);
        if (!valid)
            throw NoSuch("base64");
        if (written > most)
            throw TooManyBytes(most);
        return written == result.Length ? result : result.AsSpan(0, written).ToArray();
    }

    WireFormatException TooManyBytes(int most) => Error($"An array of bytes is longer than {most} (Limits.MaxStringLength).");

    public Guid Guid()
    {
        var content = Quoted(out byte[]? rented);
        bool valid = Utf8Guids.TryRead(ref MemoryMarshal.GetReference(content), content.Length, out Guid value, out int consumed)
            && consumed == content.Length;
        Return(rented);
        return valid ? value : throw NoSuch("a Guid");
    }

    public TimeSpan TimeSpan()
    {
        var content = Quoted(out byte[]? rented);
        bool valid = Utf8Dates.TryReadTimeSpan(ref MemoryMarshal.GetReference(content), content.Length, out TimeSpan value,
            out int consumed) && consumed == content.Length;
        Return(rented);
        return valid ? value : throw NoSuch("a time span");
    }

    public DateOnly DateOnly()
    {
        var content = Quoted(out byte[]? rented);
        bool valid = Utf8Dates.TryReadDateOnly(ref MemoryMarshal.GetReference(content), content.Length, out DateOnly value,
            out int consumed) && consumed == content.Length;
        Return(rented);
        return valid ? value : throw NoSuch("a date");
    }

    public TimeOnly TimeOnly()
    {
        var content = Quoted(out byte[]? rented);
        bool valid = Utf8Dates.TryReadTimeOnly(ref MemoryMarshal.GetReference(content), content.Length, out TimeOnly value,
            out int consumed) && consumed == content.Length;
        Return(rented);
        return valid ? value : throw NoSuch("a time");
    }

    public long Enum(TypeModel model)
    {
        var e = (EnumModel)model;
        if (Peek() == (byte)'"' || _key == JsonKeys.Enums)
        {
            if (!(e.IsNamed ?? _profile.Options.EnumsAsNames) && _key != JsonKeys.Enums)
                Fail("the number of an enum (JsonOptions.EnumsAsNames accepts names)");
            int at = _position;
            string text = String()!;
            if (JsonEnums.TryParse(e, text, out long named))
                return named;
            _position = at;
            throw Error($"'{text}' is not a '{model.Type}'.");
        }
        if (!e.TakesNumbers)
            Fail($"the name of a '{model.Type}'");
        return e.Underlying switch
        {
            Scalar.UInt64 => (long)UInt64(),
            Scalar.Byte or Scalar.UInt16 or Scalar.UInt32 => UInt32(),
            _ => Int64(),
        };
    }

    /// <summary>The content of a string, unescaped; rented memory if it had escapes.</summary>
    internal ReadOnlySpan<byte> Quoted(out byte[]? rented)
    {
        rented = null;
        byte quote = Peek();
        if (quote != (byte)'"' && (quote != (byte)'\'' || (_leniency & JsonLeniency.SingleQuotes) == 0))
            Fail("a string");
        int start = ++_position;
        ScanString(quote, out int length, out bool escaped);
        var content = Text.Slice(start, length);
        if (!escaped)
            return content;
        rented = ArrayPool<byte>.Shared.Rent(length);
        if (!TryUnescape(content, rented, out int written))
            FailInString(start);
        return rented.AsSpan(0, written);
    }

    internal static void Return(byte[]? rented)
    {
        if (rented is not null)
            ArrayPool<byte>.Shared.Return(rented);
    }

    internal void ExpectLiteral(ReadOnlySpan<byte> literal)
    {
        if (!Text[_position..].StartsWith(literal))
            Fail(literal.Length == 5 ? "false" : literal[0] == (byte)'t' ? "true" : "null");
        _position += literal.Length;
    }
}
