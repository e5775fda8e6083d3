using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Isomer.Tests.Cli;

/// <summary>
/// A PostgreSQL to ask: that of ISOMER_POSTGRES (a connection string), or a cluster of our own in a temporary folder where the
/// machine has the server's programs. As root it runs as the user postgres, for the server refuses root.
/// </summary>
sealed class Postgres : IDisposable
{
    readonly string? _bin;
    readonly string? _folder;

    Postgres(string connection, string? bin = null, string? folder = null) => (Connection, _bin, _folder) = (connection, bin, folder);

    public string Connection { get; }

    /// <summary>Null where there is none.</summary>
    public static Postgres? Start()
    {
        if (Environment.GetEnvironmentVariable("ISOMER_POSTGRES") is { Length: > 0 } given)
            return new Postgres(given);
        if (OperatingSystem.IsWindows() || FindBin() is not { } bin)
            return null;
        string folder = Directory.CreateTempSubdirectory("isomer-pg-").FullName;
        int port = FreePort();
        var result = new Postgres(
            string.Create(CultureInfo.InvariantCulture, $"Host=127.0.0.1;Port={port};Username=postgres;Database=postgres;Pooling=false"),
            bin, folder);
        if (Environment.IsPrivilegedProcess)
            Tool.Shell($"chown postgres '{folder}'");
        ToolResult made = result.Run(
            $"'{bin}/initdb' -D '{folder}/data' -U postgres -A trust -N -E UTF8 --locale=C && '{bin}/pg_ctl' -D '{folder}/data' -w -t 60 -l '{folder}/log' -o '-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off' start >/dev/null 2>&1");
        if (made.Code == 0)
            return result;
        string log = File.Exists(folder + "/log") ? File.ReadAllText(folder + "/log") : "";
        result.Dispose();
        throw new InvalidOperationException($"PostgreSQL is there but did not start: {made.Output}{made.Error}{log}");
    }

    static string? FindBin()
    {
        string[] folders = ["/usr/bin", "/usr/local/bin", "/usr/local/pgsql/bin",
            .. Directory.Exists("/usr/lib/postgresql")
                ? Directory.GetDirectories("/usr/lib/postgresql").OrderDescending(StringComparer.Ordinal).Select(d => d + "/bin")
                : []];
        return folders.FirstOrDefault(f => File.Exists(f + "/pg_ctl") && File.Exists(f + "/initdb"));
    }

    static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    ToolResult Run(string command) =>
        Environment.IsPrivilegedProcess
            ? Tool.Execute("su", ["postgres", "-s", "/bin/sh", "-c", "cd / && " + command], [])
            : Tool.Shell(command);

    public void Execute(string sql)
    {
        using var connection = new Npgsql.NpgsqlConnection(Connection);
        connection.Open();
        using var command = new Npgsql.NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    public void Dispose()
    {
        if (_folder is null)
            return;
        Run($"'{_bin}/pg_ctl' -D '{_folder}/data' -m immediate -w stop >/dev/null 2>&1");
        Directory.Delete(_folder, recursive: true);
    }
}
