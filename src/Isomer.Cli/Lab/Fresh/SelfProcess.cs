using System.Diagnostics;

namespace Isomer.Cli.Lab.Fresh;

/// <summary>The tool, started by itself: its output is read by the caller, what it complains of is nobody's.</summary>
static class SelfProcess
{
    public static Process Start(params string[] arguments)
    {
        string self = Environment.ProcessPath!;
        var info = new ProcessStartInfo(self) { RedirectStandardOutput = true, RedirectStandardError = true };
        if (Path.GetFileNameWithoutExtension(self) == "dotnet")
            info.ArgumentList.Add(typeof(SelfProcess).Assembly.Location);
        foreach (string argument in arguments)
            info.ArgumentList.Add(argument);
        Process process = Process.Start(info)!;
        process.ErrorDataReceived += (_, _) => { };
        process.BeginErrorReadLine();
        return process;
    }
}
