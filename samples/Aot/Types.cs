using System.Collections.Immutable;
using System.Globalization;
using System.Runtime.Serialization;
using System.Xml.Serialization;
using Isomer;

// Of types that cannot bear the attribute, or are closed here.
[assembly: IsomerShape(typeof(List<Aot.Point>), Families = ShapeFamilies.All)]
[assembly: IsomerShape(typeof(Dictionary<string, Aot.Line>), Families = ShapeFamilies.All)]
[assembly: IsomerShape(typeof(Aot.Box<Aot.Point>), Families = ShapeFamilies.All)]
[assembly: IsomerShape(typeof(int[]), Families = ShapeFamilies.All)]

namespace Aot;

/// <summary>What an order is in every family: attributes of each stand side by side.</summary>
[IsomerShape(Families = ShapeFamilies.All), Serializable, DataContract(Namespace = "urn:shop")]
public class Order
{
    [DataMember(Order = 1)] public int Id { get; set; }
    [DataMember(Order = 2)] public DateTime Placed { get; set; }
    [DataMember(Order = 3)] public string? Customer { get; set; }
    [DataMember(Order = 4)] public decimal? Freight { get; set; }
    [DataMember(Order = 5)] public List<Line> Lines { get; set; } = [];
    [DataMember(Order = 6)] public State State { get; set; }
    [DataMember(Order = 7)] public State? Before { get; set; }
    [DataMember(Order = 8)] public double[]? Weights { get; set; }
}

[IsomerShape(Families = ShapeFamilies.All), Serializable, DataContract(Namespace = "urn:shop")]
public class Line
{
    [DataMember(Order = 1)] public string? Product { get; set; }
    [DataMember(Order = 2)] public decimal Price { get; set; }
    [DataMember(Order = 3)] public short Quantity { get; set; }
}

public enum State
{
    New,
    Paid,
    Shipped,
}

[Serializable, DataContract]
public struct Point
{
    [DataMember(Order = 1)] public int X { get; set; }
    [DataMember(Order = 2)] public int Y { get; set; }
}

[Serializable, DataContract]
public class Box<T>
{
    [DataMember(Order = 1)] public T? Value { get; set; }
    [DataMember(Order = 2)] public List<T>? More { get; set; }
}

/// <summary>Subtypes, by the attributes of three families.</summary>
[IsomerShape(Families = ShapeFamilies.All), Serializable, DataContract, KnownType(typeof(Dog)), XmlInclude(typeof(Dog)),
    Subtype(typeof(Dog), 1, "dog"), ProtobufInclude(5, typeof(Dog))]
public class Animal
{
    [DataMember(Order = 1)] public string? Name { get; set; }
    [DataMember(Order = 2)] public Animal? Friend { get; set; }
}

/// <summary>Named itself, for conventions that take any type where a base is declared (FastJson, Fields) do not know of it.</summary>
[IsomerShape(Families = ShapeFamilies.All), Serializable, DataContract]
public class Dog : Animal
{
    [DataMember(Order = 1)] public Guid Chip { get; set; }
}

public readonly record struct Money(decimal Amount);

public sealed class MoneySurrogate : Surrogate<Money, string>
{
    public override string ToCarrier(Money value) => value.Amount.ToString(CultureInfo.InvariantCulture) + " EUR";

    public override Money FromCarrier(string carrier) => new(decimal.Parse(carrier.Split(' ')[0], CultureInfo.InvariantCulture));
}

/// <summary>Conventions of this application's own, which attributes name.</summary>
public static class Conventions
{
    public static PlainConvention Plain { get; } = Convention.Plain.WithSurrogate(new MoneySurrogate()).WithSubtype<Animal, Dog>("dog");

    public static DataContractConvention Contracts { get; } = Convention.DataContract.WithSurrogate(new MoneySurrogate());
}

[IsomerShape(ConventionOf = typeof(Conventions), Convention = nameof(Conventions.Plain))]
[IsomerShape(ConventionOf = typeof(Conventions), Convention = nameof(Conventions.Contracts))]
[DataContract, KnownType(typeof(Dog))]
public class Priced
{
    [DataMember] public Money Price { get; set; }
    [DataMember] public List<Animal>? Pets { get; set; }
}

/// <summary>A constructor with parameters, and a member that is private.</summary>
[IsomerShape]
public record Person(string Name, int Age = 18)
{
    [Member] string _secret = "";

    public string Secret() => _secret;

    public Person WithSecret(string secret) => this with { _secret = secret };
}

/// <summary>
/// Collections that are made in different ways, over a struct: what generic code over structs is missing for without ready shapes.
/// </summary>
[IsomerShape]
public class Collections
{
    public ImmutableArray<Point> Immutable { get; set; } = [];
    public HashSet<int>? Set { get; set; }
    public SortedDictionary<string, Point>? Sorted { get; set; }
    public Queue<Point>? Queue { get; set; }
    public IReadOnlyList<Point>? Any { get; set; }
    public Dictionary<int, List<Point?>>? Map { get; set; }
    public (int, string)? Pair { get; set; }
    public LinkedList<DateOnly>? Linked { get; set; }
    public int[][]? Jagged { get; set; }
}
