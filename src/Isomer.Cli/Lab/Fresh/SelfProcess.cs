using System.Diagnostics;

namespace Isomer.Cli.Lab.Fresh;

/// <summary>The tool, started by itself: its output is read by the caller, what it complains of is nobody's.</summary>
static class SelfProcess
{
    /// <summary>Whether a program runs assemblies that it is told, as `dotnet` does, and is not the tool's own.</summary>
    public static bool IsHost(string program) => Path.GetFileNameWithoutExtension(program) == "dotnet";

    public static Process Start(params string[] arguments)
    {
        string self = Environment.ProcessPath!;
        var info = new ProcessStartInfo(self) { RedirectStandardOutput = true, RedirectStandardError = true };
        if (arguments is [FreshProcess.Command, ..])
            info.Environment.Remove(PromptTiers.Variable); // a first use is that of a program that has no such setting
        if (IsHost(self))
            info.ArgumentList.Add(typeof(SelfProcess).Assembly.Location);
        foreach (string argument in arguments)
            info.ArgumentList.Add(argument);
        Process process = Process.Start(info)!;
        process.ErrorDataReceived += (_, _) => { };
        process.BeginErrorReadLine();
        return process;
    }
}
