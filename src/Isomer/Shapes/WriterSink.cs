using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>The one sink behind which all <see cref="FormatWriter{TTraits}"/>s of the same traits stand: it passes each event on.</summary>
internal readonly struct WriterSink<TTraits>(FormatWriter<TTraits> writer) : ISink
    where TTraits : struct, IClassTraits
{
    public FormatWriter<TTraits> Writer => writer;

    public static SinkTraits Traits
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TTraits.Sink;
    }

    public MemberTable BeginObject(TypeModel model) => writer.BeginObject(model);

    public void Foretell(MemberTable table, int index, Type? type) => writer.Foretell(table, index, type);

    public void Member(MemberTable table, int index) => writer.Member(table, index);

    public void NullMember(MemberTable table, int index) => writer.NullMember(table, index);

    public bool OptionalMember(MemberTable table, int index, bool present) => writer.OptionalMember(table, index, present);

    public void EndObject(MemberTable table) => writer.EndObject(table);

    public void BeginArray(TypeModel model, int count)
    {
        if (!Absence.IsTold(count))
            writer.BeginArray(model, count);
    }

    public void Item(int index) => writer.Item(index);

    public void EndArray(TypeModel model) => writer.EndArray(model);

    /// <summary>A comparer of what stands behind an interface is not told to formats that are classes.</summary>
    public void BeginMap(TypeModel model, int count)
    {
        if (!Absence.IsTold(count))
            writer.BeginMap(model, count);
    }

    public void Key(TypeModel model, int index) => writer.Key(model, index);

    public void MapValue(TypeModel model) => writer.MapValue(model);

    public void EndMap(TypeModel model, int count) => writer.EndMap(model, count);

    public void Null() => writer.Null();

    public void Present() => writer.Present();

    public void Subtype(TypeModel declared, int index) => writer.Subtype(declared, index);

    public bool BeginCarried(TypeModel model, object? value) => writer.BeginCarried(model, value);

    public void EndCarried(TypeModel model) => writer.EndCarried(model);

    public bool Reference(object value) => writer.Reference(value);

    public void Dynamic(object? value, TypeModel declared) => writer.Dynamic(value, declared);

    public void Enum(TypeModel model, long value) => writer.Enum(model, value);

    public void ExtraMember(MemberTable table, string name) => writer.ExtraMember(table, name);

    public ref byte Block(int size) => ref writer.Block(size);

    public ref byte BeginRun(MemberTable table, int first) => ref writer.BeginRun(table, first);

    public ref byte Put<T>(ref byte cursor, MemberTable table, int index, T value)
        where T : unmanaged => ref writer.Put(ref cursor, table, index, value);

    public ref byte PutNull(ref byte cursor, MemberTable table, int index) => ref writer.PutNull(ref cursor, table, index);

    public void EndRun(ref byte cursor) => writer.EndRun(ref cursor);

    public void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged => writer.Bulk(model, items);

    public void Comparer(ComparerCode comparer) => writer.Comparer(comparer);

    public void Boolean(bool value) => writer.Boolean(value);

    public void Char(char value) => writer.Char(value);

    public void SByte(sbyte value) => writer.SByte(value);

    public void Byte(byte value) => writer.Byte(value);

    public void Int16(short value) => writer.Int16(value);

    public void UInt16(ushort value) => writer.UInt16(value);

    public void Int32(int value) => writer.Int32(value);

    public void UInt32(uint value) => writer.UInt32(value);

    public void Int64(long value) => writer.Int64(value);

    public void UInt64(ulong value) => writer.UInt64(value);

    public void Int128(Int128 value) => writer.Int128(value);

    public void UInt128(UInt128 value) => writer.UInt128(value);

    public void Half(Half value) => writer.Half(value);

    public void Single(float value) => writer.Single(value);

    public void Double(double value) => writer.Double(value);

    public void Decimal(decimal value) => writer.Decimal(value);

    public void BigInteger(BigInteger value) => writer.BigInteger(value);

    public void String(string? value) => writer.String(value);

    public void Bytes(byte[]? value) => writer.Bytes(value);

    public void Guid(Guid value) => writer.Guid(value);

    public void DateTime(DateTime value) => writer.DateTime(value);

    public void DateTimeOffset(DateTimeOffset value) => writer.DateTimeOffset(value);

    public void TimeSpan(TimeSpan value) => writer.TimeSpan(value);

    public void DateOnly(DateOnly value) => writer.DateOnly(value);

    public void TimeOnly(TimeOnly value) => writer.TimeOnly(value);
}
