using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using System.Xml;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer.Formats;

internal sealed partial class ContractJsonWriter
{
    public override void Boolean(bool value)
    {
        if (_key == ContractJsonKey.Number)
        {
            _out.Write(value ? "True"u8 : "False"u8);
            return;
        }
        Unsafe.WriteUnaligned(ref _out.Reserve(8), value ? 0x65757274ul : 0x65736C6166ul);
        _out.Advance(value ? 4 : 5);
    }

    public override void Char(char value) => WriteText([value]);

    public override void SByte(sbyte value) => Int32(value);

    public override void Byte(byte value) => Int32(value);

    public override void Int16(short value) => Int32(value);

    public override void UInt16(ushort value) => Int32(value);

    public override void Int32(int value) => _out.Advance(Utf8Integers.WriteInt32(ref _out.Reserve(Room), value));

    public override void UInt32(uint value) => _out.Advance(Utf8Integers.WriteUInt32(ref _out.Reserve(Room), value));

    public override void Int64(long value) => _out.Advance(Utf8Integers.WriteInt64(ref _out.Reserve(Room), value));

    public override void UInt64(ulong value) => _out.Advance(Utf8Integers.WriteUInt64(ref _out.Reserve(Room), value));

    public override void Single(float value)
    {
        if (float.IsFinite(value))
            _out.Advance(Utf8Floats.WriteSingle(ref _out.Reserve(Room), value));
        else
            WriteNamed(value);
    }

    public override void Double(double value)
    {
        if (double.IsFinite(value))
            _out.Advance(Utf8Floats.WriteDouble(ref _out.Reserve(Room), value));
        else
            WriteNamed(value);
    }

    /// <summary>Bare, which is not JSON but what the original writes; in keys .NET's own names.</summary>
    void WriteNamed(double value)
    {
        bool isKey = _key == ContractJsonKey.Number;
        if (!isKey)
            CheckLenient(value.ToString(CultureInfo.InvariantCulture));
        _out.Write(double.IsNaN(value) ? "NaN"u8 : value > 0 ? (isKey ? "Infinity"u8 : "INF"u8) : isKey ? "-Infinity"u8 : "-INF"u8);
    }

    /// <summary>What is strict reads no such number, and so must not write it.</summary>
    void CheckLenient(string number)
    {
        if (_profile.Options.IsStrict)
            throw new NotSupportedException(
                $"The number {number} has no place in JSON ({nameof(ContractJsonOptions)}.{nameof(ContractJsonOptions.IsStrict)}). Write null or a string in its place.");
    }

    public override void Decimal(decimal value) => _out.Advance(Utf8Decimals.Write(ref _out.Reserve(Room), value));

    public override void String(string? value)
    {
        if (value is null)
            Null();
        else if (_key != ContractJsonKey.None && value == "__type" && _profile.Options.EscapesTypeKey)
            _out.Write("\"_\\u005ftype\""u8);
        else
            WriteText(_key == ContractJsonKey.Uri ? new Uri(value, UriKind.RelativeOrAbsolute).ToString() : value);
    }

    void WriteText(ReadOnlySpan<char> text)
    {
        const int Most = 1 << 13;
        _out.Put((byte)'"');
        while (text.Length > Most)
        {
            // Halves of pairs are escaped each for itself: a text may be cut anywhere.
            ref byte part = ref _out.Reserve(Utf8Strings.MaxLength(Most));
            _out.Advance(Utf8Strings.Write(ref part, text[..Most], EscapeMode.Contract));
            text = text[Most..];
        }
        ref byte to = ref _out.Reserve(Utf8Strings.MaxLength(text.Length) + Room);
        int length = Utf8Strings.Write(ref to, text, EscapeMode.Contract);
        Unsafe.Add(ref to, length) = (byte)'"';
        _out.Advance(length + 1);
    }

    /// <summary>An array of numbers.</summary>
    public override void Bytes(byte[]? value)
    {
        if (value is null)
        {
            Null();
            return;
        }
        if (_key != ContractJsonKey.None)
            throw new NotSupportedException(
                "A dictionary written in the simple format has keys that are arrays of bytes: they would be lost.");
        _out.Put((byte)'[');
        for (int i = 0; i < value.Length; i++)
        {
            ref byte to = ref _out.Reserve(4);
            int length = 0;
            if (i > 0)
            {
                to = (byte)',';
                length = 1;
            }
            _out.Advance(length + Utf8Integers.WriteUInt32(ref Unsafe.Add(ref to, length), value[i]));
        }
        _out.Put((byte)']');
        _out.Reserve(Room);
    }

