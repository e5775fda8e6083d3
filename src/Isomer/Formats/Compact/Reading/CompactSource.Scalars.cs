using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>The scalars outside of packed blocks, and dynamic values.</summary>
internal ref partial struct CompactSource
{
    public long Enum(TypeModel model) =>
        CompactScalars.Extend(((EnumModel)model).Underlying, ref Take(Isomer.Model.Scalars.Width(((EnumModel)model).Underlying)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public sbyte SByte() => Get<sbyte>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte Byte() => Get<byte>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public char Char() => Get<char>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public short Int16() => Get<short>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ushort UInt16() => Get<ushort>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Int32() => Get<int>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint UInt32() => Get<uint>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long Int64() => Get<long>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong UInt64() => Get<ulong>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Int128 Int128() => Get<Int128>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public UInt128 UInt128() => Get<UInt128>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Half Half() => Get<Half>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public float Single() => Get<float>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double Double() => Get<double>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Guid Guid() => Get<Guid>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TimeSpan TimeSpan() => Get<TimeSpan>();

    public bool Boolean() => Isomer.Shapes.Packed.GetBoolean(ref Take(1), 0);

    public decimal Decimal()
    {
        ref byte head = ref Take(1);
        return CompactDecimal.Get(ref head, ref Take(CompactDecimal.LengthOf(head)), Remaining);
    }

    public DateTime DateTime() => Isomer.Shapes.Packed.GetDateTime(ref Take(8), 0);

    public DateTimeOffset DateTimeOffset() => Isomer.Shapes.Packed.GetDateTimeOffset(ref Take(10), 0);

    public DateOnly DateOnly() => Isomer.Shapes.Packed.GetDateOnly(ref Take(4), 0);

    public TimeOnly TimeOnly() => Isomer.Shapes.Packed.GetTimeOnly(ref Take(8), 0);

    public BigInteger BigInteger()
    {
        int length = Length(Varint());
        return new BigInteger(MemoryMarshal.CreateReadOnlySpan(ref Take(length), length));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string? String()
    {
        byte first = Take(1);
        // Bit 0: the varint has one byte; bit 1: the text is UTF-8. The most frequent form is told by these two.
        if ((first & 3) != 1)
            return StringSlow(first);
        int length = first >> 2;
        return CompactStrings.ReadAscii(ref Take(length), length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    string? StringSlow(byte first)
    {
        if (first == CompactMark.Null)
            return null;
        _current = ref Unsafe.Subtract(ref _current, 1);
        ulong header = Varint();
        if (header == CompactStrings.Utf16Header)
        {
            ulong units = Varint();
            int size = Length(units > int.MaxValue ? units : units * 2);
            return new string(MemoryMarshal.Cast<byte, char>(MemoryMarshal.CreateReadOnlySpan(ref Take(size), size)));
        }
        int length = Length(header >> 1);
        ref byte bytes = ref Take(length);
        return (header & 1) == 0
            ? CompactStrings.ReadAscii(ref bytes, length)
            : CompactStrings.ReadUtf8(MemoryMarshal.CreateReadOnlySpan(ref bytes, length));
    }

    /// <summary>A length in bytes that the rest of the input can hold.</summary>
    int Length(ulong length) => length <= (ulong)Remaining && length <= (ulong)_limits.MaxStringLength
        ? (int)length : throw CompactLimits.BadLength(length, Remaining, _limits);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    T Get<T>() where T : unmanaged => Unsafe.ReadUnaligned<T>(ref Take(Unsafe.SizeOf<T>()));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public object? Dynamic(TypeModel declared) => Dynamic(declared, isTagged: false);

    object? Dynamic(TypeModel declared, bool isTagged)
    {
        ref byte place = ref Take(1);
        if (place == CompactMark.Null)
            return null;
        _current = ref place;
        ulong tag = Varint();
        if (tag is CompactDynamic.NodeTag && !isTagged)
            return Dynamic(CompactNodeValues.NodeOf(declared), isTagged: true);
        if (declared is DynamicModel { IsBase: true })
            return CompactNodeValues.CheckBase(Dynamic(tag, declared), declared);
        if (declared.Type != typeof(object) || tag == CompactDynamic.NumberTag)
            return CompactNodeValues.Check(Node(tag, declared), declared);
        return Dynamic(tag, declared);
    }

    /// <summary>What stands where Node is declared.</summary>
    Node? Node(ulong tag, TypeModel declared) => tag switch
    {
        CompactDynamic.NumberTag => CompactNodeValues.Number(String()),
        CompactDynamic.ObjectArray or CompactDynamic.ObjectList => CompactNodeValues.Array(ref this, declared),
        CompactDynamic.StringMap => CompactNodeValues.Map(ref this, declared),
        CompactDynamic.ObjectMap => CompactNodeValues.Pairs(ref this, declared),
        _ => CompactNodeValues.From(Dynamic(tag, CompactNodeValues.ObjectOf(declared))),
    };

    object? Dynamic(ulong tag, TypeModel declared)
    {
        if (tag <= (ulong)Scalar.Bytes)
            return CompactScalars.Box(ref this, (Scalar)tag);
        if (tag >= CompactType.FirstIndex)
        {
            if (tag - CompactType.FirstIndex >= (ulong)_root.Layout.Table.Count)
                throw CompactDynamic.BadTag(tag);
            var type = _root.Layout.Table[(int)(tag - CompactType.FirstIndex)];
            return Read(type.Model ?? throw CompactDynamic.BadTag(tag));
        }
        var item = CompactDynamic.HasItem((int)tag) ? (Scalar)Take(1) : Scalar.None;
        var clr = CompactDynamic.ClrTypeOf((int)tag, item) ?? throw CompactDynamic.BadTag(tag);
        return tag == CompactDynamic.PlainObject ? ReadPlain(declared) : Read(declared.Convention.ModelOf(clr));
    }

    object? Read(TypeModel model)
    {
        Enter();
        _dynamics++;
        object? value = Codecs<CompactSink, CompactSource>.Of(model).ReadObject(ref this);
        _dynamics--;
        _depth++;
        return value;
    }

    object? ReadPlain(TypeModel declared)
    {
        switch (Head(declared))
        {
            case Shapes.Head.Value:
                object value = new();
                Register(Identity(), value);
                return value;
            case Shapes.Head.Reference:
                return Reference();
            default:
                throw new WireFormatException("A plain object is neither null nor of a subtype.");
        }
    }
    public byte[]? Bytes()
    {
        ref byte place = ref Take(1);
        if (place == CompactMark.Null)
            return null;
        _current = ref place;
        byte[] result = GC.AllocateUninitializedArray<byte>(Length(Varint()));
        CopyTo(result);
        return result;
    }
}
