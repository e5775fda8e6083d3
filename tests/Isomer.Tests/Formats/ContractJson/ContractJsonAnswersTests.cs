using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>What a name of a type meant is kept within a value: only where the types that were known then are known.</summary>
public class ContractJsonAnswersTests
{
    [DataContract(Name = "X", Namespace = "urn:n/o")]
    public class FirstX
    {
        [DataMember] public int First { get; set; }
    }

    [DataContract(Name = "X", Namespace = "urn:n/o")]
    public class SecondX
    {
        [DataMember] public int Second { get; set; }
    }

    [DataContract(Name = "Y")]
    public class Y : Animal
    {
        [DataMember] public int Legs { get; set; }
    }

    [DataContract(Name = "Z")]
    public class Z : Animal
    {
        [DataMember] public int Wings { get; set; }
    }

    [DataContract, KnownType(typeof(Y)), KnownType(typeof(Z))]
    public class Animal
    {
        [DataMember] public string? Name { get; set; }
        [DataMember] public object? Any { get; set; }
    }

    [DataContract, KnownType(typeof(FirstX)), KnownType(typeof(Y))]
    public class One
    {
        [DataMember] public List<object?> Items { get; set; } = [];
        [DataMember] public List<Animal?> Animals { get; set; } = [];
        [DataMember] public One? InnerOne { get; set; }
        [DataMember] public Two? InnerTwo { get; set; }
    }

    [DataContract, KnownType(typeof(SecondX)), KnownType(typeof(Y))]
    public class Two
    {
        [DataMember] public List<object?> Items { get; set; } = [];
        [DataMember] public List<Animal?> Animals { get; set; } = [];
        [DataMember] public One? InnerOne { get; set; }
        [DataMember] public Two? InnerTwo { get; set; }
    }

    /// <summary>Two classes of one contract, each known within another object: one name means this here and that there.</summary>
    [Fact]
    public void A_name_means_what_is_known_at_its_place()
    {
        var random = new Random(5);
        int both = 0;
        for (int i = 0; i < 300; i++)
        {
            object value = Nest(random, 0, random.Next(2) == 0);
            var original = new DataContractJsonSerializer(value.GetType());
            var stream = new MemoryStream();
            original.WriteObject(stream, value);
            byte[] bytes = stream.ToArray();
            string text = Encoding.UTF8.GetString(bytes);
            both += text.Contains("First", StringComparison.Ordinal) && text.Contains("Second", StringComparison.Ordinal) ? 1 : 0;
            foreach (string edited in new[] { text, text.Replace("\"X:", "\"\\u0058:", StringComparison.Ordinal),
                text.Replace("\"Y:", "\" Y:", StringComparison.Ordinal),
                text.Replace("#", "http:\\/\\/schemas.datacontract.org\\/2004\\/07\\/", StringComparison.Ordinal) })
            {
                byte[] input = Encoding.UTF8.GetBytes(edited);
                string theirs = Again(original, () => original.ReadObject(new MemoryStream(input)));
                foreach (var convention in Conventions)
                {
                    var options = new ContractJsonOptions { Convention = convention };
                    Assert.Equal(text, Encoding.UTF8.GetString(ContractJson.Serialize(value, value.GetType(), options)));
                    Assert.Equal(theirs, Again(original, () => ContractJson.Deserialize(input, value.GetType(), options)));
                }
            }
        }
        Assert.True(both > 100, $"{both} of 300 values hold both.");
    }

    static readonly DataContractConvention[] Conventions = [Convention.DataContract,
        Convention.DataContract.WithTier(ShapeTier.Reflection)];

    static string Again(DataContractJsonSerializer original, Func<object?> read)
    {
        object? value;
        try
        {
            value = read();
        }
        catch (Exception e) when (e is SerializationException or WireFormatException)
        {
            return "refused";
        }
        var stream = new MemoryStream();
        original.WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    static object Nest(Random random, int depth, bool isOne)
    {
        var items = Enumerable.Range(0, random.Next(5)).Select(_ => Item(random, isOne)).ToList();
        var animals = Enumerable.Range(0, random.Next(5)).Select(_ => AnimalOf(random, isOne)).ToList();
        object? inner = depth < 4 && random.Next(4) > 0 ? Nest(random, depth + 1, random.Next(2) == 0) : null;
        return isOne ? new One { Items = items, Animals = animals, InnerOne = inner as One, InnerTwo = inner as Two }
            : new Two { Items = items, Animals = animals, InnerOne = inner as One, InnerTwo = inner as Two };
    }

    static object? Item(Random random, bool isOne) => random.Next(5) switch
    {
        0 => null,
        1 => random.Next(100),
        2 => new Y { Legs = random.Next(9) },
        _ => isOne ? new FirstX { First = random.Next(9) } : new SecondX { Second = random.Next(9) },
    };

    static Animal? AnimalOf(Random random, bool isOne) => random.Next(4) switch
    {
        0 => null,
        1 => new Y { Legs = 4, Any = random.Next(2) == 0 ? null : isOne ? new FirstX { First = 1 } : new SecondX { Second = 2 } },
        2 => new Z { Wings = 2, Name = "z" },
        _ => new Animal { Name = "a" },
    };
}
