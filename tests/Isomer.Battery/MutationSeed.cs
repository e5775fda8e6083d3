namespace Isomer.Battery;

/// <summary>
/// The seed of random mutations that judge: one and the same unless ISOMER_FUZZ_SEED gives another or ISOMER_FUZZ_ITERATIONS asks for a
/// long run, so that a build does not fail by lot. New inputs are the fuzzer's part (tests/Isomer.Fuzz), which tells what it finds.
/// </summary>
public static class MutationSeed
{
    /// <summary>The seed of this run.</summary>
    public static int Value { get; } = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_SEED"), out int seed) ? seed
        : Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS") is null ? 20_261_126 : Environment.TickCount;
}
