using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Xml;
using Isomer.Model;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Values that are text. The usual form is read where it stands; the framework's reader has the others.</summary>
internal ref partial struct ContractXmlSource<TEmit, TScan>
{
    /// <summary>Whether a leaf is open: an element whose content stands here and may be read at once, with its end.</summary>
    readonly bool IsLeaf
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !Unsafe.IsNullRef(ref _leaf);
    }

    /// <summary>The name of the leaf, and its length.</summary>
    readonly ref byte LeafTag
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref Unsafe.Add(ref _leaf, ContractXmlTable.Name);
    }

    readonly int LeafLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ContractXmlTable.LengthAt(ref _leaf);
    }

    /// <summary>
    /// The text of a value that cannot be null, without the white space around it; the end is taken by <see cref="Close"/>.
    /// </summary>
    ReadOnlySpan<byte> Text(string expected)
    {
        if (_nil || (_scan.HasAttributes && HeedsNil))
            CheckMarks(expected);
        return XmlChars.Trim(_scan.ReadText());
    }

    /// <summary>
    /// A root that is a scalar, and the items of an array that is read whole, are what they hold, whatever nil says: as the original has
    /// it.
    /// </summary>
    readonly bool HeedsNil => _depth > 0 && (!_top.Table.IsStrict || _scan.IsPlain);

    T Close<T>(T value)
    {
        _scan.ReadEnd();
        return value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly WireFormatException Wrong(string expected, ReadOnlySpan<byte> found) =>
        _scan.Error($"Expected {expected}, found '{Encoding.UTF8.GetString(found[..Math.Min(found.Length, 40)])}'.");

    public bool Boolean()
    {
        if (IsLeaf && _scan.TryBoolean(ref LeafTag, LeafLength, out bool value))
            return value;
        var text = Text("a boolean");
        if (text.SequenceEqual("true"u8) || text.SequenceEqual("1"u8))
            return Close(true);
        return text.SequenceEqual("false"u8) || text.SequenceEqual("0"u8) ? Close(false) : throw Wrong("true or false", text);
    }

    public char Char() => (char)Integer(ushort.MaxValue, "the number of a character");

    public sbyte SByte() => (sbyte)Integer(sbyte.MaxValue, "a byte", sbyte.MinValue);

    public byte Byte() => (byte)Integer(byte.MaxValue, "an unsignedByte");

    public short Int16() => (short)Integer(short.MaxValue, "a short", short.MinValue);

    public ushort UInt16() => (ushort)Integer(ushort.MaxValue, "an unsignedShort");

    [MethodImpl(MethodImplOptions.NoInlining)]
    public int Int32()
    {
        if (IsLeaf && _scan.TryInt32(ref LeafTag, LeafLength, out int value))
            return value;
        return (int)Integer(int.MaxValue, "an int", int.MinValue);
    }

    public uint UInt32() => (uint)Integer(uint.MaxValue, "an unsignedInt");

    [MethodImpl(MethodImplOptions.NoInlining)]
    public long Int64()
    {
        if (IsLeaf && _scan.TryInt64(ref LeafTag, LeafLength, long.MinValue, long.MaxValue, out long value))
            return value;
        return Integer(long.MaxValue, "a long", long.MinValue);
    }

    long Integer(long most, string expected, long least = 0)
    {
        if (IsLeaf && _scan.TryInt64(ref LeafTag, LeafLength, least, most, out long usual))
            return usual;
        var text = Text(expected);
        return long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long value) && value >= least
            && value <= most
            ? Close(value) : throw Wrong(expected, text);
    }

    public ulong UInt64()
    {
        var text = Text("an unsignedLong");
        return ulong.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out ulong value)
            ? Close(value)
            : throw Wrong("an unsignedLong", text);
    }

    public Int128 Int128()
    {
        var text = Text("an integer");
        return System.Int128.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value)
            ? Close(value)
            : throw Wrong("an integer", text);
    }

    public UInt128 UInt128()
    {
        var text = Text("an integer");
        return System.UInt128.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value)
            ? Close(value)
            : throw Wrong("an integer", text);
    }

    public BigInteger BigInteger()
    {
        var text = Text("an integer");
        return System.Numerics.BigInteger.TryParse(Encoding.UTF8.GetString(text), NumberStyles.AllowLeadingSign,
            CultureInfo.InvariantCulture, out var value) ? Close(value) : throw Wrong("an integer", text);
    }

    public Half Half() => (Half)Single();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public float Single()
    {
        if (IsLeaf && _scan.TrySingle(ref LeafTag, LeafLength, out float value))
            return value;
        var text = Text("a float");
        return Parse(text, XmlConvert.ToSingle, "a float");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public double Double()
    {
        if (IsLeaf && _scan.TryDouble(ref LeafTag, LeafLength, out double value))
            return value;
        var text = Text("a double");
        return Parse(text, XmlConvert.ToDouble, "a double");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public decimal Decimal()
    {
        if (IsLeaf && _scan.TryDecimal(ref LeafTag, LeafLength, out decimal value))
            return value;
        return Parse(Text("a decimal"), XmlConvert.ToDecimal, "a decimal");
    }

    T Parse<T>(ReadOnlySpan<byte> text, Func<string, T> parse, string expected)
    {
        try
        {
            return Close(parse(Encoding.UTF8.GetString(text)));
        }
        catch (Exception e) when (e is FormatException or OverflowException or ArgumentException)
        {
            throw Wrong(expected, text);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public DateTime DateTime()
    {
        if (IsLeaf && _scan.TryDateTime(ref LeafTag, LeafLength, out var usual))
            return usual;
        var text = Text("a dateTime");
        return XmlDates.TryReadDateTime(text, out var value) ? Close(value) : throw Wrong("a dateTime", text);
    }

    /// <summary>Dates and times of their own take white space of any kind around them, as the framework's parsers do.</summary>
    static ReadOnlySpan<byte> TrimWide(ReadOnlySpan<byte> text) =>
        text.Length > 0 && (text[0] >= 0x80 || text[^1] >= 0x80) ? Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(text).Trim()) : text;

    public DateOnly DateOnly()
    {
        var text = TrimWide(Text("a date"));
        return XmlDates.TryReadDateOnly(text, out var value) ? Close(value) : throw Wrong("a date", text);
    }

    public TimeOnly TimeOnly()
    {
        var text = TrimWide(Text("a time"));
        return XmlDates.TryReadTimeOnly(text, out var value) ? Close(value) : throw Wrong("a time", text);
    }

    public TimeSpan TimeSpan()
    {
        var text = Text("a duration");
        return XmlDates.TryReadDuration(text, out var value) ? Close(value) : throw Wrong("a duration", text);
    }

    public Guid Guid()
    {
        var text = Text("a guid");
        if (Utf8Guids.TryRead(ref MemoryMarshal.GetReference(text), text.Length, out var value, out int length) && length == text.Length)
            return Close(value);
        return System.Guid.TryParse(Encoding.UTF8.GetString(text), out value) ? Close(value) : throw Wrong("a guid", text);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public string? String()
    {
        if (!IsLeaf)
            return MarkedString();
        string text = _scan.ReadString();
        if (!_scan.TryLeafEnd(0, ref LeafTag, LeafLength))
            _scan.ReadEnd();
        return text;
    }

    string? MarkedString()
    {
        _identity = null;
        if ((_nil || _scan.HasAttributes) && TakeMark(typeof(string), out var head))
            return head == Shapes.Head.Null
                ? null
                : _referenced as string ?? throw _scan.Error("A reference to something else stands where a string is expected.");
        string text = _scan.ReadString();
        KnowBoxed(text);
        return Close(text);
    }

    /// <summary>What has been read gets the identity that its tag gave.</summary>
    void KnowBoxed(object value)
    {
        if (_identity is { } identity)
            Know(identity, value);
        _identity = null;
    }

    public byte[]? Bytes()
    {
        _identity = null;
        if ((_nil || _scan.HasAttributes) && TakeMark(typeof(byte[]), out var head))
            return head == Shapes.Head.Null
                ? null
                : _referenced as byte[] ?? throw _scan.Error("A reference to something else stands where bytes are expected.");
        if (!_scan.TryBytes(out byte[] value))
            throw _scan.Error("Expected base64.");
        value = OfItsOwn(value);
        KnowBoxed(value);
        return Close(value);
    }

    /// <summary>
    /// An empty array is an object of its own: the runtime's shared one would make one object of two, which references and sets of arrays
    /// tell apart.
    /// </summary>
    static T[] OfItsOwn<T>(T[] array) => array.Length == 0 ? GC.AllocateUninitializedArray<T>(0) : array;

    public DateTimeOffset DateTimeOffset()
    {
        var table = ContractXmlTable.OfDateTimeOffset;
        if (_nil || _scan.HasAttributes)
            CheckMarks("a DateTimeOffset");
        if (_scan.HasAttributes && !_profile.IsNet)
            CheckNamed(_profile.Convention.ModelOf(typeof(DateTimeOffset)));
        Enter(table, 2);
        DateTime? instant = null;
        int? offset = null;
        for (int i = -1; (i = NextMemberSlowly(table, i)) >= 0;)
        {
            if (i == 0)
                instant = DateTime();
            else
                offset = Int32();
        }
        EndObject(table);
        if (instant is not { } time || offset is not { } minutes)
            throw _scan.Error("A DateTimeOffset lacks DateTime or OffsetMinutes.");
        try
        {
            return time.Kind == DateTimeKind.Unspecified
                ? new DateTimeOffset(time, System.TimeSpan.FromMinutes(minutes))
                : new DateTimeOffset(time).ToOffset(System.TimeSpan.FromMinutes(minutes));
        }
        catch (ArgumentException e)
        {
            throw _scan.Error("A DateTimeOffset is out of range.", e);
        }
    }

    public long Enum(TypeModel model)
    {
        if (_nil || _scan.HasAttributes)
        {
            CheckMarks("the name of a value");
            if (_depth > 0 && !_isNamed && !_profile.IsNet && _scan.HasAttributes)
                CheckNamed(model);
        }
        var text = _scan.ReadText();
        return ContractXmlEnum.Of((EnumModel)model).TryParse(text, out long value)
            ? Close(value)
            : throw Wrong($"the name of a value of '{model.Type}'", text);
    }
}
