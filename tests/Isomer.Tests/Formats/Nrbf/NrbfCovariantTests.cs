using System.Collections.ObjectModel;
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
}
