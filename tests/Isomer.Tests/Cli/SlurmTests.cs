using System.Globalization;
using Isomer.Cli.Converting.Shards;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// docs/scale.md under Slurm, with the scripts that stand there: a node falls in the midst, Slurm starts its part elsewhere, and
/// nothing is lost or doubled.
/// </summary>
[BeginsEarly]
[JudgedAlone("servers that are started, nodes that fall")]
public sealed class SlurmTests
{
    const int Nodes = 3;

    /// <summary>ISOMER_SCALE_FILES takes another number, as 100000.</summary>
    static int Files => int.TryParse(Environment.GetEnvironmentVariable("ISOMER_SCALE_FILES"), out int count) ? count : 6000;

    static int Lines => int.TryParse(Environment.GetEnvironmentVariable("ISOMER_SCALE_RECORDS"), out int count) ? count : 400_000;

    [Fact]
    public void A_folder_is_converted_once_though_a_node_falls()
    {
        using Slurm slurm = Slurm.StartOrSkip(Nodes);
        for (int folder = 0; folder * 1000 < Files; folder++)
            Directory.CreateDirectory(slurm[$"old/{folder}"]);
        for (int i = 0; i < Files; i++)
            File.WriteAllText(slurm[$"old/{i / 1000}/{i}.json"], $"{{\"id\":{i},\"name\":\"order {i}\"}}");
        string killed = RunWhileANodeFalls(slurm, "convert old/ new/ ", alsoJobs: true,
            shard => Results(slurm).Any(f => shard.Has(Path.ChangeExtension(f, ".json"))));
        string[] results = Results(slurm);
        Assert.Equal(Files, results.Length);
        for (int i = 0; i < Files; i++)
        {
            Node? value = Compact.ParseNode(File.ReadAllBytes(slurm[$"new/{i / 1000}/{i}.compact"]));
            Assert.True(i == (int)value!["id"]! && $"order {i}" == (string)value["name"]!, $"{i}.compact has {value}");
        }
        // The second run did only what the first had not.
        Assert.Contains("there already", File.ReadAllText(killed), StringComparison.Ordinal);
    }

    /// <summary>The node is cut off while its job works on: two are at one part, and neither harms the other.</summary>
    [Fact]
    public void A_file_of_lines_is_converted_once_though_a_node_is_cut_off()
    {
        using Slurm slurm = Slurm.StartOrSkip(Nodes);
        using (var writer = new StreamWriter(slurm["orders.ndjson"]))
        {
            for (int i = 0; i < Lines; i++)
                writer.Write(string.Create(CultureInfo.InvariantCulture, $"{{\"id\":{i},\"name\":\"order {i}\"}}\n"));
        }
        RunWhileANodeFalls(slurm, "convert orders.ndjson new/ ", alsoJobs: false,
            shard => Directory.EnumerateFiles(slurm["new/" + ShardFolder.Name], shard.Label + "*.part").Any());
        string[] results = Results(slurm);
        Assert.Equal(Tasks, results.Length);
        byte[] joined = [.. results.SelectMany(f => File.ReadAllBytes(slurm["new/" + f]))];
        Assert.True(joined.AsSpan().SequenceEqual(File.ReadAllBytes(slurm["orders.ndjson"])));
    }

    /// <summary>As in the scripts.</summary>
    const int Tasks = 12;

    static string[] Results(Slurm slurm) => Directory.Exists(slurm["new"])
        ? [.. Directory.EnumerateFiles(slurm["new"], "*", SearchOption.AllDirectories).Select(f => Path.GetRelativePath(slurm["new"], f))
            .Where(f => !f.StartsWith(ShardFolder.Name, StringComparison.Ordinal)).Order(StringComparer.Ordinal)]
        : [];

    /// <summary>
    /// Submits the page's script, has a node fall when a part is in the midst there, and waits for the end; where that part's runs
    /// printed to.
    /// </summary>
    static string RunWhileANodeFalls(Slurm slurm, string what, bool alsoJobs, Func<Shard, bool> isInTheMidst)
    {
        string script = ScaleScripts.About(what);
        Assert.Contains($"--array=1-{Tasks}\n", script, StringComparison.Ordinal);
        File.WriteAllText(slurm["job.sh"], script);
        string job = slurm.Ask("sbatch --parsable job.sh").Trim();
        Assert.NotEqual("", job);
        string IsDone(int task) => slurm[$"new/{ShardFolder.Name}/{new Shard(task, Tasks).Label}.done"];
        int task = 0;
        slurm.Wait("a part is in the midst on n2", () =>
            int.TryParse(slurm.Ask("squeue -h -t R -w n2 -o %K").Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out task)
            && Directory.Exists(slurm["new/" + ShardFolder.Name]) && !File.Exists(IsDone(task)) && isInTheMidst(new Shard(task, Tasks)));
        slurm.Kill("n2", alsoJobs);
        Assert.False(alsoJobs && File.Exists(IsDone(task)), "the part was done before its node fell: give it more to do");
        slurm.Wait("all parts are done", () => slurm.Ask("squeue -h").Length == 0, seconds: 120 + (Files / 200));
        for (int i = 1; i <= Tasks; i++)
            Assert.True(File.Exists(IsDone(i)), $"part {i} is not done: {string.Join('\n', slurm.Completed)}");
        // The engine's own word: it took the part from the node, and another run of the same ended well.
        string[] runs = [.. slurm.Completed.Where(l => l.Contains($" ArrayTaskId={task} ", StringComparison.Ordinal))];
        Assert.Contains(runs, l => l.Contains("JobState=NODE_FAIL Partition=all", StringComparison.Ordinal)
            && l.Contains(" NodeList=n2 ", StringComparison.Ordinal));
        Assert.Contains(runs, l => l.Contains("JobState=COMPLETED", StringComparison.Ordinal));
        return slurm[$"slurm-{job}_{task}.out"];
    }
}
