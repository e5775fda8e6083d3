using System.Text;
using Isomer.Calls;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer;

/// <summary>One value as JSON.</summary>
/// <param name="options">How.</param>
/// <param name="later">Takes the places where items are put in later; null where nobody would.</param>
internal readonly struct JsonCall(JsonOptions options, List<JsonLater>? later = null) : IWriteCall<JsonSink, JsonSource>, IFillCall<JsonSink, JsonSource>
{
    public Codec<JsonSink, JsonSource, T> Find<T>(int bytes) => Codecs<JsonSink, JsonSource>.Of<T>(options.Convention, bytes);

    public Codec<JsonSink, JsonSource> Find(Type type) => Codecs<JsonSink, JsonSource>.Of(options.Convention.ModelOf(type));

    public (TypeModel Root, TypeModel Held) FindToFill(Type declared, Type own)
    {
        var model = options.Convention.ModelOf(declared);
        return (model, model);
    }

    /// <summary>What is put in afterwards needs the whole text: none of it where it is sent in pieces.</summary>
    public void Begin<T>(ref JsonSink sink, OutputTarget? target, TypeModel root, T value)
    {
        bool isWhole = target is null || options.IsSentWhole;
        sink.Begin(isWhole ? null : target, options.Profile, isWhole ? root : null);
        if (later is not null)
            sink.LeaveItemsTo(later);
    }

    public byte[]? Finish(ref JsonSink sink, OutputTarget? target)
    {
        if (target is null || later is { Count: > 0 })
            return sink.ToArray();
        if (options.IsSentWhole)
            sink.SendTo(target);
        else
            sink.Output.Flush();
        return null;
    }

    public void Release(ref JsonSink sink) => sink.Dispose();

    public void Begin(ref JsonSource source, ReadOnlySpan<byte> payload, TypeModel root) => source = new JsonSource(payload, options.Profile, root);

    public void Finish(ref JsonSource source) => source.End();

    public void Release(ref JsonSource source)
    {
    }

    public bool IsInput(Exception e) => InputErrors.IsInput(e);

    public WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref JsonSource source) => JsonErrors.Place(e, payload, source.Position);
}

/// <summary>JSON in either form: its own, or fastJSON's.</summary>
internal readonly struct JsonCalls : ITextCalls<JsonOptions>
{
    public static JsonOptions Default => JsonOptions.Default;

    public static bool PassesMark => true;

    public static byte[]? Write<T>(OutputTarget? target, T value, JsonOptions options) =>
        target is null ? Json.Serialize(value, options)
        : options.FastJsonRules is null ? WriteDriver<JsonCall, JsonSink, JsonSource>.Write(new(options), target, value)
        : WriteDriver<FastJsonCall, FastJsonSink, FastJsonSource>.Write(new(options), target, value);

    public static byte[]? Write(OutputTarget? target, object? value, Type type, JsonOptions options) =>
        options.FastJsonRules is null ? WriteDriver<JsonCall, JsonSink, JsonSource>.Write(new(options), target, value, type)
        : WriteDriver<FastJsonCall, FastJsonSink, FastJsonSource>.Write(new(options), target, value, type);

    public static T Read<T>(ReadOnlySpan<byte> payload, JsonOptions options) => Json.Deserialize<T>(payload, options);

    public static object? Read(ReadOnlySpan<byte> payload, Type type, JsonOptions options)
    {
        if (options.FastJsonRules is not null)
            return ReadDriver<FastJsonCall, FastJsonSink, FastJsonSource>.Read(new(options), payload, type);
        try
        {
            return ReadDriver<JsonCall, JsonSink, JsonSource>.Read(new(options), payload, type);
        }
        catch (WireFormatException first) when (options.MaxErrors > 1)
        {
            throw Json.AllErrors(first, payload, options, (text, one) => Read(text, type, one));
        }
    }

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, JsonOptions options) => options.FastJsonRules is null
        ? FillDriver<JsonCall, JsonSink, JsonSource>.Fill(new(options), payload, target)
        : FillDriver<FastJsonCall, FastJsonSink, FastJsonSource>.Fill(new(options), payload, target);

    public static JsonOptions Textual(JsonOptions options) => options;

    public static string ToText(ReadOnlySpan<byte> payload) => Encoding.UTF8.GetString(payload);

    public static InputText FromText(string text, out int skipped)
    {
        skipped = 0;
        return JsonText.ToUtf8(text, nameof(Json));
    }
}
