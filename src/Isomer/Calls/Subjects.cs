using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Calls;

/// <summary>What a call writes, as the caller has declared it: a structure, so that the driver is compiled for it.</summary>
internal interface IWritten<TSink, T>
    where TSink : struct, ISink, allows ref struct
{
    TypeModel Model { get; }

    void Write(ref TSink sink, T value);
}

/// <summary>What a call reads.</summary>
internal interface IRead<TSource, T>
    where TSource : struct, ISource, allows ref struct
{
    TypeModel Model { get; }

    T Read(ref TSource source);

    /// <summary>What was read, when nothing stands behind it in the payload.</summary>
    T End(T read);
}

/// <summary>A value of the type that the code names.</summary>
internal readonly struct Typed<TSink, TSource, T>(Codec<TSink, TSource, T> codec) : IWritten<TSink, T>, IRead<TSource, T>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    public TypeModel Model => codec.Model;

    public void Write(ref TSink sink, T value) => codec.Write(ref sink, value);

    public T Read(ref TSource source) => codec.Read(ref source);

    public T End(T read) => read;
}

/// <summary>A value of a type that is known at run time: the twin.</summary>
internal readonly struct Twin<TSink, TSource>(Codec<TSink, TSource> codec) : IWritten<TSink, object?>, IRead<TSource, object?>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    public TypeModel Model => codec.Model;

    public void Write(ref TSink sink, object? value) => codec.WriteObject(ref sink, value);

    public object? Read(ref TSource source) => codec.ReadObject(ref source);

    public object? End(object? read) => read;
}

/// <summary>An object that is there, and is read into.</summary>
internal readonly struct Target<TSink, TSource>(TypeModel root, TypeModel held, object target) : IRead<TSource, object>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    public TypeModel Model => root;

    public object Read(ref TSource source) => Filling<TSink, TSource>.Into(ref source, held, target);

    /// <summary>Rows that wait for the end of their payload are added.</summary>
    public object End(object read) => Filling<TSink, TSource>.End(held, target, read);
}
