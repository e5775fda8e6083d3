using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Arrays of more than one dimension are carried as jagged ones of the same depth, [[1,2],[3,4]]: any rank. A lower bound
/// other than 0 is refused, and so is a dimension of length 0 above one that is not, for the inner length would be lost.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class MultiArrays
{
    public static Surrogate SurrogateFor(Type type)
    {
        var element = type.GetElementType()!;
        var jagged = element;
        for (int i = 0; i < type.GetArrayRank(); i++)
            jagged = jagged.MakeArrayType();
        return (Surrogate)Activator.CreateInstance(typeof(MultiArraySurrogate<,,>).MakeGenericType(type, jagged, element))!;
    }
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class MultiArraySurrogate<TArray, [DynamicallyAccessedMembers(Trimming.Carried)] TJagged, T> : Surrogate<TArray, TJagged>
    where TArray : class
    where TJagged : class
{
    readonly int _rank = typeof(TArray).GetArrayRank();

    public override TJagged ToCarrier(TArray value)
    {
        var array = (Array)(object)value;
        for (int d = 0; d < _rank; d++)
        {
            if (array.GetLowerBound(d) != 0)
                throw new NotSupportedException(
                    $"A '{typeof(TArray)}' whose dimension {d} starts at {array.GetLowerBound(d)} cannot be written: only arrays that start at 0 can. Copy it into one.");
            if (d > 0 && array.Length == 0 && array.GetLength(d) != 0 && array.GetLength(d - 1) == 0)
                throw new NotSupportedException(
                    $"A '{typeof(TArray)}' with no items in dimension {d - 1} but {array.GetLength(d)} in dimension {d} cannot be written: the inner length would be lost.");
        }
        return (TJagged)(object)Split(Flat(array), array, 0, typeof(TJagged));
    }

    public override TArray FromCarrier(TJagged carrier)
    {
        int[] lengths = new int[_rank];
        var level = (Array?)(object)carrier;
        for (int d = 0; d < _rank; d++)
        {
            lengths[d] = level?.Length ?? 0;
            level = level is { Length: > 0 } && d + 1 < _rank ? (Array?)level.GetValue(0) : null;
        }
        var array = Array.CreateInstance(typeof(T), lengths);
        Join((Array)(object)carrier, lengths, 0, Flat(array));
        return (TArray)(object)array;
    }

    /// <summary>The items of the whole array, the last index running fastest.</summary>
    static Span<T> Flat(Array array) =>
        MemoryMarshal.CreateSpan(ref Unsafe.As<byte, T>(ref MemoryMarshal.GetArrayDataReference(array)), array.Length);

    Array Split(Span<T> items, Array source, int dimension, Type type)
    {
        if (dimension == _rank - 1)
            return items.ToArray();
        int length = source.GetLength(dimension);
        var inner = type.GetElementType()!;
        var result = Array.CreateInstance(inner, length);
        int size = length == 0 ? 0 : items.Length / length;
        for (int i = 0; i < length; i++)
            result.SetValue(Split(items.Slice(i * size, size), source, dimension + 1, inner), i);
        return result;
    }

    void Join(Array? source, int[] lengths, int dimension, Span<T> target)
    {
        if (source is null || source.Length != lengths[dimension])
            throw new WireFormatException(
                $"The rows of a '{typeof(TArray)}' differ in length: {source?.Length ?? 0} in dimension {dimension}, where the first has {lengths[dimension]}.");
        if (dimension == _rank - 1)
        {
            ((T[])source).CopyTo(target);
            return;
        }
        int size = source.Length == 0 ? 0 : target.Length / source.Length;
        for (int i = 0; i < source.Length; i++)
            Join((Array?)source.GetValue(i), lengths, dimension + 1, target.Slice(i * size, size));
    }
}
