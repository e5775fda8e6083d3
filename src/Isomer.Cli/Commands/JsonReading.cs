using System.CommandLine;

namespace Isomer.Cli.Commands;

/// <summary>
/// What JSON people have that is not that of the defaults: ASP.NET's names in camel case, names in any case, comments and the rest of
/// JSON5. A command that takes no types has no names to speak of, and takes only <see cref="Lenient"/>.
/// </summary>
sealed class JsonReading
{
    static readonly Dictionary<string, JsonNaming> s_namings = new(StringComparer.OrdinalIgnoreCase)
    {
        ["declared"] = JsonNaming.AsDeclared,
        ["camel"] = JsonNaming.Camel,
        ["snake"] = JsonNaming.SnakeLower,
        ["kebab"] = JsonNaming.KebabLower,
    };

    public Option<bool> Lenient { get; } = new("--lenient")
    { Description = "Read JSON5: comments, commas at the end, names without quotes, 'single quotes'" };

    public Option<string?> Naming { get; } = new("--naming")
    {
        Description = $"With --type: how members are called in JSON: {string.Join(", ", s_namings.Keys)} (default declared)",
        HelpName = "STYLE"
    };

    public Option<bool> IgnoreCase { get; } = new("--ignore-case") { Description = "With --type: names in JSON may differ in case" };

    public Option<bool> Web { get; } = new("--web")
    { Description = "With --type: JSON as ASP.NET writes it: names in camel case, read in any case, numbers read from texts" };

    public JsonReading() => Naming.AcceptOnlyFromAmong([.. s_namings.Keys]);

    public void AddTo(Command command)
    {
        command.Add(Naming);
        command.Add(IgnoreCase);
        command.Add(Web);
        command.Add(Lenient);
    }

    /// <summary>The options; null for the defaults.</summary>
    public JsonOptions? Of(ParseResult r)
    {
        // An option that this command does not have was not given.
        bool lenient = r.GetValue(Lenient), web = r.GetResult(Web) is not null && r.GetValue(Web),
            ignoreCase = r.GetResult(IgnoreCase) is not null && r.GetValue(IgnoreCase);
        string? naming = r.GetResult(Naming) is null ? null : r.GetValue(Naming);
        if (!lenient && !web && !ignoreCase && naming is null)
            return null;
        JsonOptions options = web ? JsonOptions.Web : JsonOptions.Default;
        return options with
        {
            Leniency = lenient ? JsonLeniency.Json5 : options.Leniency,
            IgnoreCase = ignoreCase || options.IgnoreCase,
            Naming = naming is null ? options.Naming : s_namings[naming],
        };
    }

    /// <summary>Refuses names for members where there are none, for no type was given.</summary>
    /// <param name="r">What was given.</param>
    /// <param name="isTyped">Whether values are of a type.</param>
    public void RefuseNames(ParseResult r, bool isTyped)
    {
        foreach (Option option in (Option[])[Naming, IgnoreCase, Web])
            if (!isTyped && CommonOptions.IsGiven(r, option))
                throw new CliException(ExitCode.Usage,
                    $"{option.Name} is about the members of a type, and none was given: without --type names stay as they are.");
    }

    /// <summary>Refuses what was given of JSON where there is none.</summary>
    public void RefuseWithoutJson(ParseResult r, string why)
    {
        foreach (Option option in (Option[])[Naming, IgnoreCase, Web, Lenient])
            if (CommonOptions.IsGiven(r, option))
                throw new CliException(ExitCode.Usage, $"{option.Name} is about JSON: {why}.");
    }

    /// <summary>What was given of them, in words that are alike where they are.</summary>
    public string TextOf(ParseResult r) =>
        string.Join(' ',
            new[] { r.GetValue(Lenient) ? "lenient" : null, r.GetValue(Web) ? "web" : null, r.GetValue(IgnoreCase) ? "ignore-case" : null,
                r.GetValue(Naming)?.ToLowerInvariant() }.Where(t => t is not null));
}
