using Isomer.Cli.Lab.Links;

namespace Isomer.Cli.Lab.Results;

/// <summary>A way to send a value: a contestant, bare or compressed.</summary>
sealed record Offer(EntrantResult Entrant, string Packing, long Bytes, double WriteUs, double ReadUs)
{
    /// <summary>All ways of a contestant that was timed.</summary>
    public static IEnumerable<Offer> Of(EntrantResult e)
    {
        if (e is not { Bytes: { } bytes, Write: { } write, Read: { } read })
            yield break;
        yield return new Offer(e, "", bytes, write.Median, read.Median);
        foreach (PackedResult p in e.Packed)
            yield return new Offer(e, p.Name, p.Bytes, write.Median + p.PackUs, read.Median + p.UnpackUs);
    }
}

/// <summary>What an offer comes to over a link.</summary>
/// <param name="RequestMs">Writing, the way there, and reading: what one request takes behind the question's own work.</param>
/// <param name="LineMs">Of it, the way.</param>
/// <param name="PerSecond">Messages a second, where one core writes, another reads, and the line is between.</param>
/// <param name="Neck">Which of the three is the slowest: W, L or R.</param>
/// <param name="How">How the way is known: measured over the line, computed, or sent over the loopback with the line's time added.</param>
sealed record Delivery(Offer Offer, double RequestMs, double LineMs, double PerSecond, char Neck, string How)
{
    /// <summary>Whether the payload really went over the line, rather than over the loopback.</summary>
    public bool IsMeasured => How == TransferRunner.Measured;

    /// <summary>An offer over a link, by a transfer that was measured, or else by the line's own arithmetic.</summary>
    public static Delivery Of(LabResults results, string @case, Offer offer, LinkProfile link)
    {
        TransferResult? sent = results.Transfers.Find(
            t => t.Link == link.Name && t.Case == @case && t.Name == offer.Entrant.Name && t.Packing == offer.Packing
                && t.Samples.Count > 0);
        double way = sent?.Ms ?? link.BoundMs(offer.Bytes);
        double write = 1e6 / offer.WriteUs, read = 1e6 / offer.ReadUs, line = 1000 / link.LineMs(offer.Bytes);
        double least = Math.Min(line, Math.Min(write, read));
        return new Delivery(offer, ((offer.WriteUs + offer.ReadUs) / 1000) + way, way, least,
            least == line ? 'L' : least == write ? 'W' : 'R', sent?.How ?? TransferRunner.Computed);
    }

    /// <summary>A contestant's quickest way over a link: compressed only where that is quicker.</summary>
    public static Delivery? Best(LabResults results, string @case, EntrantResult e, LinkProfile link) =>
        Offer.Of(e).Select(o => Of(results, @case, o, link)).OrderBy(d => d.RequestMs).FirstOrDefault();
}
