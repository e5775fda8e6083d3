using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Ahead;

/// <summary>
/// One shape that was made before the program ran. It closes a codec over itself by a generic virtual method, whose instances the
/// ahead-of-time compiler
/// finds by itself: MakeGenericType, by which emitted shapes come to their codecs, makes nothing of ref structs where code cannot be made.
/// </summary>
internal abstract class ReadyShape
{
    /// <summary>Gives the shape the model that it is for; false if it has another already.</summary>
    public abstract bool Bind(TypeModel model);

    /// <summary>The codec of the shape for one format.</summary>
    public abstract Codec<TSink, TSource> Make<TSink, TSource>(TypeModel model)
        where TSink : struct, ISink, allows ref struct
        where TSource : struct, ISource, allows ref struct;
}

/// <summary>The ready shape of a type. Made by the code of saved assemblies only.</summary>
internal sealed class ReadyShape<T, TShape> : ReadyShape where TShape : struct, IShape<T>
{
    public override bool Bind(TypeModel model) => model.Type == typeof(T) && Bound<TShape>.To(model);

    public override Codec<TSink, TSource> Make<TSink, TSource>(TypeModel model) => new ShapeCodec<TSink, TSource, T, TShape>(model);
}

/// <summary>
/// What a saved shape was made for: an emitted one is handed its models and surrogates (Handoff), a saved one asks for them by their
/// number among all that its
/// model has (<see cref="ShapeConstants"/>).
/// </summary>
internal static class Bound<TShape>
{
    static TypeModel? s_model;

    public static bool To(TypeModel model) => ReferenceEquals(Interlocked.CompareExchange(ref s_model, model, null) ?? model, model);

    /// <summary>Called by static constructors of saved shapes only, which run when the shape is used: after it was bound.</summary>
    public static object?[] Constants()
    {
        var model = s_model ?? throw new InvalidOperationException($"'{typeof(TShape)}' was used before its model was known.");
        return ShapeConstants.Of(model).ToArray();
    }
}
