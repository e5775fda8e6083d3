using System.Buffers.Text;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Primitives, strings and enums in their place.</summary>
internal ref partial struct SoapSink
{
    /// <summary>The tag of a value in its place.</summary>
    void Begin(scoped ReadOnlySpan<byte> type)
    {
        FlushNulls();
        _out.Put((byte)'<');
        _out.Write(_tag);
        if (_isTyped)
        {
            _out.Write(" xsi:type=\""u8);
            _out.Write(type);
            _out.Put((byte)'"');
        }
        _out.Put((byte)'>');
    }

    void End()
    {
        _out.Write("</"u8);
        _out.Write(_tag);
        _out.Write(">\r\n"u8);
        _isTyped = false;
    }

    void Text(scoped ReadOnlySpan<byte> type, scoped ReadOnlySpan<char> text)
    {
        Begin(type);
        SoapText.Write(ref _out, text);
        End();
    }

    public void Boolean(bool value)
    {
        Begin("xsd:boolean"u8);
        _out.Write(value ? "true"u8 : "false"u8);
        End();
    }

    /// <summary>XML Schema has no type for it: it is the CLR's.</summary>
    public void Char(char value)
    {
        FlushNulls();
        _out.Put((byte)'<');
        _out.Write(_tag);
        if (_isTyped)
            TypeAttribute(_names.Of(typeof(char)));
        _out.Put((byte)'>');
        SoapText.Write(ref _out, [value]);
        End();
    }

    public void SByte(sbyte value) => Integer("xsd:byte"u8, value);

    public void Byte(byte value)
    {
        if (_isBase64)
            Base64(value);
        else
            Integer("xsd:unsignedByte"u8, value);
    }

    public void Int16(short value) => Integer("xsd:short"u8, value);

    public void UInt16(ushort value) => Integer("xsd:unsignedShort"u8, value);

    public void Int32(int value) => Integer("xsd:int"u8, value);

    public void UInt32(uint value) => Integer("xsd:unsignedInt"u8, value);

    public void Int64(long value) => Integer("xsd:long"u8, value);

    void Integer(ReadOnlySpan<byte> type, long value)
    {
        Begin(type);
        Utf8Formatter.TryFormat(value, Room(), out int length);
        _out.Advance(length);
        End();
    }

    /// <summary>Room for the text of any number.</summary>
    Span<byte> Room() => MemoryMarshal.CreateSpan(ref _out.Reserve(64), 64);

    public void UInt64(ulong value)
    {
        Begin("xsd:unsignedLong"u8);
        Utf8Formatter.TryFormat(value, Room(), out int length);
        _out.Advance(length);
        End();
    }

    public void Single(float value)
    {
        Begin("xsd:float"u8);
        if (float.IsFinite(value))
            _out.Advance(Utf8Floats.WriteSingle(ref _out.Reserve(Utf8Floats.MaxSingleLength), value));
        else
            NotFinite(value);
        End();
    }

    public void Double(double value)
    {
        Begin("xsd:double"u8);
        if (double.IsFinite(value))
            _out.Advance(Utf8Floats.WriteDouble(ref _out.Reserve(Utf8Floats.MaxDoubleLength), value));
        else
            NotFinite(value);
        End();
    }

    void NotFinite(double value) => _out.Write(double.IsNaN(value) ? "NaN"u8 : value > 0 ? "INF"u8 : "-INF"u8);

    public void Decimal(decimal value)
    {
        Begin("xsd:decimal"u8);
        value.TryFormat(Room(), out int length, default, CultureInfo.InvariantCulture);
        _out.Advance(length);
        End();
    }

    public void DateTime(DateTime value)
    {
        string format = value.Kind == DateTimeKind.Utc ? "yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'"
            : value.Kind == DateTimeKind.Unspecified && _options.DateStyle == SoapDateStyle.KeepsKind
                ? "yyyy-MM-dd'T'HH:mm:ss.fffffff"
                : "yyyy-MM-dd'T'HH:mm:ss.fffffffzzz";
        Begin("xsd:dateTime"u8);
        value.TryFormat(Room(), out int length, format, CultureInfo.InvariantCulture);
        _out.Advance(length);
        End();
    }

    public void TimeSpan(TimeSpan value) => Text("xsd:duration"u8, SoapDurations.Write(value));

    /// <summary>A string is told once; where it is met again it is a reference.</summary>
    public void String(string? value)
    {
        if (value is null)
        {
            Null();
            return;
        }
        if ((_options.TypeStyle & SoapTypeStyle.XsdString) != 0)
        {
            _isTyped = true;
            Text("xsd:string"u8, value);
            return;
        }
        int id = _state.IdOf(value, out bool isNew);
        FlushNulls();
        _out.Put((byte)'<');
        _out.Write(_tag);
        if (!isNew)
        {
            _out.Write(" href=\"#ref-"u8);
            Number(id);
            _out.Write("\"/>\r\n"u8);
            _isTyped = false;
            return;
        }
        _out.Write(" id=\"ref-"u8);
        Number(id);
        _out.Write(_isTyped ? "\" xsi:type=\"SOAP-ENC:string\">"u8 : "\">"u8);
        SoapText.Write(ref _out, value);
        End();
    }

    public readonly void Bytes(byte[]? value) => throw NotOne();

    public void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged
    {
        ArrayTag(typeof(T), [items.Length], null);
        for (int i = 0; i < items.Length; i++)
        {
            Item(i);
            if (typeof(T) == typeof(int))
                Int32((int)(object)items[i]);
            else if (typeof(T) == typeof(double))
                Double((double)(object)items[i]);
            else if (typeof(T) == typeof(float))
                Single((float)(object)items[i]);
            else if (typeof(T) == typeof(long))
                Int64((long)(object)items[i]);
            else if (typeof(T) == typeof(ulong))
                UInt64((ulong)(object)items[i]);
            else if (typeof(T) == typeof(uint))
                UInt32((uint)(object)items[i]);
            else if (typeof(T) == typeof(short))
                Int16((short)(object)items[i]);
            else if (typeof(T) == typeof(ushort))
                UInt16((ushort)(object)items[i]);
            else if (typeof(T) == typeof(sbyte))
                SByte((sbyte)(object)items[i]);
            else if (typeof(T) == typeof(TimeSpan))
                TimeSpan((TimeSpan)(object)items[i]);
            else
                Char((char)(object)items[i]);
        }
        Close();
    }

    /// <summary>An array of bytes is text: so many bytes are waiting for a third.</summary>
    void BeginBase64()
    {
        _out.Write("<SOAP-ENC:Array id=\"ref-"u8);
        Number(_id);
        _id = 0;
        _out.Write("\" xsi:type=\"SOAP-ENC:base64\">"u8);
        _isBase64 = true;
        _waiting = 0;
    }

    void Base64(byte value)
    {
        _three[_waiting++] = value;
        if (_waiting == 3)
            FlushBase64();
    }

    void FlushBase64()
    {
        System.Buffers.Text.Base64.EncodeToUtf8(((ReadOnlySpan<byte>)_three)[.._waiting], MemoryMarshal.CreateSpan(ref _out.Reserve(4), 4),
            out _, out int written);
        _out.Advance(written);
        _waiting = 0;
    }

    void EndBase64()
    {
        if (_waiting > 0)
            FlushBase64();
        _isBase64 = false;
        _out.Write("</SOAP-ENC:Array>\r\n"u8);
    }

    /// <summary>The names of its values; a number where it has none.</summary>
    public void Enum(TypeModel model, long value)
    {
        if (_id != 0)
        {
            BoxedEnum(BoxedScalars.EnumOf(model.Type, ((EnumModel)model).Underlying, value), (EnumModel)model);
            return;
        }
        FlushNulls();
        var name = _names.Of(model.Type);
        _state.Library(name.Library);
        _out.Put((byte)'<');
        _out.Write(_tag);
        if (_isTyped)
            TypeAttribute(name);
        _out.Put((byte)'>');
        SoapText.Write(ref _out, BoxedScalars.EnumOf(model.Type, ((EnumModel)model).Underlying, value).ToString());
        End();
    }

    public readonly void Int128(Int128 value) => throw NotOne();

    public readonly void UInt128(UInt128 value) => throw NotOne();

    public readonly void Half(Half value) => throw NotOne();

    public readonly void BigInteger(BigInteger value) => throw NotOne();

    public readonly void Guid(Guid value) => throw NotOne();

    public readonly void DateTimeOffset(DateTimeOffset value) => throw NotOne();

    public readonly void DateOnly(DateOnly value) => throw NotOne();

    public readonly void TimeOnly(TimeOnly value) => throw NotOne();

    static InvalidOperationException NotOne() => new("The type is no primitive of SOAP: the convention sees it as a struct with fields.");
}

/// <summary>Bytes that wait to become four letters.</summary>
[InlineArray(3)]
internal struct SoapThree
{
    byte _first;
}
