using System.Buffers;
using System.IO.Pipelines;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Wire;
using Facade = Isomer.Calls.Facade<Isomer.Formats.JsonCalls, Isomer.JsonOptions>;

namespace Isomer;

/// <summary>
/// Streams, sequences and pipes. One value is read in one piece: its text is collected first, in rented memory. For many
/// values in constant memory see <c>ReadArrayAsync</c> and <c>ReadLinesAsync</c>.
/// </summary>
public static partial class Json
{
    /// <summary>The value of a UTF-8 text in pieces; a byte order mark is passed over, however many they are.</summary>
    public static T Deserialize<T>(in ReadOnlySequence<byte> payload, JsonOptions? options = null) =>
        Facade.Deserialize<T>(in payload, options);

    /// <summary>The value of a UTF-8 text, read to the stream's end; a byte order mark is passed over.</summary>
    public static T Deserialize<T>(Stream input, JsonOptions? options = null) => Facade.Deserialize<T>(input, options);

    /// <summary>The value of a UTF-8 text, read to the stream's end; a byte order mark is passed over.</summary>
    public static ValueTask<T> DeserializeAsync<T>(Stream input, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync<T>(input, options, cancellationToken);

    /// <summary>The value of a UTF-8 text, read to the pipe's end, which stays uncompleted.</summary>
    public static ValueTask<T> DeserializeAsync<T>(PipeReader input, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync<T>(input, options, cancellationToken);

    /// <summary>The value of a UTF-8 text, as one of the declared type.</summary>
    public static ValueTask<object?> DeserializeAsync(Stream input, Type type, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync(input, type, options, cancellationToken);

    /// <summary>The value of a UTF-8 text, read to the pipe's end, as one of the declared type.</summary>
    public static ValueTask<object?> DeserializeAsync(PipeReader input, Type type, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync(input, type, options, cancellationToken);

    /// <summary>
    /// Writes the value as UTF-8 text. It is written to memory whole, then to the stream, so that no thread waits; but items of an
    /// <see cref="IAsyncEnumerable{T}"/> in it are written and sent as they come.
    /// </summary>
    public static ValueTask SerializeAsync<T>(Stream output, T value, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        MayStream(typeof(T), options)
            ? StreamAsync(output,
                later => WriteDriver<JsonCall, JsonSink, JsonSource>.Write(new(options ?? JsonOptions.Default, later), default, value)!,
                options, cancellationToken)
            : Facade.SerializeAsync<T>(output, value, options, cancellationToken);

    /// <summary>
    /// Writes the value as UTF-8 text and flushes the pipe. Items of an <see cref="IAsyncEnumerable{T}"/> in it are written and sent as
    /// they come.
    /// </summary>
    public static ValueTask SerializeAsync<T>(PipeWriter output, T value, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        MayStream(typeof(T), options)
            ? StreamAsync(output,
                (later, target) =>
                    WriteDriver<JsonCall, JsonSink, JsonSource>.Write(new(options ?? JsonOptions.Default, later), target, value), options,
                        cancellationToken)
            : Facade.SerializeAsync<T>(output, value, options, cancellationToken);

    /// <summary>
    /// Writes the value, as one of the declared type, as UTF-8 text. Items of an <see cref="IAsyncEnumerable{T}"/> in it are written and
    /// sent as they come.
    /// </summary>
    public static ValueTask SerializeAsync(Stream output, object? value, Type type, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        MayStream(type, options)
            ? StreamAsync(output,
                later =>
                    WriteDriver<JsonCall, JsonSink, JsonSource>.Write(new(options ?? JsonOptions.Default, later), default, value, type)!,
                options, cancellationToken)
            : Facade.SerializeAsync(output, value, type, options, cancellationToken);

    /// <summary>
    /// Writes the value, as one of the declared type, as UTF-8 text and flushes the pipe. Items of an <see cref="IAsyncEnumerable{T}"/> in
    /// it are written and sent as they come.
    /// </summary>
    public static ValueTask SerializeAsync(PipeWriter output, object? value, Type type, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        MayStream(type, options)
            ? StreamAsync(output,
                (later, target) =>
                    WriteDriver<JsonCall, JsonSink, JsonSource>.Write(new(options ?? JsonOptions.Default, later), target, value, type),
                        options, cancellationToken)
            : Facade.SerializeAsync(output, value, type, options, cancellationToken);

    static bool MayStream(Type type, JsonOptions? options)
    {
        options ??= JsonOptions.Default;
        try
        {
            return type is not null && options.CanStream && JsonLaterModels.MayStream(options.Convention.ModelOf(type));
        }
        catch (NotSupportedException)
        {
            // A type that cannot be written: the call that follows says so, in the task that it gives.
            return false;
        }
    }

    static async ValueTask StreamAsync(Stream output, Func<List<JsonLater>, byte[]> write, JsonOptions? options,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(output);
        var later = new List<JsonLater>();
        byte[] text = write(later);
        if (later.Count == 0)
        {
            await output.WriteAsync(text, cancellationToken).ConfigureAwait(false);
            return;
        }
        var writer = OpenWriter(output);
        Exception? failure = null;
        try
        {
            await new JsonStreamWriter(writer, options ?? JsonOptions.Default, cancellationToken).WriteAllAsync(text, later)
                .ConfigureAwait(false);
        }
        catch (Exception e)
        {
            failure = e;
            throw;
        }
        finally
        {
            await writer.CompleteAsync(failure).ConfigureAwait(false);
        }
    }

    /// <summary>Into the pipe as it is written, up to the first place where items come later.</summary>
    static async ValueTask StreamAsync(PipeWriter output, Func<List<JsonLater>, OutputTarget, byte[]?> write, JsonOptions? options,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(output);
        var later = new List<JsonLater>();
        byte[]? rest = write(later, new OutputTarget(output));
        await new JsonStreamWriter(output, options ?? JsonOptions.Default, cancellationToken).WriteAllAsync(rest, later)
            .ConfigureAwait(false);
    }
}
