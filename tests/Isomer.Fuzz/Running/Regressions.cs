using Isomer.Fuzz.Targets;

namespace Isomer.Fuzz.Running;

/// <summary>Inputs that once broke a promise: each is tried by its target on every way.</summary>
static class Regressions
{
    public static IEnumerable<string> Broken(string path)
    {
        Target target = Findings.TargetOf(path) ?? throw new InvalidOperationException($"'{path}' names no target.");
        var input = new Input();
        input.Set(File.ReadAllBytes(path));
        // Some ways cut the input in a place that the number chooses. Of long inputs, which were found for their size, a few: each costs as much as the whole.
        int places = input.Array.Length > 2048 ? 8 : Math.Min(input.Array.Length, 64);
        for (int way = 0; way < target.Ways * (1 + places); way++)
            if (Trial.Run(target, input, way, out _) is { } broken)
                yield return $"{target.Name}, way {way}: {broken.Kind}: {broken.Message}";
    }
}
