using System.Formats.Nrbf;
using Isomer.Tests.Differential;
using Xunit;

#pragma warning disable SYSLIB5005 // marked experimental in 9.0

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Random streams of records (<see cref="NrbfStream"/>): what System.Formats.Nrbf says of them as records, and BinaryFormatter as objects.
/// </summary>
public class NrbfStreamTests(ITestOutputHelper output)
{
    static readonly NrbfOptions s_options = new()
    {
        KnownTypes = [typeof(NrbfStream.One), typeof(NrbfStream.Two), typeof(NrbfStream.Small), typeof(NrbfStream.One[]), typeof(int[][]),
            typeof(object[,])]
    };

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Records_in_any_order_are_read(ShapeTier tier)
    {
        var options = s_options with { Convention = Convention.Fields.WithTier(tier) };
        int cases = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int more) ? Math.Max(more, 1500) : 1500;
        int seed = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_SEED"), out int given) ? given : 1;
        int judged = 0, read = 0;
        var findings = new Dictionary<string, string>();
        for (int i = 0; i < cases; i++)
        {
            byte[] payload = NrbfStream.Make(new Choices(unchecked((seed * 1_000_003) + i)));
            if (Finding(payload, options, ref judged, ref read) is { } finding)
                findings.TryAdd(finding[..Math.Min(60, finding.Length)], $"case {i}: {finding}\n{Convert.ToHexString(payload)}");
        }
        output.WriteLine($"{cases} streams, {judged} of them records for both, {read} objects for both");
        Assert.True(findings.Count == 0, string.Join("\n\n", findings.Values.Take(5)));
        Assert.True(judged > cases * 2 / 3 && read > cases / 2, $"{judged}, {read}");
    }

    static string? Finding(byte[] payload, NrbfOptions options, ref int judged, ref int read)
    {
        if (NrbfJudgeTests.Judge(payload, options, isStrict: true) is ({ } difference, _))
            return difference;
        var theirs = Outcome.Of(() => NrbfDecoder.Decode(new MemoryStream(payload), out _));
        if (theirs.Result is SerializationRecord root)
        {
            if (Record.Exception(() => NrbfRecordTests.Same(root, Nrbf.Read(payload, options).Root, "$", [])) is { } other)
                return $"as records: {other.Message}";
            judged++;
        }
        Outcome original = Outcome.Of(() => NrbfTests.Original(payload)),
            ours = Outcome.Of(() => Nrbf.Deserialize<object>(payload, options));
        // A struct that stands by itself is read again where a field of its type refers to it, and has no end in a cycle: one case in
        // 6,000. No writer puts one there. (In a box it is one object.)
        if (ours.Refusal?.Message.Contains("one is needed to make itself", StringComparison.Ordinal) == true)
            return null;
        if (ours.Refusal is { } refusal)
            return original.Refusal is null || theirs.Refusal is null ? $"only ours refuses to make objects: {refusal.Message}" : null;
        if (Different(Nrbf.Read(payload, options).Root, ours.Result, []) is { } otherwise)
            return $"objects that are not the records: {otherwise}";
        if (original.Refusal is not null)
            return null;
        read++;
        // What stands within an object BinaryFormatter often leaves out, for it writes nothing so: the records say who is right.
        return SameGraph.Difference(original.Result, ours.Result) is { } differs
            && !differs.Contains(": null is not ", StringComparison.Ordinal) ? $"another graph: {differs}" : null;
    }

    /// <summary>Where an object is not what its record says; each record is one object.</summary>
    static string? Different(object? record, object? value, Dictionary<object, object> seen)
    {
        switch (record)
        {
            case NrbfClassRecord { MemberNames: ["m_value"] } boxed:
                return Different(boxed["m_value"], value, seen);
            case NrbfClassRecord or NrbfArrayRecord when value is not null && seen.TryGetValue(record, out object? known):
                // A struct is a copy in each place.
                return value.GetType().IsValueType || ReferenceEquals(known, value) ? null : $"{record} is two objects";
            case NrbfClassRecord of when value is not null && value.GetType().FullName == of.TypeName:
                seen.Add(of, value);
                return of.MemberNames.Select(
                    m => Different(of[m], value.GetType().GetField(m)!.GetValue(value), seen) is { } inner ? $"{m}: {inner}" : null)
                        .FirstOrDefault(static d => d is not null);
            case NrbfArrayRecord items when value is Array array && array.Length == items.Count && array.Rank == items.Rank:
                seen.Add(items, value);
                return array.Cast<object?>().Zip(items.Items)
                    .Select((p, i) => Different(p.Second, p.First, seen) is { } inner ? $"[{i}] {inner}" : null)
                        .FirstOrDefault(static d => d is not null);
            default:
                return Equals(record, value) ? null : $"{record} ({record?.GetType()}) and {value} ({value?.GetType()})";
        }
    }
}
