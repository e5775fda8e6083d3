using System.Diagnostics;
using EveryFormat;
using Isomer;

// One object, every wire: writes and reads the same object in every format that there is, and prints size and time.
var order = Order.Example;
Console.WriteLine("One order with 3 lines in every format:");
Console.WriteLine();
Console.WriteLine($"{"format",-12}{"media type",-32}{"bytes",8}{"write",12}{"read",12}");
foreach (var format in Format.All)
{
    byte[] payload;
    try
    {
        payload = format.Serialize(order);
    }
    catch (NotSupportedException e)
    {
        // The formats of contracts want marks, or a constructor without parameters.
        Console.WriteLine($"{format,-12}{e.Message.Split(':')[0]}");
        continue;
    }
    var back = format.Deserialize<Order>(payload);
    if (back != order)
        throw new InvalidOperationException($"{format} did not give the same order back.");
    double write = Time(() => format.Serialize(order));
    double read = Time(() => format.Deserialize<Order>(payload));
    Console.WriteLine($"{format,-12}{format.MediaType,-32}{payload.Length,8}{write,9:F2} us{read,9:F2} us");
}
Console.WriteLine();
Console.WriteLine("As JSON:");
Console.WriteLine(Json.ToText(order, JsonOptions.Pretty));
return 0;

// The median of many batches, after a warm-up that lets the JIT finish.
static double Time(Action action)
{
    const int Batch = 200;
    for (int i = 0; i < 20; i++)
    {
        for (int j = 0; j < Batch; j++)
            action();
        Thread.Sleep(10);
    }
    double[] samples = new double[50];
    for (int i = 0; i < samples.Length; i++)
    {
        long start = Stopwatch.GetTimestamp();
        for (int j = 0; j < Batch; j++)
            action();
        samples[i] = Stopwatch.GetElapsedTime(start).TotalMicroseconds / Batch;
    }
    Array.Sort(samples);
    return samples[samples.Length / 2];
}
