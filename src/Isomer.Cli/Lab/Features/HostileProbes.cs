using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Results;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Features;

/// <summary>What payloads of others may do: name types, nest deeply, be damaged.</summary>
static class HostileProbes
{
    const int Levels = 100_000;

    /// <summary>
    /// For reading: what .NET gives a thread on Linux. For every level it has 15 bytes, so that no recursion gets through.
    /// </summary>
    const int UsualStack = 3 << 19;

    /// <summary>For making a deep payload by a writer that is recursive.</summary>
    const int LargeStack = 1 << 29;

    const int Damages = 400;

    public static IReadOnlyList<Probe> All { get; } =
    [
        new("types", "types from data",
            "A payload that holds a declared subtype is changed to name another type, of the same base, which is declared nowhere. To make an object of it is what attacks begin with.",
            Types),
        new("deep", "deep nesting",
            "100,000 objects one in the other, read on a stack of 1.5 MB, as threads have. To refuse is as good as to read them.", Deep),
        new("damage", "damaged payloads",
            $"{Damages} payloads with bytes changed, cut off, or lengths made huge. To refuse by an exception of its own kind is right; by those of mistakes (null, index, cast, memory), or not to notice that the end is missing, is not.",
            Damaged),
    ];

    static Answer Types(Respondent r)
    {
        PeerCalls calls;
        byte[] payload;
        try
        {
            calls = r.Calls(new Owner { Pet = new Tame { Name = "Rex", Tricks = 3 } }, isPolymorphic: true);
            payload = calls.Write();
        }
        catch (Exception e)
        {
            return new Answer(Verdict.Yes, e is CannotException ? "carries no subtypes" : "writes no subtypes");
        }
        int found = Replace(payload, "Tame"u8, "Wild"u8);
        if (found == 0)
            return new Answer(Verdict.Yes, "names none");
        try
        {
            Pet? pet = Respondent.Read<Owner>(calls, payload).Pet;
            return pet is Wild ? new Answer(Verdict.No, "makes what the data names") : new Answer(Verdict.Yes, "names are ignored");
        }
        catch (Exception e)
        {
            return new Answer(Verdict.Yes, "declared ones only: " + Probe.Refused(e));
        }
    }

    public static int Replace(Span<byte> payload, ReadOnlySpan<byte> from, ReadOnlySpan<byte> to)
    {
        int count = 0;
        for (int at; (at = payload.IndexOf(from)) >= 0; payload = payload[at..], count++)
            to.CopyTo(payload[at..]);
        return count;
    }

    static Answer Deep(Respondent r)
    {
        PeerCalls calls = r.Calls(new Link());
        // Understood where it is short, and compiled.
        byte[] shallow = r.Calls(Link.Chain(5)).Write();
        for (int i = 0; i < 3; i++)
            Respondent.Read<Link>(calls, shallow);
        if (DeepPayload.Of(r.Peer, Levels, LargeStack) is not { } payload)
            return new Answer(Verdict.Partly, "not asked: nothing writes such a payload for it");
        return OnStack(UsualStack, () =>
        {
            int depth = calls.Read(payload) switch
            {
                Link link => link.Depth(),
                Contestants.Messages.ProbeLink link => ProbeMessages.Depth(link),
                _ => 0
            };
            return depth == Levels ? new Answer(Verdict.Yes, "reads all") : new Answer(Verdict.No, $"drops what is below level {depth}");
        }, e => new Answer(Verdict.Yes, Probe.Refused(e)));
    }

    public static T OnStack<T>(int size, Func<T> action, Func<Exception, T> failed)
    {
        T result = default!;
        var thread = new Thread(() =>
        {
            try
            {
                result = action();
            }
            catch (Exception e)
            {
                result = failed(e);
            }
        }, size);
        thread.Start();
        thread.Join();
        return result;
    }

    static Answer Damaged(Respondent r)
    {
        PeerCalls calls = r.Calls(
            new Crowd { Items = [.. Enumerable.Range(0, 5).Select(i => new Counted { Id = i, Text = "text " + (char)('a' + i) })] });
        byte[] payload = calls.Write();
        calls.Read(payload);
        var random = new SplitMix64(7);
        var kinds = new SortedDictionary<string, int>(StringComparer.Ordinal);
        int mistakes = 0, cut = 0, cutRead = 0;
        long most = 0;
        for (int i = 0; i < Damages; i++)
        {
            byte[] damaged = Damage(payload, random);
            bool isCut = damaged.Length < payload.Length;
            cut += isCut ? 1 : 0;
            long before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                calls.Read(damaged);
                cutRead += isCut ? 1 : 0;
            }
            catch (Exception e)
            {
                kinds[e.GetType().Name] = kinds.GetValueOrDefault(e.GetType().Name) + 1;
                mistakes += IsMistake(e) ? 1 : 0;
            }
            most = Math.Max(most, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        if (cutRead > cut / 2)
            return new Answer(Verdict.No, "takes what was cut off for whole");
        string said = kinds.Count == 0
            ? "reads all"
            : $"{(mistakes == 0 ? "refused" : $"{mistakes} mistakes")} ({string.Join(", ", kinds.OrderByDescending(k => k.Value).Select(k => k.Key))})";
        const long TooMuch = 32 << 20;
        return most > TooMuch
            ? new Answer(Verdict.No, $"{said}; allocates {most >> 20} MB for {payload.Length} bytes")
            : new Answer(mistakes == 0 ? Verdict.Yes : Verdict.Partly, said);
    }

    static bool IsMistake(Exception e) =>
        e is NullReferenceException or IndexOutOfRangeException or InvalidCastException or OutOfMemoryException or ArgumentException
        or ArithmeticException or KeyNotFoundException or ArrayTypeMismatchException;

    static byte[] Damage(byte[] payload, SplitMix64 random)
    {
        int at = random.Below(payload.Length);
        byte[] damaged = [.. payload];
        switch (random.Below(4))
        {
            case 0:
                return damaged[..at];
            case 1:
                damaged[at] ^= (byte)(1 << random.Below(8));
                return damaged;
            case 2:
                damaged[at] = (byte)random.Below(256);
                return damaged;
            default:
                "\xFF\xFF\xFF\x7F"u8[..Math.Min(4, payload.Length - at)].CopyTo(damaged.AsSpan(at));
                return damaged;
        }
    }
}
