namespace Isomer.Formats;

/// <summary>
/// What the record of an array of one dimension that begins at 0 says of its items, once for all records that say the same bytes: each
/// list has an array whose class stands there by name, and reading that name
/// three times for each (passing over it, finding its type, reading it) was a tenth of the time of reading orders.
/// </summary>
internal sealed class NrbfArrayInfo(int at, int length, NrbfPrimitive primitive)
{
    /// <summary>The record's kind, the number of the object, the kind of array, the number of its dimensions, its length.</summary>
    public const int HeadLength = 1 + 4 + 1 + 4 + 4;

    /// <summary>Where the length stands.</summary>
    public const int LengthAt = HeadLength - 4;

    /// <summary>Where this was said first.</summary>
    public int At { get; } = at;

    /// <summary>So many bytes say it.</summary>
    public int Length { get; } = length;

    /// <summary>Which primitive the items are; None if each is a record.</summary>
    public NrbfPrimitive Primitive { get; } = primitive;

    /// <summary>The type of the array, once it was looked up in the closed set.</summary>
    public Type? Type { get; set; }

    /// <summary>Whether the record that begins here says this of its items.</summary>
    public bool IsSaid(ReadOnlySpan<byte> payload, int start) =>
        start + HeadLength + Length <= payload.Length && payload.Slice(start + HeadLength, Length).SequenceEqual(payload.Slice(At, Length));

    /// <summary>Whether the array has one dimension and begins at 0.</summary>
    public static bool IsPlain(ReadOnlySpan<byte> payload, int start) =>
        start + HeadLength <= payload.Length && payload.Slice(start + 5, 5).SequenceEqual("\0\u0001\0\0\0"u8);
}
