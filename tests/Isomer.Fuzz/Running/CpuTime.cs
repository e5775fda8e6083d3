using System.Runtime.InteropServices;

namespace Isomer.Fuzz.Running;

/// <summary>What the thread itself took: on a machine that is shared the clock tells what others took as well.</summary>
static unsafe class CpuTime
{
    const int OfThread = 3; // CLOCK_THREAD_CPUTIME_ID

    /// <summary>Since the thread began; where it cannot be told, since the machine did.</summary>
    public static TimeSpan Now
    {
        get
        {
            long* time = stackalloc long[2];
            if (OperatingSystem.IsLinux() && Get(OfThread, time) == 0)
                return TimeSpan.FromSeconds(time[0]) + TimeSpan.FromMicroseconds(time[1] / 1000.0);
            return TimeSpan.FromMilliseconds(Environment.TickCount64);
        }
    }

    [DllImport("libc", EntryPoint = "clock_gettime")]
    static extern int Get(int clock, long* time);
}
