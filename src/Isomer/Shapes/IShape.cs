using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Code for exactly one type under one convention: a stateless witness, closed over the type, generic over the format.
/// Emitted at run time (Emit) or generated ahead of time; either way a straight list of events.
/// </summary>
public interface IShape<T>
{
    /// <summary>Writes a declared value: null, a subtype and references included.</summary>
    static abstract void Write<TSink>(ref TSink sink, T value) where TSink : struct, ISink, allows ref struct;

    /// <summary>Writes a value that is not null and of exactly this type; its announcement has been written.</summary>
    static abstract void WriteExact<TSink>(ref TSink sink, T value) where TSink : struct, ISink, allows ref struct;

    /// <summary>Reads a declared value: null, a subtype and references included.</summary>
    static abstract T Read<TSource>(ref TSource source) where TSource : struct, ISource, allows ref struct;

    /// <summary>Reads a value of exactly this type; its announcement has been read.</summary>
    static abstract T ReadExact<TSource>(ref TSource source) where TSource : struct, ISource, allows ref struct;

    /// <summary>Reads into what is there: members are set, items added; the announcement has been read.</summary>
    static abstract void Fill<TSource>(ref TSource source, ref T target) where TSource : struct, ISource, allows ref struct;
}

/// <summary>
/// What a format keeps about the members of one type under one set of its options: names, tags, offsets. Computed once,
/// kept in a slot of the <see cref="TypeModel"/>, held in a local by the shape while an object is open.
/// </summary>
public abstract class MemberTable
{
    /// <summary>Creates the table of this model.</summary>
    protected MemberTable(TypeModel model) => Model = model;

    /// <summary>The model that the table is about.</summary>
    public TypeModel Model { get; }

    /// <summary>Whether any member may be left out at its default; if not, shapes do not even compare.</summary>
    public bool MayOmit { get; protected init; }

    /// <summary>Whether members of fixed width may be written in runs (<see cref="SinkTraits.Runs"/>).</summary>
    public bool TakesRuns { get; protected init; }

    /// <summary>Whether this member is left out when it holds its default value.</summary>
    public virtual bool OmitsDefault(int index) => false;

    /// <summary>
    /// Whether a member is left out that is null, where null too is converted; elsewhere the sink is told of the null itself.
    /// </summary>
    public virtual bool OmitsNull(int index) => false;
}

/// <summary>The comparers that a format can name: ordinal and culture-invariant ones, which mean the same everywhere.</summary>
public enum ComparerCode : byte
{
    /// <summary>The key type's default.</summary>
    Default,
    /// <summary><see cref="StringComparer.Ordinal"/>, where it is not the default.</summary>
    Ordinal,
    /// <summary><see cref="StringComparer.OrdinalIgnoreCase"/>.</summary>
    OrdinalIgnoreCase,
    /// <summary><see cref="StringComparer.InvariantCulture"/>.</summary>
    Invariant,
    /// <summary><see cref="StringComparer.InvariantCultureIgnoreCase"/>.</summary>
    InvariantIgnoreCase,
}
