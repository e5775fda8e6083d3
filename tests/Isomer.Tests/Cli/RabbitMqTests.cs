using System.Diagnostics;
using System.Globalization;
using System.Text;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// docs/scale.md under RabbitMQ, with the script that stands there: messages are acknowledged when their result is in its place, so
/// that a worker that is killed loses none.
/// </summary>
[JudgedAlone("servers that are started, workers that are killed")]
public sealed class RabbitMqTests
{
    const int Batches = 16;
    const int PerBatch = 2000;

    [Fact]
    public void Workers_that_are_killed_lose_none_and_double_none()
    {
        using RabbitMq rabbit = RabbitMq.StartOrSkip();
        for (int batch = 0; batch < Batches; batch++)
        {
            using (var writer = new StreamWriter(rabbit[$"batch-{batch}"]))
            {
                for (int i = batch * PerBatch; i < (batch + 1) * PerBatch; i++)
                    writer.Write(string.Create(CultureInfo.InvariantCulture, $"{{\"id\":{i},\"name\":\"order {i}\"}}\n"));
            }
        }
        ToolResult sent = rabbit.Shell("for b in batch-*; do amqp-publish --url=$AMQP -r orders -p <$b || exit; done");
        Assert.True(sent.Code == 0, sent.Error);
        File.WriteAllText(rabbit["worker.sh"], ScaleScripts.About("sha256sum"));
        Directory.CreateDirectory(rabbit["new"]);
        const string Consume = "amqp-consume --url=$AMQP -q orders --prefetch-count=1 sh worker.sh";
        using Process lasting = rabbit.Start(Consume);
        int killed = 0;
        // A worker is killed in the midst of a batch, with all that it started, until three have been.
        while (killed < 3)
        {
            using Process worker = rabbit.Start(Consume);
            rabbit.Wait("a batch is being converted by it", () => Done(rabbit) == Batches
                || Descendants(worker.Id).Exists(p => Line(p).Contains("--records", StringComparison.Ordinal)));
            Assert.False(Done(rabbit) == Batches, "all is done before three workers were killed: give them more to do");
            worker.Kill(entireProcessTree: true);
            worker.WaitForExit();
            killed++;
        }
        rabbit.Wait("all batches are converted", () => Done(rabbit) == Batches);
        rabbit.Wait("and acknowledged", () => rabbit.Messages() == 0);
        lasting.Kill(entireProcessTree: true);
        lasting.WaitForExit();
        var seen = new int[Batches * PerBatch];
        foreach (string file in Directory.EnumerateFiles(rabbit["new"]).Where(f => !Path.GetFileName(f).StartsWith('.')))
        {
            ToolResult back = Tool.RunWith(File.ReadAllBytes(file), "convert", "--records", "--from", "compact", "--to", "json");
            foreach (string line in back.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries))
            {
                int id = int.Parse(line.AsSpan(6, line.IndexOf(',', StringComparison.Ordinal) - 6), CultureInfo.InvariantCulture);
                Assert.Equal($"{{\"id\":{id},\"name\":\"order {id}\"}}", line);
                seen[id]++;
            }
        }
        Assert.Equal(0, Array.FindIndex(seen, n => n != 1) + 1);
    }

    static int Done(RabbitMq rabbit) => Directory.EnumerateFiles(rabbit["new"], "*.compact").Count();

    static List<int> Descendants(int process)
    {
        var all = new List<int> { process };
        for (int i = 0; i < all.Count; i++)
        {
            string path = $"/proc/{all[i]}/task/{all[i]}/children";
            try
            {
                foreach (string child in File.ReadAllText(path).Split(' ', StringSplitOptions.RemoveEmptyEntries))
                    all.Add(int.Parse(child, CultureInfo.InvariantCulture));
            }
            catch (IOException)
            {
                // It has ended.
            }
        }
        return all;
    }

    static string Line(int process)
    {
        try
        {
            return Encoding.UTF8.GetString(File.ReadAllBytes($"/proc/{process}/cmdline"));
        }
        catch (IOException)
        {
            return "";
        }
    }
}
