using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// The tier for where code cannot be made at run time: interprets the model over reflection, value by boxed value. The
/// events are those of the emitted shapes, one for one, and so are the bytes; every test of shapes runs on both.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class ReflectionCodec<TSink, TSource, T>(TypeModel model) : Codec<TSink, TSource, T>(model)
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    public override void Write(ref TSink sink, T value) => ReflectionWriter<TSink, TSource>.Write(ref sink, Model, value);

    public override T Read(ref TSource source) => (T)ReflectionReader<TSink, TSource>.Read(ref source, Model)!;

    public override void Fill(ref TSource source, ref T target)
    {
        object boxed = target!;
        target = (T)ReflectionReader<TSink, TSource>.Fill(ref source, Model, boxed);
    }

    public override void WriteObject(ref TSink sink, object? value) => ReflectionWriter<TSink, TSource>.Write(ref sink, Model, value);

    public override void WriteExactObject(ref TSink sink, object value) =>
        ReflectionWriter<TSink, TSource>.WriteExact(ref sink, Model, value);

    public override object? ReadObject(ref TSource source) => ReflectionReader<TSink, TSource>.Read(ref source, Model);

    public override object ReadExactObject(ref TSource source) => ReflectionReader<TSink, TSource>.ReadExact(ref source, Model)!;

    public override object FillObject(ref TSource source, object target) =>
        ReflectionReader<TSink, TSource>.Fill(ref source, Model, target);
}
