using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// RabbitMQ's server on the loopback, all of it in a temporary folder, with `isomer` in the path of what is run beside it. It ends
/// with the test.
/// </summary>
sealed class RabbitMq : IDisposable
{
    const string Folder = "/usr/lib/rabbitmq/bin";

    readonly TemporaryFolder _folder = new();
    readonly int _port = FreePort();
    readonly int _distribution = FreePort();
    readonly int _names = FreePort();
    Process? _server;

    /// <summary>A server that answers; the test is skipped where it or its client is not installed.</summary>
    public static RabbitMq StartOrSkip()
    {
        bool isHere = OperatingSystem.IsLinux() && File.Exists(Folder + "/rabbitmq-server") && File.Exists("/usr/bin/amqp-consume");
        Assert.SkipUnless(isHere, "no RabbitMQ here (Debian's rabbitmq-server and amqp-tools)");
        var rabbit = new RabbitMq();
        try
        {
            rabbit.Run();
            return rabbit;
        }
        catch
        {
            rabbit.Dispose();
            throw;
        }
    }

    public string this[string name] => _folder["work/" + name];

    static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    void Run()
    {
        foreach (string name in (string[])["work", "bin", "data", "log"])
            Directory.CreateDirectory(_folder[name]);
        File.WriteAllText(_folder["bin/isomer"], $"#!/bin/sh\nexec dotnet '{Tool.Dll}' \"$@\"\n");
        File.WriteAllText(_folder["plugins"], "[].");
        Tool.Shell($"chmod 755 '{_folder["bin/isomer"]}'");
        _server = Server($"{Folder}/rabbitmq-server >'{_folder["log/out"]}' 2>&1 </dev/null");
        Wait("the server answers", () => Shell("amqp-declare-queue -q orders --url=$AMQP -d").Code == 0);
    }

    /// <summary>A program of the server's, for this server.</summary>
    Process Server(string command)
    {
        var info = new ProcessStartInfo("/bin/sh") { ArgumentList = { "-c", "exec " + command }, RedirectStandardOutput = true };
        foreach (var (name, value) in (ReadOnlySpan<(string, string)>)[
            ("RABBITMQ_NODENAME", string.Create(CultureInfo.InvariantCulture, $"isomer{_port}@localhost")),
            ("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1"),
            ("RABBITMQ_NODE_PORT", _port.ToString(CultureInfo.InvariantCulture)),
            ("RABBITMQ_DIST_PORT", _distribution.ToString(CultureInfo.InvariantCulture)),
            ("RABBITMQ_MNESIA_BASE", _folder["data"]),
            ("RABBITMQ_LOG_BASE", _folder["log"]),
            ("RABBITMQ_CONFIG_FILE", _folder["none"]),
            ("RABBITMQ_CONF_ENV_FILE", _folder["none"]),
            ("RABBITMQ_ENABLED_PLUGINS_FILE", _folder["plugins"]),
            ("HOME", _folder.Path),
            ("ERL_EPMD_ADDRESS", "127.0.0.1"),
            ("ERL_EPMD_PORT", _names.ToString(CultureInfo.InvariantCulture))])
            info.Environment[name] = value;
        return Process.Start(info)!;
    }

    /// <summary>How many messages the server has, those with it that are with a worker and not acknowledged.</summary>
    public int Messages()
    {
        using Process asked = Server($"{Folder}/rabbitmqctl -q list_queues --no-table-headers messages");
        string text = asked.StandardOutput.ReadToEnd();
        asked.WaitForExit();
        return int.TryParse(text.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out int count) ? count : -1;
    }

    /// <summary>A shell where work is done, with the server's address in AMQP.</summary>
    public ToolResult Shell(string script) => Tool.Execute("/bin/sh", ["-c", Prepared(script)], []);

    string Prepared(string script) => string.Create(CultureInfo.InvariantCulture,
        $"cd '{_folder["work"]}' && export PATH='{_folder["bin"]}':\"$PATH\" AMQP=amqp://127.0.0.1:{_port} && {script}");

    /// <summary>The same, which is left running.</summary>
    public Process Start(string script) =>
        Process.Start(new ProcessStartInfo("/bin/sh") { ArgumentList = { "-c", Prepared($"exec {script} >>log 2>&1 </dev/null") } })!;

    public void Wait(string what, Func<bool> isSo, int seconds = 120)
    {
        for (var watch = Stopwatch.StartNew(); !isSo(); Thread.Sleep(50))
        {
            if (watch.Elapsed.TotalSeconds > seconds)
            {
                string[] logs = [.. new[] { _folder["log/out"], this["log"] }.Where(File.Exists).Select(File.ReadAllText)];
                throw new TimeoutException($"Not so after {seconds} s: {what}.\n{string.Join('\n', logs)}");
            }
        }
    }

    public void Dispose()
    {
        if (_server is { HasExited: false })
        {
            _server.Kill(entireProcessTree: true);
            _server.WaitForExit();
        }
        // The daemon of names has left the server's tree.
        foreach (Process process in Process.GetProcessesByName("epmd"))
        {
            using (process)
            {
                string environment = "";
                try
                {
                    environment = File.ReadAllText($"/proc/{process.Id}/environ");
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException)
                {
                    // It has ended, or is another user's.
                }
                if (environment.Contains($"ERL_EPMD_PORT={_names.ToString(CultureInfo.InvariantCulture)}\0", StringComparison.Ordinal))
                    process.Kill();
            }
        }
        _server?.Dispose();
        _folder.Dispose();
    }
}
