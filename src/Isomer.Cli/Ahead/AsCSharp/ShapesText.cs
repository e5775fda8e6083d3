using System.Reflection.PortableExecutable;
using System.Text;
using System.Text.RegularExpressions;
using ICSharpCode.Decompiler;
using ICSharpCode.Decompiler.CSharp;
using ICSharpCode.Decompiler.CSharp.Transforms;
using ICSharpCode.Decompiler.Metadata;
using ICSharpCode.Decompiler.TypeSystem;
using Isomer.Emit;
using Isomer.Model;

namespace Isomer.Cli.Ahead.AsCSharp;

/// <summary>
/// `isomer shapes --as csharp`: what runs for a type, as C#. The shapes are emitted as they are for a build, and read back by a decompiler:
/// what is shown is the code that runs, and not what a second printer would say of it (docs/decisions/92-emitted-code-as-csharp.md).
/// </summary>
static partial class ShapesText
{
    /// <summary>The shapes of an application.</summary>
    /// <param name="file">The application's assembly.</param>
    /// <param name="types">Of which types alone, by their names; all if there is none.</param>
    /// <param name="warn">Is told of calls that will be refused.</param>
    public static string Of(FileInfo file, string[] types, Action<string> warn)
    {
        SavedShapes saved = ShapesFile.Saved(file, Path.GetFileNameWithoutExtension(file.Name) + ".Isomer", warn, out _);
        Dictionary<string, TypeModel> shapes = saved.Each.Where(s => types.Length == 0 || types.Any(t => IsCalled(s.Value.Type, t)))
            .ToDictionary(s => s.Key, s => s.Value);
        if (shapes.Count == 0)
            throw new CliException(ExitCode.Usage,
                $"No shape of '{file.Name}' is of {string.Join(" or ", types)}. There are those of {Listed(saved)}.");
        using var bytes = new MemoryStream();
        saved.Save(bytes);
        return Of(bytes.ToArray(), shapes, [file.DirectoryName!, AppContext.BaseDirectory]);
    }

    static string Listed(SavedShapes saved)
    {
        string[] names = [.. saved.Each.Values.Select(m => m.Type.ToString()).Distinct(StringComparer.Ordinal).Take(11)];
        return string.Join(", ", names.Take(10)) + (names.Length > 10 ? " and others" : "");
    }

    static bool IsCalled(Type type, string name) =>
        name == type.Name || name == type.FullName || name == type.ToString() || (type.IsGenericType && name == type.Name.Split('`')[0]);

    /// <summary>Shapes of a saved assembly, each with what it is of.</summary>
    public static string Of(byte[] saved, IReadOnlyDictionary<string, TypeModel> shapes, string[] folders)
    {
        var (module, decompiler) = Open(saved, folders);
        var metadata = module.Metadata;
        string text = decompiler.DecompileTypesAsString(
            [.. metadata.TypeDefinitions.Where(t => shapes.ContainsKey(metadata.GetString(metadata.GetTypeDefinition(t).Name)))]);
        // What C# does not take in a name is escaped in the text (Shape2_KeyValuePair`2[]), and a number of parameters at its end left out.
        var byText = shapes.ToDictionary(
            s => Escaped().Replace(Parameters().Replace(s.Key, ""), static m => $"_{(int)m.Value[0]:X4}"), s => s.Value);
        return Heading().Replace(text, m => byText.TryGetValue(m.Groups[1].Value, out TypeModel? model)
            ? $"// {model.Type}, as {model.Convention.ShapesName}\n{m.Value}" : m.Value);
    }

    /// <summary>All of a saved assembly, as it adds itself to the application too.</summary>
    public static string Whole(byte[] saved, string[] folders) => Open(saved, folders).Decompiler.DecompileWholeModuleAsString();

    static (PEFile Module, CSharpDecompiler Decompiler) Open(byte[] saved, string[] folders)
    {
        var module = new PEFile("Shapes", new MemoryStream(saved), PEStreamOptions.PrefetchEntireImage);
        var resolver = new UniversalAssemblyResolver(null, throwOnError: false, module.DetectTargetFrameworkId());
        foreach (string folder in (string[])[.. folders, Path.GetDirectoryName(typeof(object).Assembly.Location)!])
            resolver.AddSearchDirectory(folder);
        var decompiler = new CSharpDecompiler(module, resolver, new DecompilerSettings(LanguageVersion.Latest));
        decompiler.AstTransforms.Add(new EscapeInvalidIdentifiers());
        return (module, decompiler);
    }

    [GeneratedRegex(@"^public struct (\w+)", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"`\d+$")]
    private static partial Regex Parameters();

    [GeneratedRegex(@"\W")]
    private static partial Regex Escaped();
}
