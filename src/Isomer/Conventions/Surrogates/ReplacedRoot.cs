using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>
/// A root whose class stands for another object (<see cref="IReplacing"/>): it is read as what it is, and what it stands for is given back,
/// of whatever type. Only for calls that give back object, as the serializers of the framework do.
/// </summary>
internal sealed class ReplacedRoot<TSink, TSource>(Codec<TSink, TSource> declared, Codec<TSink, TSource> carrier, IReplacing replacing)
    : Codec<TSink, TSource>(declared.Model)
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    /// <summary>The codec of the type, or this one before it.</summary>
    public static Codec<TSink, TSource> Of(TypeModel model)
    {
        var declared = Codecs<TSink, TSource>.Of(model);
        return model is SurrogateModel { Surrogate: IReplacing replacing, Carrier: var carrier }
            ? new ReplacedRoot<TSink, TSource>(declared, Codecs<TSink, TSource>.Of(carrier), replacing)
            : declared;
    }

    public override void WriteObject(ref TSink sink, object? value) => declared.WriteObject(ref sink, value);

    public override void WriteExactObject(ref TSink sink, object value) => declared.WriteExactObject(ref sink, value);

    // An object of a derived class was replaced by its own surrogate.
    public override object? ReadObject(ref TSource source) =>
        carrier.ReadObject(ref source) is { } read ? read.GetType() == carrier.Model.Type ? replacing.Replace(read) : read : null;

    public override object ReadExactObject(ref TSource source) => replacing.Replace(carrier.ReadExactObject(ref source));

    public override object FillObject(ref TSource source, object target) => declared.FillObject(ref source, target);
}
