using System.CommandLine;
using Isomer.Cli.Ahead;
using Isomer.Cli.Ahead.AsCSharp;

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
        { Description = "Where the shapes go (default NAME.Isomer.dll beside the assembly; as C#: standard output)", HelpName = "FILE" };
        var language = new Option<string?>("--as")
        { Description = "csharp: the code that runs for each type is printed, and nothing is made", HelpName = "LANGUAGE" };
        language.AcceptOnlyFromAmong("csharp");
        var types = new Option<string[]>("--type")
        { Description = "As C#: of this type alone (may be said again)", HelpName = "TYPE" };
        return new Command("shapes",
            "Makes the code of the types that [IsomerShape] names and that calls hand to Isomer: for Native AOT, and for starts without compilation.")
                { assembly, output, language, types }
            .Runs(r => Run(r.GetValue(assembly)!, r.GetValue(output), r.GetValue(language) is not null, r.GetValue(types) ?? []))
            .WithExamples("isomer shapes bin/Release/net10.0/App.dll", "isomer shapes App.dll -o obj/App.Isomer.dll",
                "isomer shapes App.dll --as csharp --type Order");
    }

    static int Run(FileInfo file, FileInfo? output, bool isText, string[] types)
    {
        static void Warn(string warning) => Terminal.Note($"{Root.Name}: {warning}");
        if (!isText && types.Length > 0)
            throw new CliException(ExitCode.Usage, "--type says which shapes are printed: it goes with --as csharp.");
        if (!isText)
            Terminal.Note(ShapesFile.Make(file, output, Warn));
        else if (output is null)
            Console.Out.Write(ShapesText.Of(file, types, Warn));
        else
            File.WriteAllText(output.FullName, ShapesText.Of(file, types, Warn));
        return ExitCode.Ok;
    }
}
