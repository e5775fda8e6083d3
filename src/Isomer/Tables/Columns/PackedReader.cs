using Isomer.Formats;

namespace Isomer.Tabular;

/// <summary>
/// Reads the bytes of a packed column. Nothing in them is believed: each length is compared with the bytes that are left.
/// </summary>
internal ref struct PackedReader(ReadOnlySpan<byte> bytes)
{
    readonly ReadOnlySpan<byte> _bytes = bytes;
    int _at;

    public readonly int Length => _bytes.Length;

    public readonly int Left => _bytes.Length - _at;

    public ReadOnlySpan<byte> Take(long length)
    {
        if (length > Left)
            throw Wrong($"{length} bytes should follow, and {Left} are left");
        var taken = _bytes.Slice(_at, (int)length);
        _at += (int)length;
        return taken;
    }

    public int Byte() => Take(1)[0];

    public ulong Varint()
    {
        int length = CompactVarint.Get(_bytes[_at..], out ulong value);
        if (length == 0)
            throw Wrong("they end in the middle of a number");
        _at += length;
        return value;
    }

    public long Signed()
    {
        ulong raw = Varint();
        return (long)(raw >> 1) ^ -(long)(raw & 1);
    }

    /// <summary>A count that may not be more than something that is there.</summary>
    public int Count(int most, string what)
    {
        ulong count = Varint();
        return count <= (ulong)most ? (int)count : throw Wrong($"{count} {what} are more than {most}");
    }

    /// <summary>After the values nothing follows but zeros.</summary>
    public readonly void End()
    {
        if (_bytes[_at..].ContainsAnyExcept((byte)0))
            throw Wrong("something else than zeros follows the values");
    }

    public readonly WireFormatException Wrong(string why) =>
        new($"The packed values of a column are damaged at byte {_at} of {_bytes.Length}: {why}.");
}
