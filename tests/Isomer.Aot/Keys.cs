using System.Collections.ObjectModel;
using Isomer;
using Isomer.Aot;

[assembly: IsomerShape(typeof(Set<Link>)), IsomerShape(typeof(Set<Longer>)), IsomerShape(typeof(Set<Tuple<Link, int>>))]
[assembly: IsomerShape(typeof(Set<(int, Link)>)), IsomerShape(typeof(Set<Box>)), IsomerShape(typeof(Set<Hashed>))]

namespace Isomer.Aot;

/// <summary>
/// Keys that do not end, in an application that is compiled ahead of time: what the hash of a record asks is told by its methods, which
/// must be kept. A line for each kind and format, which AotCorpusTests looks at. It is a part of the corpus's application, of which no type
/// is of these, because an application of its own took the compiler 86 s.
/// </summary>
static class Keys
{
    public static void Run()
    {
        Try("records", () =>
        {
            var a = new Link();
            var made = new Set<Link> { Items = { a } };
            a.Within = a;
            return made;
        });
        Try("keys of a map", () =>
        {
            var a = new Link();
            var made = new Map { Items = { [a] = 1 } };
            a.Within = a;
            return made;
        });
        Try("records of a derived class", () =>
        {
            var a = new Longer();
            var made = new Set<Longer> { Items = { a } };
            a.More = a;
            return made;
        });
        Try("tuples", () =>
        {
            var a = new Link();
            var made = new Set<Tuple<Link, int>> { Items = { Tuple.Create(a, 1) } };
            a.Within = a;
            return made;
        });
        Try("tuples that are structs", () =>
        {
            var a = new Link();
            var made = new Set<(int, Link)> { Items = { (1, a) } };
            a.Within = a;
            return made;
        });
        Try("structs without a hash", () =>
        {
            var a = new Link();
            var made = new Set<Box> { Items = { new Box { Within = a } } };
            a.Within = a;
            return made;
        });
        Try("a hash by hand", () =>
        {
            var (a, b) = (new Hashed { Id = 1 }, new Hashed { Id = 1, Within = new Hashed() });
            var made = new Set<Hashed> { Items = { a, b } };
            (a.Within, b.Within) = (a, b);
            return made;
        });
        Try("a collection that knows its keys", () =>
        {
            var a = new Link();
            var made = new Keyed { new Item { Key = a } };
            a.Within = a;
            return new Holder { Items = made };
        });
        Try("honest", () => new Set<Link> { Items = { new Link { N = 1, Within = new Link { N = 2 } } } });
    }

    static void Try<T>(string name, Func<T> make)
    {
        var graph = JsonOptions.Graph;
        var compact = CompactOptions.Default with { References = References.Preserve };
        Tell($"{name}, Graph", () => Json.Deserialize<T>(Json.Serialize(make(), graph), graph));
        Tell($"{name}, Compact", () => Compact.Deserialize<T>(Compact.Serialize(make(), compact), compact));
    }

    static void Tell<T>(string name, Func<T> read)
    {
        try
        {
            read();
            Console.WriteLine($"{name}: read");
        }
        catch (WireFormatException e)
        {
            Console.WriteLine($"{name}: {e.Message}");
        }
    }
}

[IsomerShape]
public record Link
{
    public int N { get; set; }
    public Link? Within { get; set; }
}

[IsomerShape]
public record Longer : Link
{
    public Longer? More { get; set; }
}

[IsomerShape]
public sealed record Hashed
{
    public int Id { get; set; }
    public Hashed? Within { get; set; }

    public override int GetHashCode() => Id;
}

public struct Box
{
    public Link? Within { get; set; }
}

public class Set<T>
{
    public HashSet<T> Items { get; set; } = [];
}

[IsomerShape]
public class Map
{
    public Dictionary<Link, int> Items { get; set; } = [];
}

public class Item
{
    public Link? Key { get; set; }
}

public class Keyed : KeyedCollection<Link, Item>
{
    protected override Link GetKeyForItem(Item item) => item.Key!;
}

[IsomerShape]
public class Holder
{
    public Keyed Items { get; set; } = [];
}
