using System.Runtime.CompilerServices;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Shapes;
using Isomer.Wire;
using Facade = Isomer.Calls.Facade<Isomer.Formats.CompactCalls, Isomer.CompactOptions>;

namespace Isomer;

/// <summary>The reading half of the facade.</summary>
public static partial class Compact
{
    /// <summary>The value of a payload.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Deserialize<T>(ReadOnlySpan<byte> payload, CompactOptions? options = null) =>
        Read(Codecs<CompactSink, CompactSource>.Standard<T>.Codec, payload, options);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static T Read<T>(Codec<CompactSink, CompactSource, T>? known, ReadOnlySpan<byte> payload, CompactOptions? options)
    {
        // What the handlers need is assigned once, so that it stays in a register before them.
        var rules = options ?? CompactOptions.Default;
        var codec = CodecOf(known, rules, payload.Length);
        var root = CompactRoot.Of(codec.Model);
        var frame = Open(payload, root);
        if (frame.Plan is not null)
            return (T)CompactCalls.Adapted(payload, typeof(T), rules, root, frame)!;
        var source = new CompactSource(root, rules, payload[..frame.End], frame.ValueAt, frame.HasReferences);
        if (frame.HasReferences)
            KeyDebt.Enter(payload.Length);
        Exception error;
        try
        {
            T value = codec.Read(ref source);
            source.End();
            return value;
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            error = e;
        }
        finally
        {
            if (frame.HasReferences)
                KeyDebt.Leave();
        }
        if (error is CompactElsewhereException)
            return (T)CompactCalls.Adapted(payload, typeof(T), rules, root, frame with { Plan = root.PlanOfOwn() })!;
        // Not within the catch: until that is left, the stack of what failed is still in use, and it may be deep.
        throw CompactErrors.Wrap(error, source.Position, payload, frame, root, rules, source.OpenDepth);
    }

    /// <summary>The value of a stream, which is read to its end.</summary>
    public static T Deserialize<T>(Stream input, CompactOptions? options = null) => Facade.Deserialize<T>(input, options);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static CompactFrame Open(ReadOnlySpan<byte> payload, CompactRoot root) =>
        CompactHeader.IsPlain(payload, root, out int valueAt) ? new() { ValueAt = valueAt, End = payload.Length } : OpenAny(payload, root);

    static CompactFrame OpenAny(ReadOnlySpan<byte> payload, CompactRoot root)
    {
        try
        {
            var frame = CompactHeader.Open(payload, root);
            return frame.Plan is null && root.OwnPlan is { } own ? frame with { Plan = own } : frame;
        }
        catch (WireFormatException e)
        {
            AtHeader(e);
            throw;
        }
    }

    static void AtHeader(WireFormatException e)
    {
        e.Format ??= FormatName;
        if (e.Offset < 0)
            e.Offset = 1;
    }
}
