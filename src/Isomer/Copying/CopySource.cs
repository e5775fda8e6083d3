using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Copying;

/// <summary>The reading half: its input is what <see cref="CopySink"/> has just written, so nothing is checked.</summary>
internal ref struct CopySource : ISource
{
    readonly CopyTape _tape;
    ref byte _here;
    int _object;
    int _identity;
    int _subtype;
    int _referred;
    List<Rekeyed>? _rekeyed;

    public CopySource(CopyTape tape, ReadOnlySpan<byte> bytes)
    {
        _tape = tape;
        _here = ref MemoryMarshal.GetReference(bytes);
        if (tape.Copies.Length <= tape.Numbers.Count)
            tape.Copies = new object?[Math.Max(64, tape.Numbers.Count * 2)];
    }

    public static SourceTraits Traits =>
        SourceTraits.TracksReferences | SourceTraits.TracksCarried | SourceTraits.Packs | SourceTraits.Bulks | SourceTraits.KeepsComparers
            | SourceTraits.KeepsDefaultArrays;

    public readonly bool Merges => false;

    public Head Head(TypeModel model)
    {
        byte mark = Take<byte>();
        switch (mark)
        {
            case CopyMark.Numbered:
                _identity = Take<int>();
                return Shapes.Head.Value;
            case CopyMark.Value:
                return Shapes.Head.Value;
            case CopyMark.Null:
                return Shapes.Head.Null;
            case CopyMark.Subtype:
                _identity = Take<int>();
                _subtype = Take<int>();
                return Shapes.Head.Subtype;
            case CopyMark.Reference:
                _identity = Take<int>();
                return Shapes.Head.Reference;
            default:
                // What the dynamic edge wrote; it reads its mark itself.
                _here = ref Unsafe.Subtract(ref _here, 1);
                return Shapes.Head.Dynamic;
        }
    }

    public readonly int Subtype(TypeModel model) => _subtype;

    public object Reference()
    {
        int number = _identity;
        _identity = 0;
        _referred++;
        return _tape.Copies[number]
            ?? throw new NotSupportedException(
                "A cycle leads through an object that needs its members before it can exist: it cannot be copied.");
    }

    public readonly int Referred() => _referred;

    public int Identity()
    {
        int identity = _identity;
        _identity = 0;
        return identity;
    }

    public readonly object? Awaited() => null;

    public void Completed(TypeModel model, object value, object? carrier) => (_rekeyed ??= []).Add((Rekeyed)carrier!);

    /// <summary>Sets what was held back, when the value is whole.</summary>
    public void End() => Rekeyed.Finish(ref _rekeyed);

    public readonly void Register(int identity, object value)
    {
        if (identity > 0)
            _tape.Copies[identity] = value;
    }

    public Head BeginCarried(TypeModel model)
    {
        byte mark = _here;
        if (mark is not (CopyMark.Shared or CopyMark.Copied or CopyMark.RuntimeType))
        {
            var head = Head(model);
            return head == Shapes.Head.Reference && _tape.Copies[_identity] == CopyTape.CarriedAsNull ? Shapes.Head.Null : head;
        }
        object? copy = Dynamic(model);
        // Number 0 is the place of what has none; what was copied has one, which Dynamic has set.
        _identity = 0;
        _tape.Copies[0] = copy;
        return Shapes.Head.Reference;
    }

    public readonly void EndCarried(TypeModel model, int identity, object? value) => Register(identity, value ?? CopyTape.CarriedAsNull);

    public bool TryNull() => Take<byte>() == CopyMark.Null;

    public readonly MemberTable BeginObject(TypeModel model) => CopyTable.Of(model);

    public readonly bool Packed(MemberTable table) => true;

    public ref byte Block(int size)
    {
        ref byte block = ref _here;
        _here = ref Unsafe.Add(ref _here, size);
        return ref block;
    }

    public bool OptionalMember() => Take<bool>();

    public readonly int NextMember(MemberTable table, int previous) => throw new NotSupportedException();

    public readonly string ExtraName() => throw new NotSupportedException();

    public readonly void EndObject(MemberTable table)
    {
    }

    public int BeginArray(TypeModel model) => Take<int>();

    public readonly bool NextItem(int index, int count) => index < count;

    public readonly void EndArray(TypeModel model)
    {
    }

    public T[] Bulk<T>(TypeModel model) where T : unmanaged => (T[])_tape.Objects[_object++]!;

    public void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged => target.AddRange((T[])_tape.Objects[_object++]!);

    public int BeginMap(TypeModel model) => Take<int>();

    public readonly bool NextKey(TypeModel model, int index, int count) => index < count;

    public readonly void MapValue(TypeModel model)
    {
    }

    public readonly void EndMap(TypeModel model)
    {
    }

    public ComparerCode Comparer() => (ComparerCode)Take<byte>();

    public object? Dynamic(TypeModel declared)
    {
        byte mark = Take<byte>();
        return mark switch
        {
            CopyMark.Null => null,
            CopyMark.Shared => _tape.Objects[_object++],
            CopyMark.Copied => _tape.Copies[Take<int>()] = _tape.Objects[_object++],
            CopyMark.Reference => Referred(Take<int>()),
            _ => ((Codec<CopySink, CopySource>)_tape.Objects[_object++]!).ReadObject(ref this),
        };
    }

    object? Referred(int number)
    {
        _referred++;
        return _tape.Copies[number];
    }

    /// <summary>Nothing was written (<see cref="SinkTraits.OmitsDropped"/>).</summary>
    public readonly void Skip(TypeModel model)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    T Take<T>() where T : unmanaged
    {
        var value = Unsafe.ReadUnaligned<T>(ref _here);
        _here = ref Unsafe.Add(ref _here, Unsafe.SizeOf<T>());
        return value;
    }

    object? Shared() => Take<byte>() == CopyMark.Null ? null : _tape.Objects[_object++];

    public long Enum(TypeModel model) => Take<long>();
    public bool Boolean() => Take<bool>();
    public char Char() => Take<char>();
    public sbyte SByte() => Take<sbyte>();
    public byte Byte() => Take<byte>();
    public short Int16() => Take<short>();
    public ushort UInt16() => Take<ushort>();
    public int Int32() => Take<int>();
    public uint UInt32() => Take<uint>();
    public long Int64() => Take<long>();
    public ulong UInt64() => Take<ulong>();
    public Int128 Int128() => Take<Int128>();
    public UInt128 UInt128() => Take<UInt128>();
    public Half Half() => Take<Half>();
    public float Single() => Take<float>();
    public double Double() => Take<double>();
    public decimal Decimal() => Take<decimal>();
    public BigInteger BigInteger() => (BigInteger)Shared()!;
    public string? String() => (string?)Shared();
    public byte[]? Bytes() => Take<byte>() switch
    {
        CopyMark.Null => null,
        CopyMark.Copied => (byte[]?)(_tape.Copies[Take<int>()] = _tape.Objects[_object++]),
        // It may have been reached before as a list of bytes, and is one in its copy.
        _ => _tape.Copies[Take<int>()] is var copy && copy is byte[] or null ? (byte[]?)copy : [.. (IEnumerable<byte>)copy],
    };

    public Guid Guid() => Take<Guid>();
    public DateTime DateTime() => Take<DateTime>();
    public DateTimeOffset DateTimeOffset() => Take<DateTimeOffset>();
    public TimeSpan TimeSpan() => Take<TimeSpan>();
    public DateOnly DateOnly() => Take<DateOnly>();
    public TimeOnly TimeOnly() => Take<TimeOnly>();
}
