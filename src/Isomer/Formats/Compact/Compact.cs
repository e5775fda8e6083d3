using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Facade = Isomer.Calls.Facade<Isomer.Formats.CompactCalls, Isomer.CompactOptions>;

namespace Isomer;

/// <summary>
/// Isomer's own binary format: small, fast, and tolerant of change. Members may be added, removed, reordered, renamed (with
/// an alias) and widened; old readers read new data and the reverse. docs/compact.md specifies the bytes.
/// </summary>
/// <remarks>
/// A payload is self-contained: it names the layout of its types once, so nothing has to be agreed on beforehand. Where the
/// reader's types have the same layout, values are read by position at full speed; otherwise member by member. Input is
/// never trusted: reading returns a value or throws <see cref="WireFormatException"/>, creates only types that the
/// declared one reaches or that were registered, and allocates nothing that the rest of the input could not fill.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static partial class Compact
{
    internal const string FormatName = "Compact";

    /// <summary>The value as bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte[] Serialize<T>(T value, CompactOptions? options = null) =>
        Write(Codecs<CompactSink, CompactSource>.Standard<T>.Codec, value, options);

    // A unit of its own, as with Json.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static byte[] Write<T>(Codec<CompactSink, CompactSource, T>? known, T value, CompactOptions? options)
    {
        // First of all, so that memory that has just been cleared is not cleared again.
        var sink = default(CompactSink);
        options ??= CompactOptions.Default;
        var codec = CodecOf(known, options);
        Begin(ref sink, codec.Model, options, default);
        try
        {
            codec.Write(ref sink, value);
            return End(ref sink, options);
        }
        finally
        {
            sink.Release();
        }
    }

    /// <summary>Writes the value to a buffer writer, in chunks if it is large.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Serialize<T>(IBufferWriter<byte> output, T value, CompactOptions? options = null) =>
        Write(Codecs<CompactSink, CompactSource>.Standard<T>.Codec, output, value, options);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Write<T>(Codec<CompactSink, CompactSource, T>? known, IBufferWriter<byte> output, T value, CompactOptions? options)
    {
        // By hand, as the array; what is lent is taken behind all that can be refused.
        var sink = default(CompactSink);
        ArgumentNullException.ThrowIfNull(output);
        options ??= CompactOptions.Default;
        if (options.Checksum)
        {
            Facade.Serialize<T>(output, value, options);
            return;
        }
        var codec = CodecOf(known, options);
        var root = CompactRoot.Of(codec.Model);
        byte[] prefix = root.Prefix(options.Schema);
        Begin(ref sink, root, prefix, options, new OutputTarget(output));
        try
        {
            codec.Write(ref sink, value);
            sink.Output.Finish();
        }
        finally
        {
            sink.Release();
        }
    }

    /// <summary>Writes the value to a stream, in chunks if it is large.</summary>
    public static void Serialize<T>(Stream output, T value, CompactOptions? options = null) => Facade.Serialize<T>(output, value, options);

    internal static void Begin(ref CompactSink sink, TypeModel model, CompactOptions options, OutputTarget target)
    {
        var root = CompactRoot.Of(model);
        Begin(ref sink, root, root.Prefix(options.Schema), options, target);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static void Begin(ref CompactSink sink, CompactRoot root, byte[] prefix, CompactOptions options, OutputTarget target)
    {
        sink.Begin(root, options, target);
        ref var output = ref sink.Output;
        output.Put(CompactHeader.For(options));
        output.Write(prefix);
    }

    internal static byte[] End(ref CompactSink sink, CompactOptions options)
    {
        if (!options.Checksum)
            return sink.Output.ToArray();
        byte[] result = sink.Output.ToArray(CompactChecksum.Size);
        int length = result.Length - CompactChecksum.Size;
        BitConverter.TryWriteBytes(result.AsSpan(length), CompactChecksum.Of(result.AsSpan(0, length)));
        return result;
    }

    internal static Codec<CompactSink, CompactSource, T> CodecOf<T>(CompactOptions options, int bytes = 0) =>
        CodecOf(Codecs<CompactSink, CompactSource>.Standard<T>.Codec, options, bytes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static Codec<CompactSink, CompactSource, T> CodecOf<T>(Codec<CompactSink, CompactSource, T>? known, CompactOptions options,
        int bytes = 0)
    {
        if (!BitConverter.IsLittleEndian)
            throw BigEndian();
        return Codecs<CompactSink, CompactSource>.Of(known, options.Convention, bytes);
    }

    internal static TypeModel ModelOf(Type type, CompactOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        if (!BitConverter.IsLittleEndian)
            throw BigEndian();
        return options.Convention.ModelOf(type);
    }

    static PlatformNotSupportedException BigEndian() =>
        new("Compact copies numbers as they lie in memory, which needs a little-endian machine.");
}
