// Utf8Base64: byte arrays as text. The framework's own functions are vectorised and what System.Text.Json uses; these only
// fit them to the shape of this folder.
//
// Contract: writing needs MaxLength(bytes) of room. Reading takes exactly the text given; as System.Text.Json it skips white
// space, requires padding and refuses anything else.
using System.Buffers;
using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Isomer.Wire.Text;

internal static class Utf8Base64
{
    /// <summary>Characters that the sixteen bytes of a Guid take.</summary>
    internal const int GuidLength = 24;

    internal static int MaxLength(int bytes) => Base64.GetMaxEncodedToUtf8Length(bytes);

    internal static int Write(ref byte destination, ReadOnlySpan<byte> bytes)
    {
        Base64.EncodeToUtf8(bytes, MemoryMarshal.CreateSpan(ref destination, MaxLength(bytes.Length)), out _, out int written);
        return written;
    }

    /// <summary>The 24 characters of the bytes of a Guid, without the framework's set-up for a length that it does not know.</summary>
    internal static int WriteGuid(ref byte destination, Guid value)
    {
        // In halves, as it was stored: a load of all sixteen would wait until both stores are in the cache.
        ref byte source = ref Unsafe.As<Guid, byte>(ref value);
        Vector128<byte> bytes =
            Vector128.Create(Unsafe.ReadUnaligned<ulong>(ref source), Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, 8))).AsByte();
        Letters(Lanes.Pick(bytes, Vector128.Create((byte)2, 1, 0, 0x80, 5, 4, 3, 0x80, 8, 7, 6, 0x80, 11, 10, 9, 0x80)))
            .StoreUnsafe(ref destination);
        Vector128<byte> rest = Letters(
            Lanes.Pick(bytes,
                Vector128.Create((byte)14, 13, 12, 0x80, 0x80, 0x80, 15, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80)));
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, 16),
            (rest.AsUInt64().ToScalar() & 0x0000_FFFF_FFFF_FFFF) | 0x3D3D_0000_0000_0000);
        return GuidLength;
    }

    /// <summary>Four times 24 bits, the first byte uppermost, as four letters each.</summary>
    private static Vector128<byte> Letters(Vector128<byte> triples)
    {
        Vector128<uint> bits = triples.AsUInt32();
        Vector128<sbyte> six = ((bits >>> 18) | ((bits >>> 4) & Vector128.Create(0x3F00u)) | ((bits << 10) & Vector128.Create(0x3F0000u))
            | ((bits << 24) & Vector128.Create(0x3F000000u))).AsSByte();
        // A-Z, then each range by its distance from the one before.
        return (six + Vector128.Create((sbyte)'A')
            + (Vector128.GreaterThan(six, Vector128.Create((sbyte)25)) & Vector128.Create((sbyte)('a' - 'A' - 26)))
            - (Vector128.GreaterThan(six, Vector128.Create((sbyte)51)) & Vector128.Create((sbyte)('a' + 26 - '0')))
            - (Vector128.GreaterThan(six, Vector128.Create((sbyte)61)) & Vector128.Create((sbyte)('0' + 10 - '+')))
            + (Vector128.GreaterThan(six, Vector128.Create((sbyte)62)) & Vector128.Create((sbyte)('/' - '+' - 1)))).AsByte();
    }

    /// <summary>The other way; false for anything but 24 letters of which the last two are '='.</summary>
    internal static bool TryReadGuid(ref byte source, out Guid value)
    {
        Vector128<byte> wrong = Vector128<byte>.Zero;
        Vector128<byte> first = Triples(Vector128.LoadUnsafe(ref source), ref wrong);
        ulong tail = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, 16));
        // 'A' for what pads: zero bits.
        Vector128<byte> rest =
            Triples(Vector128.Create((tail & 0x0000_FFFF_FFFF_FFFF) | 0x4141_0000_0000_0000, 0x4141_4141_4141_4141).AsByte(), ref wrong);
        Vector128<byte> bytes = Lanes.Pick(first, Vector128.Create((byte)2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 0x80, 0x80, 0x80, 0x80))
            | Lanes.Pick(rest, Vector128.Create((byte)0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 2, 1, 0, 6));
        value = Unsafe.BitCast<Vector128<byte>, Guid>(bytes);
        // Two letters are twelve bits for eight: the last four are zero.
        return wrong == Vector128<byte>.Zero && tail >> 48 == 0x3D3D && rest.GetElement(5) == 0;
    }

    /// <summary>Sixteen letters as four times 24 bits, the first byte uppermost.</summary>
    private static Vector128<byte> Triples(Vector128<byte> letters, ref Vector128<byte> wrong)
    {
        Vector128<byte> upper = letters - Vector128.Create((byte)'A');
        Vector128<byte> lower = letters - Vector128.Create((byte)'a');
        Vector128<byte> digit = letters - Vector128.Create((byte)'0');
        Vector128<byte> isUpper = Vector128.LessThanOrEqual(upper, Vector128.Create((byte)25));
        Vector128<byte> isLower = Vector128.LessThanOrEqual(lower, Vector128.Create((byte)25));
        Vector128<byte> isDigit = Vector128.LessThanOrEqual(digit, Vector128.Create((byte)9));
        Vector128<byte> isPlus = Vector128.Equals(letters, Vector128.Create((byte)'+'));
        Vector128<byte> isSlash = Vector128.Equals(letters, Vector128.Create((byte)'/'));
        wrong |= ~(isUpper | isLower | isDigit | isPlus | isSlash);
        Vector128<uint> six =
            ((upper & isUpper) | ((lower + Vector128.Create((byte)26)) & isLower) | ((digit + Vector128.Create((byte)52)) & isDigit)
            | (Vector128.Create((byte)62) & isPlus) | (Vector128.Create((byte)63) & isSlash)).AsUInt32();
        return ((six << 18) | ((six << 4) & Vector128.Create(0x3F000u)) | ((six >>> 10) & Vector128.Create(0xFC0u))
            | (six >>> 24)).AsByte();
    }

    internal static bool TryRead(ReadOnlySpan<byte> text, out byte[] value)
    {
        value = [];
        if (text.IsEmpty)
        {
            return true;
        }
        // Without white space the padding tells the exact size, so that the array is allocated once.
        int padding = text[^1] != (byte)'=' ? 0 : text.Length > 1 && text[^2] == (byte)'=' ? 2 : 1;
        byte[] bytes = new byte[Math.Max(0, (text.Length + 3) / 4 * 3 - padding)];
        if (Base64.DecodeFromUtf8(text, bytes, out int consumed, out int written) != OperationStatus.Done || consumed != text.Length)
        {
            return false;
        }
        if (written != bytes.Length)
        {
            Array.Resize(ref bytes, written);
        }
        value = bytes;
        return true;
    }
}
