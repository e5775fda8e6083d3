using System.Buffers.Text;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer.Formats;

internal ref partial struct JsonSink
{
    internal const int StringChunk = 4096;

    public void Boolean(bool value)
    {
        if (value)
        {
            Unsafe.WriteUnaligned(ref _out.Here, 0x65757274u);
            _out.Advance(4);
        }
        else
        {
            Unsafe.WriteUnaligned(ref _out.Here, 0x65736C6166ul);
            _out.Advance(5);
        }
    }

    public void SByte(sbyte value) => Int32(value);

    public void Byte(byte value) => UInt32(value);

    public void Int16(short value) => Int32(value);

    public void UInt16(ushort value) => UInt32(value);

    public void Int32(int value)
    {
        Quote();
        _out.Advance(Utf8Integers.WriteInt32(ref _out.Here, value));
        Quote();
    }

    public void UInt32(uint value)
    {
        Quote();
        _out.Advance(Utf8Integers.WriteUInt32(ref _out.Here, value));
        Quote();
    }

    public void Int64(long value)
    {
        Quote();
        _out.Advance(Utf8Integers.WriteInt64(ref _out.Here, value));
        Quote();
    }

    public void UInt64(ulong value)
    {
        Quote();
        _out.Advance(Utf8Integers.WriteUInt64(ref _out.Here, value));
        Quote();
    }

    public void Int128(Int128 value)
    {
        Quote();
        _out.Advance(Utf8Integers.WriteInt128(ref _out.Here, value));
        Quote();
    }

    public void UInt128(UInt128 value)
    {
        Quote();
        _out.Advance(Utf8Integers.WriteUInt128(ref _out.Here, value));
        Quote();
    }

    public void Half(Half value)
    {
        if (!System.Half.IsFinite(value))
        {
            NamedFloat((double)value);
            return;
        }
        Quote();
        _out.Advance(Utf8Floats.WriteHalf(ref _out.Here, value));
        Quote();
    }

    public void Single(float value)
    {
        if (!float.IsFinite(value))
        {
            NamedFloat(value);
            return;
        }
        Quote();
        _out.Advance(Utf8Floats.WriteSingle(ref _out.Here, value));
        Quote();
    }

    public void Double(double value)
    {
        if (!double.IsFinite(value))
        {
            NamedFloat(value);
            return;
        }
        Quote();
        _out.Advance(Utf8Floats.WriteDouble(ref _out.Here, value));
        Quote();
    }

    public void Decimal(decimal value)
    {
        Quote();
        _out.AdvanceTo(ref PutDecimal(ref _out.Here, value));
        Quote();
    }

    public void BigInteger(BigInteger value)
    {
        string text = value.ToString(CultureInfo.InvariantCulture);
        Quote();
        System.Text.Encoding.ASCII.GetBytes(text, MemoryMarshal.CreateSpan(ref _out.Take(text.Length), text.Length));
        _out.Reserve(Room);
        Quote();
    }

    public void Char(char value) => WriteText(new ReadOnlySpan<char>(in value));

    public void String(string? value)
    {
        if (value is null)
            Null();
        else if (_key == JsonKeys.Dynamic)
            WriteRenamed(value);
        else
            WriteText(value);
    }

    /// <summary>A key under its new name, which no other key of the map may get.</summary>
    void WriteRenamed(string key) => WriteName(_isNameFixed ? key : _profile.RenameKey(key), key);

    /// <summary>A key under the name that it is to have.</summary>
    /// <param name="name">The name.</param>
    /// <param name="key">What it was before, for errors; null if the same.</param>
    void WriteName(string name, string? key = null)
    {
        // Not to be taken for metadata.
        if (_keepsTypes && name.StartsWith('$'))
            name = "$" + name;
        else if (_wrapped is not null && !_keepsNames && name is "$id" or "$ref")
            throw new NotSupportedException(
                $"A map has the key '{name}', which would be read back as an identity, for References.Preserve writes these. Give the key another name.");
        if (_renamed is not null && !_renamed.Peek().Add(name))
            throw new NotSupportedException(
                $"The naming of keys (JsonOptions.KeyNaming or KeyNamingPolicy) gives two keys of a map the name '{name}', the second of them '{key ?? name}': one would be lost at reading.");
        WriteText(name);
    }

    public void Bytes(byte[]? value)
    {
        if (value is null)
        {
            Null();
            return;
        }
        if (_numbers is not null)
            BytesLazily(value);
        else if ((_typeNames & JsonTypeNames.Objects) != 0)
            NamedBytes(value);
        else
            WriteBytes(value);
    }

    void WriteBytes(byte[] value)
    {
        int length = Base64.GetMaxEncodedToUtf8Length(value.Length);
        ref byte to = ref _out.Take(length + 2);
        to = (byte)'"';
        Base64.EncodeToUtf8(value, MemoryMarshal.CreateSpan(ref Unsafe.Add(ref to, 1), length), out _, out _);
        Unsafe.Add(ref to, length + 1) = (byte)'"';
    }

    public void Guid(Guid value) => EndQuoted(Utf8Guids.Write(ref Quoted(), value));

    public void TimeSpan(TimeSpan value) => EndQuoted(Utf8Dates.WriteTimeSpan(ref Quoted(), value));

    public void DateOnly(DateOnly value) => EndQuoted(Utf8Dates.WriteDateOnly(ref Quoted(), value));

    public void TimeOnly(TimeOnly value) => EndQuoted(Utf8Dates.WriteTimeOnly(ref Quoted(), value));

    public void Enum(TypeModel model, long value)
    {
        var e = (EnumModel)model;
        if (((e.IsNamed ?? _profile.Options.EnumsAsNames) || _key == JsonKeys.Enums) && JsonEnums.NameOf(e, value) is { } name)
        {
            if (_key == JsonKeys.Enums && _profile.RenamesKeys)
                WriteName(JsonEnums.NameOf(_profile.ForKeys(e), value) ?? name, name);
            else
                WriteText(name);
            return;
        }
        if (!e.TakesNumbers)
            throw new NotSupportedException($"{value} has no name in '{model.Type}', whose converter takes names alone.");
        if (_key == JsonKeys.Enums)
            _out.Put((byte)'"');
        // Never in quotes of its own: System.Text.Json's WriteAsString does not reach enums either.
        _out.Advance(
            e.Underlying == Scalar.UInt64
                ? Utf8Integers.WriteUInt64(ref _out.Here, (ulong)value)
                : Utf8Integers.WriteInt64(ref _out.Here, value));
        if (_key == JsonKeys.Enums)
            _out.Put((byte)'"');
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void Quote()
    {
        if (_quotesNumbers)
            QuoteNow();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void QuoteNow()
    {
        // A number that is a key has its quotes already.
        if (_key == JsonKeys.Strings)
            _out.Put((byte)'"');
    }

    void NamedFloat(double value)
    {
        string name = NameOf(value);
        // As a key it stands in quotes already.
        if (_key == JsonKeys.Bare || _profile.Options.BareFloats)
            _out.Write(System.Text.Encoding.ASCII.GetBytes(name));
        else
            WriteText(name);
        _out.Reserve(Room);
    }

    readonly string NameOf(double value) => !_namesFloats && !_profile.Options.BareFloats
        ? throw new NotSupportedException(
            $"{value.ToString(CultureInfo.InvariantCulture)} has no form in JSON. Set JsonOptions.Numbers to JsonNumbers.NamedFloats to write it as a string.")
        : double.IsNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}
