using System.Diagnostics;
using Isomer.Fuzz.Targets;

namespace Isomer.Fuzz.Running;

/// <summary>Broken promises, one file for each kind in each target: the input, and beside it what happened.</summary>
sealed class Findings(string folder)
{
    public int Count => Directory.Exists(folder) ? Directory.GetFiles(folder, "*.bin").Length : 0;

    public IEnumerable<string> Files =>
        Directory.Exists(folder) ? Directory.EnumerateFiles(folder, "*.bin").Order(StringComparer.Ordinal) : [];

    public string PathOf(string target, string signature) => Path.Combine(folder, $"{target}~{FileNameOf(signature)}.bin");

    public static string FileNameOf(string signature) => string.Concat(signature.Select(c => char.IsAsciiLetterOrDigit(c) ? c : '-'));

    public void Save(string path, byte[] input, string detail)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllBytes(path, input);
        File.WriteAllText(Path.ChangeExtension(path, ".txt"), $"{detail}\n\n{Typed<int>.Show(input)}\n");
    }

    /// <summary>The target of a finding's or a regression's file.</summary>
    public static Target? TargetOf(string path)
    {
        string name = Path.GetFileName(path).Split('~')[0];
        return Catalog.All.FirstOrDefault(t => t.Name == name);
    }

    /// <summary>The kind of a promise and, of an exception, where it was thrown: what makes two findings one.</summary>
    public static string SignatureOf(BrokenPromiseException e)
    {
        if (e.InnerException is null or WireFormatException)
            return e.Kind;
        var frames = new StackTrace(e.InnerException).GetFrames();
        string? where = frames.Select(f => f.GetMethod())
            .FirstOrDefault(m => m?.DeclaringType?.Assembly == typeof(Json).Assembly) is { } method
                ? $"{method.DeclaringType!.Name}.{method.Name}"
                : null;
        return where is null ? e.Kind : $"{e.Kind} in {where}";
    }
}
