using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

namespace Isomer.Wire.Text;

/// <summary>
/// The names of a type's members as <c>,"name":</c>, each in a record of 64 bytes: copied and compared 32 bytes at a time
/// whatever their length.
/// </summary>
internal sealed class NameRecords
{
    const int Stride = 64;
    const int Text = 8;

    /// <summary>Bytes that <see cref="Copy"/> may write.</summary>
    public const int Room = 64;

    readonly byte[] _records;
    readonly byte[][] _long;

    public NameRecords(ReadOnlySpan<string> names, EscapeMode escaping)
    {
        Count = names.Length;
        _long = new byte[Count][];
        _records = new byte[(Count + 1) * Stride];
        for (int i = 0; i < Count; i++)
        {
            byte[] escaped = new byte[Utf8Strings.MaxLength(names[i].Length)];
            int length = Utf8Strings.Write(ref escaped[0], names[i], escaping);
            byte[] text = [.. ",\""u8, .. escaped.AsSpan(0, length), .. "\":"u8];
            _long[i] = text;
            if (text.Length > Stride - Text)
                continue;
            ref byte record = ref _records[i * Stride];
            Unsafe.WriteUnaligned(ref record, text.Length);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref record, 4), text.Length >= 32 ? uint.MaxValue : (1u << text.Length) - 1);
            text.CopyTo(_records.AsSpan((i * Stride) + Text));
        }
    }

    /// <summary>How many names there are.</summary>
    public int Count { get; }

    /// <summary>The name with comma, quotes and colon, of any length.</summary>
    public ReadOnlySpan<byte> TextOf(int index) => _long[index];

    /// <summary>
    /// Copies a name, without its first <paramref name="skip"/> bytes (0 or 1: the comma); its length, or 0 if it is too long.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Copy(ref byte to, int index, int skip)
    {
        ref byte record = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_records), (nint)(uint)(index * Stride));
        int length = Unsafe.ReadUnaligned<int>(ref record);
        Vector256.LoadUnsafe(ref record, (nuint)(Text + skip)).StoreUnsafe(ref to);
        if (length > 32)
            Vector256.LoadUnsafe(ref record, (nuint)(Text + skip + 32)).StoreUnsafe(ref to, 32);
        return length == 0 ? 0 : length - skip;
    }

    /// <summary>
    /// The length of the name if the text has it here, with quotes and colon, and the comma unless that is skipped; else 0.
    /// At least <see cref="Room"/> bytes must be readable, and one before.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Match(ref byte here, int index, int skip)
    {
        ref byte record = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_records), (nint)(uint)(index * Stride));
        int length = Unsafe.ReadUnaligned<int>(ref record);
        uint mask = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref record, 4));
        ref byte from = ref Unsafe.Subtract(ref here, skip);
        uint same = Vector256.Equals(Vector256.LoadUnsafe(ref from), Vector256.LoadUnsafe(ref record, Text)).ExtractMostSignificantBits();
        mask &= ~(uint)skip;
        if ((same & mask) != mask || mask == 0)
            return 0;
        return length <= 32 || RestEquals(ref from, ref record, length) ? length - skip : 0;
    }

    static bool RestEquals(ref byte from, ref byte record, int length) =>
        MemoryMarshal.CreateReadOnlySpan(ref from, length)[32..].SequenceEqual(
            MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref record, Text), length)[32..]);

    /// <summary>The index of the name (UTF-8 without escapes), or -1.</summary>
    public static int Find(Dictionary<string, int> names, ReadOnlySpan<byte> name)
    {
        Span<char> characters = name.Length <= 256 ? stackalloc char[256] : new char[name.Length];
        return Encoding.UTF8.TryGetChars(name, characters, out int count)
            && names.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(characters[..count], out int index) ? index : -1;
    }
}
