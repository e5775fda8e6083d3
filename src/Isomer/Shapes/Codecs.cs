using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Emit;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Finds the codec of a type for one format, made on first use and kept with its model. For the plain convention a typed
/// call finds it in a static field; otherwise in a dictionary.
/// </summary>
internal static class Codecs<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    static readonly int Slot = ModelSlot.Next();

    /// <summary>The codec of a declared type.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Codec<TSink, TSource, T> Of<T>(Convention convention) =>
        ReferenceEquals(convention, Convention.Plain) && Plain<T>.Codec is { } known ? known : Find<T>(convention);

    /// <summary>The codec of a model.</summary>
    public static Codec<TSink, TSource> Of(TypeModel model) =>
        (Codec<TSink, TSource>?)model.GetSlot(Slot) ?? Create(model);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Codec<TSink, TSource, T> Find<T>(Convention convention)
    {
        var model = convention.ModelOf(typeof(T));
        var codec = (Codec<TSink, TSource, T>?)model.GetSlot(Slot)
            ?? (ShapeTypes.UsesReflection(convention) ? Interpreted<T>(model) : (Codec<TSink, TSource, T>)Create(model));
        if (ReferenceEquals(convention, Convention.Plain))
            Plain<T>.Codec = codec;
        return codec;
    }

    /// <summary>Without MakeGenericType, for where no code can be made at all.</summary>
    static Codec<TSink, TSource, T> Interpreted<T>(TypeModel model)
    {
        ModelGraph.Check(model);
        return model.SetSlot<Codec<TSink, TSource, T>>(Slot, new ReflectionCodec<TSink, TSource, T>(model));
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Only where dynamic code is supported; the reflection tier serves elsewhere.")]
    static Codec<TSink, TSource> Create(TypeModel model)
    {
        bool interprets = ShapeTypes.UsesReflection(model.Convention);
        if (interprets)
            ModelGraph.Check(model);
        var type = interprets
            ? typeof(ReflectionCodec<,,>).MakeGenericType(typeof(TSink), typeof(TSource), model.Type)
            : typeof(ShapeCodec<,,,>).MakeGenericType(typeof(TSink), typeof(TSource), model.Type, ShapeTypes.Of(model));
        return model.SetSlot(Slot, (Codec<TSink, TSource>)Activator.CreateInstance(type, model)!);
    }

    static class Plain<T>
    {
        public static Codec<TSink, TSource, T>? Codec;
    }
}
