using System.Numerics;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>What stands where a reference was expected.</summary>
public enum Head
{
    /// <summary>Null; it has been consumed.</summary>
    Null,
    /// <summary>An object of exactly the declared type follows.</summary>
    Value,
    /// <summary>An object of a subtype follows: <see cref="ISource.Subtype"/> tells which.</summary>
    Subtype,
    /// <summary>An object that was read before: <see cref="ISource.Reference"/> has it.</summary>
    Reference,
    /// <summary>A value whose type the input names and the source knows: <see cref="ISource.Dynamic"/> reads it.</summary>
    Dynamic,
}

/// <summary>
/// A format's reading end: the mirror of <see cref="ISink"/>. A shape pulls one value out of it.
/// </summary>
/// <remarks>
/// The input is hostile: a source checks every length against the bytes that remain, keeps the depth and the limits, and
/// throws <see cref="WireFormatException"/>. Sources return members in the order of the input; unknown members never
/// reach the shape unless the model has an extension dictionary.
/// </remarks>
public interface ISource
{
    /// <summary>What the format can give: a constant.</summary>
    static abstract SourceTraits Traits { get; }

    /// <summary>Whether objects that a member already holds are filled rather than replaced.</summary>
    bool Merges { get; }

    /// <summary>What stands where a reference of this declared type was expected.</summary>
    Head Head(TypeModel model);

    /// <summary>The index, in the model's subtypes, of the subtype that <see cref="Head"/> announced.</summary>
    int Subtype(TypeModel model);

    /// <summary>The object that <see cref="Head"/> announced to have been read before.</summary>
    object Reference();

    /// <summary>
    /// How many references to objects that were read before have been met so far, as a number that only changes. Where it changes while a
    /// key is read, the key may hold an object that is not complete, and the collection comes to <see cref="Completed"/>. A source without
    /// references tells 0.
    /// </summary>
    int Referred();

    /// <summary>
    /// The identity of the object that was just opened, to be given to <see cref="Register"/> once it exists; -1 for none.
    /// </summary>
    int Identity();

    /// <summary>Makes the object known under its identity, before its members are read where that is possible.</summary>
    void Register(int identity, object value);

    /// <summary>
    /// Where the source <see cref="SourceTraits.PointsForward"/>, asked before an object is made: the object that was referred to before it
    /// came, and which is read now; null where it has not been referred to.
    /// </summary>
    object? Awaited();

    /// <summary>
    /// Where the source <see cref="SourceTraits.PointsForward"/>: the object has been read. Its callbacks run when the whole graph has been
    /// read; of what a surrogate carries (then with its carrier), the object itself is made then, if its surrogate waits for that.
    /// Elsewhere: a collection whose keys may hold objects that were not complete (then with what is to be done about it), which waits for
    /// the end of the whole value.
    /// </summary>
    void Completed(TypeModel model, object value, object? carrier);

    /// <summary>
    /// What stands where a value of a class that a surrogate carries is expected: null, a reference, or a value, whose
    /// <see cref="Identity"/> is asked for before its carrier is read.
    /// </summary>
    Head BeginCarried(TypeModel model);

    /// <summary>The end of the carrier, and what the surrogate made of it.</summary>
    void EndCarried(TypeModel model, int identity, object? value);

    /// <summary>For nullables of value types: true and consumed if null stands here.</summary>
    bool TryNull();

    /// <summary>Opens an object of exactly this type.</summary>
    MemberTable BeginObject(TypeModel model);

    /// <summary>
    /// True if the object's members stand exactly as the model has them, in order and none missing, the packed ones in
    /// one <see cref="Block"/> first: then the shape reads straight on, without <see cref="NextMember"/>.
    /// </summary>
    bool Packed(MemberTable table);

    /// <summary>The packed block of the object that was just opened.</summary>
    ref byte Block(int size);

    /// <summary>
    /// On the packed path: whether an optional member is there. Where the source <see cref="SourceTraits.Gathers"/>, of the member that was
    /// just read: whether it was, rather than having been given as null or zero to take back what came before.
    /// </summary>
    bool OptionalMember();

