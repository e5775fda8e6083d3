using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// The dynamic edge: one sealed class per (format, exact type) behind which a shape runs fully monomorphised. Entered once
/// per call of a facade and once per value whose declared type does not say what it is; never per member.
/// </summary>
/// <remarks>
/// The format's sink and source are type parameters of the class, not of its methods, so a call is an ordinary virtual
/// call: a generic virtual method per object costs 1.6 times as much, and the JIT never devirtualises it.
/// </remarks>
internal abstract class Codec<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    private protected Codec(TypeModel model) => Model = model;

    /// <summary>The model of the type that this codec is for.</summary>
    public TypeModel Model { get; }

    /// <summary>Writes a declared value.</summary>
    public abstract void WriteObject(ref TSink sink, object? value);

    /// <summary>Writes a value of exactly this type, announced by the caller.</summary>
    public abstract void WriteExactObject(ref TSink sink, object value);

    /// <summary>Reads a declared value.</summary>
    public abstract object? ReadObject(ref TSource source);

    /// <summary>Reads a value of exactly this type, whose announcement the caller has read.</summary>
    public abstract object ReadExactObject(ref TSource source);

    /// <summary>Reads into an existing value, whose announcement the caller has read. A struct is filled in its box.</summary>
    public abstract object FillObject(ref TSource source, object target);
}

/// <summary>A codec of values of a type that is known when it is compiled.</summary>
internal abstract class Codec<TSink, TSource, T> : Codec<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    private protected Codec(TypeModel model) : base(model)
    {
    }

    /// <summary>Writes a declared value.</summary>
    public abstract void Write(ref TSink sink, T value);

    /// <summary>Reads a declared value.</summary>
    public abstract T Read(ref TSource source);

    /// <summary>Reads into an existing value, whose announcement the caller has read.</summary>
    public abstract void Fill(ref TSource source, ref T target);
}

/// <summary>A codec over a shape that is code: emitted or generated.</summary>
internal sealed class ShapeCodec<TSink, TSource, T, TShape>(TypeModel model) : Codec<TSink, TSource, T>(model)
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
    where TShape : struct, IShape<T>
{
    public override void Write(ref TSink sink, T value) => TShape.Write(ref sink, value);

    public override T Read(ref TSource source) => TShape.Read(ref source);

    public override void Fill(ref TSource source, ref T target) => TShape.Fill(ref source, ref target);

    public override void WriteObject(ref TSink sink, object? value) => TShape.Write(ref sink, (T)value!);

    public override void WriteExactObject(ref TSink sink, object value) => TShape.WriteExact(ref sink, (T)value);

    public override object? ReadObject(ref TSource source) => TShape.Read(ref source);

    public override object ReadExactObject(ref TSource source) => TShape.ReadExact(ref source)!;

    public override object FillObject(ref TSource source, object target)
    {
        var value = (T)target;
        TShape.Fill(ref source, ref value);
        return value!;
    }
}
