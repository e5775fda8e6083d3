using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;
using Isomer.Wire.Text;

namespace Isomer.Wire.Xml;

/// <summary>Records of text: their extent, and any of them as UTF-8.</summary>
internal ref partial struct XmlBinaryScanner
{
    /// <summary>How many bytes of data a record of fixed width has; -1 for the others.</summary>
    static int WidthOf(byte kind) => (kind & ~1) switch
    {
        XmlRecord.Zero or XmlRecord.One or XmlRecord.False or XmlRecord.True or XmlRecord.Empty or XmlRecord.StartList
            or XmlRecord.EndList => 0,
        XmlRecord.Int8 or XmlRecord.Bool => 1,
        XmlRecord.Int16 => 2,
        XmlRecord.Int32 or XmlRecord.Single => 4,
        XmlRecord.Int64 or XmlRecord.Double or XmlRecord.DateTime or XmlRecord.TimeSpan or XmlRecord.UInt64 => 8,
        XmlRecord.Decimal or XmlRecord.UniqueId or XmlRecord.Guid => 16,
        _ => -1,
    };

    /// <summary>Where the data of the record of text at this offset begins, and its length, which the input has.</summary>
    readonly int ReadTextHead(int at, out int length)
    {
        if (at >= _length)
            throw UnexpectedEnd();
        byte kind = At(at++);
        length = WidthOf(kind);
        if (length >= 0)
            return length <= _length - at ? at : throw UnexpectedEnd();
        int sizeOfLength = (kind & ~1) switch
        {
            XmlRecord.Chars8 or XmlRecord.Bytes8 or XmlRecord.Unicode8 => 1,
            XmlRecord.Chars16 or XmlRecord.Bytes16 or XmlRecord.Unicode16 => 2,
            XmlRecord.Chars32 or XmlRecord.Bytes32 or XmlRecord.Unicode32 => 4,
            XmlRecord.Dictionary or XmlRecord.QName => 0,
            _ => throw ErrorAt(at - 1, $"Expected a record of text, found {kind:X2}."),
        };
        if (sizeOfLength > _length - at)
            throw UnexpectedEnd();
        if (sizeOfLength == 0)
        {
            int end = at + ((kind & ~1) == XmlRecord.QName ? 1 : 0);
            ReadNumber(ref end);
            length = end - at;
            return at;
        }
        length = sizeOfLength == 1
            ? At(at)
            : sizeOfLength == 2 ? Unsafe.ReadUnaligned<ushort>(ref At(at)) : Unsafe.ReadUnaligned<int>(ref At(at));
        at += sizeOfLength;
        if (length < 0 || length > _length - at)
            throw ErrorAt(at - sizeOfLength, "A text is longer than the document.");
        return at;
    }

    /// <summary>The value of an attribute: one record, or a list of them.</summary>
    readonly void SkipValue(ref int at)
    {
        bool isList = false;
        do
        {
            if (at >= _length)
                throw UnexpectedEnd();
            byte kind = At(at);
            if (kind < XmlRecord.Zero || (kind & 1) != 0)
                throw ErrorAt(at, "Expected the value of an attribute.");
            isList = kind == XmlRecord.StartList || (isList && kind != XmlRecord.EndList);
            at = ReadTextHead(at, out int length) + length;
        }
        while (isList);
    }

    public readonly ReadOnlySpan<byte> AttributeValue(int index)
    {
        int at = _scope.Attributes[index].Value;
        byte kind = At(at);
        int data = ReadTextHead(at, out int length);
        if (kind is XmlRecord.Chars8 or XmlRecord.Chars16 or XmlRecord.Chars32)
            return CheckChars(data, length);
        int kept = 0;
        bool isList = kind == XmlRecord.StartList;
        Keep(ref kept, kind, data, length);
        while (isList)
        {
            at = data + length;
            kind = At(at);
            data = ReadTextHead(at, out length);
            isList = kind != XmlRecord.EndList;
            if (isList && kept > 0)
                Keep(ref kept, " "u8);
            Keep(ref kept, kind, data, length);
        }
        return _scope.Text.AsSpan(0, kept);
    }

    readonly ReadOnlySpan<byte> CheckChars(int at, int length)
    {
        if (length > _rules.MaxText)
            throw ErrorAt(at, $"A text is longer than {_rules.MaxText} bytes (Limits.MaxStringLength).");
        var text = Input.Slice(at, length);
        return Utf8Runs.IsValid(text) ? text : throw ErrorAt(at, "A text is not valid UTF-8.");
    }

    /// <summary>The text from here on: what stands in the input if that is one record of characters, else a copy of all as text.</summary>
    public ReadOnlySpan<byte> ReadText()
    {
        if (!_isEnded && _itemsLeft == 0 && _position < _length
            && (At(_position) & ~1) is XmlRecord.Chars8 or XmlRecord.Chars16 or XmlRecord.Chars32)
        {
            int data = ReadTextHead(_position, out int length);
            if (TakeWhole(At(_position), data + length))
                return CheckChars(data, length);
        }
        return ReadTextSlowly(keeps: true);
    }

    /// <summary>Whether a record that extends up to this offset is all the text there is; then it is taken.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    bool TakeWhole(byte kind, int end)
    {
        if ((kind & 1) == 0 && (end >= _length || At(end) != XmlRecord.EndElement))
            return false;
        _isEnded = (kind & 1) != 0;
        _position = end;
        return true;
    }

    public void SkipText() => ReadTextSlowly(keeps: false);

    [MethodImpl(MethodImplOptions.NoInlining)]
    ReadOnlySpan<byte> ReadTextSlowly(bool keeps)
    {
        int kept = 0;
        bool isList = false;
        bool separates = false;
        while (PeekFurther(skipsWhite: false) == XmlToken.Text)
        {
            byte kind = _itemKind;
            int data = _position;
            int length;
            if (IsInItem)
                length = WidthOf(kind);
            else
            {
                kind = At(_position);
                data = ReadTextHead(_position, out length);
            }
            if (keeps)
            {
                if (isList && separates && (kind & ~1) != XmlRecord.EndList)
                    Keep(ref kept, " "u8);
                Keep(ref kept, kind, data, length);
            }
            isList = kind == XmlRecord.StartList || (isList && (kind & ~1) != XmlRecord.EndList);
            separates = kind != XmlRecord.StartList;
            _position = data + length;
            _isEnded = (kind & 1) != 0;
        }
        return _scope.Text.AsSpan(0, kept);
    }

    readonly void Keep(ref int kept, ReadOnlySpan<byte> more)
    {
        more.CopyTo(Room(kept, more.Length));
        kept += more.Length;
    }

    readonly Span<byte> Room(int kept, int length)
    {
        if (kept + (long)length > _rules.MaxText)
            throw Error($"A text is longer than {_rules.MaxText} bytes (Limits.MaxStringLength).");
        if (_scope.Text.Length - kept < length)
            Array.Resize(ref _scope.Text, Math.Max(_scope.Text.Length * 2, kept + length));
        return _scope.Text.AsSpan(kept, length);
    }

    /// <summary>A record as the text that the framework's reader makes of it.</summary>
    readonly void Keep(ref int kept, byte kind, int at, int length)
    {
        var data = Input.Slice(at, length);
        switch (kind & ~1)
        {
            case XmlRecord.Chars8 or XmlRecord.Chars16 or XmlRecord.Chars32:
                Keep(ref kept, CheckChars(at, length));
                return;
            case XmlRecord.Bytes8 or XmlRecord.Bytes16 or XmlRecord.Bytes32:
                if (length > _rules.MaxText)
                    throw ErrorAt(at, $"A text is longer than {_rules.MaxText} bytes (Limits.MaxStringLength).");
                byte[] base64 = Encoding.ASCII.GetBytes(Convert.ToBase64String(data));
                Keep(ref kept, base64);
                return;
            case XmlRecord.Unicode8 or XmlRecord.Unicode16 or XmlRecord.Unicode32:
                var chars = MemoryMarshal.Cast<byte, char>(data);
                if ((length & 1) != 0 || length > _rules.MaxText
                    || Utf8.FromUtf16(chars, Room(kept, Math.Min(3 * chars.Length, _rules.MaxText - kept)), out _, out int written,
                        replaceInvalidSequences: false) != OperationStatus.Done)
                    throw ErrorAt(at, "A text is not valid UTF-16, or too long.");
                kept += written;
                return;
            case XmlRecord.Dictionary or XmlRecord.QName:
                if ((kind & ~1) == XmlRecord.QName)
                {
                    if (data[0] >= 26)
                        throw ErrorAt(at, "A prefix is not a letter.");
                    Keep(ref kept, [(byte)('a' + data[0]), (byte)':']);
                    at++;
                }
                Keep(ref kept, TextOf(ReadKey(ref at)));
                return;
        }
        Span<byte> text = stackalloc byte[128];
        Keep(ref kept, text[..Format(kind, data, at, ref text[0])]);
    }

    static int Format(byte kind, ReadOnlySpan<byte> data, int at, ref byte to) => (kind & ~1) switch
    {
        XmlRecord.Zero => Put(ref to, "0"u8),
        XmlRecord.One => Put(ref to, "1"u8),
        XmlRecord.False => Put(ref to, "false"u8),
        XmlRecord.True => Put(ref to, "true"u8),
        XmlRecord.Bool => Put(ref to, data[0] == 0 ? "false"u8 : "true"u8),
        XmlRecord.Int8 => Utf8Integers.WriteInt32(ref to, (sbyte)data[0]),
        XmlRecord.Int16 => Utf8Integers.WriteInt32(ref to, BinaryPrimitives.ReadInt16LittleEndian(data)),
        XmlRecord.Int32 => Utf8Integers.WriteInt32(ref to, BinaryPrimitives.ReadInt32LittleEndian(data)),
        XmlRecord.Int64 => Utf8Integers.WriteInt64(ref to, BinaryPrimitives.ReadInt64LittleEndian(data)),
        XmlRecord.UInt64 => Utf8Integers.WriteUInt64(ref to, BinaryPrimitives.ReadUInt64LittleEndian(data)),
        XmlRecord.Single when BinaryPrimitives.ReadSingleLittleEndian(data) is var value =>
            float.IsFinite(value) ? Utf8Floats.WriteSingle(ref to, value) : PutNotFinite(ref to, value),
        XmlRecord.Double when BinaryPrimitives.ReadDoubleLittleEndian(data) is var value =>
            double.IsFinite(value) ? Utf8Floats.WriteDouble(ref to, value) : PutNotFinite(ref to, value),
        XmlRecord.Decimal => Utf8Decimals.Write(ref to, DecimalOf(data, at)),
        XmlRecord.DateTime => Utf8Dates.WriteDateTime(ref to, DateTimeOf(data, at)),
        XmlRecord.TimeSpan => XmlDates.WriteDuration(ref to, new TimeSpan(BinaryPrimitives.ReadInt64LittleEndian(data))),
        XmlRecord.Guid => Utf8Guids.Write(ref to, new Guid(data)),
        XmlRecord.UniqueId => Put(ref to, "urn:uuid:"u8) + Utf8Guids.Write(ref Unsafe.Add(ref to, 9), new Guid(data)),
        _ => 0,
    };

    static int PutNotFinite(ref byte to, double value) => Put(ref to, double.IsNaN(value) ? "NaN"u8 : value > 0 ? "INF"u8 : "-INF"u8);

    static int Put(ref byte to, ReadOnlySpan<byte> text)
    {
        text.CopyTo(MemoryMarshal.CreateSpan(ref to, text.Length));
        return text.Length;
    }

    /// <summary>The record is the value's memory: what it may hold is checked, as the constructor does.</summary>
    static decimal DecimalOf(ReadOnlySpan<byte> data, int at)
    {
        int flags = BinaryPrimitives.ReadInt32LittleEndian(data);
        int scale = (flags >> 16) & 0xFF;
        if ((flags & 0x7F00FFFF) != 0 || scale > 28)
            throw ErrorAt(at, "A decimal is not valid.");
        return MemoryMarshal.Read<decimal>(data);
    }

    static DateTime DateTimeOf(ReadOnlySpan<byte> data, int at)
    {
        try
        {
            return DateTime.FromBinary(BinaryPrimitives.ReadInt64LittleEndian(data));
        }
        catch (ArgumentException)
        {
            throw ErrorAt(at, "A dateTime is out of range.");
        }
    }
}
