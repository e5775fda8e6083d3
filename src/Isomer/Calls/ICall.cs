using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Calls;

/// <summary>
/// One value through one format: a structure of the format that holds the options of the call, and says what is the format's own about it.
/// All else (the order of things, errors, what is given back when something is thrown) is the driver's:
/// <see cref="WriteDriver{TCall,TSink,TSource}"/>, <see cref="ReadDriver{TCall,TSink,TSource}"/>,
/// <see cref="FillDriver{TCall,TSink,TSource}"/>.
/// </summary>
/// <remarks>
/// A call writes: Find, Begin, (the value), Finish, Release. It reads: Find, Begin, (the value), Finish, Release, and Place behind that if
/// something was thrown. Release comes also where Begin has failed, to an end that may not have begun.
/// </remarks>
internal interface ICall<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    /// <summary>The codec of a declared type; bytes are those of the payload where it is known.</summary>
    Codec<TSink, TSource, T> Find<T>(int bytes);

    /// <summary>The codec of a type that is known at run time.</summary>
    Codec<TSink, TSource> Find(Type type);
}

/// <summary>The writing half of a call.</summary>
internal interface IWriteCall<TSink, TSource> : ICall<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    /// <summary>To the target; without one all is kept for the array that <see cref="Finish"/> makes.</summary>
    void Begin<T>(ref TSink sink, OutputTarget target, TypeModel root, T value);

    /// <summary>Behind the value: what is left goes to the target, or the array is made.</summary>
    byte[]? Finish(ref TSink sink, OutputTarget target);

    void Release(ref TSink sink);
}

/// <summary>The reading half of a call.</summary>
internal interface IReadCall<TSink, TSource> : ICall<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    void Begin(ref TSource source, ReadOnlySpan<byte> payload, TypeModel root);

    /// <summary>Behind the value: nothing may follow.</summary>
    void Finish(ref TSource source);

    void Release(ref TSource source);

    /// <summary>Whether what was thrown is the input's fault; else it passes as it is.</summary>
    bool IsInput(Exception e);

    /// <summary>The one exception, with format, offset and path.</summary>
    WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref TSource source);
}

/// <summary>A call that can read into an object that is there by <see cref="Filling{TSink,TSource}"/>'s rule.</summary>
internal interface IFillCall<TSink, TSource> : IReadCall<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    /// <summary>
    /// The models of the root and of what it holds. Both are the declared type's, except where every object names its run-time type: what
    /// stands there is declared as the target's own then, or it would be one that nothing declares.
    /// </summary>
    (TypeModel Root, TypeModel Held) FindToFill(Type declared, Type own);
}