    /// <summary>
    /// The index of the next member, or -1 at the end of the object. The number of members stands for an unknown one that
    /// the model keeps (<see cref="ExtraName"/>).
    /// </summary>
    int NextMember(MemberTable table, int previous);

    /// <summary>The name of the unknown member that <see cref="NextMember"/> returned.</summary>
    string ExtraName();

    /// <summary>Closes the object.</summary>
    void EndObject(MemberTable table);

    /// <summary>Opens a sequence; the count, bounded by the input, or -1 where it is not known.</summary>
    int BeginArray(TypeModel model);

    /// <summary>Whether an item with this index follows.</summary>
    bool NextItem(int index, int count);

    /// <summary>Closes the sequence.</summary>
    void EndArray(TypeModel model);

    /// <summary>A whole sequence of unmanaged numbers, in place of BeginArray ... EndArray.</summary>
    T[] Bulk<T>(TypeModel model) where T : unmanaged;

    /// <summary>A whole sequence of unmanaged numbers into a list, which is filled without a copy.</summary>
    void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged;

    /// <summary>Opens a map; the count, bounded by the input, or -1 where it is not known.</summary>
    int BeginMap(TypeModel model);

    /// <summary>Whether a key follows.</summary>
    bool NextKey(TypeModel model, int index, int count);

    /// <summary>After a key: the value follows.</summary>
    void MapValue(TypeModel model);

    /// <summary>Closes the map.</summary>
    void EndMap(TypeModel model);

    /// <summary>The comparer of the keyed collection that comes next (<see cref="SourceTraits.KeepsComparers"/>).</summary>
    ComparerCode Comparer();

    /// <summary>A value whose declared type does not say what it is.</summary>
    object? Dynamic(TypeModel declared);

    /// <summary>Passes over a value of this declared type, which the object cannot take: nothing of it is made.</summary>
    void Skip(TypeModel model);

    /// <summary>An enum value, as its underlying bits sign- or zero-extended.</summary>
    long Enum(TypeModel model);

    /// <summary>Reads a truth value.</summary>
    bool Boolean();

    /// <summary>Reads a UTF-16 code unit.</summary>
    char Char();

    /// <summary>Reads a signed integer of 8 bits.</summary>
    sbyte SByte();

    /// <summary>Reads an unsigned integer of 8 bits.</summary>
    byte Byte();

    /// <summary>Reads a signed integer of 16 bits.</summary>
    short Int16();

    /// <summary>Reads an unsigned integer of 16 bits.</summary>
    ushort UInt16();

    /// <summary>Reads a signed integer of 32 bits.</summary>
    int Int32();

    /// <summary>Reads an unsigned integer of 32 bits.</summary>
    uint UInt32();

    /// <summary>Reads a signed integer of 64 bits.</summary>
    long Int64();

    /// <summary>Reads an unsigned integer of 64 bits.</summary>
    ulong UInt64();

    /// <summary>Reads a signed integer of 128 bits.</summary>
    Int128 Int128();

    /// <summary>Reads an unsigned integer of 128 bits.</summary>
    UInt128 UInt128();

    /// <summary>Reads a floating-point number of 16 bits.</summary>
    Half Half();

    /// <summary>Reads a floating-point number of 32 bits.</summary>
    float Single();

    /// <summary>Reads a floating-point number of 64 bits.</summary>
    double Double();

    /// <summary>Reads a decimal number with its scale.</summary>
    decimal Decimal();

    /// <summary>Reads an integer of any size.</summary>
    BigInteger BigInteger();

    /// <summary>Reads text, or null.</summary>
    string? String();

    /// <summary>Reads an array of bytes, or null.</summary>
    byte[]? Bytes();

    /// <summary>Reads a Guid.</summary>
    Guid Guid();

    /// <summary>Reads a date and time with its kind.</summary>
    DateTime DateTime();

    /// <summary>Reads a date and time with its offset from UTC.</summary>
    DateTimeOffset DateTimeOffset();

    /// <summary>Reads a duration.</summary>
    TimeSpan TimeSpan();

    /// <summary>Reads a date without a time.</summary>
    DateOnly DateOnly();

    /// <summary>Reads a time of day.</summary>
    TimeOnly TimeOnly();
}
