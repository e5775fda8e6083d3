using System.Diagnostics;

namespace Isomer.Cli.Lab;

/// <summary>
/// A deadline shared out among what is still to be done. A step may take what it likes as long as the rest keep four fifths of what they
/// would have; on a slow or busy machine that comes to less and less, down to a fair share of what is left.
/// </summary>
/// <param name="seconds">For everything.</param>
/// <param name="weights">Of all steps together.</param>
sealed class Budget(double seconds, double weights)
{
    readonly long _start = Stopwatch.GetTimestamp();
    readonly double _perWeight = weights > 0 && double.IsFinite(seconds) ? seconds / weights : 0;
    double _weights = weights;

    public double Elapsed => Stopwatch.GetElapsedTime(_start).TotalSeconds;

    public double Left => Math.Max(0, seconds - Elapsed);

    /// <summary>The share of what is left that a step of this weight has among those that are still to be done.</summary>
    public double Fair(double weight) => _weights <= 0 ? Left : Left * Math.Min(1, weight / _weights);

    /// <summary>Seconds for a step of this weight, which is then no longer to be done.</summary>
    public double Take(double weight)
    {
        double fair = Fair(weight);
        _weights -= weight;
        double kept = 0.8 * _perWeight * Math.Max(0, _weights);
        return Math.Max(fair, Left - kept);
    }
}
