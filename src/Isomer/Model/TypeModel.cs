using System.Collections.Immutable;
using System.Reflection;

namespace Isomer.Model;

/// <summary>
/// What one convention says about one CLR type: immutable once seen, knows nothing of bytes nor of how it is executed.
/// The subclasses are the kinds of type that there are.
/// </summary>
public abstract class TypeModel
{
    object?[] _slots = [];
    sbyte _polymorphic;

    private protected TypeModel(Convention convention, Type type)
    {
        Convention = convention;
        Type = type;
        IsCollectible = type.IsCollectible;
    }

    /// <summary>The CLR type that the model describes.</summary>
    public Type Type { get; }

    /// <summary>Whether the type can be unloaded: nothing that outlives a call may then keep the model.</summary>
    internal bool IsCollectible { get; }

    /// <summary>The convention under which it is seen.</summary>
    public Convention Convention { get; }

    /// <summary>What the convention found beside: facts for the formats of its own family, which they cast to.</summary>
    internal virtual object? Details { get; init; }

    /// <summary>Whether null on the wire may stand for a value: of a class, an interface, a Nullable, an option.</summary>
    public virtual bool IsNullable => !Type.IsValueType;

    /// <summary>
    /// Whether a value is null in memory where it is null on the wire. Not so for a struct that is an option: none is a value of it.
    /// </summary>
    internal virtual bool CanBeNull => !Type.IsValueType;

    /// <summary>What is in a Nullable; of everything else the model itself.</summary>
    internal virtual TypeModel WithoutNullable => this;

    /// <summary>The declared subtypes; empty where the declared type is always the exact one.</summary>
    public virtual ImmutableArray<Subtype> Subtypes => [];

    /// <summary>
    /// Whether a value of another run-time type than this one, and than the declared subtypes, goes through the format's
    /// dynamic edge: <see cref="UnknownSubtypes.WriteAsRuntimeType"/>.
    /// </summary>
    internal virtual bool IsOpen => false;

    /// <summary>Whether there are any, remembered because formats ask at every object.</summary>
    public bool IsPolymorphic => _polymorphic == 0 ? FindPolymorphic() : _polymorphic > 0;

    /// <summary>The models that this one is made of: members', elements', subtypes'.</summary>
    public virtual IEnumerable<TypeModel> Parts => [];

    /// <inheritdoc/>
    public override string ToString() => $"{GetType().Name}({Type})";

    bool FindPolymorphic()
    {
        bool result = !Subtypes.IsEmpty;
        _polymorphic = result ? (sbyte)1 : (sbyte)-1;
        return result;
    }

    /// <summary>
    /// A place where formats keep what they compute about this model (tables of names, codecs). Slots are numbered by
    /// <see cref="ModelSlot"/>; losing a race only computes the same thing twice.
    /// </summary>
    internal object? GetSlot(int slot)
    {
        var slots = Volatile.Read(ref _slots);
        return (uint)slot < (uint)slots.Length ? slots[slot] : null;
    }

    internal T SetSlot<T>(int slot, T value) where T : class
    {
        lock (Convention.Gate)
        {
            if (GetSlot(slot) is T earlier)
                return earlier;
            var slots = _slots;
            if (slot >= slots.Length)
            {
                slots = new object?[Math.Max(slot + 1, 4)];
                _slots.CopyTo(slots, 0);
            }
            Volatile.Write(ref slots[slot], value);
            Volatile.Write(ref _slots, slots);
            return value;
        }
    }
}

/// <summary>Hands out the numbers of model slots: one for each thing that some format keeps with models.</summary>
internal static class ModelSlot
{
    static int s_last = -1;

    public static int Next() => Interlocked.Increment(ref s_last);
}

/// <summary>A type that each format has a form for: a number, a text, a date.</summary>
public sealed class ScalarModel : TypeModel
{
    internal ScalarModel(Convention convention, Type type, Scalar scalar) : base(convention, type) => Scalar = scalar;

    /// <summary>Which of the core scalars the type is.</summary>
    public Scalar Scalar { get; }
}

/// <summary>A value that may be absent without being a reference: Nullable of T, an F# option.</summary>
public sealed class OptionalModel : TypeModel
{
    TypeModel? _value;

