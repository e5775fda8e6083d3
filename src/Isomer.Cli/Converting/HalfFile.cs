using System.Collections.Concurrent;

namespace Isomer.Cli.Converting;

/// <summary>
/// A file that is being made: it goes too where the process ends before it is done, waiting for a pipe when it is told to stop.
/// </summary>
sealed class HalfFile : IDisposable
{
    static readonly ConcurrentDictionary<HalfFile, string> s_all = new();

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

    /// <summary>It is whole, or has been deleted.</summary>
    public void Dispose() => s_all.TryRemove(this, out _);
}
