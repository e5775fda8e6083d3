using System.CommandLine;
using Isomer.Cli.Ahead;

namespace Isomer.Cli.Commands;

/// <summary>
/// `shapes`: the code of types, made when an application is built (docs/ahead-of-time.md). The targets of the package call a smaller
/// tool that does the same (src/Isomer.Shapes).
/// </summary>
static class ShapesCommand
{
    public static Command Create()
    {
        var assembly = new Argument<FileInfo>("assembly") { Description = "The application or library, as it was built" };
        var output = new Option<FileInfo?>("--output", "-o")
        { Description = "Where the shapes go (default NAME.Isomer.dll beside the assembly)", HelpName = "DLL" };
        return new Command("shapes",
            "Makes the code of the types that [IsomerShape] names and that calls hand to Isomer: for Native AOT, and for starts without compilation.")
                { assembly, output }
            .Runs(r => Run(r.GetValue(assembly)!, r.GetValue(output)))
            .WithExamples("isomer shapes bin/Release/net10.0/App.dll", "isomer shapes App.dll -o obj/App.Isomer.dll");
    }

    static int Run(FileInfo file, FileInfo? output)
    {
        Terminal.Note(ShapesFile.Make(file, output, static warning => Terminal.Note($"{Root.Name}: {warning}")));
        return ExitCode.Ok;
    }
}
