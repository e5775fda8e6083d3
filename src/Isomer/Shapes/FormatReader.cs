using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// A format's reading end as an ordinary class: the events of <see cref="ISource"/> as virtual methods; the mirror of
/// <see cref="FormatWriter"/>.
/// </summary>
public abstract class FormatReader : FormatReader<PlainTraits>;

/// <summary>A format's reading end with traits of its own, as <see cref="FormatWriter{TTraits}"/>.</summary>
/// <typeparam name="TTraits">What the format can do; the same at both ends.</typeparam>
public abstract class FormatReader<TTraits>
    where TTraits : struct, IClassTraits
{
    /// <summary>Pulls a whole value of the declared type out of this reader.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public T Value<T>(Convention convention)
    {
        ArgumentNullException.ThrowIfNull(convention);
        var source = new ReaderSource<TTraits>(this);
        return Codecs<WriterSink<TTraits>, ReaderSource<TTraits>>.Of<T>(convention).Read(ref source);
    }

    /// <summary>Pulls a whole value of a type that is known at run time only out of this reader.</summary>
    public object? Value(TypeModel model)
    {
        ArgumentNullException.ThrowIfNull(model);
        var source = new ReaderSource<TTraits>(this);
        return Codecs<WriterSink<TTraits>, ReaderSource<TTraits>>.Of(model).ReadObject(ref source);
    }

    /// <summary>
    /// A value of exactly the model's type, whose announcement this reader has consumed: what is behind <see cref="Dynamic"/>.
    /// </summary>
    public object ExactValue(TypeModel model)
    {
        ArgumentNullException.ThrowIfNull(model);
        var source = new ReaderSource<TTraits>(this);
        return Codecs<WriterSink<TTraits>, ReaderSource<TTraits>>.Of(model).ReadExactObject(ref source);
    }

    /// <summary>Reads into an object that exists, whose announcement this reader has consumed. A struct is filled in its box.</summary>
    public object Fill(TypeModel model, object target)
    {
        ArgumentNullException.ThrowIfNull(model);
        var source = new ReaderSource<TTraits>(this);
        return Codecs<WriterSink<TTraits>, ReaderSource<TTraits>>.Of(model).FillObject(ref source, target);
    }

    /// <inheritdoc cref="ISource.Merges"/>
    public virtual bool Merges => false;

    /// <inheritdoc cref="ISource.Head"/>
    public abstract Head Head(TypeModel model);

    /// <inheritdoc cref="ISource.Subtype"/>
    public abstract int Subtype(TypeModel model);

    /// <inheritdoc cref="ISource.Reference"/>
    public virtual object Reference() => throw new InvalidOperationException("The format has no references.");

    /// <summary>Set by who finishes what waits for the end of the value.</summary>
    internal bool KeepsKeys { get; set; }

    internal int References { get; set; }

    internal void Keep(Rekeyed keys) => (_rekeyed ??= []).Add(keys);

    internal void FinishKeys() => Rekeyed.Finish(ref _rekeyed);

    List<Rekeyed>? _rekeyed;

    /// <inheritdoc cref="ISource.Identity"/>
    public virtual int Identity() => -1;

    /// <inheritdoc cref="ISource.Awaited"/>
    public virtual object? Awaited() => null;

    /// <inheritdoc cref="ISource.Completed"/>
    public virtual void Completed(TypeModel model, object value, object? carrier)
    {
    }

    /// <inheritdoc cref="ISource.Register"/>
    public virtual void Register(int identity, object value)
    {
    }

    /// <inheritdoc cref="ISource.BeginCarried"/>
    public virtual Head BeginCarried(TypeModel model) => throw Never();

    /// <inheritdoc cref="ISource.EndCarried"/>
    public virtual void EndCarried(TypeModel model, int identity, object? value) => throw Never();

    /// <inheritdoc cref="ISource.TryNull"/>
    public abstract bool TryNull();

    /// <inheritdoc cref="ISource.BeginObject"/>
    public abstract MemberTable BeginObject(TypeModel model);

    /// <inheritdoc cref="ISource.Packed"/>
    public virtual bool Packed(MemberTable table) => false;

    /// <inheritdoc cref="ISource.Block"/>
    public virtual ref byte Block(int size) => throw Never();

    /// <inheritdoc cref="ISource.OptionalMember"/>
    public virtual bool OptionalMember() => throw Never();

    /// <inheritdoc cref="ISource.NextMember"/>
    public abstract int NextMember(MemberTable table, int previous);

    /// <inheritdoc cref="ISource.ExtraName"/>
    public virtual string ExtraName() => throw Never();

    /// <inheritdoc cref="ISource.EndObject"/>
    public abstract void EndObject(MemberTable table);

    /// <inheritdoc cref="ISource.BeginArray"/>
    public abstract int BeginArray(TypeModel model);

    /// <inheritdoc cref="ISource.NextItem"/>
    public abstract bool NextItem(int index, int count);

    /// <inheritdoc cref="ISource.EndArray"/>
    public abstract void EndArray(TypeModel model);

    /// <inheritdoc cref="ISource.Bulk{T}(TypeModel)"/>
    public virtual T[] Bulk<T>(TypeModel model) where T : unmanaged => throw Never();

    /// <inheritdoc cref="ISource.Bulk{T}(TypeModel, List{T})"/>
    public virtual void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged => throw Never();

    /// <inheritdoc cref="ISource.BeginMap"/>
    public abstract int BeginMap(TypeModel model);

    /// <inheritdoc cref="ISource.NextKey"/>
    public abstract bool NextKey(TypeModel model, int index, int count);

    /// <inheritdoc cref="ISource.MapValue"/>
    public virtual void MapValue(TypeModel model)
    {
    }

    /// <inheritdoc cref="ISource.EndMap"/>
    public abstract void EndMap(TypeModel model);

    /// <inheritdoc cref="ISource.Comparer"/>
    public virtual ComparerCode Comparer() => throw Never();

    /// <inheritdoc cref="ISource.Dynamic"/>
    public abstract object? Dynamic(TypeModel declared);

    /// <inheritdoc cref="ISource.Skip"/>
    public abstract void Skip(TypeModel model);

    /// <inheritdoc cref="ISource.Enum"/>
    /// <remarks>By default the number of the underlying type.</remarks>
    public virtual long Enum(TypeModel model) => (model as EnumModel)?.Underlying switch
    {
        Scalar.SByte => SByte(),
        Scalar.Byte => Byte(),
        Scalar.Int16 => Int16(),
        Scalar.UInt16 => UInt16(),
        Scalar.Int32 => Int32(),
        Scalar.UInt32 => UInt32(),
        Scalar.UInt64 => (long)UInt64(),
        _ => Int64(),
    };

    /// <summary>Reads a truth value.</summary>
    public abstract bool Boolean();

    /// <summary>Reads a UTF-16 code unit.</summary>
    public abstract char Char();

    /// <summary>Reads a signed integer of 8 bits. Unless it is overridden, by <see cref="Int64"/>, and checked.</summary>
    public virtual sbyte SByte() => (sbyte)InRange(Int64(), sbyte.MinValue, sbyte.MaxValue);

    /// <summary>Reads an unsigned integer of 8 bits. Unless it is overridden, by <see cref="Int64"/>, and checked.</summary>
    public virtual byte Byte() => (byte)InRange(Int64(), byte.MinValue, byte.MaxValue);

    /// <summary>Reads a signed integer of 16 bits. Unless it is overridden, by <see cref="Int64"/>, and checked.</summary>
    public virtual short Int16() => (short)InRange(Int64(), short.MinValue, short.MaxValue);

    /// <summary>Reads an unsigned integer of 16 bits. Unless it is overridden, by <see cref="Int64"/>, and checked.</summary>
    public virtual ushort UInt16() => (ushort)InRange(Int64(), ushort.MinValue, ushort.MaxValue);

    /// <summary>Reads a signed integer of 32 bits. Unless it is overridden, by <see cref="Int64"/>, and checked.</summary>
    public virtual int Int32() => (int)InRange(Int64(), int.MinValue, int.MaxValue);

    /// <summary>Reads an unsigned integer of 32 bits. Unless it is overridden, by <see cref="Int64"/>, and checked.</summary>
    public virtual uint UInt32() => (uint)InRange(Int64(), uint.MinValue, uint.MaxValue);

    /// <summary>Reads a signed integer of 64 bits.</summary>
    public abstract long Int64();

    /// <summary>Reads an unsigned integer of 64 bits.</summary>
    public abstract ulong UInt64();

    /// <summary>Reads a signed integer of 128 bits. Unless it is overridden, by <see cref="BigInteger"/>, and checked.</summary>
    public virtual Int128 Int128() => (Int128)InRange(BigInteger(), System.Int128.MinValue, System.Int128.MaxValue);

    /// <summary>Reads an unsigned integer of 128 bits. Unless it is overridden, by <see cref="BigInteger"/>, and checked.</summary>
    public virtual UInt128 UInt128() => (UInt128)InRange(BigInteger(), System.UInt128.MinValue, System.UInt128.MaxValue);

    /// <summary>Reads a floating-point number of 16 bits. Unless it is overridden, by <see cref="Single"/>.</summary>
    public virtual Half Half() => (Half)Single();

    /// <summary>Reads a floating-point number of 32 bits. Unless it is overridden, by <see cref="Double"/>.</summary>
    public virtual float Single() => (float)Double();

    /// <summary>Reads a floating-point number of 64 bits.</summary>
    public abstract double Double();

    /// <summary>Reads a decimal number with its scale.</summary>
    public abstract decimal Decimal();

    /// <summary>Reads an integer of any size.</summary>
    public abstract BigInteger BigInteger();

    /// <summary>Reads text, or null.</summary>
    public abstract string? String();

    /// <summary>Reads an array of bytes, or null.</summary>
    public abstract byte[]? Bytes();

    /// <summary>Reads a Guid.</summary>
    public abstract Guid Guid();

    /// <summary>Reads a date and time with its kind.</summary>
    public abstract DateTime DateTime();

    /// <summary>Reads a date and time with its offset from UTC.</summary>
    public abstract DateTimeOffset DateTimeOffset();

    /// <summary>Reads a duration.</summary>
    public abstract TimeSpan TimeSpan();

    /// <summary>Reads a date without a time.</summary>
    public abstract DateOnly DateOnly();

    /// <summary>Reads a time of day.</summary>
    public abstract TimeOnly TimeOnly();

    static T InRange<T>(T value, T least, T most) where T : INumber<T> =>
        value >= least && value <= most ? value : throw new WireFormatException($"The number {value} is out of range.");

    /// <summary>The traits do not say so: shapes do not ask for it.</summary>
    static NotSupportedException Never([CallerMemberName] string name = "") =>
        new($"{name} is not overridden, but '{typeof(TTraits)}' says that it is an event of this reader.");
}
