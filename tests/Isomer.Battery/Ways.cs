using System.Buffers;
using System.IO.Pipelines;
using System.Reflection;

namespace Isomer.Battery;

/// <summary>Every way of calling a handle: each of its methods that writes and reads, found by reflection, so that a method that comes later is tried too.</summary>
public sealed class Ways(Format format)
{
    public delegate byte[] Writes(object? value);
    public delegate object? Reads(byte[] payload);

    delegate T ReadSpan<T>(ReadOnlySpan<byte> payload);
    delegate object? ReadSpanOf(ReadOnlySpan<byte> payload, Type type);
    delegate T FillSpan<T>(T target, ReadOnlySpan<byte> payload);

    /// <summary>How many methods there are.</summary>
    public int Count => Methods("Serialize", "SerializeAsync", "Deserialize", "DeserializeAsync", "Fill").Count();

    public IEnumerable<(string Way, Writes Write)> Writers(Type declared)
    {
        foreach (var method in Methods("Serialize", "SerializeAsync"))
        {
            var output = method.GetParameters()[0].ParameterType;
            yield return (Signature(method), value =>
            {
                var stream = new MemoryStream();
                var buffer = new ArrayBufferWriter<byte>();
                object? result = Invoke(Close(method, declared), declared, value, default, Target(output, stream, buffer));
                return result as byte[] ?? (buffer.WrittenCount > 0 ? buffer.WrittenSpan.ToArray() : stream.ToArray());
            }
            );
        }
    }

    public IEnumerable<(string Way, Reads Read)> Readers(Type declared)
    {
        foreach (var method in Methods("Deserialize", "DeserializeAsync"))
        {
            var input = method.GetParameters()[0].ParameterType;
            var call = Close(method, declared);
            if (input == typeof(ReadOnlySpan<byte>))
                yield return (Signature(method), method.IsGenericMethodDefinition ? (Reads)GetType().GetMethod(nameof(Span), BindingFlags.NonPublic | BindingFlags.Instance)!.MakeGenericMethod(declared).Invoke(this, [call])!
                    : payload => call.CreateDelegate<ReadSpanOf>(format)(payload, declared));
            else
                foreach (bool drips in new[] { false, true })
                    yield return (Signature(method) + (drips ? ", a byte at a time" : ""), payload => Invoke(call, declared, null, default, Source(input, payload, drips)));
        }
    }

    /// <summary>Writers to a stream that is given, whatever stands before it, under a token; those that take one if it is cancelled.</summary>
    public IEnumerable<(string Way, Action<object?> Write)> WritersTo(Type declared, Stream stream, CancellationToken token) =>
        from method in Methods("Serialize", "SerializeAsync")
        let output = method.GetParameters()[0].ParameterType
        where (output == typeof(Stream) || output == typeof(PipeWriter)) && (!token.IsCancellationRequested || method.Name.EndsWith("Async", StringComparison.Ordinal))
        select (Signature(method), (Action<object?>)(value => Invoke(Close(method, declared), declared, value, token, Target(output, stream, new()))));

    public IEnumerable<(string Way, Func<object?> Read)> ReadersOf(Type declared, Func<Stream> stream, CancellationToken token) =>
        from method in Methods("Deserialize", "DeserializeAsync")
        let input = method.GetParameters()[0].ParameterType
        where (input == typeof(Stream) || input == typeof(PipeReader)) && (!token.IsCancellationRequested || method.Name.EndsWith("Async", StringComparison.Ordinal))
        select (Signature(method), (Func<object?>)(() => Invoke(Close(method, declared), declared, null, token, input == typeof(Stream) ? stream() : PipeReader.Create(stream()))));

    /// <summary>Reads into an object that is there; null where the handle has no such method.</summary>
    public Func<T, byte[], T>? Filler<T>() => Methods("Fill").SingleOrDefault()?.MakeGenericMethod(typeof(T)).CreateDelegate<FillSpan<T>>(format) is { } fill ? (target, payload) => fill(target, payload) : null;

