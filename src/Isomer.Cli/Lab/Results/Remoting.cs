using System.Globalization;

namespace Isomer.Cli.Lab.Results;

/// <summary>
/// Article 003's remark on remoting: "for large payloads protobuf-net halves round-trip time, for small payloads it makes things slower".
/// What a formatter takes by itself, and around the bytes of protocol buffers, there and back.
/// </summary>
static class Remoting
{
    const string Around = " around protobuf";

    /// <summary>Whether it is one of these, half of which is our Protobuf whoever is around it.</summary>
    public static bool IsAround(EntrantResult e) => e.Name.EndsWith(Around, StringComparison.Ordinal);

    public static IEnumerable<string> Of(CaseResult c)
    {
        foreach (string formatter in (string[])["BinaryFormatter", "Isomer Nrbf"])
        {
            EntrantResult? alone = c.Entrants.Find(e => e.Name == formatter), around = c.Entrants.Find(e => e.Name == formatter + Around);
            if (alone is not { Both: { } a, Bytes: { } bytes } || around is not { Both: { } b, Bytes: { } less })
                continue;
            double noise = c.Noise ?? 0;
            string said = Math.Max(a, b) <= Math.Min(a, b) * (1 + noise) ? "which the noise does not tell apart"
                : b < a
                    ? string.Create(CultureInfo.InvariantCulture, $"{a / b:0.0} times as fast")
                    : string.Create(CultureInfo.InvariantCulture, $"{b / a:0.0} times as slow");
            yield return string.Create(CultureInfo.InvariantCulture,
                $"{c.Title}, there and back as remoting sends it: {formatter} alone {Show.Us(a)} us and {Show.Bytes(bytes)} bytes, around the bytes of protocol buffers {Show.Us(b)} us and {Show.Bytes(less)} bytes: {said}.");
        }
    }
}
