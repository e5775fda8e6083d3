using Xunit;

namespace Isomer.Battery;

/// <summary>
/// All ways of calling agree with the first, in bytes, in values, and in what they refuse: a value, null, a subtype, a payload that is cut
/// or damaged, a stream that breaks, a token that is cancelled.
/// </summary>
/// <param name="format">The handle, under default options.</param>
/// <param name="count">How many methods it has at least: 21 of a CustomFormat, 10 of any handle.</param>
public abstract class WaysBattery(Format format, int count = 21)
{
    readonly Ways _ways = new(format);

    static readonly (string Name, Type Declared, Func<object?> Make)[] s_cases =
    [
        ("value", typeof(ObjectBattery.Zoo), () => Zoo), ("null", typeof(ObjectBattery.Zoo), () => null),
        ("subtype", typeof(ObjectBattery.Animal), () => new ObjectBattery.Puppy { Small = true }),
        ("list", typeof(List<ObjectBattery.Positional>), () => new List<ObjectBattery.Positional> { new(1, "é"), new(2, null) }),
        ("text", typeof(string), () => "a é \n"),
        ("number", typeof(int), () => 150), ("array", typeof(int[]), () => new[] { 1, 2, 3 }),
        ("struct", typeof(ObjectBattery.Point), () => new ObjectBattery.Point(1, 2)),
        ("long", typeof(string[]), () => Enumerable.Range(0, 20_000).Select(i => $"item {i}").ToArray()),
    ];

    static ObjectBattery.Zoo Zoo =>
        new() { One = new ObjectBattery.Dog { Legs = 4, Name = "d" }, Many = [new(), null], Shape = new ObjectBattery.Circle { R = 1.5 } };

    public static TheoryData<string> Cases => [.. s_cases.Select(c => c.Name)];

    static (Type Declared, object? Value) Find(string name)
    {
        var one = s_cases.Single(c => c.Name == name);
        return (one.Declared, one.Make());
    }

    [Fact]
    public void There_are_as_many_as_there_should_be() => Assert.True(_ways.Count >= count, $"{format.Name} has {_ways.Count} ways.");

    [Theory]
    [MemberData(nameof(Cases))]
    public void All_agree(string name)
    {
        var (declared, value) = Find(name);
        byte[]? first = null;
        foreach (var (way, write) in _ways.Writers(declared))
        {
            byte[] bytes = write(value);
            Assert.True(bytes.AsSpan().SequenceEqual(first ??= bytes), $"{way}: other bytes");
        }
        foreach (var (way, read) in _ways.Readers(declared))
            if (new Deep(true).Difference(value, read(first!)) is { } difference)
                Assert.Fail($"{way}: {difference}");
    }

    static string Outcome(Func<object?> read)
    {
        try
        {
            return "takes it: " + read();
        }
        catch (WireFormatException e)
        {
            return e.Message;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void All_refuse_alike(string name)
    {
        var (declared, value) = Find(name);
        byte[] good = _ways.Writers(declared).First().Write(value);
        // What is long is here for the buffers that it does not fit into: a few places all over it, for each way reads up to there each
        // time.
        var places = good.Length > 10_000
            ? Enumerable.Range(0, 20).Select(i => i * good.Length / 20)
            : Enumerable.Range(0, Math.Min(good.Length, 150));
        var damaged = places.SelectMany(i => new[] { good[..i], [.. good[..i], (byte)~good[i], .. good[(i + 1)..]] }).Append([.. good, 0]);
        foreach (byte[] bytes in damaged)
        {
            string? first = null;
            foreach (var (way, read) in _ways.Readers(declared))
            {
                string outcome = Outcome(() => read(bytes));
                Assert.True(outcome == (first ??= outcome), $"{way}: '{outcome}', not '{first}'\n{Convert.ToHexString(bytes)}");
            }
        }
    }

    [Fact]
    public void Streams_that_break_and_tokens_that_are_cancelled()
    {
        byte[] good = format.Serialize(Zoo);
        foreach (var (way, read) in _ways.ReadersOf(typeof(ObjectBattery.Zoo), () => new Ways.Drip(good[..^2], new IOException("broken")),
            default))
            Assert.True("broken" == Assert.Throws<IOException>(() => read()).Message, way);
        foreach (var (way, write) in _ways.WritersTo(typeof(ObjectBattery.Zoo), new Ways.Drip([], new IOException("broken")), default))
            Assert.True("broken" == Assert.Throws<IOException>(() => write(Zoo)).Message, way);
        using var source = new CancellationTokenSource();
        source.Cancel();
        foreach (var (_, read) in _ways.ReadersOf(typeof(ObjectBattery.Zoo), () => new Ways.Drip(good), source.Token))
            Assert.ThrowsAny<OperationCanceledException>(() => read());
        foreach (var (_, write) in _ways.WritersTo(typeof(ObjectBattery.Zoo), new Ways.Drip([], new IOException("not asked")),
            source.Token))
            Assert.ThrowsAny<Exception>(() => write(Zoo));
    }

    [Fact]
    public void Fill_sets_what_the_payload_has()
    {
        if (_ways.Filler(typeof(ObjectBattery.Plain)) is not { } fill)
            return;
        var target = new ObjectBattery.Plain { A = 1, Field = 2, B = "before" };
        Assert.Same(target, fill(target, format.Serialize(new ObjectBattery.Plain { A = 5, B = "after", Field = 6 })));
        Assert.Equal((5, "after", 6), (target.A, target.B, target.Field));
        Assert.Throws<WireFormatException>(() => fill(target, format.Serialize<ObjectBattery.Plain?>(null)));
    }
}
