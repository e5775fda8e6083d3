using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer;

/// <summary>The untyped face of <see cref="Surrogate{T, TCarrier}"/>.</summary>
public abstract class Surrogate
{
    private protected Surrogate()
    {
    }

    /// <summary>The type that cannot or should not be written as it is.</summary>
    public abstract Type Type { get; }

    /// <summary>The type that is written instead.</summary>
    public abstract Type CarrierType { get; }

    /// <summary>
    /// Whether its values cannot be told from others that are equal: who shares one need not find it shared after reading.
    /// </summary>
    internal virtual bool IsOfValues => Type.IsValueType;

    /// <summary>Whether what is there can be read into, where a source merges: the carrier is then the value itself.</summary>
    internal virtual bool Merges => false;

    /// <summary>Whether null is carried back as the default of a struct, which it otherwise cannot be.</summary>
    internal virtual bool TakesNull => !Type.IsValueType;

    /// <summary>Whether null, too, is a value that is converted, both ways, as that of a nullable struct always is.</summary>
    internal virtual bool HandlesNull => Nullable.GetUnderlyingType(Type) is not null;

    /// <summary>Of one that carries nodes: whether a source that has JSON gives its text and builds no tree.</summary>
    internal virtual bool CarriesText => false;

    /// <summary>Of one that carries items which come one by one: what hands them to who can wait.</summary>
    internal virtual Conventions.IAsyncItems? AsyncItems => null;

    /// <summary>A deep copy by a shorter way than through the carrier; null if there is none.</summary>
    internal virtual object? TryCopy(object value) => null;

    /// <summary>
    /// What stands for the value where it is asked whether it was met before: another object where what comes back is not of the value's
    /// class, so that it cannot serve in a place that is declared as that. (What was met as itself before serves here.)
    /// </summary>
    internal virtual object IdentityOf(object value) => value;

    internal abstract object? ToCarrierObject(object value);

    /// <summary>Whether there is a packed form too, for formats that are not read by people.</summary>
    internal virtual bool Packs => false;

    internal abstract object? ToPackedObject(object value);

    /// <summary>Whether null carries the default of the type, which is no array and so another value than an empty one.</summary>
    internal virtual bool KeepsNoArray => false;

    internal abstract object? FromCarrierObject(object carrier);

    /// <summary>Of one that merges: the carrier to be read into, or null for a new one.</summary>
    internal virtual object? CarrierInObject(object value) => null;

    internal abstract object? JoinObject(object existing, object carrier);

    /// <summary>Whether what is read goes into the value itself where a call fills it: rows into a table, whose columns stay.</summary>
    internal virtual bool Fills => false;

    /// <summary>Of one that fills: puts what was read into the value.</summary>
    internal virtual void FillObject(object target, object carrier) => throw new NotSupportedException();

    /// <summary>
    /// Whether the value exists before what it is made of has been read: it is then made in its place (<see cref="MakeObject"/>), and what
    /// is in it may refer to it.
    /// </summary>
    internal virtual bool IsInPlace => false;

    /// <summary>Of one in its place: the object, without a constructor.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = "A type that has a surrogate, whose constructor runs later.")]
    internal virtual object Begin() => RuntimeHelpers.GetUninitializedObject(Type);

    /// <summary>
    /// Of one in its place, or what a class derives from: what the object has until its parts are there. What is in the parts may lead back
    /// to it and look at it, as the constructor of an ISerializable does.
    /// </summary>
    internal virtual void Start(object target)
    {
    }

    /// <summary>
    /// Of one in its place: whether it can be made only when the whole graph has been read, as what hashes or orders objects that are not
    /// complete before that.
    /// </summary>
    internal virtual bool WaitsForGraph => false;

    /// <summary>Of one that may wait for the graph: whether the value that is made of this carrier does.</summary>
    internal virtual bool WaitsFor(object carrier) => true;

    /// <summary>
    /// Of one that waits for the graph: whether it is made behind the graph's [OnDeserialized], in which a key may make ready what it is
    /// found by. So are the framework's tables that fill themselves when they are called back.
    /// </summary>
    internal virtual bool FillsItself(object carrier) => false;

