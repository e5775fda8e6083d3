using System.Globalization;

namespace Isomer.Cli.Lab.Links;

/// <summary>A line: megabits a second each way, and the round trip.</summary>
sealed record LinkProfile(string Name, double DownMbit, double UpMbit, double RttMs, string Source)
{
    /// <summary>Ten packets (RFC 6928), which is what systems begin with today; in 2006 it was 4,380 bytes (RFC 3390).</summary>
    public const int UsualWindow = 10 * Mss;

    /// <summary>
    /// With slow start: how many bytes may be on their way at first. Each that arrives makes room for itself and one more, so that
    /// each round trip carries twice as much as the one before, until the line is full. 0: an ideal window.
    /// </summary>
    public int InitialWindow { get; init; }

    /// <summary>Payload of a packet, and what is around it: Ethernet with checksum 18, IP 20, TCP 20.</summary>
    public const int Mss = 1460;
    public const int Header = 58;

    public static IReadOnlyList<LinkProfile> All { get; } =
    [
        new("massi-2006-fit", 1.38, 1.38, 233, "fitted to article 002's tables (R² 0.9999); its fixed 233 ms taken as the round trip"),
        new("cable-2006", 6, 0.384, 35, "a cable operator's tier of 2005; round trip assumed"),
        new("wpt-cable", 5, 1, 28, "WebPageTest"),
        new("wpt-dsl", 1.5, 0.384, 50, "WebPageTest"),
        new("wpt-fios", 20, 5, 4, "WebPageTest"),
        new("dial", 0.049, 0.030, 120, "WebPageTest"),
        new("3g", 1.6, 0.768, 300, "WebPageTest"),
        new("3g-fast", 1.6, 0.768, 150, "WebPageTest"),
        new("slow-4g", 1.6, 0.75, 150, "Lighthouse mobileSlow4G"),
        new("4g", 12, 12, 70, "assumed"),
        new("5g", 100, 20, 30, "assumed"),
        new("fibre", 1000, 500, 4, "assumed"),
        new("leo", 100, 15, 40, "assumed"),
        new("geo", 50, 5, 600, "assumed"),
        new("lan", 1000, 1000, 0.2, "assumed"),
        new("local", double.PositiveInfinity, double.PositiveInfinity, 0,
            "this machine alone, as article 002's local test: loopback, and no line"),
    ];

    /// <summary>A profile by name, or "down/up/rtt" in Mbit/s, Mbit/s and ms.</summary>
    public static LinkProfile Parse(string text)
    {
        if (All.FirstOrDefault(p => p.Name.Equals(text, StringComparison.OrdinalIgnoreCase)) is { } known)
            return known;
        string[] parts = text.Split('/');
        if (parts.Length == 3 && Number(parts[0]) is > 0 and var down && Number(parts[1]) is > 0 and var up
            && Number(parts[2]) is >= 0 and var rtt)
            return new LinkProfile(text, down, up, rtt, "given");
        throw new CliException(ExitCode.Usage,
            $"'{text}' is no link: a name ({string.Join(", ", All.Select(p => p.Name))}) or down/up/rtt, as 12/3/40 in Mbit/s and ms.");
    }

    static double? Number(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double value) && double.IsFinite(value) ? value : null;

    /// <summary>Whether there is a line at all.</summary>
    public bool IsLine => double.IsFinite(DownMbit);

    /// <summary>A relay in user space is honest to about 2 ms: for faster lines it would measure itself.</summary>
    public bool CanBeShaped => RttMs >= 10 && DownMbit <= 50 && UpMbit <= 50;

    /// <summary>Milliseconds that the bytes take on the line, packets' headers included.</summary>
    public double LineMs(long bytes) => 8.0 * (bytes + ((bytes + Mss - 1) / Mss * Header)) / (DownMbit * 1000);

    /// <summary>
    /// The least that an answer of so many bytes can take on an open connection: one round trip and the line time, and with slow
    /// start the waiting for room. There is no loss.
    /// </summary>
    public double BoundMs(long bytes) => RttMs + LineMs(bytes) + Waits(bytes).Sum();

    /// <summary>Milliseconds of each round trip in which the line stands idle, for the window was too small to fill it.</summary>
    List<double> Waits(long bytes)
    {
        var waits = new List<double>();
        long sent = InitialWindow;
        for (long window = InitialWindow; window > 0 && sent < bytes && LineMs(window) < RttMs; window *= 2, sent += window)
            waits.Add(RttMs - LineMs(window));
        return waits;
    }

    /// <summary>The bound as a formula: round trip, bytes, packets and their headers, kbit/s.</summary>
    public string BoundFormula(long bytes) =>
        !IsLine
            ? "0"
            : string.Create(CultureInfo.InvariantCulture,
                $"{RttMs} + 8·({bytes} + {(bytes + Mss - 1) / Mss}·{Header})/{DownMbit * 1000:0.###}")
        + (Waits(bytes) is { Count: > 0 } waits
            ? string.Create(CultureInfo.InvariantCulture, $" + {waits.Sum():0.#} waiting {waits.Count}× for the window")
            : "");

    /// <summary>What it is, for people.</summary>
    public string Described =>
        !IsLine
            ? ""
            : string.Create(CultureInfo.InvariantCulture,
                $"{DownMbit} / {UpMbit} Mbit/s, {RttMs} ms{(InitialWindow > 0 ? $", slow start from {InitialWindow:#,0} bytes" : "")}");
}
