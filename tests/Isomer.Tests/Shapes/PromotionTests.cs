using System.Diagnostics;
using Isomer.Conventions;
using Isomer.Formats;
using Isomer.Shapes;
using Xunit;

namespace Isomer.Tests.Shapes;

/// <summary>
/// The change from the interpreter to emitted code. Conventions of their own, so that each test meets its types anew.
/// </summary>
[JudgedAlone("code that is made beside the tests")]
public sealed class PromotionTests
{
    public sealed class Order
    {
        public int Id { get; set; }

        public string? Name { get; set; }

        public List<Line> Lines { get; set; } = [];
    }

    public sealed record Line(string Product, decimal Price);

    static Order Sample(int lines) =>
        new() { Id = 7, Name = "x", Lines = [.. Enumerable.Range(0, lines).Select(i => new Line("p" + i, i / 4m))] };

    readonly PlainConvention _convention = new(PlainSettings.Default with { Tier = ShapeTier.Promoted });

    JsonOptions JsonHere => new() { Convention = _convention };

    CompactOptions CompactHere => new() { Convention = _convention };

    bool IsEmitted<T>() => Codecs<JsonSink, JsonSource>.IsMade(_convention.ModelOf(typeof(T)));

    [Fact]
    public void TheFirstCallsAreInterpretedAndLaterOnesAreNot()
    {
        string first = Json.ToText(Sample(2), JsonHere);
        Assert.False(IsEmitted<Order>());
        Until(() =>
        {
            Assert.Equal(first, Json.ToText(Sample(2), JsonHere));
            return IsEmitted<Order>();
        });
        Assert.Equal(first, Json.ToText(Json.FromText<Order>(first, JsonHere), JsonHere));
    }

    [Fact]
    public void AFormatThatComesLaterIsPromotedToo()
    {
        Until(() => Json.Serialize(Sample(2), JsonHere) is not null && IsEmitted<Order>());
        byte[] first = Compact.Serialize(Sample(2), CompactHere);
        var model = CompactHere.Convention.ModelOf(typeof(Order));
        Assert.False(Codecs<CompactSink, CompactSource>.IsMade(model));
        Until(() =>
        {
            Assert.Equal(first, Compact.Serialize(Sample(2), CompactHere));
            return Codecs<CompactSink, CompactSource>.IsMade(model);
        });
    }

    /// <summary>The list's own code is never made, for it is written once; what is in it changes over while the call goes on.</summary>
    [Fact]
    public void WithinOneCallTheInterpreterGoesOver()
    {
        List<Waiter> waiters = [.. Enumerable.Range(0, 500).Select(i => new Waiter(i, i < 499 ? null : IsEmitted<Line>))];
        string text = Json.ToText(waiters, JsonHere);
        Assert.True(IsEmitted<Line>());
        Assert.False(IsEmitted<List<Waiter>>());
        Assert.Equal(Json.ToText(waiters), text);
    }

    /// <summary>Says its line when the condition holds.</summary>
    public sealed class Waiter(int id, Func<bool>? condition)
    {
        public int Id => id;

        public Line Line
        {
            get
            {
                if (condition is not null)
                    Until(condition);
                return new Line("p", id);
            }
        }
    }

    [Fact]
    public void WhatIsLargeDoesNotBeginInterpreted()
    {
        var numbers = Enumerable.Range(0, 20_000).ToList();
        byte[] text = Json.Serialize(numbers, JsonHere);
        Assert.True(IsEmitted<List<int>>());
        var other = new JsonOptions { Convention = new PlainConvention(PlainSettings.Default with { Tier = ShapeTier.Promoted }) };
        Assert.Equal(numbers, Json.Deserialize<List<int>>(text, other));
        Assert.True(Codecs<JsonSink, JsonSource>.IsMade(other.Convention.ModelOf(typeof(List<int>))));
    }

    [Fact]
    public void ByManyThreadsEveryValueIsRight()
    {
        string expected = Json.ToText(Sample(2));
        int wrong = 0;
        var threads = Enumerable.Range(0, 16).Select(_ => new Thread(() =>
        {
            for (int i = 0; i < 1000; i++)
            {
                string text = Json.ToText(Sample(2), JsonHere);
                var back = Json.FromText<Order>(text, JsonHere);
                if (text != expected || back.Lines[1] != new Line("p1", 0.25m))
                    Interlocked.Increment(ref wrong);
            }
        })).ToArray();
        Array.ForEach(threads, t => t.Start());
        Array.ForEach(threads, t => t.Join());
        Assert.Equal(0, wrong);
        Until(IsEmitted<Order>);
    }

    [Fact]
    public void ATypeThatCannotBeModelledIsRefusedAtOnceAndAgain()
    {
        for (int i = 0; i < 200; i++)
            Assert.Throws<NotSupportedException>(() => Json.Serialize(new Refused(), JsonHere));
    }

    public sealed class Refused
    {
        public nint[,]? Fine { get; set; }

        public Action? Never { get; set; }
    }

    [Fact]
    public void EmittedMeansAtOnce()
    {
        var convention = Convention.Plain.WithTier(ShapeTier.Emitted);
        Json.Serialize(Sample(2), new JsonOptions { Convention = convention });
        Assert.True(Codecs<JsonSink, JsonSource>.IsMade(convention.ModelOf(typeof(Order))));
    }

    static void Until(Func<bool> done)
    {
        long start = Stopwatch.GetTimestamp();
        while (!done())
        {
            Assert.True(Stopwatch.GetElapsedTime(start) < TimeSpan.FromSeconds(60), "the code was never made");
            Thread.Sleep(1);
        }
    }
}
