using System.Collections.Immutable;
using Isomer.Calls;
using Isomer.Conventions;

namespace Isomer;

/// <summary>Where fastJSON's types stand in the text.</summary>
public enum FastJsonTypes
{
    /// <summary>Numbered in one <c>$types</c> table in the first object: UsingGlobalTypes.</summary>
    Table,
    /// <summary>By name in each object.</summary>
    EachObject,
    /// <summary>Nowhere, and no references either: UseExtensions = false.</summary>
    None,
}

/// <summary>The form of a type's name.</summary>
public enum FastJsonTypeNames
{
    /// <summary>The assembly-qualified name of this runtime, as fastJSON writes it.</summary>
    AssemblyQualified,
    /// <summary>Full name and assembly, without version, culture and key: <c>Shop.Order, Shop</c>. fastJSON reads it too.</summary>
    Short,
}

/// <summary>Types whose content fastJSON drops: scalars that it does not know, tuples, Uri, Version.</summary>
public enum FastJsonUnknownTypes
{
    /// <summary>They are written in the form that plain Json has for them: nothing is lost.</summary>
    Keep,
    /// <summary>They are written as fastJSON writes them, as objects with a type and no content.</summary>
    Lose,
}

/// <summary>
/// Objects of a root list or dictionary that stand there again, word for word. fastJSON gives such an object no second number; two that
/// only look alike have one each; and the text does not say which it was.
/// </summary>
public enum FastJsonRootRepeats
{
    /// <summary>They are one object if a <c>$i</c> depends on it, as fastJSON numbers them; two if the numbers contradict that.</summary>
    Same,
    /// <summary>They are different objects, as fastJSON itself reads them.</summary>
    Different,
    /// <summary>A text in which a <c>$i</c> depends on it is refused.</summary>
    Refuse,
}

/// <summary>
/// The rules of fastJSON's form that plain JSON has no option for; the others are <see cref="JsonOptions"/> themselves (see
/// docs/from-fastjson.md for each of its parameters). Used by setting <see cref="JsonOptions.FastJsonRules"/>.
/// </summary>
public sealed record FastJsonRules
{
    Derived<FastJsonView> _view;

    /// <summary>The rules that fastJSON has by default.</summary>
    public static FastJsonRules Default { get; } = new();

    /// <summary>Where types stand: UsingGlobalTypes, UseExtensions.</summary>
    public FastJsonTypes Types { get; init; }

    /// <summary>The form of their names.</summary>
    public FastJsonTypeNames TypeNames { get; init; }

    /// <summary>Types that fastJSON would write empty.</summary>
    public FastJsonUnknownTypes UnknownTypes { get; init; }

    /// <summary>Guids as the base64 of their bytes: UseFastGuid. Both forms are read.</summary>
    public bool Base64Guids { get; init; } = true;

    /// <summary>Dates are made universal and end in Z: UseUTCDateTime. If not, they are local and say nothing of it.</summary>
    public bool UtcDates { get; init; } = true;

    /// <summary>Dates with three decimals of a second: DateTimeMilliseconds. What is finer is dropped.</summary>
    public bool Milliseconds { get; init; }

    /// <summary>Members without a setter are written, and <c>int X { get; }</c> is read too: ShowReadOnlyProperties.</summary>
    public bool ReadOnlyMembers { get; init; }

    /// <summary>
    /// For anonymous types: read-only members, and no types in the text: EnableAnonymousTypes. References only unless Types is None.
    /// </summary>
    public bool AnonymousTypes { get; init; }

    /// <summary>Also dictionaries keyed by strings as <c>[{"k":"a","v":1}]</c>: KVStyleStringDictionary. Both forms are read.</summary>
    public bool PairDictionaries { get; init; }

    /// <summary>Members with one of these attributes are not written (they are read): IgnoreAttributes.</summary>
    public ImmutableArray<Type> IgnoreAttributes { get; init; } = [typeof(System.Xml.Serialization.XmlIgnoreAttribute),
        typeof(NonSerializedAttribute)];

    /// <summary>Objects are made without a constructor call: ParametricConstructorOverride.</summary>
    public bool SkipConstructors { get; init; }

    /// <summary>How deep objects may nest at writing, lists and dictionaries not counted: SerializerMaxDepth.</summary>
    public int MaxObjectDepth { get; init; } = 20;

    /// <summary>
    /// An object that comes again is written again, not as <c>{"$i":1}</c>: InlineCircularReferences. A cycle is an error.
    /// </summary>
    public bool InlineReferences { get; init; }

    /// <summary>
    /// Whether objects that are equal count as one, as in fastJSON: two records of the same content come back as one object.
    /// False compares references: OverrideObjectHashCodeChecking.
    /// </summary>
    public bool ReferencesByEquals { get; init; } = true;

    /// <summary>What objects are that a root list has again, at reading, where the numbers behind them depend on it.</summary>
    public FastJsonRootRepeats RootRepeats { get; init; }

    /// <summary>A DataSet's schema as a compact <c>$schema</c> object, else as XSD: UseOptimizedDatasetSchema.</summary>
    public bool CompactTableSchema { get; init; } = true;

    /// <summary>Column types by assembly-qualified name: FullyQualifiedDataSetSchema.</summary>
    public bool FullColumnTypes { get; init; }

    internal bool WritesTypes => Types != FastJsonTypes.None && !AnonymousTypes;

    /// <summary>
    /// Where extensions were turned off there are no references; where anonymous types turn them off there are: so fastJSON does it.
    /// </summary>
    internal bool WritesReferences => !InlineReferences && Types != FastJsonTypes.None;

    internal FastJsonView View => _view.Get(this, static r =>
        new FastJsonView(r.ReadOnlyMembers || r.AnonymousTypes, r.SkipConstructors, r.UnknownTypes == FastJsonUnknownTypes.Lose,
            r.IgnoreAttributes));
}
