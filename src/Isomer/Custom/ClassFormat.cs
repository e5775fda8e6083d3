using System.Diagnostics.CodeAnalysis;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Custom;

/// <summary>
/// A format whose two ends are classes, <see cref="FormatWriter"/> and <see cref="FormatReader"/>: the simplest, and the smallest first
/// call.
/// </summary>
/// <example>
/// <code>
/// sealed class CborFormat(CborOptions options) : ClassFormat&lt;CborOptions&gt;(options)
/// {
///     public override string Name => "Cbor";
///     public override string MediaType => "application/cbor";
///     public override bool IsText => false;
///     protected override Convention Convention => Options.Convention;
///     protected override CustomFormat&lt;CborOptions&gt; Of(CborOptions? options) => new CborFormat(options ?? CborOptions.Default);
///     protected override FormatWriter&lt;PlainTraits&gt; Writer(FormatOutput output, TypeModel root) => new CborWriter(output, Options);
///     protected override FormatReader&lt;PlainTraits&gt; Reader(FormatInput input, TypeModel root) => new CborReader(input, Options);
/// }
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public abstract class ClassFormat<TOptions>(TOptions options) : ClassFormat<TOptions, PlainTraits>(options)
    where TOptions : class;

/// <summary>A format whose two ends are classes with traits of its own: <see cref="FormatWriter{TTraits}"/>.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public abstract class ClassFormat<TOptions, TTraits> : CustomFormat<TOptions>
    where TOptions : class
    where TTraits : struct, IClassTraits
{
    readonly Ends _ends;

    /// <summary>The format under these options.</summary>
    protected ClassFormat(TOptions options) : base(options) => _ends = new Ends(this);

    /// <summary>What writes one value, declared as the root.</summary>
    protected abstract FormatWriter<TTraits> Writer(FormatOutput output, TypeModel root);

    /// <summary>What reads one value, declared as the root.</summary>
    protected abstract FormatReader<TTraits> Reader(FormatInput input, TypeModel root);

    /// <summary>Behind the value that was written: what belongs at the end.</summary>
    protected virtual void Finish(FormatWriter<TTraits> writer, FormatOutput output)
    {
    }

    /// <summary>Behind the value that was read: nothing may follow.</summary>
    protected virtual void Finish(FormatReader<TTraits> reader, FormatInput input) => input.CheckEnd();

    internal sealed override byte[]? Write<T>(OutputTarget target, T value) => _ends.Write(this, target, value);

    internal sealed override byte[]? Write(OutputTarget target, object? value, Type type) => _ends.Write(this, target, value, type);

    internal sealed override T Read<T>(ReadOnlySpan<byte> payload) => _ends.Read<TOptions, T>(this, payload);

    internal sealed override object? Read(ReadOnlySpan<byte> payload, Type type) => _ends.Read(this, payload, type);

    internal sealed override T FillCore<T>(T target, ReadOnlySpan<byte> payload) => _ends.Fill(this, payload, target);

    /// <summary>The class within its struct.</summary>
    sealed class Ends(ClassFormat<TOptions, TTraits> format) : CustomEnds<WriterSink<TTraits>, ReaderSource<TTraits>>
    {
        public override void Begin(ref WriterSink<TTraits> sink, FormatOutput output, TypeModel root) =>
            sink = new(format.Writer(output, root));

        public override void Finish(ref WriterSink<TTraits> sink, FormatOutput output) => format.Finish(sink.Writer, output);

        public override void Begin(ref ReaderSource<TTraits> source, FormatInput input, TypeModel root)
        {
            source = new(format.Reader(input, root));
            source.Reader.KeepsKeys = true;
        }

        public override void Finish(ref ReaderSource<TTraits> source, FormatInput input)
        {
            format.Finish(source.Reader, input);
            source.Reader.FinishKeys();
        }
    }
}
