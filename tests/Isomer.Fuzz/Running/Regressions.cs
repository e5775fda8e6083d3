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
        // Some ways cut the input in a place that the number chooses: the first 64, and of long inputs, which were found for their size,
        // eight all over them, for each costs as much as the whole.
        int length = input.Array.Length;
        var places = length > 2048
            ? Enumerable.Range(0, 9).Select(i => (int)((long)i * (length - 1) / 8))
            : Enumerable.Range(0, 1 + Math.Min(length, 64));
        foreach (int way in places.SelectMany(place => Enumerable.Range(place * target.Ways, target.Ways)))
            if (Trial.Run(target, input, way, out _) is { } broken)
                yield return $"{target.Name}, way {way}: {broken.Kind}: {broken.Message}";
    }
}
