using System.Diagnostics.CodeAnalysis;
using Isomer.Copying;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer;

/// <summary>
/// Copies object graphs through the same shapes that serialize them, without a format in between: run-time types, shared objects and
/// cycles stay what they are; strings and other immutable values are shared, not copied.
/// </summary>
/// <example>
/// <code>
/// Order copy = DeepCopy.Of(order);
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static class DeepCopy
{
    /// <summary>
    /// A copy of everything that the convention sees; by default public properties and fields, but for those that [Skip] or [JsonIgnore]
    /// leaves out.
    /// </summary>
    /// <exception cref="NotSupportedException">Something in the graph has no shape, or could not be made again.</exception>
    public static T Of<T>(T value, Convention? convention = null)
    {
        if (value is null)
            return value;
        var pair = new Pair<T>(Codecs<CopySink, CopySource>.Of<T>(Seen(convention)), value);
        Run(ref pair);
        return pair.Copy!;
    }

    /// <summary>A copy of a value whose type is known only at run time, seen as a member of that type is.</summary>
    public static object? Of(object? value, Type type, Convention? convention = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        Refusals.CheckIsOf(value, type);
        if (value is null)
            return null;
        var pair = new BoxedPair(Codecs<CopySink, CopySource>.Of(Seen(convention).ModelOf(type)), value);
        Run(ref pair);
        return pair.Copy;
    }

    static Convention Seen(Convention? convention) => (convention ?? CopyConvention.Usual).Lossless;

    static void Run<TPair>(ref TPair pair) where TPair : struct, IPair
    {
        var tape = CopyTape.Rent();
        var sink = new CopySink(tape);
        bool outer = HashGuard.t_copies;
        try
        {
            HashGuard.t_copies = true;
            pair.Write(ref sink);
            var source = new CopySource(tape, sink.Output.Written);
            pair.Read(ref source);
        }
        catch (WireFormatException e)
        {
            // The shapes' word for what cannot be made; here there is no input to blame.
            throw new NotSupportedException(e.Message, e);
        }
        finally
        {
            HashGuard.t_copies = outer;
            sink.Dispose();
            tape.Return();
        }
    }

    /// <summary>What is copied, and its copy.</summary>
    interface IPair
    {
        void Write(ref CopySink sink);

        void Read(ref CopySource source);
    }

    struct Pair<T>(Codec<CopySink, CopySource, T> codec, T value) : IPair
    {
        public T? Copy { get; private set; }

        public readonly void Write(ref CopySink sink) => codec.Write(ref sink, value);

        public void Read(ref CopySource source)
        {
            Copy = codec.Read(ref source);
            source.End();
        }
    }

    struct BoxedPair(Codec<CopySink, CopySource> codec, object value) : IPair
    {
        public object? Copy { get; private set; }

        public readonly void Write(ref CopySink sink) => codec.WriteObject(ref sink, value);

        public void Read(ref CopySource source)
        {
            Copy = codec.ReadObject(ref source);
            source.End();
        }
    }
}
