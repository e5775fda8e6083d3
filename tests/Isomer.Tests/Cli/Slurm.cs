using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// A cluster of Slurm on this machine: munge, a controller, and nodes that are each a slurmd of its own on the loopback, all in a
/// temporary folder. Jobs are submitted there, with `isomer` in their path. It ends with the test.
/// </summary>
sealed class Slurm : IDisposable
{
    readonly TemporaryFolder _folder = new();
    readonly Dictionary<string, Process> _nodes = [];
    readonly List<Process> _daemons = [];

    Slurm(int nodes)
    {
        foreach (string name in (string[])["state", "log", "run", "spool", "bin", "jobs"])
            Directory.CreateDirectory(_folder[name]);
        Tool.Shell($"chmod 755 '{_folder.Path}'"); // munged takes no socket that nobody could reach
        File.WriteAllText(_folder["bin/isomer"], $"#!/bin/sh\nexec dotnet '{Tool.Dll}' \"$@\"\n");
        File.WriteAllText(Conf, Configuration(nodes));
        byte[] key = new byte[256];
        Random.Shared.NextBytes(key);
        File.WriteAllBytes(_folder["munge.key"], key);
        Tool.Shell($"chmod 600 '{_folder["munge.key"]}'; chmod 755 '{_folder["bin/isomer"]}'");
    }

    /// <summary>A cluster whose nodes all wait for work; the test is skipped where Slurm is not installed.</summary>
    public static Slurm StartOrSkip(int nodes)
    {
        bool mayStart = OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess;
        Assert.SkipUnless(mayStart, "Slurm starts jobs as their users, for which it must be root on Linux");
        bool isHere = Array.TrueForAll(["munged", "slurmctld", "slurmd"], p => File.Exists("/usr/sbin/" + p));
        Assert.SkipUnless(isHere, "no Slurm here (Debian's slurm-wlm and munge)");
        var slurm = new Slurm(nodes);
        try
        {
            slurm.Run(nodes);
            return slurm;
        }
        catch
        {
            slurm.Dispose();
            throw;
        }
    }

    /// <summary>Where jobs are submitted and run.</summary>
    public string this[string name] => _folder["jobs/" + name];

    string Conf => _folder["slurm.conf"];

    /// <summary>
    /// A node that does not answer for three seconds is down, and its jobs go to others as soon as their credentials (five seconds, the
    /// least there is) have run out. Every value else is the default, or leaves out what a container does not have.
    /// </summary>
    string Configuration(int nodes)
    {
        string host = Dns.GetHostName().Split('.')[0];
        var text = new StringBuilder(string.Create(CultureInfo.InvariantCulture, $"""
            ClusterName=isomer
            SlurmctldHost={host}(127.0.0.1)
            SlurmctldPort={FreePort()}
            AuthType=auth/munge
            AuthInfo=socket={_folder["run/munge.sock"]},cred_expire=5
            CredType=cred/munge
            SlurmUser=root
            SlurmdUser=root
            StateSaveLocation={_folder["state"]}
            SlurmdSpoolDir={_folder["spool"]}/%n
            SlurmctldPidFile={_folder["run"]}/slurmctld.pid
            SlurmdPidFile={_folder["run"]}/%n.pid
            SlurmctldLogFile={_folder["log"]}/slurmctld
            SlurmdLogFile={_folder["log"]}/%n
            ProctrackType=proctrack/pgid
            TaskPlugin=task/none
            JobAcctGatherType=jobacct_gather/none
            AccountingStorageType=accounting_storage/none
            JobCompType=jobcomp/filetxt
            JobCompLoc={_folder["log/completed"]}
            SchedulerType=sched/builtin
            SchedulerParameters=batch_sched_delay=0,sched_interval=1
            SelectType=select/cons_tres
            SelectTypeParameters=CR_Core
            SlurmdParameters=config_overrides
            ReturnToService=2
            SlurmdTimeout=3
            MessageTimeout=2
            TCPTimeout=1

            """));
        for (int i = 1; i <= nodes; i++)
        {
            text.Append(CultureInfo.InvariantCulture,
                $"NodeName=n{i} NodeHostname={host} NodeAddr=127.0.0.1 Port={FreePort()} CPUs=1 State=UNKNOWN\n");
        }
        return text.Append("PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n").ToString();
    }

