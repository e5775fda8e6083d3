using System.Buffers;
using System.Collections.Concurrent;
using System.IO.Pipelines;
using System.Linq.Expressions;
using System.Reflection;
using System.Text;

namespace Isomer.Battery;

/// <summary>
/// Every way of calling a handle, or a static facade under some options: each of its methods that writes and reads, found by reflection, so
/// that a method that comes later is tried too.
/// </summary>
public sealed class Ways
{
    public delegate byte[] Writes(object? value);
    public delegate object? Reads(byte[] payload);

    /// <summary>A method as one call: what it writes to or reads from, the value or target, a token.</summary>
    delegate object? Call(object? end, object? value, CancellationToken token);

    readonly object? _handle;
    readonly object? _options;
    readonly MethodInfo[] _methods;
    readonly ConcurrentDictionary<(MethodInfo Method, Type Declared), Call> _calls = new();

    /// <summary>The methods of a handle.</summary>
    public Ways(Format handle)
    {
        Name = handle.Name;
        IsText = handle.IsText;
        _handle = handle;
        _methods = handle.GetType().GetMethods(BindingFlags.Public | BindingFlags.Instance);
    }

    /// <summary>The methods of a facade that take its options, but those over an XML reader or writer of the caller's.</summary>
    public Ways(string name, bool isText, Type facade, object? options)
    {
        var ofOptions = facade.Assembly.GetType($"Isomer.{facade.Name}Options")!;
        Name = name;
        IsText = isText;
        _options = options;
        _methods = [
            .. facade.GetMethods(BindingFlags.Public | BindingFlags.Static)
                .Where(m => m.GetParameters() is var parameters && Array.Exists(parameters, p => p.ParameterType == ofOptions)
            && Array.TrueForAll(parameters,
                p => p.ParameterType != typeof(System.Xml.XmlWriter) && p.ParameterType != typeof(System.Xml.XmlReader)))];
    }

    /// <summary>The format, and its preset.</summary>
    public string Name { get; }

    public bool IsText { get; }

    public override string ToString() => Name;

    /// <summary>How many methods there are.</summary>
    public int Count => Methods("Serialize", "SerializeAsync", "Deserialize", "DeserializeAsync", "Fill").Count();

    /// <summary>Each method that writes, for a declared type.</summary>
    public IEnumerable<(string Way, Writes Write)> Writers(Type declared)
    {
        foreach (var method in Methods("Serialize", "SerializeAsync", "ToText"))
        {
            var call = Closed(method, declared);
            yield return (Signature(method), value =>
            {
                var stream = new MemoryStream();
                object? target = Target(method, stream, new ArrayBufferWriter<byte>());
                object? result = Result(call(target, value, default));
                return result as byte[]
                    ?? (result is string text
                        ? Encoding.UTF8.GetBytes(text)
                        : target is ArrayBufferWriter<byte> buffer ? buffer.WrittenSpan.ToArray() : stream.ToArray());
            }
            );
        }
    }

    /// <summary>Each method that reads, with inputs in one piece and in pieces of one byte.</summary>
    public IEnumerable<(string Way, Reads Read)> Readers(Type declared)
    {
        foreach (var method in Methods("Deserialize", "DeserializeAsync", "FromText"))
        {
            var call = Closed(method, declared);
            foreach (var (how, make) in Inputs(method.GetParameters()[0].ParameterType))
                yield return (Signature(method) + how, payload => Result(call(make(payload), null, default)));
        }
    }

    /// <summary>
    /// Each method that writes to something: to a stream, a pipe or a buffer over a stream that is given, under a token; those that take
    /// one if it is cancelled.
    /// </summary>
    public IEnumerable<(string Way, Action<object?> Write)> WritersTo(Type declared, Stream stream, CancellationToken token) =>
        from method in Methods("Serialize", "SerializeAsync")
        where Target(method, stream, new StreamBuffer(stream)) is not null
            && (!token.IsCancellationRequested || method.Name == "SerializeAsync")
        let call = Closed(method, declared)
        select (Signature(method),
            (Action<object?>)(value => Result(call(Target(method, stream, new StreamBuffer(stream)), value, token))));

    /// <summary>Each method that reads from a stream or a pipe, under a token.</summary>
    public IEnumerable<(string Way, Func<object?> Read)> ReadersOf(Type declared, Func<Stream> stream, CancellationToken token) =>
        from method in Methods("Deserialize", "DeserializeAsync")
        let input = method.GetParameters()[0].ParameterType
        where (input == typeof(Stream) || input == typeof(PipeReader))
            && (!token.IsCancellationRequested || method.Name == "DeserializeAsync")
        let call = Closed(method, declared)
        select (Signature(method),
            (Func<object?>)(() => Result(call(input == typeof(Stream) ? stream() : PipeReader.Create(stream()), null, token))));

