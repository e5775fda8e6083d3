using Isomer.Wire;
using Xunit;

namespace Isomer.Tests.Wire;

/// <summary>What a thread lends: to one at a time, again and again, whatever is forgotten.</summary>
public class LentTests
{
    sealed class Room : Lent<Room>
    {
        public void Return() => GiveBack();
    }

    [Fact]
    public void What_was_given_back_is_lent_again()
    {
        var first = Room.Take();
        first.Return();
        Assert.Same(first, Room.Take());
        first.Return();
    }

    [Fact]
    public void What_is_taken_inside_is_another_and_is_kept_too()
    {
        var outer = Room.Take();
        var inner = Room.Take();
        var innermost = Room.Take();
        Assert.Equal(3, new HashSet<Room>([outer, inner, innermost]).Count);
        innermost.Return();
        inner.Return();
        Assert.Same(inner, Room.Take());
        Assert.Same(innermost, Room.Take());
        innermost.Return();
        inner.Return();
        outer.Return();
        Assert.Same(outer, Room.Take());
        outer.Return();
    }

    [Fact]
    public void What_is_forgotten_is_not_lent_to_two_and_not_kept_in_any_number() => OnThread(() =>
    {
        var forgotten = new List<WeakReference>();
        for (int i = 0; i < 100; i++)
            forgotten.Add(new WeakReference(Room.Take()));
        var all = forgotten.Select(f => f.Target).Where(t => t is not null).ToList();
        Assert.Equal(all.Count, all.Distinct().Count());
        all.Clear();
        GC.Collect();
        GC.Collect();
        Assert.InRange(forgotten.Count(f => f.IsAlive), 1, 12);
    });

    [Fact]
    public void Another_thread_has_its_own_and_may_give_back_what_it_did_not_take() => OnThread(() =>
    {
        var mine = Room.Take();
        OnThread(() =>
        {
            Assert.NotSame(mine, Room.Take());
            mine.Return();
        });
        Assert.Same(mine, Room.Take());
    });

    static void OnThread(Action test)
    {
        Exception? failure = null;
        var thread = new Thread(() => failure = Record.Exception(test));
        thread.Start();
        thread.Join();
        Assert.Null(failure);
    }
}
