using Xunit;

namespace Isomer.Tests.Formats.OfJson;

/// <summary>
/// JSON as graphs names what `Types` allows: a type that came with its assembly, and collections of the framework's interfaces.
/// </summary>
public class GraphNamesOfAssembliesTests
{
    public class Held
    {
        public int Number { get; set; }
    }

    public struct HeldStruct
    {
        public int Number { get; set; }
    }

    public enum HeldEnum
    {
        None,
        One,
    }

    public class Owner
    {
        public object? Value { get; set; }
        public IEnumerable<IDictionary<string, DateOnly>>? Maps { get; set; }
        public IEnumerable<IReadOnlyList<IList<int>>>? Lists { get; set; }
    }

    static readonly JsonOptions s_options =
        JsonOptions.Graph with { Types = JsonTypes.None.WithAssembly(typeof(GraphNamesOfAssembliesTests).Assembly) };

    static Owner There(Owner owner)
    {
        string text = Json.ToText(owner, s_options);
        var read = Json.FromText<Owner>(text, s_options)!;
        Assert.Equal(text, Json.ToText(read, s_options));
        return read;
    }

    [Fact]
    public void A_type_of_a_registered_assembly_is_written_by_its_full_name()
    {
        Assert.Equal(3, Assert.IsType<Held>(There(new() { Value = new Held { Number = 3 } }).Value).Number);
        Assert.Equal(4, Assert.IsType<HeldStruct>(There(new() { Value = new HeldStruct { Number = 4 } }).Value).Number);
        // An assembly brings classes and structs; an enum is named by itself.
        Assert.Throws<NotSupportedException>(() => Json.ToText(new Owner { Value = HeldEnum.One }, s_options));
        Assert.Equal(5, Assert.IsType<List<Held>>(There(new() { Value = new List<Held> { new() { Number = 5 } } }).Value)[0].Number);
        Assert.Throws<NotSupportedException>(() => Json.ToText(new Owner { Value = new Held() }, JsonOptions.Graph));
    }

    [Fact]
    public void Arrays_of_collections_that_are_declared_as_interfaces_come_back()
    {
        var maps = Assert.IsType<IDictionary<string, DateOnly>[]>(
            There(new() { Maps = new IDictionary<string, DateOnly>[] { new Dictionary<string, DateOnly> { ["a"] = new(2020, 1, 2) } } }).Maps);
        Assert.Equal(new DateOnly(2020, 1, 2), maps[0]["a"]);
        var lists = Assert.IsType<List<IReadOnlyList<IList<int>>>>(
            There(new() { Lists = new List<IReadOnlyList<IList<int>>> { new IList<int>[] { new List<int> { 1, 2 } } } }).Lists);
        Assert.Equal([1, 2], lists[0][0]);
    }
}