    /// <summary>
    /// Of one that waits for the graph: sets what is there as soon as the parts of the value are, without asking any of them, for the
    /// constructor of an ISerializable and callbacks may look at it. False where nothing can be set yet: it is asked once more when the
    /// whole graph has been read, and made (<see cref="MakeObject"/>) if nothing can be set then either.
    /// </summary>
    internal virtual bool Prepare(object target, object carrier) => false;

    /// <summary>Of one that was prepared: what is left to do and to check, where somebody may have looked at it and changed it.</summary>
    internal virtual void Complete(object target, object carrier) => MakeObject(target, carrier);

    /// <summary>Of one that may wait for the graph: what is to be made before it, where that waits too.</summary>
    internal virtual object? MadeBefore(object carrier) => null;

    /// <summary>What it looks for by reflection in the type, which a trimmer must not take away.</summary>
    internal virtual DynamicallyAccessedMemberTypes Reached => DynamicallyAccessedMemberTypes.None;

    /// <summary>Of one in its place: the methods of the value to call when the whole graph has been read.</summary>
    internal virtual ImmutableArray<MethodInfo> CalledBack => [];

    /// <summary>When the whole graph has been read, before the value is called back as an IDeserializationCallback.</summary>
    internal virtual void BeforeCalledBack(object target)
    {
    }

    /// <summary>Whether a source that points forward is told that the carrier has been read, and makes the value itself.</summary>
    internal bool IsCompletedLater => WaitsForGraph || !CalledBack.IsEmpty;

    /// <summary>Of one in its place: makes the value, which exists, of what was read.</summary>
    internal abstract void MakeObject(object target, object carrier);
}

/// <summary>
/// Maps a type to one that has a shape: the one way to teach Isomer a type that you cannot annotate, in every format at
/// once. Null needs no thought: a null of a reference type is written and read as null, without a call.
/// </summary>
/// <example>
/// <code>
/// sealed class MoneySurrogate : Surrogate&lt;Money, string&gt;
/// {
///     public override string ToCarrier(Money value) => value.ToString();
///     public override Money FromCarrier(string carrier) => Money.Parse(carrier);
/// }
/// var convention = Convention.Plain.WithSurrogate(new MoneySurrogate());
/// </code>
/// For an open generic type, derive a generic class with the same parameters and register its open type.
/// </example>
/// <typeparam name="T">The type to carry.</typeparam>
/// <typeparam name="TCarrier">The type that is written instead: a scalar, a collection, a class of yours.</typeparam>
public abstract class Surrogate<T, [DynamicallyAccessedMembers(Trimming.Carried)] TCarrier> : Surrogate
{
    /// <summary>For a surrogate of yours.</summary>
    protected Surrogate() => Trimming.Keep(typeof(TCarrier));

    /// <inheritdoc/>
    public sealed override Type Type => typeof(T);

    /// <inheritdoc/>
    public sealed override Type CarrierType => typeof(TCarrier);

    /// <summary>What is written for the value.</summary>
    public abstract TCarrier ToCarrier(T value);

    /// <summary>What is written for the value in the packed form.</summary>
    internal virtual TCarrier ToPackedCarrier(T value) => ToCarrier(value);

    /// <summary>The value that was written so.</summary>
    public abstract T FromCarrier(TCarrier carrier);

    /// <summary>Of one that merges: the carrier to be read into, or null for a new one.</summary>
    internal virtual TCarrier? CarrierIn(T value) => default;

    /// <summary>Of one that merges: what is there and what was read, which is the whole if the carrier was read into.</summary>
    internal virtual T Join(T existing, TCarrier carrier) => FromCarrier(carrier);

    /// <summary>Of one in its place: makes the value, which exists, of what was read.</summary>
    internal virtual void Make(T target, TCarrier carrier) =>
        throw new InvalidOperationException($"'{GetType()}' makes no value in its place.");

    internal sealed override void MakeObject(object target, object carrier) => Make((T)target, (TCarrier)carrier);

    internal sealed override object? JoinObject(object existing, object carrier) => Join((T)existing, (TCarrier)carrier);

    internal sealed override object? CarrierInObject(object value) => CarrierIn((T)value);

    internal sealed override object? ToCarrierObject(object value) => ToCarrier((T)value);

    internal sealed override object? ToPackedObject(object value) => ToPackedCarrier((T)value);

    internal sealed override object? FromCarrierObject(object carrier) => FromCarrier((TCarrier)carrier);
}
