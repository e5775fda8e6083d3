using System.Diagnostics;
using System.Text;

namespace Isomer.Tests.Cli;

/// <summary>What the tool said and did.</summary>
public sealed record ToolResult(int Code, byte[] Bytes, string Error)
{
    public string Output => Encoding.UTF8.GetString(Bytes);
}

/// <summary>Asks the tool: within this process where that tells as much, else as a shell would.</summary>
public static class Tool
{
    static readonly Lazy<string> s_root = new(FindRoot);

    /// <summary>The repository, which is not asked for until a test needs it: most run in a copied folder too.</summary>
    public static string Root => s_root.Value;

    /// <summary>As it was built; in a copied folder the one that lies beside the tests.</summary>
    public static string Dll { get; } = new[] { Path.Combine(AppContext.BaseDirectory, "..", "..", "..", "..", "..", "src", "Isomer.Cli",
        "bin", Configuration, "net10.0", "isomer-cli.dll"), Path.Combine(AppContext.BaseDirectory, "isomer-cli.dll") } is var paths
        && Array.Find(paths, File.Exists) is { } path
        ? Path.GetFullPath(path)
        : throw new InvalidOperationException($"The tool is not built: {paths[0]}");

#if DEBUG
    public const string Configuration = "Debug";
#else
    public const string Configuration = "Release";
#endif

    static string FindRoot()
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "Isomer.slnx")))
            folder = Path.GetDirectoryName(folder);
        return folder ?? throw new InvalidOperationException("no Isomer.slnx above the tests");
    }

    public static ToolResult Run(params string[] arguments) => RunWith([], arguments);

    public static ToolResult RunWith(string input, params string[] arguments) => RunWith(Encoding.UTF8.GetBytes(input), arguments);

    public static ToolResult RunWith(byte[] input, params string[] arguments) =>
        ToolWithin.Tells(arguments) ? ToolWithin.Run(input, arguments) : RunAlone(input, arguments);

    /// <summary>In a process of its own: for what its start, its end, its memory or its assemblies have to do with.</summary>
    public static ToolResult RunAlone(byte[] input, params string[] arguments) => Execute("dotnet", [Dll, .. arguments], input);

    public static ToolResult Shell(string script) => Execute("/bin/sh", ["-c", script], []);

    public static Process Start(params string[] arguments)
    {
        // What a shell starts in the background has Ctrl-C ignored, and so would the tool: `env` gives it back.
        string[] program = IgnoresInterrupt() ? ["env", "--default-signal=INT", "dotnet"] : ["dotnet"];
        var info = new ProcessStartInfo(program[0])
        { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (string argument in (string[])[.. program[1..], Dll, .. arguments])
            info.ArgumentList.Add(argument);
        return Process.Start(info)!;
    }

    static bool IgnoresInterrupt() => OperatingSystem.IsLinux()
        && File.ReadLines("/proc/self/status").FirstOrDefault(l => l.StartsWith("SigIgn:", StringComparison.Ordinal)) is { } line
        && (Convert.ToUInt64(line[7..].Trim(), 16) & 2) != 0;

    /// <param name="program">The program.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="input">Its standard input.</param>
    /// <param name="minutes">After so many it is taken for one that does not end.</param>
    public static ToolResult Execute(string program, string[] arguments, byte[] input, int minutes = 8)
    {
        var info = new ProcessStartInfo(program)
        { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (string argument in arguments)
            info.ArgumentList.Add(argument);
        using Process process = Process.Start(info)!;
        Task<string> error = process.StandardError.ReadToEndAsync();
        Task<byte[]> output = Task.Run(() =>
        {
            var whole = new MemoryStream();
            process.StandardOutput.BaseStream.CopyTo(whole);
            return whole.ToArray();
        });
        try
        {
            process.StandardInput.BaseStream.Write(input);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It did not want to hear more.
        }
        if (!process.WaitForExit(TimeSpan.FromMinutes(minutes)))
        {
            process.Kill();
            throw new TimeoutException(string.Join(' ', arguments));
        }
        return new ToolResult(process.ExitCode, output.Result, error.Result);
    }
}

/// <summary>A folder that goes when the test ends.</summary>
public sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("isomer-test-").FullName;

    public string this[string name] => System.IO.Path.Combine(Path, name);

    public string Write(string name, string text)
    {
        File.WriteAllText(this[name], text);
        return this[name];
    }

    public string Write(string name, byte[] bytes)
    {
        File.WriteAllBytes(this[name], bytes);
        return this[name];
    }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
