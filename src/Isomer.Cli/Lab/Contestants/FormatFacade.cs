using System.Buffers;
using System.Reflection;

namespace Isomer.Cli.Lab.Contestants;

/// <summary>
/// The static methods of a format's facade, found by name: all facades have the same, and a format that lands later is measured
/// without a line here.
/// </summary>
abstract class FormatFacade
{
    /// <summary>Null where the format is a form of another facade's.</summary>
    public static FormatFacade? Of(Format format)
    {
        Type? facade = typeof(Format).Assembly.GetType("Isomer." + format.Name), options = typeof(Format).Assembly.GetType("Isomer." + format.Name + "Options");
        return facade is not null && options is not null && facade.GetProperty("Format")?.GetValue(null) == format
            ? (FormatFacade)Activator.CreateInstance(typeof(FormatFacade<>).MakeGenericType(options), facade)! : null;
    }

    public abstract PeerCalls Bind<T>(T value, object? options) where T : class;
}

/// <inheritdoc/>
sealed class FormatFacade<TOptions>(Type facade) : FormatFacade where TOptions : class
{
    delegate T SpanReader<T>(ReadOnlySpan<byte> payload, TOptions? options);

    delegate T SequenceReader<T>(in ReadOnlySequence<byte> payload, TOptions? options);

    public override PeerCalls Bind<T>(T value, object? options)
    {
        var given = (TOptions?)options;
        var write = Method<Func<T, TOptions?, byte[]>, T>("Serialize");
        var writeTo = Method<Action<IBufferWriter<byte>, T, TOptions?>, T>("Serialize");
        var writeStream = Method<Action<Stream, T, TOptions?>, T>("Serialize");
        var read = Method<SpanReader<T>, T>("Deserialize");
        var readSequence = Method<SequenceReader<T>, T>("Deserialize");
        var readStream = Method<Func<Stream, TOptions?, T>, T>("Deserialize");
        return new PeerCalls(() => write(value, given), bytes => read(bytes, given)!)
        {
            WriteTo = o => writeTo(o, value, given),
            WriteStream = s => writeStream(s, value, given),
            ReadSequence = s => readSequence(in s, given)!,
            ReadStream = s => readStream(s, given)!,
        };
    }

    /// <summary>The overload that has the delegate's parameters.</summary>
    D Method<D, T>(string name) where D : Delegate
    {
        Type[] wanted = [.. typeof(D).GetMethod("Invoke")!.GetParameters().Select(p => p.ParameterType)];
        return facade.GetMethods(BindingFlags.Public | BindingFlags.Static)
            .Where(m => m.Name == name && m.IsGenericMethodDefinition && m.GetGenericArguments().Length == 1).Select(m => m.MakeGenericMethod(typeof(T)))
            .First(m => m.GetParameters().Select(p => p.ParameterType).SequenceEqual(wanted)).CreateDelegate<D>();
    }
}
