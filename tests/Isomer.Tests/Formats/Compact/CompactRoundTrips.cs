using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Numerics;
using Isomer.Conventions;
using Xunit;

namespace Isomer.Tests.Formats.OfCompact;

/// <summary>Values come back equal: every kind of type, in both tiers, with every combination of the options.</summary>
public class CompactRoundTrips
{
    public static TheoryData<bool, CompactSchema, References, bool> Variants
    {
        get
        {
            var data = new TheoryData<bool, CompactSchema, References, bool>();
            foreach (bool reflection in new[] { false, true })
                foreach (var schema in Enum.GetValues<CompactSchema>())
                    foreach (var references in Enum.GetValues<References>())
                        data.Add(reflection, schema, references, references == References.Preserve);
            return data;
        }
    }

    [Theory, MemberData(nameof(Variants))]
    public void EveryScalar(bool reflection, CompactSchema schema, References references, bool checksum)
    {
        var options = Samples.Options(reflection, schema, references, checksum);
        foreach (var value in new[] { new Scalarful(), Scalarful.Full })
        {
            var back = Compact.Deserialize<Scalarful>(Compact.Serialize(value, options), options);
            Assert.Equivalent(value, back, strict: true);
            Assert.Equal(decimal.GetBits(value.Decimal), decimal.GetBits(back.Decimal));
            Assert.Equal(value.DateTime.Kind, back.DateTime.Kind);
            Assert.Equal(value.Offset.Offset, back.Offset.Offset);
        }
    }

    [Theory, MemberData(nameof(Variants))]
    public void EveryCollection(bool reflection, CompactSchema schema, References references, bool checksum)
    {
        var options = Samples.Options(reflection, schema, references, checksum);
        foreach (var value in new[] { new Collections(), Collections.Full })
        {
            var back = Compact.Deserialize<Collections>(Compact.Serialize(value, options), options);
            Assert.Equivalent(value, back, strict: true);
            Assert.Equal(value.Stack, back.Stack);
            Assert.Equal(value.IgnoringCase?.ContainsKey("KEY"), back.IgnoringCase?.ContainsKey("KEY"));
        }
    }

    [Theory, MemberData(nameof(Variants))]
    public void Subtypes(bool reflection, CompactSchema schema, References references, bool checksum)
    {
        var options = Samples.Options(reflection, schema, references, checksum);
        var zoo = new Zoo
        { Animals = [new Dog { Name = "Rex", Barks = 3 }, null, new Cat { Name = "Tom", Lives = 9 }, new Animal { Name = "?" }] };
        var back = Compact.Deserialize<Zoo>(Compact.Serialize(zoo, options), options);
        Assert.Equal(3, Assert.IsType<Dog>(back.Animals[0]).Barks);
        Assert.Null(back.Animals[1]);
        Assert.Equal(9, Assert.IsType<Cat>(back.Animals[2]).Lives);
        Assert.IsType<Animal>(back.Animals[3]);
    }

    [Theory, MemberData(nameof(Variants))]
    public void Dynamics(bool reflection, CompactSchema schema, References references, bool checksum)
    {
        var options = Samples.Options(reflection, schema, references, checksum);
        options = options with
        {
            Convention = ((PlainConvention)options.Convention).WithSubtype<object, Dog>("Dog", 7)
            .WithSubtype<object, Uri>("Uri")
        };
        object?[] values =
        [
            null, 1, "text", true, 'c', 1.5, 2m, Guid.Empty, DateTime.UnixEpoch, (nint)3, new byte[] { 1, 2 }, new BigInteger(99),
            new[] { 1, 2, 3 },
            new List<string> { "a", "b" }, new Dictionary<string, object?> { ["x"] = 1, ["y"] = null },
            new List<object?> { 1, "two", null },
            new Dictionary<object, object?> { [1] = "one" }, new Dog { Name = "Rex", Barks = 1 }, new Uri("http://example.org/"),
            TimeSpan.FromHours(1),
        ];
        var back = Compact.Deserialize<object?[]>(Compact.Serialize(values, options), options);
        Assert.Equivalent(values, back, strict: true);
        Assert.Equal(values.Select(v => v?.GetType()), back.Select(v => v?.GetType()));
    }

    [Fact]
    public void UnregisteredDynamicSaysHowToRegister()
    {
        var e = Assert.Throws<NotSupportedException>(() => Compact.Serialize<object>(new Dog()));
        Assert.Contains("WithSubtype<object, Dog>", e.Message, StringComparison.Ordinal);
    }

    [Theory, MemberData(nameof(Variants))]
    public void Roots(bool reflection, CompactSchema schema, References references, bool checksum)
    {
        var options = Samples.Options(reflection, schema, references, checksum);
        Same(5);
        Same<int?>(null);
        Same<int?>(5);
        Same("text");
        Same<string?>(null);
        Same<Animal?>(null);
        Same(new[] { 1.5, 2.5 });
        Same(new List<int> { 1, 2 });
        Same((1, "two", 3m));
        Same(new KeyValuePair<string, int>("a", 1));
        Same(DayOfWeek.Friday);
        Same(new Dictionary<int, string> { [1] = "one" });
        Same(ImmutableArray.Create(1, 2, 3));
        Same(new int[,] { { 1, 2 }, { 3, 4 } });
        Same(new DBNull[] { DBNull.Value, DBNull.Value });
        Same(new Uri("a/b", UriKind.Relative));

        void Same<T>(T value)
        {
            byte[] bytes = Compact.Serialize(value, options);
            Assert.Equal(value, Compact.Deserialize<T>(bytes, options));
            Assert.Equal(value, (T?)Compact.Deserialize(bytes, typeof(T), options));
            Assert.Equal(bytes, Compact.Serialize(value, typeof(T), options));
        }
    }

