using System.Diagnostics;
using System.Globalization;

namespace Isomer.Cli.Lab;

/// <summary>One line of progress on standard error: redrawn on a terminal, a plain line for each step elsewhere.</summary>
/// <param name="plannedSeconds">What all steps take if nothing delays them.</param>
/// <param name="steps">How many there are.</param>
/// <param name="quiet">Whether nothing is said.</param>
/// <param name="deadline">When all ends whatever happens: no more is left than until then.</param>
sealed class Progress(double plannedSeconds, int steps, bool quiet, double deadline = double.PositiveInfinity)
{
    readonly long _start = Stopwatch.GetTimestamp();
    double _plannedDone;
    double _correction;
    int _done;

    /// <summary>
    /// Announces a step that should take so long, and was planned to take this long. One that nobody planned is not counted.
    /// </summary>
    public void Begin(string what, double seconds, double planned)
    {
        _done += planned > 0 ? 1 : 0;
        _correction += seconds - planned;
        double left = Left(Stopwatch.GetElapsedTime(_start).TotalSeconds);
        _plannedDone += seconds;
        if (quiet)
            return;
        string line =
            string.Create(CultureInfo.InvariantCulture, $"[{_done}/{steps}] {what}; about {TimeSpan.FromSeconds(left):m\\:ss} left");
        if (Terminal.ErrorIsTerminal)
            Terminal.Error.Write("\r" + line.PadRight(78));
        else
            Terminal.Note(line);
    }

    /// <summary>Seconds that are left: what was planned and what it took tell how this machine keeps to plans.</summary>
    public double Left(double elapsed)
    {
        double pace = _plannedDone > 5 ? elapsed / _plannedDone : 1;
        return Math.Max(0, Math.Min((plannedSeconds + _correction - _plannedDone) * pace, deadline - elapsed));
    }

    public void End()
    {
        if (!quiet && Terminal.ErrorIsTerminal)
            Terminal.Error.Write("\r" + new string(' ', 78) + "\r");
    }
}
