using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// The one source behind which all <see cref="FormatReader{TTraits}"/>s of the same traits stand: it passes each event on.
/// </summary>
internal readonly struct ReaderSource<TTraits>(FormatReader<TTraits> reader) : ISource
    where TTraits : struct, IClassTraits
{
    public FormatReader<TTraits> Reader => reader;

    public static SourceTraits Traits
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TTraits.Source;
    }

    public bool Merges => reader.Merges;

    public Head Head(TypeModel model) => reader.Head(model);

    public int Subtype(TypeModel model) => reader.Subtype(model);

    public Head BeginCarried(TypeModel model) => reader.BeginCarried(model);

    public void EndCarried(TypeModel model, int identity, object? value) => reader.EndCarried(model, identity, value);

    public object Reference()
    {
        reader.References++;
        return reader.Reference();
    }

    public int Referred() => reader.KeepsKeys ? reader.References : 0;

    public int Identity() => reader.Identity();

    public readonly object? Awaited() => reader.Awaited();

    public readonly void Completed(TypeModel model, object value, object? carrier)
    {
        if (carrier is Rekeyed keys)
            reader.Keep(keys);
        else
            reader.Completed(model, value, carrier);
    }

    public void Register(int identity, object value) => reader.Register(identity, value);

    public bool TryNull() => reader.TryNull();

    public MemberTable BeginObject(TypeModel model) => reader.BeginObject(model);

    public int NextMember(MemberTable table, int previous) => reader.NextMember(table, previous);

    public string ExtraName() => reader.ExtraName();

    public void EndObject(MemberTable table) => reader.EndObject(table);

    public int BeginArray(TypeModel model) => reader.BeginArray(model);

    public bool NextItem(int index, int count) => reader.NextItem(index, count);

    public void EndArray(TypeModel model) => reader.EndArray(model);

    public int BeginMap(TypeModel model) => reader.BeginMap(model);

    public bool NextKey(TypeModel model, int index, int count) => reader.NextKey(model, index, count);

    public void MapValue(TypeModel model) => reader.MapValue(model);

    public void EndMap(TypeModel model) => reader.EndMap(model);

    public object? Dynamic(TypeModel declared) => reader.Dynamic(declared);

    public void Skip(TypeModel model) => reader.Skip(model);

    public long Enum(TypeModel model) => reader.Enum(model);

    public bool Packed(MemberTable table) => reader.Packed(table);

    public ref byte Block(int size) => ref reader.Block(size);

    public bool OptionalMember() => reader.OptionalMember();

    public T[] Bulk<T>(TypeModel model) where T : unmanaged => reader.Bulk<T>(model);

    public void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged => reader.Bulk(model, target);

    public ComparerCode Comparer() => reader.Comparer();

    public bool Boolean() => reader.Boolean();

    public char Char() => reader.Char();

    public sbyte SByte() => reader.SByte();

    public byte Byte() => reader.Byte();

    public short Int16() => reader.Int16();

    public ushort UInt16() => reader.UInt16();

    public int Int32() => reader.Int32();

    public uint UInt32() => reader.UInt32();

    public long Int64() => reader.Int64();

    public ulong UInt64() => reader.UInt64();

    public Int128 Int128() => reader.Int128();

    public UInt128 UInt128() => reader.UInt128();

    public Half Half() => reader.Half();

    public float Single() => reader.Single();

    public double Double() => reader.Double();

    public decimal Decimal() => reader.Decimal();

    public BigInteger BigInteger() => reader.BigInteger();

    public string? String() => reader.String();

    public byte[]? Bytes() => reader.Bytes();

    public Guid Guid() => reader.Guid();

    public DateTime DateTime() => reader.DateTime();

    public DateTimeOffset DateTimeOffset() => reader.DateTimeOffset();

    public TimeSpan TimeSpan() => reader.TimeSpan();

    public DateOnly DateOnly() => reader.DateOnly();

    public TimeOnly TimeOnly() => reader.TimeOnly();
}
