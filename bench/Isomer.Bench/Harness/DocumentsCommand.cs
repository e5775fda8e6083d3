using System.Data;
using System.Diagnostics;
using System.Globalization;
using Isomer.Bench.Data;

namespace Isomer.Bench.Harness;

/// <summary>
/// `documents`: DataXml.Fill against DataSet.ReadXml over what WriteXml writes: rows, rows behind a schema, DiffGrams, rows within rows.
/// The two take turns; of each the least time counts, that of the processor, the collector's included.
/// </summary>
public static class DocumentsCommand
{
    public const string Usage = "documents [--rounds N] [--rows N] [--only NAME] [--quick]";

    // Documents whose names begin so.
    static string s_only = "";

    public static int Run(ReadOnlySpan<string> arguments)
    {
        var options = new Options(arguments, ["rounds", "rows", "only"], ["quick"]);
        int rounds = (int)(options.Number("rounds") ?? (options.Has("quick") ? 7 : 40));
        Console.WriteLine(string.Join(" | ", Surroundings.Describe().Values));
        Console.WriteLine("document | bytes | ReadXml us (KB) | DataXml us (KB) | times as fast");
        s_only = options.Text("only") ?? "";
        int[] sizes = options.Number("rows") is { } only ? [(int)only] : [2, 10, 100, 1000, 8000];
        foreach (int rows in sizes)
        {
            var flat = WideTable.Create(rows);
            Race($"rows {rows}", flat, XmlWriteMode.IgnoreSchema, rounds, rows);
            Race($"schema {rows}", flat, XmlWriteMode.WriteSchema, rounds, rows);
            Race($"DiffGram {rows}, unchanged", flat, XmlWriteMode.DiffGram, rounds, rows);
            Race($"DiffGram {rows}, mixed", Changed(flat), XmlWriteMode.DiffGram, rounds, rows);
            foreach (bool isHidden in (bool[])[false, true])
            {
                var nested = Nested(rows, isHidden);
                string name = isHidden ? "hidden" : "nested";
                Race($"{name} {rows}", nested, XmlWriteMode.IgnoreSchema, rounds, rows);
                Race($"{name}, schema {rows}", nested, XmlWriteMode.WriteSchema, rounds, rows);
                Race($"{name}, DiffGram {rows}", nested, XmlWriteMode.DiffGram, rounds, rows);
            }
        }
        return 0;
    }

    /// <summary>A quarter each: unchanged, modified, added, deleted.</summary>
    static DataSet Changed(DataSet from)
    {
        var set = from.Copy();
        var table = set.Tables[0];
        for (int i = 0; i < table.Rows.Count; i++)
        {
            if (i % 4 == 1)
                table.Rows[i]["Notes"] = "changed";
            else if (i % 4 == 2)
                table.Rows[i].SetAdded();
            else if (i % 4 == 3)
                table.Rows[i].Delete();
        }
        return set;
    }

    /// <summary>
    /// Orders of three columns with four lines of five columns in each; where the keys are hidden they count by themselves, as in what is
    /// inferred.
    /// </summary>
    static DataSet Nested(int rows, bool isHidden)
    {
        var set = new DataSet("Shop");
        var orders = set.Tables.Add("Order");
        var lines = set.Tables.Add("Line");
        var key = orders.Columns.Add("Order_Id", typeof(int));
        orders.Columns.Add("Customer");
        orders.Columns.Add("Ordered", typeof(DateTime));
        var parent = lines.Columns.Add("Order_Id", typeof(int));
        lines.Columns.Add("Product");
        lines.Columns.Add("Price", typeof(decimal));
        lines.Columns.Add("Quantity", typeof(int));
        lines.Columns.Add("Discount", typeof(double));
        (key.AutoIncrement, key.AllowDBNull) = (isHidden, !isHidden);
        if (isHidden)
            key.ColumnMapping = parent.ColumnMapping = MappingType.Hidden;
        orders.PrimaryKey = [key];
        set.Relations.Add("Order_Line", key, parent).Nested = true;
        for (int i = 0; i < rows; i++)
        {
            orders.Rows.Add(i, "Customer " + (i % 91), new DateTime(2020, 1, 1).AddMinutes(i));
            for (int k = 0; k < 4; k++)
                lines.Rows.Add(i, "Product " + (((i * 7) + k) % 77), (i + k) / 4m, 1 + (i % 20), k * 0.05);
        }
        set.AcceptChanges();
        return set;
    }

    static void Race(string name, DataSet set, XmlWriteMode mode, int rounds, int rows)
    {
        if (!name.StartsWith(s_only, StringComparison.Ordinal))
            return;
        var stream = new MemoryStream();
        set.WriteXml(stream, mode);
        byte[] document = stream.ToArray();
        var like = mode == XmlWriteMode.WriteSchema ? null : set.Clone();
        DataSet Target() => like?.Clone() ?? new DataSet();
        int times = Math.Max(1, 200 / rows);
        // Making the target is part of neither.
        var targets = new DataSet[2 * times];
        (double Least, long Bytes)[] best = [(double.MaxValue, 0), (double.MaxValue, 0)];
        // Until the code of each is compiled as it will stay.
        long warm = Stopwatch.GetTimestamp();
        for (int round = -1; round < rounds; round += round < 0 && Stopwatch.GetElapsedTime(warm).TotalSeconds < 1.5 ? 0 : 1)
            for (int contestant = 0; contestant < 2; contestant++)
            {
                for (int i = 0; i < times; i++)
                    targets[i] = Target();
                long before = GC.GetAllocatedBytesForCurrentThread();
                var start = Environment.CpuUsage.TotalTime;
                for (int i = 0; i < times; i++)
                {
                    if (contestant == 0)
                        targets[i].ReadXml(new MemoryStream(document));
                    else
                        DataXml.Fill(targets[i], document);
                }
                double took = (Environment.CpuUsage.TotalTime - start).TotalMicroseconds / times;
                if (round >= 0)
                    best[contestant] = (Math.Min(best[contestant].Least, took), (GC.GetAllocatedBytesForCurrentThread() - before) / times);
            }
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{name,-26} {document.Length,10:N0} | {best[0].Least,9:N0} ({best[0].Bytes / 1024,6:N0}) | {best[1].Least,9:N0} ({best[1].Bytes / 1024,6:N0}) | {best[0].Least / best[1].Least:N2}"));
    }
}
