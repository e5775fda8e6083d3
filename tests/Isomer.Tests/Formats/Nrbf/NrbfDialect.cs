using System.Reflection;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters;
using System.Runtime.Serialization.Formatters.Binary;
using Isomer.Tests.Differential;

#pragma warning disable SYSLIB0011, SYSLIB0050 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>BinaryFormatter of this runtime against Nrbf: bytes, graphs, both tiers, and whatever becomes of mutated bytes.</summary>
sealed class NrbfDialect : Dialect
{
    public override string Name => "Nrbf against BinaryFormatter";

    public override Grammar Grammar { get; } = new NrbfGrammar();

    // Damaged bytes are not for the original: it allocates what they say, and may end the process.
    public override int EditsPerCase => 0;

    public override bool TakesOpenTypes => true;

    public override RandomValues Values(Choices choices, IReadOnlyList<Type> types) => new NrbfValues(choices, AllOf(types));

    static List<Type> AllOf(IReadOnlyList<Type> types) => [.. types.SelectMany(static t => (Type[])[t, .. t.GetNestedTypes()])];

    public override OptionPair Options(Choices choices, IReadOnlyList<Type> types)
    {
        var tier = choices.Once(2) ? ShapeTier.Reflection : ShapeTier.Emitted;
        var style = choices.Once(4)
            ? choices.Of(NrbfTypeStyle.TypesWhenNeeded, NrbfTypeStyle.XsdString, NrbfTypeStyle.XsdString | NrbfTypeStyle.TypesAlways)
            : NrbfTypeStyle.TypesAlways;
        return new(types[0].Assembly, new NrbfOptions
        {
            TypeStyle = style,
            Convention = Convention.Fields.WithTier(tier),
            KnownTypes = [.. AllOf(types), typeof(Exception), typeof(ArgumentException), typeof(InvalidOperationException),
                typeof(KeyNotFoundException)],
        }, $"{tier}, {style}");
    }

    public override Type Root(Type root, Choices choices) => choices.Below(6) switch
    {
        4 => typeof(List<>).MakeGenericType(root),
        5 => root.MakeArrayType(),
        _ => root,
    };

    /// <summary>Types of an assembly that a test has made are found by its name, in generic arguments too.</summary>
    sealed class Binder(Assembly made) : SerializationBinder
    {
        public override Type? BindToType(string assemblyName, string typeName) =>
            Type.GetType($"{typeName}, {assemblyName}", name => name.Name == made.GetName().Name ? made : Assembly.Load(name),
                static (assembly, name, _) => assembly!.GetType(name, true));
    }

    object? _written;

    public override byte[] OriginalWrite(object? value, Type type, OptionPair options) =>
        NrbfStyleTests.Original((_written = value)!, (FormatterTypeStyle)((NrbfOptions)options.Ours!).TypeStyle,
            FormatterAssemblyStyle.Simple);

    /// <summary>The names of all types of which objects were written, and how many objects these were.</summary>
    public HashSet<string> TypesWritten { get; } = [];

    public long ObjectsWritten { get; private set; }

    readonly Isomer.Formats.NrbfTypeCounts _counts = new();

    public override byte[] OurWrite(object? value, Type type, OptionPair options)
    {
        byte[] written = Nrbf.Serialize(value!, (NrbfOptions)options.Ours!);
        foreach (var (name, count) in _counts.Of(written, (NrbfOptions)options.Ours!))
        {
            TypesWritten.Add($"{name.Type}, {name.Assembly}");
            ObjectsWritten += count;
        }
        return written;
    }

    public override object? OriginalRead(byte[] bytes, Type type, OptionPair options) =>
        new BinaryFormatter { Binder = new Binder((Assembly)options.Original!) }.Deserialize(new MemoryStream(bytes));

    public override object? OurRead(byte[] bytes, Type type, OptionPair options) =>
        Nrbf.Deserialize<object>(bytes, (NrbfOptions)options.Ours!);

    public override string? Difference(Outcome original, Outcome ours)
    {
        if (original.Refusal is not null || ours.Refusal is not null)
            return Outcome.Difference(original, ours);
        if (original.Result is byte[] a && ours.Result is byte[] b)
            return a.AsSpan().SequenceEqual(b) ? null : $"the bytes differ at {a.AsSpan().CommonPrefixLength(b)}";
        try
        {
            return SameGraph.Difference(original.Result, ours.Result);
        }
        catch (Exception e)
        {
            return $"a graph that cannot be looked at: {e.Message}";
        }
    }

