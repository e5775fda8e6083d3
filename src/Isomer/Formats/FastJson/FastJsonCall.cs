using System.Collections;
using Isomer.Calls;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// One value in fastJSON's form, which the options of Json ask for. The text is made whole before it is sent to a target.
/// </summary>
internal readonly struct FastJsonCall(JsonOptions options)
    : IWriteCall<FastJsonSink, FastJsonSource>, IFillCall<FastJsonSink, FastJsonSource>
{
    public Codec<FastJsonSink, FastJsonSource, T> Find<T>(int bytes) =>
        Codecs<FastJsonSink, FastJsonSource>.Of<T>(options.FastJsonProfile.Convention, bytes);

    public Codec<FastJsonSink, FastJsonSource> Find(Type type) =>
        Codecs<FastJsonSink, FastJsonSource>.Of(options.FastJsonProfile.Convention.ModelOf(type));

    /// <summary>Every object says what it is: the target's own type is declared, or it would be a run-time type.</summary>
    public (TypeModel Root, TypeModel Held) FindToFill(Type declared, Type own)
    {
        var model = options.FastJsonProfile.Convention.ModelOf(own);
        return (model, model);
    }

    public void Begin<T>(ref FastJsonSink sink, OutputTarget target, TypeModel root, T value) =>
        sink.Begin(options.FastJsonProfile, TypesOf(value, options.FastJsonProfile));

    static FastJsonTypes TypesOf<T>(T value, FastJsonProfile profile) =>
        profile.Rules.Types == FastJsonTypes.Table && value is not null && value.GetType() is { IsGenericType: true } type
            && (type.GetGenericTypeDefinition() == typeof(List<>) || typeof(IDictionary).IsAssignableFrom(type))
            // As fastJSON does it: a list or dictionary as the root has its types in each object.
            ? FastJsonTypes.EachObject : profile.Rules.Types;

    public byte[]? Finish(ref FastJsonSink sink, OutputTarget target)
    {
        if (!target.IsNone && !options.Indented)
        {
            Send(ref sink, target);
            return null;
        }
        byte[] result = Whole(ref sink);
        if (options.Indented)
            result = JsonBeautifier.Beautify(result, options);
        if (target.IsNone)
            return result;
        target.Write(result);
        return null;
    }

    /// <summary>In pieces from the thread's memory, the table of types where it belongs: nothing is put together for it.</summary>
    static void Send(ref FastJsonSink sink, OutputTarget target)
    {
        if (sink.TypesAt < 0)
        {
            target.Write(sink.Output.Written);
            return;
        }
        int length = sink.Output.Position;
        sink.WriteTypes();
        var written = sink.Output.Written;
        target.Write(written[..sink.TypesAt]);
        target.Write(written[length..]);
        target.Write(written[sink.TypesAt..length]);
    }

    static byte[] Whole(ref FastJsonSink sink)
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
        return result;
    }

    public void Release(ref FastJsonSink sink) => sink.Dispose();

    public void Begin(ref FastJsonSource source, ReadOnlySpan<byte> payload, TypeModel root) =>
        source.Begin(payload, options.FastJsonProfile, root);

    public void Finish(ref FastJsonSource source) => source.End();

    public void Release(ref FastJsonSource source)
    {
    }

    public bool IsInput(Exception e) => InputErrors.IsInput(e);

    public WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref FastJsonSource source) =>
        JsonErrors.Place(e, payload, source.Position);
}
