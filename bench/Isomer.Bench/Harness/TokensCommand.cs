using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Isomer.Bench.Data;

namespace Isomer.Bench.Harness;

/// <summary>
/// `tokens`: our token reader beside Utf8JsonReader over texts of several kinds, all tokens of each. The two take turns; of each the least
/// time counts, for what takes longer than a slice of the processor is interrupted on a busy machine.
/// </summary>
public static class TokensCommand
{
    public const string Usage = "tokens [--rounds N]";

    public static int Run(ReadOnlySpan<string> arguments)
    {
        int rounds = (int)(new Options(arguments, ["rounds"], []).Number("rounds") ?? 200);
        Console.WriteLine(string.Join(" | ", Surroundings.Describe().Values));
        Console.WriteLine("text | bytes | tokens | ours, MB/s | Utf8JsonReader, MB/s | times as fast");
        byte[] orders = Json.Serialize(Northwind.Create());
        foreach (var (name, text) in new (string, byte[])[]
        {
            ("orders", orders),
            ("orders, indented", Json.Serialize(Json.ParseNode(orders), JsonOptions.Pretty)),
            ("numbers", Json.Serialize(Enumerable.Range(0, 40_000).Select(i => i * 1.25).ToArray())),
            ("short strings", Json.Serialize(Enumerable.Range(0, 20_000).Select(i => $"item {i}").ToArray())),
            ("long text", Json.Serialize(Enumerable.Range(0, 200).Select(i => new string('x', 1000 + i)).ToArray())),
            ("escapes", Json.Serialize(Enumerable.Range(0, 5_000).Select(i => $"line {i}\n\u00fc").ToArray())),
            ("Cyrillic",
                Json.Serialize(Enumerable.Range(0, 5_000).Select(i => $"\u0441\u0442\u0440\u043e\u043a\u0430 {i}").ToArray(),
                    new JsonOptions { Escaping = JsonEscaping.Minimal })),
        })
            Race(name, text, rounds);
        return 0;
    }

    static void Race(string name, byte[] text, int rounds)
    {
        int tokens = Ours(text);
        if (tokens != Theirs(text))
            throw new InvalidOperationException($"{name}: other tokens");
        long ours = long.MaxValue, theirs = long.MaxValue;
        for (int i = 0; i < rounds; i++)
        {
            long start = Stopwatch.GetTimestamp();
            Ours(text);
            long between = Stopwatch.GetTimestamp();
            Theirs(text);
            ours = Math.Min(ours, between - start);
            theirs = Math.Min(theirs, Stopwatch.GetTimestamp() - between);
        }
        double Speed(long ticks) => text.Length / (ticks / (double)Stopwatch.Frequency) / 1e6;
        Console.WriteLine(
            string.Create(CultureInfo.InvariantCulture,
                $"{name,-18} | {text.Length,9:N0} | {tokens,7:N0} | {Speed(ours),6:N0} | {Speed(theirs),6:N0} | {(double)theirs / ours:N2}"));
    }

    static int Ours(ReadOnlySpan<byte> text)
    {
        var reader = new JsonTokenReader(text);
        int tokens = 0;
        while (reader.Read())
            tokens++;
        return tokens;
    }

    static int Theirs(ReadOnlySpan<byte> text)
    {
        var reader = new Utf8JsonReader(text);
        int tokens = 0;
        while (reader.Read())
            tokens++;
        return tokens;
    }
}
