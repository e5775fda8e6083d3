using Xunit;
using static Isomer.Tests.Formats.FastJson.AcceptanceShapes;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>Sixteen threads at once: on first use, and afterwards without a lock.</summary>
[Collection(Alone.Name)]
public class FastJsonThreadTests
{
    /// <summary>Runs on sixteen threads; returns how often one waited for another after the first rounds, which warm up each thread.</summary>
    static long OnSixteen(int warmUp, int rounds, Action action)
    {
        const int Threads = 16;
        // Neither a barrier nor an event: they have locks of their own.
        int warm = 0, done = 0, go = 0;
        var errors = new List<Exception>();
        var threads = Enumerable.Range(0, Threads).Select(_ => new Thread(() =>
        {
            try
            {
                for (int i = 0; i < warmUp; i++)
                    action();
                Interlocked.Increment(ref warm);
                while (Volatile.Read(ref go) == 0)
                    Thread.Yield();
                for (int i = 0; i < rounds; i++)
                    action();
            }
            catch (Exception e)
            {
                lock (errors)
                    errors.Add(e);
                Interlocked.Increment(ref warm);
            }
            Interlocked.Increment(ref done);
            while (Volatile.Read(ref go) < 2)
                Thread.Yield();
        })).ToArray();
        foreach (var thread in threads)
            thread.Start();
        while (Volatile.Read(ref warm) < Threads)
            Thread.Sleep(1);
        long before = Monitor.LockContentionCount;
        Volatile.Write(ref go, 1);
        while (Volatile.Read(ref done) < Threads)
            Thread.Sleep(1);
        long waited = Monitor.LockContentionCount - before;
        Volatile.Write(ref go, 2);
        foreach (var thread in threads)
            thread.Join();
        Assert.Empty(errors);
        return waited;
    }

    [Fact]
    public void First_use_and_steady_state()
    {
        // Conventions that nothing has been seen by.
        var fresh = Known with { Convention = new FastJsonConvention(Conventions()) };
        var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType), Types = JsonTypes.None.With<Class1>().With<Class2>() };
        var value = Object(exotic: true, dataset: true);
        string text = Json.ToText(value, Known), graphed = Json.ToText(value, JsonOptions.Graph with { Types = graph.Types });
        void round()
        {
            Assert.Equal(text, Json.ToText(value, fresh));
            Assert.Equal("desc1", ((Class2)Json.FromText<Colclass>(text, fresh).items[1]).description);
            Assert.Equal(graphed, Json.ToText(value, graph));
            Assert.Equal("desc1", ((Class2)Json.FromText<Colclass>(graphed, graph).items[1]).description);
            Assert.Equal(4, DeepCopy.Of(value.items).Count);
        }
        OnSixteen(1, 5, round);
        var plain = Object();
        plain.date = new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc);
        string small = Json.ToText(plain, fresh), smallGraph = Json.ToText(plain, graph);
        void steady()
        {
            Json.ToText(plain, fresh);
            Json.FromText<Colclass>(small, fresh);
            Json.ToText(plain, graph);
            Json.FromText<Colclass>(smallGraph, graph);
        }
        Assert.Equal(0, OnSixteen(50, 300, steady));
    }

    static FastJsonSettings Conventions() => FastJsonSettings.Default;
}
