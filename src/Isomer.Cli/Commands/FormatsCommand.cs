using System.CommandLine;
using System.Globalization;
using System.Text;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Commands;

/// <summary>`formats`: what this build reads and writes.</summary>
static class FormatsCommand
{
    public static Command Create()
    {
        var output = CommonOptions.Output("table", "json");
        return new Command("formats", "Lists the formats: names for --from and --to, file extensions, and what each can do.") { output }
            .Runs(r => Run(r.GetValue(output))).WithExamples("isomer formats");
    }

    static int Run(string? output)
    {
        if (CommonOptions.WantsJson(output))
        {
            var list = new NodeArray(ToolFormats.Named.Select(f => (Node?)new NodeObject
            {
                ["name"] = f.Name,
                ["mediaType"] = f.MediaType,
                ["isText"] = f.IsText,
                ["extensions"] = new NodeArray(f.FileExtensions.Select(e => (Node?)e)),
                ["features"] = f.Features.ToString(),
            }));
            Terminal.Write(Json.ToText<Node>(list, InspectCommand.Readable) + "\n");
            return ExitCode.Ok;
        }
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"{"name",-14} {"extensions",-20} {"media type",-34} features\n");
        foreach (Format f in ToolFormats.Named)
            text.Append(CultureInfo.InvariantCulture,
                $"{f.Name.ToLowerInvariant(),-14} {string.Join(' ', f.FileExtensions),-20} {f.MediaType,-34} {f.Features}\n");
        Terminal.Write(text.ToString());
        return ExitCode.Ok;
    }
}
