using System.Buffers;
using System.Text;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer;

/// <summary>The twins for types that are known only at run time, and filling what is there.</summary>
public static partial class Json
{
    /// <summary>The value, as one of the declared type, as UTF-8 text.</summary>
    public static byte[] Serialize(object? value, Type type, JsonOptions? options = null)
    {
        options ??= JsonOptions.Default;
        if (options.FastJsonRules is not null)
            return FastJsonCalls.Serialize(value, type, options);
        var codec = CodecOf(type, options);
        Refusals.CheckIsOf(value, type);
        var sink = default(JsonSink);
        sink.Begin(null, options.Profile, codec.Model);
        try
        {
            codec.WriteObject(ref sink, value);
            return sink.ToArray();
        }
        finally
        {
            sink.Dispose();
        }
    }

    /// <summary>Writes the value, as one of the declared type, as UTF-8 text.</summary>
    public static void Serialize(IBufferWriter<byte> output, object? value, Type type, JsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(BufferWriterTarget.Of(output), value, type, options ?? JsonOptions.Default);
    }

    /// <summary>Writes the value, as one of the declared type, as UTF-8 text.</summary>
    public static void Serialize(Stream output, object? value, Type type, JsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(new StreamTarget(output), value, type, options ?? JsonOptions.Default);
    }

    static void Write(OutputTarget target, object? value, Type type, JsonOptions options)
    {
        if (options.IsSentWhole)
        {
            FastJsonCalls.Write(target, Serialize(value, type, options));
            return;
        }
        var codec = CodecOf(type, options);
        Refusals.CheckIsOf(value, type);
        var sink = default(JsonSink);
        sink.Begin(target, options.Profile);
        try
        {
            codec.WriteObject(ref sink, value);
            sink.Output.Flush();
        }
        finally
        {
            sink.Output.Dispose();
        }
    }

    /// <summary>The value of a UTF-8 text, as one of the declared type.</summary>
    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, JsonOptions? options = null)
    {
        options ??= JsonOptions.Default;
        if (options.FastJsonRules is not null)
            return FastJsonCalls.Deserialize(payload, type, options);
        var codec = CodecOf(type, options);
        var source = new JsonSource(payload, options.Profile, codec.Model);
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

    /// <summary>The value of a UTF-8 text in pieces, as one of the declared type.</summary>
    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, JsonOptions? options = null)
    {
        if (payload.IsSingleSegment)
            return Deserialize(InputText.WithoutMark(payload.FirstSpan), type, options);
        using var whole = InputText.Copy(payload);
        return Deserialize(whole.Span, type, options);
    }

    /// <summary>The value of a UTF-8 text, as one of the declared type.</summary>
    public static object? Deserialize(Stream input, Type type, JsonOptions? options = null)
    {
        using var text = InputText.Read(input);
        return Deserialize(text.Span, type, options);
    }

    /// <summary>The value, as one of the declared type, as text.</summary>
    public static string ToText(object? value, Type type, JsonOptions? options = null) =>
        Encoding.UTF8.GetString(Serialize(value, type, options));

    /// <summary>The value of a text, as one of the declared type.</summary>
    public static object? FromText(string text, Type type, JsonOptions? options = null)
    {
        using var utf8 = JsonText.ToUtf8(text, nameof(Json));
        try
        {
            return Deserialize(utf8.Bytes, type, options);
        }
        catch (WireFormatException e) when (TextErrors.MovedToText(e, utf8.Bytes))
        {
            throw;
        }
    }

    /// <summary>
    /// Reads a text into an object that is there: members that it names are set, the others stay; items are added to a
    /// collection. Objects and collections inside are replaced, or filled too with <see cref="JsonOptions.MergeNested"/>.
    /// </summary>
    /// <returns>The target; for a struct, the filled copy.</returns>
    /// <exception cref="WireFormatException">The text is refused, or is null; what came before the error has been set.</exception>
    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, JsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        options ??= JsonOptions.Default;
        if (options.FastJsonRules is not null)
            return FastJsonCalls.Fill(target, payload, options);
        var codec = CodecOf(Filling<JsonSink, JsonSource>.Declared(target), options);
        var source = new JsonSource(payload, options.Profile, codec.Model);
        try
        {
            target = (T)Filling<JsonSink, JsonSource>.Into(ref source, codec.Model, target);
            source.End();
            return target;
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            throw JsonErrors.Place(e, payload, source.Position);
        }
    }

    static Codec<JsonSink, JsonSource> CodecOf(Type type, JsonOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        return Codecs<JsonSink, JsonSource>.Of(options.Convention.ModelOf(type));
    }
}
