using System.Collections.Immutable;
using System.Numerics;
using System.Text;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>What XmlSerializer refuses or loses: refused with a name by default, carried by option.</summary>
public class XmlExtensionTests
{
    static readonly XmlOptions[] All = [.. XmlOracle.Tiers.Select(t => new XmlOptions { Convention = t.With(XmlExtensions.All) })];

    public record Positional(int Id, string Name, List<int> Items) { public string? Extra { get; set; } }
    public class Holder<T> { public T? Value { get; set; } public int After { get; set; } }
    public class ListWithMembers : List<int> { public string? Name { get; set; } }

    static T Back<T>(T value)
    {
        byte[][] written = [.. All.Select(o => Xml.Serialize(value, o))];
        Assert.Equal(Encoding.UTF8.GetString(written[0]), Encoding.UTF8.GetString(written[1]));
        T[] read = [.. All.Select(o => Xml.Deserialize<T>(written[0], o))];
        Assert.Equal(Json.ToText(read[0]), Json.ToText(read[1]));
        Assert.Equal(Json.ToText(value), Json.ToText(read[0]));
        return read[0];
    }

    [Fact]
    public void Dictionaries() =>
        Back(new Holder<Dictionary<string, List<int>>> { Value = new() { ["a b"] = [1, 2], ["c"] = [] }, After = 3 });

    [Fact]
    public void Dictionaries_within_dictionaries() =>
        Back(new Dictionary<int, Dictionary<string, string?>?> { [1] = new() { ["x"] = null }, [2] = null });

    [Fact]
    public void Interfaces_and_other_collections()
    {
        Back(new Holder<IList<int>> { Value = [1, 2] });
        Back(new Holder<IReadOnlyList<string>> { Value = ["a"] });
        Back(new Holder<Queue<int>> { Value = new([1, 2]), After = 1 });
        Back(new Holder<ImmutableArray<int>> { Value = [1, 2] });
        Back(new Holder<ImmutableList<string>> { Value = ["x"] });
        Back(new Holder<int[,]> { Value = new[,] { { 1, 2 }, { 3, 4 } } });
    }

    [Fact]
    public void Records()
    {
        var back = Back(new Positional(1, "n", [1, 2]) { Extra = "e" });
        Assert.Equal((1, "n", "e"), (back.Id, back.Name, back.Extra));
        Back(new Holder<KeyValuePair<int, string>> { Value = new(1, "a") });
    }

    [Fact]
    public void Scalars()
    {
        Back(new Holder<Int128> { Value = Int128.MinValue });
        Back(new Holder<Half> { Value = (Half)1.5 });
        Back(new Holder<BigInteger> { Value = BigInteger.Pow(10, 50) });
        Back(new Holder<Rune> { Value = new Rune('x') });
        Back(new Holder<Version> { Value = new Version(1, 2), After = 1 });
        Back(new Holder<Uri> { Value = new Uri("http://x/") });
    }

    public static TheoryData<Type> Lost =>
    [
        typeof(Holder<Half>), typeof(Holder<Int128>), typeof(Holder<BigInteger>), typeof(Holder<Rune>), typeof(Holder<Memory<int>>),
        typeof(Holder<ListWithMembers>), typeof(Holder<KeyValuePair<int, int>>), typeof(Holder<Version>),
    ];

    [Theory]
    [MemberData(nameof(Lost))]
    public void What_would_be_lost_is_refused_with_its_name(Type type)
    {
        Assert.Null(Record.Exception(() => new XmlSerializer(type).Serialize(new StringWriter(), Activator.CreateInstance(type))));
        var error = Assert.Throws<NotSupportedException>(() => Xml.Serialize(Activator.CreateInstance(type), type));
        Assert.Contains("Value", error.Message, StringComparison.Ordinal);
    }
}
