namespace Isomer.Shapes;

/// <summary>
/// What a format can take beside the plain events. The value of a sink is one constant (<see cref="ISink.Traits"/>): shapes ask it by
/// <c>(TSink.Traits &amp; SinkTraits.Packs) != 0</c>, which is folded, and a path that the format does not take is not compiled for it.
/// </summary>
[Flags]
public enum SinkTraits
{
    /// <summary>The plain events alone.</summary>
    None = 0,

    /// <summary>The format can write a reference to an object that it has written before (<see cref="ISink.Reference"/>).</summary>
    TracksReferences = 1,

    /// <summary>It can do so for structs that are equal too: then these are announced to <see cref="ISink.Reference"/> in a box.</summary>
    TracksStructs = 2,

    /// <summary>
    /// What a surrogate carries keeps its identity: <see cref="ISink.BeginCarried"/> and <see cref="ISink.EndCarried"/> then stand around
    /// the carrier.
    /// </summary>
    TracksCarried = 4,

    /// <summary>
    /// <see cref="ISink.Dynamic"/> takes a value of a declared base type, whose run-time type is not among the declared ones
    /// (<see cref="UnknownSubtypes.WriteAsRuntimeType"/>); other formats refuse it.
    /// </summary>
    KeepsRuntimeTypes = 8,

    /// <summary>The format takes an object's fixed-width members as one packed block (see <see cref="Model.PackedLayout"/>).</summary>
    Packs = 16,

    /// <summary>The format takes sequences of unmanaged numbers whole, through <see cref="ISink.Bulk{T}"/>.</summary>
    Bulks = 32,

    /// <summary>It takes also those whose bits may be no value (bool, decimal, DateTime); its source checks them.</summary>
    BulksChecked = 64,

    /// <summary>
    /// The format takes members of fixed width in runs, through a cursor that the shape keeps in a register
    /// (<see cref="ISink.BeginRun"/>); only where the table says so too (<see cref="MemberTable.TakesRuns"/>).
    /// </summary>
    Runs = 128,

    /// <summary>Members at their default value may be left out (decided per table and member).</summary>
    OmitsDefaults = 256,

    /// <summary>The comparer of a keyed collection can be written (<see cref="ISink.Comparer"/>).</summary>
    KeepsComparers = 512,

    /// <summary>The entries of an extension dictionary are written as members of their owner (<see cref="ISink.ExtraMember"/>).</summary>
    FlattensExtras = 1024,

    /// <summary>
    /// The format writes objects one after the other, what refers to another before that: methods to call behind writing wait until the
    /// last is written.
    /// </summary>
    PointsForward = 4096,

    /// <summary>
    /// The format writes what an object's members hold before it writes them: each member that may hold another type than the declared one,
    /// or nothing, is told first (<see cref="ISink.Foretell"/>), and each that the type itself decides to write or not
    /// (<see cref="ISink.OptionalMember"/>, once more than else).
    /// </summary>
    Foretells = 8192,

    /// <summary>
    /// The format takes what a surrogate carries packed, where that can be (columns of tables): smaller, and readable only by code.
    /// </summary>
    Columns = 16384,

    /// <summary>
    /// What is read is what the same type has written: a member whose value reading would drop, whatever it is, is announced and not
    /// written, and <see cref="ISource.Skip"/> passes over nothing.
    /// </summary>
    OmitsDropped = 32768,

    /// <summary>
    /// A default ImmutableArray is told from an empty one, where the convention loses nothing: <see cref="ISink.BeginArray"/> has
    /// <see cref="int.MinValue"/> as the count, and nothing follows. With <see cref="KeepsComparers"/> that number and the code of a comparer
    /// as the count say the comparer of what stands behind an interface; the collection follows with its own count.
    /// </summary>
    KeepsDefaultArrays = 65536,

    /// <summary>
    /// It is told as null, which around it may say something else: what stands in a nullable or is carried is an empty array then.
    /// </summary>
    DefaultArraysAreNull = 131072,
}

/// <summary>
/// What a format can give beside the plain events: the mirror of <see cref="SinkTraits"/>, one constant of a source. What both have has one
/// number in both.
/// </summary>
[Flags]
public enum SourceTraits
{
    /// <summary>The plain events alone.</summary>
    None = 0,

    /// <inheritdoc cref="SinkTraits.TracksReferences"/>
    TracksReferences = 1,

    /// <summary>
    /// Structs that are equal may be references too: <see cref="ISource.Head"/> is asked for them, and they are registered in a box.
    /// </summary>
    TracksStructs = 2,

    /// <inheritdoc cref="SinkTraits.TracksCarried"/>
    TracksCarried = 4,

    /// <inheritdoc cref="SinkTraits.Packs"/>
    Packs = 16,

    /// <summary>The format gives sequences of unmanaged numbers whole, through <see cref="ISource.Bulk{T}(Model.TypeModel)"/>.</summary>
    Bulks = 32,

    /// <summary>It gives also those whose bits may be no value (bool, decimal, DateTime), which it has checked.</summary>
    BulksChecked = 64,

    /// <summary>The comparer of a keyed collection is in the input (<see cref="ISource.Comparer"/>).</summary>
    KeepsComparers = 512,

    /// <summary>Unknown members go to the extension dictionary of their owner (<see cref="ISource.ExtraName"/>).</summary>
    FlattensExtras = 1024,

    /// <summary>
    /// A member may come in several pieces, which add up: arrays and other collections that are made at the end are
    /// then joined to what the member has, structs filled, and constructor arguments gathered.
    /// </summary>
    Gathers = 2048,

    /// <summary>
    /// The input may refer to an object before it has it: such an object is made before it is read (<see cref="ISource.Awaited"/>), and
    /// what must wait for the whole graph is told to the source (<see cref="ISource.Completed"/>).
    /// </summary>
    PointsForward = 4096,

    /// <summary>
    /// A default ImmutableArray is told from an empty one, where the convention loses nothing: <see cref="ISource.BeginArray"/> returns
    /// <see cref="int.MinValue"/>, and nothing follows; <see cref="ISource.Bulk{T}(Model.TypeModel)"/> returns null. With
    /// <see cref="KeepsComparers"/> it may return that number and the code of a comparer, and is asked again.
    /// </summary>
    KeepsDefaultArrays = 65536,
}

/// <summary>
/// What a format that is a pair of classes can do: <see cref="FormatWriter{TTraits}"/>, <see cref="FormatReader{TTraits}"/>.
/// </summary>
public interface IClassTraits
{
    /// <summary>What its writer takes.</summary>
    static abstract SinkTraits Sink { get; }

    /// <summary>What its reader gives.</summary>
    static abstract SourceTraits Source { get; }
}

/// <summary>
/// The traits of most: references, run-time types and omitted defaults where the writer wants them; everything else as plain events.
/// </summary>
public readonly struct PlainTraits : IClassTraits
{
    /// <inheritdoc/>
    public static SinkTraits Sink => SinkTraits.TracksReferences | SinkTraits.KeepsRuntimeTypes | SinkTraits.OmitsDefaults;

    /// <inheritdoc/>
    public static SourceTraits Source => SourceTraits.TracksReferences;
}
