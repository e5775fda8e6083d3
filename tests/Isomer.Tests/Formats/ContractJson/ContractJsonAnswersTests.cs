using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// What a thread has found out of the types that names mean stays for the next value of a root, where the types that are known are those
/// that were.
/// </summary>
public class ContractJsonAnswersTests
{
    public static class First
    {
        [DataContract(Name = "Dog", Namespace = "")]
        public sealed class Dog : Animal
        {
        }
    }

    public static class Second
    {
        [DataContract(Name = "Dog", Namespace = "")]
        public sealed class Dog : Animal
        {
        }
    }

    [DataContract]
    public sealed class Cat : Animal
    {
    }

    [DataContract]
    public class Animal
    {
        [DataMember] public int Id { get; set; }
    }

    [DataContract, KnownType(typeof(First.Dog)), KnownType(typeof(Cat))]
    public sealed class Kennel
    {
        [DataMember] public List<Animal> Animals { get; set; } = [];
    }

    static readonly ContractJsonOptions s_first = new() { KnownTypes = [typeof(First.Dog)] };
    static readonly ContractJsonOptions s_second = new() { KnownTypes = [typeof(Second.Dog)] };

    /// <summary>The same name in the same root is another type for other options, and none for those that know none.</summary>
    [Fact]
    public void A_name_means_what_the_options_of_its_call_know()
    {
        for (int i = 0; i < 5; i++)
        {
            byte[] json = ContractJson.Serialize<Animal[]>([new First.Dog { Id = 1 }], s_first);
            Assert.Equal(json, ContractJson.Serialize<Animal[]>([new Second.Dog { Id = 1 }], s_second));
            Assert.IsType<First.Dog>(ContractJson.Deserialize<Animal[]>(json, s_first)[0]);
            Assert.IsType<Second.Dog>(ContractJson.Deserialize<Animal[]>(json, s_second)[0]);
            Assert.Throws<WireFormatException>(() => ContractJson.Deserialize<Animal[]>(json));
            Assert.Throws<NotSupportedException>(() => ContractJson.Serialize<Animal[]>([new First.Dog()]));
            Assert.Throws<NotSupportedException>(() => ContractJson.Serialize<Animal[]>([new Second.Dog()], s_first));
            byte[] kennel = ContractJson.Serialize(new Kennel { Animals = [new First.Dog()] });
            Assert.IsType<First.Dog>(ContractJson.Deserialize<Kennel>(kennel).Animals[0]);
        }
    }

    [DataContract]
    public sealed class Owner
    {
        [DataMember] public Kennel Inner { get; set; } = new();
        [DataMember] public Animal? Outer { get; set; }
    }

    /// <summary>What a type makes known is known within its objects alone, also for the next value.</summary>
    [Fact]
    public void What_is_known_within_an_object_is_known_there_alone()
    {
        for (int i = 0; i < 5; i++)
        {
            var owner = new Owner { Inner = new Kennel { Animals = [new Cat { Id = 2 }] } };
            var back = ContractJson.Deserialize<Owner>(ContractJson.Serialize(owner));
            Assert.IsType<Cat>(back.Inner.Animals[0]);
            owner.Outer = new Cat();
            Assert.Throws<NotSupportedException>(() => ContractJson.Serialize(owner));
            Assert.Throws<SerializationException>(
                () => new DataContractJsonSerializer(typeof(Owner)).WriteObject(new MemoryStream(), owner));
        }
    }

    public static class One
    {
        [DataContract(Name = "S", Namespace = "")]
        public struct S
        {
        }

        [DataContract(Name = "E", Namespace = "")]
        public enum E
        {
            [EnumMember] A,
        }

        [CollectionDataContract(Name = "L", Namespace = "")]
        public sealed class L : List<int>
        {
        }
    }

    public static class Other
    {
        [DataContract(Name = "S", Namespace = "")]
        public struct S
        {
        }

        [DataContract(Name = "E", Namespace = "")]
        public enum E
        {
            [EnumMember] A,
        }

        [CollectionDataContract(Name = "L", Namespace = "")]
        public sealed class L : List<int>
        {
        }
    }

    public static TheoryData<Type, object> Namesakes => new()
    {
        { typeof(First.Dog), new Second.Dog() },
        { typeof(One.S), default(Other.S) },
        { typeof(One.E), Other.E.A },
        { typeof(One.L), new Other.L { 1 } },
        { typeof(List<int>), new System.Collections.ObjectModel.Collection<int> { 1 } },
        { typeof(Dictionary<int, int>), new SortedDictionary<int, int> { [1] = 2 } },
        { typeof(List<First.Dog>), new List<Second.Dog> { new() } },
        { typeof(First.Dog[]), new Second.Dog[] { new() } },
        { typeof(List<One.E>), new List<Other.E> { Other.E.A } },
    };

    /// <summary>
    /// A type of which another has the contract's name is not known by that: it was written under the name of the other, which its reader
    /// made of it.
    /// </summary>
    [Theory, MemberData(nameof(Namesakes))]
    public void A_namesake_of_a_known_type_is_refused_as_by_the_original(Type known, object value)
    {
        var options = new ContractJsonOptions { KnownTypes = [known] };
        object[] roots = [new[] { value }, new List<object> { value }, new Dictionary<string, object> { ["a"] = value }];
        foreach (object root in roots)
        {
            Assert.Throws<NotSupportedException>(() => ContractJson.Serialize(root, root.GetType(), options));
            Assert.Throws<SerializationException>(
                () => new DataContractJsonSerializer(root.GetType(), [known]).WriteObject(new MemoryStream(), root));
        }
    }

    /// <summary>Reading allocates the objects: names are looked for once, not in each value.</summary>
    [Fact]
    public void The_second_value_looks_for_no_name()
    {
        long Of(int count)
        {
            byte[] json = ContractJson.Serialize(
                new Kennel { Animals = [.. Enumerable.Range(0, count).Select(i => i % 2 == 0 ? (Animal)new Cat() : new First.Dog())] });
            long least = long.MaxValue;
            for (int i = 0; i < 100; i++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                ContractJson.Deserialize<Kennel>(json);
                least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
            }
            return least;
        }
        // An animal and its place in the list; the owner and the list beside them.
        long few = Of(8), each = (Of(16) - few) / 8;
        Assert.InRange(few - (8 * each), 0, 160);
    }
}
