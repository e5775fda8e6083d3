using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Bytes, counts, and refusals.</summary>
internal ref partial struct CompactAdapter
{
    int Count(int size)
    {
        ulong count = Varint();
        int remaining = _bytes.Length - _position;
        if (count > (ulong)(remaining / Math.Max(size, 1)) || count > (ulong)_limits.MaxItems)
            throw CompactLimits.BadCount(count, size, remaining, _limits);
        return (int)count;
    }

    ulong Varint()
    {
        int length = CompactVarint.Get(_bytes[_position..], out ulong value);
        if (length == 0)
            CompactLimits.ThrowEnd();
        _position += length;
        return value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ref byte Take(int count)
    {
        int position = _position;
        if (_bytes.Length - position < count)
            CompactLimits.ThrowEnd();
        _position = position + count;
        return ref Unsafe.Add(ref MemoryMarshal.GetReference(_bytes), position);
    }

    readonly WireFormatException Null(string wanted) => new($"Null stands where the reader has a {wanted}, which cannot be null{Where()}.");

    readonly WireFormatException Mismatch(string wanted) =>
        new($"The writer has {_type} where the reader has {wanted}{Where()}: there is no conversion between them.")
        {
            // Nothing of the value has been read yet.
            Offset = _field < 0 ? CompactErrors.AtPosition : -1,
        };

    /// <summary>The member that is being read.</summary>
    readonly string Where() => _top >= 0 && _levels[_top] is { Match: { } match, Cursor: > 0 } level
        && match.Members[match.Order[level.Cursor - 1]] is var own and >= 0
        ? $", in member '{((ObjectModel)match.Model).Members[own].Name}' of '{match.Model.Type}'" : "";
}
