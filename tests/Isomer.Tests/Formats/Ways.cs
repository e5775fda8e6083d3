using System.Buffers;
using System.IO.Pipelines;
using System.Reflection;
using System.Text;

namespace Isomer.Tests.Formats;

/// <summary>Every way of calling one facade under some options: all that writes, all that reads. Found by reflection, so a method that comes later is tried too.</summary>
public sealed class Ways
{
    public delegate byte[] Writes(object? value);
    public delegate object? Reads(byte[] payload);

    delegate T ReadSpan<T, TOptions>(ReadOnlySpan<byte> payload, TOptions options);
    delegate object? ReadSpanOf<TOptions>(ReadOnlySpan<byte> payload, Type type, TOptions options);
    delegate T FillSpan<T, TOptions>(T target, ReadOnlySpan<byte> payload, TOptions options);

    readonly Type _facade;
    readonly object? _options;

    Ways(string name, Type facade, object? options) => (Name, _facade, _options) = (name, facade, options);

    /// <summary>The format and its preset.</summary>
    public string Name { get; }

    public bool IsText => Name is not ("Compact" or "Compact with a checksum" or "Protobuf" or "ContractXml binary");

    /// <summary>All facades, and presets that take a path of their own.</summary>
    public static IReadOnlyList<Ways> All { get; } =
    [
        new("Json", typeof(Json), null), new("FastJson", typeof(Json), JsonOptions.FastJson), new("Graph", typeof(Json), JsonOptions.Graph), new("Compact", typeof(Compact), null),
        new("Compact with a checksum", typeof(Compact), new CompactOptions { Checksum = true }), new("Protobuf", typeof(Isomer.Protobuf), null), new("ContractXml", typeof(ContractXml), null),
        new("ContractXml binary", typeof(ContractXml), ContractXmlOptions.Binary), new("ContractJson", typeof(ContractJson), null), new("Xml", typeof(Isomer.Xml), null),
        new("Soap", typeof(Isomer.Soap), new SoapOptions { Convention = Convention.Fields.WithUnmarkedTypes(), KnownTypes = [typeof(WaysTests.Dog), typeof(WaysTests.Puppy)], WritesGenerics = true }),
    ];

