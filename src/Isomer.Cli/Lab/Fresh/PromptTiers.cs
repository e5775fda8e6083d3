using System.Reflection;
using System.Runtime.InteropServices;

namespace Isomer.Cli.Lab.Fresh;

/// <summary>
/// The process that races has the runtime count calls from the first one on, where it would wait until no new method had come for
/// 100 ms. With dozens of contestants new ones come all the time, and each puts that off for all: a first race that took 26 s and
/// threw 23 rounds away takes 10 and none. The tiers and what they make are the same; only the waiting is gone. A program's first use
/// depends on it, so processes that measure that do without.
/// </summary>
/// <remarks>
/// The runtime takes such settings at its start: this process becomes the same command with the variable set. Windows has no such
/// thing; there the lab runs as it is.
/// </remarks>
static class PromptTiers
{
    public const string Variable = "DOTNET_TC_CallCountingDelayMs";

    /// <summary>Returns where the setting is in force, where the user gave one, and where it cannot be had.</summary>
    public static void Ensure()
    {
        bool isSet = Environment.GetEnvironmentVariable(Variable) is not null;
        if (isSet || OperatingSystem.IsWindows() || Assembly.GetEntryAssembly() != typeof(PromptTiers).Assembly)
            return;
        string self = Environment.ProcessPath!;
        string[] given = Environment.GetCommandLineArgs()[1..];
        string[] program = SelfProcess.IsHost(self) ? [self, typeof(PromptTiers).Assembly.Location] : [self];
        nint[] arguments = [.. program.Concat(given).Select(Marshal.StringToCoTaskMemUTF8), 0];
        if (SetVariable(Variable, "0", 1) == 0)
            _ = Become(self, arguments); // which comes back only if it failed
    }

    [DllImport("libc", EntryPoint = "setenv"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    static extern int SetVariable(
        [MarshalAs(UnmanagedType.LPUTF8Str)] string name, [MarshalAs(UnmanagedType.LPUTF8Str)] string value, int overwrite);

    [DllImport("libc", EntryPoint = "execv"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    static extern int Become(
        [MarshalAs(UnmanagedType.LPUTF8Str)] string path, nint[] arguments);
}
