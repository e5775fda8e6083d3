using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using Isomer.Cli;
using Isomer.Cli.Ahead;

namespace Isomer.Shapes.Tool;

/// <summary>
/// `shapes APP.dll -o APP.Isomer.dll`, as the whole tool has it. The package carries this file (200 times smaller than the whole tool
/// with its contestants and databases), and shares its library with it: Isomer.dll is taken from the package's own folders.
/// </summary>
static class Program
{
    static int Main(string[] args)
    {
        AssemblyLoadContext.Default.Resolving += static (context, name) =>
            name.Name == "Isomer" && Library() is { } path ? context.LoadFromAssemblyPath(path) : null;
        // Nothing of Isomer is named here, so that it is not looked for before the line above.
        return Run(args);
    }

    /// <summary>
    /// The package's library: the one that was compiled for this platform, where there is one. From PACKAGE/tools/net10.0/.
    /// </summary>
    static string? Library()
    {
        string package = Path.Combine(AppContext.BaseDirectory, "..", "..");
        string[] places = [Path.Combine(package, "runtimes", RuntimeInformation.RuntimeIdentifier, "lib", "net10.0", "Isomer.dll"),
            Path.Combine(package, "lib", "net10.0", "Isomer.dll")];
        return Array.Find(places, File.Exists) is { } path ? Path.GetFullPath(path) : null;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Run(string[] args)
    {
        if (args is not (["shapes", _] or ["shapes", _, "-o", _]))
        {
            Console.Error.WriteLine("isomer-shapes: shapes APP.dll [-o SHAPES.dll]");
            return ExitCode.Usage;
        }
        try
        {
            Console.Error.WriteLine(
                ShapesFile.Make(new FileInfo(args[1]), args.Length == 4 ? new FileInfo(args[3]) : null, static w => Tell(w, "warning")));
            return ExitCode.Ok;
        }
        catch (CliException e)
        {
            Tell(e.Message);
            return e.Code;
        }
        catch (Exception e) when (Environment.GetEnvironmentVariable("ISOMER_TRACE") != "1")
        {
            Tell($"{e.Message} (ISOMER_TRACE=1 prints where)");
            return ExitCode.Fault;
        }
    }

    /// <summary>In the form that a build takes for an error, or a warning, of its own.</summary>
    static void Tell(string message, string kind = "error")
    {
        foreach (string line in message.Split('\n'))
            Console.Error.WriteLine($"isomer-shapes : {kind} ISO0000: {line}");
    }
}
