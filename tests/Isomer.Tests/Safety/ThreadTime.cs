using Isomer.Fuzz.Running;

namespace Isomer.Tests.Safety;

/// <summary>
/// A stopwatch of what this thread itself takes. Bounds on time are kept by it: on a busy machine the clock on the wall tells what others
/// took as well, and tests that look at it fail for them.
/// </summary>
public readonly struct ThreadTime
{
    readonly TimeSpan _begun;

    ThreadTime(TimeSpan begun) => _begun = begun;

    public static ThreadTime Start() => new(CpuTime.Now);

    public TimeSpan Elapsed => CpuTime.Now - _begun;

    public double ElapsedMilliseconds => Elapsed.TotalMilliseconds;
}