    public override byte[] Edit(byte[] document, Choices choices) => document;

    /// <summary>As a root that is declared, from the other tier, and damaged.</summary>
    public override string? Further(object? value, byte[] ours, Type type, OptionPair options)
    {
        var given = (NrbfOptions)options.Ours!;
        var random = new Random(ours.Length);
        var (any, typed) = (Outcome.Of(() => Nrbf.Deserialize<object>(ours, given)),
            Outcome.Of(() => Nrbf.Deserialize(ours, type, given)));
        if (Difference(any, typed) is { } difference)
            return $"as the declared type: {difference}, {any}, {typed}";
        if (NrbfJudgeTests.Judge(ours, given).Difference is { } judged)
            return judged;
        for (int i = 0; i < 12; i++)
        {
            byte[] damaged = Damaged(ours, random);
            if (NrbfJudgeTests.Judge(damaged, given).Difference is { } other)
                return other;
            long before = GC.GetAllocatedBytesForCurrentThread();
            var error = Xunit.Record.Exception(() => Nrbf.Deserialize<object>(damaged, given));
            long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            if (error is not (null or WireFormatException { Offset: >= 0, Path: not null, Format: "Nrbf" }))
                return $"damaged: {error.GetType()} {error.Message}\n{error}\n{Convert.ToHexString(damaged)}";
            // What was made at the first use of a type is none of the payload's.
            if (allocated > (damaged.Length * 100L) + (4 << 20))
                return $"damaged: {allocated} bytes of memory\n{Convert.ToHexString(damaged)}";
        }
        return null;
    }

    public override string? FurtherRead(byte[] document, Type type, OptionPair options) =>
        DrawnFill.Difference(typeof(Nrbf), options.Ours!, document, type, isUnmade: _ => true, Difference);

    static byte[] Damaged(byte[] payload, Random random)
    {
        byte[] damaged = [.. payload];
        for (int n = random.Next(1, 4); n > 0; n--)
            damaged[random.Next(17, damaged.Length)] = random.Next(3) == 0 ? (byte)random.Next(24) : (byte)random.Next(256);
        return random.Next(4) == 0 ? damaged[..random.Next(damaged.Length)] : damaged;
    }

    /// <summary>
    /// Where the original does not read its own bytes as what was written, and ours does: references in structs of a cycle, comparers
    /// without case. And where its bytes are not what it writes again: exceptions tell their class by a string that the runtime keeps only
    /// until it is collected, so two of one class share it or do not. And where it writes what it cannot read: a struct of another library
    /// in an array of ValueType is told without its library.
    /// </summary>
    public override string? Documented(Finding finding) =>
        finding.Step == "read" && finding.Ours?.Refusal is null
            && SameGraph.Difference(_written, finding.Ours?.Result, replaces: true) is null ? "only ours reads what was written"
        : finding.Step == "write" && finding.Code.Contains("Exception", StringComparison.Ordinal)
            && Difference(Outcome.Of(() => OriginalWrite(_written, finding.Type, finding.Options)),
                Outcome.Of(() => OurWrite(_written, finding.Type, finding.Options))) is null
            ? "the name of an exception's class was collected between two of them"
        : finding.Step == "write" && finding.Original?.Result is byte[] theirs
            && Outcome.Of(() => OriginalRead(theirs, finding.Type, finding.Options)).Refusal is not null && IsReadByOurs(finding)
            ? "the original does not read what it writes, and what ours writes is read"
        : finding.Step == "write" && IsOfCompareInfos(finding)
            ? "the original tells one of two equal objects that it is being written (NrbfCallbackTests)"
        : null;

    /// <summary>
    /// CompareInfo puts its culture's number in when it is told that it is being written: 127, where the second of two equal ones has 0.
    /// </summary>
    static bool IsOfCompareInfos(Finding finding) =>
        finding.Original?.Result is byte[] theirs && finding.Ours?.Result is byte[] ours && theirs.Length == ours.Length
        && ours.AsSpan().Count("System.Globalization.CompareInfo"u8) > 0
        && Enumerable.Range(0, ours.Length).All(i => ours[i] == theirs[i] || (ours[i] == 127 && theirs[i] == 0));

    bool IsReadByOurs(Finding finding) =>
        finding.Ours?.Result is byte[] ours && Outcome.Of(() => OurRead(ours, finding.Type, finding.Options)) is { Refusal: null } read
            && SameGraph.Difference(_written, read.Result, replaces: true) is null;
}
