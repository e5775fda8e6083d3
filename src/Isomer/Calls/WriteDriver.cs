using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Calls;

/// <summary>Writes one value, whatever the format: to a target, or without one to the array that is given back.</summary>
internal static class WriteDriver<TCall, TSink, TSource>
    where TCall : struct, IWriteCall<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    public static byte[]? Write<T>(TCall call, OutputTarget target, T value)
    {
        return Carry(ref call, target, new Typed<TSink, TSource, T>(call.Find<T>(0)), value);
    }

    /// <summary>A value as one of a type that is known at run time.</summary>
    public static byte[]? Write(TCall call, OutputTarget target, object? value, Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        var subject = new Twin<TSink, TSource>(call.Find(type));
        Refusals.CheckIsOf(value, type);
        return Carry(ref call, target, subject, value);
    }

    static byte[]? Carry<TSubject, T>(ref TCall call, OutputTarget target, TSubject subject, T value)
        where TSubject : struct, IWritten<TSink, T>
    {
        var sink = default(TSink);
        try
        {
            call.Begin(ref sink, target, subject.Model, value);
            subject.Write(ref sink, value);
            return call.Finish(ref sink, target);
        }
        finally
        {
            call.Release(ref sink);
        }
    }
}
