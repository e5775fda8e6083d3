using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// A format's writing end as an ordinary class: the events of <see cref="ISink"/> as virtual methods. For formats whose own
/// work dwarfs a virtual call (2 ns against about 100 ns for a member of XML), and for a format of your own.
/// </summary>
/// <remarks>
/// The JIT compiles each shape once for all formats of this kind, so a further format costs nothing at the first call of a
/// type; a struct of its own compiles every shape anew, for the last third of speed (Json, Compact, Protobuf).
/// <see cref="FormatWriter{TTraits}"/> is the same with traits of its own; Isomer.Custom.ClassFormat makes a format of either.
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
public abstract class FormatWriter : FormatWriter<PlainTraits>;

/// <summary>
/// A format's writing end with traits of its own: the events behind a trait are asked for where <typeparamref name="TTraits"/> says so, and
/// have to be overridden then. Shapes are compiled once for each traits.
/// </summary>
/// <typeparam name="TTraits">What the format can do; the same at both ends.</typeparam>
public abstract class FormatWriter<TTraits>
    where TTraits : struct, IClassTraits
{
    /// <summary>Pushes a whole value of the declared type into this writer.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public void Value<T>(T value, Convention convention)
    {
        ArgumentNullException.ThrowIfNull(convention);
        var sink = new WriterSink<TTraits>(this);
        Codecs<WriterSink<TTraits>, ReaderSource<TTraits>>.Of<T>(convention).Write(ref sink, value);
    }

    /// <summary>Pushes a whole value of a type that is known at run time only into this writer.</summary>
    public void Value(TypeModel model, object? value)
    {
        ArgumentNullException.ThrowIfNull(model);
        var sink = new WriterSink<TTraits>(this);
        Codecs<WriterSink<TTraits>, ReaderSource<TTraits>>.Of(model).WriteObject(ref sink, value);
    }

    /// <summary>
    /// A value of exactly the model's type, which this writer has announced itself: what is behind <see cref="Dynamic"/>.
    /// </summary>
    public void ExactValue(TypeModel model, object value)
    {
        ArgumentNullException.ThrowIfNull(model);
        var sink = new WriterSink<TTraits>(this);
        Codecs<WriterSink<TTraits>, ReaderSource<TTraits>>.Of(model).WriteExactObject(ref sink, value);
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
    public virtual bool OptionalMember(MemberTable table, int index, bool present)
    {
        if (present)
            Member(table, index);
        return present;
    }

    /// <inheritdoc cref="ISink.ExtraMember"/>
    public virtual void ExtraMember(MemberTable table, string name) => throw Never();

    /// <inheritdoc cref="ISink.Block"/>
    public virtual ref byte Block(int size) => throw Never();

    /// <inheritdoc cref="ISink.BeginRun"/>
    public virtual ref byte BeginRun(MemberTable table, int first) => throw Never();

    /// <inheritdoc cref="ISink.Put{T}"/>
    public virtual ref byte Put<T>(ref byte cursor, MemberTable table, int index, T value) where T : unmanaged => throw Never();

    /// <inheritdoc cref="ISink.PutNull"/>
    public virtual ref byte PutNull(ref byte cursor, MemberTable table, int index) => throw Never();

    /// <inheritdoc cref="ISink.EndRun"/>
    public virtual void EndRun(ref byte cursor) => throw Never();

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

    /// <inheritdoc cref="ISink.Bulk{T}"/>
    public virtual void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged => throw Never();

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

    /// <inheritdoc cref="ISink.Comparer"/>
    public virtual void Comparer(ComparerCode comparer) => throw Never();

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

    /// <inheritdoc cref="ISink.BeginCarried"/>
    public virtual bool BeginCarried(TypeModel model, object? value) => throw Never();

    /// <inheritdoc cref="ISink.EndCarried"/>
    public virtual void EndCarried(TypeModel model) => throw Never();

    /// <inheritdoc cref="ISink.Dynamic"/>
    public abstract void Dynamic(object? value, TypeModel declared);

    /// <inheritdoc cref="ISink.Enum"/>
    /// <remarks>By default as the number of the underlying type.</remarks>
    public virtual void Enum(TypeModel model, long value)
    {
        if (model is EnumModel { Underlying: Scalar.Byte or Scalar.UInt16 or Scalar.UInt32 or Scalar.UInt64 })
            UInt64((ulong)value);
        else
            Int64(value);
    }

    /// <summary>Writes a truth value.</summary>
    public abstract void Boolean(bool value);

    /// <summary>Writes a UTF-16 code unit.</summary>
    public abstract void Char(char value);

    /// <summary>Writes a signed integer of 8 bits. Unless it is overridden, by <see cref="Int64"/>.</summary>
    public virtual void SByte(sbyte value) => Int64(value);

    /// <summary>Writes an unsigned integer of 8 bits. Unless it is overridden, by <see cref="UInt64"/>.</summary>
    public virtual void Byte(byte value) => UInt64(value);

    /// <summary>Writes a signed integer of 16 bits. Unless it is overridden, by <see cref="Int64"/>.</summary>
    public virtual void Int16(short value) => Int64(value);

    /// <summary>Writes an unsigned integer of 16 bits. Unless it is overridden, by <see cref="UInt64"/>.</summary>
    public virtual void UInt16(ushort value) => UInt64(value);

    /// <summary>Writes a signed integer of 32 bits. Unless it is overridden, by <see cref="Int64"/>.</summary>
    public virtual void Int32(int value) => Int64(value);

    /// <summary>Writes an unsigned integer of 32 bits. Unless it is overridden, by <see cref="UInt64"/>.</summary>
    public virtual void UInt32(uint value) => UInt64(value);

    /// <summary>Writes a signed integer of 64 bits.</summary>
    public abstract void Int64(long value);

    /// <summary>Writes an unsigned integer of 64 bits.</summary>
    public abstract void UInt64(ulong value);

    /// <summary>Writes a signed integer of 128 bits. Unless it is overridden, by <see cref="BigInteger"/>.</summary>
    public virtual void Int128(Int128 value) => BigInteger(value);

    /// <summary>Writes an unsigned integer of 128 bits. Unless it is overridden, by <see cref="BigInteger"/>.</summary>
    public virtual void UInt128(UInt128 value) => BigInteger(value);

    /// <summary>Writes a floating-point number of 16 bits. Unless it is overridden, by <see cref="Single"/>.</summary>
    public virtual void Half(Half value) => Single((float)value);

    /// <summary>Writes a floating-point number of 32 bits. Unless it is overridden, by <see cref="Double"/>.</summary>
    public virtual void Single(float value) => Double(value);

    /// <summary>Writes a floating-point number of 64 bits.</summary>
    public abstract void Double(double value);

    /// <summary>Writes a decimal number with its scale.</summary>
    public abstract void Decimal(decimal value);

    /// <summary>Writes an integer of any size.</summary>
    public abstract void BigInteger(BigInteger value);

    /// <summary>Writes text, or null.</summary>
    public abstract void String(string? value);

    /// <summary>Writes an array of bytes, or null.</summary>
    public abstract void Bytes(byte[]? value);

    /// <summary>Writes a Guid.</summary>
    public abstract void Guid(Guid value);

    /// <summary>Writes a date and time with its kind.</summary>
    public abstract void DateTime(DateTime value);

    /// <summary>Writes a date and time with its offset from UTC.</summary>
    public abstract void DateTimeOffset(DateTimeOffset value);

    /// <summary>Writes a duration.</summary>
    public abstract void TimeSpan(TimeSpan value);

    /// <summary>Writes a date without a time.</summary>
    public abstract void DateOnly(DateOnly value);

    /// <summary>Writes a time of day.</summary>
    public abstract void TimeOnly(TimeOnly value);

    /// <summary>The traits do not say so: shapes do not ask for it.</summary>
    static NotSupportedException Never([CallerMemberName] string name = "") =>
        new($"{name} is not overridden, but '{typeof(TTraits)}' says that it is an event of this writer.");
}
