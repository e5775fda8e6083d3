namespace Isomer.Bench.Peers;

/// <summary>
/// Isomer's own contestants, under the names that the table of required ratios looks for. Each is a
/// <see cref="Peer"/> whose Write and Read call one facade, as a user would:
/// Isomer.Json.Serialize(value) and Isomer.Json.Deserialize of a span; Isomer.Compact likewise.
/// </summary>
public static class Ours
{
    public const string Json = "Isomer Json";
    public const string Compact = "Isomer Compact";

    /// <summary>None until the facades exist.</summary>
    public static IReadOnlyList<Peer> Peers => [];
}