    /// <summary>Each method that writes, for a declared type.</summary>
    public IEnumerable<(string Way, Writes Write)> Writers(Type declared)
    {
        foreach (var method in Methods("Serialize", "SerializeAsync", "ToText"))
        {
            bool twin = !method.IsGenericMethodDefinition;
            var call = twin ? method : method.MakeGenericMethod(declared);
            object?[] Arguments(object? output, object? value) =>
                [.. call.GetParameters().Select(p => p.ParameterType == typeof(Type) ? declared : p.Name == "value" ? value : p.Name == "options" ? _options : p.ParameterType == typeof(CancellationToken) ? CancellationToken.None : output)];
            yield return (Signature(method), value =>
            {
                var output = call.GetParameters()[0].ParameterType;
                var stream = new MemoryStream();
                object? target = output == typeof(Stream) ? stream : output == typeof(PipeWriter) ? PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true)) : output == typeof(IBufferWriter<byte>) ? new ArrayBufferWriter<byte>() : null;
                object? result = Invoke(call, Arguments(target, value));
                return result as byte[] ?? (result is string text ? Encoding.UTF8.GetBytes(text) : target is ArrayBufferWriter<byte> buffer ? buffer.WrittenSpan.ToArray() : stream.ToArray());
            }
            );
        }
    }

    /// <summary>Each method that reads, with inputs in one piece and in pieces of one byte.</summary>
    public IEnumerable<(string Way, Reads Read)> Readers(Type declared)
    {
        foreach (var method in Methods("Deserialize", "DeserializeAsync", "FromText"))
        {
            bool twin = !method.IsGenericMethodDefinition;
            var call = twin ? method : method.MakeGenericMethod(declared);
            var input = call.GetParameters()[0].ParameterType;
            if (input == typeof(ReadOnlySpan<byte>))
            {
                yield return (Signature(method), twin ? (Reads)Generic(nameof(SpanTwin), Options).Invoke(this, [call, declared])! : (Reads)Generic(nameof(Span), declared, Options).Invoke(this, [call])!);
                continue;
            }
            foreach (var (how, make) in Inputs(input))
                yield return (Signature(method) + how, payload => Invoke(call, [.. call.GetParameters().Select(p =>
                    p.ParameterType == typeof(Type) ? declared : p.Name == "options" ? _options : p.ParameterType == typeof(CancellationToken) ? CancellationToken.None : make(payload))]));
        }
    }

    /// <summary>Each method that writes to something: to a stream, pipe or buffer that throws, or under a token.</summary>
    public IEnumerable<(string Way, Action<object?> Write)> WritersTo(Type declared, Stream stream, CancellationToken token) =>
        from method in Methods("Serialize", "SerializeAsync")
        let call = method.IsGenericMethodDefinition ? method.MakeGenericMethod(declared) : method
        let output = call.GetParameters()[0].ParameterType
        let target = output == typeof(Stream) ? stream : output == typeof(PipeWriter) ? PipeWriter.Create(stream) : output == typeof(IBufferWriter<byte>) ? new StreamBuffer(stream) : (object?)null
        where target is not null && (!token.IsCancellationRequested || method.Name == "SerializeAsync")
        select (Signature(method), (Action<object?>)(value => Invoke(call, [.. call.GetParameters().Select((p, i) =>
            i == 0 ? target : p.ParameterType == typeof(Type) ? declared : p.Name == "options" ? _options : p.ParameterType == typeof(CancellationToken) ? token : value)])));

    /// <summary>Each method that reads from a stream or pipe, under a token.</summary>
    public IEnumerable<(string Way, Func<object?> Read)> ReadersOf(Type declared, Func<Stream> stream, CancellationToken token) =>
        from method in Methods("Deserialize", "DeserializeAsync")
        let call = method.IsGenericMethodDefinition ? method.MakeGenericMethod(declared) : method
        let input = call.GetParameters()[0].ParameterType
        where (input == typeof(Stream) || input == typeof(PipeReader)) && (!token.IsCancellationRequested || method.Name == "DeserializeAsync")
        select (Signature(method), (Func<object?>)(() => Invoke(call, [.. call.GetParameters().Select((p, i) =>
            i == 0 ? input == typeof(Stream) ? stream() : PipeReader.Create(stream()) : p.ParameterType == typeof(Type) ? declared : p.Name == "options" ? _options : (object)token)])));

    /// <summary>A buffer writer whose bytes go to a stream at once.</summary>
    sealed class StreamBuffer(Stream stream) : IBufferWriter<byte>
    {
        byte[] _bytes = [];

        public void Advance(int count) => stream.Write(_bytes, 0, count);

        public Memory<byte> GetMemory(int sizeHint = 0) => _bytes = new byte[Math.Max(sizeHint, 16)];

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }

    /// <summary>Reads into an object that is there.</summary>
    public Func<object, byte[], object?> Filler(Type declared) => (Func<object, byte[], object?>)Generic(nameof(FillOf), declared, Options).Invoke(this, [Methods("Fill").Single().MakeGenericMethod(declared)])!;

    public static Type FacadeOf(string name) => typeof(Format).Assembly.GetType("Isomer." + name)!;

    Type Options => _facade.Assembly.GetType($"Isomer.{_facade.Name}Options")!;

    IEnumerable<MethodInfo> Methods(params string[] names) => _facade.GetMethods(BindingFlags.Public | BindingFlags.Static).Where(m => names.Contains(m.Name) && m.GetParameters().Any(p => p.ParameterType == Options)
        && m.GetParameters().All(p => p.ParameterType != typeof(System.Xml.XmlWriter) && p.ParameterType != typeof(System.Xml.XmlReader)) && !(m.Name.EndsWith("Text", StringComparison.Ordinal) && !IsText));

    static string Signature(MethodInfo method) => $"{method.Name}{(method.IsGenericMethodDefinition ? "<T>" : "")}({string.Join(", ", method.GetParameters().Where(p => p.Name != "options" && p.ParameterType != typeof(CancellationToken)).Select(p => p.ParameterType.Name))})";

    static MethodInfo Generic(string name, params Type[] arguments) => typeof(Ways).GetMethod(name, BindingFlags.NonPublic | BindingFlags.Instance)!.MakeGenericMethod(arguments);

    Reads Span<T, TOptions>(MethodInfo method)
    {
        var read = method.CreateDelegate<ReadSpan<T, TOptions>>();
        return payload => read(payload, (TOptions)_options!);
    }

    Reads SpanTwin<TOptions>(MethodInfo method, Type declared)
    {
        var read = method.CreateDelegate<ReadSpanOf<TOptions>>();
        return payload => read(payload, declared, (TOptions)_options!);
    }

    Func<object, byte[], object?> FillOf<T, TOptions>(MethodInfo method)
    {
        var fill = method.CreateDelegate<FillSpan<T, TOptions>>();
        return (target, payload) => fill((T)target, payload, (TOptions)_options!);
    }

    static IEnumerable<(string How, Func<byte[], object?> Make)> Inputs(Type input) =>
        input == typeof(string) ? [("", bytes => Encoding.UTF8.GetString(bytes))]
        : input == typeof(Stream) ? [("", bytes => new MemoryStream(bytes)), (", a byte at a time", bytes => new Drip(bytes))]
        : input == typeof(PipeReader) ? [("", bytes => PipeReader.Create(new MemoryStream(bytes))), (", a byte at a time", bytes => PipeReader.Create(new Drip(bytes)))]
        : [("", bytes => new ReadOnlySequence<byte>(bytes)), (", a byte a segment", bytes => Pieces(bytes))];

    static object? Invoke(MethodInfo method, object?[] arguments)
    {
        object? result;
        try
        {
            result = method.Invoke(null, BindingFlags.DoNotWrapExceptions, null, arguments, null);
        }
        catch (AggregateException e) when (e.InnerException is not null)
        {
            throw e.InnerException;
        }
        if (result is ValueTask task)
        {
            task.AsTask().GetAwaiter().GetResult();
            return null;
        }
        if (result is null || !result.GetType().IsGenericType || result.GetType().GetGenericTypeDefinition() != typeof(ValueTask<>))
            return result;
        var asTask = (Task)result.GetType().GetMethod("AsTask")!.Invoke(result, null)!;
        asTask.GetAwaiter().GetResult();
        return asTask.GetType().GetProperty("Result")!.GetValue(asTask);
    }

    public static ReadOnlySequence<byte> Pieces(byte[] bytes)
    {
        var first = new Piece(default, 0);
        var last = first;
        for (int i = 0; i < bytes.Length; i++)
            last = last.Append(bytes.AsMemory(i, 1), i);
        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    public override string ToString() => Name;

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

    /// <summary>A stream that gives one byte at a time, cannot seek and does not know its length.</summary>
    public sealed class Drip(byte[] bytes) : Stream
    {
        int _at;

        public override bool CanRead => true;
        public override bool CanSeek => false;
        public override bool CanWrite => false;
        public override long Length => throw new NotSupportedException();
        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override int Read(Span<byte> buffer)
        {
            if (_at == bytes.Length || buffer.IsEmpty)
                return 0;
            buffer[0] = bytes[_at++];
            return 1;
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => cancellationToken.IsCancellationRequested ? ValueTask.FromCanceled<int>(cancellationToken) : new(Read(buffer.Span));
        public override void Flush() { }
        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
        public override void SetLength(long value) => throw new NotSupportedException();
        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
