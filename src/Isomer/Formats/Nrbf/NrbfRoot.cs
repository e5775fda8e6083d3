using Isomer.Calls;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>The whole of a payload as a declared type: the root is an object of its own, whatever it is, and all that hangs on it comes with it.</summary>
internal sealed class NrbfRoot<T>(TypeModel model) : Codec<NrbfSink, NrbfSource, T>(model)
{
    static readonly int Slot = ModelSlot.Next();

    public static NrbfRoot<T> Of(Convention convention)
    {
        var model = convention.ModelOf(typeof(T));
        return (NrbfRoot<T>?)model.GetSlot(Slot) ?? (NrbfRoot<T>)model.SetSlot(Slot, new NrbfRoot<T>(model));
    }

    /// <summary>Reads into an object that is there: the root is that object, and must be of its type.</summary>
    public static T Fill(NrbfCall call, NrbfOptions options, ReadOnlySpan<byte> payload, T target)
    {
        ArgumentNullException.ThrowIfNull(target);
        var model = options.Convention.ModelOf(target.GetType());
        return (T)ReadDriver<NrbfCall, NrbfSink, NrbfSource>.Carry<NrbfFilled, object>(ref call, payload, new(model, target));
    }

    public override void Write(ref NrbfSink sink, T value) => sink.Root(value);

    public override T Read(ref NrbfSource source) => (T)source.Root()!;

    public override void WriteObject(ref NrbfSink sink, object? value) => sink.Root(value);

    public override object? ReadObject(ref NrbfSource source) => source.Root();

    public override void WriteExactObject(ref NrbfSink sink, object value) => sink.Root(value);

    public override object ReadExactObject(ref NrbfSource source) => source.Root();

    public override void Fill(ref NrbfSource source, ref T target) => target = (T)FillObject(ref source, target!);

    public override object FillObject(ref NrbfSource source, object target) => source.Root(target);
}

/// <summary>Finds the root of a type that is known at run time.</summary>
internal static class NrbfRoot
{
    public static Codec<NrbfSink, NrbfSource> Of(Convention convention, Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        return new NrbfRoot<object>(convention.ModelOf(type));
    }
}

/// <summary>An object that is filled.</summary>
internal readonly struct NrbfFilled(TypeModel model, object target) : IRead<NrbfSource, object>
{
    public TypeModel Model => model;

    public object Read(ref NrbfSource source) => source.Root(target);
}