    IEnumerable<MethodInfo> Methods(params string[] names) => format.GetType().GetMethods(BindingFlags.Public | BindingFlags.Instance).Where(m => names.Contains(m.Name));

    static MethodInfo Close(MethodInfo method, Type declared) => method.IsGenericMethodDefinition ? method.MakeGenericMethod(declared) : method;

    Reads Span<T>(MethodInfo method)
    {
        var read = method.CreateDelegate<ReadSpan<T>>(format);
        return payload => read(payload);
    }

    static object Target(Type output, Stream stream, ArrayBufferWriter<byte> buffer) =>
        output == typeof(PipeWriter) ? PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true)) : output == typeof(Stream) ? stream : buffer;

    static object Source(Type input, byte[] payload, bool drips) =>
        input == typeof(Stream) ? drips ? new Drip(payload) : new MemoryStream(payload)
        : input == typeof(PipeReader) ? PipeReader.Create(drips ? new Drip(payload) : new MemoryStream(payload))
        : drips ? Pieces(payload) : new ReadOnlySequence<byte>(payload);

    object? Invoke(MethodInfo method, Type declared, object? value, CancellationToken token, object end)
    {
        var parameters = method.GetParameters();
        object?[] arguments = [.. parameters.Select(p => p.ParameterType == typeof(Type) ? declared : p.ParameterType == typeof(CancellationToken) ? token : p.Name == "value" ? value : end)];
        object? result = method.Invoke(format, BindingFlags.DoNotWrapExceptions, null, arguments, null);
        if (result is ValueTask task)
        {
            task.AsTask().GetAwaiter().GetResult();
            return null;
        }
        if (result?.GetType() is not { IsGenericType: true } type || type.GetGenericTypeDefinition() != typeof(ValueTask<>))
            return result;
        var asTask = (Task)type.GetMethod("AsTask")!.Invoke(result, null)!;
        asTask.GetAwaiter().GetResult();
        return asTask.GetType().GetProperty("Result")!.GetValue(asTask);
    }

    static string Signature(MethodInfo method) =>
        $"{method.Name}{(method.IsGenericMethodDefinition ? "<T>" : "")}({string.Join(", ", method.GetParameters().Where(p => p.ParameterType != typeof(CancellationToken)).Select(p => p.ParameterType.Name))})";

    static ReadOnlySequence<byte> Pieces(byte[] bytes)
    {
        var first = new Piece(default, 0);
        var last = first;
        for (int i = 0; i < bytes.Length; i++)
            last = last.Append(bytes.AsMemory(i, 1), i);
        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, long index) => (Memory, RunningIndex) = (memory, index);

        public Piece Append(ReadOnlyMemory<byte> memory, long index)
        {
            var next = new Piece(memory, index);
            Next = next;
            return next;
        }
    }

    /// <summary>A stream that gives one byte at a time, or that breaks; it cannot seek and does not know its length.</summary>
    public sealed class Drip(byte[] bytes, Exception? breaks = null) : Stream
    {
        int _at;

        public override bool CanRead => true;
        public override bool CanSeek => false;
        public override bool CanWrite => true;
        public override long Length => throw new NotSupportedException();
        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override int Read(Span<byte> buffer)
        {
            if (_at == bytes.Length && breaks is not null)
                throw breaks;
            if (_at == bytes.Length || buffer.IsEmpty)
                return 0;
            buffer[0] = bytes[_at++];
            return 1;
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => cancellationToken.IsCancellationRequested ? ValueTask.FromCanceled<int>(cancellationToken) : new(Read(buffer.Span));
        public override void Flush() => Write([], 0, 0);
        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
        public override void SetLength(long value) => throw new NotSupportedException();
        public override void Write(byte[] buffer, int offset, int count) => throw breaks ?? new NotSupportedException();
    }
}
