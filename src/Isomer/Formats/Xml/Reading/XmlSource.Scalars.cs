using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Xml;
using Isomer.Model;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// Scalars: what is usual is read from the bytes; what is not (a plus sign, a year with a time zone) goes to XmlConvert, so
/// that the same is taken and refused as by XmlSerializer.
/// </summary>
internal ref partial struct XmlSource
{
    /// <summary>The text of the value, which is taken, its end tag too.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ReadOnlySpan<byte> TakeRaw()
    {
        if (_origin != Origin.Element)
            return TakeElsewhere();
        _valueAt = _scanner.Position;
        var text = _scanner.ReadText();
        _scanner.ReadEnd();
        return text;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    ReadOnlySpan<byte> TakeElsewhere()
    {
        switch (_origin)
        {
            case Origin.Attribute:
                return _scanner.ValueOf(_scanner.Attributes[_attribute]);
            case Origin.Text:
                return ReadPiece();
            case Origin.ListItem:
                int length = 0;
                while (length < _list.Length && !XmlChars.IsWhite(_list[length]))
                    length++;
                var item = _list[..length];
                _list = _list[length..];
                return item;
            default:
                return default;
        }
    }

    /// <summary>
    /// Text beside elements, up to the next element: a comment in it divides nothing. Only where there is one value and XmlSerializer would
    /// take what stands behind the last comment, each piece is read, and the last stays.
    /// </summary>
    ReadOnlySpan<byte> ReadPiece() =>
        Top.Kind != XmlLevelKind.Flat && _profile.Options.Duplicates == XmlDuplicates.First ? _scanner.ReadRun() : _scanner.ReadText();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ReadOnlySpan<byte> TakeText()
    {
        var text = TakeRaw();
        return text.Length > 0 && text[0] > (byte)' ' && text[^1] > (byte)' ' ? text : XmlChars.Trim(text);
    }

    readonly WireFormatException Refused(ReadOnlySpan<byte> text, string what, Exception? inner = null) =>
        new($"'{XmlScanner.ToUtf16(text[..Math.Min(text.Length, 64)])}' is not {what}.", inner) { Offset = ErrorOffset };

    /// <summary>The way of XmlConvert.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly T Convert<T>(ReadOnlySpan<byte> text, Func<string, T> parse, string what)
    {
        try
        {
            return parse(XmlScanner.ToUtf16(text));
        }
        catch (Exception e) when (e is FormatException or OverflowException or ArgumentException or XmlException)
        {
            throw Refused(text, what, e);
        }
    }

    static ref byte Start(ReadOnlySpan<byte> text) => ref MemoryMarshal.GetReference(text);

    public bool Boolean()
    {
        var text = TakeText();
        return text.SequenceEqual("true"u8) || text.SequenceEqual("1"u8)
            || (text.SequenceEqual("false"u8) || text.SequenceEqual("0"u8) ? false : throw Refused(text, "true, false, 1 or 0"));
    }

    public int Int32()
    {
        if (IsContent && Utf8Integers.TryReadInt32(ref _scanner.Here, _scanner.Left, out int quick, out int length) && EndsAfter(length))
        {
            TakeContent(length);
            return quick;
        }
        var text = TakeText();
        return Utf8Integers.TryReadInt32(ref Start(text), text.Length, out int value, out int used) && used == text.Length ? value
            : Convert(text, XmlConvert.ToInt32, "an int");
    }

    public uint UInt32()
    {
        if (IsContent && Utf8Integers.TryReadUInt32(ref _scanner.Here, _scanner.Left, out uint quick, out int length) && EndsAfter(length))
        {
            TakeContent(length);
            return quick;
        }
        var text = TakeText();
        return Utf8Integers.TryReadUInt32(ref Start(text), text.Length, out uint value, out int used) && used == text.Length ? value
            : Convert(text, XmlConvert.ToUInt32, "an unsignedInt");
    }

    public long Int64()
    {
        if (IsContent && Utf8Integers.TryReadInt64(ref _scanner.Here, _scanner.Left, out long quick, out int length) && EndsAfter(length))
        {
            TakeContent(length);
            return quick;
        }
        var text = TakeText();
        return Utf8Integers.TryReadInt64(ref Start(text), text.Length, out long value, out int used) && used == text.Length ? value
            : Convert(text, XmlConvert.ToInt64, "a long");
    }

    public ulong UInt64()
    {
        var text = TakeText();
        return Utf8Integers.TryReadUInt64(ref Start(text), text.Length, out ulong value, out int used) && used == text.Length ? value
            : Convert(text, XmlConvert.ToUInt64, "an unsignedLong");
    }

    public sbyte SByte() => Int32() is >= sbyte.MinValue and <= sbyte.MaxValue and var value ? (sbyte)value : throw TooLarge("a byte");

    public byte Byte() => UInt32() is <= byte.MaxValue and var value ? (byte)value : throw TooLarge("an unsignedByte");

    public short Int16() => Int32() is >= short.MinValue and <= short.MaxValue and var value ? (short)value : throw TooLarge("a short");

    public ushort UInt16() => UInt32() is <= ushort.MaxValue and var value ? (ushort)value : throw TooLarge("an unsignedShort");

    /// <summary>A character is its number.</summary>
    public char Char() => (char)UInt16();

    readonly WireFormatException TooLarge(string what) => new($"The number is too large for {what}.") { Offset = ErrorOffset };

    public Int128 Int128()
    {
        var text = TakeText();
        return Convert(text, s => System.Int128.Parse(s, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture),
            "an integer of 128 bits");
    }

    public UInt128 UInt128()
    {
        var text = TakeText();
        return Convert(text, s => System.UInt128.Parse(s, NumberStyles.None, CultureInfo.InvariantCulture), "an integer of 128 bits");
    }

    public BigInteger BigInteger()
    {
        var text = TakeText();
        return Convert(text, s => System.Numerics.BigInteger.Parse(s, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture),
            "an integer");
    }

    public Half Half()
    {
        var text = TakeText();
        return Convert(text, s => s switch
        {
            "INF" => System.Half.PositiveInfinity,
            "-INF" => System.Half.NegativeInfinity,
            _ => System.Half.Parse(s, NumberStyles.Float, CultureInfo.InvariantCulture),
        }, "a float");
    }

    public float Single()
    {
        if (IsContent && Utf8Floats.TryReadSingle(ref _scanner.Here, _scanner.Left, out float quick, out int length) && EndsAfter(length))
        {
            TakeContent(length);
            return quick;
        }
        var text = TakeText();
        return Utf8Floats.TryReadSingle(ref Start(text), text.Length, out float value, out int used) && used == text.Length ? value
            : Convert(text, XmlConvert.ToSingle, "a float");
    }

    public double Double()
    {
        if (IsContent && Utf8Floats.TryReadDouble(ref _scanner.Here, _scanner.Left, out double quick, out int length) && EndsAfter(length))
        {
            TakeContent(length);
            return quick;
        }
        var text = TakeText();
        return Utf8Floats.TryReadDouble(ref Start(text), text.Length, out double value, out int used) && used == text.Length ? value
            : Convert(text, XmlConvert.ToDouble, "a double");
    }

    public decimal Decimal()
    {
        if (IsContent && Utf8Decimals.TryRead(ref _scanner.Here, _scanner.Left, out decimal quick, out int length) && EndsAfter(length)
            && MemoryMarshal.CreateReadOnlySpan(ref _scanner.Here, length).IndexOfAny((byte)'e', (byte)'E') < 0)
        {
            TakeContent(length);
            return quick;
        }
        var text = TakeText();
        // XML's decimal has no exponent, Json's has.
        return Utf8Decimals.TryRead(ref Start(text), text.Length, out decimal value, out int used) && used == text.Length
            && text.IndexOfAny((byte)'e', (byte)'E') < 0 ? value
            : Convert(text, XmlConvert.ToDecimal, "a decimal");
    }

    public Guid Guid()
    {
        var text = TakeText();
        return Utf8Guids.TryRead(ref Start(text), text.Length, out var value, out int used) && used == text.Length ? value
            : Convert(text, XmlConvert.ToGuid, "a guid");
    }

    public DateTime DateTime()
    {
        if (_place.Form == XmlForm.Usual && TryUsualDate(out var quick))
            return quick;
        var text = TakeText();
        var form = _place.Form;
        if (form is XmlForm.Date or XmlForm.Time)
            return Convert<DateTime>(text, form == XmlForm.Date ? XmlDayTimes.ToDate : XmlDayTimes.ToTime,
                form == XmlForm.Date ? "a date" : "a time");
        return text.Length >= 19 && text[10] == (byte)'T' && (text.Length < 28 || !char.IsAsciiDigit((char)text[27])) && HasUsualZone(text)
            && Utf8Dates.TryReadDateTime(ref Start(text), text.Length, out var value, out int used) && used == text.Length ? value
            : Convert(text, static s => XmlConvert.ToDateTime(s, XmlDateTimeSerializationMode.RoundtripKind), "a dateTime");
    }

    /// <summary>Whether it ends in a digit, Z, or an offset with a colon: what Json takes besides is no dateTime.</summary>
    static bool HasUsualZone(ReadOnlySpan<byte> text) =>
        text[^1] == (byte)'Z' || text[^3] == (byte)':' || text.Length < 22
            || text[^6] is not ((byte)'+' or (byte)'-') && text[^3] is not ((byte)'+' or (byte)'-');

    /// <summary>An element without content, which is the default value of the types that came to XmlSerializer late.</summary>
    bool TryNothing()
    {
        if (_origin != Origin.Element || !_scanner.IsEmpty)
            return false;
        _scanner.ReadEnd();
        return true;
    }

    public DateTimeOffset DateTimeOffset()
    {
        if (TryNothing())
            return default;
        var text = TakeText();
        return Convert(text, XmlConvert.ToDateTimeOffset, "a dateTime with an offset");
    }

    public TimeSpan TimeSpan()
    {
        if (TryNothing())
            return default;
        var text = TakeText();
        return Convert(text, XmlConvert.ToTimeSpan, "a duration");
    }

    public DateOnly DateOnly()
    {
        if (TryNothing())
            return default;
        var text = TakeText();
        return Utf8Dates.TryReadDateOnly(ref Start(text), text.Length, out var value, out int used) && used == text.Length ? value
            : Convert(text, XmlDayTimes.ToBareDate, "a date");
    }

    public TimeOnly TimeOnly()
    {
        if (TryNothing())
            return default;
        var text = TakeText();
        return Convert<TimeOnly>(text, _place.Form == XmlForm.Time ? XmlDayTimes.ToTimeOnly : XmlDayTimes.ToBareTimeOnly, "a time");
    }

    public string? String()
    {
        var place = _place;
        if (_isBare && place.Form == XmlForm.Usual && TryShortText(out string quick))
            return quick;
        if (_origin == Origin.Absent || (!_isBare && _origin == Origin.Element && place.IsNullable && IsNil()))
        {
            if (_origin == Origin.Element)
                SkipElement();
            return null;
        }
        if (_origin == Origin.Element)
            _valueAt = _scanner.Position;
        string value = StringOf(TakeRaw());
        if (place.Form != XmlForm.Usual)
            value = place.Form == XmlForm.Token ? XmlForms.Collapse(value) : XmlForms.Decode(value, place.DataType);
        return value;
    }

    readonly string StringOf(ReadOnlySpan<byte> text)
    {
        if (text.Length == 0)
            return "";
        if (text[0] <= (byte)' ' && _origin == Origin.Element && XmlChars.IsWhite(text) && !_profile.Options.KeepWhitespace && !IsSaid()
            && !_scanner.Preserved)
            return "";
        return text.Length <= 1024 && Utf8Strings.TryWidenAscii(ref Start(text), text.Length, out string ascii)
            ? ascii
            : XmlScanner.ToUtf16(text);
    }

    /// <summary>White space in a CDATA section is text, and some by reference; the scanner has left out what else there was.</summary>
    readonly bool IsSaid()
    {
        var written = _scanner.Input[_valueAt.._scanner.Position];
        return written.IndexOf("<![CDATA["u8) >= 0 || (_profile.Rules.DecimalIsText && written.Contains((byte)'&'));
    }

    public byte[]? Bytes()
    {
        if (_origin == Origin.Absent || (!_isBare && _origin == Origin.Element && _place.IsNullable && IsNil()))
        {
            if (_origin == Origin.Element)
                SkipElement();
            return null;
        }
        bool isHex = _place.Form == XmlForm.Hex;
        var text = TakeText();
        if (isHex)
            return Convert(text, System.Convert.FromHexString, "hexBinary");
        // In an element white space may stand anywhere but between what pads.
        bool isDivided = _origin == Origin.Element && text.IndexOf((byte)'=') is >= 0 and var pad
            && !XmlChars.IsWhite(text[pad..].TrimStart((byte)'='));
        return !isDivided
            && (Utf8Base64.TryRead(text, out byte[] value) || (_origin == Origin.Element && XmlBase64.TryReadPadded(text, out value)))
            ? value
            : Convert<byte[]>(text,
                isDivided ? static _ => throw new FormatException("The padding is divided.") : System.Convert.FromBase64String,
                "base64Binary");
    }

    public long Enum(TypeModel model)
    {
        if (_origin == Origin.Names)
            return NextName();
        // Names of flags stand among white space; one name is a text, to the letter.
        var text = ((EnumModel)model).IsFlags ? TakeText() : _isNameTrimmed ? TrimAll(TakeRaw()) : TakeRaw();
        _isNameTrimmed = false;
        return XmlEnums.TryParse((EnumModel)model, XmlScanner.ToUtf16(text), out long value)
            ? value
            : throw Refused(text, $"a value of the enum '{model.Type.Name}'");
    }

    /// <summary>The name of the element of a choice that was read.</summary>
    readonly long NextName()
    {
        if (Top.Kind == XmlLevelKind.Names)
            return _state.Levels[_state.Count - 2].Names![Top.MemberIndex].Value;
        foreach (var (member, value) in Top.Names!)
            if (member == Top.MemberIndex)
                return value;
        throw new InvalidOperationException("There is no such name.");
    }
}
