using Xunit;

namespace Isomer.Tests.Core;

/// <summary>A constructor's <c>in</c> parameters are members like the others; until 2026-11-27 no member fitted them.</summary>
public class InParameterTests
{
    public record Named(in string A, in int B);
    public readonly struct Point(in double x, ref readonly double y)
    {
        public double X { get; } = x;
        public double Y { get; } = y;
    }
    public class WithDefaults(in int a = 7, in decimal? other = 2.5m, in DayOfWeek day = DayOfWeek.Friday)
    {
        public int A { get; } = a;
        public string Seen { get; } = $"{other} {day}";
    }
    public class Holder { public Point P { get; set; } public Named? N { get; set; } }

    [Fact]
    public void They_take_members()
    {
        Wires.RoundTrip(new Named("a", 3));
        double y = 2;
        Wires.RoundTrip(new Point(1.5, in y));
        Assert.All(Wires.Copies(new Holder { P = new Point(1, in y), N = new Named("n", 4) }), h =>
        {
            Assert.Equal(new Named("n", 4), h.N);
            Assert.Equal(2, h.P.Y);
        });
    }

    [Fact]
    public void They_have_defaults() =>
        Assert.All(Wires.FromJson<WithDefaults>("{}"), v => Assert.Equal("7 2.5 Friday", $"{v.A} {v.Seen}"));
}
