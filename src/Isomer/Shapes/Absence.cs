using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>Whether a value counts as its member's default, or as no array.</summary>
internal static class Absence
{
    /// <summary>The count of a default ImmutableArray (<see cref="SinkTraits.KeepsDefaultArrays"/>).</summary>
    public const int NoArray = int.MinValue;

    /// <summary>
    /// The count that says the comparer of what stands behind an interface or a wrapper (<see cref="CollectionModel.TellsComparer"/>); the
    /// collection's own count follows. Only between sinks and sources that keep comparers and default arrays.
    /// </summary>
    public static int ToldBy(ComparerCode comparer) => NoArray + (int)comparer;

    /// <summary>Whether a count says a comparer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsTold(int count) => count is > NoArray and <= NoArray + (int)ComparerCode.InvariantIgnoreCase;

    /// <summary>The comparer that a count says.</summary>
    public static ComparerCode ComparerOf(int count) => (ComparerCode)(count - NoArray);

    /// <summary>The collection's own count, which follows one that said a comparer: there is no second comparer, and no absence.</summary>
    public static int OwnCount(int count) => count > ToldBy(ComparerCode.InvariantIgnoreCase) ? count
        : throw new WireFormatException("A comparer is told, and no count of items follows it.");

    /// <summary>An empty array in place of none.</summary>
    public static ImmutableArray<T> OrEmpty<T>(ImmutableArray<T> array) => array.IsDefault ? [] : array;

    /// <summary>A segment of an empty array in place of one of none.</summary>
    public static ArraySegment<T> OrEmptySegment<T>(ArraySegment<T> segment) => segment.Array is null ? ArraySegment<T>.Empty : segment;

    /// <summary>A segment of an empty array in place of one of none, in a box.</summary>
    [RequiresDynamicCode(Trimming.Code), RequiresUnreferencedCode(Trimming.Members)]
    public static object OrEmptySegmentBoxed(SurrogateModel model, object segment) => model.Surrogate.ToCarrierObject(segment) is not null
        ? segment : model.Surrogate.FromCarrierObject(Array.CreateInstance(model.Type.GetGenericArguments()[0], 0))!;

    /// <summary>An empty array in place of none, in a box.</summary>
    [RequiresDynamicCode(Trimming.Code), RequiresUnreferencedCode(Trimming.Members)]
    public static object OrEmptyBoxed(SequenceModel model, object array) =>
        IsNoArray(array) ? model.Build.Convert!.Convert(Array.CreateInstance(model.ElementType, 0), ComparerCode.Default) : array;

    /// <summary>Whether it is a default ImmutableArray of whatever type: they are equal if what they hold is one array.</summary>
    public static bool IsNoArray(object array) => array is ValueType and System.Collections.IList && array.Equals(s_none);

    static readonly object s_none = default(ImmutableArray<byte>);

    /// <summary>The type's own default.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsDefault<T>(T value) => EqualityComparer<T>.Default.Equals(value, default);

    /// <summary>The value of [DefaultValue].</summary>
    public static bool IsValue<T>(T value, object constant) =>
        constant is T expected && EqualityComparer<T>.Default.Equals(value, expected);
}
