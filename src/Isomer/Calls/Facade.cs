using System.Buffers;
using System.IO.Pipelines;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Calls;

/// <summary>
/// What the methods of every facade do: arrays, spans, sequences, buffer writers, streams, pipes, with a type that the code names and with
/// one that is known at run time. A value is read in one piece: what comes in pieces is collected first, in rented memory. Of long streams
/// only the beginning is, where the format can go on in a window (<see cref="ICalls{TOptions}.MostWhole"/>).
/// </summary>
internal static class Facade<TCalls, TOptions>
    where TCalls : struct, ICalls<TOptions>
    where TOptions : class
{
    public static byte[] Serialize<T>(T value, TOptions? options) => TCalls.Write(default, value, options ?? TCalls.Default)!;

    public static byte[] Serialize(object? value, Type type, TOptions? options) =>
        TCalls.Write(default, value, type, options ?? TCalls.Default)!;

    public static void Serialize<T>(IBufferWriter<byte> output, T value, TOptions? options)
    {
        ArgumentNullException.ThrowIfNull(output);
        TCalls.Write(new OutputTarget(output), value, options ?? TCalls.Default);
    }

    public static void Serialize(IBufferWriter<byte> output, object? value, Type type, TOptions? options)
    {
        ArgumentNullException.ThrowIfNull(output);
        TCalls.Write(new OutputTarget(output), value, type, options ?? TCalls.Default);
    }

    public static void Serialize<T>(Stream output, T value, TOptions? options)
    {
        ArgumentNullException.ThrowIfNull(output);
        TCalls.Write(new OutputTarget(output), value, options ?? TCalls.Default);
    }

    public static void Serialize(Stream output, object? value, Type type, TOptions? options)
    {
        ArgumentNullException.ThrowIfNull(output);
        TCalls.Write(new OutputTarget(output), value, type, options ?? TCalls.Default);
    }

    /// <summary>To memory whole, then to the stream, so that no thread waits.</summary>
    public static async ValueTask SerializeAsync<T>(Stream output, T value, TOptions? options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(output);
        await output.WriteAsync(Serialize(value, options), cancellationToken).ConfigureAwait(false);
    }

    public static async ValueTask SerializeAsync(Stream output, object? value, Type type, TOptions? options,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(output);
        await output.WriteAsync(Serialize(value, type, options), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>And flushes the pipe.</summary>
    public static async ValueTask SerializeAsync<T>(PipeWriter output, T value, TOptions? options, CancellationToken cancellationToken)
    {
        Serialize((IBufferWriter<byte>)output, value, options);
        await output.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    public static async ValueTask SerializeAsync(PipeWriter output, object? value, Type type, TOptions? options,
        CancellationToken cancellationToken)
    {
        Serialize((IBufferWriter<byte>)output, value, type, options);
        await output.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    public static T Deserialize<T>(ReadOnlySpan<byte> payload, TOptions? options) => TCalls.Read<T>(payload, options ?? TCalls.Default);

    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, TOptions? options) =>
        TCalls.Read(payload, type, options ?? TCalls.Default);

    public static T Deserialize<T>(in ReadOnlySequence<byte> payload, TOptions? options)
    {
        if (payload.IsSingleSegment)
            return ReadWhole<T>(payload.FirstSpan, options);
        using var whole = InputText.Copy(payload);
        return ReadWhole<T>(whole.Bytes, options);
    }

    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, TOptions? options)
    {
        if (payload.IsSingleSegment)
            return ReadWhole(payload.FirstSpan, type, options);
        using var whole = InputText.Copy(payload);
        return ReadWhole(whole.Bytes, type, options);
    }

    public static T Deserialize<T>(Stream input, TOptions? options)
    {
        options ??= TCalls.Default;
        var text = InputText.Read(input, TCalls.MostWhole(options, isAwaited: false));
        if (!text.IsWhole)
            return TCalls.ReadOn<T>(text, input, options);
        using (text)
            return ReadWhole<T>(text.Bytes, options);
    }

    public static object? Deserialize(Stream input, Type type, TOptions? options)
    {
        options ??= TCalls.Default;
        var text = InputText.Read(input, TCalls.MostWhole(options, isAwaited: false));
        if (!text.IsWhole)
            return TCalls.ReadOn(text, input, type, options);
        using (text)
            return ReadWhole(text.Bytes, type, options);
    }

    public static async ValueTask<T> DeserializeAsync<T>(Stream input, TOptions? options, CancellationToken cancellationToken)
    {
        options ??= TCalls.Default;
        var text = await InputText.ReadAsync(input, Most(options), cancellationToken).ConfigureAwait(false);
        return await FinishAsync<T>(text, input, options, cancellationToken).ConfigureAwait(false);
    }

    public static async ValueTask<object?> DeserializeAsync(Stream input, Type type, TOptions? options, CancellationToken cancellationToken)
    {
        options ??= TCalls.Default;
        var text = await InputText.ReadAsync(input, Most(options), cancellationToken).ConfigureAwait(false);
        return await FinishAsync(text, input, type, options, cancellationToken).ConfigureAwait(false);
    }

    public static async ValueTask<T> DeserializeAsync<T>(PipeReader input, TOptions? options, CancellationToken cancellationToken)
    {
        options ??= TCalls.Default;
        var text = await InputText.ReadAsync(input, Most(options), cancellationToken).ConfigureAwait(false);
        return await FinishAsync<T>(text, input, options, cancellationToken).ConfigureAwait(false);
    }

    public static async ValueTask<object?> DeserializeAsync(PipeReader input, Type type, TOptions? options,
        CancellationToken cancellationToken)
    {
        options ??= TCalls.Default;
        var text = await InputText.ReadAsync(input, Most(options), cancellationToken).ConfigureAwait(false);
        return await FinishAsync(text, input, type, options, cancellationToken).ConfigureAwait(false);
    }

    static int Most(TOptions options) => TCalls.MostWhole(options, isAwaited: true);

    /// <summary>What has been collected is the whole, or the beginning of what goes on in the stream or pipe.</summary>
    static ValueTask<T> FinishAsync<T>(InputText text, object input, TOptions options, CancellationToken cancellationToken)
    {
        if (!text.IsWhole)
            return GoOnAsync<T>(text, input, options, cancellationToken);
        using (text)
            return new(ReadWhole<T>(text.Bytes, options));
    }

    static ValueTask<object?> FinishAsync(InputText text, object input, Type type, TOptions options, CancellationToken cancellationToken)
    {
        if (!text.IsWhole)
            return GoOnAsync(text, input, type, options, cancellationToken);
        using (text)
            return new(ReadWhole(text.Bytes, type, options));
    }

    // By themselves, for what a lambda captures is allocated where its method begins.
    static ValueTask<T> GoOnAsync<T>(InputText text, object input, TOptions options, CancellationToken cancellationToken) =>
        new(WaitedStream.OnThreadOfItsOwn(RestOf(input), rest => TCalls.ReadOn<T>(text, rest, options), cancellationToken));

    static ValueTask<object?> GoOnAsync(InputText text, object input, Type type, TOptions options, CancellationToken cancellationToken) =>
        new(WaitedStream.OnThreadOfItsOwn(RestOf(input), rest => TCalls.ReadOn(text, rest, type, options), cancellationToken));

    static Stream RestOf(object input) => input as Stream ?? ((PipeReader)input).AsStream(leaveOpen: true);

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, TOptions? options)
    {
        ArgumentNullException.ThrowIfNull(target);
        return TCalls.Fill(target, payload, options ?? TCalls.Default);
    }

    /// <summary>What came in pieces; offsets count its mark.</summary>
    static T ReadWhole<T>(ReadOnlySpan<byte> payload, TOptions? options)
    {
        options ??= TCalls.Default;
        if (!HasMark(payload))
            return TCalls.Read<T>(payload, options);
        try
        {
            return TCalls.Read<T>(payload[3..], options);
        }
        catch (WireFormatException e) when (MovedBehindMark(e))
        {
            throw;
        }
    }

    static object? ReadWhole(ReadOnlySpan<byte> payload, Type type, TOptions? options)
    {
        options ??= TCalls.Default;
        if (!HasMark(payload))
            return TCalls.Read(payload, type, options);
        try
        {
            return TCalls.Read(payload[3..], type, options);
        }
        catch (WireFormatException e) when (MovedBehindMark(e))
        {
            throw;
        }
    }

    static bool HasMark(ReadOnlySpan<byte> payload) => TCalls.PassesMark && payload.StartsWith("\uFEFF"u8);

    /// <summary>Asked as a filter: what it says, never to catch, leaves the exception as it flies.</summary>
    static bool MovedBehindMark(WireFormatException e)
    {
        if (e.Offset >= 0)
            e.Offset += 3;
        return false;
    }
}

/// <summary>What each facade does with texts.</summary>
internal static class TextFacade<TCalls, TOptions>
    where TCalls : struct, ITextCalls<TOptions>
    where TOptions : class
{
    public static string ToText<T>(T value, TOptions? options) =>
        TCalls.ToText(TCalls.Write(default, value, TCalls.Textual(options ?? TCalls.Default)));

    public static string ToText(object? value, Type type, TOptions? options) =>
        TCalls.ToText(TCalls.Write(default, value, type, TCalls.Textual(options ?? TCalls.Default)));

    public static T FromText<T>(string text, TOptions? options)
    {
        ArgumentNullException.ThrowIfNull(text);
        options = TCalls.Textual(options ?? TCalls.Default);
        using var payload = TCalls.FromText(text, out int skipped);
        try
        {
            return TCalls.Read<T>(payload.Bytes, options);
        }
        catch (WireFormatException e) when (TextErrors.MovedToText(e, payload.Bytes, skipped))
        {
            throw;
        }
    }

    public static object? FromText(string text, Type type, TOptions? options)
    {
        ArgumentNullException.ThrowIfNull(text);
        options = TCalls.Textual(options ?? TCalls.Default);
        using var payload = TCalls.FromText(text, out int skipped);
        try
        {
            return TCalls.Read(payload.Bytes, type, options);
        }
        catch (WireFormatException e) when (TextErrors.MovedToText(e, payload.Bytes, skipped))
        {
            throw;
        }
    }
}
