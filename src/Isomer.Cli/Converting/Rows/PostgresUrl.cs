using Npgsql;

namespace Isomer.Cli.Converting.Rows;

/// <summary>
/// postgres://user:password@host:port/database?sslmode=require, as every tool of PostgreSQL takes it, for a driver that takes
/// Host=...;Username=...
/// </summary>
static class PostgresUrl
{
    /// <summary>A connection string; what is no address is one already.</summary>
    public static string ToConnection(string address)
    {
        if (!RowPlace.IsUrl(address))
            return address;
        if (!Uri.TryCreate(address, UriKind.Absolute, out Uri? url))
            throw new CliException(ExitCode.Usage, $"'{address}' is no address: postgres://user:password@host:5432/database.");
        string[] user = url.UserInfo.Split(':', 2);
        var connection = new NpgsqlConnectionStringBuilder
        { Host = url.Host.Length == 0 ? "localhost" : url.Host, Port = url.Port > 0 ? url.Port : 5432, Pooling = false };
        if (user[0].Length > 0)
            connection.Username = Uri.UnescapeDataString(user[0]);
        if (user.Length > 1)
            connection.Password = Uri.UnescapeDataString(user[1]);
        if (url.AbsolutePath.Length > 1)
            connection.Database = Uri.UnescapeDataString(url.AbsolutePath[1..]);
        foreach (string part in url.Query.TrimStart('?').Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            string[] pair = part.Split('=', 2);
            string given = Uri.UnescapeDataString(pair[0]), value = pair.Length > 1 ? Uri.UnescapeDataString(pair[1]) : "true";
            // The names of libpq, which such addresses are of.
            string name = given switch
            {
                "sslmode" => "SSL Mode",
                "sslrootcert" => "Root Certificate",
                "sslcert" => "SSL Certificate",
                "sslkey" => "SSL Key",
                "user" => "Username",
                "dbname" => "Database",
                "connect_timeout" => "Timeout",
                _ => given.Replace('_', ' '),
            };
            try
            {
                // verify-full is VerifyFull there.
                connection[name] = given == "sslmode" ? value.Replace("-", "", StringComparison.Ordinal) : value;
            }
            catch (ArgumentException e)
            {
                throw new CliException(ExitCode.Usage, $"'{part}' in the address of the database: {e.Message}", e);
            }
        }
        return connection.ToString();
    }
}
