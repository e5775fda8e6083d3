using Isomer.Shapes;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>What goes wrong on the thread that makes code beside is told by the next use of the type, not swallowed.</summary>
public class PromotionFailureTests
{
    [Fact]
    public void A_failure_is_told_by_the_next_use()
    {
        var beginning = new Promotion.Beginning();
        beginning.Check(typeof(int));
        Promotion.Queue(beginning, () => throw new InvalidOperationException("no code"));
        SpinWait.SpinUntil(() => beginning.Failure is not null, TimeSpan.FromSeconds(30));
        var error = Assert.Throws<InvalidOperationException>(() => beginning.Check(typeof(int)));
        Assert.Contains("no code", error.Message, StringComparison.Ordinal);
        Assert.Contains(nameof(ShapeTier.Reflection), error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_thread_goes_on()
    {
        Promotion.Queue(new Promotion.Beginning(), () => throw new InvalidOperationException("no code"));
        using var done = new ManualResetEventSlim();
        Promotion.Queue(new Promotion.Beginning(), done.Set);
        Assert.True(done.Wait(TimeSpan.FromSeconds(30)));
    }
}
