using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;

namespace Isomer.Tests;

/// <summary>
/// What programs that tests compile refer to: each file is read once for all of them. (Read anew for each compilation, the hundred and
/// seventy files of the framework took 40 MB beside the collector's heap each time, and the tests of .proto files alone 2.3 GB.)
/// </summary>
static class CompilerReferences
{
    static readonly ConcurrentDictionary<string, Lazy<MetadataReference>> s_files = new(StringComparer.Ordinal);

    /// <summary>Those of the files that this process runs on whose names are wanted.</summary>
    public static MetadataReference[] Where(Func<string, bool> isWanted) =>
        [.. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Where(p => File.Exists(p) && isWanted(p))
            .Distinct(StringComparer.Ordinal).Select(Of)];

    /// <summary>The framework's and Isomer's.</summary>
    public static MetadataReference[] OfFramework(params string[] more) => Where(p => Path.GetFileName(p) is var name
        && (name.StartsWith("System.", StringComparison.Ordinal) || name is "Isomer.dll" or "netstandard.dll" or "mscorlib.dll"
            || more.Contains(name)));

    static MetadataReference Of(string path) =>
        s_files.GetOrAdd(path, static p => new Lazy<MetadataReference>(() => MetadataReference.CreateFromFile(p))).Value;
}
