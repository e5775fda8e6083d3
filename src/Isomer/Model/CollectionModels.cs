using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using Isomer.Conventions;

namespace Isomer.Model;

/// <summary>What holds items: a sequence or a map.</summary>
public abstract class CollectionModel : TypeModel
{
    private protected CollectionModel(Convention convention, Type type, Type itemType, Walk walk, Build build) : base(convention, type)
    {
        Trimming.CheckUsers(type);
        ItemType = itemType;
        Walk = walk;
        Build = build;
    }

    /// <summary>The type of what an array of the items holds: the element, or a KeyValuePair of key and value.</summary>
    internal Type ItemType { get; }

    /// <summary>How the items are visited.</summary>
    internal Walk Walk { get; }

    /// <summary>How a collection is made from items.</summary>
    internal Build Build { get; }

    /// <summary>An array is sealed, and yet a string[] may stand where an object[] is declared.</summary>
    internal override bool IsOpen =>
        Convention.KeepsRuntimeTypes && (Type.IsArray ? !ItemType.IsSealed && !ItemType.IsValueType : !Type.IsSealed);

    /// <summary>Whether the type says nothing of its items: it is enumerated as objects, or as entries of a map of objects.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    internal bool IsUntyped => _isUntyped ??= !typeof(IEnumerable<>).MakeGenericType(ItemType).IsAssignableFrom(Type);

    /// <summary>Whether it is made of its items in reverse.</summary>
    internal bool IsStack =>
        Build.Convert is
        {
            Name: nameof(Shapes.Builders.Stack) or nameof(Shapes.Builders.ConcurrentStack)
            or nameof(Shapes.Builders.Pushed)
        };

    bool? _isUntyped;

    /// <summary>
    /// Whether its items, or the keys of a map, are found by hash or order and may hold objects: such a key may be put in before what it
    /// holds is complete (<see cref="Shapes.Rekeyed"/>).
    /// </summary>
    internal bool Rekeys => _rekeys ??= Build.Kind is BuildKind.Add or BuildKind.Convert && !Type.IsValueType
        && MayHold(this is MapModel map ? map.KeyType : ItemType) && FindsByKey();

    bool? _rekeys;

    static bool MayHold(Type key) =>
        Scalars.Of(Nullable.GetUnderlyingType(key) ?? key) == Scalar.None && !(Nullable.GetUnderlyingType(key) ?? key).IsEnum;

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    bool FindsByKey()
    {
        if (this is MapModel)
            return true;
        var made = Build.Constructor?.DeclaringType ?? (Build.Convert as System.Reflection.MethodInfo)?.ReturnType ?? Type;
        if (KeyedItems.BaseOf(made) is not null
            || made.FullName!.StartsWith("Microsoft.FSharp.Collections.FSharpSet`1", StringComparison.Ordinal))
            return true;
        return typeof(ISet<>).MakeGenericType(ItemType).IsAssignableFrom(made)
            || typeof(IReadOnlySet<>).MakeGenericType(ItemType).IsAssignableFrom(made);
    }

    /// <summary>Whether a comparer is written before the items, where the format can.</summary>
    public bool KeepsComparer => Walk.Comparer is not null && Build.KeepsComparer && !LooksBehind;

    /// <summary>
    /// Whether the type does not show the comparer of the set or map that stands behind it: an interface, a read-only wrapper. What stands
    /// there is asked for its own.
    /// </summary>
    internal bool LooksBehind => _looksBehind ??= Build.Kind is BuildKind.Add or BuildKind.Convert
        && (Type.IsInterface ? FindsByKey() : WrappedBy(Type) is not null);

    bool? _looksBehind;

    /// <summary>
    /// Whether the comparer of what stands behind the type is written, where it is another than the usual one and the format can: as a
    /// count (<see cref="Shapes.Absence.ToldBy"/>), so that all others are written as if there were none.
    /// </summary>
    internal bool TellsComparer => LooksBehind && Build.KeepsComparer
        && (this is MapModel map ? map.KeyType : ItemType) == typeof(string);

    /// <summary>The framework's read-only wrapper of a map or set that a class is or derives from; null for any other class.</summary>
    internal static Type? WrappedBy(Type type)
    {
        for (var level = type; level is not null; level = level.BaseType)
            if (level.IsGenericType && level.GetGenericTypeDefinition() is var open
                && (open == typeof(ReadOnlyDictionary<,>) || open == typeof(ReadOnlySet<>)))
                return level;
        return null;
    }
}

/// <summary>A sequence of items: array, list, set, queue, or anything that is enumerated and can be rebuilt.</summary>
public sealed class SequenceModel : CollectionModel
{
    TypeModel? _element;
    readonly TypeModel? _shown;

    internal SequenceModel(Convention convention, Type type, Type elementType, Walk walk, Build build)
        : base(convention, type, elementType, walk, build)
    {
    }

    /// <summary>The type of the items.</summary>
    public Type ElementType => ItemType;

    /// <summary>The model of the items.</summary>
    public TypeModel Element { get => _element ??= Convention.ModelOf(ElementType); internal init => _element = value; }

    /// <summary>
    /// What an item is taken for at writing: its own type, or that which the class shows of it. To DataContractSerializer the items of a
    /// class whose GetEnumerator is of no type are objects, each with i:type, whatever it reads them as.
    /// </summary>
    internal TypeModel Shown { get => _shown ?? Element; init => _shown = value; }

    /// <summary>
    /// Whether its default is no array, and another value than an empty one: an ImmutableArray, where the convention loses nothing.
    /// </summary>
    internal bool MayBeNoArray => Walk.Kind == WalkKind.ImmutableArray && Convention.LosesNothing;

    /// <summary>The scalar if the items may be copied as they lie in memory, else None.</summary>
    public Scalar Bulk => Walk.Kind is WalkKind.Array or WalkKind.List or WalkKind.ImmutableArray
        && Element is ScalarModel { Scalar: var scalar } && Scalars.IsBulk(scalar) ? scalar : Scalar.None;

    /// <summary>
    /// The scalar if the items may be copied, or those scalars whose bits a format has to check before they are values: bool, decimal,
    /// DateTime.
    /// </summary>
    internal Scalar Block => Walk.Kind is WalkKind.Array or WalkKind.List or WalkKind.ImmutableArray
        && Element is ScalarModel { Scalar: (Scalar.Boolean or Scalar.Decimal or Scalar.DateTime) and var scalar } ? scalar : Bulk;

    /// <inheritdoc/>
    public override IEnumerable<TypeModel> Parts => _shown is null ? [Element] : [Element, _shown];
}

/// <summary>A map from keys to values.</summary>
public sealed class MapModel : CollectionModel
{
    TypeModel? _key;
    TypeModel? _value;

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    internal MapModel(Convention convention, Type type, Type keyType, Type valueType, Walk walk, Build build)
        : base(convention, type, typeof(KeyValuePair<,>).MakeGenericType(keyType, valueType), walk, build)
    {
        KeyType = keyType;
        ValueType = valueType;
    }

    /// <summary>The type of the keys.</summary>
    public Type KeyType { get; }

    /// <summary>The type of the values.</summary>
    public Type ValueType { get; }

    /// <summary>The model of the keys.</summary>
    public TypeModel Key { get => _key ??= Convention.ModelOf(KeyType); internal init => _key = value; }

    /// <summary>The model of the values.</summary>
    public TypeModel Value => _value ??= Convention.ModelOf(ValueType);

    /// <inheritdoc/>
    public override IEnumerable<TypeModel> Parts => [Key, Value];
}
