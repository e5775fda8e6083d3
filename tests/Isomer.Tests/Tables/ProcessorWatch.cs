using System.Globalization;
using System.Runtime.ExceptionServices;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Gives up on work that takes more processor time than it may: a framework that never comes back is told, and not suffered. The clock of a
/// machine that is shared says nothing, so it is the thread's own time that is asked.
/// </summary>
/// <remarks>
/// The work has a thread of its own, which is left to itself then: <see cref="System.Runtime.ControlledExecution"/> would end it, but the
/// process with it (a segmentation fault of the runtime, within XmlReader.Skip).
/// </remarks>
static class ProcessorWatch
{
    // How often is asked is the clock's; what is asked is not.
    static readonly TimeSpan s_period = TimeSpan.FromSeconds(0.5);

    // Linux counts in hundredths of a second, whatever its own clock.
    const int TicksPerSecond = 100, UserTime = 11, SystemTime = 12;

    /// <summary>
    /// Does the work; false where it was given up. Only Linux says what another thread has taken: elsewhere the work ends when it ends.
    /// </summary>
    public static bool Ends(Action work, TimeSpan limit)
    {
        ExceptionDispatchInfo? thrown = null;
        string? path = null;
        var thread = new Thread(() =>
        {
            try
            {
                Volatile.Write(ref path,
                    OperatingSystem.IsLinux() ? File.ResolveLinkTarget("/proc/thread-self", returnFinalTarget: false)?.FullName : null);
                work();
            }
            catch (Exception e)
            {
                thrown = ExceptionDispatchInfo.Capture(e);
            }
        })
        { IsBackground = true, Name = nameof(ProcessorWatch) };
        thread.Start();
        while (!thread.Join(s_period))
            if (Volatile.Read(ref path) is { } running && Taken(running) > limit)
                return false;
        thrown?.Throw();
        return true;
    }

    /// <summary>What a thread has taken since it began: behind its name, which may have anything in it, the numbers stand apart.</summary>
    static TimeSpan Taken(string path)
    {
        string stat;
        try
        {
            stat = File.ReadAllText(Path.Combine(path, "stat"));
        }
        catch (IOException)
        {
            // It has just ended.
            return TimeSpan.Zero;
        }
        string[] numbers = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        return TimeSpan.FromSeconds(
            (long.Parse(numbers[UserTime], CultureInfo.InvariantCulture)
                + long.Parse(numbers[SystemTime], CultureInfo.InvariantCulture)) / (double)TicksPerSecond);
    }
}
