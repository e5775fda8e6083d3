using System.Diagnostics;
using System.Globalization;

namespace Isomer.Bench.Harness;

/// <summary>
/// `huge`: one message of a million orders to a file and back, against the same 830 orders again and again: time for each order, and
/// what was allocated beside the objects.
/// </summary>
/// <remarks>
/// A million orders that live cost the collector what 830 that die at once do not, whoever makes them. So reading is compared
/// twice: with 830 orders that are dropped, and with as many that are kept.
/// </remarks>
public static class HugeCommand
{
    public const string Usage = "huge [--orders N] [--file PATH]";

    public static int Run(ReadOnlySpan<string> arguments)
    {
        var options = new Options(arguments, ["orders", "file"], []);
        int count = (int)(options.Number("orders") ?? 1_000_000);
        string path = options.Text("file") ?? Path.Combine(Path.GetTempPath(), $"isomer-huge-{Environment.ProcessId}.pb");
        var some = Northwind.Create();
        int times = (count + some.Orders.Count - 1) / some.Orders.Count;
        byte[] few = Protobuf.Serialize(some);
        try
        {
            Console.WriteLine(string.Join(" | ", Surroundings.Describe().Values));
            // The code is warm, and so is the page cache: the file has been written once.
            Warm(some, few);
            var all = new Database { Orders = new List<Order>(times * some.Orders.Count) };
            for (int i = 0; i < times; i++)
                all.Orders.AddRange(Protobuf.Deserialize<Database>(few).Orders);
            int orders = all.Orders.Count;
            Write(path, all);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{orders:N0} orders, one message of {new FileInfo(path).Length:N0} bytes"));

            double small = Median(21, () => PerOrder(() => Many(times / 20, () => Protobuf.Serialize(Stream.Null, some)), times / 20 * 830));
            long before = GC.GetTotalAllocatedBytes(true);
            double none = Median(3, () => PerOrder(() => Protobuf.Serialize(Stream.Null, all), orders));
            long garbage = (GC.GetTotalAllocatedBytes(true) - before) / 3;
            double file = Median(3, () => PerOrder(() => Write(path, all), orders));
            Say("write, nowhere", none, small, garbage);
            Say("write, file", file, small, 0);

            all = null;
            Collect();
            double dropped = Median(21, () => PerOrder(() => Many(times / 20, () => Protobuf.Deserialize<Database>(new MemoryStream(few))), times / 20 * 830));
            Collect();
            double kept = Median(3, () =>
            {
                Collect();
                var keep = new List<Database>(times);
                return PerOrder(() => Many(times, () => keep.Add(Protobuf.Deserialize<Database>(new MemoryStream(few)))), orders);
            });
            Collect();
            double held = 0;
            double read = Median(3, () =>
            {
                Collect();
                long live = GC.GetTotalMemory(true);
                long start = GC.GetTotalAllocatedBytes(true);
                Database? back = null;
                double time = PerOrder(() => back = Read(path), orders);
                long allocated = GC.GetTotalAllocatedBytes(true) - start;
                long objects = GC.GetTotalMemory(true) - live;
                GC.KeepAlive(back);
                if (back!.Orders.Count != orders)
                    throw new InvalidOperationException("not all orders came back");
                held = objects;
                garbage = allocated - objects;
                return time;
            });
            Say("read, 830 dropped", read, dropped, garbage);
            Say("read, 830 kept", read, kept, garbage);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"objects {held / 1e6:N0} MB; at reading {garbage / 1e6:N1} MB allocated beside them (required: at most 64)"));
            return 0;
        }
        finally
        {
            File.Delete(path);
        }
    }

    static void Warm(Database some, byte[] few)
    {
        for (int i = 0; i < 300; i++)
        {
            Protobuf.Serialize(Stream.Null, some);
            Protobuf.Deserialize<Database>(new MemoryStream(few));
            if (i % 50 == 0)
                Thread.Sleep(50);
        }
    }

    static void Write(string path, Database all)
    {
        using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1);
        Protobuf.Serialize(file, all);
    }

    static Database Read(string path)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1);
        return Protobuf.Deserialize<Database>(file);
    }

    static void Collect()
    {
        GC.Collect(2, GCCollectionMode.Forced, true, true);
        GC.WaitForPendingFinalizers();
    }

    static void Many(int times, Action action)
    {
        for (int i = 0; i < times; i++)
            action();
    }

    static double PerOrder(Action action, int orders)
    {
        long start = Stopwatch.GetTimestamp();
        action();
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds / orders;
    }

    static double Median(int runs, Func<double> run)
    {
        double[] all = [.. Enumerable.Range(0, runs).Select(_ => run()).Order()];
        return all[runs / 2];
    }

    static void Say(string what, double huge, double small, long garbage) => Console.WriteLine(string.Create(
        CultureInfo.InvariantCulture,
        $"{what,-18} {huge,7:N1} ns an order, {small,7:N1} of 830: {huge / small:0.00} (required: at most 1.15); {garbage / 1e6:N1} MB beside the objects"));
}