    /// <summary>Reads into an object that is there; null where there is no such method.</summary>
    public Func<object, byte[], object?>? Filler(Type declared) =>
        Methods("Fill").SingleOrDefault() is { } method && Closed(method, declared) is var call
            ? (target, payload) => call(payload, target, default)
            : null;

    IEnumerable<MethodInfo> Methods(params string[] names) =>
        _methods.Where(m => names.Contains(m.Name) && (IsText || !m.Name.EndsWith("Text", StringComparison.Ordinal)));

    static object? Target(MethodInfo method, Stream stream, IBufferWriter<byte> buffer) =>
        method.GetParameters()[0].ParameterType is var output && output == typeof(Stream) ? stream
        : output == typeof(PipeWriter) ? PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true))
        : output == typeof(IBufferWriter<byte>) ? buffer
        : null;

    static IEnumerable<(string How, Func<byte[], object?> Make)> Inputs(Type input) =>
        input == typeof(ReadOnlySpan<byte>) ? [("", bytes => bytes)]
        : input == typeof(string) ? [("", bytes => Encoding.UTF8.GetString(bytes))]
        : input == typeof(Stream) ? [("", bytes => new MemoryStream(bytes)), (", a byte at a time", bytes => new Drip(bytes))]
        : input == typeof(PipeReader)
            ? [("", bytes => PipeReader.Create(new MemoryStream(bytes))),
                (", a byte at a time", bytes => PipeReader.Create(new Drip(bytes)))]
        : [("", bytes => new ReadOnlySequence<byte>(bytes)), (", a byte a segment", bytes => Pieces.Single(bytes))];

    /// <summary>The method with its arguments in their places, compiled: reflection cannot pass a span.</summary>
    Call Closed(MethodInfo method, Type declared) => _calls.GetOrAdd((method, declared), key => Compile(key.Method, key.Declared));

    Call Compile(MethodInfo method, Type declared)
    {
        if (method.IsGenericMethodDefinition)
            method = method.MakeGenericMethod(declared);
        ParameterExpression end = Expression.Parameter(typeof(object)), value = Expression.Parameter(typeof(object)),
            token = Expression.Parameter(typeof(CancellationToken));
        Expression Argument(ParameterInfo parameter) =>
            parameter.ParameterType == typeof(CancellationToken) ? token
            : parameter.ParameterType == typeof(Type) ? Expression.Constant(declared)
            : parameter.Name == "options" ? Expression.Constant(_options, parameter.ParameterType)
            : parameter.ParameterType == typeof(ReadOnlySpan<byte>)
                ? Expression.Convert(Expression.Convert(end, typeof(byte[])), typeof(ReadOnlySpan<byte>))
            : Expression.Convert(parameter.Name is "value" or "target" ? value : end,
                parameter.ParameterType is { IsByRef: true } reference ? reference.GetElementType()! : parameter.ParameterType);
        Expression call =
            Expression.Call(method.IsStatic ? null : Expression.Constant(_handle), method, method.GetParameters().Select(Argument));
        Expression body = method.ReturnType == typeof(void)
            ? Expression.Block(call, Expression.Constant(null))
            : Expression.Convert(call, typeof(object));
        return Expression.Lambda<Call>(body, end, value, token).Compile();
    }

    /// <summary>What a call gave, waited for if it is still to come.</summary>
    static object? Result(object? result)
    {
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
        $"{method.Name}{(method.IsGenericMethod ? "<T>" : "")}({string.Join(", ", method.GetParameters().Where(p => p.Name != "options" && p.ParameterType != typeof(CancellationToken)).Select(p => p.ParameterType.Name))})";

    /// <summary>A buffer writer whose bytes go to a stream at once.</summary>
    sealed class StreamBuffer(Stream stream) : IBufferWriter<byte>
    {
        byte[] _bytes = [];

        public void Advance(int count) => stream.Write(_bytes, 0, count);

        public Memory<byte> GetMemory(int sizeHint = 0) => _bytes = new byte[Math.Max(sizeHint, 16)];

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
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

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            cancellationToken.IsCancellationRequested ? ValueTask.FromCanceled<int>(cancellationToken) : new(Read(buffer.Span));
        public override void Flush() => Write([], 0, 0);
        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
        public override void SetLength(long value) => throw new NotSupportedException();
        public override void Write(byte[] buffer, int offset, int count) => throw breaks ?? new NotSupportedException();
    }
}
