namespace Isomer.Cli.Payloads;

/// <summary>The formats of the tool: those that carry any value, and those that are read only.</summary>
static class ToolFormats
{
    public static IReadOnlyList<Format> All { get; } = [.. Format.All, Nrbf.Format, Soap.Format, Containers.Resources, Containers.Resx, Containers.ViewState, Containers.Session];

    /// <summary>Those that are taken only where they are named, too: the records of NRBF as they are.</summary>
    public static IReadOnlyList<Format> Named { get; } = [.. All, Nrbf.RecordsFormat];
}
