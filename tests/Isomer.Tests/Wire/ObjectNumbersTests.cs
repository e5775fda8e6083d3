using Isomer.Wire;
using Xunit;

namespace Isomer.Tests.Wire;

/// <summary>Objects by their numbers: what a call finds does not depend on the calls before it.</summary>
public class ObjectNumbersTests
{
    sealed record Equal(int Value);

    [Theory, InlineData(false), InlineData(true)]
    public void Each_call_counts_from_one(bool byEquals)
    {
        var random = new Random(5);
        object[] pool = [.. Enumerable.Range(0, 3000).Select(i => byEquals ? (object)new Equal(i / 2) : new object())];
        for (int call = 0; call < 300; call++)
        {
            var known = new Dictionary<object, int>(byEquals ? EqualityComparer<object>.Default : ReferenceEqualityComparer.Instance);
            var numbers = ObjectNumbers.Take(byEquals);
            // Small calls behind large ones, and the other way round.
            int count = random.Next(20) == 0 ? 20_000 : random.Next(100);
            for (int i = 0; i < count; i++)
            {
                object value = pool[random.Next(pool.Length)];
                int number = numbers.Find(value, out int place, out int hash);
                Assert.Equal(known.GetValueOrDefault(value), number);
                if (number != 0)
                    continue;
                known.Add(value, numbers.Add(value, place, hash));
                Assert.Equal(known.Count, numbers.Count);
                Assert.Same(value, numbers[numbers.Count]);
            }
            numbers.Return();
        }
    }

    [Fact]
    public void What_was_known_is_let_go()
    {
        var kept = Fill();
        for (int i = 0; i < 5 && kept.Any(k => k.IsAlive); i++)
            GC.Collect();
        Assert.DoesNotContain(kept, k => k.IsAlive);
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    static WeakReference[] Fill()
    {
        var numbers = ObjectNumbers.Take(byEquals: false);
        object[] values = [.. Enumerable.Range(0, 1000).Select(_ => new object())];
        foreach (object value in values)
        {
            numbers.Find(value, out int place, out int hash);
            numbers.Add(value, place, hash);
        }
        numbers.Return();
        return [.. values.Select(v => new WeakReference(v))];
    }
}
