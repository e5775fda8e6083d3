using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Isomer.Tests;

/// <summary>
/// What programs that tests compile refer to: each file is read once for all of them. (Read anew for each compilation, the hundred and
/// seventy files of the framework took 40 MB beside the collector's heap each time, and the tests of .proto files alone 2.3 GB.)
/// </summary>
static class CompilerReferences
{
    static readonly ConcurrentDictionary<string, Lazy<MetadataReference>> s_files = new(StringComparer.Ordinal);

    /// <summary>
    /// The compiler keeps what it made of a reference as long as some compilation has it: one does for each set, to the end.
    /// </summary>
    static readonly ConcurrentDictionary<string, Lazy<CSharpCompilation>> s_kept = new(StringComparer.Ordinal);

    /// <summary>Those of the files that this process runs on whose names are wanted.</summary>
    public static MetadataReference[] Where(Func<string, bool> isWanted)
    {
        MetadataReference[] references = Found(isWanted);
        _ = s_kept.GetOrAdd(string.Join('\n', references.Select(r => r.Display)), _ => new Lazy<CSharpCompilation>(() =>
        {
            var kept = CSharpCompilation.Create("Kept", references: references);
            kept.GetSpecialType(SpecialType.System_Object);
            return kept;
        })).Value;
        return references;
    }

    static MetadataReference[] Found(Func<string, bool> isWanted) =>
        [.. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Where(p => File.Exists(p) && isWanted(p))
            .Distinct(StringComparer.Ordinal).Select(Of)];

    /// <summary>The framework's and Isomer's.</summary>
    public static MetadataReference[] OfFramework(params string[] more) => Where(p => Path.GetFileName(p) is var name
        && (name.StartsWith("System.", StringComparison.Ordinal) || name is "Isomer.dll" or "netstandard.dll" or "mscorlib.dll"
            || more.Contains(name)));

    static MetadataReference Of(string path) =>
        s_files.GetOrAdd(path, static p => new Lazy<MetadataReference>(() => MetadataReference.CreateFromFile(p))).Value;
}
