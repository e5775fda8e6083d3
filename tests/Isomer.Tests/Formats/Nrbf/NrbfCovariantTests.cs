using System.Collections.ObjectModel;
using System.Reflection;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Members declared as arrays that hold arrays of other items: the class tells what they hold, byte for byte as BinaryFormatter does.
/// </summary>
public class NrbfCovariantTests
{
    [Serializable]
    public class Animal
    {
        public int A;
    }

    [Serializable]
    public sealed class Dog : Animal
    {
        public int D;
    }

    [Serializable]
    public class Holder
    {
        public object?[]? Objects;
        public Animal?[]? Animals;
        public IComparable?[]? Comparables;
        public object?[,][]? Nested;
        public object?[][]? Jagged;
        public Dog?[]? Dogs;
        public string?[]? Texts;
        public int[]? Numbers;
    }

    static readonly Holder[] s_values =
    [
        new(), new()
            { Objects = [1, "a", null], Animals = [new Dog { D = 1 }], Comparables = [1, "b"], Nested = new object[1, 1][] { { [1] } },
                Jagged = [[1], ["a"]], Dogs = [new()], Texts = ["t"], Numbers = [1] },
        new() { Objects = new string[] { "a" }, Animals = new Dog[] { new() }, Comparables = new string[] { "b" },
            Nested = new Collection<int>[1, 1][] { { [[1]] } }, Jagged = new string[][] { ["a"] } },
        new() { Objects = new Animal[] { new Dog() }, Jagged = new Dog[][] { [new()] }, Nested = new Dog[0, 0][] },
        new() { Objects = new int[][] { [1] }, Animals = [], Comparables = new Version[] { new(1, 2) } },
    ];

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void The_class_tells_what_is_held(ShapeTier tier)
    {
        var options = NrbfTests.Options with
        {
            KnownTypes = [typeof(Holder), typeof(Animal), typeof(Dog), typeof(Collection<int>)],
            Convention = Convention.Fields.WithTier(tier)
        };
        foreach (var value in s_values)
        {
            byte[] original = NrbfTests.Original(value);
            Assert.Equal(Convert.ToHexString(original), Convert.ToHexString(Nrbf.Serialize(value, options)));
            Assert.Null(SameGraph.Difference(value, Nrbf.Deserialize<Holder>(original, options)));
        }
    }

    /// <summary>
    /// What a collection keeps its items in may be an array of a class that derives from theirs: a list of those was refused.
    /// </summary>
    [Fact]
    public void A_collections_own_array_may_be_of_another_class()
    {
        (object Collection, string Field)[] all =
        [
            (new List<Animal>(), "_items"), (new Queue<Animal>(), "_array"), (new Stack<Animal>(), "_array"),
            (new SortedList<int, Animal> { [1] = new() }, "values"), (new System.Collections.ArrayList(), "_items"),
            (new System.Collections.Queue(), "_array"), (new System.Collections.Stack(), "_array"),
        ];
        foreach (var (collection, field) in all)
        {
            const BindingFlags any = BindingFlags.Instance | BindingFlags.NonPublic;
            var type = collection.GetType();
            type.GetField(field, any)!.SetValue(collection, new Dog[] { new() { D = 5 } });
            type.GetField("_size", any)!.SetValue(collection, 1);
            type.GetField("keys", any)?.SetValue(collection, new[] { 1 });
            byte[] payload = NrbfTests.Original(collection);
            foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            {
                var options = NrbfTests.Options with
                {
                    KnownTypes = [typeof(Animal), typeof(Dog), type],
                    Convention = Convention.Fields.WithTier(tier)
                };
                Assert.Equal(payload, Nrbf.Serialize(collection, options));
                var back = ((System.Collections.IEnumerable)Nrbf.Deserialize<object>(payload, options)!).Cast<object>().Single();
                Assert.Equal(5, ((Dog)(back is KeyValuePair<int, Animal> pair ? pair.Value : back)).D);
            }
        }
    }
}
