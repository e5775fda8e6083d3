using System.Reflection;

namespace Isomer.Cli.Lab.Published;

/// <summary>A figure of an article; times in microseconds an operation, whatever the article's unit.</summary>
sealed record Figure
{
    public required string Case { get; init; }
    public required string Contestant { get; init; }
    public long? Bytes { get; init; }
    public double? WriteUs { get; init; }
    public double? ReadUs { get; init; }
    public double? BothUs { get; init; }
    public double? TransferMs { get; init; }
    public string? Link { get; init; }
    public string? Note { get; init; }
}

/// <summary>An article and what it published; retyped, with its source, in articles.json.</summary>
sealed record Article
{
    public required string Id { get; init; }
    public required string Title { get; init; }
    public required string Author { get; init; }
    public required string Date { get; init; }
    public required string Source { get; init; }
    public required string Machine { get; init; }
    public required string Caution { get; init; }
    public required List<Figure> Figures { get; init; }

    public static IReadOnlyList<Article> All { get; } = Load();

    public static Article? Of(string id) => All.FirstOrDefault(a => a.Id == id);

    /// <summary>Who stands now where a contestant of then cannot: what has no release for this runtime, or was never one of ours.</summary>
    public static string Successor(string contestant) => contestant switch
    {
        "SoapFormatter" => "Isomer Soap",
        "protobuf-net" or "protobuf-net (length-prefixed)" => "Isomer Protobuf",
        "protobuf-net (grouped)" => "Isomer Protobuf grouped",
        "proto#" => "Google.Protobuf",
        "fastJSON" => "Isomer Json FastJson",
        _ => contestant,
    };

    static List<Article> Load()
    {
        using Stream stream = Assembly.GetExecutingAssembly().GetManifestResourceStream("articles.json")!;
        return Json.Deserialize<List<Article>>(stream, JsonOptions.Web);
    }
}
