using Isomer.Wire.Text;

namespace Isomer;

/// <summary>Strings in single quotes (JsonLeniency.SingleQuotes): \' is one, and a double quote needs no escape.</summary>
internal ref partial struct JsonSource
{
    void ScanSingleQuoted(out int length, out bool escaped)
    {
        int start = _position;
        escaped = false;
        for (; _position < _length && Here != (byte)'\''; _position++)
        {
            if (Here < 0x20)
                FailInString();
            if (Here != (byte)'\\')
                continue;
            escaped = true;
            _position++;
        }
        if (_position >= _length)
        {
            // A backslash may have been the last byte.
            _position = _length;
            FailInString();
        }
        length = _position++ - start;
    }

    string SingleQuoted()
    {
        int start = ++_position;
        ScanSingleQuoted(out int length, out _);
        if (length > _profile.Options.Limits.MaxStringLength)
            FailTooLong();
        byte[] text = [.. DoubleQuoted(Text.Slice(start, length)), (byte)'"'];
        if (!Utf8Strings.TryRead(ref text[0], text.Length, out string value, out _))
            FailInString();
        return value;
    }

    /// <summary>Resolves the escapes; with single quotes allowed also theirs.</summary>
    readonly bool TryUnescape(ReadOnlySpan<byte> content, Span<byte> target, out int written)
    {
        if ((_leniency & JsonLeniency.SingleQuotes) != 0)
            content = DoubleQuoted(content);
        return Utf8Strings.TryUnescape(content, target, out written);
    }

    /// <summary>The content of a string as it would stand between double quotes.</summary>
    static byte[] DoubleQuoted(ReadOnlySpan<byte> content)
    {
        var doubled = new List<byte>(content.Length + 8);
        for (int i = 0; i < content.Length; i++)
        {
            if (content[i] == (byte)'\\' && i + 1 < content.Length)
            {
                if (content[i + 1] != (byte)'\'')
                    doubled.Add((byte)'\\');
                doubled.Add(content[++i]);
            }
            else if (content[i] == (byte)'"')
            {
                doubled.AddRange("\\\""u8);
            }
            else
            {
                doubled.Add(content[i]);
            }
        }
        return [.. doubled];
    }
}
