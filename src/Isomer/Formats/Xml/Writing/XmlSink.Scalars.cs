using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Scalars: each writes its own tags, as its place says.</summary>
internal ref partial struct XmlSink
{
    /// <summary>What goes before a value; then there is room for one of fixed width.</summary>
    ref byte BeginScalar()
    {
        var place = _place;
        if (place.Kind != XmlPlaceKind.Element || place.Number != _plain || _typeName is not null || _tag == Tag.Due)
        {
            if (_typeName?.Usual is { } type && _state.IsUsual && place.Kind == XmlPlaceKind.Element && place.Number == _plain
                && _tag != Tag.Due)
                return ref BeginTyped(place, type);
            _scalarIsPlain = false;
            BeginScalarSlowly(place);
            return ref _out.Reserve(Room);
        }
        _scalarIsPlain = true;
        int length = place.OpenLength;
        ref byte to = ref CloseParent(ref _out.Reserve(1 + _break + (2 * length) + (3 * Room)));
        _tag = Tag.Closed;
        CopyTag(ref to, place.Open, length);
        to = ref Unsafe.Add(ref to, length);
        _out.AdvanceTo(ref to);
        return ref to;
    }

    /// <summary>A scalar whose type is named: most cells of rows of objects.</summary>
    ref byte BeginTyped(XmlPlace place, byte[] type)
    {
        _scalarIsPlain = true;
        _typeName = null;
        int length = place.OpenLength - 1;
        ref byte to = ref CloseParent(ref _out.Reserve(1 + _break + (2 * length) + type.Length + (3 * Room)));
        _tag = Tag.Closed;
        CopyTag(ref to, place.Open, length);
        to = ref Unsafe.Add(ref to, length);
        type.CopyTo(MemoryMarshal.CreateSpan(ref to, type.Length));
        to = ref Unsafe.Add(ref to, type.Length);
        _out.AdvanceTo(ref to);
        return ref to;
    }

    void BeginScalarSlowly(XmlPlace place)
    {
        switch (place.Kind)
        {
            case XmlPlaceKind.Element:
                StartTag(place, null, isBare: true);
                CloseStart();
                _break = 0;
                break;
            case XmlPlaceKind.Attribute:
                BeginAttribute(place.Name, place.Namespace);
                break;
            case XmlPlaceKind.Text:
                CloseStart();
                _break = 0;
                break;
            case XmlPlaceKind.Any:
                throw new NotSupportedException($"A scalar cannot stand as any element.");
        }
    }

    /// <summary>Takes the value of this length, and writes what goes behind it.</summary>
    void EndScalar(int length)
    {
        if (_scalarIsPlain)
        {
            var place = _place;
            // Room was reserved for both tags.
            _out.Advance(length);
            CopyTag(ref _out.Here, place.Close, place.CloseLength);
            _out.Advance(place.CloseLength);
            return;
        }
        _out.Advance(length);
        EndScalarSlowly();
    }

    void EndScalarSlowly()
    {
        switch (_place.Kind)
        {
            case XmlPlaceKind.Element:
                EndTag();
                break;
            case XmlPlaceKind.Attribute:
                _out.Put((byte)'"');
                break;
        }
    }

    public void Boolean(bool value)
    {
        ref byte to = ref BeginScalar();
        Unsafe.WriteUnaligned(ref to, value ? 0x65757274ul : 0x65736C6166ul);
        EndScalar(value ? 4 : 5);
    }

    public void SByte(sbyte value) => Int32(value);

    public void Byte(byte value) => UInt32(value);

    public void Int16(short value) => Int32(value);

    public void UInt16(ushort value) => UInt32(value);

    public void Char(char value) => UInt32(value);

    public void Int32(int value) => EndScalar(Utf8Integers.WriteInt32(ref BeginScalar(), value));

    public void UInt32(uint value) => EndScalar(Utf8Integers.WriteUInt32(ref BeginScalar(), value));

    public void Int64(long value) => EndScalar(Utf8Integers.WriteInt64(ref BeginScalar(), value));

    public void UInt64(ulong value) => EndScalar(Utf8Integers.WriteUInt64(ref BeginScalar(), value));

    public void Int128(Int128 value) => EndScalar(Utf8Integers.WriteInt128(ref BeginScalar(), value));

    public void UInt128(UInt128 value) => EndScalar(Utf8Integers.WriteUInt128(ref BeginScalar(), value));

    public void Half(Half value)
    {
        if (System.Half.IsFinite(value))
            EndScalar(Utf8Floats.WriteHalf(ref BeginScalar(), value));
        else
            NamedFloat((double)value);
    }

    public void Single(float value)
    {
        if (float.IsFinite(value))
            EndScalar(Utf8Floats.WriteSingle(ref BeginScalar(), value));
        else
            NamedFloat(value);
    }

    public void Double(double value)
    {
        if (double.IsFinite(value))
            EndScalar(Utf8Floats.WriteDouble(ref BeginScalar(), value));
        else
            NamedFloat(value);
    }

    void NamedFloat(double value) => Ascii(double.IsNaN(value) ? "NaN" : value > 0 ? "INF" : "-INF");

    public void Decimal(decimal value) => EndScalar(Utf8Decimals.Write(ref BeginScalar(), value));

    public void BigInteger(BigInteger value) => Ascii(value.ToString(CultureInfo.InvariantCulture));

    /// <summary>Text that needs no escaping, of any length.</summary>
    void Ascii(string text)
    {
        BeginScalar();
        WriteUtf8(text);
        _out.Reserve(_place.CloseLength + Room);
        EndScalar(0);
    }

    public void Guid(Guid value) => EndScalar(Utf8Guids.Write(ref BeginScalar(), value));

    public void DateTime(DateTime value)
    {
        if (_place.Form is XmlForm.Date)
            EndScalar(Utf8Dates.WriteDateOnly(ref BeginScalar(), System.DateOnly.FromDateTime(value)));
        else if (_place.Form is XmlForm.Time)
            Ascii(XmlConvert.ToString(System.DateTime.MinValue + value.TimeOfDay,
                value.Kind == DateTimeKind.Utc ? "HH:mm:ss.fffffffZ" : "HH:mm:ss.fffffffzzzzzz"));
        else
            EndScalar(Utf8Dates.WriteDateTime(ref BeginScalar(), value));
    }

    public void DateTimeOffset(DateTimeOffset value)
    {
        ref byte to = ref BeginScalar();
        if (value.Offset == System.TimeSpan.Zero)
            EndScalar(Utf8Dates.WriteDateTime(ref to, value.UtcDateTime));
        else
            EndScalar(Utf8Dates.WriteDateTimeOffset(ref to, value));
    }

    public void TimeSpan(TimeSpan value) => Ascii(XmlConvert.ToString(value));

    public void DateOnly(DateOnly value) => EndScalar(Utf8Dates.WriteDateOnly(ref BeginScalar(), value));

    public void TimeOnly(TimeOnly value) =>
        Ascii(value.ToString(value.Ticks % System.TimeSpan.TicksPerSecond == 0 ? "HH:mm:ss" : "HH:mm:ss.FFFFFFF",
            CultureInfo.InvariantCulture));

    public void String(string? value)
    {
        if (value is null)
            Null();
        else if (value.Length == 0)
            Empty();
        else if (_place.Form is XmlForm.Name or XmlForm.NmTokens)
            Text(XmlForms.Encode(value, _place.DataType));
        else
            Text(value);
    }

    void Text(string value)
    {
        ref byte to = ref BeginScalar();
        var place = _place;
        if (_scalarIsPlain && value.Length <= 1024)
        {
            to = ref _out.Reserve(XmlEscape.MaxLength(value.Length) + place.CloseLength + Room);
            int length = XmlEscape.Write(ref to, value, _profile.Escaping);
            EndScalar(length);
            return;
        }
        bool isAttribute = place.Kind == XmlPlaceKind.Attribute
            || (place.Kind == XmlPlaceKind.ListItem && Top.Text!.Kind == XmlPlaceKind.Attribute);
        if (isAttribute && place.Number == XmlNamespaces.Xml && place.Kind == XmlPlaceKind.Attribute && place.Name == "space"
            && value is not ("preserve" or "default"))
            throw new NotSupportedException($"xml:space must be 'preserve' or 'default', not '{value}'.");
        XmlEscape.Write(ref _out, value, isAttribute ? XmlEscaping.StrictAttribute : _profile.Escaping);
        _out.Reserve(place.CloseLength + Room);
        EndScalar(0);
    }

    /// <summary>&lt;a /&gt;, a="", or nothing.</summary>
    void Empty(bool isBytes = false)
    {
        bool isTyped = _typeName is not null;
        switch (_place.Kind)
        {
            case XmlPlaceKind.Element:
                StartTag(_place, null, isBare: true);
                // XmlSerializer writes a string whose type is named as text, which closes the start tag.
                if (isTyped && !isBytes)
                    CloseEmpty();
                EndTag();
                break;
            case XmlPlaceKind.Attribute:
                if (_place.Number == XmlNamespaces.Xml && _place.Name == "space")
                    throw new NotSupportedException("xml:space must be 'preserve' or 'default', not empty.");
                BeginAttribute(_place.Name, _place.Namespace);
                _out.Put((byte)'"');
                break;
            case XmlPlaceKind.Text when !isBytes:
                CloseEmpty();
                break;
        }
    }

    void CloseEmpty()
    {
        CloseStart();
        _break = 0;
    }

    public void Bytes(byte[]? value)
    {
        if (value is null)
        {
            Null();
            return;
        }
        if (value.Length == 0)
        {
            Empty(isBytes: true);
            return;
        }
        BeginScalar();
        if (_place.Form == XmlForm.Hex)
        {
            int length = value.Length * 2;
            Convert.TryToHexString(value, MemoryMarshal.CreateSpan(ref _out.Reserve(length), length), out _);
            _out.Advance(length);
        }
        else
        {
            int most = Utf8Base64.MaxLength(value.Length);
            _out.Advance(Utf8Base64.Write(ref _out.Reserve(most), value));
        }
        _out.Reserve(_place.CloseLength + Room);
        EndScalar(0);
    }

    public void Enum(TypeModel model, long value)
    {
        if (_member is { Role: XmlRole.ChoiceNames })
        {
            Top.AddName(_state.Companion, value);
            return;
        }
        if (_state.Count > 0 && Top.Kind == XmlFrameKind.Names)
        {
            _state.Frames[_state.Count - 2].AddName(_state.Companion, value);
            return;
        }
        if (XmlEnums.TextOf((EnumModel)model, value) is { } text)
        {
            if (text.Length == 0)
                Empty();
            else
                Text(text);
            return;
        }
        throw new NotSupportedException($"{value} is not a value of the enum '{model.Type}' that has a name in XML.");
    }
}