    public override void Guid(Guid value)
    {
        ref byte to = ref _out.Reserve(Room);
        to = (byte)'"';
        int length = Utf8Guids.Write(ref Unsafe.Add(ref to, 1), value);
        Unsafe.Add(ref to, length + 1) = (byte)'"';
        _out.Advance(length + 2);
    }

    public override void DateTime(DateTime value)
    {
        if (_key != ContractJsonKey.None)
        {
            WriteText(value.ToString(CultureInfo.InvariantCulture));
            return;
        }
        if (_profile.Dates is { } format)
        {
            WriteText(value.ToString(format.FormatString, format.FormatProvider));
            return;
        }
        ref byte to = ref _out.Reserve(Room);
        to = (byte)'"';
        if (!ContractDates.TryWrite(ref Unsafe.Add(ref to, 1), value, out int length))
            throw new NotSupportedException(
                $"The local time {value:O} is outside of what a DateTime can hold in UTC, which is what JSON contracts write. Give it DateTimeKind.Utc.");
        Unsafe.Add(ref to, length + 1) = (byte)'"';
        _out.Advance(length + 2);
    }

    public override void DateTimeOffset(DateTimeOffset value)
    {
        if (_key != ContractJsonKey.None)
        {
            WriteText(value.ToString(CultureInfo.InvariantCulture));
            return;
        }
        bool announces = _announcesType || _profile.Emits == System.Runtime.Serialization.EmitTypeInformation.Always;
        _announcesType = false;
        _out.Put((byte)'{');
        if (announces && _profile.Emits != System.Runtime.Serialization.EmitTypeInformation.Never)
            _out.Write("\"__type\":\"DateTimeOffset:#System\","u8);
        _out.Write("\"DateTime\":"u8);
        DateTime(value.UtcDateTime);
        _out.Write(",\"OffsetMinutes\":"u8);
        Int32(value.TotalOffsetMinutes);
        _out.Put((byte)'}');
        _out.Reserve(Room);
    }

    public override void TimeSpan(TimeSpan value) =>
        WriteAscii(_key == ContractJsonKey.None ? XmlConvert.ToString(value) : value.ToString());

    public override void DateOnly(DateOnly value)
    {
        if (_key != ContractJsonKey.None)
        {
            WriteText(value.ToString(CultureInfo.InvariantCulture));
            return;
        }
        ref byte to = ref _out.Reserve(Room);
        to = (byte)'"';
        int length = Utf8Dates.WriteDateOnly(ref Unsafe.Add(ref to, 1), value);
        Unsafe.Add(ref to, length + 1) = (byte)'"';
        _out.Advance(length + 2);
    }

    public override void TimeOnly(TimeOnly value) =>
        WriteAscii(value.ToString(_key == ContractJsonKey.None ? "HH:mm:ss.FFFFFFF" : "t", CultureInfo.InvariantCulture));

    void WriteAscii(string text)
    {
        _out.Put((byte)'"');
        _out.Write(Encoding.ASCII.GetBytes(text));
        _out.Put((byte)'"');
        _out.Reserve(Room);
    }

    /// <summary>A number, whether or not the enum has a name for it; as a key the name.</summary>
    public override void Enum(TypeModel model, long value)
    {
        bool isUnsigned = ((EnumModel)model).Underlying == Scalar.UInt64;
        if (_key == ContractJsonKey.Number)
            WriteBare(System.Enum.ToObject(model.Type, value).ToString()!);
        else if (isUnsigned)
            UInt64((ulong)value);
        else
            Int64(value);
    }

    void WriteBare(ReadOnlySpan<char> text)
    {
        ref byte to = ref _out.Reserve(Utf8Strings.MaxLength(text.Length) + Room);
        _out.Advance(Utf8Strings.Write(ref to, text, EscapeMode.Contract));
    }

    public override void Int128(Int128 value) => throw Lost(typeof(Int128));

    public override void UInt128(UInt128 value) => throw Lost(typeof(UInt128));

    public override void Half(Half value) => throw Lost(typeof(Half));

    public override void BigInteger(BigInteger value) => throw Lost(typeof(BigInteger));

    static NotSupportedException Lost(Type type) =>
        new($"Data contracts have no form for {type}: the framework would lose its value in silence. Register a Surrogate for it.");
}
