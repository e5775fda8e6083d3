using Isomer.Calls;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>A sink that writes a graph whole: the root, and behind it all that hangs on it.</summary>
internal interface IGraphSink : ISink
{
    void Root(object? value);
}

/// <summary>A source that reads a graph whole.</summary>
internal interface IGraphSource : ISource
{
    /// <summary>The root and all that hangs on it; into the target, if there is one.</summary>
    object Root(object? target = null);
}

/// <summary>
/// The whole of a payload as a declared type: the root is an object of its own, whatever it is, and all that hangs on it comes with it.
/// </summary>
internal sealed class FormatterRoot<TSink, TSource, T>(TypeModel model) : Codec<TSink, TSource, T>(model)
    where TSink : struct, IGraphSink, allows ref struct
    where TSource : struct, IGraphSource, allows ref struct
{
    static readonly int Slot = ModelSlot.Next();

    public static FormatterRoot<TSink, TSource, T> Of(Convention convention)
    {
        var model = convention.ModelOf(typeof(T));
        return (FormatterRoot<TSink, TSource, T>?)model.GetSlot(Slot)
            ?? (FormatterRoot<TSink, TSource, T>)model.SetSlot(Slot, new FormatterRoot<TSink, TSource, T>(model));
    }

    public override void Write(ref TSink sink, T value) => sink.Root(value);

    public override T Read(ref TSource source) => (T)source.Root()!;

    public override void WriteObject(ref TSink sink, object? value) => sink.Root(value);

    public override object? ReadObject(ref TSource source) => source.Root();

    public override void WriteExactObject(ref TSink sink, object value) => sink.Root(value);

    public override object ReadExactObject(ref TSource source) => source.Root();

    public override void Fill(ref TSource source, ref T target) => target = (T)FillObject(ref source, target!);

    public override object FillObject(ref TSource source, object target) => FormatterRoot<TSink, TSource>.Into(ref source, target);
}

/// <summary>The root of a type that is known at run time, and of an object that is filled.</summary>
internal static class FormatterRoot<TSink, TSource>
    where TSink : struct, IGraphSink, allows ref struct
    where TSource : struct, IGraphSource, allows ref struct
{
    public static Codec<TSink, TSource> Of(Convention convention, Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        return new FormatterRoot<TSink, TSource, object>(convention.ModelOf(type));
    }

    /// <summary>Reads into an object that is there: the root is that object, and must be of its type.</summary>
    public static T Fill<TCall, T>(TCall call, Convention convention, ReadOnlySpan<byte> payload, T target)
        where TCall : struct, IReadCall<TSink, TSource>
    {
        ArgumentNullException.ThrowIfNull(target);
        return (T)ReadDriver<TCall, TSink, TSource>.Carry<Filled, object>(ref call, payload,
            new(convention.ModelOf(target.GetType()), target));
    }

    /// <summary>An object that is filled.</summary>
    readonly struct Filled(TypeModel model, object target) : IRead<TSource, object>
    {
        public TypeModel Model => model;

        public object Read(ref TSource source) => Into(ref source, target);

        public object End(object read) => read;
    }

    /// <summary>A payload that is refused leaves the framework's part of the object as it was.</summary>
    public static object Into(ref TSource source, object target)
    {
        var held = FilledObjects.Held(target);
        try
        {
            return source.Root(target);
        }
        catch
        {
            FilledObjects.Restore(target, held);
            throw;
        }
    }
}
