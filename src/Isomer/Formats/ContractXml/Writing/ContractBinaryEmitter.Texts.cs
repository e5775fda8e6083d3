using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Wire;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// What is of any length: characters, as UTF-8 or, where that is more than twice their number, as UTF-16; bytes; packed arrays.
/// </summary>
internal ref partial struct ContractBinaryEmitter
{
    /// <summary>The most characters that fit into a record of one byte of length whatever they are.</summary>
    const int ShortText = 85;

    /// <summary>Characters that the framework converts at a time, and the same as UTF-16.</summary>
    const int NarrowPiece = 170;
    const int WidePiece = 256;

    public void Text(string value, in ContractTag tag) => PutText(value, XmlRecord.WithEnd);

    public void Run(string value) => PutText(value, end: 0);

    public void LastRun(string value, in ContractTag tag) => Text(value, in tag);

    /// <summary>A text that is not empty.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void PutText(ReadOnlySpan<char> text, int end)
    {
        if (text.Length > ShortText || text.Length == 1)
        {
            PutOtherText(text, end);
            return;
        }
        Ask(2 + (3 * text.Length));
        ref byte to = ref _out.Reserve(2 + (3 * text.Length));
        if (Utf8Strings.TryNarrowAscii(ref Unsafe.Add(ref to, 2), text))
        {
            to = (byte)(XmlRecord.Chars8 + end);
            Unsafe.Add(ref to, 1) = (byte)text.Length;
            _out.Advance(2 + text.Length);
            return;
        }
        PutShortText(text, end);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void PutOtherText(ReadOnlySpan<char> text, int end)
    {
        if (text.Length > ShortText)
        {
            PutLongText(text, end);
        }
        else if (text[0] is '0' or '1')
        {
            PutByte((text[0] == '0' ? XmlRecord.Zero : XmlRecord.One) + end);
        }
        else
        {
            Ask(5);
            PutShortText(text, end);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void PutShortText(ReadOnlySpan<char> text, int end)
    {
        ref byte to = ref _out.Reserve(2 + Utf8Runs.MaxBytes(text.Length));
        int length = Utf8Of(text, ref Unsafe.Add(ref to, 2));
        to = XmlRecord.Chars8;
        if (length / 2 > text.Length)
        {
            to = XmlRecord.Unicode8;
            length = Utf16Of(text, ref Unsafe.Add(ref to, 2));
        }
        to += (byte)end;
        Unsafe.Add(ref to, 1) = (byte)length;
        _out.Advance(2 + length);
    }

    void PutLongText(ReadOnlySpan<char> text, int end)
    {
        int bytes = checked((int)Utf8Runs.CountBytes(text));
        bool isWide = bytes / 2 > text.Length;
        int at = PutHead(isWide ? XmlRecord.Unicode8 : XmlRecord.Chars8, isWide ? text.Length * 2 : bytes);
        End(at, !PutChars(text, isWide), end);
    }

    /// <summary>The record of a text or of bytes with its length, of one, two or four bytes; returns its place.</summary>
    int PutHead(byte record, int length)
    {
        Ask(length <= byte.MaxValue ? 2 : length <= ushort.MaxValue ? 3 : 5);
        int at = _out.Position;
        ref byte to = ref _out.Reserve(5);
        if (length <= byte.MaxValue)
        {
            to = record;
            Unsafe.Add(ref to, 1) = (byte)length;
            _out.Advance(2);
        }
        else if (length <= ushort.MaxValue)
        {
            to = (byte)(record + 2);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 1), (ushort)length);
            _out.Advance(3);
        }
        else
        {
            to = (byte)(record + 4);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 1), length);
            _out.Advance(5);
        }
        return at;
    }

    /// <summary>The element ends: the record says so, if the framework could still reach it.</summary>
    void End(int at, bool isInBuffer, int end)
    {
        if (end == 0)
            return;
        if (isInBuffer)
            Unsafe.Subtract(ref _out.Here, _out.Position - at) |= XmlRecord.WithEnd;
        else
            PutByte(XmlRecord.EndElement);
    }

    /// <summary>Puts characters as the framework does, in pieces; returns whether its buffer was emptied meanwhile.</summary>
    bool PutChars(ReadOnlySpan<char> text, bool isWide)
    {
        bool isEmptied = false;
        int most = isWide ? WidePiece : NarrowPiece;
        while (text.Length > 0)
        {
            int length = LengthOfPiece(text, most);
            int room = length * (isWide ? 2 : 3);
            if (_out.Position + room > _limit)
            {
                _limit = _out.Position + BufferSize;
                isEmptied = true;
            }
            ref byte to = ref _out.Reserve(room + Utf8Runs.Slack);
            _out.Advance(isWide ? Utf16Of(text[..length], ref to) : Utf8Of(text[..length], ref to));
            text = text[length..];
        }
        return isEmptied;
    }

    /// <summary>How many characters the framework converts at once: no half of a pair.</summary>
    static int LengthOfPiece(ReadOnlySpan<char> text, int most)
    {
        int length = Math.Min(text.Length, most);
        return text.Length > most && char.IsHighSurrogate(text[length - 1]) ? length - 1 : length;
    }

    /// <summary>Puts text that is bytes already: the namespace of arrays was made a string for each document (136 bytes).</summary>
    void PutAscii(ReadOnlySpan<byte> text)
    {
        while (text.Length > 0)
        {
            int length = Math.Min(text.Length, NarrowPiece);
            Ask(length * 3);
            _out.Write(text[..length]);
            text = text[length..];
        }
    }

    static int Utf8Of(ReadOnlySpan<char> text, ref byte to) => Utf8Runs.Write(ref to, text) is >= 0 and var written ? written
        : throw new NotSupportedException("A text has half a surrogate pair, which binary XML has no place for.");

    static int Utf16Of(ReadOnlySpan<char> text, ref byte to)
    {
        MemoryMarshal.AsBytes(text).CopyTo(MemoryMarshal.CreateSpan(ref to, 2 * text.Length));
        return 2 * text.Length;
    }

    /// <summary>Whole groups of three bytes, then the rest in a record of its own.</summary>
    public void Base64(byte[] value, in ContractTag tag)
    {
        int rest = value.Length % 3;
        int whole = value.Length - rest;
        if (whole > 0)
            PutBytes(value.AsSpan(0, whole), rest == 0 ? XmlRecord.WithEnd : 0);
        if (rest > 0)
            PutBytes(value.AsSpan(whole), XmlRecord.WithEnd);
    }

    void PutBytes(ReadOnlySpan<byte> bytes, int end)
    {
        int at = PutHead(XmlRecord.Bytes8, bytes.Length);
        bool isEmptied = AskForAll(bytes.Length);
        _out.Write(bytes);
        End(at, !isEmptied, end);
    }

    /// <summary>
    /// So many bytes come in one piece: through the framework's buffer if they are fewer than it has, else past it; returns whether it is
    /// emptied.
    /// </summary>
    bool AskForAll(long count)
    {
        bool isPast = count >= BufferSize;
        bool isEmptied = isPast || _out.Position + count > _limit;
        if (isEmptied)
            _limit = _out.Position + BufferSize + (isPast ? checked((int)count) : 0);
        return isEmptied;
    }

    /// <summary>An array's item is an element without dictionary, which ends at once.</summary>
    public void StartArray(in ContractTag tag, int ns)
    {
        PutByte(XmlRecord.Array);
        StartPrefixed(in tag, -1);
    }

    /// <summary>Its end, what an item is, how many there are, and all of them as they lie in memory.</summary>
    public void Array<T>(ReadOnlySpan<T> items) where T : unmanaged
    {
        PutByte(XmlRecord.EndElement);
        PutByte(XmlBinaryScanner.KindOf<T>() + XmlRecord.WithEnd);
        PutNumber(items.Length);
        if (typeof(T) == typeof(DateTime))
        {
            // Dates go through the framework's buffer one by one, the others all at once.
            foreach (var item in items)
            {
                Ask(sizeof(long));
                _out.Put(TicksOf(Unsafe.BitCast<T, DateTime>(item)));
            }
            return;
        }
        var bytes = MemoryMarshal.AsBytes(items);
        AskForAll(bytes.Length);
        if (!_out.HasTarget || bytes.Length < OutputBuffer.LargeSize)
        {
            _out.Write(bytes);
            return;
        }
        // From the array straight to where it is wanted, not by way of the buffer (2.0 of the original's time); no record before it waits
        // for its end.
        _limit -= _out.Position + bytes.Length;
        _out.Drain(bytes);
    }
}
