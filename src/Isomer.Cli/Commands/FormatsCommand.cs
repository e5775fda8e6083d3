using System.CommandLine;
using System.Globalization;
using System.Text;
using Isomer.Cli.Converting.Rows;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Commands;

/// <summary>`formats`: what this build reads and writes.</summary>
static class FormatsCommand
{
    /// <summary>What is carried in a form that has no place for other values.</summary>
    const string Rows = "Rows";

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
            foreach (NamedRows rows in RowForms.OfRowsAlone)
                list.Add(new NodeObject
                {
                    ["name"] = rows.Name,
                    ["mediaType"] = rows.MediaType,
                    ["isText"] = rows.Form != RowForm.Sqlite,
                    ["extensions"] = new NodeArray(rows.Extensions.Select(e => (Node?)e)),
                    ["features"] = Rows,
                });
            Terminal.Write(Json.ToText<Node>(list, InspectCommand.Readable) + "\n");
            return ExitCode.Ok;
        }
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"{"name",-17} {"extensions",-22} {"media type",-34} features\n");
        foreach (Format f in ToolFormats.Named)
            text.Append(CultureInfo.InvariantCulture,
                $"{f.Name.ToLowerInvariant(),-17} {string.Join(' ', f.FileExtensions),-22} {f.MediaType,-34} {f.Features}\n");
        foreach (NamedRows rows in RowForms.OfRowsAlone)
            text.Append(CultureInfo.InvariantCulture, $"{rows.Name,-17} {string.Join(' ', rows.Extensions),-22} {rows.MediaType,-34} {Rows}\n");
        text.Append("Rows (isomer convert) are taken of json, xml, nrbf, soap and compact, too, and of postgres://... instead of a file.\n");
        Terminal.Write(text.ToString());
        return ExitCode.Ok;
    }
}
