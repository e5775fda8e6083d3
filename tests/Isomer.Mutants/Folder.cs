using System.Diagnostics;

namespace Isomer.Mutants;

/// <summary>A copy of the tests' folder, for the library in it to be changed.</summary>
internal sealed class Folder : IDisposable
{
    public Folder(string tests)
    {
        Source = System.IO.Path.Combine(tests, "Isomer.dll");
        Original = File.ReadAllBytes(Source);
        // Beside the folder itself, for tests look upwards from their own for what is committed.
        Path = System.IO.Path.Combine(System.IO.Path.GetDirectoryName(System.IO.Path.GetFullPath(tests).TrimEnd('/'))!,
            $"mutants-{Environment.ProcessId}");
        foreach (string file in Directory.GetFiles(tests, "*", SearchOption.AllDirectories))
        {
            string copy = System.IO.Path.Combine(Path, System.IO.Path.GetRelativePath(tests, file));
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(copy, File.GetUnixFileMode(file));
        }
    }

    public string Path { get; }

    /// <summary>The library as it was built.</summary>
    public string Source { get; }

    public byte[] Original { get; }

    /// <summary>The library that the tests of this folder run on.</summary>
    public string Library => System.IO.Path.Combine(Path, "Isomer.dll");

    /// <summary>A run of the tests that the filters let through, to be started.</summary>
    public ProcessStartInfo Start(IEnumerable<string> filters) =>
        new(System.IO.Path.Combine(Path, "Isomer.Tests"), ["-noColor", "-maxThreads", "2", .. filters])
        { RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = Path };

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
