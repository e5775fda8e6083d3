using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>Whole documents in one form: what every overload of the facade comes to.</summary>
internal static class ContractXmlWork<TEmit, TScan>
    where TEmit : struct, IContractEmitter<TEmit>, allows ref struct
    where TScan : struct, IXmlScanner<TScan>, allows ref struct
{
    /// <summary>To the target, or without one to the array that is returned.</summary>
    public static byte[]? Serialize<T>(OutputTarget? target, T value, ContractXmlOptions options)
    {
        var codec = Codecs<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Of<T>(options.Profile.Convention);
        var sink = new ContractXmlSink<TEmit, TScan>(TEmit.Create(target, options.Profile), options.Profile);
        try
        {
            sink.BeginRoot(codec.Model, value);
            codec.Write(ref sink, value);
            return sink.Finish(target);
        }
        finally
        {
            sink.Dispose();
        }
    }

    /// <summary>The same for a type that is known only at run time.</summary>
    public static byte[]? Serialize(OutputTarget? target, object? value, Type type, ContractXmlOptions options)
    {
        var codec = CodecOf(type, options);
        Refusals.CheckIsOf(value, type);
        var sink = new ContractXmlSink<TEmit, TScan>(TEmit.Create(target, options.Profile), options.Profile);
        try
        {
            sink.BeginRoot(codec.Model, value);
            codec.WriteObject(ref sink, value);
            return sink.Finish(target);
        }
        finally
        {
            sink.Dispose();
        }
    }

    public static T Deserialize<T>(ReadOnlySpan<byte> payload, ContractXmlOptions options)
    {
        var codec = Codecs<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Of<T>(options.Profile.Convention, payload.Length);
        int skipped = 0;
        var input = payload;
        int position = 0;
        try
        {
            input = TScan.Prepare(payload, options.Profile.Rules, out skipped);
            var source = new ContractXmlSource<TEmit, TScan>(TScan.Create(input, options.Profile.Rules, options.Profile.Names), options.Profile);
            try
            {
                source.BeginRoot(codec.Model);
                var value = codec.Read(ref source);
                source.End();
                return value;
            }
            finally
            {
                position = source.Position;
                source.Dispose();
            }
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            throw ContractXmlErrors.Place<TScan>(e, payload, input, position, skipped, options.Profile);
        }
    }

    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, ContractXmlOptions options) => Read(payload, CodecOf(type, options), null, options);

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, ContractXmlOptions options) =>
        (T)Read(payload, CodecOf(Filling<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Declared(target), options), target, options)!;

    /// <summary>Into the target, if there is one.</summary>
    static object? Read(ReadOnlySpan<byte> payload, Codec<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>> codec, object? target, ContractXmlOptions options)
    {
        int skipped = 0;
        var input = payload;
        int position = 0;
        try
        {
            input = TScan.Prepare(payload, options.Profile.Rules, out skipped);
            var source = new ContractXmlSource<TEmit, TScan>(TScan.Create(input, options.Profile.Rules, options.Profile.Names), options.Profile);
            try
            {
                source.BeginRoot(codec.Model);
                // The root is called as the declared type; what it holds is the target's own type, or i:type says otherwise.
                object? value = target is null ? codec.ReadObject(ref source)
                    : Filling<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Into(ref source, options.Profile.Convention.ModelOf(target.GetType()), target);
                source.End();
                return value;
            }
            finally
            {
                position = source.Position;
                source.Dispose();
            }
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            throw ContractXmlErrors.Place<TScan>(e, payload, input, position, skipped, options.Profile);
        }
    }

    static Codec<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>> CodecOf(Type type, ContractXmlOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        return Codecs<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Of(options.Profile.Convention.ModelOf(type));
    }
}
