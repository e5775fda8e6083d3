namespace Isomer.Cli.Converting.Rows;

/// <summary>A form of rows by its names.</summary>
/// <param name="Form">The form.</param>
/// <param name="Names">What `--from` and `--to` take for it, the usual name first.</param>
/// <param name="Extensions">Of files that have it.</param>
/// <param name="MediaType">Of what is written so.</param>
sealed record NamedRows(RowForm Form, string[] Names, string[] Extensions, string MediaType)
{
    public string Name => Names[0];
}

/// <summary>
/// The one table of what `--from` and `--to` take for rows: the options, the messages and `isomer formats` are made of it.
/// </summary>
static class RowForms
{
    public static IReadOnlyList<NamedRows> All { get; } =
    [
        new(RowForm.Csv, ["csv"], [".csv"], "text/csv"),
        new(RowForm.Tsv, ["tsv"], [".tsv"], "text/tab-separated-values"),
        new(RowForm.JsonLines, ["ndjson", "jsonl", "jsonlines"], [".ndjson", ".jsonl"], "application/x-ndjson"),
        new(RowForm.Json, ["json"], [".json"], "application/json"),
        new(RowForm.Document, ["xml", "dataxml"], [".xml"], "application/xml"),
        new(RowForm.DiffGram, ["diffgram"], [], "application/xml"),
        new(RowForm.Nrbf, ["nrbf"], [], "application/vnd.ms-nrbf"),
        new(RowForm.Soap, ["soap"], [], "application/soap+xml"),
        new(RowForm.Compact, ["compact"], [".compact", ".isomer"], "application/vnd.isomer.compact"),
        new(RowForm.Sqlite, ["sqlite"], [".db", ".sqlite", ".sqlite3"], "application/vnd.sqlite3"),
    ];

    /// <summary>What rows are written as, in words.</summary>
    public static string Listed => $"{string.Join(", ", All.Select(static f => f.Name))}, or postgres://...";

    /// <summary>Those that are no format of values, and so are listed beside the formats.</summary>
    public static IEnumerable<NamedRows> OfRowsAlone => All.Where(static f => Format.Find(f.Name) is null);

    /// <summary>The form that a name stands for where that is no format of values; null for any other name.</summary>
    public static NamedRows? Find(string name) =>
        OfRowsAlone.FirstOrDefault(f => f.Names.Contains(name, StringComparer.OrdinalIgnoreCase));

    /// <summary>Whether a name stands for lines of JSON, which values are read from and written as, too.</summary>
    public static bool AreLines(string? name) => name is not null && Find(name)?.Form == RowForm.JsonLines;
}
