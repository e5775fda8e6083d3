using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Isomer.Bench.Harness;

/// <summary>
/// This program beside the library as its package has it: compiled ahead of time, as the framework's own serializers are.
/// Cold starts are only comparable so; as built from the repository the library's code is compiled while the clock runs.
/// </summary>
public static class PrecompiledLibrary
{
    /// <summary>
    /// The program in a folder of its own with the precompiled library; null, with the reason on the error output, where it cannot be made.
    /// </summary>
    public static string? Make()
    {
        string program = typeof(PrecompiledLibrary).Assembly.Location;
        string built = Path.GetDirectoryName(program)!;
        if (RootAbove(built) is not { } root)
            return Refuse("the program does not stand in its repository");
        string library = Path.Combine(root, "artifacts", "precompiled");
        Console.Error.WriteLine("compiling the library ahead of time, as its package has it ...");
        if (Run(root, "publish", "src/Isomer", "-c", "Release", "-r", RuntimeInformation.RuntimeIdentifier, "--self-contained", "false",
            "-p:PublishReadyToRun=true", "-v", "quiet", "-o", library) is { } error)
            return Refuse(error);
        string folder = Path.Combine(root, "artifacts", "cold");
        foreach (string file in Directory.EnumerateFiles(built, "*", SearchOption.AllDirectories))
        {
            string to = Path.Combine(folder, Path.GetRelativePath(built, file));
            Directory.CreateDirectory(Path.GetDirectoryName(to)!);
            File.Copy(file, to, overwrite: true);
        }
        File.Copy(Path.Combine(library, "Isomer.dll"), Path.Combine(folder, "Isomer.dll"), overwrite: true);
        return Path.Combine(folder, Path.GetFileName(program));
    }

    static string? RootAbove(string folder)
    {
        for (DirectoryInfo? at = new(folder); at is not null; at = at.Parent)
        {
            if (File.Exists(Path.Combine(at.FullName, "Isomer.slnx")))
                return at.FullName;
        }
        return null;
    }

    static string? Run(string folder, params string[] arguments)
    {
        var info = new ProcessStartInfo("dotnet", arguments) { WorkingDirectory = folder, RedirectStandardOutput = true };
        using Process process = Process.Start(info)!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? null : output;
    }

    static string? Refuse(string why)
    {
        Console.Error.WriteLine($"not measured with the precompiled library: {why}");
        return null;
    }
}
