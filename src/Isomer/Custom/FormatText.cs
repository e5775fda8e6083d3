using System.Runtime.InteropServices;
using Isomer.Wire.Text;

namespace Isomer.Custom;

/// <summary>
/// Numbers, dates and Guids as text in UTF-8, as Isomer's own formats write and read them: the shortest text that comes back exactly, ISO
/// 8601, without regard to cultures, and without a string in between. What is read must be the whole text.
/// </summary>
public static class FormatText
{
    /// <summary>No text is longer.</summary>
    public const int MaxLength = 64;

    // The writers may store more than they use, as far as this.
    const int Room = 128;

    delegate int Writes<T>(ref byte to, T value);

    delegate bool Reads<T>(ref byte from, int length, out T value, out int consumed);

    /// <summary>Writes a signed integer of 64 bits to the front of the span, and gives the number of bytes.</summary>
    public static int Write(Span<byte> to, long value) => Write(to, value, Utf8Integers.WriteInt64);

    /// <summary>Writes an unsigned integer of 64 bits to the front of the span, and gives the number of bytes.</summary>
    public static int Write(Span<byte> to, ulong value) => Write(to, value, Utf8Integers.WriteUInt64);

    /// <summary>Writes a floating-point number of 64 bits to the front of the span, and gives the number of bytes.</summary>
    public static int Write(Span<byte> to, double value) => Write(to, value, Utf8Floats.WriteDouble);

    /// <summary>Writes a floating-point number of 32 bits to the front of the span, and gives the number of bytes.</summary>
    public static int Write(Span<byte> to, float value) => Write(to, value, Utf8Floats.WriteSingle);

    /// <summary>Writes a decimal number with its scale to the front of the span, and gives the number of bytes.</summary>
    public static int Write(Span<byte> to, decimal value) => Write(to, value, Utf8Decimals.Write);

    /// <summary>Writes a Guid to the front of the span, and gives the number of bytes.</summary>
    public static int Write(Span<byte> to, Guid value) => Write(to, value, Utf8Guids.Write);

    /// <summary>Writes a date and time with its kind to the front of the span, and gives the number of bytes.</summary>
    public static int Write(Span<byte> to, DateTime value) => Write(to, value, Utf8Dates.WriteDateTime);

    /// <summary>Writes a date and time with its offset from UTC to the front of the span, and gives the number of bytes.</summary>
    public static int Write(Span<byte> to, DateTimeOffset value) => Write(to, value, Utf8Dates.WriteDateTimeOffset);

    /// <summary>Writes a duration to the front of the span, and gives the number of bytes.</summary>
    public static int Write(Span<byte> to, TimeSpan value) => Write(to, value, Utf8Dates.WriteTimeSpan);

    /// <summary>Writes a date without a time to the front of the span, and gives the number of bytes.</summary>
    public static int Write(Span<byte> to, DateOnly value) => Write(to, value, Utf8Dates.WriteDateOnly);

    /// <summary>Writes a time of day to the front of the span, and gives the number of bytes.</summary>
    public static int Write(Span<byte> to, TimeOnly value) => Write(to, value, Utf8Dates.WriteTimeOnly);

    /// <summary>Reads a signed integer of 64 bits from the whole text; false if the text is none.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out long value) => TryRead(text, out value, Utf8Integers.TryReadInt64);

    /// <summary>Reads an unsigned integer of 64 bits from the whole text; false if the text is none.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out ulong value) => TryRead(text, out value, Utf8Integers.TryReadUInt64);

    /// <summary>Reads a floating-point number of 64 bits from the whole text; false if the text is none.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out double value) => TryRead(text, out value, Utf8Floats.TryReadDouble);

    /// <summary>Reads a floating-point number of 32 bits from the whole text; false if the text is none.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out float value) => TryRead(text, out value, Utf8Floats.TryReadSingle);

    /// <summary>Reads a decimal number with its scale from the whole text; false if the text is none.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out decimal value) => TryRead(text, out value, Utf8Decimals.TryRead);

    /// <summary>Reads a date and time with its kind from the whole text; false if the text is none.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out DateTime value) => TryRead(text, out value, Utf8Dates.TryReadDateTime);

    /// <summary>Reads a date and time with its offset from UTC from the whole text; false if the text is none.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out DateTimeOffset value) =>
        TryRead(text, out value, Utf8Dates.TryReadDateTimeOffset);

    /// <summary>Reads a duration from the whole text; false if the text is none.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out TimeSpan value) => TryRead(text, out value, Utf8Dates.TryReadTimeSpan);

    /// <summary>Reads a date without a time from the whole text; false if the text is none.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out DateOnly value) => TryRead(text, out value, Utf8Dates.TryReadDateOnly);

    /// <summary>Reads a time of day from the whole text; false if the text is none.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out TimeOnly value) => TryRead(text, out value, Utf8Dates.TryReadTimeOnly);

    /// <summary>Reads a Guid from the whole text; false if the text is none.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out Guid value) => TryRead(text, out value, Utf8Guids.TryRead);

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
