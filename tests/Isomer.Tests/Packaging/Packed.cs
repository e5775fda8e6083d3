using System.IO.Compression;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Packaging;

/// <summary>
/// The packages, made once of what was built, and a folder of fresh projects that take them from there and from nowhere else: neither
/// the sources nor this machine's store of packages is seen.
/// </summary>
public sealed class Packed : IDisposable
{
#if DEBUG
    const string Configuration = "Debug";
#else
    const string Configuration = "Release";
#endif

    readonly TemporaryFolder _folder = new();

    public Packed()
    {
        foreach (string project in new[] { "Isomer", "Isomer.AspNetCore", "Isomer.Cli" })
        {
            // As it was built: to build it again, beside tests that run on it, would change it under them.
            var packed = Dotnet("pack", Path.Combine(Tool.Root, "src", project), "--no-build", "-c", Configuration, "-o", Folder);
            Assert.True(packed.Code == 0, packed.Output);
        }
        _folder.Write("nuget.config", $"""
            <configuration>
              <config><add key="globalPackagesFolder" value="{_folder["store"]}" /></config>
              <packageSources><clear /><add key="here" value="{Folder}" /></packageSources>
              <packageSourceMapping><clear /></packageSourceMapping>
              <fallbackPackageFolders><clear /></fallbackPackageFolders>
            </configuration>
            """);
    }

    /// <summary>Where the packages lie.</summary>
    public string Folder => _folder["packages"];

    public string this[string name] => _folder[name];

    public ZipArchive Open(string package) => ZipFile.OpenRead(Directory.GetFiles(Folder, package).Single());

    /// <summary>A fresh project with these files.</summary>
    public void Project(string name, string project, params (string Name, string Text)[] files)
    {
        Directory.CreateDirectory(_folder[name]);
        _folder.Write(Path.Combine(name, name + Path.GetExtension(files[0].Name) + "proj"), project);
        foreach (var (file, text) in files)
            _folder.Write(Path.Combine(name, file), text);
    }

    /// <summary>Builds all of them in one go, and gives back what was said.</summary>
    public string Build()
    {
        string[] projects = Directory.GetFiles(_folder.Path, "*.*proj", SearchOption.AllDirectories);
        _folder.Write("all.slnx",
            $"<Solution>{string.Concat(projects.Select(p => $"""<Project Path="{Path.GetRelativePath(_folder.Path, p)}" />"""))}</Solution>");
        // A store that the environment names comes before the one of the folder: what was unpacked there once would be tested for ever.
        var built = Tool.Execute("env",
            ["-u", "NUGET_FALLBACK_PACKAGES", $"NUGET_PACKAGES={_folder["store"]}", "dotnet", "build", _folder["all.slnx"], "-c", "Release",
                "-v", "q", "--nologo"], []);
        Assert.True(built.Code == 0, built.Output);
        return built.Output;
    }

    /// <summary>What the built program prints, a line each.</summary>
    public string[] Run(string name)
    {
        var run = Tool.Execute("dotnet", [_folder[Path.Combine(name, "bin", "Release", "net10.0", name + ".dll")]], []);
        Assert.True(run.Code == 0, run.Output + run.Error);
        return run.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    }

    public static ToolResult Dotnet(params string[] arguments) => Tool.Execute("dotnet", [.. arguments, "-v", "q", "--nologo"], []);

    public void Dispose() => _folder.Dispose();
}
