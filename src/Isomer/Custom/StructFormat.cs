using System.Diagnostics.CodeAnalysis;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Custom;

/// <summary>
/// A format whose two ends are structs (ref structs too): every shape is compiled for them alone, which is the fastest code and the longest
/// first call.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public abstract class StructFormat<TOptions, TSink, TSource> : CustomFormat<TOptions>
    where TOptions : class
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    readonly Ends _ends;

    /// <summary>The format under these options.</summary>
    protected StructFormat(TOptions options) : base(options) => _ends = new Ends(this);

    /// <summary>Begins writing one value, declared as the root, at a sink that is all zero.</summary>
    protected abstract void Begin(ref TSink sink, FormatOutput output, TypeModel root);

    /// <summary>Begins reading one value, declared as the root, at a source that is all zero.</summary>
    protected abstract void Begin(ref TSource source, FormatInput input, TypeModel root);

    /// <summary>Behind the value that was written: what belongs at the end, and what the sink still holds.</summary>
    protected virtual void Finish(ref TSink sink, FormatOutput output)
    {
    }

    /// <summary>Behind the value that was read: nothing may follow.</summary>
    protected virtual void Finish(ref TSource source, FormatInput input) => input.CheckEnd();

    /// <summary>Gives back what the sink has rented, whatever was thrown; it may not have begun.</summary>
    protected virtual void Release(ref TSink sink)
    {
    }

    /// <summary>
    /// Gives back what the source has rented, whatever was thrown; it may not have begun. A source with a position of its own sets the
    /// input's to it (null if it has not begun): there is the place of the error.
    /// </summary>
    protected virtual void Release(ref TSource source, FormatInput? input)
    {
    }

    internal sealed override byte[]? Write<T>(OutputTarget target, T value) => _ends.Write(this, target, value);

    internal sealed override byte[]? Write(OutputTarget target, object? value, Type type) => _ends.Write(this, target, value, type);

    internal sealed override T Read<T>(ReadOnlySpan<byte> payload) => _ends.Read<TOptions, T>(this, payload);

    internal sealed override object? Read(ReadOnlySpan<byte> payload, Type type) => _ends.Read(this, payload, type);

    internal sealed override T FillCore<T>(T target, ReadOnlySpan<byte> payload) => _ends.Fill(this, payload, target);

    sealed class Ends(StructFormat<TOptions, TSink, TSource> format) : CustomEnds<TSink, TSource>
    {
        public override void Begin(ref TSink sink, FormatOutput output, TypeModel root) => format.Begin(ref sink, output, root);

        public override void Finish(ref TSink sink, FormatOutput output) => format.Finish(ref sink, output);

        public override void Release(ref TSink sink) => format.Release(ref sink);

        public override void Begin(ref TSource source, FormatInput input, TypeModel root) => format.Begin(ref source, input, root);

        public override void Finish(ref TSource source, FormatInput input) => format.Finish(ref source, input);

        public override void Release(ref TSource source, FormatInput? input) => format.Release(ref source, input);
    }
}
