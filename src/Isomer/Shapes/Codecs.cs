using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Ahead;
using Isomer.Emit;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Finds the codec of a type for one format, made on first use and kept with its model. For the convention that the format has by default,
/// or its lossless view where the format takes that, a typed call finds it in a static field; otherwise in a dictionary.
/// </summary>
internal static class Codecs<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    static readonly int Slot = ModelSlot.Next();

    /// <summary>While a model's code is not made: how often it was met, and its interpreting codec.</summary>
    static readonly int Beginning = ModelSlot.Next();

    /// <summary>The codec of a declared type, for a value of about this many bytes where that is known.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Codec<TSink, TSource, T> Of<T>(Convention convention, int bytes = 0) => Of(Standard<T>.Codec, convention, bytes);

    /// <summary>The known codec, if it is of this convention; otherwise the one that is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Codec<TSink, TSource, T> Of<T>(Codec<TSink, TSource, T>? known, Convention convention, int bytes = 0) =>
        known is not null && ReferenceEquals(convention, known.Model.Convention) ? known : Find<T>(convention, bytes);

    /// <summary>The codec of a model.</summary>
    public static Codec<TSink, TSource> Of(TypeModel model) =>
        (Codec<TSink, TSource>?)model.GetSlot(Slot) ?? Ready(model) ?? (Promotion.Applies(model.Convention) ? Begin(model) : Create(model));

    /// <summary>Whether a model's codec is made for good.</summary>
    public static bool IsMade(TypeModel model) => model.GetSlot(Slot) is not null;

    /// <summary>For the interpreter, at each object: the codec that has taken its place, if one has.</summary>
    public static Codec<TSink, TSource>? Promoted(TypeModel model)
    {
        if (!Promotion.Applies(model.Convention))
            return null;
        if (model.GetSlot(Slot) is { } made)
            return (Codec<TSink, TSource>)made;
        Count(model, 1);
        return null;
    }

    /// <summary>For the interpreter, at a large collection: the same, waiting for it.</summary>
    public static Codec<TSink, TSource>? PromotedAtOnce(TypeModel model) =>
        Promotion.Applies(model.Convention) ? (Codec<TSink, TSource>?)model.GetSlot(Slot) ?? Create(model) : null;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Codec<TSink, TSource, T> Find<T>(Convention convention, int bytes)
    {
        var model = convention.ModelOf(typeof(T));
        if (model.GetSlot(Slot) is Codec<TSink, TSource, T> made)
            return Keep(made);
        if (Ready(model) is { } ready)
            return Keep((Codec<TSink, TSource, T>)ready);
        if (Promotion.UsesReflection(convention))
            return Keep(model.SetSlot(Slot, Interpreting<T>(model)));
        if (Promotion.Applies(convention) && bytes <= Promotion.ManyBytes)
        {
            var beginning = Count(model, Promotion.Call);
            return (Codec<TSink, TSource, T>)(beginning.Codec ??= Interpreting<T>(model));
        }
        return Keep((Codec<TSink, TSource, T>)Create(model));
    }

    static Codec<TSink, TSource, T> Keep<T>(Codec<TSink, TSource, T> codec)
    {
        if (codec.Model.Convention.IsStandard)
            Standard<T>.Codec = codec;
        return codec;
    }

    static Codec<TSink, TSource> Begin(TypeModel model)
    {
        var beginning = Count(model, Promotion.Call);
        return (Codec<TSink, TSource>)(beginning.Codec ??= Interpreting(model));
    }

    static Promotion.Beginning Count(TypeModel model, int uses)
    {
        var beginning = (Promotion.Beginning?)model.GetSlot(Beginning) ?? model.SetSlot(Beginning, new Promotion.Beginning());
        beginning.Check(model.Type);
        if (beginning.IsEnough(uses))
            Promotion.Queue(beginning, () => Create(model));
        return beginning;
    }

    static Codec<TSink, TSource> Create(TypeModel model) =>
        Ready(model) ?? model.SetSlot(Slot, Made(model));

    // Asked here too, where the ahead-of-time compiler sees it: the whole room Emit is then not part of the executable.
    static Codec<TSink, TSource> Made(TypeModel model) =>
        RuntimeFeature.IsDynamicCodeSupported && !Promotion.UsesReflection(model.Convention) ? Emitted(model) : Interpreting(model);

    /// <summary>
    /// The codec over a shape that was made before the program ran, if there is one: nothing is interpreted or emitted then.
    /// </summary>
    static Codec<TSink, TSource>? Ready(TypeModel model) =>
        ReadyShapes.Of(model) is { } ready ? model.SetSlot(Slot, ready.Make<TSink, TSource>(model)) : null;

    /// <summary>Without MakeGenericType, for where no code can be made at all.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Checked)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Checked)]
    static ReflectionCodec<TSink, TSource, T> Interpreting<T>(TypeModel model)
    {
        ModelGraph.Check(model);
        return new ReflectionCodec<TSink, TSource, T>(model);
    }

    /// <summary>
    /// Where no code can be made, over object: of ref structs and a type that is known at run time no class can be made there, whatever the
    /// type is.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Checked)]
    static Codec<TSink, TSource> Interpreting(TypeModel model)
    {
        if (!RuntimeFeature.IsDynamicCodeSupported)
            return Interpreting<object>(model);
        ModelGraph.Check(model);
        return Instance(model, typeof(ReflectionCodec<,,>).MakeGenericType(typeof(TSink), typeof(TSource), model.Type));
    }

    [RequiresDynamicCode(Trimming.Code)]
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Checked)]
    [UnconditionalSuppressMessage("Trimming", "IL2076", Justification = "A shape is a struct, which needs no constructor.")]
    static Codec<TSink, TSource> Emitted(TypeModel model) =>
        Instance(model, typeof(ShapeCodec<,,,>).MakeGenericType(typeof(TSink), typeof(TSource), model.Type, ShapeTypes.Of(model)));

    static Codec<TSink, TSource> Instance(TypeModel model,
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] Type codec) =>
        (Codec<TSink, TSource>)Activator.CreateInstance(codec, model)!;

    /// <summary>
    /// The codec that a declared type has by default, if there is one yet. A facade looks in code that becomes part of its caller's, which
    /// knows the type: in code that types share the look takes two tables and a call, 5 ns, and another table by way of a method.
    /// </summary>
    public static class Standard<T>
    {
        public static Codec<TSink, TSource, T>? Codec;
    }
}
