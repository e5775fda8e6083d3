using Isomer.Wire;

namespace Isomer.Calls;

/// <summary>
/// The calls that every method of a format's facade comes to (<see cref="Facade{TCalls,TOptions}"/>). Each chooses, by the options,
/// which <see cref="ICall{TSink,TSource}"/> carries the value.
/// </summary>
internal interface ICalls<TOptions>
    where TOptions : class
{
    static abstract TOptions Default { get; }

    /// <summary>
    /// Whether a byte order mark before a payload in pieces (a sequence, a stream, a pipe) is passed over for this format, which names it
    /// in a span, as System.Text.Json does. Other formats take it anywhere, or nowhere.
    /// </summary>
    static abstract bool PassesMark { get; }

    /// <summary>To the target, or without one to the array that is given back. The target is released in any case.</summary>
    static abstract byte[]? Write<T>(OutputTarget target, T value, TOptions options);

    static abstract byte[]? Write(OutputTarget target, object? value, Type type, TOptions options);

    static abstract T Read<T>(ReadOnlySpan<byte> payload, TOptions options);

    static abstract object? Read(ReadOnlySpan<byte> payload, Type type, TOptions options);

    static abstract T Fill<T>(T target, ReadOnlySpan<byte> payload, TOptions options);

    /// <summary>
    /// How many bytes of a stream are collected before the rest is read by <c>ReadOn</c>, in a window; by default all. Where the
    /// call is awaited, going on costs a thread.
    /// </summary>
    static virtual int MostWhole(TOptions options, bool isAwaited) => int.MaxValue;

    /// <summary>The value whose payload begins with what has been collected, which is given back, and goes on in the stream.</summary>
    static virtual T ReadOn<T>(InputText begun, Stream rest, TOptions options) => throw new NotSupportedException();

    /// <summary>A value as one of a type that is known at run time, whose payload goes on in the stream.</summary>
    static virtual object? ReadOn(InputText begun, Stream rest, Type type, TOptions options) => throw new NotSupportedException();
}

/// <summary>Calls of a format whose payloads are text.</summary>
internal interface ITextCalls<TOptions> : ICalls<TOptions>
    where TOptions : class
{
    /// <summary>The options for text, where not all of the format's payloads are.</summary>
    static abstract TOptions Textual(TOptions options);

    static abstract string ToText(ReadOnlySpan<byte> payload);

    /// <summary>The text as a payload; how many characters were left out at its beginning.</summary>
    static abstract InputText FromText(string text, out int skipped);
}
