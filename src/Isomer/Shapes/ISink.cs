using System.Numerics;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// A format's writing end. A shape pushes one value into it as flat events; the sink alone knows bytes.
/// </summary>
/// <remarks>
/// <para>
/// The events of one object are <c>BeginObject, (Member value)*, EndObject</c>; of a sequence
/// <c>BeginArray, (Item value)*, EndArray</c>; of a map <c>BeginMap, (Key k, MapValue v)*, EndMap</c>.
/// A value is one scalar event, one of those groups, or <see cref="Null"/>. A reference that is not null, and a
/// nullable that has a value, is announced by <see cref="Present"/> (or <see cref="Subtype"/>) first; strings, bytes and
/// dynamic values announce themselves and take null.
/// </para>
/// <para><c>new Order { Id = 7, Lines = [new Line { Product = "Tea", Price = 2.5m }, new Line()] }</c> arrives as:</para>
/// <code>
/// Reference (the Order)
/// Present
/// BeginObject Order
/// Member Id
/// Int32 7
/// NullMember Customer
/// Member Lines
/// Reference (the List&lt;Line&gt;)
/// Present
/// BeginArray List&lt;Line&gt;, 2
/// Item 0
/// Reference (the Line)
/// Present
/// BeginObject Line
/// Member Product
/// String "Tea"
/// Member Price
/// Present
/// Decimal 2.5
/// EndObject
/// Item 1
/// Reference (the Line)
/// Present
/// BeginObject Line
/// NullMember Product
/// NullMember Price
/// EndObject
/// EndArray
/// EndObject
/// </code>
/// <para>
/// Sinks are structs, so that the JIT compiles one straight-line writer for each (type, format). Its traits
/// are one constant: a path that a format does not take is not even compiled for it. The table that <see cref="BeginObject"/>
/// returns lives in a local of the shape, so a nested object has nothing to save and restore.
/// </para>
/// </remarks>
public interface ISink
{
    /// <summary>What the format can take: a constant.</summary>
    static abstract SinkTraits Traits { get; }

    /// <summary>Opens an object of exactly this type.</summary>
    MemberTable BeginObject(TypeModel model);

    /// <summary>
    /// Where the sink <see cref="SinkTraits.Foretells"/>, behind <see cref="BeginObject"/> and before any member: the type of what a member
    /// holds, which may not be the declared one; null if it holds null. Members of sealed types are not told.
    /// </summary>
    void Foretell(MemberTable table, int index, Type? type);

    /// <summary>Announces the member whose value comes next.</summary>
    void Member(MemberTable table, int index);

    /// <summary>A member that holds null: the format says so, or leaves it out.</summary>
    void NullMember(MemberTable table, int index);

    /// <summary>A member that the type itself decides to write or not: announced if it does. Returns <paramref name="present"/>.</summary>
    bool OptionalMember(MemberTable table, int index, bool present);

    /// <summary>One entry of an extension dictionary, beside the members (<see cref="SinkTraits.FlattensExtras"/>).</summary>
    void ExtraMember(MemberTable table, string name);

    /// <summary>Reserves the packed block of the object that was just opened.</summary>
    ref byte Block(int size);

    /// <summary>
    /// Reserves room for all of the run of members (<see cref="ObjectModel.Runs"/>) that starts with this one; returns the cursor.
    /// </summary>
    ref byte BeginRun(MemberTable table, int first);

    /// <summary>In a run: a member that is a scalar of fixed width (<see cref="Scalars.IsRun"/>); returns the cursor behind it.</summary>
    ref byte Put<T>(ref byte cursor, MemberTable table, int index, T value) where T : unmanaged;

    /// <summary>In a run: a member that is null.</summary>
    ref byte PutNull(ref byte cursor, MemberTable table, int index);

    /// <summary>Ends the run at the cursor.</summary>
    void EndRun(ref byte cursor);

    /// <summary>Closes the object.</summary>
    void EndObject(MemberTable table);

    /// <summary>Opens a sequence of exactly this many items: shapes copy a collection that cannot count itself.</summary>
    void BeginArray(TypeModel model, int count);

    /// <summary>Announces an item.</summary>
    void Item(int index);

    /// <summary>Closes the sequence.</summary>
    void EndArray(TypeModel model);

