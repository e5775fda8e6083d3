using System.Globalization;
using Isomer.Nodes;

namespace Isomer.Cli.Converting.Shards;

/// <summary>
/// What shards keep beside their results, in a folder of its own within the output: the plan that the first of them wrote and all
/// obey, a mark for each that has finished, and what is being written, until it is moved to its place. A node that is killed leaves
/// a file there and nothing anywhere else.
/// </summary>
sealed class ShardFolder
{
    public const string Name = ".isomer-shards";
    const string Plan = "plan.json";

    readonly string _folder;
    readonly Shard _shard;
    readonly string _run = Guid.NewGuid().ToString("N");
    int _temporaries;

    ShardFolder(string output, Shard shard) => (_folder, _shard) = (Path.Combine(output, Name), shard);

    /// <summary>Whether a file of a folder is one that shards kept, which is nobody's payload.</summary>
    public static bool Holds(string folder, string file) =>
        Path.GetRelativePath(folder, file).Split(Path.DirectorySeparatorChar)[..^1].Contains(Name);

    /// <summary>The shard's part of the folder, once it is known that its plan is that of the others.</summary>
    /// <param name="output">Where results go.</param>
    /// <param name="shard">Which part this is.</param>
    /// <param name="plan">What must be alike for all shards.</param>
    /// <param name="amongOthers">Whether files may be there that are of no shard.</param>
    public static ShardFolder Open(string output, Shard shard, NodeObject plan, bool amongOthers)
    {
        var folder = new ShardFolder(output, shard);
        string path = Path.Combine(folder._folder, Plan);
        // In this order: no shard writes results before there is a plan.
        bool hasFiles = Directory.Exists(output) && Directory.EnumerateFileSystemEntries(output).Any(e => Path.GetFileName(e) != Name);
        if (hasFiles && !amongOthers && !File.Exists(path))
        {
            throw new CliException(ExitCode.Usage, $"'{output}' has files that are of no shard. Name a new folder; "
                + "--skip-existing takes those that are there for results.");
        }
        Directory.CreateDirectory(folder._folder);
        folder.RemoveTemporaries();
        if (!File.Exists(path))
        {
            string temporary = folder.Temporary();
            File.WriteAllBytes(temporary, Json.Serialize(plan));
            try
            {
                File.Move(temporary, path, overwrite: false);
            }
            catch (IOException) when (File.Exists(path))
            {
                File.Delete(temporary); // another shard was first
            }
        }
        folder.Obey(Json.ParseNode(File.ReadAllBytes(path)) as NodeObject ?? [], plan, output);
        return folder;
    }

    void Obey(NodeObject first, NodeObject own, string output)
    {
        foreach (string name in own.Select(p => p.Key).Union(first.Select(p => p.Key)))
        {
            string there = TextOf(first, name), here = TextOf(own, name);
            if (there != here)
            {
                throw new CliException(ExitCode.Usage, $"'{output}' holds shards of other work: {name} is {there} in its plan and {here} "
                    + $"in {_shard}. Name another folder, or delete this one to begin anew.");
            }
        }
    }

    static string TextOf(NodeObject plan, string name) => plan.Contains(name) ? $"{plan[name]}" : "not given";

    string Mark(int number) => Path.Combine(_folder, new Shard(number, _shard.Count).Label + ".done");

    /// <summary>Whether this shard was finished by an earlier run.</summary>
    public bool IsDone => File.Exists(Mark(_shard.Number));

    /// <summary>
    /// The name under which something is written before it is moved to its place: another for each process, for a node that is thought
    /// dead may still be writing.
    /// </summary>
    public string Temporary() => Path.Combine(_folder, string.Create(CultureInfo.InvariantCulture,
        $"{_shard.Label}.{_run}-{Interlocked.Increment(ref _temporaries)}{Target.Part}"));

    /// <summary>
    /// What earlier runs of this shard did not come to move. If one of them lives still, it fails at that and the shard is done by
    /// this one.
    /// </summary>
    void RemoveTemporaries()
    {
        foreach (string file in Directory.EnumerateFiles(_folder, _shard.Label + ".*" + Target.Part))
        {
            try
            {
                File.Delete(file);
            }
            catch (IOException)
            {
                // Windows does not delete what another process has open.
            }
        }
    }

    /// <summary>All of the shard's results are in their places: it is not done again.</summary>
    public void Finish(NodeObject result)
    {
        string temporary = Temporary();
        File.WriteAllBytes(temporary, Json.Serialize(result));
        File.Move(temporary, Mark(_shard.Number), overwrite: true);
        int done = Directory.EnumerateFiles(_folder, "*.done").Count();
        Terminal.Note($"Shard {_shard} is done: {Conversion.Count(done, "shard")} of {_shard.Count}.");
    }
}
