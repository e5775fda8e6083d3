using Isomer.Calls;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>The whole of an envelope as a declared type: the root is an object of its own, whatever it is, and all that hangs on it comes with it.</summary>
internal sealed class SoapRoot<T>(TypeModel model) : Codec<SoapSink, SoapSource, T>(model)
{
    static readonly int Slot = ModelSlot.Next();

    public static SoapRoot<T> Of(Convention convention)
    {
        var model = convention.ModelOf(typeof(T));
        return (SoapRoot<T>?)model.GetSlot(Slot) ?? (SoapRoot<T>)model.SetSlot(Slot, new SoapRoot<T>(model));
    }

    /// <summary>Reads into an object that is there: the root is that object, and must be of its type.</summary>
    public static T Fill(SoapCall call, SoapOptions options, ReadOnlySpan<byte> payload, T target)
    {
        ArgumentNullException.ThrowIfNull(target);
        var model = options.Convention.ModelOf(target.GetType());
        return (T)ReadDriver<SoapCall, SoapSink, SoapSource>.Carry<SoapFilled, object>(ref call, payload, new(model, target));
    }

    public override void Write(ref SoapSink sink, T value) => sink.Root(value);

    public override T Read(ref SoapSource source) => (T)source.Root()!;

    public override void WriteObject(ref SoapSink sink, object? value) => sink.Root(value);

    public override object? ReadObject(ref SoapSource source) => source.Root();

    public override void WriteExactObject(ref SoapSink sink, object value) => sink.Root(value);

    public override object ReadExactObject(ref SoapSource source) => source.Root();

    public override void Fill(ref SoapSource source, ref T target) => target = (T)FillObject(ref source, target!);

    public override object FillObject(ref SoapSource source, object target) => source.Root(target);
}

/// <summary>Finds the root of a type that is known at run time.</summary>
internal static class SoapRoot
{
    public static Codec<SoapSink, SoapSource> Of(Convention convention, Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        return new SoapRoot<object>(convention.ModelOf(type));
    }
}

/// <summary>An object that is filled.</summary>
internal readonly struct SoapFilled(TypeModel model, object target) : IRead<SoapSource, object>
{
    public TypeModel Model => model;

    public object Read(ref SoapSource source) => source.Root(target);
}