    /// <summary>A whole sequence of unmanaged numbers, in place of BeginArray ... EndArray.</summary>
    void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged;

    /// <summary>Opens a map of exactly this many entries.</summary>
    void BeginMap(TypeModel model, int count);

    /// <summary>Announces a key.</summary>
    void Key(TypeModel model, int index);

    /// <summary>Announces the value of the key that was just written.</summary>
    void MapValue(TypeModel model);

    /// <summary>Closes the map, after this many entries.</summary>
    void EndMap(TypeModel model, int count);

    /// <summary>The comparer of the keyed collection that comes next (<see cref="SinkTraits.KeepsComparers"/>).</summary>
    void Comparer(ComparerCode comparer);

    /// <summary>Null, where a reference or nullable was expected.</summary>
    void Null();

    /// <summary>A reference that is not null or a nullable that has a value follows.</summary>
    void Present();

    /// <summary>
    /// An object of the declared type's subtype number <paramref name="index"/> follows (instead of <see cref="Present"/>).
    /// </summary>
    void Subtype(TypeModel declared, int index);

    /// <summary>True if this object was written before: then a reference to it has been written now, and nothing follows.</summary>
    bool Reference(object value);

    /// <summary>
    /// A value of a class that a surrogate carries, where <see cref="SinkTraits.TracksCarried"/>. True if nothing follows, for it is null
    /// or was written before; else its carrier follows, and <see cref="EndCarried"/>.
    /// </summary>
    bool BeginCarried(TypeModel model, object? value);

    /// <summary>The end of the carrier.</summary>
    void EndCarried(TypeModel model);

    /// <summary>A value whose declared type does not say what it is.</summary>
    void Dynamic(object? value, TypeModel declared);

    /// <summary>An enum value, as its underlying bits sign- or zero-extended.</summary>
    void Enum(TypeModel model, long value);

    /// <summary>Writes a truth value.</summary>
    void Boolean(bool value);

    /// <summary>Writes a UTF-16 code unit.</summary>
    void Char(char value);

    /// <summary>Writes a signed integer of 8 bits.</summary>
    void SByte(sbyte value);

    /// <summary>Writes an unsigned integer of 8 bits.</summary>
    void Byte(byte value);

    /// <summary>Writes a signed integer of 16 bits.</summary>
    void Int16(short value);

    /// <summary>Writes an unsigned integer of 16 bits.</summary>
    void UInt16(ushort value);

    /// <summary>Writes a signed integer of 32 bits.</summary>
    void Int32(int value);

    /// <summary>Writes an unsigned integer of 32 bits.</summary>
    void UInt32(uint value);

    /// <summary>Writes a signed integer of 64 bits.</summary>
    void Int64(long value);

    /// <summary>Writes an unsigned integer of 64 bits.</summary>
    void UInt64(ulong value);

    /// <summary>Writes a signed integer of 128 bits.</summary>
    void Int128(Int128 value);

    /// <summary>Writes an unsigned integer of 128 bits.</summary>
    void UInt128(UInt128 value);

    /// <summary>Writes a floating-point number of 16 bits.</summary>
    void Half(Half value);

    /// <summary>Writes a floating-point number of 32 bits.</summary>
    void Single(float value);

    /// <summary>Writes a floating-point number of 64 bits.</summary>
    void Double(double value);

    /// <summary>Writes a decimal number with its scale.</summary>
    void Decimal(decimal value);

    /// <summary>Writes an integer of any size.</summary>
    void BigInteger(BigInteger value);

    /// <summary>Writes text, or null.</summary>
    void String(string? value);

    /// <summary>Writes an array of bytes, or null.</summary>
    void Bytes(byte[]? value);

    /// <summary>Writes a Guid.</summary>
    void Guid(Guid value);

    /// <summary>Writes a date and time with its kind.</summary>
    void DateTime(DateTime value);

    /// <summary>Writes a date and time with its offset from UTC.</summary>
    void DateTimeOffset(DateTimeOffset value);

    /// <summary>Writes a duration.</summary>
    void TimeSpan(TimeSpan value);

    /// <summary>Writes a date without a time.</summary>
    void DateOnly(DateOnly value);

    /// <summary>Writes a time of day.</summary>
    void TimeOnly(TimeOnly value);
}