    internal OptionalModel(Convention convention, Type type, Type valueType, OptionalAccess access) : base(convention, type)
    {
        ValueType = valueType;
        Access = access;
    }

    /// <summary>The type that a nullable holds.</summary>
    public Type ValueType { get; }

    /// <summary>The model of the type inside.</summary>
    public TypeModel Value { get => _value ??= Convention.ModelOf(ValueType); internal init => _value = value; }

    /// <inheritdoc/>
    public override bool IsNullable => true;

    internal override bool CanBeNull => Access.IsNullable || base.CanBeNull;

    internal override TypeModel WithoutNullable => Access.IsNullable ? Value : this;

    /// <inheritdoc/>
    public override IEnumerable<TypeModel> Parts => [Value];

    /// <summary>How to look inside and how to make one.</summary>
    internal OptionalAccess Access { get; }
}

/// <summary>How to look into an optional value and how to make one.</summary>
/// <param name="IsNullable">Nullable of T itself.</param>
/// <param name="Get">The getter of the value inside, for other options (null reference or default = none).</param>
/// <param name="HasValue">For struct options: the getter that says whether there is a value.</param>
/// <param name="Some">The static method that makes one.</param>
internal sealed record OptionalAccess(bool IsNullable, MethodInfo? Get = null, MethodInfo? HasValue = null, MethodInfo? Some = null);

/// <summary>A type that is carried as another: <c>Surrogate&lt;T, S&gt;</c>.</summary>
public sealed class SurrogateModel : TypeModel
{
    TypeModel? _carrier;

    internal SurrogateModel(Convention convention, Type type, Surrogate surrogate) : base(convention, type) => Surrogate = surrogate;

    /// <summary>What turns values into their carriers and back.</summary>
    public Surrogate Surrogate { get; }

    /// <summary>The model of the type that is carried instead.</summary>
    public TypeModel Carrier => _carrier ??= Convention.CarrierOf(this);

    /// <summary>Whether null must be announced because it can be here and cannot be in the carrier.</summary>
    internal bool AnnouncesNull => CanBeNull && !Carrier.CanBeNull;

    /// <inheritdoc/>
    public override IEnumerable<TypeModel> Parts => [Carrier];
}

/// <summary>A declared type that does not say what its values are: object, Node.</summary>
public sealed class DynamicModel : TypeModel
{
    readonly ImmutableArray<Subtype> _subtypes;

    internal DynamicModel(Convention convention, Type type, ImmutableArray<Subtype> subtypes)
        : base(convention, type)
    {
        _subtypes = subtypes;
        // Nodes and what carries rows are ours.
        IsBase = type != typeof(object) && type.Assembly != typeof(DynamicModel).Assembly;
    }

    /// <summary>
    /// Whether it declares a base of which the convention knows no members (an interface, a class of no contract), rather than object or a
    /// node: any value that is one may stand there, where its type is told.
    /// </summary>
    internal bool IsBase { get; }

    /// <summary>
    /// Whether numbers, truth values, dates and Guids that stand here are the convention's scalars, and none of them is a subtype or has a
    /// surrogate, so that a format may write them without asking for the model of each.
    /// </summary>
    internal bool TellsScalars => (_tellsScalars == default ? FindTellsScalars() : _tellsScalars) == 'y';

    char _tellsScalars;

    char FindTellsScalars()
    {
        bool tells = !IsBase && _subtypes.IsEmpty;
        foreach (var type in s_scalars)
            tells = tells && Convention.ModelOf(type) is ScalarModel model && model.Type == type && model.Scalar == Scalars.Of(type);
        return _tellsScalars = tells ? 'y' : 'n';
    }

    static readonly Type[] s_scalars =
    [
        typeof(bool), typeof(byte), typeof(short), typeof(int), typeof(long), typeof(float), typeof(double), typeof(decimal),
        typeof(DateTime), typeof(Guid),
    ];

    /// <inheritdoc/>
    public override ImmutableArray<Subtype> Subtypes => _subtypes;

    /// <inheritdoc/>
    public override IEnumerable<TypeModel> Parts => _subtypes.Select(s => s.Model);
}
