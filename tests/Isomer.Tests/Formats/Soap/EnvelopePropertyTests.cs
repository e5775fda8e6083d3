using Isomer.Tests.Differential;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

namespace Isomer.Tests.Formats.OfSoap;

/// <summary>
/// Random [Serializable] types and graphs: both tiers write the same envelope, and it is read back as the same graph; damaged it is read or
/// refused.
/// </summary>
public class EnvelopePropertyTests(ITestOutputHelper output)
{
    [Fact]
    public void What_is_written_is_read() => new DifferentialRun(new EnvelopeDialect(), output.WriteLine).Run(200, 7);
}

/// <summary>In the original's place stands what was written: the other tier's envelope, the graph itself.</summary>
sealed class EnvelopeDialect : Dialect
{
    readonly NrbfDialect _nrbf = new();
    object? _written;

    public override string Name => "Soap against what was written";

    public override Grammar Grammar => _nrbf.Grammar;

    public override bool TakesOpenTypes => true;

    public override int EditsPerCase => 0;

    public override RandomValues Values(Choices choices, IReadOnlyList<Type> types) => _nrbf.Values(choices, types);

    public override Type Root(Type root, Choices choices) => _nrbf.Root(root, choices);

    public override OptionPair Options(Choices choices, IReadOnlyList<Type> types)
    {
        var given = (NrbfOptions)_nrbf.Options(choices, types).Ours!;
        var style = choices.Once(3)
            ? choices.Of(SoapTypeStyle.TypesAlways, SoapTypeStyle.XsdString, SoapTypeStyle.XsdString | SoapTypeStyle.TypesAlways)
            : SoapTypeStyle.TypesWhenNeeded;
        var assemblies = choices.Once(3) ? SoapAssemblyStyle.Simple : SoapAssemblyStyle.Full;
        var options = new SoapOptions
        {
            KnownTypes = given.KnownTypes,
            WritesGenerics = true,
            DateStyle = SoapDateStyle.KeepsKind,
            TypeStyle = style,
            AssemblyStyle = assemblies
        };
        return new(options with { Convention = Convention.Fields.WithTier(ShapeTier.Emitted) },
            options with { Convention = Convention.Fields.WithTier(ShapeTier.Reflection) }, $"{style}, {assemblies}");
    }

    public override byte[] OriginalWrite(object? value, Type type, OptionPair options) =>
        Soap.Serialize((_written = value)!, (SoapOptions)options.Original!);

    public override byte[] OurWrite(object? value, Type type, OptionPair options) =>
        Soap.Serialize(value!, (SoapOptions)options.Ours!);

    public override object? OriginalRead(byte[] bytes, Type type, OptionPair options) => _written;

    public override object? OurRead(byte[] bytes, Type type, OptionPair options) =>
        Soap.Deserialize<object>(bytes, (SoapOptions)(bytes.Length % 2 == 0 ? options.Ours : options.Original)!);

    public override string? Difference(Outcome original, Outcome ours)
    {
        if (original.Refusal is not null || ours.Refusal is not null)
            return Outcome.Difference(original, ours);
        if (original.Result is byte[] a && ours.Result is byte[] b)
            return a.AsSpan().SequenceEqual(b) ? null : $"the envelopes differ at {a.AsSpan().CommonPrefixLength(b)}";
        try
        {
            // Without numbers equal strings are as many objects as they stand there.
            return SameGraph.Difference(original.Result, ours.Result, replaces: true);
        }
        catch (Exception e)
        {
            return $"a graph that cannot be looked at: {e.Message}";
        }
    }

    /// <summary>
    /// An entry that was added as what it is, and is asked for as an interface that strings have too: nothing says that it is not text.
    /// Keys that stand for one object (IObjectReference): BinaryFormatter refuses its own bytes of them too.
    /// </summary>
    public override string? Documented(Finding finding) =>
        finding.Step == "read" && finding.Code.Contains("IObjectReference", StringComparison.Ordinal)
            && finding.Ours?.Refusal?.Message is { } message && message.Contains("has the key", StringComparison.Ordinal)
            && message.Contains("twice", StringComparison.Ordinal) ? "two keys that are one object" :
        finding.Step == "read"
            && (finding.Difference.EndsWith("is not System.String", StringComparison.Ordinal)
                || finding.Ours?.Refusal?.Message.Contains("from 'System.String'", StringComparison.Ordinal) == true)
                    ? "an entry that does not say what it is is text"
                    : null;

    public override string? FurtherRead(byte[] document, Type type, OptionPair options) =>
        DrawnFill.Difference(typeof(Soap), options.Ours!, document, type, isUnmade: _ => true, Difference);

    public override byte[] Edit(byte[] document, Choices choices) => document;

    public override string? Further(object? value, byte[] ours, Type type, OptionPair options)
    {
        var given = (SoapOptions)options.Ours!;
        var random = new Random(ours.Length);
        for (int i = 0; i < 12; i++)
        {
            byte[] damaged = [.. ours];
            for (int n = random.Next(1, 4); n > 0; n--)
                damaged[random.Next(360, damaged.Length)] = (byte)random.Next(32, 127);
            if (random.Next(4) == 0)
                damaged = damaged[..random.Next(damaged.Length)];
            long before = GC.GetAllocatedBytesForCurrentThread();
            var error = Record.Exception(() => Soap.Deserialize<object>(damaged, given));
            long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            if (error is not (null or WireFormatException { Offset: >= 0, Path: not null, Format: "Soap", Line: > 0 }))
                return $"damaged: {error.GetType()} {error.Message}\n{error}\n{System.Text.Encoding.UTF8.GetString(damaged)}";
            // What was made at the first use of a type is none of the envelope's.
            if (allocated > (damaged.Length * 100L) + (4 << 20))
                return $"damaged: {allocated} bytes of memory\n{System.Text.Encoding.UTF8.GetString(damaged)}";
        }
        return null;
    }
}
