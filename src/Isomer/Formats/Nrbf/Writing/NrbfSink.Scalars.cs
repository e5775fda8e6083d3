using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Model;
using Isomer.Wire;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>Primitives, strings and enums.</summary>
internal ref partial struct NrbfSink
{
    /// <summary>Where the place does not say which primitive it is, the primitive does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void Announce(NrbfPrimitive primitive)
    {
        if (_isTyped || _nulls > 0)
            AnnounceSlow(primitive);
    }

    void AnnounceSlow(NrbfPrimitive primitive)
    {
        FlushNulls();
        if (!_isTyped)
            return;
        _out.Put((byte)NrbfRecord.PrimitiveTyped);
        _out.Put((byte)primitive);
        _isTyped = false;
    }

    public void Boolean(bool value)
    {
        Announce(NrbfPrimitive.Boolean);
        _out.Put(value ? (byte)1 : (byte)0);
    }

    public void Char(char value)
    {
        Announce(NrbfPrimitive.Char);
        if (!Rune.TryCreate(value, out var rune))
            throw new NotSupportedException(
                $"The char U+{(int)value:X4} is half of a character, which NRBF cannot hold: it writes chars one by one in UTF-8. Write the string that it is of.");
        Span<byte> bytes = stackalloc byte[4];
        _out.Write(bytes[..rune.EncodeToUtf8(bytes)]);
    }

    public void SByte(sbyte value)
    {
        Announce(NrbfPrimitive.SByte);
        _out.Put(value);
    }

    public void Byte(byte value)
    {
        Announce(NrbfPrimitive.Byte);
        _out.Put(value);
    }

    public void Int16(short value)
    {
        Announce(NrbfPrimitive.Int16);
        _out.Put(value);
    }

    public void UInt16(ushort value)
    {
        Announce(NrbfPrimitive.UInt16);
        _out.Put(value);
    }

    public void Int32(int value)
    {
        Announce(NrbfPrimitive.Int32);
        _out.Put(value);
    }

    public void UInt32(uint value)
    {
        Announce(NrbfPrimitive.UInt32);
        _out.Put(value);
    }

    public void Int64(long value)
    {
        Announce(NrbfPrimitive.Int64);
        _out.Put(value);
    }

    public void UInt64(ulong value)
    {
        Announce(NrbfPrimitive.UInt64);
        _out.Put(value);
    }

    public void Single(float value)
    {
        Announce(NrbfPrimitive.Single);
        _out.Put(value);
    }

    public void Double(double value)
    {
        Announce(NrbfPrimitive.Double);
        _out.Put(value);
    }

    public void Decimal(decimal value)
    {
        Announce(NrbfPrimitive.Decimal);
        ref byte start = ref _out.Reserve(Utf8Decimals.MaxLength + 1);
        start = (byte)Utf8Decimals.Write(ref Unsafe.Add(ref start, 1), value);
        _out.Advance(start + 1);
    }

    public void DateTime(DateTime value)
    {
        Announce(NrbfPrimitive.DateTime);
        // Ticks and kind, an ambiguous local time included, as they lie in memory.
        _out.Put(Unsafe.BitCast<DateTime, ulong>(value));
    }

    public void TimeSpan(TimeSpan value)
    {
        Announce(NrbfPrimitive.TimeSpan);
        _out.Put(value.Ticks);
    }

    /// <summary>A string is told once; where it is met again it is a reference.</summary>
    public void String(string? value)
    {
        if (value is null)
        {
            Null();
            return;
        }
        if (_nulls > 0)
            FlushNulls();
        bool isNew = true;
        int id = (_options.TypeStyle & NrbfTypeStyle.XsdString) != 0 ? -1 : _state.IdOf(value, out isNew);
        _out.Put((byte)(isNew ? NrbfRecord.String : NrbfRecord.Reference));
        _out.Put(id);
        if (isNew)
            Lps(value);
    }

    public void Bytes(byte[]? value)
    {
        // As an object of its own it is written where it stands.
        if (_id != 0)
        {
            Bulk<byte>(model: null!, value);
        }
        else if (value is null)
        {
            Null();
        }
        else
        {
            Reference(value);
        }
    }

    public void Enum(TypeModel model, long value)
    {
        FlushNulls();
        _isTyped = false;
        _dueId = _id != 0 ? _id : _state.NextInline();
        _id = 0;
        var known = _state.Of(model.Type);
        if (known.ToldAs != 0)
            Told(known.ToldAs);
        else
            known.ToldAs = Simple(_names.Of(model.Type), _dueId, [("value__", known.Underlying)]);
        // Little-endian: the bytes that the underlying type has are the first.
        Unsafe.WriteUnaligned(ref _out.Reserve(8), value);
        _out.Advance(NrbfPrimitives.Width(known.Underlying));
    }

    void BoxedEnum(object value, Type type) => Enum(_options.Convention.ModelOf(type), Shapes.BoxedScalars.BitsOf((Enum)value));

    /// <summary>
    /// A primitive with its type before it; false of anything else. (By a look-up of its type and its codec a cell took 4 ns more.)
    /// </summary>
    bool TryTyped(object value)
    {
        switch (value)
        {
            case int number: Begin(NrbfPrimitive.Int32); _out.Put(number); return true;
            case DateTime time: Begin(NrbfPrimitive.DateTime); _out.Put(Unsafe.BitCast<DateTime, ulong>(time)); return true;
            case decimal number: Begin(NrbfPrimitive.Decimal); Decimal(number); return true;
            case bool truth: Begin(NrbfPrimitive.Boolean); _out.Put(truth ? (byte)1 : (byte)0); return true;
            case double number: Begin(NrbfPrimitive.Double); _out.Put(number); return true;
            case long number: Begin(NrbfPrimitive.Int64); _out.Put(number); return true;
            case short number: Begin(NrbfPrimitive.Int16); _out.Put(number); return true;
            case byte number: Begin(NrbfPrimitive.Byte); _out.Put(number); return true;
            case float number: Begin(NrbfPrimitive.Single); _out.Put(number); return true;
            case char unit: Begin(NrbfPrimitive.Char); Char(unit); return true;
            case TimeSpan span: Begin(NrbfPrimitive.TimeSpan); _out.Put(span.Ticks); return true;
            case sbyte number: Begin(NrbfPrimitive.SByte); _out.Put(number); return true;
            case ushort number: Begin(NrbfPrimitive.UInt16); _out.Put(number); return true;
            case uint number: Begin(NrbfPrimitive.UInt32); _out.Put(number); return true;
            case ulong number: Begin(NrbfPrimitive.UInt64); _out.Put(number); return true;
            default: return false;
        }
    }

    /// <summary>Begins the record of a primitive that tells its type.</summary>
    void Begin(NrbfPrimitive primitive)
    {
        if (_nulls > 0)
            FlushNulls();
        _isTyped = false;
        Unsafe.WriteUnaligned(ref _out.Reserve(2), (ushort)((byte)NrbfRecord.PrimitiveTyped | ((int)primitive << 8)));
        _out.Advance(2);
    }

    /// <summary>A primitive as an object of its own: a class of the field that it has in .NET Framework.</summary>
    void BoxedPrimitive(object value, Type type)
    {
        int id = _id;
        var name = _names.Of(type);
        switch (value)
        {
            case decimal number:
                Span<int> bits = stackalloc int[4];
                decimal.GetBits(number, bits);
                Simple(name, id,
                    [("flags", NrbfPrimitive.Int32), ("hi", NrbfPrimitive.Int32), ("lo", NrbfPrimitive.Int32),
                        ("mid", NrbfPrimitive.Int32)], areEntries: true);
                _out.Put(bits[3]);
                _out.Put(bits[2]);
                _out.Put(bits[0]);
                _out.Put(bits[1]);
                break;
            case DateTime time:
                Simple(name, id, [("ticks", NrbfPrimitive.Int64), ("dateData", NrbfPrimitive.UInt64)], areEntries: true);
                _out.Put(time.Ticks);
                _out.Put(Unsafe.BitCast<DateTime, ulong>(time));
                break;
            default:
                Simple(name, id,
                    [(value is TimeSpan ? "_ticks" : "m_value", value is TimeSpan ? NrbfPrimitive.Int64 : NrbfPrimitives.Of(type))]);
                Shapes.Codecs<NrbfSink, NrbfSource>.Of(_options.Convention.ModelOf(type)).WriteExactObject(ref this, value);
                break;
        }
    }

    /// <summary>Length in bytes, seven bits a byte, and UTF-8: of ASCII, which most text is, as many bytes as characters.</summary>
    void Lps(string text)
    {
        if (text.Length < 128)
        {
            ref byte start = ref _out.Reserve(text.Length + 1);
            if (Utf8Strings.TryNarrowAscii(ref Unsafe.Add(ref start, 1), text))
            {
                start = (byte)text.Length;
                _out.Advance(text.Length + 1);
                return;
            }
        }
        int bytes = BytesOf(text, "A string", "Write the text as an array of its units (UInt16), or replace the half.");
        for (uint rest = (uint)bytes; ; rest >>= 7)
        {
            _out.Put((byte)(rest > 127 ? rest | 128 : rest));
            if (rest <= 127)
                break;
        }
        int from = _out.WholePosition;
        Strict.GetBytes(text, MemoryMarshal.CreateSpan(ref _out.Reserve(bytes), bytes));
        _out.Advance(bytes);
        AddText(from);
    }

    static int BytesOf(ReadOnlySpan<char> text, string what, string remedy)
    {
        try
        {
            return Strict.GetByteCount(text);
        }
        catch (EncoderFallbackException e)
        {
            throw new NotSupportedException(
                $"{what} has half of a character (U+{(int)text[e.Index]:X4}) at {e.Index}, which NRBF cannot hold: it writes text in UTF-8. {remedy}", e);
        }
    }

    /// <summary>
    /// Half a pair of characters has no UTF-8: BinaryFormatter writes a question mark in its place, which is a loss in silence.
    /// </summary>
    static readonly UTF8Encoding Strict = new(false, true);

    public readonly void Int128(Int128 value) => throw NotOne();

    public readonly void UInt128(UInt128 value) => throw NotOne();

    public readonly void Half(Half value) => throw NotOne();

    public readonly void BigInteger(BigInteger value) => throw NotOne();

    public readonly void Guid(Guid value) => throw NotOne();

    public readonly void DateTimeOffset(DateTimeOffset value) => throw NotOne();

    public readonly void DateOnly(DateOnly value) => throw NotOne();

    public readonly void TimeOnly(TimeOnly value) => throw NotOne();

    static InvalidOperationException NotOne() => new("The type is no primitive of NRBF: the convention sees it as a struct with fields.");
}
