using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;

namespace Isomer.Measuring;

/// <summary>What a figure depends on beside the code.</summary>
public static class Surroundings
{
    public static IReadOnlyDictionary<string, string> Describe() => new Dictionary<string, string>
    {
        ["os"] = RuntimeInformation.OSDescription,
        ["architecture"] = RuntimeInformation.ProcessArchitecture.ToString(),
        ["cpu"] = Cpu(),
        ["cores"] = Environment.ProcessorCount.ToString(System.Globalization.CultureInfo.InvariantCulture),
        ["runtime"] = RuntimeInformation.FrameworkDescription,
        ["gc"] = (GCSettings.IsServerGC ? "server" : "workstation") + (GCSettings.LatencyMode == GCLatencyMode.Batch ? "" : ", concurrent"),
        ["jit"] = string.Join(" ", JitSettings().DefaultIfEmpty("default")),
    };

    /// <summary>The version of the package that the type comes from.</summary>
    public static string VersionOf(Type type)
    {
        Assembly assembly = type.Assembly;
        string version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion
            ?? assembly.GetName().Version!.ToString();
        return version.Split('+')[0];
    }

    static string Cpu()
    {
        const string Path = "/proc/cpuinfo";
        string? line = File.Exists(Path)
            ? File.ReadLines(Path).FirstOrDefault(l => l.StartsWith("model name", StringComparison.Ordinal))
            : null;
        return line?[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim() ?? "unknown";
    }

    static IEnumerable<string> JitSettings()
    {
        foreach (System.Collections.DictionaryEntry variable in Environment.GetEnvironmentVariables())
        {
            string name = (string)variable.Key;
            if (name is "DOTNET_TieredPGO" or "DOTNET_TieredCompilation" or "DOTNET_ReadyToRun" or "DOTNET_TC_QuickJitForLoops"
                or "DOTNET_TC_CallCountingDelayMs" or "DOTNET_gcServer")
                yield return $"{name}={variable.Value}";
        }
    }
}
