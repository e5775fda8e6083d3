using Isomer.Shapes;

namespace Isomer.Calls;

/// <summary>Reads one value, whatever the format.</summary>
internal static class ReadDriver<TCall, TSink, TSource>
    where TCall : struct, IReadCall<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    public static T Read<T>(TCall call, ReadOnlySpan<byte> payload) =>
        Carry<Typed<TSink, TSource, T>, T>(ref call, payload, new(call.Find<T>(payload.Length)));

    /// <summary>A value as one of a type that is known at run time.</summary>
    public static object? Read(TCall call, ReadOnlySpan<byte> payload, Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        return Carry<Twin<TSink, TSource>, object?>(ref call, payload, new(call.Find(type)));
    }

    public static T Carry<TSubject, T>(ref TCall call, ReadOnlySpan<byte> payload, TSubject subject)
        where TSubject : struct, IRead<TSource, T>
    {
        var source = default(TSource);
        Exception error;
        KeyDebt.Enter(payload.Length);
        try
        {
            call.Begin(ref source, payload, subject.Model);
            var value = subject.Read(ref source);
            call.Finish(ref source);
            return subject.End(value);
        }
        catch (Exception e) when (call.IsInput(e))
        {
            error = e;
        }
        finally
        {
            KeyDebt.Leave();
            call.Release(ref source);
        }
        // Not within the catch: until that is left, the stack of what failed is still in use, and it may be deep.
        throw call.Place(error, payload, ref source);
    }
}

/// <summary>Reads into an object that is there.</summary>
internal static class FillDriver<TCall, TSink, TSource>
    where TCall : struct, IFillCall<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    public static T Fill<T>(TCall call, ReadOnlySpan<byte> payload, T target)
    {
        ArgumentNullException.ThrowIfNull(target);
        var (root, held) = call.FindToFill(Filling<TSink, TSource>.Declared(target), target.GetType());
        return (T)ReadDriver<TCall, TSink, TSource>.Carry<Target<TSink, TSource>, object>(ref call, payload, new(root, held, target));
    }
}
