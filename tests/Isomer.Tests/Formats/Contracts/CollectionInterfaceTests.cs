using System.Collections;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Values of collection interfaces are written with the interface's contract, whatever class holds them; and collections where an object is
/// declared.
/// </summary>
public class CollectionInterfaceTests
{
    [DataContract(Name = "H_{0}", Namespace = "")]
    public class H<T> { [DataMember] public T? V; }
    public class Animal { public int A; }
    public class Dog : Animal { public int D; }
    public class Part { public Animal? H; }
    public struct Struct { public object? O; }
    [CollectionDataContract(Name = "NL")] public class NamedList : List<int>;
    [CollectionDataContract(Name = "NM")] public class NamedMap : Dictionary<string, int>;

    static IEnumerable<int> Iterate()
    {
        yield return 1;
        yield return 2;
    }

    static void CheckAll(ContractOracle oracle)
    {
        oracle.Check(new H<IEnumerable> { V = new List<int> { 1 } });
        oracle.Check(new H<IEnumerable> { V = new[] { "a", null } });
        oracle.Check(new H<IEnumerable> { V = new List<Dog> { new() } });
        oracle.Check(new H<IEnumerable> { V = "abc" });
        oracle.Check(new H<IEnumerable> { V = new Dictionary<string, int> { ["a"] = 1 } });
        oracle.Check(new H<IEnumerable> { V = new byte[] { 1, 2 } });
        oracle.Check(new H<IEnumerable> { V = Iterate() });
        oracle.Check(new H<IEnumerable> { V = new List<Animal> { new Dog(), new() } });
        oracle.Check(new H<IEnumerable<Animal>> { V = new List<Dog> { new() } });
        oracle.Check(new H<IEnumerable<Animal>> { V = new Dog[] { new() } });
        oracle.Check(new H<IEnumerable<Animal>> { V = new Animal[] { new Dog() } });
        oracle.Check(new H<IEnumerable<char>> { V = "ab" });
        oracle.Check(new H<IEnumerable<int>> { V = Iterate().Where(x => x > 1) });
        oracle.Check(new H<IEnumerable<object>> { V = new List<string> { "a" } });
        oracle.Check(new H<IList> { V = new[] { 1 } });
        oracle.Check(new H<IList> { V = new ArrayList { 1, "a" } });
        oracle.Check(new H<ICollection> { V = new Queue<int>([1]) });
        oracle.Check(new H<IDictionary> { V = new Dictionary<string, int> { ["a"] = 1 } });
        oracle.Check(new H<IDictionary> { V = new SortedList { ["a"] = 1 } });
        oracle.Check(new H<IList<int>> { V = new NamedList { 1 } });
        oracle.Check(new H<IList<int>> { V = new ReadOnlyCollection<int>([1, 2]) });
        oracle.Check(new H<IList<object>> { V = new[] { "a" } });
        oracle.Check(new H<ICollection<KeyValuePair<string, int>>> { V = new Dictionary<string, int> { ["a"] = 1 } });
        oracle.Check(new H<IEnumerable<KeyValuePair<string, int>>> { V = new Dictionary<string, int> { ["a"] = 1 } });
        oracle.Check(new H<IDictionary<string, int>> { V = new NamedMap { ["a"] = 1 } });
        oracle.Check(new H<IDictionary<string, Animal>> { V = new Dictionary<string, Animal> { ["a"] = new Dog() } });
        oracle.Check(new List<int> { 1 }, typeof(IEnumerable));
        oracle.Check(new Dog[] { new() }, typeof(IEnumerable<Animal>));
        oracle.Check(new[] { 1, 2 }, typeof(IList));
        oracle.Check(new[] { 1, 2 }, typeof(ICollection));
        oracle.Check(new Dictionary<string, int> { ["a"] = 1 }, typeof(IDictionary));
        oracle.Check(new NamedList { 1 }, typeof(IList<int>));
        oracle.Check(Iterate(), typeof(IEnumerable<int>));
        oracle.Check(new List<int> { 1 }, typeof(IReadOnlyList<int>));
        oracle.Check(new Dog[] { new() }, typeof(IReadOnlyList<Animal>));
        oracle.Done();
    }

    [Fact]
    public void They_are_written_with_the_interfaces_contract() =>
        CheckAll(new ContractOracle { KnownTypes = [typeof(Dog), typeof(Animal)] });

    [Fact]
    public void Without_known_types_what_needs_none_is_written() => CheckAll(new ContractOracle());

    [Theory]
    [InlineData(EmitTypeInformation.AsNeeded, true)]
    [InlineData(EmitTypeInformation.Always, false)]
    [InlineData(EmitTypeInformation.Always, true)]
    public void And_with_every_setting_of_json(EmitTypeInformation emits, bool isSimple) =>
        CheckAll(new ContractOracle("j") { KnownTypes = [typeof(Dog), typeof(Animal)], Emits = emits, IsSimple = isSimple });

    [Fact]
    public void Where_an_object_is_declared_items_tell_their_type()
    {
        var oracle = new ContractOracle
        {
            KnownTypes =
            [
                typeof(List<List<Dog>>), typeof(List<Struct>), typeof(Animal[]), typeof(List<Part>), typeof(List<Dictionary<string, int>>),
                typeof(Dictionary<string, List<Dog>>),
                typeof(NamedList), typeof(List<DateTimeOffset>), typeof(List<Struct?>), typeof(List<Exception>), typeof(List<Dog>),
                typeof(Dog),
            ],
        };
        oracle.Check(new H<object> { V = new List<Dog> { new() } });
        oracle.Check(new H<object> { V = new List<List<Dog>> { new() { new Dog() } } });
        oracle.Check(new H<object> { V = new List<Struct> { new() { O = 1 } } });
        oracle.Check(new H<object> { V = new Animal[] { new Dog(), new() } });
        oracle.Check(new H<object> { V = new List<Part> { new() { H = new Animal() } } });
        oracle.Check(new H<object> { V = new List<Dictionary<string, int>> { new() { ["a"] = 1 } } });
        oracle.Check(new H<object> { V = new Dictionary<string, List<Dog>> { ["a"] = [new()] } });
        oracle.Check(new H<object> { V = new NamedList { 1 } });
        oracle.Check(new H<object> { V = new List<DateTimeOffset> { default } });
        oracle.Check(new H<object> { V = new List<Struct?> { new Struct(), null } });
        oracle.Check(new H<object> { V = new List<Exception> { new("a") } });
        oracle.Check(new List<Dog> { new() }, typeof(object));
        oracle.Check(new object[] { new List<Dog> { new() }, 1 });
        oracle.Done();
    }

    [Fact]
    public void Any_array_stands_for_an_array()
    {
        foreach (Type[] known in (Type[][])[[], [typeof(int[])]])
        {
            var oracle = new ContractOracle { KnownTypes = known };
            oracle.Check(new H<Array>());
            oracle.Check(new H<Array> { V = new object[] { 1 } });
            oracle.Check(new H<Array> { V = new[] { 1 } });
            oracle.Check(new[] { 1 }, typeof(Array));
            oracle.Check(new object[] { 1 }, typeof(Array));
            oracle.Done();
        }
    }
}
