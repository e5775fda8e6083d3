using Isomer.Cli.Converting;

namespace Isomer.Cli.Payloads;

/// <summary>The files that arguments stand for.</summary>
static class PayloadFiles
{
    public static string[] Of(string[] arguments) => [.. arguments.SelectMany(Of)];

    /// <summary>A shell expands patterns, but for that of Windows; a folder stands for what is in it, but for pipes and devices.</summary>
    static IEnumerable<string> Of(string argument)
    {
        if (Directory.Exists(argument))
        {
            string[] files = [.. PlannedFile.FilesOf(argument).Order(StringComparer.Ordinal)];
            return files.Length > 0 ? files : throw new CliException(ExitCode.Usage, $"There is no file in '{argument}'.");
        }
        string name = Path.GetFileName(argument);
        return !File.Exists(argument) && (name.Contains('*', StringComparison.Ordinal) || name.Contains('?', StringComparison.Ordinal))
            && (Path.GetDirectoryName(argument) is { Length: > 0 } folder ? folder : ".") is var within && Directory.Exists(within)
            ? Directory.EnumerateFiles(within, name).Order(StringComparer.Ordinal)
            : [argument];
    }
}
