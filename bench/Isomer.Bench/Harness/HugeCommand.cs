using System.Diagnostics;
using System.Globalization;
using Isomer.Bench.Peers;

namespace Isomer.Bench.Harness;

/// <summary>
/// `huge`: one message of a million orders of a kilobyte to a file and back, against 830 of these orders again and again: time for
/// each order, and what memory was taken beside the objects.
/// </summary>
/// <remarks>
/// A million orders that live cost the collector what 830 that die at once do not, whoever makes them: it moves each twice. So
/// reading is compared with 830 orders again and again that are kept, as many as the message has; and beside it stands what
/// keeping costs who reads nothing, a clone written by hand.
/// </remarks>
public static class HugeCommand
{
    public const string Usage = "huge [--orders N] [--small] [--file PATH]";

    const int OrderSize = 1000;

    public static int Run(ReadOnlySpan<string> arguments)
    {
        var options = new Options(arguments, ["orders", "file"], ["small"]);
        int count = (int)(options.Number("orders") ?? 1_000_000);
        string path = options.Text("file") ?? Path.Combine(Path.GetTempPath(), $"isomer-huge-{Environment.ProcessId}.pb");
        var some = options.Has("small") ? Northwind.Create() : Kilobytes();
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
            Console.WriteLine(
                string.Create(CultureInfo.InvariantCulture, $"{orders:N0} orders, one message of {new FileInfo(path).Length:N0} bytes"));

            int batch = Math.Max(times / 20, 1);
            double small = Median(21, () => PerOrder(() => Many(batch, () => Protobuf.Serialize(Stream.Null, some)), batch * 830));
            long before = GC.GetTotalAllocatedBytes(true);
            double none = Median(3, () => PerOrder(() => Protobuf.Serialize(Stream.Null, all), orders));
            long garbage = (GC.GetTotalAllocatedBytes(true) - before) / 3;
            double file = Median(3, () => PerOrder(() => Write(path, all), orders));
            // The same objects, 830 of them in a message: these come from memory too, and not from the cache.
            Database[] parts = [.. all.Orders.Chunk(830).Select(part => new Database { Orders = [.. part] })];
            double apart = Median(3, () => PerOrder(() => Array.ForEach(parts, part => Protobuf.Serialize(Stream.Null, part)), orders));
            parts = [];
            Say("write, as many", none, apart, 1.15);
            Say("write, 830 again", none, small, null);
            Say("write, file", file, small, null);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"at writing {garbage / 1e6:N1} MB allocated"));

            all = null;
            double dropped = Median(21, () => PerOrder(() => Many(batch, () => Read(few)), batch * 830));
            double kept = Kept(times, orders, () => Read(few));
            double cloneDropped = Median(21, () => PerOrder(() => Many(batch, () => DeepClone.Of(some)), batch * 830));
            double cloneKept = Kept(times, orders, () => DeepClone.Of(some));
            double read = Median(3, () =>
            {
                Collect();
                Database? back = null;
                double time = PerOrder(() => back = Read(path), orders);
                return back!.Orders.Count == orders ? time : throw new InvalidOperationException("not all orders came back");
            });
            Say("read, as many kept", read, kept, 1.15);
            Say("read, 830 dropped", read, dropped, null);
            Say("  a clone, by hand", cloneKept, cloneDropped, null);
            Memory(path);
            return 0;
        }
        finally
        {
            File.Delete(path);
        }
    }

    /// <summary>The orders with the lines of five others each, and a note that makes each about a kilobyte.</summary>
    static Database Kilobytes()
    {
        var some = Northwind.Create();
        var lines = some.Orders.ConvertAll(o => o.Lines.ToArray());
        for (int i = 0; i < some.Orders.Count; i++)
        {
            var order = some.Orders[i];
            for (int k = 1; k <= 5; k++)
                order.Lines.AddRange(lines[(i + (k * 131)) % lines.Count]);
            int size = Protobuf.Serialize(order).Length;
            string words = $"{order.ShipName}, {order.ShipCity}: to be left with the neighbours of number {i}. ";
            while (size < OrderSize)
            {
                order.ShipAddress += words;
                size += words.Length;
            }
        }
        return some;
    }

    static Database Read(byte[] bytes) => Protobuf.Deserialize<Database>(new MemoryStream(bytes));

    /// <summary>Time for each order where all that was made is kept.</summary>
    static double Kept(int times, int orders, Func<Database> make) => Median(3, () =>
    {
        Collect();
        var keep = new List<Database>(times);
        return PerOrder(() => Many(times, () => keep.Add(make())), orders);
    });

    /// <summary>
    /// A run of its own, for looking at the memory takes time: the most that the heap held beside the objects, looked at every five
    /// milliseconds.
    /// </summary>
    static void Memory(string path)
    {
        Collect();
        long live = GC.GetTotalMemory(true);
        long start = GC.GetTotalAllocatedBytes(true);
        long most = 0;
        bool done = false;
        var watch = new Thread(() =>
        {
            for (; !Volatile.Read(ref done); Thread.Sleep(5))
                most = Math.Max(most, GC.GetTotalMemory(false) - live);
        });
        watch.Start();
        var back = Read(path);
        Volatile.Write(ref done, true);
        watch.Join();
        long allocated = GC.GetTotalAllocatedBytes(true) - start;
        long objects = GC.GetTotalMemory(true) - live;
        GC.KeepAlive(back);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"objects {objects / 1e6:N0} MB; at reading {(allocated - objects) / 1e6:N1} MB allocated beside them, at most {Math.Max(most - objects, 0) / 1e6:N1} MB in the heap at once (required: at most 64)"));
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

    static void Say(string what, double huge, double small, double? required) => Console.WriteLine(string.Create(
        CultureInfo.InvariantCulture,
        $"{what,-18} {huge,8:N1} ns an order, {small,8:N1} of 830: {huge / small:0.00}{(required is null ? "" : $" (required: at most {required:0.00})")}"));
}