    static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    void Run(int nodes)
    {
        Daemon("munged", "--foreground", "--force", "--key-file=" + _folder["munge.key"], "--socket=" + _folder["run/munge.sock"],
            "--pid-file=" + _folder["run/munged.pid"], "--log-file=" + _folder["log/munged"], "--seed-file=" + _folder["run/munged.seed"]);
        Wait("munged listens", () => File.Exists(_folder["run/munge.sock"]));
        Daemon("slurmctld", "-D", "-f", Conf);
        for (int i = 1; i <= nodes; i++)
            _nodes[$"n{i}"] = Daemon("slurmd", "-D", "-f", Conf, "-N", $"n{i}");
        string expected = string.Concat(Enumerable.Repeat("idle\n", nodes));
        Wait("all nodes are idle", () => Ask("sinfo -h -N -o %T") == expected);
    }

    Process Daemon(string program, params string[] arguments)
    {
        // Their words go to their logs; through a shell, for nobody reads what they print.
        var info = new ProcessStartInfo("/bin/sh");
        foreach (string argument in (string[])["-c", "exec \"$@\" >/dev/null 2>&1 </dev/null", "sh", "/usr/sbin/" + program, .. arguments])
            info.ArgumentList.Add(argument);
        info.Environment["SLURM_CONF"] = Conf;
        Process process = Process.Start(info)!;
        _daemons.Add(process);
        return process;
    }

    /// <summary>What a command says that is run where jobs are submitted.</summary>
    public string Ask(string command) =>
        Tool.Shell($"cd '{_folder["jobs"]}' && export SLURM_CONF='{Conf}' PATH='{_folder["bin"]}':\"$PATH\" && {command}").Output;

    /// <summary>What Slurm says of jobs that have ended, one to a line: also of those that it took back from a node that fell.</summary>
    public string[] Completed => File.Exists(_folder["log/completed"]) ? File.ReadAllLines(_folder["log/completed"]) : [];

    public void Wait(string what, Func<bool> isSo, int seconds = 120)
    {
        for (var watch = Stopwatch.StartNew(); !isSo(); Thread.Sleep(20))
        {
            if (watch.Elapsed.TotalSeconds > seconds)
            {
                IEnumerable<string> logs = Directory.EnumerateFiles(_folder["log"]).SelectMany(f => File.ReadLines(f).TakeLast(20));
                throw new TimeoutException($"Not so after {seconds} s: {what}.\n{Ask("squeue; sinfo -N")}\n{string.Join('\n', logs)}");
            }
        }
    }

    /// <summary>
    /// A node falls: its slurmd and what watches its jobs are killed, and, unless it was only cut off, the jobs themselves.
    /// </summary>
    /// <param name="node">The node.</param>
    /// <param name="alsoJobs">Whether the jobs fall with it; else they work on where nobody sees them.</param>
    public void Kill(string node, bool alsoJobs)
    {
        foreach (int process in ProcessesOf(node))
        {
            Kill(process, watcherOnly: true);
            if (alsoJobs)
                Kill(process, watcherOnly: false);
        }
        _nodes[node].Kill();
        _nodes[node].WaitForExit();
    }

    /// <summary>Processes of this cluster's jobs: on a node, or on all.</summary>
    List<int> ProcessesOf(string? node)
    {
        var found = new List<int>();
        foreach (string folder in Directory.EnumerateDirectories("/proc"))
        {
            if (!int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out int id))
                continue;
            string environment = Text(id, "environ"), name = node is null ? "SLURMD_NODENAME=" : $"SLURMD_NODENAME={node}\0";
            if (environment.Contains($"SLURM_CONF={Conf}\0", StringComparison.Ordinal)
                && environment.Contains(name, StringComparison.Ordinal))
                found.Add(id);
        }
        return found;
    }

    static string Text(int process, string file)
    {
        try
        {
            return File.ReadAllText($"/proc/{process}/{file}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return ""; // it has ended, or is none of ours
        }
    }

    /// <summary>Ends a process of a job, or the slurmstepd above it.</summary>
    static void Kill(int process, bool watcherOnly)
    {
        int id = process;
        if (watcherOnly)
        {
            string? parent = Text(process, "status").Split('\n').FirstOrDefault(l => l.StartsWith("PPid:", StringComparison.Ordinal))?[5..];
            if (!int.TryParse(parent, CultureInfo.InvariantCulture, out id)
                || !Text(id, "cmdline").StartsWith("slurmstepd", StringComparison.Ordinal))
                return;
        }
        try
        {
            using Process found = Process.GetProcessById(id);
            found.Kill();
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException)
        {
            // It was quicker.
        }
    }

    public void Dispose()
    {
        foreach (int process in ProcessesOf(null))
        {
            Kill(process, watcherOnly: true);
            Kill(process, watcherOnly: false);
        }
        foreach (Process daemon in Enumerable.Reverse(_daemons))
        {
            if (!daemon.HasExited)
                daemon.Kill(entireProcessTree: true);
            daemon.WaitForExit();
            daemon.Dispose();
        }
        _folder.Dispose();
    }
}
