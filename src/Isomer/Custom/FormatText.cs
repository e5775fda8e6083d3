using System.Runtime.InteropServices;
using Isomer.Wire.Text;

namespace Isomer.Custom;

/// <summary>
/// Numbers, dates and Guids as text in UTF-8, as Isomer's own formats write and read them: the shortest text that comes back exactly, ISO 8601,
/// without regard to cultures, and without a string in between. What is read must be the whole text.
/// </summary>
#pragma warning disable CS1591 // one pair for each scalar: the names say all
public static class FormatText
{
    /// <summary>No text is longer.</summary>
    public const int MaxLength = 64;

    // The writers may store more than they use, as far as this.
    const int Room = 128;

    delegate int Writes<T>(ref byte to, T value);

    delegate bool Reads<T>(ref byte from, int length, out T value, out int consumed);

    public static int Write(Span<byte> to, long value) => Write(to, value, Utf8Integers.WriteInt64);
    public static int Write(Span<byte> to, ulong value) => Write(to, value, Utf8Integers.WriteUInt64);
    public static int Write(Span<byte> to, double value) => Write(to, value, Utf8Floats.WriteDouble);
    public static int Write(Span<byte> to, float value) => Write(to, value, Utf8Floats.WriteSingle);
    public static int Write(Span<byte> to, decimal value) => Write(to, value, Utf8Decimals.Write);
    public static int Write(Span<byte> to, Guid value) => Write(to, value, Utf8Guids.Write);
    public static int Write(Span<byte> to, DateTime value) => Write(to, value, Utf8Dates.WriteDateTime);
    public static int Write(Span<byte> to, DateTimeOffset value) => Write(to, value, Utf8Dates.WriteDateTimeOffset);
    public static int Write(Span<byte> to, TimeSpan value) => Write(to, value, Utf8Dates.WriteTimeSpan);
    public static int Write(Span<byte> to, DateOnly value) => Write(to, value, Utf8Dates.WriteDateOnly);
    public static int Write(Span<byte> to, TimeOnly value) => Write(to, value, Utf8Dates.WriteTimeOnly);

    public static bool TryRead(ReadOnlySpan<byte> text, out long value) => TryRead(text, out value, Utf8Integers.TryReadInt64);
    public static bool TryRead(ReadOnlySpan<byte> text, out ulong value) => TryRead(text, out value, Utf8Integers.TryReadUInt64);
    public static bool TryRead(ReadOnlySpan<byte> text, out double value) => TryRead(text, out value, Utf8Floats.TryReadDouble);
    public static bool TryRead(ReadOnlySpan<byte> text, out float value) => TryRead(text, out value, Utf8Floats.TryReadSingle);
    public static bool TryRead(ReadOnlySpan<byte> text, out decimal value) => TryRead(text, out value, Utf8Decimals.TryRead);
    public static bool TryRead(ReadOnlySpan<byte> text, out DateTime value) => TryRead(text, out value, Utf8Dates.TryReadDateTime);
    public static bool TryRead(ReadOnlySpan<byte> text, out DateTimeOffset value) => TryRead(text, out value, Utf8Dates.TryReadDateTimeOffset);
    public static bool TryRead(ReadOnlySpan<byte> text, out TimeSpan value) => TryRead(text, out value, Utf8Dates.TryReadTimeSpan);
    public static bool TryRead(ReadOnlySpan<byte> text, out DateOnly value) => TryRead(text, out value, Utf8Dates.TryReadDateOnly);
    public static bool TryRead(ReadOnlySpan<byte> text, out TimeOnly value) => TryRead(text, out value, Utf8Dates.TryReadTimeOnly);
    public static bool TryRead(ReadOnlySpan<byte> text, out Guid value) => TryRead(text, out value, Utf8Guids.TryRead);
#pragma warning restore CS1591

    static int Write<T>(Span<byte> to, T value, Writes<T> write)
    {
        Span<byte> text = stackalloc byte[Room];
        int length = write(ref MemoryMarshal.GetReference(text), value);
        text[..length].CopyTo(to);
        return length;
    }

    static bool TryRead<T>(ReadOnlySpan<byte> text, out T value, Reads<T> read) =>
        read(ref MemoryMarshal.GetReference(text), text.Length, out value, out int consumed) && consumed == text.Length;
}
