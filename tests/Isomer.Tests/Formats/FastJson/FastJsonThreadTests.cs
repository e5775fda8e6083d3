using System.Data;
using Isomer.Conventions;
using Xunit;
using static Isomer.Tests.Formats.FastJson.AcceptanceShapes;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>Sixteen threads at once: on first use, and afterwards without a lock.</summary>
[Collection(Alone.Name)]
public class FastJsonThreadTests
{
    /// <summary>
    /// Runs on sixteen threads; returns how often one waited for another after the first rounds, which warm up each thread.
    /// </summary>
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
        var graph = JsonOptions.Graph with
        {
            Convention = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType),
            Types = JsonTypes.None.With<Class1>().With<Class2>()
        };
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

    /// <summary>The first reading of a name that makes a type, by all at once: one of two that enter it was refused.</summary>
    [Fact]
    public void A_made_type_is_entered_by_all_at_once()
    {
        string text = Json.ToText(new object[] { new int[,] { { 1 } } }, JsonOptions.Graph);
        var failures = new System.Collections.Concurrent.ConcurrentQueue<Exception>();
        for (int round = 0; round < 60; round++)
        {
            var options = JsonOptions.Graph with { Convention = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType) };
            Json.FromText<object[]>("[]", options);
            using var start = new Barrier(4);
            var threads = Enumerable.Range(0, 4).Select(_ => new Thread(() =>
            {
                start.SignalAndWait();
                try
                {
                    Json.FromText<object[]>(text, options);
                }
                catch (WireFormatException e)
                {
                    failures.Enqueue(e);
                }
            })).ToList();
            threads.ForEach(thread => thread.Start());
            threads.ForEach(thread => thread.Join());
        }
        Assert.Empty(failures);
    }

    /// <summary>Tables in every form, what surrogates share in Graph, copies of graphs and of tables by both ways.</summary>
    [Fact]
    public void Tables_graphs_and_copies()
    {
        var fresh = Known with { Convention = new FastJsonConvention(Conventions()) };
        var plain = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType);
        var graph = JsonOptions.Graph with { Convention = plain, Types = JsonTypes.None.With<Class1>().With<Class2>() };
        var rows = new JsonOptions { Tables = TableForm.Rows, Convention = Convention.Plain.WithoutFields() };
        var set = Object(exotic: true, dataset: true).dataset!;
        var binary = new DataTable("B");
        binary.Columns.Add("b", typeof(byte[]));
        binary.Rows.Add(new byte[] { 1, 2 });
        var shared = new System.Text.StringBuilder("s");
        var class1 = Class1.Of("1", "c");
        object?[] any = [shared, shared, class1, new List<object> { class1, 5L }, new int[,] { { 1 } }];
        string inFastJson = Json.ToText(set, Known), inGraph = Json.ToText(set, JsonOptions.Graph),
            inRows = Json.ToText(set, new JsonOptions { Tables = TableForm.Rows }),
            graphed = Json.ToText(any, JsonOptions.Graph with { Types = graph.Types });
        byte[] compact = Compact.Serialize(set);
        void round()
        {
            Assert.Equal(inFastJson, Json.ToText(set, fresh));
            Assert.Equal(100, Json.FromText<DataSet>(inFastJson, fresh).Tables[0].Rows.Count);
            Assert.Equal(inGraph, Json.ToText(set, graph));
            Assert.Equal(100, Json.FromText<DataSet>(inGraph, graph).Tables[1].Rows.Count);
            Assert.Equal(inRows, Json.ToText(set, rows));
            Assert.Equal(100, Json.FromText<DataSet>(inRows, rows).Tables[1].Rows.Count);
            Assert.Equal(compact, Compact.Serialize(set));
            Assert.Equal(graphed, Json.ToText(any, graph));
            var back = Json.FromText<object?[]>(graphed, graph);
            Assert.Same(back[0], back[1]);
            back = DeepCopy.Of(any, plain);
            Assert.Same(back[0], back[1]);
            Assert.Same(back[2], ((List<object>)back[3]!)[0]);
            Assert.Equal(100, DeepCopy.Of(set, plain).Tables[1].Rows.Count);
            Assert.Equal((byte[])binary.Rows[0][0], (byte[])DeepCopy.Of(binary, plain).Rows[0][0]);
        }
        OnSixteen(1, 3, round);
        // Few rows: the collector's work is no lock of ours, but it would be most of the time.
        foreach (DataTable table in set.Tables)
            for (int i = table.Rows.Count - 1; i > 1; i--)
                table.Rows.RemoveAt(i);
        inFastJson = Json.ToText(set, fresh);
        inGraph = Json.ToText(set, graph);
        inRows = Json.ToText(set, rows);
        void steady()
        {
            Json.ToText(set, fresh);
            Json.FromText<DataSet>(inFastJson, fresh);
            Json.ToText(set, graph);
            Json.FromText<DataSet>(inGraph, graph);
            Json.ToText(set, rows);
            Json.FromText<DataSet>(inRows, rows);
            Json.ToText(any, graph);
            Json.FromText<object?[]>(graphed, graph);
            DeepCopy.Of(any, plain);
            DeepCopy.Of(set, plain);
            DeepCopy.Of(binary, plain);
        }
        Assert.Equal(0, OnSixteen(40, 100, steady));
    }

    static FastJsonSettings Conventions() => FastJsonSettings.Default;
}