    [Fact]
    public void ManyStructsWithoutBytes()
    {
        var value = new Empty[1000];
        byte[] bytes = Compact.Serialize(value);
        Assert.Equal(1000, Compact.Deserialize<Empty[]>(bytes).Length);
        Assert.True(bytes.Length >= 1000, "a count must not be believed without bytes");
    }

    [Fact]
    public void StringsOfEveryFormAndLength()
    {
        var values = new List<string?> { null, "", "\ud800", "a\udc00b", "\ud83d\ude00" };
        foreach (string unit in new[] { "a", "é", "漢", "\ud83d\ude00", "\ud800" })
            for (int n = 1; n < 300; n += n < 140 ? 1 : 37)
                values.Add(string.Concat(Enumerable.Repeat(unit, n)));
        for (int n = 1; n < 100; n++)
            values.Add(new string('a', n) + "é");
        values.Add(new string('x', 100_000));
        values.Add(new string('é', 100_000));
        Assert.Equal(values, Compact.Deserialize<List<string?>>(Compact.Serialize(values)));
    }

    [Fact]
    public void DecimalsKeepScaleAndSign()
    {
        decimal[] values =
        [
            0m, 0.00m, -0.0m, 1m, -1m, 14.0000m, 65535m, 65536m, 16777215m, 16777216m, 281474976710655m, 281474976710656m,
            ulong.MaxValue, decimal.MaxValue, decimal.MinValue, 0.0000000000000000000000000001m,
        ];
        var back = Compact.Deserialize<decimal[]>(Compact.Serialize(values));
        Assert.Equal(values.SelectMany(decimal.GetBits), back.SelectMany(decimal.GetBits));
    }

    [Fact]
    public void Targets()
    {
        var value = Enumerable.Range(0, 50_000).Select(i => $"item {i}").ToList();
        double[] numbers = [.. Enumerable.Range(0, 100_000).Select(i => i / 3.0)];
        foreach (var options in new[] { CompactOptions.Default, CompactOptions.Default with { Checksum = true } })
        {
            byte[] bytes = Compact.Serialize((value, numbers), options);
            var stream = new MemoryStream();
            Compact.Serialize(stream, (value, numbers), options);
            Assert.Equal(bytes, stream.ToArray());
            var writer = new System.Buffers.ArrayBufferWriter<byte>();
            Compact.Serialize(writer, (value, numbers), options);
            Assert.Equal(bytes, writer.WrittenSpan.ToArray());
            stream.Position = 0;
            Assert.Equal(value, Compact.Deserialize<(List<string>, double[])>(stream, options).Item1);
        }
    }

    [Fact]
    public void FillAddsToWhatIsThere()
    {
        var target = new Zoo { Animals = [new Dog()] };
        byte[] bytes = Compact.Serialize(new Zoo { Animals = [new Cat { Lives = 2 }] });
        Compact.Fill(target, bytes);
        Assert.IsType<Cat>(Assert.Single(target.Animals));
        Compact.Fill(target, bytes, CompactOptions.Default with { MergeNested = true });
        Assert.Equal(2, target.Animals.Count);
    }

    [Fact]
    public void EqualValuesGiveEqualBytesInEveryCulture()
    {
        byte[] expected = Compact.Serialize(Collections.Full);
        var before = System.Globalization.CultureInfo.CurrentCulture;
        foreach (string culture in new[] { "de-DE", "tr-TR", "ar-SA" })
        {
            System.Globalization.CultureInfo.CurrentCulture = System.Globalization.CultureInfo.GetCultureInfo(culture);
            try
            {
                Assert.Equal(expected, Compact.Serialize(Collections.Full));
            }
            finally
            {
                System.Globalization.CultureInfo.CurrentCulture = before;
            }
        }
    }

    [Fact]
    public async Task FirstUseFromSixteenThreads()
    {
        for (int round = 0; round < 5; round++)
        {
            var options = CompactOptions.Default with { Convention = new PlainConvention(PlainSettings.Default) };
            using var gate = new Barrier(16);
            byte[][] all = await Task.WhenAll(Enumerable.Range(0, 16).Select(_ => Task.Factory.StartNew(() =>
            {
                gate.SignalAndWait();
                byte[] bytes = Compact.Serialize(Collections.Full, options);
                Assert.Equivalent(Collections.Full, Compact.Deserialize<Collections>(bytes, options));
                return bytes;
            }, TaskCreationOptions.LongRunning)));
            Assert.All(all, b => Assert.Equal(all[0], b));
        }
    }
}
