using System.Globalization;
using Isomer.Mutants;

/// <summary>What the runtime calls before the tests' own Main, where DOTNET_STARTUP_HOOKS names this assembly.</summary>
internal static class StartupHook
{
    public static void Initialize()
    {
        if (Environment.GetEnvironmentVariable(Recorder.FileVariable) is { } file
            && Environment.GetEnvironmentVariable(Recorder.CountVariable) is { } count)
            Recorder.Begin(file, int.Parse(count, CultureInfo.InvariantCulture));
    }
}
