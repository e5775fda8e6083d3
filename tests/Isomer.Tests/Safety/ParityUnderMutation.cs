using Isomer.Fuzz.Mutating;
using Isomer.Fuzz.Running;
using Isomer.Fuzz.Targets;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// Mutated input by tiers (emitted, reflection), arrays, streams of 1 and n bytes, sequences, pipes, async: the same value or the same
/// refusal. Short here, at length in tests/Isomer.Fuzz, whose targets these are; ISOMER_FUZZ_ITERATIONS is the number of inputs for each
/// target, ISOMER_FUZZ_SEED repeats a run.
/// </summary>
public class ParityUnderMutation
{
    static readonly int s_inputs = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n) ? n : 40;
    static readonly ulong s_seed = ulong.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_SEED"), out ulong s) ? s : 20_261_122;

    public static TheoryData<string> Targets => [.. Catalog.All.Select(t => t.Name)];

    [Theory, MemberData(nameof(Targets))]
    public void All_ways_agree(string name) => Agree(name, s_inputs);

    static readonly string[] s_graphs =
        [.. Catalog.All.Select(t => t.Name).Where(n => n.StartsWith("Nrbf.", StringComparison.Ordinal))];

    public static TheoryData<string> Graphs => [.. s_graphs];

    /// <summary>Bytes that name types and refer to one another: a hundred thousand a run, in 28 s of a machine with a load of 25.</summary>
    [Theory, MemberData(nameof(Graphs))]
    public void All_ways_agree_on_a_hundred_thousand_graphs(string name) => Agree(name, Math.Max(s_inputs, 100_000 / s_graphs.Length));

    static void Agree(string name, int inputs)
    {
        Target target = Catalog.All.Single(t => t.Name == name);
        var input = new Input();
        byte[][] seeds = [.. target.Seeds];
        foreach (byte[] seed in seeds)
            for (int way = 0; way < target.Ways; way++)
                Kept(target, input, seed, way, "as it was written");
        var random = new Rng(s_seed);
        var mutator = new Mutator(target.Language);
        for (int i = 0; i < inputs; i++)
            Kept(target, input, mutator.Mutate(random.Of(seeds), random.Of(seeds), random), random.Next(1 << 20),
                $"seed {s_seed}, input {i}");
    }

    static void Kept(Target target, Input input, byte[] bytes, int way, string which)
    {
        input.Set(bytes);
        if (Trial.Run(target, input, way, out _) is { } broken
            && Known.ReasonOf($"{target.Name}~{Findings.FileNameOf(Findings.SignatureOf(broken))}") is null && broken.Kind != "slow")
            Assert.Fail($"{target.Name}, way {way}, {which}: {broken.Kind}: {broken.Message}\n{Convert.ToBase64String(bytes)}");
    }
}
