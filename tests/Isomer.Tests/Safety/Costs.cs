using Isomer.Fuzz.Running;

namespace Isomer.Tests.Safety;

/// <summary>Input of about so many bytes that asks for as much as it can, and a way of reading it.</summary>
/// <param name="Name">What it is.</param>
/// <param name="Make">The input of about this size.</param>
/// <param name="Read">Reads it; a WireFormatException is a good answer too.</param>
/// <param name="IsKeptWeakly">Whether the framework keeps something of it until the next collection (classes of ExpandoObjects), which must
/// come before each measurement then, so that it is always paid for.</param>
public sealed record Attack(string Name, Func<int, byte[]> Make, Action<byte[]> Read, bool IsKeptWeakly = false);

/// <summary>
/// What reading attacks costs: bytes allocated by the thread, which no other process disturbs, and time, of which only a wide ratio counts.
/// </summary>
public static class Costs
{
    public const int PerByte = 100;
    public const int Free = 1 << 20;

    /// <summary>Sizes of which each is four times the one before: what is quadratic costs sixteen times as much.</summary>
    static readonly int[] s_sizes = [1 << 13, 1 << 15, 1 << 17];

    /// <summary>What is wrong with the costs of an attack; null if nothing is.</summary>
    /// <param name="attack">The attack.</param>
    /// <param name="perByte">What a byte of the input may cost, where the page of the format says more than usual.</param>
    public static string? Excess(Attack attack, int perByte = PerByte)
    {
        long[] used = new long[s_sizes.Length];
        int[] lengths = new int[s_sizes.Length];
        var times = new TimeSpan[s_sizes.Length];
        for (int i = 0; i < s_sizes.Length; i++)
        {
            byte[] bytes;
            try
            {
                bytes = attack.Make(s_sizes[i]);
            }
            catch (NotSupportedException)
            {
                // There is no such payload.
                return null;
            }
            lengths[i] = bytes.Length;
            // Shapes are made, buffers of the thread grown. The last of the sizes, which takes the most time, is measured at once: what is
            // made there only raises its figures, and is not there any more when it is looked at again.
            bool isLast = i == s_sizes.Length - 1;
            long most = ((long)perByte * bytes.Length) + Free;
            if (!isLast)
                Survive(attack, bytes);
            (used[i], times[i]) = Measure(attack, bytes);
            if (isLast && used[i] > most)
                used[i] = Measure(attack, bytes).Used;
            if (used[i] > most)
                return $"{attack.Name}: {bytes.Length} bytes cost {used[i]} of memory, {used[i] / bytes.Length} for each";
        }
        // Tables of the framework's own, which grow by doubling, are paid for by whoever comes then: not each time.
        for (int repeat = 0; repeat < 2 && IsMuch(); repeat++)
            used[^1] = Math.Min(used[^1], Measure(attack, attack.Make(s_sizes[^1])).Used);
        if (IsMuch())
            return $"{attack.Name}: memory is not linear: {string.Join(", ", used.Select((u, i) => $"{u} of {lengths[i]}"))}";
        // Four times the size may take twelve times the time on a busy machine; what takes less than a tenth of a second is not looked at.
        // The least of up to six: a collection goes over all that the other tests hold, and the thread that asked for it pays.
        for (int repeat = 0; repeat < 6 && IsSlow(); repeat++)
            for (int i = s_sizes.Length - 2; i < s_sizes.Length; i++)
                if (Measure(attack, attack.Make(s_sizes[i])).Time is var again && again < times[i])
                    times[i] = again;
        return IsSlow()
            ? $"{attack.Name}: time is not linear: {string.Join(", ", times.Select((t, i) => $"{t.TotalMilliseconds:0} ms of {lengths[i]}"))}"
            : null;

        bool IsMuch() => used[^1] > (6.0 * lengths[^1] / lengths[^2] / 4 * used[^2]) + Free;

        bool IsSlow() => times[^1] > TimeSpan.FromMilliseconds(100) && times[^1] > times[^2] * (3.0 * lengths[^1] / lengths[^2]);
    }

    static (long Used, TimeSpan Time) Measure(Attack attack, byte[] bytes)
    {
        // Not for all: a collection stops all other tests and goes over all that they hold (20 of the 43 minutes that all tests took).
        if (attack.IsKeptWeakly)
            GC.Collect();
        long before = GC.GetAllocatedBytesForCurrentThread();
        // The thread's own time: by the clock, busy neighbours made linear readers look quadratic.
        var begun = CpuTime.Now;
        Survive(attack, bytes);
        return (GC.GetAllocatedBytesForCurrentThread() - before, CpuTime.Now - begun);
    }

    static void Survive(Attack attack, byte[] bytes)
    {
        try
        {
            attack.Read(bytes);
        }
        catch (WireFormatException)
        {
            // Refused, which costs too.
        }
    }
}
