using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Structs with state of which reading can set nothing (<see cref="ObjectModel.IsLost"/>): a computed amount of money, a Color, an inline array. Formats that give back all that
/// they took would read every value of such a struct as default, so a value that is another is refused when it is written. Not the type when it is described: it may stand
/// behind a computed member, which reading drops anyway, or only ever hold its default.
/// </summary>
/// <remarks>A copy in memory needs no members: where the struct holds no references its bytes are it.</remarks>
internal static class LostStructs
{
    /// <summary>How many members that reading drops are being written on this thread, within one another: nothing in them is lost that could have come back.</summary>
    [ThreadStatic]
    static int t_dropped;

    public static void EnterDropped() => t_dropped++;

    public static void LeaveDropped() => t_dropped--;

    /// <summary>Writes it whole where a copy is made, and returns true; refuses what would be lost.</summary>
    public static bool Write<TSink>(ref TSink sink, object value, TypeModel model) where TSink : struct, ISink, allows ref struct
    {
        if ((TSink.Traits & Copying) == Copying && !StructState.HoldsReferences(model.Type))
        {
            int size = RuntimeHelpers.SizeOf(model.Type.TypeHandle);
            Unsafe.CopyBlockUnaligned(ref sink.Block(size), ref StructState.BytesOf(value), (uint)size);
            return true;
        }
        if (t_dropped == 0 && !StructState.IsDefault(value, model.Type))
            throw new NotSupportedException(
                $"A '{model.Type}' cannot be written: it holds something, and nothing of it could be set at reading, so that it would come back as default. Give it a constructor whose parameters "
                + "are named as its members, or members with setters (private ones will do); or register a Surrogate for it; or mark the member [Skip].");
        return false;
    }

    /// <summary>The struct where it was written whole; null where it was not.</summary>
    public static object? Read<TSource>(ref TSource source, TypeModel model) where TSource : struct, ISource, allows ref struct =>
        (TSource.Traits & Copied) == Copied && !StructState.HoldsReferences(model.Type)
            ? RuntimeHelpers.Box(ref source.Block(RuntimeHelpers.SizeOf(model.Type.TypeHandle)), model.Type.TypeHandle) : null;

    // What only a copy has: objects that a surrogate carries are told apart, and members lie in blocks.
    const SinkTraits Copying = SinkTraits.TracksCarried | SinkTraits.Packs;
    const SourceTraits Copied = SourceTraits.TracksCarried | SourceTraits.Packs;
}
