using System.Text;
using System.Text.RegularExpressions;
using Isomer.Fuzz.Targets;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Each reference of a graph is led to each of its objects: to what is of another type, and to what is being read and is no object before
/// it is whole. Whatever becomes of that is read, or refused in the one way, and costs no more than a hundred times its size and a
/// megabyte; what is read is written as the same bytes from then on. And no prefix is taken for the whole.
/// </summary>
public class NrbfReferenceTests
{
    const int Most = 14;

    static readonly System.Collections.Immutable.ImmutableArray<Type> s_known = [.. NrbfTests.Options.KnownTypes, .. Standing.Known,
        .. Hosted.Known];

    static readonly SoapOptions s_soap = new() { KnownTypes = s_known, WritesGenerics = true, DateStyle = SoapDateStyle.KeepsKind };

    static readonly Dictionary<string, Func<object>> s_graphs = Graphs();

    static Dictionary<string, Func<object>> Graphs()
    {
        var graphs = new Dictionary<string, Func<object>>(NrbfGraphs.All) { ["standing"] = Standing.Sample };
        foreach (var (i, sample) in Hosted.Samples().Index())
            graphs.Add($"hosted {i}, {sample.GetType().Name}", () => sample);
        return graphs;
    }

    public static TheoryData<string> Names => [.. s_graphs.Keys];

    static NrbfOptions Options(ShapeTier tier) =>
        NrbfTests.Options with { KnownTypes = s_known, Convention = Convention.Fields.WithTier(tier) };

    [Theory, MemberData(nameof(Names))]
    public void Any_reference_to_any_object(string name)
    {
        var options = Options(name.Length % 2 == 0 ? ShapeTier.Emitted : ShapeTier.Reflection);
        byte[] payload = Nrbf.Serialize(s_graphs[name](), options);
        bool isStable = IsStable(payload, b => Nrbf.Deserialize<object>(b, options), v => Nrbf.Serialize(v, options));
        var node = Nrbf.RecordsFormat.ParseNode(payload)!;
        var references = NodePath.Parse("$..[?@.ref]").Select(node).OfType<NodeObject>().ToList();
        int[] objects = [.. NodePath.Parse("$..id").Select(node).Select(static id => (int)id!).Where(static id => id > 0).Distinct()];
        foreach (var reference in references.Where((_, i) => i % (1 + (references.Count / Most)) == 0))
        {
            var told = reference["ref"];
            foreach (int id in objects.Where((_, i) => i % (1 + (objects.Length / Most)) == 0))
            {
                reference["ref"] = id;
                Check(Nrbf.RecordsFormat.WriteNode(node), $"{name}: a reference to {id} in place of {told}", "Nrbf", isStable,
                    b => Nrbf.Deserialize<object>(b, options), v => Nrbf.Serialize(v, options));
            }
            reference["ref"] = told;
        }
    }

    [Theory, MemberData(nameof(Names))]
    public void Any_reference_to_any_element(string name)
    {
        byte[] payload = Soap.Serialize(s_graphs[name](), s_soap);
        bool isStable = IsStable(payload, b => Soap.Deserialize<object>(b, s_soap), v => Soap.Serialize(v, s_soap));
        string envelope = Encoding.UTF8.GetString(payload);
        var references = Regex.Matches(envelope, "(?<= href=\"#)[^\"]*(?=\")");
        string[] objects = [.. Regex.Matches(envelope, "(?<= id=\")[^\"]*(?=\")").Select(static m => m.Value)];
        foreach (var reference in references.Where((_, i) => i % (1 + (references.Count / Most)) == 0))
            foreach (string id in objects.Where((_, i) => i % (1 + (objects.Length / Most)) == 0))
                Check(Encoding.UTF8.GetBytes($"{envelope[..reference.Index]}{id}{envelope[(reference.Index + reference.Length)..]}"),
                    $"{name}: a reference to {id} in place of {reference.Value}", "Soap", isStable,
                    b => Soap.Deserialize<object>(b, s_soap), v => Soap.Serialize(v, s_soap));
    }

    /// <summary>
    /// The objects that this library alone writes have their prefixes here, those of BinaryFormatter in <see cref="NrbfHostileTests"/>.
    /// </summary>
    [Theory, MemberData(nameof(Names))]
    public void No_prefix_is_the_whole(string name)
    {
        var options = Options(ShapeTier.Emitted);
        byte[] payload = Nrbf.Serialize(s_graphs[name](), options), envelope = Soap.Serialize(s_graphs[name](), s_soap);
        for (int length = 0, step = 1 + (payload.Length / 500); length < payload.Length; length += step)
            Refused(Xunit.Record.Exception(() => Nrbf.Deserialize<object>(payload.AsSpan(0, length), options)), length, "Nrbf");
        // Line ends behind the last tag are the only bytes that an envelope can do without.
        int end = envelope.AsSpan().LastIndexOf((byte)'>');
        for (int length = 0, step = 1 + (end / 500); length <= end; length += step)
            Refused(Xunit.Record.Exception(() => Soap.Deserialize<object>(envelope.AsSpan(0, length), s_soap)), length, "Soap");
    }

    static void Refused(Exception? error, int length, string format) =>
        Assert.True(error is WireFormatException wire && wire.Format == format && wire.Offset >= 0 && wire.Offset <= length,
            $"the first {length} bytes: {error?.ToString() ?? "read"}");

    /// <summary>Tables have an order of their own after they were read, and parts of numbers that were shared are so no more.</summary>
    static bool IsStable(byte[] payload, Func<byte[], object?> read, Func<object?, byte[]> write) =>
        payload.AsSpan().SequenceEqual(write(read(payload)));

    static void Check(byte[] payload, string what, string format, bool isStable, Func<byte[], object?> read, Func<object?, byte[]> write)
    {
        object? value = null;
        Exception? error = null;
        long most = (payload.Length * 100L) + (1 << 20), allocated = most + 1;
        // A first reading may make models, and so take more than the payload costs: then the second one is judged.
        for (int readings = 0; readings < 2 && allocated > most; readings++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            error = Xunit.Record.Exception(() => value = read(payload));
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        }
        Assert.True(error is null || (error is WireFormatException { Offset: >= 0, Path: not null } wire && wire.Format == format),
            $"{what}: {error}");
        Assert.True(allocated <= most, $"{what}: {allocated} bytes for {payload.Length}");
        if (error is not null || !isStable)
            return;
        byte[] first, second;
        try
        {
            first = write(value);
        }
        catch (NotSupportedException e) when (e.Message.Contains("nests deeper", StringComparison.Ordinal)
            || e.Message.Contains("nest deeper", StringComparison.Ordinal))
        {
            // A struct that holds itself by way of an object has no end in an envelope.
            return;
        }
        second = write(read(first));
        if (!first.AsSpan().SequenceEqual(second))
            // A reference to another array can make texts the keys of a Hashtable, whose order is made by the process's seed of hashes: the
            // objects are compared then.
            Assert.True(first.AsSpan().IndexOf("Hashtable"u8) >= 0 && new Deep(true).Difference(read(first), read(second)) is null,
                $"{what}: what was read is written otherwise when read again, at {first.AsSpan().CommonPrefixLength(second)}");
    }
}
