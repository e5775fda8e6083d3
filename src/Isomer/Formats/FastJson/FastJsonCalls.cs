using System.Collections;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer;

/// <summary>What the facade of Json does where options ask for fastJSON's form: entered once for each call.</summary>
internal static class FastJsonCalls
{
    public static byte[] Serialize<T>(T value, JsonOptions options)
    {
        var profile = options.FastJsonProfile;
        var sink = new FastJsonSink(null, profile, TypesOf(value, profile));
        try
        {
            Codecs<FastJsonSink, FastJsonSource>.Of<T>(profile.Convention).Write(ref sink, value);
            return ToArray(ref sink, options);
        }
        finally
        {
            sink.Dispose();
        }
    }

    public static byte[] Serialize(object? value, Type type, JsonOptions options)
    {
        var profile = options.FastJsonProfile;
        var codec = CodecOf(type, profile);
        Refusals.CheckIsOf(value, type);
        var sink = new FastJsonSink(null, profile, TypesOf(value, profile));
        try
        {
            codec.WriteObject(ref sink, value);
            return ToArray(ref sink, options);
        }
        finally
        {
            sink.Dispose();
        }
    }

    /// <summary>The whole text is made first: its table of types is known at the end and belongs to the beginning.</summary>
    public static void Write(OutputTarget target, byte[] text)
    {
        try
        {
            target.Write(text);
        }
        finally
        {
            target.Release();
        }
    }

    static FastJsonTypes TypesOf<T>(T value, FastJsonProfile profile) =>
        profile.Rules.Types == FastJsonTypes.Table && value is not null && value.GetType() is { IsGenericType: true } type
            && (type.GetGenericTypeDefinition() == typeof(List<>) || typeof(IDictionary).IsAssignableFrom(type))
            // As fastJSON does it: a list or dictionary as the root has its types in each object.
            ? FastJsonTypes.EachObject : profile.Rules.Types;

    static byte[] ToArray(ref FastJsonSink sink, JsonOptions options)
    {
        byte[] result;
        if (sink.TypesAt < 0)
        {
            result = sink.Output.ToArray();
        }
        else
        {
            int length = sink.Output.Position;
            sink.WriteTypes();
            var written = sink.Output.Written;
            result = GC.AllocateUninitializedArray<byte>(written.Length);
            written[..sink.TypesAt].CopyTo(result);
            written[length..].CopyTo(result.AsSpan(sink.TypesAt));
            written[sink.TypesAt..length].CopyTo(result.AsSpan(sink.TypesAt + written.Length - length));
        }
        return options.Indented ? JsonBeautifier.Beautify(result, options) : result;
    }

    public static T Deserialize<T>(ReadOnlySpan<byte> payload, JsonOptions options)
    {
        var profile = options.FastJsonProfile;
        var codec = Codecs<FastJsonSink, FastJsonSource>.Of<T>(profile.Convention, payload.Length);
        var source = new FastJsonSource(payload, profile, codec.Model);
        try
        {
            var value = codec.Read(ref source);
            source.End();
            return value;
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            throw JsonErrors.Place(e, payload, source.Position);
        }
    }

    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, JsonOptions options)
    {
        var profile = options.FastJsonProfile;
        var codec = CodecOf(type, profile);
        var source = new FastJsonSource(payload, profile, codec.Model);
        try
        {
            object? value = codec.ReadObject(ref source);
            source.End();
            return value;
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            throw JsonErrors.Place(e, payload, source.Position);
        }
    }

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, JsonOptions options)
    {
        var profile = options.FastJsonProfile;
        // Every object says what it is: the target's own type is declared, or it would be a run-time type.
        var codec = CodecOf(target!.GetType(), profile);
        var source = new FastJsonSource(payload, profile, codec.Model);
        try
        {
            target = (T)Filling<FastJsonSink, FastJsonSource>.Into(ref source, codec.Model, target);
            source.End();
            return target;
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            throw JsonErrors.Place(e, payload, source.Position);
        }
    }

    static Codec<FastJsonSink, FastJsonSource> CodecOf(Type type, FastJsonProfile profile)
    {
        ArgumentNullException.ThrowIfNull(type);
        return Codecs<FastJsonSink, FastJsonSource>.Of(profile.Convention.ModelOf(type));
    }
}
