using System.Runtime.Serialization;
using System.Text.Json.Serialization;

namespace Isomer.Bench.Data;

/// <summary>10,000 objects of five subtypes.</summary>
[DataContract, ProtobufContract]
public sealed class Zoo
{
    [DataMember, ProtobufMember(1)] public List<Animal> Animals { get; set; } = [];

    public static Zoo Sample()
    {
        var random = new SplitMix64(5);
        return new Zoo { Animals = [.. Enumerable.Range(1, 10_000).Select(id => Of(random, id))] };
    }

    static Animal Of(SplitMix64 random, int id)
    {
        int number = 1 + random.Below(1000);
        Animal made = random.Below(5) switch
        {
            0 => new Dog { Weight = number, Barks = true },
            1 => new Cat { Lives = number },
            2 => new Bird { Wings = number / 8.0 },
            3 => new Fish { Depth = number },
            _ => new Horse { Height = number, Speed = number / 10 },
        };
        (made.Id, made.Age) = (id, 1 + random.Below(30));
        return made;
    }

    public static bool Same(Zoo a, Zoo b) => a.Animals.Select(Text).SequenceEqual(b.Animals.Select(Text));

    static string Text(Animal a) => $"{a.GetType().Name} {a.Id} {a.Age} {a switch
    {
        Dog d => $"{d.Weight} {d.Barks}",
        Cat c => c.Lives,
        Bird b => b.Wings,
        Fish f => f.Depth,
        Horse h => $"{h.Height} {h.Speed}",
        _ => "",
    }}";

    /// <summary>The same objects made by hand: what a reader cannot do without.</summary>
    public Zoo Copy()
    {
        var animals = new List<Animal>(Animals.Count);
        foreach (var animal in Animals)
        {
            Animal made = animal switch
            {
                Dog d => new Dog { Weight = d.Weight, Barks = d.Barks },
                Cat c => new Cat { Lives = c.Lives },
                Bird b => new Bird { Wings = b.Wings },
                Fish f => new Fish { Depth = f.Depth },
                Horse h => new Horse { Height = h.Height, Speed = h.Speed },
                _ => throw new InvalidOperationException(),
            };
            (made.Id, made.Age) = (animal.Id, animal.Age);
            animals.Add(made);
        }
        return new Zoo { Animals = animals };
    }
}

[DataContract, KnownType(typeof(Dog)), KnownType(typeof(Cat)), KnownType(typeof(Bird)), KnownType(typeof(Fish)), KnownType(typeof(Horse))]
[JsonDerivedType(typeof(Dog), "Dog"), JsonDerivedType(typeof(Cat), "Cat"), JsonDerivedType(typeof(Bird), "Bird"),
    JsonDerivedType(typeof(Fish), "Fish"), JsonDerivedType(typeof(Horse), "Horse")]
[ProtobufContract, ProtobufInclude(10, typeof(Dog)), ProtobufInclude(11, typeof(Cat)), ProtobufInclude(12, typeof(Bird)),
    ProtobufInclude(13, typeof(Fish)), ProtobufInclude(14, typeof(Horse))]
public abstract class Animal
{
    [DataMember, ProtobufMember(1)] public int Id { get; set; }
    [DataMember, ProtobufMember(2)] public int Age { get; set; }
}

[DataContract, ProtobufContract]
public sealed class Dog : Animal
{
    [DataMember, ProtobufMember(1)] public int Weight { get; set; }
    [DataMember, ProtobufMember(2)] public bool Barks { get; set; }
}

[DataContract, ProtobufContract]
public sealed class Cat : Animal
{
    [DataMember, ProtobufMember(1)] public int Lives { get; set; }
}

[DataContract, ProtobufContract]
public sealed class Bird : Animal
{
    [DataMember, ProtobufMember(1)] public double Wings { get; set; }
}

[DataContract, ProtobufContract]
public sealed class Fish : Animal
{
    [DataMember, ProtobufMember(1)] public int Depth { get; set; }
}

[DataContract, ProtobufContract]
public sealed class Horse : Animal
{
    [DataMember, ProtobufMember(1)] public int Height { get; set; }
    [DataMember, ProtobufMember(2)] public int Speed { get; set; }
}

/// <summary>100,000 doubles as a member.</summary>
[DataContract, ProtobufContract]
public sealed class DoublesMember
{
    [DataMember, ProtobufMember(1, IsPacked = true)] public double[] Items { get; set; } = [];

    public static DoublesMember Sample() => new() { Items = Samples.Doubles()[..100_000] };
}

/// <summary>100,000 ints as a member.</summary>
[DataContract, ProtobufContract]
public sealed class IntsMember
{
    [DataMember, ProtobufMember(1, IsPacked = true)] public int[] Items { get; set; } = [];

    public static IntsMember Sample() => new() { Items = Samples.Ints()[..100_000] };
}
