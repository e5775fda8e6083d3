using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>Strings in single quotes (JsonLeniency.SingleQuotes): \' is one, and a double quote needs no escape.</summary>
internal ref partial struct JsonSource
{
    void ScanSingleQuoted(out int length, out bool escaped)
    {
        int start = _position;
        ScanLenient((byte)'\'', out length, out _);
        var content = Text.Slice(start, length);
        escaped = content.IndexOfAny((byte)'\\', (byte)'"') >= 0 || HasControls(content);
        if ((_leniency & JsonLeniency.Strings) != 0 || !HasControls(content))
            return;
        _position = start + content.IndexOfAnyInRange((byte)0, (byte)0x1F);
        FailInString();
    }

    static bool HasControls(ReadOnlySpan<byte> content) => content.IndexOfAnyInRange((byte)0, (byte)0x1F) >= 0;

    /// <summary>Resolves the escapes; where JSON5's are allowed also those.</summary>
    readonly bool TryUnescape(ReadOnlySpan<byte> content, Span<byte> target, out int written)
    {
        if ((_leniency & (JsonLeniency.SingleQuotes | JsonLeniency.Strings)) == 0)
            return Utf8Strings.TryUnescape(content, target, out written);
        byte[] strict = Strictly(content);
        byte[] longer = new byte[strict.Length];
        bool valid = Utf8Strings.TryUnescape(strict, longer, out written) && written <= target.Length;
        longer.AsSpan(0, valid ? written : 0).CopyTo(target);
        return valid;
    }
}
