using System.Collections.Concurrent;
using System.Runtime.InteropServices;

namespace Isomer.Cli.Converting;

/// <summary>
/// A file that is being made: it goes too where the process ends before it is done, waiting for a pipe when it is told to stop, or within a
/// call that nothing can stop, as a query that goes on without end.
/// </summary>
sealed class HalfFile : IDisposable
{
    // As long as a run may take to end by itself.
    static readonly TimeSpan s_patience = TimeSpan.FromSeconds(3);

    static readonly ConcurrentDictionary<HalfFile, string> s_all = new();

    // Held, for a registration that nobody holds is taken back.
    static readonly PosixSignalRegistration[] s_signals =
    [
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, static signal => Stop(signal, 143)),
        PosixSignalRegistration.Create(PosixSignal.SIGINT, static signal => Stop(signal, 130)),
    ];

    static HalfFile() => AppDomain.CurrentDomain.ProcessExit += static (_, _) =>
    {
        foreach (string path in s_all.Values)
            try
            {
                File.Delete(path);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // Nobody is there to be told.
            }
    };

    public HalfFile(string path) => s_all[this] = Path.GetFullPath(path);

    /// <summary>
    /// The command line's own handler may not be there yet, and without one the runtime leaves the process to the system, which asks nobody
    /// at its end.
    /// </summary>
    static void Stop(PosixSignalContext signal, int code)
    {
        signal.Cancel = true;
        new Thread(() =>
        {
            Thread.Sleep(s_patience);
            Environment.Exit(code);
        })
        { IsBackground = true }.Start();
    }

    /// <summary>It is whole, or has been deleted.</summary>
    public void Dispose() => s_all.TryRemove(this, out _);
}
