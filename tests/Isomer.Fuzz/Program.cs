using System.Globalization;
using Isomer.Fuzz.Running;
using Isomer.Fuzz.Targets;

// The loop of a worker must be the first to touch the library: its probes write to memory that the worker maps.
return args switch
{
    ["worker", var folder, var index, var seed, var seconds, var blocks, var only] => Work(folder, index, seed, seconds, blocks, only),
    ["try", var target, var way, var file] => Try(target, way, file),
    ["replay", .. var files] => Replay(files),
    ["targets"] => Show(),
    [var unknown, ..] when !unknown.StartsWith('-') => Refuse(unknown),
    _ => Fuzz(args),
};

static int Work(string folder, string index, string seed, string seconds, string blocks, string only)
{
    static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
    new Worker(folder, Number(index), ulong.Parse(seed, CultureInfo.InvariantCulture), TimeSpan.FromSeconds(Number(seconds)),
        only.Length == 0 ? null : only, Number(blocks)).Run();
    return 0;
}

static int Refuse(string command)
{
    Console.Error.WriteLine($"'{command}' is no command, or lacks arguments: --help names them.");
    return 2;
}

static int Try(string name, string way, string file)
{
    var input = new Input();
    input.Set(File.ReadAllBytes(file));
    BrokenPromiseException? broken = null;
    var thread = new Thread(
        () => broken = Trial.Run(Catalog.All.First(t => t.Name == name), input, int.Parse(way, CultureInfo.InvariantCulture), out _),
        512 << 10);
    thread.Start();
    thread.Join();
    Console.WriteLine(broken is null ? "kept" : $"{Findings.SignatureOf(broken)}\n{broken.Message}");
    return broken is null ? 0 : 1;
}

static int Replay(string[] paths)
{
    var broken = paths.SelectMany(p => Directory.Exists(p) ? Directory.GetFiles(p, "*.bin") : [p]).SelectMany(Regressions.Broken).ToList();
    broken.ForEach(Console.WriteLine);
    return broken.Count == 0 ? 0 : 1;
}

static int Show()
{
    foreach (Target target in Catalog.All)
        Console.WriteLine($"{target.Name}  ({target.Language}, {target.Ways} ways)");
    return 0;
}

static int Fuzz(string[] args)
{
    string? Value(string name) => Array.IndexOf(args, name) is var at and >= 0 && at + 1 < args.Length ? args[at + 1] : null;
    if (args.Any(a => a is "--help" or "-h"))
    {
        Console.WriteLine(
            "Isomer.Fuzz [--seconds N] [--seed N] [--workers N] [--only REGEX of targets] [--folder DIR] [--no-coverage]\nIsomer.Fuzz replay FILES | try TARGET WAY FILE | targets");
        return 0;
    }
    double Number(string name, double usual) => Value(name) is { } text ? double.Parse(text, CultureInfo.InvariantCulture) : usual;
    if (Value("--only") is { } only && !Catalog.All.Any(t => System.Text.RegularExpressions.Regex.IsMatch(t.Name, only)))
    {
        Console.Error.WriteLine($"No target is called '{only}': 'targets' lists them.");
        return 2;
    }
    var settings = new Settings(
        Path.GetFullPath(Value("--folder") ?? Path.Combine("artifacts", "fuzz")),
        TimeSpan.FromSeconds(Number("--seconds", 60)),
        Value("--seed") is { } seed ? ulong.Parse(seed, CultureInfo.InvariantCulture) : (ulong)Environment.TickCount64,
        (int)Number("--workers", Math.Max(1, Environment.ProcessorCount)),
        Value("--only"),
        Covers: OperatingSystem.IsLinux() && !args.Contains("--no-coverage"));
    return new Supervisor(settings).Run() == 0 ? 0 : 1;
}
