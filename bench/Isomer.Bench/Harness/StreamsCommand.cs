using System.Diagnostics;
using System.Globalization;
using Isomer.Bench.Data;
using Isomer.Bench.Peers;

namespace Isomer.Bench.Harness;

/// <summary>
/// `streams`: one JSON value of many megabytes, a list of orders, from a file by a window, from the file read whole, from an array,
/// asynchronously, and by System.Text.Json. What is read is counted and dropped, so that the objects' life is nobody's cost. Processor time
/// of the process; of each way the least of the rounds counts, which take turns.
/// </summary>
public static class StreamsCommand
{
    public const string Usage = "streams [--megabytes N] [--rounds N] [--file PATH]";

    public static int Run(ReadOnlySpan<string> arguments)
    {
        var options = new Options(arguments, ["megabytes", "rounds", "file"], []);
        long bytes = (long)((options.Number("megabytes") ?? 200) * 1e6);
        int rounds = (int)(options.Number("rounds") ?? 7);
        string path = options.Text("file") ?? Path.Combine(Path.GetTempPath(), $"isomer-stream-{Environment.ProcessId}.json");
        Console.WriteLine(string.Join(" | ", Surroundings.Describe().Values));
        try
        {
            Write(path, bytes);
            Race(path, rounds);
            return 0;
        }
        finally
        {
            File.Delete(path);
        }
    }

    static void Write(string path, long bytes)
    {
        byte[] orders = Json.Serialize(Northwind.Create().Orders);
        var items = orders.AsSpan(1..^1);
        using var file = File.Create(path);
        file.WriteByte((byte)'[');
        for (long written = 0; written < bytes; written += items.Length + 1)
        {
            if (written > 0)
                file.WriteByte((byte)',');
            file.Write(items);
        }
        file.WriteByte((byte)']');
    }

    static void Race(string path, int rounds)
    {
        // An option that is looked for behind the value: the text is collected whole.
        var collecting = new JsonOptions { MaxErrors = 2 };
        byte[] all = File.ReadAllBytes(path);
        (string Name, Func<Counted> Read)[] ways =
        [
            ("array", () => Json.Deserialize<Counted>(all)),
            ("file, window", () => Of(path, s => Json.Deserialize<Counted>(s))),
            ("file, collected", () => Of(path, s => Json.Deserialize<Counted>(s, collecting))),
            ("file, async", () => Of(path, s => Json.DeserializeAsync<Counted>(s).AsTask().GetAwaiter().GetResult())),
            ("file, STJ", () => Of(path, s => System.Text.Json.JsonSerializer.Deserialize<Counted>(s)!)),
        ];
        double[] least = [.. ways.Select(_ => double.MaxValue)];
        var process = Process.GetCurrentProcess();
        int count = -1;
        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < ways.Length; i++)
            {
                GC.Collect();
                process.Refresh();
                var before = process.TotalProcessorTime;
                int read = ways[i].Read().Count;
                process.Refresh();
                least[i] = Math.Min(least[i], (process.TotalProcessorTime - before).TotalMilliseconds);
                if (count >= 0 && read != count)
                    throw new InvalidOperationException($"{ways[i].Name}: {read} orders, not {count}");
                count = read;
            }
        }
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{all.Length:N0} bytes, {count:N0} orders"));
        Console.WriteLine("way | ms of the processor | MB/s | of the array's rate");
        for (int i = 0; i < ways.Length; i++)
            Console.WriteLine(
                string.Create(CultureInfo.InvariantCulture,
                    $"{ways[i].Name,-16} | {least[i],8:N0} | {all.Length / least[i] / 1e3,7:N0} | {least[0] / least[i]:N2}"));
    }

    static Counted Of(string path, Func<Stream, Counted> read)
    {
        using var file = File.OpenRead(path);
        return read(file);
    }

    /// <summary>Counts its items and keeps none.</summary>
    public sealed class Counted : ICollection<Order>
    {
        public int Count { get; private set; }

        public bool IsReadOnly => false;

        public void Add(Order item) => Count++;

        public void Clear() => Count = 0;

        public bool Contains(Order item) => false;

        public void CopyTo(Order[] array, int arrayIndex)
        {
        }

        public bool Remove(Order item) => false;

        public IEnumerator<Order> GetEnumerator() => Enumerable.Empty<Order>().GetEnumerator();

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
