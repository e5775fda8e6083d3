using System.Diagnostics.CodeAnalysis;
using System.Text;
using Isomer.Calls;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>One value as JSON.</summary>
/// <param name="options">How.</param>
/// <param name="later">Takes the places where items are put in later; null where nobody would.</param>
/// <param name="input">The stream along which a window moves; null where the text is read whole.</param>
internal readonly struct JsonCall(JsonOptions options, List<JsonLater>? later = null, JsonInput? input = null)
    : IWriteCall<JsonSink, JsonSource>, IFillCall<JsonSink, JsonSource>
{
    public Codec<JsonSink, JsonSource, T> Find<T>(int bytes) => Codecs<JsonSink, JsonSource>.Of<T>(options.Convention, bytes);

    public Codec<JsonSink, JsonSource> Find(Type type) => Codecs<JsonSink, JsonSource>.Of(options.Convention.ModelOf(type));

    public (TypeModel Root, TypeModel Held) FindToFill(Type declared, Type own)
    {
        var model = options.Convention.ModelOf(declared);
        return (model, model);
    }

    /// <summary>What is put in afterwards needs the whole text: none of it where it is sent in pieces.</summary>
    public void Begin<T>(ref JsonSink sink, OutputTarget target, TypeModel root, T value)
    {
        bool isWhole = target.IsNone || options.IsSentWhole;
        sink.Begin(isWhole ? default : target, options.Profile, isWhole ? root : null);
        if (later is not null)
            sink.LeaveItemsTo(later);
    }

    public byte[]? Finish(ref JsonSink sink, OutputTarget target)
    {
        if (target.IsNone || later is { Count: > 0 })
            return sink.ToArray();
        if (options.IsSentWhole)
            sink.SendTo(target);
        else
            sink.Output.Finish();
        return null;
    }

    public void Release(ref JsonSink sink) => sink.Dispose();

    public void Begin(ref JsonSource source, ReadOnlySpan<byte> payload, TypeModel root) =>
        source.Begin(input is null ? payload : input.Window, options.Profile, root, input);

    public void Finish(ref JsonSource source) => source.End();

    public void Release(ref JsonSource source)
    {
    }

    public bool IsInput(Exception e) => InputErrors.IsInput(e) && input is not { HasFailed: true };

    public WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref JsonSource source) =>
        input is null ? JsonErrors.Place(e, payload, source.Position) : input.Place(e, source.Position);
}

/// <summary>JSON in either form: its own, or fastJSON's.</summary>
[UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Told)]
[UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Told)]
internal readonly struct JsonCalls : ITextCalls<JsonOptions>
{
    public static JsonOptions Default => JsonOptions.Default;

    public static bool PassesMark => true;

    public static byte[]? Write<T>(OutputTarget target, T value, JsonOptions options) =>
        target.IsNone ? Json.Serialize(value, options)
        : options.FastJsonRules is null || !Features.FastJson
        ? WriteDriver<JsonCall, JsonSink, JsonSource>.Write(new(options), target, value)
        : WriteDriver<FastJsonCall, FastJsonSink, FastJsonSource>.Write(new(options), target, value);

    public static byte[]? Write(OutputTarget target, object? value, Type type, JsonOptions options) =>
        options.FastJsonRules is null || !Features.FastJson
        ? WriteDriver<JsonCall, JsonSink, JsonSource>.Write(new(options), target, value, type)
        : WriteDriver<FastJsonCall, FastJsonSink, FastJsonSource>.Write(new(options), target, value, type);

    public static T Read<T>(ReadOnlySpan<byte> payload, JsonOptions options) => Json.Deserialize<T>(payload, options);

    public static object? Read(ReadOnlySpan<byte> payload, Type type, JsonOptions options)
    {
        if (options.FastJsonRules is not null && Features.FastJson)
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

    public static int MostWhole(JsonOptions options, bool isAwaited) =>
        !JsonInput.Serves(options) ? int.MaxValue : isAwaited ? JsonInput.MostWaited : JsonInput.MostWhole;

    public static T ReadOn<T>(InputText begun, Stream rest, JsonOptions options)
    {
        using var input = new JsonInput(begun, rest);
        return ReadDriver<JsonCall, JsonSink, JsonSource>.Read<T>(new(options, input: input), default);
    }

    public static object? ReadOn(InputText begun, Stream rest, Type type, JsonOptions options)
    {
        using var input = new JsonInput(begun, rest);
        return ReadDriver<JsonCall, JsonSink, JsonSource>.Read(new(options, input: input), default, type);
    }

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, JsonOptions options) =>
        options.FastJsonRules is null || !Features.FastJson
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
