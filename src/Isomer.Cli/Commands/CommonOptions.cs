using System.CommandLine;
using System.CommandLine.Completions;
using Isomer.Cli.Converting.Rows;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Commands;

/// <summary>Options that several commands have, each meaning the same everywhere.</summary>
static class CommonOptions
{
    /// <param name="name">The option.</param>
    /// <param name="description">What it says.</param>
    /// <param name="takesRows">Whether forms of rows are taken, too.</param>
    public static Option<string?> FormatOption(string name, string description, bool takesRows = false)
    {
        var option = new Option<string?>(name) { Description = description, HelpName = "FORMAT" };
        // Asked for by a shell that completes and by nothing else: each format comes with its conventions, and all of them
        // with half of the framework's serializers.
        option.CompletionSources.Add(_ => ToolFormats.Named.Select(f => f.Name.ToLowerInvariant())
            .Concat(takesRows ? RowForms.OfRowsAlone.Select(f => f.Name) : []).Select(n => new CompletionItem(n)));
        return option;
    }

    public static Option<string?> Type() =>
        new("--type")
        {
            Description =
                "The type of the value, by its full name (from --assembly); array, List and Nullable forms are found too: My.Order[]",
            HelpName = "TYPE"
        };

    public static Option<FileInfo?> Assembly() =>
        new("--assembly") { Description = "The .dll in which the type is. Loaded in a context of its own", HelpName = "DLL" };

    public static Option<string?> Output(params string[] forms)
    {
        var option = new Option<string?>("--output", "-o")
        {
            Description = $"How the result is printed: {string.Join(", ", forms)}. Default: the first on a terminal, json when piped",
            HelpName = "FORM"
        };
        option.AcceptOnlyFromAmong(forms);
        return option;
    }

    /// <summary>Whether an option stands in the command line, also with the value that it has without that.</summary>
    public static bool IsGiven(ParseResult r, Option option) => r.GetResult(option) is { Implicit: false };

    public static bool WantsJson(string? output) => output is null ? !Terminal.OutputIsTerminal : output == "json";
}
