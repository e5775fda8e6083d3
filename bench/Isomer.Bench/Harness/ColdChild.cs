using System.Diagnostics;
using System.Globalization;
using Isomer.Bench.Data;
using Isomer.Bench.Peers;

namespace Isomer.Bench.Harness;

/// <summary>
/// What a fresh process does: ten orders, one peer, one write, one read. Touches no other peer, so that nothing
/// but this one is loaded and compiled. Prints four times in milliseconds since the start of Main.
/// </summary>
public static class ColdChild
{
    public const string Command = "cold-child";
    public const string Nothing = "nothing";
    public const int Orders = 10;

    public static int Run(string name, long start)
    {
        Database orders = Northwind.Create(Orders);
        double made = Since(start);
        double ready = made, written = made, read = made;
        if (name != Nothing)
        {
            var @case = new Case<Database>("cold", orders, Catalogue.SameOrders);
            Contestant contestant = Peer(name).For(@case)!;
            ready = Since(start);
            byte[] bytes = contestant.Write!();
            written = Since(start);
            object copy = contestant.Read!(bytes);
            read = Since(start);
            if (!contestant.Verify(copy))
                throw new InvalidOperationException($"{name}: what was read is not what was written");
        }
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{made:R} {ready:R} {written:R} {read:R}"));
        return 0;
    }

    static double Since(long start) => Stopwatch.GetElapsedTime(start).TotalMilliseconds;

    static Peer Peer(string name) => name switch
    {
        StjSourceGenerated.Id => new StjSourceGenerated(),
        StjReflection.Id => new StjReflection(),
        JsonNet.Id => new JsonNet(),
        GoogleProtobuf.Id => new GoogleProtobuf(),
        BinaryFormatterPeer.Id => new BinaryFormatterPeer(),
        _ => Ours.Peers.First(p => p.Name == name),
    };
}
