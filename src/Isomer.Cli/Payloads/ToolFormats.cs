namespace Isomer.Cli.Payloads;

/// <summary>The formats of the tool: those that carry any value, and those that are read only.</summary>
static class ToolFormats
{
    /// <summary>Those that write and read values of any type: what the lab races.</summary>
    public static IReadOnlyList<Format> Values { get; } = [.. Format.All, Nrbf.Format, Soap.Format];

    /// <summary>These, and containers of payloads, which are only looked into.</summary>
    public static IReadOnlyList<Format> All { get; } = [.. Values, .. Containers.All];

    /// <summary>Those that are taken only where they are named, too: the records of NRBF as they are.</summary>
    public static IReadOnlyList<Format> Named { get; } = [.. All, Nrbf.RecordsFormat];
}
