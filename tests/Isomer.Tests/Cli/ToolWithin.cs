using Isomer.Cli;

namespace Isomer.Tests.Cli;

/// <summary>
/// The tool's entry, called within this process with streams of its own. A start of the tool takes a quarter of a second of a processor
/// and what it then compiles twice that; here both are paid once for all tests.
/// </summary>
static class ToolWithin
{
    /// <summary>A main thread's, on Linux: what nests deeply must find as much as in a process.</summary>
    const int Stack = 8 << 20;

    /// <summary>
    /// Whether a call within tells as much. Assemblies are loaded into contexts that stay, and types would be found here that the tool does
    /// not have; the lab measures its process; what reads or writes a database leaves it open in a pool, until a process ends.
    /// </summary>
    public static bool Tells(string[] arguments) =>
        arguments is ["inspect" or "convert" or "diff" or "schema" or "formats" or "completion", ..]
        && !Array.Exists(arguments, a => a is "--assembly" or "--type" or "--query" or "--db"
            || Path.GetExtension(a) is ".db" or ".sqlite" || a.Contains("postgres", StringComparison.Ordinal));

    public static ToolResult Run(byte[] input, string[] arguments)
    {
        var output = new Kept();
        var error = new StringWriter();
        int code = -1;
        Exception? escaped = null;
        // Nothing of the test's own flow goes with it: neither its culture nor what it has in the place of the clock.
        var thread = new Thread(() =>
        {
            using TextWriter text = TextWriter.Synchronized(new StreamWriter(output, leaveOpen: true) { AutoFlush = true });
            using TextWriter told = TextWriter.Synchronized(error);
            Terminal.Give(new Terminal.Streams(new MemoryStream(input, writable: false), output, text, told));
            try
            {
                code = Root.RunAsync(arguments).GetAwaiter().GetResult();
            }
            catch (Exception e)
            {
                escaped = e;
            }
        }, Stack);
        thread.UnsafeStart();
        if (!thread.Join(TimeSpan.FromMinutes(8)))
            throw new TimeoutException(string.Join(' ', arguments));
        // In a process it would be one that nobody caught.
        return escaped is null
            ? new ToolResult(code, output.ToArray(), error.ToString())
            : throw new InvalidOperationException($"isomer {string.Join(' ', arguments)}: what no command caught", escaped);
    }

    /// <summary>The standard output may be closed and opened again.</summary>
    sealed class Kept : MemoryStream
    {
        protected override void Dispose(bool disposing)
        {
        }
    }
}
