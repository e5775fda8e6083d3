using System.Numerics;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// A format's writing end as an ordinary class: the events of <see cref="ISink"/> as virtual methods. For formats whose own
/// work dwarfs a virtual call (2 ns against about 100 ns for a member of XML), and for a format of your own.
/// </summary>
/// <remarks>
/// The JIT compiles each shape once for all formats of this kind, so a further format costs nothing at the first call of a
/// type; a struct of its own compiles every shape anew, for the last third of speed (Json, Compact, Protobuf).
/// </remarks>
/// <example>
/// <code>
/// sealed class NamesOnly(List&lt;string&gt; names) : FormatWriter
/// {
///     public override MemberTable BeginObject(TypeModel model) => new Table(model);
///     public override void Member(MemberTable table, int index) => names.Add(((ObjectModel)table.Model).Members[index].Name);
///     // ... the scalars and the collections
/// }
/// new NamesOnly(names).Value(order, Convention.Plain);
/// </code>
/// </example>
public abstract class FormatWriter
{
    /// <summary>Pushes a whole value of the declared type into this writer.</summary>
    public void Value<T>(T value, Convention convention)
    {
        ArgumentNullException.ThrowIfNull(convention);
        var sink = new WriterSink(this);
        Codecs<WriterSink, ReaderSource>.Of<T>(convention).Write(ref sink, value);
    }

    /// <summary>The same, of a type known at run time only.</summary>
    public void Value(TypeModel model, object? value)
    {
        ArgumentNullException.ThrowIfNull(model);
        var sink = new WriterSink(this);
        Codecs<WriterSink, ReaderSource>.Of(model).WriteObject(ref sink, value);
    }

    /// <summary>A value of exactly the model's type, which this writer has announced itself: what is behind <see cref="Dynamic"/>.</summary>
    public void ExactValue(TypeModel model, object value)
    {
        ArgumentNullException.ThrowIfNull(model);
        var sink = new WriterSink(this);
        Codecs<WriterSink, ReaderSource>.Of(model).WriteExactObject(ref sink, value);
    }

    /// <inheritdoc cref="ISink.BeginObject"/>
    public abstract MemberTable BeginObject(TypeModel model);

    /// <inheritdoc cref="ISink.Foretell"/>
    public virtual void Foretell(MemberTable table, int index, Type? type)
    {
    }

    /// <inheritdoc cref="ISink.Member"/>
    public abstract void Member(MemberTable table, int index);

    /// <inheritdoc cref="ISink.NullMember"/>
    public virtual void NullMember(MemberTable table, int index)
    {
        Member(table, index);
        Null();
    }

    /// <inheritdoc cref="ISink.OptionalMember"/>
    public virtual bool OptionalMember(MemberTable table, int index, bool present) => present;

    /// <inheritdoc cref="ISink.EndObject"/>
    public abstract void EndObject(MemberTable table);

    /// <inheritdoc cref="ISink.BeginArray"/>
    public abstract void BeginArray(TypeModel model, int count);

    /// <inheritdoc cref="ISink.Item"/>
    public virtual void Item(int index)
    {
    }

    /// <inheritdoc cref="ISink.EndArray"/>
    public abstract void EndArray(TypeModel model);

    /// <inheritdoc cref="ISink.BeginMap"/>
    public abstract void BeginMap(TypeModel model, int count);

    /// <inheritdoc cref="ISink.Key"/>
    public virtual void Key(TypeModel model, int index)
    {
    }

    /// <inheritdoc cref="ISink.MapValue"/>
    public virtual void MapValue(TypeModel model)
    {
    }

    /// <inheritdoc cref="ISink.EndMap"/>
    public abstract void EndMap(TypeModel model, int count);

    /// <inheritdoc cref="ISink.Null"/>
    public abstract void Null();

    /// <inheritdoc cref="ISink.Present"/>
    public virtual void Present()
    {
    }

    /// <inheritdoc cref="ISink.Subtype"/>
    public abstract void Subtype(TypeModel declared, int index);

    /// <inheritdoc cref="ISink.Reference"/>
    public virtual bool Reference(object value) => false;

    /// <inheritdoc cref="ISink.Dynamic"/>
    public abstract void Dynamic(object? value, TypeModel declared);

    /// <inheritdoc cref="ISink.Enum"/>
    public abstract void Enum(TypeModel model, long value);

#pragma warning disable CS1591 // one event per core scalar: the name says all
    public abstract void Boolean(bool value);
    public abstract void Char(char value);
    public abstract void SByte(sbyte value);
    public abstract void Byte(byte value);
    public abstract void Int16(short value);
    public abstract void UInt16(ushort value);
    public abstract void Int32(int value);
    public abstract void UInt32(uint value);
    public abstract void Int64(long value);
    public abstract void UInt64(ulong value);
    public abstract void Int128(Int128 value);
    public abstract void UInt128(UInt128 value);
    public abstract void Half(Half value);
    public abstract void Single(float value);
    public abstract void Double(double value);
    public abstract void Decimal(decimal value);
    public abstract void BigInteger(BigInteger value);
    public abstract void String(string? value);
    public abstract void Bytes(byte[]? value);
    public abstract void Guid(Guid value);
    public abstract void DateTime(DateTime value);
    public abstract void DateTimeOffset(DateTimeOffset value);
    public abstract void TimeSpan(TimeSpan value);
    public abstract void DateOnly(DateOnly value);
    public abstract void TimeOnly(TimeOnly value);
#pragma warning restore CS1591
}
