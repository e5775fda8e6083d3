using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>Primitives, strings and enums. Numbers may be wider than they were written, as BinaryFormatter takes them.</summary>
internal ref partial struct NrbfSource
{
    /// <summary>Which primitive comes: what the class says, or the record that stands here, or the object that it refers to.</summary>
    NrbfPrimitive Take(out int back)
    {
        back = -1;
        if (_primitive != NrbfPrimitive.None)
            return _primitive;
        _in.SkipLibraries();
        int start = _in.At;
        if (_in.Peek() == NrbfRecord.Reference)
            back = Follow();
        if (_in.Peek() == NrbfRecord.PrimitiveTyped)
        {
            _in.At++;
            return _in.Primitive();
        }
        if (_in.Peek() is NrbfRecord.Null or NrbfRecord.Nulls or NrbfRecord.Nulls256 || _nulls > 0)
            return TakeNull() ? NrbfPrimitive.Null : default;
        var info = ClassAt(start);
        // A primitive as an object: a class of one field.
        return info.Primitives is [var only] && only != NrbfPrimitive.None
            ? only
            : throw new WireFormatException($"A '{info.Name}' stands where a primitive is expected.") { Offset = start };
    }

    /// <summary>An integer that is not wider than the reader's; null is zero, as in the original.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    long Integer(long least, long most, NrbfPrimitive expected)
    {
        int start = _in.At;
        var primitive = Take(out int back);
        long value = primitive switch
        {
            NrbfPrimitive.SByte => (sbyte)_in.Byte(),
            NrbfPrimitive.Byte => _in.Byte(),
            NrbfPrimitive.Int16 => (short)_in.Number(2),
            NrbfPrimitive.UInt16 => (ushort)_in.Number(2),
            NrbfPrimitive.Char => _in.Char(),
            NrbfPrimitive.Int32 => (int)_in.Number(4),
            NrbfPrimitive.UInt32 => (uint)_in.Number(4),
            NrbfPrimitive.Int64 => (long)_in.Number(8),
            NrbfPrimitive.UInt64 when expected == NrbfPrimitive.UInt64 => (long)_in.Number(8),
            NrbfPrimitive.Null => 0,
            _ => throw Other(primitive, expected, start),
        };
        GoBack(back);
        if (primitive == NrbfPrimitive.UInt64)
            return value;
        return value >= least && value <= most
            && (primitive == expected || NrbfPrimitives.Width(primitive) <= NrbfPrimitives.Width(expected))
            ? value
            : throw Other(primitive, expected, start);
    }

    /// <summary>A number of floating point, of any number that is not wider.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    T Floating<T>(NrbfPrimitive expected) where T : unmanaged, IFloatingPoint<T>
    {
        if (IsTyped(expected))
            return PlainSlow<T>(expected);
        int start = _in.At;
        var primitive = Take(out int back);
        var value = primitive switch
        {
            NrbfPrimitive.SByte => T.CreateTruncating((sbyte)_in.Byte()),
            NrbfPrimitive.Byte => T.CreateTruncating(_in.Byte()),
            NrbfPrimitive.Int16 => T.CreateTruncating((short)_in.Number(2)),
            NrbfPrimitive.UInt16 => T.CreateTruncating((ushort)_in.Number(2)),
            NrbfPrimitive.Char => T.CreateTruncating((ushort)_in.Char()),
            NrbfPrimitive.Int32 => T.CreateTruncating((int)_in.Number(4)),
            NrbfPrimitive.UInt32 => T.CreateTruncating((uint)_in.Number(4)),
            NrbfPrimitive.Int64 => T.CreateTruncating((long)_in.Number(8)),
            NrbfPrimitive.UInt64 => T.CreateTruncating((ulong)_in.Number(8)),
            NrbfPrimitive.Single => T.CreateTruncating(MemoryMarshal.Read<float>(_in.Take(4))),
            NrbfPrimitive.Double when expected == NrbfPrimitive.Double => T.CreateTruncating(MemoryMarshal.Read<double>(_in.Take(8))),
            NrbfPrimitive.Null => T.Zero,
            _ => throw Other(primitive, expected, start),
        };
        GoBack(back);
        return value;
    }

    /// <summary>Whether the primitive that comes stands here with its type before it, as nullables do.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly bool IsTyped(NrbfPrimitive expected) =>
        _primitive == NrbfPrimitive.None && _nulls == 0 && _in.Remaining > 1 && _in.Payload[_in.At] == (byte)NrbfRecord.PrimitiveTyped
            && _in.Payload[_in.At + 1] == (byte)expected;

    static WireFormatException Other(NrbfPrimitive found, NrbfPrimitive expected, int at) =>
        new($"A value of {found} stands where one of {expected} is expected.") { Offset = at };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    T Plain<T>(NrbfPrimitive expected) where T : unmanaged =>
        _primitive == expected ? MemoryMarshal.Read<T>(_in.Take(Unsafe.SizeOf<T>())) : PlainSlow<T>(expected);

    [MethodImpl(MethodImplOptions.NoInlining)]
    T PlainSlow<T>(NrbfPrimitive expected) where T : unmanaged
    {
        if (IsTyped(expected))
        {
            _in.At += 2;
            return MemoryMarshal.Read<T>(_in.Take(Unsafe.SizeOf<T>()));
        }
        int start = _in.At;
        var primitive = Take(out int back);
        if (primitive == NrbfPrimitive.Null)
            return default;
        if (primitive != expected)
            throw Other(primitive, expected, start);
        var value = MemoryMarshal.Read<T>(_in.Take(Unsafe.SizeOf<T>()));
        GoBack(back);
        return value;
    }

    public bool Boolean() => Plain<byte>(NrbfPrimitive.Boolean) != 0;

    public char Char()
    {
        int start = _in.At;
        var primitive = Take(out int back);
        char value = primitive switch
        {
            NrbfPrimitive.Char => _in.Char(),
            NrbfPrimitive.Byte => (char)_in.Byte(),
            NrbfPrimitive.UInt16 => (char)_in.Number(2),
            NrbfPrimitive.Null => default,
            _ => throw Other(primitive, NrbfPrimitive.Char, start),
        };
        GoBack(back);
        return value;
    }

    public sbyte SByte() => (sbyte)Integer(sbyte.MinValue, sbyte.MaxValue, NrbfPrimitive.SByte);

    public byte Byte() => _primitive == NrbfPrimitive.Byte ? _in.Byte() : (byte)Integer(0, byte.MaxValue, NrbfPrimitive.Byte);

    public short Int16() =>
        _primitive == NrbfPrimitive.Int16
            ? Plain<short>(NrbfPrimitive.Int16)
            : (short)Integer(short.MinValue, short.MaxValue, NrbfPrimitive.Int16);

    public ushort UInt16() => (ushort)Integer(0, ushort.MaxValue, NrbfPrimitive.UInt16);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Int32() => _primitive == NrbfPrimitive.Int32 ? _in.Int32()
        : IsTyped(NrbfPrimitive.Int32)
            ? PlainSlow<int>(NrbfPrimitive.Int32)
            : (int)Integer(int.MinValue, int.MaxValue, NrbfPrimitive.Int32);

    public uint UInt32() => (uint)Integer(0, uint.MaxValue, NrbfPrimitive.UInt32);

    public long Int64() => _primitive == NrbfPrimitive.Int64 ? _in.Int64() : Integer(long.MinValue, long.MaxValue, NrbfPrimitive.Int64);

    public ulong UInt64() =>
        _primitive is NrbfPrimitive.UInt64
            ? (ulong)_in.Int64()
            : IsTyped(NrbfPrimitive.UInt64)
                ? PlainSlow<ulong>(NrbfPrimitive.UInt64)
                : (ulong)Integer(0, long.MaxValue, NrbfPrimitive.UInt64);

    public float Single() =>
        _primitive == NrbfPrimitive.Single ? Plain<float>(NrbfPrimitive.Single) : Floating<float>(NrbfPrimitive.Single);

    public double Double() =>
        _primitive == NrbfPrimitive.Double ? Plain<double>(NrbfPrimitive.Double) : Floating<double>(NrbfPrimitive.Double);

    public decimal Decimal()
    {
        if (_primitive == NrbfPrimitive.Decimal)
            return _in.Decimal();
        int start = _in.At;
        var primitive = Take(out int back);
        if (primitive == NrbfPrimitive.Null)
            return default;
        if (primitive != NrbfPrimitive.Decimal)
            throw Other(primitive, NrbfPrimitive.Decimal, start);
        decimal value = _in.Decimal();
        GoBack(back);
        return value;
    }

    public DateTime DateTime() => Checked(Plain<long>(NrbfPrimitive.DateTime));

    DateTime Checked(long bits) => (bits & 0x3FFF_FFFF_FFFF_FFFF) <= System.DateTime.MaxValue.Ticks
        ? Unsafe.BitCast<long, DateTime>(bits) : throw new WireFormatException("A date is behind the last one.") { Offset = _in.At - 8 };

    public TimeSpan TimeSpan() => new(Plain<long>(NrbfPrimitive.TimeSpan));

    public string? String()
    {
        CheckRecord(typeof(string));
        if (TakeNull())
            return null;
        _in.SkipLibraries();
        if (_in.Peek() != NrbfRecord.Reference)
            return Text();
        int start = _in.At++;
        ref var target = ref _index.Of(_in.Int32(), start);
        if (target.Value is string known)
        {
            if (_top >= 0 && FormatterShared.IsCharged(_state.Frames[_top].Copies, typeof(string)))
                CheckShared(known, typeof(string), ref target.Taken, start);
            return known;
        }
        int back = _in.At;
        _in.At = target.Offset;
        _in.SkipLibraries();
        string text = Text();
        GoBack(back);
        return text;
    }

    /// <summary>The string whose record stands here.</summary>
    string Text()
    {
        if (_in.Peek() != NrbfRecord.String)
            throw _in.Fail("A string is expected here.");
        _in.At++;
        ref var known = ref _index.Objects.Find(_in.Int32());
        if (Unsafe.IsNullRef(ref known))
            return _in.String(_options.Limits.MaxStringLength);
        // It may have been referred to before it came.
        if (known.Value is string before)
        {
            _in.Text();
            return before;
        }
        string text = known.IsShortAscii && known.Offset == _in.At - 5 ? ShortAscii() : _in.String(_options.Limits.MaxStringLength);
        known.Value = text;
        return text;
    }

    public byte[]? Bytes()
    {
        // As an object of its own it stands here.
        if (_identity == 0)
        {
            switch (Head(_options.Convention.ModelOf(typeof(byte[]))))
            {
                case Shapes.Head.Null:
                    return null;
                case Shapes.Head.Reference:
                    return (byte[])_referenced!;
            }
        }
        int identity = Identity();
        byte[] value = Bulk<byte>(null!);
        Register(identity, value);
        return value;
    }

    public long Enum(TypeModel model)
    {
        var outer = _primitive;
        var underlying = NrbfPrimitives.Of(System.Enum.GetUnderlyingType(model.Type));
        var (least, most) = NrbfPrimitives.Bounds(underlying);
        // A member that was a number once.
        if (outer != NrbfPrimitive.None || (_nulls == 0 && _in.Remaining > 1 && _in.Payload[_in.At] == (byte)NrbfRecord.PrimitiveTyped))
            return Integer(least, most, underlying);
        var (carried, name) = FieldMembers.IsCarrier(model.Type) ? FieldMembers.Carried(model.Type) : (model.Type, null);
        int start = _in.At;
        var info = OpenClass(carried);
        // One that is not public is known by its name.
        if (carried is null && info.Type?.FullName != name)
            throw new WireFormatException($"A '{info.Type}' stands where a '{name}' is expected.") { Offset = start };
        int back = _return;
        _return = -1;
        if (info.Primitives is not [var primitive] || primitive == NrbfPrimitive.None)
            throw _in.Fail($"A '{model.Type}' has not the one value of an enum.");
        _primitive = primitive;
        long value = Integer(least, most, underlying);
        _primitive = outer;
        GoBack(back);
        return value;
    }

    /// <summary>A primitive with its type before it.</summary>
    object Typed()
    {
        _in.At++;
        return Boxed(_in.Primitive());
    }

    /// <summary>A primitive as an object: a class of the fields that it has in .NET Framework.</summary>
    object Boxed(ScalarModel model)
    {
        int start = _in.At;
        var info = ClassAt(start);
        if (model.Scalar == Scalar.Decimal)
        {
            int[] bits = new int[4];
            for (int i = 0; i < info.Members.Length; i++)
                if (info.Primitives[i] == NrbfPrimitive.Int32
                    && Array.IndexOf(["lo", "mid", "hi", "flags"], info.Members[i]) is >= 0 and var place)
                    bits[place] = _in.Int32();
                else
                    throw new WireFormatException($"'{info.Members[i]}' is no part of a decimal.") { Offset = start };
            return new decimal(bits);
        }
        object? value = null;
        for (int i = 0; i < info.Members.Length; i++)
        {
            if (info.Primitives[i] == NrbfPrimitive.None)
                throw new WireFormatException($"A '{info.Name}' is no primitive.") { Offset = start };
            object part = Boxed(info.Primitives[i]);
            // Of a date the last says most: the kind too.
            value = model.Scalar switch
            {
                Scalar.DateTime =>
                    part is ulong data
                        ? Checked((long)data)
                        : part is long ticks && value is null ? Checked(ticks & 0x3FFF_FFFF_FFFF_FFFF) : value,
                Scalar.TimeSpan => part is long span ? new TimeSpan(span) : null,
                _ => part,
            };
        }
        return value is not null && value.GetType() == model.Type
            ? value
            : throw new WireFormatException($"A '{info.Name}' has not the fields of one.") { Offset = start };
    }

    object Boxed(NrbfPrimitive primitive)
    {
        var outer = _primitive;
        _primitive = primitive;
        object value = primitive switch
        {
            NrbfPrimitive.Boolean => Boolean(),
            NrbfPrimitive.Byte => Byte(),
            NrbfPrimitive.Char => Char(),
            NrbfPrimitive.Decimal => Decimal(),
            NrbfPrimitive.Double => Double(),
            NrbfPrimitive.Int16 => Int16(),
            NrbfPrimitive.Int32 => Int32(),
            NrbfPrimitive.Int64 => Int64(),
            NrbfPrimitive.SByte => SByte(),
            NrbfPrimitive.Single => Single(),
            NrbfPrimitive.TimeSpan => TimeSpan(),
            NrbfPrimitive.DateTime => DateTime(),
            NrbfPrimitive.UInt16 => UInt16(),
            NrbfPrimitive.UInt32 => UInt32(),
            _ => UInt64(),
        };
        _primitive = outer;
        return value;
    }

    public readonly Int128 Int128() => throw NotOne();

    public readonly UInt128 UInt128() => throw NotOne();

    public readonly Half Half() => throw NotOne();

    public readonly BigInteger BigInteger() => throw NotOne();

    public readonly Guid Guid() => throw NotOne();

    public readonly DateTimeOffset DateTimeOffset() => throw NotOne();

    public readonly DateOnly DateOnly() => throw NotOne();

    public readonly TimeOnly TimeOnly() => throw NotOne();

    static InvalidOperationException NotOne() => new("The type is no primitive of NRBF: the convention sees it as a struct with fields.");
}
